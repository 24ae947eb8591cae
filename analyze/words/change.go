package words

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// TestOf is what was looked at for changes of a figure; an empty one where no series
// follows it. It always has a noun.
func TestOf(d *report.Data, what string) report.ChangeTest {
	t := report.ChangeTest{What: what}
	if i := slices.IndexFunc(d.ChangeTests, func(t report.ChangeTest) bool { return t.What == what }); i >= 0 {
		t = d.ChangeTests[i]
	}
	t.Noun = cmp.Or(t.Noun, StepNoun(d))
	return t
}

// StepNoun is what the steps of a report are called: "test", "task" or "sample" where all are.
func StepNoun(d *report.Data) string { return cmp.Or(d.Flakes.Noun, "step") }

// visibleThings are what a change that could have been seen is called.
var visibleThings = map[string]string{
	"duration": "a slow-down", "flake_rate": "a flake rate", "failure_rate": "a failure rate", "gate_failure_rate": "a failure rate",
}

// Visible says what could have been seen: "a slow-down of 62 % would be seen in 1 run
// date, of 30 % in 3".
func Visible(t report.ChangeTest) string {
	if len(t.Visible) == 0 || visibleThings[t.What] == "" {
		return "no change could have been seen: too few run dates"
	}
	first, last := t.Visible[0], t.Visible[len(t.Visible)-1]
	s := fmt.Sprintf("%s of %s would be seen in %s", visibleThings[t.What], unit.Ratio.Format(first.Size.Value), Plural(int(first.Dates), "run date"))
	if last != first {
		s += fmt.Sprintf(", of %s in %d", unit.Ratio.Format(last.Size.Value), last.Dates)
	}
	return s
}

// Higher reports whether the figure of a change rose, which is worse of durations and
// rates.
func Higher(c report.SeriesChange) bool { return c.To.OK && c.From.OK && c.To.Value > c.From.Value }

// Nothing says that nothing changed in a figure, and what could have been seen.
func Nothing(t report.ChangeTest, verb string) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s; %s", NoneOf(int(t.Tested), cmp.Or(t.Noun, "step")), verb, Visible(t)))
}
