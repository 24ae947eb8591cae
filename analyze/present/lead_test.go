package present

import (
	"testing"

	"runreport/analyze/gate"
	"runreport/analyze/report"
)

func TestGateSentence(t *testing.T) {
	rule := func(name, status string) report.GateRule {
		return report.GateRule{Name: name, Level: gate.Blocking, Status: status}
	}
	for _, c := range []struct {
		name string
		gate report.Gate
		want string
	}{
		{"nothing evaluated", report.Gate{Status: gate.Undecided, Rules: []report.GateRule{rule("failed-run", gate.NotEvaluated)}},
			"Undecided: no blocking rule could be evaluated."},
		{"a rule that decides nothing", report.Gate{Status: gate.Undecided, Rules: []report.GateRule{rule("failed-run", gate.NotEvaluated), rule("complete-input", gate.Pass)}},
			"Undecided: the blocking rules that could be evaluated decide nothing alone: complete-input."},
		{"passed", report.Gate{Status: gate.Passed, Rules: []report.GateRule{rule("failed-run", gate.Pass), rule("complete-input", gate.Pass)}},
			"Passed: 2 blocking rules."},
		{"failed", report.Gate{Status: gate.Failed, Rules: []report.GateRule{rule("failed-run", gate.Fail), rule("gone", gate.NotEvaluated)}},
			"Failed: failed-run. Not evaluated: gone."},
	} {
		if got := gateSentence(&c.gate); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLeadsCountRuns(t *testing.T) {
	for _, c := range []struct {
		name       string
		systems    []string
		open       int
		going      int
		runs, ends string
	}{
		{"one", []string{"a"}, 0, 0, "1 run of a.", "The run ended."},
		{"two of one system", []string{"a", "a"}, 0, 0, "2 runs of a.", "Both runs ended."},
		{"two systems", []string{"a", "b", "a"}, 1, 1, "3 runs: 2 of a and 1 of b.", "2 runs ended; 1 has no end record."},
		{"a report of tests", []string{"a"}, 1, 0, "1 run of a.", "The run ended; its log has no end record."},
		{"reports of tests", []string{"a", "a"}, 2, 0, "2 runs of a.", "Both runs ended; no log has an end record."},
		{"one that was stopped", []string{"a", "a", "a"}, 2, 1, "3 runs of a.", "1 run ended, 1 has not, and 1 has no end record."},
	} {
		var all []report.Run
		for i, s := range c.systems {
			all = append(all, report.Run{System: s, RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "passed"}})
			if i < c.going {
				all[i].Result = "open"
			}
		}
		got := [2]string{countBySystem(all), endedSentence(all, c.open)}
		if got != [2]string{c.runs, c.ends} {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// Scores have the digits that their interval tells, and no more.
func TestDigitsOfScores(t *testing.T) {
	k := report.Known
	for _, c := range []struct {
		mean, lo, hi report.Number
		want         [2]string
	}{
		{k(0.845833), k(0.768658), k(0.923009), [2]string{"0.85", "0.77 to 0.92"}},
		{k(0.0042), k(0.0040), k(0.0044), [2]string{"0.0042", "0.0040 to 0.0044"}},
		{k(2.0 / 3), report.Missing("no_data"), report.Missing("no_data"), [2]string{"0.67", "n/a"}},
	} {
		cells := scoreTable([]report.ScoreGroup{{Mean: c.mean, Lo: c.lo, Hi: c.hi}}).Rows[0].Cells
		if got := [2]string{cells[len(cells)-2].Text, cells[len(cells)-1].Text}; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	d := report.ScoreDifference{Benchmark: "b", Scorer: "s", Items: 9, Before: k(0.5), After: k(0.497), Delta: k(-0.003), Lo: k(-0.004), Hi: k(-0.002)}
	cells := differenceTable(0, report.ItemComparison{Scores: []report.ScoreDifference{d}}).Rows[0].Cells
	for i, want := range []string{"0.500", "0.497", "−0.003", "−0.004 to −0.002"} {
		if got := cells[3+i].Text; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
