package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// What a round of exploration says of new bugs: their names, or how many there are.
func TestNewBugs(t *testing.T) {
	for more, want := range map[string]string{
		`,"net_new_bugs":[]`: "none 0 true", `,"net_new_bugs":["BUG-004","BUG-005"]`: "BUG-004, BUG-005 2 true", `,"net_new_bugs":["BUG-004"]`: "BUG-004 1 true",
		`,"net_new_bugs":3`: "3 3 true", `,"net_new_bugs":0`: "0 0 true", `,"net_new_bugs":"some"`: "some 0 false", ``: "",
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" +
			`{"event":"iteration_end","ts":"2026-03-02T11:30:00Z","strategy":"gap","status":"success"` + more + "}\n"})
		got, c := "", &l.Set.Claims
		for row := range c.Len() {
			if c.Field.At(row) == "net_new_bugs" {
				n, ok := c.Number.Get(row)
				got = fmt.Sprint(c.Text.At(row), " ", n, " ", ok)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", more, got, want)
		}
	}
}

// Patterns, passes and rounds of exploration are steps: a start and its end are one, by their name
// and phase.
func TestInnerSteps(t *testing.T) {
	event := func(name, minute, more string) string {
		return `{"event":"` + name + `","ts":"2026-03-02T09:` + minute + `:00Z"` + more + `}`
	}
	pass := func(name, minute, phase, which string) string {
		return event("pass_"+name, minute, `,"phase":`+phase+`,"pass":"`+which+`"`)
	}
	round := func(name, minute, strategy string) string {
		return event("iteration_"+name, minute, `,"strategy":"`+strategy+`"`)
	}
	const failed = `,"phase":4,"pass":"A","status":"failed"`
	for _, c := range []struct {
		name string
		log  []string
		want []string // step, phase, status, result, seconds
	}{
		{"a pass", []string{pass("started", "01", "4", "A"), pass("ended", "03", "4", "A")}, []string{"pass A, phase 4, done, passed, 120"}},
		{"a pass that is open", []string{pass("started", "01", "4", "A")}, []string{"pass A, phase 4, open, open, 0"}},
		{"a pass that is run again", []string{pass("started", "01", "4", "A"), pass("ended", "03", "4", "A"), pass("started", "05", "4", "A"), pass("ended", "06", "4", "A")},
			[]string{"pass A, phase 4, done, passed, 60"}},
		{"a pass that is run again, and open", []string{pass("started", "01", "4", "A"), pass("ended", "03", "4", "A"), pass("started", "05", "4", "A")},
			[]string{"pass A, phase 4, open, open, 0"}},
		{"two passes", []string{pass("started", "01", "4", "A"), pass("started", "02", "4", "B"), pass("ended", "03", "4", "A")},
			[]string{"pass A, phase 4, done, passed, 120", "pass B, phase 4, open, open, 0"}},
		{"passes of one name in two phases", []string{pass("ended", "01", "4", "A"), pass("ended", "02", "5", "A")},
			[]string{"pass A, phase 4, done, passed, 0", "pass A (phase 5), phase 5, done, passed, 0"}},
		{"a pass that failed", []string{pass("started", "01", "4", "A"), event("pass_ended", "02", failed)}, []string{"pass A, phase 4, failed, failed, 60"}},
		{"an open pass of a run that ended", []string{pass("started", "01", "4", "A"), event("run_end", "05", `,"status":"success"`)}, []string{"pass A, phase 4, open, unknown, 0"}},
		{"a pattern", []string{event("pattern_walked", "01", `,"phase":1,"pattern":3,"findings_count":2`)}, []string{"pattern 3, phase 1, done, passed, 0"}},
		{"a round", []string{round("start", "01", "gap"), round("end", "02", "gap")}, []string{"iteration 1 (gap), , done, passed, 60"}},
		{"a round that is open behind the end of its run", []string{event("run_end", "00", `,"status":"success"`), round("start", "01", "gap")}, []string{"iteration 1 (gap), , open, open, 0"}},
		{"rounds of one strategy", []string{round("start", "01", "gap"), round("end", "02", "gap"), round("start", "03", "gap"), round("end", "06", "gap")},
			[]string{"iteration 1 (gap), , done, passed, 60", "iteration 2 (gap), , done, passed, 180"}},
		{"an end of a round without a start", []string{round("start", "01", "gap"), round("end", "02", "gap"), round("end", "06", "gap")},
			[]string{"iteration 1 (gap), , done, passed, 60", "iteration 2 (gap), , done, passed, 0"}},
		{"rounds in each other", []string{round("start", "01", "gap"), round("start", "02", "parity"), round("end", "03", "gap"), round("end", "07", "parity")},
			[]string{"iteration 1 (gap), , done, passed, 120", "iteration 2 (parity), , done, passed, 300"}},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
		s := &l.Set.Steps
		var got []string
		for row := range s.Len() {
			got = append(got, fmt.Sprintf("%s, %s, %s, %s, %g", s.Step.At(row), s.Parent.At(row), s.Status.At(row), s.Result.At(row), s.DurationS.At(row)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A pass is known in any spelling; long names are cut.
func TestNamesOfInnerSteps(t *testing.T) {
	name := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct{ line, want string }{
		{`{"event":"pass_started","ts":"2026-03-02T09:01:00Z","phase":4,"pass":"b"}`, "pass B"},
		{`{"event":"pattern_walked","ts":"2026-03-02T09:01:00Z","phase":1,"pattern":"` + name(80) + `","findings_count":0}`, "pattern " + name(80)},
		{`{"event":"pattern_walked","ts":"2026-03-02T09:01:00Z","phase":1,"pattern":"` + name(81) + `","findings_count":0}`, "pattern " + name(80) + "…"},
		{`{"event":"iteration_start","ts":"2026-03-02T09:01:00Z","strategy":"` + name(40) + `"}`, "iteration 1 (" + name(40) + ")"},
		{`{"event":"iteration_start","ts":"2026-03-02T09:01:00Z","strategy":"` + name(41) + `"}`, "iteration 1 (" + name(40) + "…)"},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + c.line + "\n"})
		if l.Set.Steps.Len() != 1 || l.Set.Steps.Step.At(0) != c.want {
			t.Errorf("%s: %q, want %q", c.line, l.Set.Steps.Step.At(0), c.want)
		}
	}
}
