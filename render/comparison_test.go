package render

import (
	"cmp"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// comparisons are two of items that differ, one that does not, and one of three scorers.
func comparisons() []report.ItemComparison {
	score := func(text, evidence string, delta float64) report.ScoreDifference {
		return report.ScoreDifference{Text: text, Evidence: evidence, Delta: report.Known(delta)}
	}
	return []report.ItemComparison{
		{After: "b", Items: 9, Text: "b against a: passes more.", Evidence: report.ItemsWeak, Delta: report.Known(0.2)},
		{After: "c", Items: 9, Text: "c against a: passes fewer.", Evidence: report.ItemsStrong, Delta: report.Known(-0.2)},
		{After: "d", Items: 9, Text: "No clear difference between a and d: +0.1. Evidence: inconclusive. More would show it.", Evidence: report.ItemsInconclusive, Delta: report.Known(0.1)},
		{After: "e", Text: "of the clearest", Evidence: report.ItemsInconclusive, Scores: []report.ScoreDifference{
			score("e against a: mean x fell.", report.ItemsWeak, -3),
			score("e against a: mean y rose.", report.ItemsStrong, 2),
			score("No clear difference between a and e: mean z.", report.ItemsInconclusive, 1),
			{Delta: report.Known(1)}, // of an earlier version
		}},
	}
}

// A comparison that shows something is a change of the first screen; one that shows nothing
// is told as one that was made.
func TestComparisonsAreChanges(t *testing.T) {
	b := NewBrief(&report.Data{Items: report.Items{Comparisons: comparisons()}, Verdict: report.Verdict{About: "2026-05-01"}})
	for _, c := range []struct {
		list []BriefChange
		want string
	}{
		{b.Changed, "better: b against a: passes more., worse: c against a: passes fewer., score fell: e against a: mean x fell., score rose: e against a: mean y rose."},
		{b.Alike, "inconclusive: No clear difference between a and d: +0.1. Evidence: inconclusive. More would show it., inconclusive: No clear difference between a and e: mean z."},
	} {
		var got []string
		for _, x := range c.list {
			got = append(got, x.Tag+": "+x.Text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q, want %q", strings.Join(got, ", "), c.want)
		}
	}
}

// Of sides of equal standing none is worse or better.
func TestComparisonsOfEqualStanding(t *testing.T) {
	all := comparisons()
	for i := range all {
		all[i].Order = report.OrderNone
	}
	b := NewBrief(&report.Data{Items: report.Items{Comparisons: all}, Verdict: report.Verdict{About: "2026-05-01"}})
	for _, x := range b.Changed {
		if x.Tag != "differs" || !x.Unsure {
			t.Errorf("%s: %s", x.Tag, x.Text)
		}
	}
	if len(b.Changed) != 4 || len(b.Alike) != 2 {
		t.Errorf("%d differ, %d do not", len(b.Changed), len(b.Alike))
	}
}

// Comparisons that show nothing have rows of their own, and then it is not said that nothing was found.
func TestComparisonsOfTheFirstScreen(t *testing.T) {
	all := comparisons()
	alike := all[2]
	for _, c := range []struct {
		name, quiet string
		list        []report.ItemComparison
		rows, more  int
	}{
		{"none", "Nothing is failing. No change was found.", nil, 0, 0},
		{"one that shows something", "Nothing is failing.", all[:1], 0, 0},
		{"one that shows nothing", "Nothing is failing.", all[2:3], 1, 0},
		{"beside one that does", "Nothing is failing.", all[1:3], 1, 0},
		{"six", "Nothing is failing.", []report.ItemComparison{alike, alike, alike, alike, alike, alike}, 3, 3},
	} {
		d := &report.Data{Items: report.Items{Comparisons: c.list}, Verdict: report.Verdict{State: report.VerdictPassed, About: "2026-05-01"}}
		got := newFirst(d, budget{}, func(string) trusted { return "" })
		if got.Quiet != c.quiet || len(got.AlikeRows) != c.rows || len(got.MoreAlike) != c.more {
			t.Errorf("%s: %q, %d and %d", c.name, got.Quiet, len(got.AlikeRows), len(got.MoreAlike))
		}
		for _, x := range got.AlikeRows {
			if x.Head != "No clear difference between a and d: +0.1." || x.Look != "unknown" || x.Tag != "inconclusive" {
				t.Errorf("%s: %q, %s %s", c.name, x.Head, x.Look, x.Tag)
			}
		}
	}
}

// Items of evals that fail are told where else nothing fails, and by no run: it passes by ending.
func TestQuietLineOfEvals(t *testing.T) {
	figure := func(passed, all int64) report.Data {
		return report.Data{KeyFigures: []report.KeyFigure{{Name: "item_pass_rate", Unit: "ratio", Value: report.Known(float64(passed) / float64(all)),
			Num: report.Count(passed), Den: report.Count(all)}}}
	}
	broken := figure(15, 20)
	broken.Failures = []report.Failure{{Step: "s", State: report.FailureNew}}
	accepted := figure(15, 20)
	accepted.Failures = []report.Failure{{Step: "s", State: report.FailureAcknowledged}}
	broke := func(d report.Data, n ...int64) report.Data {
		for _, x := range n {
			d.Items.Groups = append(d.Items.Groups, report.ItemGroup{Outside: x})
		}
		return d
	}
	dates := func(d report.Data, n int) report.Data {
		d.KeyFigures[0].Series = make([]report.FigurePoint, n)
		return d
	}
	for _, c := range []struct {
		name string
		d    report.Data
		want string
	}{
		{"items that broke", broke(figure(15, 20), 2, 1), "5 of 20 items failed (75 % passed). 3 trials broke by an error outside of the work and are in no rate. No run failed. No change was found."},
		{"none failed, one broke", broke(figure(20, 20), 0, 1), "1 trial broke by an error outside of the work and is in no rate. No run failed. No change was found."},
		{"all broke", broke(report.Data{}, 4), "4 trials broke by an error outside of the work and are in no rate. No run failed. No change was found."},
		{"some broke on some of many dates", broke(dates(figure(15, 20), 3), 2), "5 of 20 items failed (75 % passed). No run failed. No change was found."},
		{"a run that failed, acknowledged", accepted, "5 of 20 items failed (75 % passed). No change was found."},
		{"no evals", report.Data{}, "Nothing is failing. No change was found."},
		{"nothing to compare", report.Data{Verdict: report.Verdict{State: report.VerdictNothingToCompare}}, "Nothing is failing."},
		{"items that failed", figure(15, 20), "5 of 20 items failed (75 % passed). No run failed. No change was found."},
		{"none failed", figure(20, 20), "Nothing is failing. No change was found."},
		{"scores that are not yes or no", report.Data{Items: report.Items{Scores: []report.ScoreGroup{{}}}}, "No run failed. No change was found."},
		{"a run that failed", broken, "Nothing else has changed."},
	} {
		c.d.Verdict = report.Verdict{State: cmp.Or(c.d.Verdict.State, report.VerdictPassed), About: "2026-05-01"}
		if got := quietLine(NewBrief(&c.d)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// That all runs ended is said beside their number; that some have not is a note of the verdict.
func TestScopeOfRunsThatEnded(t *testing.T) {
	for want, results := range map[string][]string{
		"1 run, ended":      {"passed"},
		"3 runs, all ended": {"passed", "failed", "canceled"},
		"2 runs":            {"passed", "open"},
		"3 runs":            {"passed", "failed", "unknown"},
		"0 runs":            nil,
	} {
		d := &report.Data{}
		for _, r := range results {
			d.Runs = append(d.Runs, report.Run{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: r}})
		}
		if got := scope(d); got != want {
			t.Errorf("%v: %q, want %q", results, got, want)
		}
	}
}
