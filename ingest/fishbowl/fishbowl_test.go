package fishbowl

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// said is one event as the engine writes it, at second n of the tests' day. The
// fields replace what stands between the quotes of created_at, or are added.
func said(id, run, kind, actor string, n int, payload string, fields ...string) string {
	at := fmt.Sprintf("2026-05-01T10:%02d:%02d.250000Z", n/60, n%60)
	more := ""
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i] == "created_at" {
			at = fields[i+1]
			continue
		}
		more += fmt.Sprintf(",%q:%s", fields[i], fields[i+1])
	}
	if !strings.Contains(more, "schema_version") {
		more += `,"schema_version":1`
	}
	return fmt.Sprintf(`{"id":%q,"run_id":%q,"turn":%d,"kind":%q,"actor":%q,"payload":%s,"created_at":%q%s,"session_id":null,"model_profile":null,"model_id":null}`,
		id, run, n/10, kind, actor, payload, at, more) + "\n"
}

const duel = `{"seed":"A walk","goal":"Win","scenario":"duel","cast":{` +
	`"ada":{"model_endpoint":null,"model_profile":"fast","model":"m-fast"},` +
	`"bo":{"model_endpoint":"host/m-big","model_profile":"strong","model":"m-strong"},` +
	`"cy":{"model_endpoint":null,"model_profile":"tiny","model":null},` +
	`"judge":null},"competition":{"kind":"versus","teams":{"spy":["ada"],"herd":["bo","cy"]},"symmetric_seats":null}}`

func begin(run string) string { return said(run+"-0", run, "run.started", "conductor", 0, duel) }

func end(id, run string, n int, reason, winner, kind, models string) string {
	return said(id, run, "run.finished", "conductor", n, fmt.Sprintf(
		`{"reason":%q,"winner":%s,"winner_kind":%s,"winning_model":null,"winning_models":%s,"turns":2,"tokens":900}`, reason, winner, kind, models))
}

func TestRun(t *testing.T) {
	res := load(t, named{"logs/duel.jsonl", begin("r1") +
		said("e1", "r1", "agent.spoke", "ada", 10, `{"text":"Maps lie.","mood":"calm","thought":"the secret word is TEA","secret":"TEA"}`) +
		said("e2", "r1", "judge.verdict", "judge", 20, `{"text":"Bo it is.","winner":"herd","accused":"ada","correct":true,"scores":{"bo":12,"ada":-1,"zoe":5,"cy":"4.5"},"reveal":[{"agent":"ada","secret":"TEA"}]}`) +
		end("e3", "r1", 30, "verdict", `"herd"`, `"team"`, `["host/m-big"]`) +
		said("e4", "r1", "agent.spoke", "bo", 40, `{"text":"Told you."}`)})
	equal(t, "fates", res.Fates(), [4]int64{5, 0, 0, 0})
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[fishbowl_scores_cleaned:1]")

	r := &res.Set.Runs
	equal(t, "runs", r.Len(), 1)
	equal(t, "key", r.Key.At(0), "fishbowl:logs/r1")
	equal(t, "subject", r.Subject.At(0), "duel")
	equal(t, "variant", r.Variant.At(0), "versus")
	equal(t, "status", r.Status.At(0), "finished")
	equal(t, "outcome", r.Outcome.At(0), "verdict")
	equal(t, "cause", r.Cause.At(0), "")
	equal(t, "tokens", r.Tokens.At(0), 900)
	equal(t, "duration", r.DurationS.At(0), 30.0)
	if _, ok := r.Model.Get(0); ok {
		t.Error("a run has one model")
	}

	s := &res.Set.Seats
	var seats []string
	for row := range s.Len() {
		seats = append(seats, fmt.Sprintf("%s/%s/%s/%s", s.Seat.At(row), s.Team.At(row), s.Model.At(row), s.Profile.At(row)))
	}
	want := []string{"ada/spy/m-fast/fast", "bo/herd/host/m-big/strong", "cy/herd//tiny", "judge///"}
	if !reflect.DeepEqual(seats, want) {
		t.Errorf("seats %v, want %v", seats, want)
	}

	v := &res.Set.Verdicts
	equal(t, "verdicts", v.Len(), 2)
	equal(t, "verdict", v.Kind.At(0)+" "+v.Winner.At(0)+" "+v.WinnerKind.At(0), "judge.verdict herd team")
	equal(t, "verdict's models", fmt.Sprint(v.WinningModels.At(0)), "[host/m-big]")
	equal(t, "scores", v.Scores.At(0), `{"ada":0,"bo":10,"cy":4.5}`)
	equal(t, "accused", v.Accused.At(0), "ada")
	equal(t, "correct", v.Correct.Is(0), true)
	if _, said := v.NoContest.Get(0); said {
		t.Error("no_contest was not said")
	}
	equal(t, "result", v.Kind.At(1)+" "+v.Winner.At(1)+" "+v.WinnerKind.At(1)+" "+v.Reason.At(1), "run.finished herd team verdict")
	equal(t, "turns", v.Turns.At(1), 2)

	e := &res.Set.Events
	equal(t, "events", e.Len(), 5)
	equal(t, "turn", e.Step.At(1), "turn 1")
	equal(t, "words", e.Text.At(1), "Maps lie.")
	equal(t, "result in words", e.Text.At(3), "verdict: herd")
	for row := range e.Len() {
		if strings.Contains(e.Text.At(row)+e.Extra.At(row), "TEA") {
			t.Errorf("event %d gives the secret away: %q %q", row, e.Text.At(row), e.Extra.At(row))
		}
	}
}

func TestResults(t *testing.T) {
	judged := func(winner string) string {
		return said("v", "r1", "judge.verdict", "judge", 30, `{"text":"x","winner":`+winner+`}`)
	}
	nobody := strings.Replace(begin("r1"), `"kind":"versus"`, `"kind":"none"`, 1)
	tests := []struct {
		name, text, rows, codes string
		status, outcome, cause  string
		result                  string
	}{
		{"budget, then a verdict", begin("r1") + end("a", "r1", 20, "budget", "null", "null", "[]") + judged(`"ada"`) + end("b", "r1", 40, "verdict", `"ada"`, `"agent"`, `[]`),
			"run.finished//[]/true judge.verdict/ada/agent[m-fast]/false run.finished/ada/agent[m-fast]/false", "map[]", "finished", "verdict", "", "passed"},
		{"turns ran out, and somebody won", begin("r1") + end("a", "r1", 20, "tick_cap", `"ada"`, `"agent"`, "[]"),
			"run.finished/ada/agent[m-fast]/false", "map[]", "finished", "tick_cap", "turn-limit", "passed"},
		{"turns ran out where nobody can win", nobody + end("a", "r1", 20, "tick_cap", "null", "null", "[]"),
			"run.finished//[]/false", "map[]", "finished", "tick_cap", "turn-limit", "passed"},
		{"the budget ran out where nobody can win", nobody + end("a", "r1", 20, "budget", "null", "null", "[]"),
			"run.finished//[]/false", "map[]", "finished", "budget", "budget", "failed"},
		{"turns ran out", begin("r1") + end("a", "r1", 20, "tick_cap", "null", "null", "[]"),
			"run.finished//[]/false", "map[]", "finished", "tick_cap", "turn-limit", "failed"},
		{"budget", begin("r1") + end("a", "r1", 20, "budget", "null", "null", "[]"),
			"run.finished//[]/false", "map[]", "finished", "budget", "budget", "failed"},
		{"unfinished", begin("r1"), "", "map[]", "unfinished", "", "", "open"},
		{"a verdict that nothing followed", begin("r1") + end("a", "r1", 20, "tick_cap", "null", "null", "[]") + judged(`"ada"`),
			"run.finished//[]/false judge.verdict/ada/agent[m-fast]/false", "map[fishbowl_winner_differs:1]", "finished", "tick_cap", "turn-limit", "failed"},
		{"two winners", begin("r1") + end("a", "r1", 20, "verdict", `"bo"`, `"agent"`, `["x"]`) + end("b", "r1", 40, "verdict", `"ada"`, `"agent"`, `["y"]`),
			"run.finished/bo/agent[x]/true run.finished/ada/agent[y]/false", "map[fishbowl_result_changed:1]", "finished", "verdict", "", "passed"},
		{"kind not written", begin("r1") + end("a", "r1", 20, "verdict", `"spy"`, `null`, `[]`),
			"run.finished/spy/team[m-fast]/false", "map[]", "finished", "verdict", "", "passed"},
		{"kind written wrong", begin("r1") + end("a", "r1", 20, "verdict", `"spy"`, `"agent"`, `[]`),
			"run.finished/spy/agent[]/false", "map[fishbowl_winner_kind:1]", "finished", "verdict", "", "passed"},
		{"nobody's name", begin("r1") + end("a", "r1", 20, "verdict", `"zoe"`, `null`, `[]`),
			"run.finished/zoe/[]/false", "map[fishbowl_unknown_winner:1]", "finished", "verdict", "", "passed"},
		{"no contest", begin("r1") + said("v", "r1", "judge.verdict", "judge", 30, `{"text":"x","no_contest":true}`) + end("a", "r1", 40, "verdict", "null", "null", "[]"),
			"judge.verdict//[]/false run.finished//[]/false", "map[]", "finished", "verdict", "", "failed"},
		{"no contest with a winner", begin("r1") + said("v", "r1", "judge.verdict", "judge", 30, `{"text":"x","no_contest":true,"winner":"ada"}`) + end("a", "r1", 40, "verdict", `"ada"`, `"agent"`, "[]"),
			"judge.verdict/ada/agent[m-fast]/false run.finished/ada/agent[m-fast]/false", "map[fishbowl_no_contest_winner:1]", "finished", "verdict", "", "passed"},
		{"old result without kinds", begin("r1") + said("a", "r1", "run.finished", "conductor", 20, `{"reason":"verdict","winner":"bo","winning_model":"host/m-big","turns":1,"tokens":0}`),
			"run.finished/bo/agent[host/m-big]/false", "map[]", "finished", "verdict", "", "passed"},
		{"another reason", begin("r1") + end("a", "r1", 20, "meteor", "null", "null", "[]"),
			"run.finished//[]/false", "map[unknown_value:1]", "finished", "meteor", "", "unknown"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"x.jsonl", test.text})
			v, r := &res.Set.Verdicts, &res.Set.Runs
			var rows []string
			for row := range v.Len() {
				rows = append(rows, fmt.Sprintf("%s/%s/%s%v/%v", v.Kind.At(row), v.Winner.At(row), v.WinnerKind.At(row), v.WinningModels.At(row), v.Superseded.Is(row)))
			}
			equal(t, "verdicts", strings.Join(rows, " "), test.rows)
			equal(t, "findings", fmt.Sprint(res.Codes()), test.codes)
			equal(t, "status", r.Status.At(0), test.status)
			equal(t, "outcome", r.Outcome.At(0), test.outcome)
			equal(t, "cause", r.Cause.At(0), test.cause)
			if test.name == "no contest" {
				equal(t, "reason", r.Reason.At(0), "no contest: x")
			}
			if r.Inferred.Is(0) {
				t.Error("the reason of run.finished states the cause, and it is called inferred")
			}
			equal(t, "result", r.Result.At(0), test.result)
			if _, ok := r.DurationS.Get(0); ok != (test.status == "finished") {
				t.Errorf("duration given: %v", ok)
			}
		})
	}
}

func TestIdentity(t *testing.T) {
	spoke := func(id, run string, n int, text string) string {
		return said(id, run, "agent.spoke", "ada", n, `{"text":"`+text+`"}`)
	}
	tests := []struct {
		name  string
		files []named
		fates [4]int64
		codes string
		runs  int
		texts string // of what is said, by unit
	}{
		{"a write tried again", []named{{"x.jsonl", begin("r") + spoke("a", "r", 10, "1") + spoke("a", "r", 10, "1") + spoke("b", "r", 20, "2")}},
			[4]int64{3, 1, 0, 0}, "map[]", 1, "1 2"},
		{"keys in another order, an absent null", []named{{"x.jsonl", begin("r") + spoke("a", "r", 10, "1") + strings.Replace(spoke("a", "r", 10, "1"), `,"session_id":null`, "", 1)}},
			[4]int64{2, 1, 0, 0}, "map[]", 1, "1"},
		{"one id for two events", []named{{"x.jsonl", begin("r") + spoke("a", "r", 10, "1") + spoke("a", "r", 10, "2")}},
			[4]int64{2, 1, 0, 0}, "map[fishbowl_id_reused:1]", 1, "1"},
		{"the same words twice", []named{{"x.jsonl", begin("r") + spoke("a", "r", 10, "1") + spoke("b", "r", 10, "1")}},
			[4]int64{3, 0, 0, 0}, "map[]", 1, "1 1"},
		{"interleaved runs", []named{{"x.jsonl", begin("r") + begin("s") + spoke("a", "s", 10, "s1") + spoke("b", "r", 11, "r1") + spoke("c", "s", 12, "s2")}},
			[4]int64{5, 0, 0, 0}, "map[]", 2, "r1 s1 s2"},
		{"a copy that grew", []named{{"1.jsonl", begin("r") + spoke("a", "r", 10, "1")}, {"2.jsonl", begin("r") + spoke("a", "r", 10, "1") + spoke("b", "r", 20, "2")}},
			[4]int64{3, 2, 0, 0}, "map[]", 1, "1 2"},
		{"a copy with a gap", []named{{"1.jsonl", begin("r") + spoke("b", "r", 20, "2")}, {"2.jsonl", begin("r") + spoke("a", "r", 10, "1") + spoke("b", "r", 20, "2")}},
			[4]int64{3, 2, 0, 0}, "map[]", 1, "1 2"},
		{"pieces in the order of time", []named{{"1.jsonl", spoke("b", "r", 20, "2")}, {"2.jsonl", begin("r") + spoke("a", "r", 10, "1")}},
			[4]int64{3, 0, 0, 0}, "map[]", 1, "1 2"},
		{"a piece elsewhere", []named{{"a/1.jsonl", begin("r") + spoke("a", "r", 10, "1")}, {"b/2.jsonl", spoke("b", "r", 20, "2")}},
			[4]int64{3, 0, 0, 0}, "map[]", 1, "1 2"},
		{"one name for two runs", []named{{"a/1.jsonl", begin("r") + spoke("a", "r", 10, "1")},
			{"b/1.jsonl", said("other", "r", "run.started", "conductor", 5, duel) + spoke("b", "r", 20, "2")}, {"b/2.jsonl", spoke("c", "r", 30, "3")}},
			[4]int64{5, 0, 0, 0}, "map[]", 2, "1 2 3"},
		{"no run_id", []named{{"x.jsonl", begin("r") + spoke("a", "", 10, "1") + spoke("a", "", 10, "1")}},
			[4]int64{2, 1, 0, 0}, "map[]", 1, "1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, test.files...)
			equal(t, "fates", res.Fates(), test.fates)
			equal(t, "findings", fmt.Sprint(res.Codes()), test.codes)
			equal(t, "runs", res.Set.Runs.Len(), test.runs)
			var texts []string
			e := &res.Set.Events
			for row := range e.Len() {
				if e.Kind.At(row) == "agent.spoke" {
					texts = append(texts, e.Text.At(row))
				}
			}
			equal(t, "said", strings.Join(texts, " "), test.texts)
			equal(t, "events", int64(e.Len()), test.fates[0])
		})
	}
}

func TestEnvelope(t *testing.T) {
	tests := []struct{ name, text, codes string }{
		{"a kind of the scenario's own", said("a", "r", "clue.found.again2", "ada", 10, `{"text":"x","clue":"rope"}`), "map[]"},
		{"capitals", said("a", "r", "Agent.Spoke", "ada", 10, `{"text":"x"}`), "map[bad_value:1]"},
		{"one segment", said("a", "r", "spoke", "ada", 10, `{"text":"x"}`), "map[bad_value:1]"},
		{"a hyphen", said("a", "r", "agent.spoke-up", "ada", 10, `{"text":"x"}`), "map[bad_value:1]"},
		{"the first eight fields only", strings.Replace(said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`), `,"session_id":null,"model_profile":null,"model_id":null`, "", 1), "map[]"},
		{"no schema_version", strings.Replace(said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`), `,"schema_version":1`, "", 1), "map[]"},
		{"a later version", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`, "schema_version", "2"), "map[fishbowl_schema_version:1]"},
		{"version 0", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`, "schema_version", "0"), "map[fishbowl_schema_version:1]"},
		{"an offset of zero", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`, "created_at", "2026-05-01T10:00:10.5+00:00"), "map[]"},
		{"no fraction", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`, "created_at", "2026-05-01T10:00:10Z"), "map[]"},
		{"a naive time with a space", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`, "created_at", "2026-05-01 10:00:10.500000"), "map[bad_value:1]"},
		{"a clock that goes back", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`) + said("b", "r", "agent.spoke", "ada", 5, `{"text":"y"}`), "map[fishbowl_clock_skew:1]"},
		{"a payload as a column holds it", said("a", "r", "agent.spoke", "ada", 10, `"{\"text\":\"x\"}"`), "map[bad_value:1]"},
		{"a payload that is none", said("a", "r", "agent.spoke", "ada", 10, `7`), "map[bad_value:1 missing_field:1]"},
		{"two starts", said("again", "r", "run.started", "conductor", 9, duel), "map[fishbowl_second_start:1]"},
		{"a torn line", `{"id":"b","run_id":"r","tu`, "map[torn_line:1]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"x.jsonl", begin("r") + test.text})
			equal(t, "findings", fmt.Sprint(res.Codes()), test.codes)
			if !strings.HasPrefix(test.codes, "map[torn") {
				e := &res.Set.Events
				if e.Len() < 2 || e.At.At(1).IsZero() || e.At.At(1).Year() != 2026 {
					t.Error("the event or its time is lost")
				}
				if !strings.Contains(test.name, "none") && !strings.Contains(test.name, "starts") && e.Text.At(1) != "x" {
					t.Errorf("text %q", e.Text.At(1))
				}
			}
		})
	}
	res := load(t, named{"x.jsonl", said("a", "r", "agent.spoke", "ada", 10, `{"text":"x"}`)})
	equal(t, "findings without a start", fmt.Sprint(res.Codes()), "map[fishbowl_no_run_started:1]")
	equal(t, "started", res.Set.Runs.StartedAt.At(0).IsZero(), false)
	if got := load(t, named{"x.jsonl", `{"kind":"a.b","actor":"x","message":"y"}` + "\n"}); len(got.Files) > 0 {
		t.Error("claims what is no event")
	}
}
