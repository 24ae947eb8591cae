package crabyard

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// try is an attempt as the API writes it; fields replace or add to it.
func try(card string, number int, status string, fields ...string) string {
	values := map[string]string{
		"id": fmt.Sprintf(`"%s-R%d"`, card, number), "cardId": `"` + card + `"`, "attempt": fmt.Sprint(number),
		"runtime": `"container"`, "status": `"` + status + `"`, "controlIntent": "null", "selectionReason": `"default container runtime"`,
		"capabilities": `{"terminal":true,"takeover":false,"vnc":false,"desktop":false,"logs":true,"artifacts":true}`, "operator": "null",
		"createdAt": fmt.Sprint(base + number*1000_000), "startedAt": fmt.Sprint(base + number*1000_000), "lastHeartbeatAt": fmt.Sprint(base + number*1000_000 + 60_000),
		"endedAt": fmt.Sprint(base + number*1000_000 + 90_000), "updatedAt": fmt.Sprint(base + number*1000_000 + 90_000), "error": "null",
	}
	if active(status) {
		values["endedAt"] = "null"
	}
	for i := 0; i+1 < len(fields); i += 2 {
		values[fields[i]] = fields[i+1]
	}
	var keys, members []string
	for k := range values {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if values[k] != "-" {
			members = append(members, fmt.Sprintf("%q:%s", k, values[k]))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// base is when the tests begin, in milliseconds since 1970.
const base = 1777000000_000

func answer(tries ...string) string { return `{"runs":[` + strings.Join(tries, ",") + `]}` }

func TestHistory(t *testing.T) {
	res := load(t, named{"logs/cards/CY-101/runs.json", answer(
		try("CY-101", 3, "completed", "endedAt", fmt.Sprint(base+3400_000), "updatedAt", fmt.Sprint(base+3400_000), "operator", `"maria"`, "runtime", `"crabbox"`,
			"capabilities", `{"terminal":true,"takeover":true}`),
		try("CY-101", 2, "canceled"),
		try("CY-101", 1, "stalled", "endedAt", fmt.Sprint(base+1800_000), "updatedAt", fmt.Sprint(base+1800_000), "error", `"heartbeat timeout"`),
	)})
	if len(res.Units) != 1 {
		t.Fatalf("%d units, want 1", len(res.Units))
	}
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[]")
	equal(t, "fates", res.Fates(), [4]int64{3, 0, 0, 0})

	a := &res.Set.Attempts
	var lines []string
	for row := range a.Len() {
		s, _ := a.DurationS.Get(row)
		c, said := a.Converged.Get(row)
		lag := a.EndedAt.At(row).Sub(a.HeartbeatAt.At(row)).Seconds()
		lines = append(lines, fmt.Sprintf("%s %s %d %s %v/%v cut=%q %gs lag=%gs %s %q %q %v", a.ID.At(row), a.Step.At(row), a.Attempt.At(row), a.Status.At(row),
			c, said, a.Cut.At(row), s, lag, a.Runtime.At(row), a.Operator.At(row), a.Error.At(row), a.Capabilities.At(row)))
	}
	want := []string{
		`CY-101-R1 card 1 stalled false/true cut="stalled" 60s lag=740s container "" "heartbeat timeout" [terminal logs artifacts]`,
		`CY-101-R2 card 2 canceled false/false cut="canceled" 90s lag=30s container "" "" [terminal logs artifacts]`,
		`CY-101-R3 card 3 completed true/true cut="" 400s lag=340s crabbox "maria" "" [terminal takeover]`,
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("attempts:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}

	r := &res.Set.Runs
	equal(t, "key", r.Key.At(0), "crabyard:logs/CY-101")
	equal(t, "kind", r.Kind.At(0), "card")
	equal(t, "status", r.Status.At(0), "completed")
	equal(t, "outcome", r.Outcome.At(0), "completed")
	equal(t, "variant", r.Variant.At(0), "crabbox")
	equal(t, "duration", r.DurationS.At(0), 2400.0)
	equal(t, "active", r.ActiveS.At(0), 550.0)
	if _, ok := r.Subject.Get(0); ok {
		t.Error("a history names no repository")
	}
	s := &res.Set.Steps
	equal(t, "steps", s.Len(), 1)
	equal(t, "step", s.Step.At(0)+" "+s.Kind.At(0), "card card")
	equal(t, "tries", s.Attempts.At(0), 3)
	equal(t, "converged", s.Converged.Is(0), true)
	equal(t, "events", res.Set.Events.Len(), 3)
	equal(t, "event of attempt", res.Set.Events.Attempt.At(0), 1)
	equal(t, "event text", res.Set.Events.Text.At(0), "stalled: heartbeat timeout")
}

func TestOpenCards(t *testing.T) {
	tests := []struct {
		name, try      string
		started        bool
		finding        string
		status, reason string
	}{
		{name: "running", try: try("CY-1", 1, "running"), started: true, status: "running"},
		{name: "queued", try: try("CY-1", 1, "queued", "startedAt", "null"), finding: "never_started", status: "queued"},
		{name: "leasing", try: try("CY-1", 1, "leasing", "startedAt", "null"), finding: "never_started", status: "leasing"},
		{name: "another spelling", try: try("CY-1", 1, "Running", "endedAt", "null"), started: true, finding: "spelling", status: "running"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"runs.json", answer(test.try)})
			a, r, s := &res.Set.Attempts, &res.Set.Runs, &res.Set.Steps
			equal(t, "cut", a.Cut.At(0), "open")
			equal(t, "status", a.Status.At(0), test.status)
			equal(t, "run status", r.Status.At(0), test.status)
			if _, ok := a.DurationS.Get(0); ok {
				t.Error("an open attempt has a duration")
			}
			if _, ok := s.Converged.Get(0); ok {
				t.Error("an open card has converged or not")
			}
			if _, ok := r.EndedAt.Get(0); ok || r.Outcome.At(0) != "" {
				t.Error("an open card has ended")
			}
			if _, ok := a.StartedAt.Get(0); ok != test.started {
				t.Errorf("started: %v, want %v", ok, test.started)
			}
			if r.StartedAt.At(0).IsZero() {
				t.Error("the card has no start at all")
			}
			want := "map[]"
			if test.finding != "" {
				want = "map[" + test.finding + ":1]"
			}
			equal(t, "findings", fmt.Sprint(res.Codes()), want)
		})
	}
}

func TestLaterExportCounts(t *testing.T) {
	review := try("CY-7", 1, "review")
	done := try("CY-7", 1, "completed", "endedAt", fmt.Sprint(base+1500_000), "updatedAt", fmt.Sprint(base+1500_000))
	tests := []struct {
		name   string
		files  []named
		fates  [4]int64
		status string
		codes  string
		units  int
	}{
		{"review became completed", []named{{"a/cards/CY-7/runs.json", answer(review)}, {"b/cards/CY-7/runs.json", answer(done)}},
			[4]int64{1, 0, 1, 0}, "completed", "map[crabyard_review_overwritten:1]", 1},
		{"the older lies behind the newer", []named{{"a/runs.json", answer(done)}, {"b/runs.json", answer(review)}},
			[4]int64{1, 0, 1, 0}, "completed", "map[crabyard_review_overwritten:1]", 1},
		{"a copy", []named{{"a/runs.json", answer(review)}, {"b/runs.json", answer(review)}},
			[4]int64{1, 1, 0, 0}, "review", "map[]", 1},
		{"a copy in snake case", []named{{"a/runs.json", answer(review)}, {"b/runs.json", snake(answer(review))}},
			[4]int64{1, 1, 0, 0}, "review", "map[]", 1},
		{"two boards with one card name", []named{{"a/runs.json", answer(review)}, {"b/runs.json", answer(try("CY-7", 1, "stalled", "createdAt", fmt.Sprint(base+999_999)))}},
			[4]int64{2, 0, 0, 0}, "review", "map[]", 2},
		{"two boards in one folder", []named{{"a/x.json", answer(review)}, {"a/y.json", answer(try("CY-7", 1, "stalled", "createdAt", fmt.Sprint(base+999_999)))}},
			[4]int64{2, 0, 0, 0}, "review", "map[]", 2},
		{"two attempts in two files of a folder", []named{{"a/x.json", answer(try("CY-7", 2, "review"))}, {"a/y.json", answer(try("CY-7", 1, "stalled"))}},
			[4]int64{2, 0, 0, 0}, "review", "map[]", 1},
		{"a later export brings folders together", []named{{"a/r.json", answer(try("CY-7", 1, "stalled"))}, {"b/r.json", answer(try("CY-7", 2, "review"))},
			{"c/r.json", answer(try("CY-7", 2, "review"), try("CY-7", 1, "stalled"))}},
			[4]int64{2, 2, 0, 0}, "review", "map[]", 1},
		{"same stamp, other words", []named{{"a/runs.json", answer(review)}, {"b/runs.json", answer(try("CY-7", 1, "review", "error", `"x"`, "runtime", `"crabbox"`))}},
			[4]int64{1, 0, 1, 0}, "review", "map[crabyard_exports_disagree:1]", 1},
		{"what ran is over", []named{
			{"a/runs.json", answer(try("CY-7", 1, "running", "updatedAt", fmt.Sprint(base+1000_000)))},
			{"b/runs.json", answer(try("CY-7", 1, "failed"))},
		}, [4]int64{1, 0, 1, 0}, "failed", "map[]", 1},
		{"what was over runs again", []named{{"a/runs.json", answer(review)}, {"b/runs.json", answer(try("CY-7", 1, "running", "updatedAt", fmt.Sprint(base+1400_000), "lastHeartbeatAt", fmt.Sprint(base+1400_000)))}},
			[4]int64{1, 0, 1, 0}, "running", "map[crabyard_ended_attempt_changed:1]", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, test.files...)
			equal(t, "units", len(res.Units), test.units)
			equal(t, "fates", res.Fates(), test.fates)
			equal(t, "status", res.Set.Runs.Status.At(0), test.status)
			equal(t, "findings", fmt.Sprint(res.Codes()), test.codes)
			equal(t, "events", int64(res.Set.Events.Len()), test.fates[0])
		})
	}
}

// snake writes the keys as the database's columns are called.
func snake(text string) string {
	for _, f := range attempt.Fields {
		for _, a := range f.Alias {
			text = strings.ReplaceAll(text, `"`+f.Key+`":`, `"`+a+`":`)
		}
	}
	return text
}

func TestRecognised(t *testing.T) {
	one := try("CY-9", 1, "review")
	tests := []struct {
		name, text, format string
		kept, rejected     int64
	}{
		{"a history", answer(one), "crabyard-runs", 1, 0},
		{"an empty history", `{"runs":[]}`, "crabyard-runs", 0, 0},
		{"an empty history, printed wide", "{\n  \"runs\": [\n  ]\n}\n", "crabyard-runs", 0, 0},
		{"cut in the second attempt", answer(one, one)[:len(one)+40], "crabyard-runs", 1, 1},
		{"cut in the first attempt", answer(one)[:len(one)-5], "crabyard-runs", 0, 1},
		{"cut behind an attempt", `{"runs":[` + one, "crabyard-runs", 1, 1},
		{"several answers in one file", answer(one) + "\n" + answer(try("CY-10", 1, "review")), "crabyard-runs", 2, 0},
		{"text behind it", answer(one) + "oops", "crabyard-runs", 1, 1},
		{"the bare list", "[" + one + "]", "crabyard-runs", 1, 0},
		{"other keys first", `{"cap":20,"runs":[` + one + `]}`, "crabyard-runs", 1, 0},
		{"the list twice", `{"runs":[` + one + `],"runs":[` + one + `]}`, "crabyard-runs", 1, 1},
		{"an attempt that is none", `{"runs":[` + one + `,7,null,"x"]}`, "crabyard-runs", 1, 3},
		{"a key twice in one attempt", `{"runs":[` + one + `,{"id":"CY-9-R2","id":"CY-9-R3","cardId":"CY-9"}]}`, "crabyard-runs", 1, 1},
		{"state", `{"user":{},"cards":[` + card.Sample + `]}`, "crabyard-state", 2, 0},
		{"session", sessionEvent.Sample + "\n", "crabyard-session", 1, 0},
		{"session, with a line of another program", sessionEvent.Sample + "\n" + `{"level":"info","msg":"x"}` + "\n", "crabyard-session", 1, 0},
		{"an empty list beside other things", `{"runs":[],"total":0}`, "", 0, 0},
		{"runs of somebody else", `{"runs":[{"id":7,"name":"ci"}]}`, "", 0, 0},
		{"events of somebody else", `{"kind":"agent.spoke","actor":"x","message":"y","createdAt":1}` + "\n", "", 0, 0},
		{"nothing", ``, "", 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"x.json", test.text})
			if test.format == "" {
				equal(t, "files claimed", len(res.Files), 0)
				return
			}
			if len(res.Files) != 1 {
				t.Fatal("nobody claims it")
			}
			equal(t, "format", res.Files[0].Format.Name, test.format)
			n := res.Fates()
			equal(t, "kept", n[0], test.kept)
			equal(t, "rejected", n[3], test.rejected)
			if test.format != sessionFormat.Name {
				equal(t, "records", res.Set.Sources.Records.At(0), n[0]+n[1]+n[2]+n[3])
			}
		})
	}
}

func TestFindings(t *testing.T) {
	ms := func(after int) string { return fmt.Sprint(base + after*1000) }
	tests := []struct {
		name, text, want string
	}{
		{"ended before it started", answer(try("CY-1", 1, "review", "endedAt", ms(900))), "map[crabyard_time_order:2]"},
		{"heartbeat before the start", answer(try("CY-1", 1, "stalled", "lastHeartbeatAt", ms(999))), "map[crabyard_time_order:1]"},
		{"over without an end", answer(try("CY-1", 1, "failed", "endedAt", "null")), "map[crabyard_end_and_status:1]"},
		{"active with an end", answer(try("CY-1", 1, "running", "endedAt", ms(1090))), "map[crabyard_end_and_status:1]"},
		{"takeover that is not offered", answer(try("CY-1", 1, "review", "operator", `"maria"`)), "map[crabyard_takeover_unsupported:1]"},
		{"an operator with no intent left", answer(try("CY-1", 1, "review", "operator", `"maria"`, "capabilities", `{"takeover":true}`)), "map[]"},
		{"a foreign id", answer(try("CY-1", 1, "review", "id", `"job-7"`)), "map[crabyard_attempt_id:1]"},
		{"attempts missing", answer(try("CY-1", 3, "review")), "map[crabyard_attempts_missing:1]"},
		{"an unknown status", answer(try("CY-1", 1, "paused")), "map[unknown_value:1]"},
		{"seconds for milliseconds", answer(try("CY-1", 1, "review", "startedAt", fmt.Sprint(base/1000+1000))), "map[bad_value:1]"},
		{"old dumps lack columns", answer(try("CY-1", 1, "review", "selectionReason", "-", "capabilities", "-")), "map[]"},
		{"no heartbeat for long", answer(try("CY-1", 1, "running"), try("CY-2", 1, "review", "updatedAt", ms(2000))), "map[crabyard_heartbeat_overdue:1]"},
		{"no heartbeat for five minutes", answer(try("CY-1", 1, "running"), try("CY-2", 1, "review", "updatedAt", ms(1360))), "map[]"},
		{"no heartbeat for longer", answer(try("CY-1", 1, "running"), try("CY-2", 1, "review", "updatedAt", ms(1361))), "map[crabyard_heartbeat_overdue:1]"},
		{"card and number from the id", answer(try("CY-1", 1, "review", "cardId", "-", "attempt", "-")), "map[missing_field:2]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := load(t, named{"x.json", test.text})
			equal(t, "findings", fmt.Sprint(res.Codes()), test.want)
			for row := range res.Set.Attempts.Len() {
				if s, ok := res.Set.Attempts.DurationS.Get(row); ok && s < 0 {
					t.Errorf("a negative duration: %g", s)
				}
			}
		})
	}
}

func TestNamelessRecords(t *testing.T) {
	res := load(t, named{"x.json", answer(try("CY-1", 1, "review"), `{"cardId":"","attempt":1,"status":"review"}`, `{"cardId":"","attempt":1,"status":"review"}`)})
	equal(t, "fates", res.Fates(), [4]int64{3, 0, 0, 0})
	equal(t, "runs", res.Set.Runs.Len(), 1)
	equal(t, "events", res.Set.Events.Len(), 3)
}
