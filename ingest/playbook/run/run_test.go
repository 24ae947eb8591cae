package run_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/playbook/playbooktest"
)

// TestOrderlyRun reads a run that keeps every rule, with all its documents: there
// is nothing to say about it.
func TestOrderlyRun(t *testing.T) {
	l := playbooktest.LoadDir(t, filepath.Join("..", "testdata"))
	l.Quiet(t)
	r := &l.Set.Runs
	if r.Len() != 1 {
		t.Fatalf("%d runs", r.Len())
	}
	for _, c := range []struct{ what, got, want string }{
		{"id", r.ID.At(0), "harbor-2.1 2026-03-02T09:00:00Z"}, {"subject", r.Subject.At(0), "harbor-2.1"},
		{"variant", r.Variant.At(0), "baseline"}, {"runner", r.Runner.At(0), "claude"}, {"version", r.Version.At(0), "1.5.6"},
		{"model", r.Model.At(0), "m-1"}, {"status", r.Status.At(0), "success"}, {"outcome", r.Outcome.At(0), "success"},
	} {
		if c.got != c.want {
			t.Errorf("%s = %q, want %q", c.what, c.got, c.want)
		}
	}
	if d := r.DurationS.At(0); d != 5400 {
		t.Errorf("duration %g", d)
	}
	if a := r.ActiveS.At(0); a != 720+420+1200+900+600+540 {
		t.Errorf("active %g", a)
	}
	s := &l.Set.Steps
	three := l.Step("phase 3")
	if n := s.Attempts.At(three); n != 2 || !s.Converged.Is(three) || s.Name.At(three) != "Code Review" {
		t.Errorf("phase 3: %d attempts, converged %v, name %q", n, s.Converged.Is(three), s.Name.At(three))
	}
	if d := s.DurationS.At(l.Step("pass B")); d != 300 {
		t.Errorf("pass B lasts %g", d)
	}
	if s.LoggedS.At(l.Step("pattern 1")) != 120 || s.LoggedS.At(l.Step("phase 1")) != 720 {
		t.Error("logged durations are lost")
	}
	a := &l.Set.Attempts
	var tries []bool
	for row := range a.Len() {
		if a.Step.At(row) == "phase 3" {
			tries = append(tries, a.Converged.Is(row))
		}
	}
	if len(tries) != 2 || tries[0] || !tries[1] {
		t.Errorf("tries at phase 3: %v", tries)
	}
}

func TestChecksAndClaims(t *testing.T) {
	l := playbooktest.LoadDir(t, filepath.Join("..", "testdata"))
	c := &l.Set.Checks
	got := ""
	for row := range c.Len() {
		got += c.Step.At(row) + " " + c.Name.At(row) + " " + c.Verdict.At(row) + "; "
	}
	if got != "phase 5 red_logs pass; phase 5 patches fail; phase 6 quality_gate warn; " {
		t.Errorf("checks: %s", got)
	}
	for _, w := range []struct{ by, subject, field, want string }{
		{"phase_end", "phase 6", "bugs_md_count", "2"}, {"run_end", "", "final_verdict", "pass"},
		{"PROGRESS.md", "phase 2", "completed", "2026-03-02T09:20:00Z)"}, {"PROGRESS.md", "", "tracked_bugs", "2"},
		{"PROGRESS.md", "phase 4", "done", "true"}, {"PROGRESS.md", "", "runner", "claude"},
		{"BUGS.md", "", "bugs", "2"}, {"INDEX.md", "summary", "gate_verdict", "pass"}, {"run metadata", "", "bug_count", "2"},
		{"run metadata", "", "phases_completed", `["Phase 1","Phase 2","Phase 3","Phase 4","Phase 5","Phase 6"]`},
		{"quality-gate.log", "", "gate_result", "PASS"}, {"quality-gate.log", "", "fails", "0"}, {"tdd-results.json", "summary", "verified", "1"},
		{"integration-results.json", "", "recommendation", "FIX BEFORE MERGE"}, {"integration-results.json", "summary", "failed", "1"},
		{"recheck-results.json", "summary", "STILL_OPEN", "1"}, {"RUN_INDEX.md", "20260301T090000Z", "bug_count", "3"},
		{"error", "phase 3", "message", "no regression patch for BUG-002"}, {"pattern_walked", "pattern 1", "findings_count", "2"},
	} {
		if got := l.Claim(w.by, w.subject, w.field); got != w.want {
			t.Errorf("%s, %s, %s = %q, want %q", w.by, w.subject, w.field, got, w.want)
		}
	}
}

func TestBugLists(t *testing.T) {
	l := playbooktest.LoadDir(t, filepath.Join("..", "testdata"))
	b := &l.Set.Bugs
	rows := map[string]int{}
	for row := range b.Len() {
		rows[b.List.At(row)+" "+b.Bug.At(row)] = row
	}
	for name, want := range map[string]struct {
		file          string
		lo, hi        int64
		severity      string
		requirement   string
		status, title string
	}{
		"BUGS.md BUG-001":         {"pier/crane.go", 10, 20, "HIGH", "REQ-001", "open", "the crane swings back"},
		"BUGS.md BUG-002":         {"pier/lock.go", 7, 7, "LOW", "REQ-002", "", "a lock takes any name"},
		"tracker BUG-002":         {"pier/lock.go", 7, 7, "LOW", "", "open", `a | in the name of a lock`},
		"manifest BUG-001":        {"pier/crane.go", 10, 20, "high", "REQ-001", "code-fix", "the crane swings back"},
		"manifest BUG-002":        {"pier/lock.go", 7, 7, "low", "REQ-002", "code-fix", "a lock takes any name"},
		"tdd-results BUG-002":     {"", 0, 0, "", "REQ-002", "green failed", ""},
		"recheck-results BUG-002": {"", 0, 0, "LOW", "", "STILL_OPEN", "a lock takes any name"},
		"finding BUG-001":         {"", 0, 0, "", "", "code-bug", ""},
	} {
		row, ok := rows[name]
		if !ok {
			t.Errorf("%s is missing", name)
			continue
		}
		if b.File.At(row) != want.file || b.LineLo.At(row) != want.lo || b.LineHi.At(row) != want.hi || b.Severity.At(row) != want.severity ||
			b.Requirement.At(row) != want.requirement || b.Status.At(row) != want.status || b.Title.At(row) != want.title {
			t.Errorf("%s: %s:%d-%d, %s, %s, %s, %s", name, b.File.At(row), b.LineLo.At(row), b.LineHi.At(row), b.Severity.At(row),
				b.Requirement.At(row), b.Status.At(row), b.Title.At(row))
		}
	}
}

func TestPhases(t *testing.T) {
	type row struct {
		step     string
		seconds  float64 // -1: none
		status   string
		attempts int64
	}
	for _, c := range []struct {
		name    string
		log     []string
		want    []row
		finding []string
	}{
		{"the last of two ends counts", []string{playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 40), playbooktest.At("phase_end", "1", 10)},
			[]row{{"phase 1", 600, "done", 1}}, []string{"duplicate_phase_marker|phase 1 ends twice", "out_of_order_ts"}},
		{"a phase that is run again", []string{playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_start", "1", 5), playbooktest.At("phase_end", "1", 10)},
			[]row{{"phase 1", 300, "done", 1}}, []string{"duplicate_phase_marker|starts twice"}},
		{"a start behind the last end", []string{playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 5), playbooktest.At("phase_start", "1", 10)},
			[]row{{"phase 1", -1, "open", 1}}, []string{"phase_in_progress|phase 1"}},
		{"an end without a start", []string{playbooktest.At("phase_end", "3", 5)}, []row{{"phase 3", -1, "done", 1}}, []string{"phase_end_without_start|phase 3"}},
		{"equal stamps", []string{playbooktest.At("phase_start", "1", 5), playbooktest.At("phase_end", "1", 5)}, []row{{"phase 1", -1, "done", 1}}, []string{"zero_duration|phase 1"}},
		{"an end before the start", []string{playbooktest.At("phase_start", "1", 50), playbooktest.At("phase_end", "1", 5)}, []row{{"phase 1", -1, "done", 1}}, []string{"negative_duration|phase 1", "out_of_order_ts"}},
		{"a seventh phase", []string{playbooktest.At("phase_start", "7", 0), playbooktest.At("phase_end", "7", 1)}, []row{{"phase 7", 60, "done", 1}}, []string{"bad_value|phase"}},
		{"a phase number in words", []string{playbooktest.At("phase_start", `"2"`, 0), playbooktest.At("phase_end", `"2"`, 1)}, []row{{"phase 2", 60, "done", 1}}, []string{"bad_value|phase"}},
		{"phases in each other", []string{playbooktest.At("phase_start", "2", 0), playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 2)},
			[]row{{"phase 2", -1, "open", 1}, {"phase 1", 60, "done", 1}}, []string{"phase_order|has not ended", "phase_order|behind phase 2"}},
		{"a phase behind one that only ended", []string{playbooktest.At("phase_end", "3", 0), playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 2)},
			[]row{{"phase 3", -1, "done", 1}, {"phase 1", 60, "done", 1}}, []string{"phase_end_without_start|phase 3", "phase_order|behind phase 3"}},
		{"an error before the phase", []string{`{"event":"error","ts":"2026-03-02T09:00:30Z","phase":1,"message":"no module","recoverable":true}`, playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 3)},
			[]row{{"phase 1", 120, "done", 1}}, nil},
		{"an error before the phase and one in it", []string{`{"event":"error","ts":"2026-03-02T09:00:30Z","phase":1,"message":"no module","recoverable":true}`,
			playbooktest.At("phase_start", "1", 1), `{"event":"error","ts":"2026-03-02T09:02:00Z","phase":1,"message":"no patch","recoverable":true}`, playbooktest.At("phase_end", "1", 3)},
			[]row{{"phase 1", 120, "done", 2}}, nil},
		{"an error that ends the run", []string{playbooktest.At("phase_start", "1", 0), `{"event":"error","ts":"2026-03-02T09:02:00Z","phase":1,"message":"no key","recoverable":false}`},
			[]row{{"phase 1", -1, "failed", 1}}, []string{"unrecoverable_error|no key"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
			s := &l.Set.Steps
			if s.Len() != len(c.want) {
				t.Fatalf("%d steps", s.Len())
			}
			for i, w := range c.want {
				seconds, ok := s.DurationS.Get(i)
				if !ok {
					seconds = -1
				}
				if s.Step.At(i) != w.step || seconds != w.seconds || s.Status.At(i) != w.status || s.Attempts.At(i) != w.attempts {
					t.Errorf("%s lasts %g, %s, %d attempts; want %+v", s.Step.At(i), seconds, s.Status.At(i), s.Attempts.At(i), w)
				}
			}
			l.Want(t, c.finding...)
		})
	}
}

// The time in phases is the sum of those that have both ends and take some time. How long the
// whole run took needs its end.
func TestTimesOfARun(t *testing.T) {
	at := func(event, phase, clock string) string {
		return `{"event":"phase_` + event + `","ts":"2026-03-02T` + clock + `Z","phase":` + phase + `,"key_counts":{},"artifacts_produced":[]}`
	}
	end := func(clock string) string {
		return `{"event":"run_end","ts":"2026-03-02T` + clock + `Z","status":"success"}`
	}
	for _, c := range []struct {
		name            string
		log             []string
		active, seconds float64 // -1: n/a
		ended           string
	}{
		{"nothing", nil, -1, -1, ""},
		{"open", []string{at("start", "1", "09:01:00")}, -1, -1, ""},
		{"half a second", []string{at("start", "1", "09:01:00"), at("end", "1", "09:01:00.5")}, 0.5, -1, ""},
		{"no time", []string{at("start", "1", "09:01:00"), at("end", "1", "09:01:00")}, -1, -1, ""},
		{"an end alone", []string{at("end", "1", "09:01:00"), end("09:02:00")}, -1, 120, "09:02:00"},
		{"two, and a pause", []string{at("start", "1", "09:01:00"), at("end", "1", "09:02:00"), at("start", "2", "09:10:00"), at("end", "2", "09:10:30"), end("09:20:00")}, 90, 1200, "09:20:00"},
		{"one of two", []string{at("start", "1", "09:01:00"), at("end", "1", "09:02:00"), at("start", "2", "09:10:00"), end("09:20:00")}, 60, 1200, "09:20:00"},
		{"the second of two", []string{at("start", "1", "09:01:00"), at("start", "2", "09:10:00"), at("end", "2", "09:10:30")}, 30, -1, ""},
		{"an end before the start", []string{end("08:00:00")}, -1, -1, "08:00:00"},
		{"stopped", []string{at("start", "1", "09:01:00"), `{"event":"error","ts":"2026-03-02T09:03:00Z","phase":1,"message":"no key","recoverable":false}`}, -1, -1, "09:03:00"},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + strings.Join(append(c.log, ""), "\n")})
		r := &l.Set.Runs
		for _, x := range []struct {
			what string
			get  func(int) (float64, bool)
			want float64
		}{{"in phases", r.ActiveS.Get, c.active}, {"in all", r.DurationS.Get, c.seconds}} {
			got, ok := x.get(0)
			if !ok {
				got = -1
			}
			if got != x.want {
				t.Errorf("%s: %s %g s, want %g", c.name, x.what, got, x.want)
			}
		}
		ended := ""
		if at := r.EndedAt.At(0); !at.IsZero() {
			ended = at.Format(time.TimeOnly)
		}
		if ended != c.ended || r.StartedAt.At(0).Format(time.TimeOnly) != "09:00:00" {
			t.Errorf("%s: from %s to %s, want 09:00:00 and %s", c.name, r.StartedAt.At(0), ended, c.ended)
		}
		if l.Has("negative_duration", "run ends before it starts") != (c.name == "an end before the start") {
			t.Errorf("%s: findings %q", c.name, l.Findings())
		}
	}
}

// A log without its header tells when the run began by its first record.
func TestLogWithoutAHeader(t *testing.T) {
	end := `{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"success"}`
	for _, c := range []struct {
		name  string
		log   []string
		began string
		known bool // how long it took
	}{
		{"its end alone", []string{end}, "09:59:00", false},
		{"a phase and its end", []string{playbooktest.At("phase_start", "6", 50), playbooktest.At("phase_end", "6", 55), end}, "09:50:00", false},
		{"with a header", []string{playbooktest.Head, playbooktest.At("phase_start", "6", 50), end}, "09:00:00", true},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(c.log...)})
		r := &l.Set.Runs
		if r.Len() != 1 {
			t.Fatalf("%s: %d runs", c.name, r.Len())
		}
		if _, known := r.DurationS.Get(0); known != c.known || r.StartedAt.At(0).Format(time.TimeOnly) != c.began || r.EndedAt.At(0).Format(time.TimeOnly) != "09:59:00" {
			t.Errorf("%s: from %s to %s, its length is known: %v; want %s, %v", c.name, r.StartedAt.At(0), r.EndedAt.At(0), known, c.began, c.known)
		}
	}
}

// Bugs that phase 3 counts are held against those that are logged in it, where any are.
func TestCountOfBugsInPhase3(t *testing.T) {
	found := func(id string) string {
		return `{"event":"finding_logged","ts":"2026-03-02T09:25:00Z","phase":3,"finding_id":"` + id + `","severity":"high"}`
	}
	for _, c := range []struct {
		name    string
		counted string
		found   []string
		differ  bool
	}{
		{"none logged", `"bugs_identified":2`, nil, false},
		{"as many", `"bugs_identified":2`, []string{found("BUG-001"), found("BUG-002")}, false},
		{"fewer", `"bugs_identified":2`, []string{found("BUG-001")}, true},
		{"not counted", ``, []string{found("BUG-001")}, false},
	} {
		log := append([]string{playbooktest.Head, playbooktest.At("phase_start", "3", 20)}, c.found...)
		log = append(log, `{"event":"phase_end","ts":"2026-03-02T09:40:00Z","phase":3,"key_counts":{`+c.counted+`},"artifacts_produced":[]}`)
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(log...)})
		said := slices.ContainsFunc(l.Findings(), func(s string) bool { return strings.Contains(s, "bugs_identified: 2") })
		if said != c.differ {
			t.Errorf("%s: findings %q", c.name, l.Findings())
		}
	}
}

// Every try at a phase that ended has a row: one that failed and was made again, one that
// the run ended in, and the last.
func TestTriesAtPhases(t *testing.T) {
	failure := func(second, recoverable string) string {
		return `{"event":"error","ts":"2026-03-02T09:0` + second + `Z","phase":1,"message":"no key","recoverable":` + recoverable + `}`
	}
	for _, c := range []struct {
		name string
		log  []string
		want []string
	}{
		{"open", []string{playbooktest.At("phase_start", "1", 0)}, nil},
		{"ended", []string{playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 1)}, []string{"1 done 60"}},
		{"an error before its only start", []string{failure("0:00", "true"), playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 2)}, []string{"1 done 60"}},
		{"made again", []string{playbooktest.At("phase_start", "1", 0), failure("0:30", "true"), playbooktest.At("phase_end", "1", 1)}, []string{"1 failed 30", "2 done 30"}},
		{"the end of the run", []string{playbooktest.At("phase_start", "1", 0), failure("0:20", "false")}, []string{"1 failed 20"}},
		{"the end of the run, later", []string{playbooktest.At("phase_start", "1", 0), failure("0:30", "true"), failure("1:10", "false")}, []string{"1 failed 30", "2 failed 40"}},
		{"no end of the run", []string{playbooktest.At("phase_start", "1", 0), failure("0:20", "false"), playbooktest.At("phase_start", "2", 1)}, nil},
		{"on all the same", []string{playbooktest.At("phase_start", "1", 0), failure("0:20", "false"), playbooktest.At("phase_end", "1", 1)}, []string{"1 done 60"}},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
		a := &l.Set.Attempts
		var got []string
		for i := range a.Len() {
			s, _ := a.DurationS.Get(i)
			got = append(got, fmt.Sprintf("%d %s %g", a.Attempt.At(i), a.Status.At(i), s))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestRunStates(t *testing.T) {
	six := func(upTo int) (l []string) {
		for n := 1; n <= upTo; n++ {
			d := string(rune('0' + n))
			l = append(l, playbooktest.At("phase_start", d, 2*n), playbooktest.At("phase_end", d, 2*n+1))
		}
		return l
	}
	end := `{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"Success"}`
	for _, c := range []struct {
		name, status, result string
		log                  []string
		finding              []string
	}{
		{"unfinished", "unfinished", "open", six(2), nil},
		{"all phases, no end", "unfinished", "open", six(6), []string{"run_end_missing"}},
		{"an end without all phases", "success", "passed", append(six(4), end), []string{"run_end_without_phases|5, 6"}},
		{"two ends", "success", "passed", append(six(6), end, end+" "), []string{"repeated_record"}},
		{"a second end", "failed", "failed failure", append(six(6), end, `{"event":"run_end","ts":"2026-03-02T09:59:10Z","status":"failed"}`), []string{"playbook_second_run_end"}},
		{"events behind the end", "success", "passed", append(append(six(6), end), `{"event":"gate_check","ts":"2026-03-02T10:01:00Z","gate_name":"g","verdict":"pass"}`), []string{"after_run_end|gate_check"}},
		{"a fatal error", "aborted", "failed critical-failure", append(six(1), `{"event":"error","ts":"2026-03-02T09:30:00Z","message":"no key","recoverable":false}`), []string{"unrecoverable_error"}},
		{"on behind a fatal error", "unfinished", "open", append([]string{`{"event":"error","ts":"2026-03-02T09:00:10Z","message":"no key","recoverable":false}`}, six(1)...), []string{"unrecoverable_error"}},
		{"no documents", "aborted", "failed missing-docs", []string{`{"event":"aborted_missing_docs","ts":"2026-03-02T09:00:04Z","reason":"empty"}`}, []string{"undeclared_event|aborted_missing_docs"}},
		{"on without documents", "aborted", "failed missing-docs", []string{`{"event":"documentation_state","ts":"2026-03-02T09:00:03Z","state":"code_only","reason":"empty"}`,
			`{"event":"aborted_missing_docs","ts":"2026-03-02T09:00:04Z","reason":"empty"}`, playbooktest.At("phase_start", "1", 2)}, []string{"docs_state_conflict", "phase_after_abort|phase 1"}},
		{"a free status", "blocked_by_release", "failed failure", append(six(6), `{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"blocked_by_release"}`), []string{"unknown_value|status"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
			if got := l.Set.Runs.Status.At(0); got != c.status {
				t.Errorf("status %q, want %q", got, c.status)
			}
			if got := strings.TrimSpace(l.Set.Runs.Result.At(0) + " " + l.Set.Runs.Cause.At(0)); got != c.result {
				t.Errorf("result and cause %q, want %q", got, c.result)
			}
			l.Want(t, c.finding...)
		})
	}
}
