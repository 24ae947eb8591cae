package crabyard

import (
	"fmt"
	"strings"
	"testing"
)

func onBoard(id, lane, run string, logs ...string) string {
	quoted := make([]string, len(logs))
	for i, l := range logs {
		quoted[i] = fmt.Sprintf("%q", l)
	}
	return fmt.Sprintf(`{"id":%q,"title":"Fix it","prompt":"secret prompt","repo":"acme/app","source":"Prompt","runtime":"auto","policy":"open_pr","lane":%q,"owner":"maria",`+
		`"startedAt":%d,"createdAt":%d,"logs":[%s],"changes":{"files":[{"path":"a"}],"patch":"secret patch","totals":{"additions":1,"deletions":0,"files":1}},"run":%s}`,
		id, lane, base, base, strings.Join(quoted, ","), run)
}

func board(cards ...string) string {
	return `{"user":{"login":"maria"},"cards":[` + strings.Join(cards, ",") + `],"cap":20}`
}

func TestState(t *testing.T) {
	res := load(t, named{"x/state.json", board(
		onBoard("CY-1", "Human Review", try("CY-1", 2, "review", "attachUrl", `"wss://example.org/secret"`), "10:00:00 scheduler queued acme/app", "capacity blocked at cap 20"),
		onBoard("CY-2", "Todo", "null"),
	)})
	equal(t, "units", len(res.Units), 2)
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[crabyard_attempts_missing:1]")
	equal(t, "fates", res.Fates(), [4]int64{5, 0, 0, 0})
	r := &res.Set.Runs
	equal(t, "subject", r.Subject.At(0), "acme/app")
	equal(t, "status", r.Status.At(0), "review")
	equal(t, "card without attempt", r.Status.At(1), "Todo")
	s := &res.Set.Steps
	equal(t, "steps", s.Len(), 1)
	equal(t, "title", s.Name.At(0), "Fix it")
	if measured, said := s.RetriesVisible.Get(0); !said || measured {
		t.Error("a flake cannot be seen where attempts are missing")
	}
	e := &res.Set.Events
	equal(t, "events", e.Len(), 5)
	equal(t, "message", e.Text.At(2), "scheduler queued acme/app")
	equal(t, "time of day", e.AtText.At(2), "10:00:00")
	equal(t, "message without a time", e.Text.At(3), "capacity blocked at cap 20")
	for row := range e.Len() {
		if strings.Contains(e.Text.At(row)+e.Extra.At(row), "secret") {
			t.Errorf("event %d holds what must not be copied: %s %s", row, e.Text.At(row), e.Extra.At(row))
		}
	}
}

func TestStateBesideHistory(t *testing.T) {
	history := named{"x/cards/CY-1/runs.json", answer(try("CY-1", 2, "review"), try("CY-1", 1, "stalled"))}
	state := named{"x/state.json", board(onBoard("CY-1", "Human Review", try("CY-1", 2, "review"), "10:00:00 a"))}
	res := load(t, history, state)
	equal(t, "units", len(res.Units), 1)
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[]")
	equal(t, "fates", res.Fates(), [4]int64{4, 1, 0, 0})
	equal(t, "subject", res.Set.Runs.Subject.At(0), "acme/app")
	equal(t, "attempts", res.Set.Attempts.Len(), 2)
}

func TestLaterState(t *testing.T) {
	stalled := try("CY-1", 1, "stalled", "error", `"operator marked stalled"`)
	early := named{"x/a.json", board(onBoard("CY-1", "Human Review", stalled, "10:00:00 a"))}
	// Moving a stalled card to Done leaves no stamp on it: the board tells which is later.
	late := named{"x/b.json", board(onBoard("CY-1", "Done", stalled, "10:00:00 a", "10:20:00 moved to Done"), onBoard("CY-2", "Running", try("CY-2", 1, "running", "updatedAt", fmt.Sprint(base+2000_000))))}
	for _, order := range [][]named{{early, late}, {{"x/b.json", early.text}, {"x/a.json", late.text}}} {
		res := load(t, order...)
		equal(t, "units", len(res.Units), 2)
		n := res.Fates()
		equal(t, "kept", n[0], 6)
		equal(t, "duplicate and superseded", n[1]+n[2], 3)
		var texts []string
		for row := range res.Set.Events.Len() {
			if res.Set.Events.Kind.At(row) == "card_event" {
				texts = append(texts, res.Set.Events.Text.At(row))
			}
		}
		equal(t, "messages", strings.Join(texts, "|"), "a|moved to Done")
	}
}

// A card that nobody had tried yet is the one that a later export, in a folder of its
// own, shows with its first attempt; on another board it may have been created at the
// same moment, but its attempts say that it is another.
func TestACardBeforeItsFirstAttempt(t *testing.T) {
	early := named{"mon/state.json", board(onBoard("CY-1", "Todo", "null"))}
	late := named{"tue/state.json", board(onBoard("CY-1", "Running", try("CY-1", 1, "running")))}
	other := named{"wed/state.json", board(onBoard("CY-1", "Human Review", try("CY-1", 1, "review", "createdAt", fmt.Sprint(base+999_999))))}
	res := load(t, early, late)
	equal(t, "units", len(res.Units), 1)
	equal(t, "lane and attempt that count", res.Set.Runs.Status.At(0), "running")
	equal(t, "boards apart", len(load(t, late, other).Units), 2)
}

// Two exports show one silent attempt alike. The first of them counts, and until the
// second nobody had noticed.
func TestSilenceUntilTheLastExport(t *testing.T) {
	silent := onBoard("CY-1", "Running", try("CY-1", 1, "running"))
	busy := onBoard("CY-2", "Running", try("CY-2", 1, "running", "lastHeartbeatAt", fmt.Sprint(base+9000_000), "updatedAt", fmt.Sprint(base+9000_000)))
	res := load(t, named{"mon/state.json", board(silent)}, named{"tue/state.json", board(silent, busy)})
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[crabyard_heartbeat_overdue:1]")
}

// An attempt whose start or end is not known, or that ends before it starts, has no duration, and a card
// of such attempts no time of work.
func TestDurationsOfAttempts(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{"", "90 90"},
		{"endedAt null", "- -"},
		{"startedAt null", "- -"},
		{fmt.Sprint("endedAt ", base), "- -"},
		{fmt.Sprint("endedAt ", base+1000_000), "0 0"},
	} {
		res := load(t, named{"state.json", board(onBoard("CY-1", "Done", try("CY-1", 1, "completed", strings.Fields(c.fields)...)))})
		number := func(of, column string) string { return strings.Join(append(res.Rows(t, of, column), "-")[:1], "") }
		equal(t, c.fields, number("Attempts", "duration_s")+" "+number("Runs", "active_s"), c.want)
	}
}

func TestLaneAndStatus(t *testing.T) {
	tests := []struct {
		lane, status string
		odd          bool
	}{
		{"Running", "running", false}, {"Running", "queued", false}, {"Running", "stalled", true}, {"Running", "review", true},
		{"Human Review", "review", false}, {"Human Review", "stalled", false}, {"Human Review", "running", true},
		{"Done", "completed", false}, {"Done", "stalled", false}, {"Done", "review", true}, {"Done", "queued", true},
		{"Todo", "completed", false}, {"Todo", "running", true}, {"Attic", "running", false},
	}
	for _, test := range tests {
		res := load(t, named{"state.json", board(onBoard("CY-1", test.lane, try("CY-1", 1, test.status)))})
		if got := res.Codes()[laneAndStatus.Name] > 0; got != test.odd {
			t.Errorf("%s in %s: finding %v, want %v", test.status, test.lane, got, test.odd)
		}
	}
	if res := load(t, named{"state.json", board(onBoard("CY-1", "Running", "null"))}); res.Codes()[laneAndStatus.Name] != 1 {
		t.Error("a card in Running without an attempt is no finding")
	}
}

func TestSessions(t *testing.T) {
	line := func(actor, message string, after int) string {
		return fmt.Sprintf(`{"actor":%q,"message":%q,"createdAt":%d}`+"\n", actor, message, base+after*1000)
	}
	first := line("maria", "session requested", 0) + line("system", "provision ready", 40)
	whole := first + line("omar", "attached", 60) + line("maria", "stopped", 100)
	archive := "logs/orgs/acme/interactive-sessions/s-17/"
	res := load(t,
		named{archive + "00000002-1/events.ndjson", first},
		named{archive + "00000004-2/events.ndjson", whole},
		named{"logs/other.ndjson", line("maria", "session requested", 500) + line("maria", "attached", 400)},
	)
	equal(t, "units", len(res.Units), 2)
	equal(t, "fates", res.Fates(), [4]int64{6, 0, 2, 0})
	r := &res.Set.Runs
	equal(t, "kind", r.Kind.At(0), "session")
	equal(t, "name", r.ID.At(0), "s-17")
	equal(t, "home", r.Key.At(0), "crabyard:logs/s-17")
	equal(t, "status", r.Status.At(0), "finished")
	equal(t, "outcome", r.Outcome.At(0), "stopped")
	equal(t, "duration", r.DurationS.At(0), 100.0)
	equal(t, "name of a loose file", r.ID.At(1), "other")
	equal(t, "open session", r.Status.At(1), "unfinished")
	if _, ok := r.DurationS.Get(1); ok {
		t.Error("an open session has a duration")
	}
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[crabyard_session_order:1]")
	equal(t, "events", res.Set.Events.Len(), 6)
	equal(t, "actor", res.Set.Events.Actor.At(2), "omar")
}

func TestHome(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "logs": "logs", "logs/deep/er": "logs/deep/er", "logs/CY-7": "logs", "logs/CY-7/x": "logs/CY-7/x", "logs/yard/cards/CY-1": "logs/yard", "yard/cards": "yard", "cards/CY-1": "",
		"logs/orgs/acme/interactive-sessions/s/v": "logs",
	} {
		equal(t, dir, home(dir), want)
	}
}
