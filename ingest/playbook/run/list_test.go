package run_test

import (
	"fmt"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// A list that disagrees is shortened, passes of one name are told apart by their phases, and the
// lever of a run without a header is that of PROGRESS.md.
func TestNamesInARun(t *testing.T) {
	head := playbooktest.Head + "\n"
	for n, want := range map[int]string{1: "BUGS.md alone says BUG-002;", 8: "BUG-008, BUG-009;", 9: "BUG-008, BUG-009 and 1 more;", 40: "BUG-008, BUG-009 and 32 more;"} {
		bugs := "# Bugs\n\n### BUG-001: a\n\n"
		for i := range n {
			bugs += fmt.Sprintf("### BUG-%03d: a\n\n", i+2)
		}
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": head, "harbor/quality/BUGS.md": bugs,
			"harbor/quality/PROGRESS.md": "# Quality Playbook Progress\n\n## Cumulative BUG tracker\n\n| ID | Severity |\n|---|---|\n| BUG-001 | LOW |\n"})
		l.Want(t, "companion_disagrees|"+want)
	}
	pass := func(phase, minute string) string {
		return `{"event":"pass_started","ts":"2026-03-02T09:` + minute + `:00Z","phase":` + phase + `,"pass":"A"}` + "\n" +
			`{"event":"pass_ended","ts":"2026-03-02T09:` + minute + `:30Z","phase":` + phase + `,"pass":"A","status":"success"}`
	}
	l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": head + playbooktest.Lines(pass("4", "01"), pass("4", "02"), pass("2", "03"))})
	for name, want := range map[string]bool{"pass A": true, "pass A (phase 2)": true, "pass A (phase 4)": false} {
		if got := l.Step(name) >= 0; got != want {
			t.Errorf("there is a step %s: %v", name, got)
		}
	}
	for log, want := range map[string]string{head: "baseline", playbooktest.At("phase_start", "1", 1) + "\n": "post-lever"} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": log, "harbor/quality/PROGRESS.md": "# Quality Playbook Progress\n\nLever: post-lever (by hand)\n\n## Phases\n- [x] Phase 1 - Explore\n"})
		if got := l.Set.Runs.Variant.At(0); got != want {
			t.Errorf("the lever is %q, want %q", got, want)
		}
	}
}

// The lines of EXPLORATION.md that the log states are held against the rule; 0 states nothing.
func TestStatedLinesOfTheExploration(t *testing.T) {
	for lines, want := range map[string]bool{"0": false, "1": true, "119": true, "120": false} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" +
			`{"event":"artifact_written","ts":"2026-03-02T09:01:00Z","relative_path":"quality/EXPLORATION.md","line_count":` + lines + `}` + "\n"})
		if got := l.Has("phase_rule_broken", "EXPLORATION.md: "+lines+" lines"); got != want {
			t.Errorf("%s lines break the rule: %v", lines, got)
		}
	}
}
