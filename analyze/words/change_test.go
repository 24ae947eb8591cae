package words

import (
	"testing"

	"runreport/analyze/report"
)

// What was looked at for a figure is found wherever it stands, and always has a noun.
func TestTestsOfFigures(t *testing.T) {
	d := &report.Data{ChangeTests: []report.ChangeTest{{What: "duration", Noun: "card", Tested: 1}, {What: "recall", Tested: 2}}}
	for what, want := range map[string]report.ChangeTest{
		"duration": {What: "duration", Noun: "card", Tested: 1}, "recall": {What: "recall", Noun: "step", Tested: 2}, "flake_rate": {What: "flake_rate", Noun: "step"},
	} {
		if got := TestOf(d, what); got.What != want.What || got.Noun != want.Noun || got.Tested != want.Tested {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	d.Flakes.Noun = "test"
	if got := TestOf(d, "recall").Noun; got != "test" {
		t.Errorf("%s", got)
	}
}

// What could have been seen is said of the first and the last size, once where they are one.
func TestWhatCouldHaveBeenSeen(t *testing.T) {
	sizes := func(dates ...int64) (out []report.VisibleChange) {
		for i, n := range dates {
			out = append(out, report.VisibleChange{Size: report.Known(0.6 - 0.25*float64(i)), Dates: n})
		}
		return out
	}
	for _, c := range []struct {
		test report.ChangeTest
		want string
	}{
		{report.ChangeTest{What: "duration"}, "no change could have been seen: too few run dates"},
		{report.ChangeTest{What: "recall", Visible: sizes(1)}, "no change could have been seen: too few run dates"},
		{report.ChangeTest{What: "duration", Visible: sizes(1)}, "a slow-down of 60 % would be seen in 1 run date"},
		{report.ChangeTest{What: "flake_rate", Visible: sizes(2, 3)}, "a flake rate of 60 % would be seen in 2 run dates, of 35 % in 3"},
	} {
		if got := Visible(c.test); got != c.want {
			t.Errorf("%+v: %s, want %s", c.test, got, c.want)
		}
	}
	if got := Nothing(report.ChangeTest{What: "duration", Tested: 2}, "is slower"); got != "none of 2 steps is slower; no change could have been seen: too few run dates" {
		t.Errorf("%s", got)
	}
	from, to := report.Known(1), report.Known(2)
	for _, c := range []struct {
		from, to report.Number
		want     bool
	}{{from, to, true}, {to, from, false}, {from, from, false}, {report.Missing("x"), to, false}, {report.Number{Value: -1}, to, false}, {from, report.Number{Value: 2}, false}} {
		if got := Higher(report.SeriesChange{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%v to %v: %t", c.from, c.to, got)
		}
	}
}

// Scores have two digits, and more where their interval, or else the difference, is narrow.
func TestDigitsOfScores(t *testing.T) {
	k, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		delta, lo, hi report.Number
		want          int
	}{
		{none, none, none, 2}, {k(0), none, none, 2}, {k(0.5), none, none, 2}, {k(-0.004), none, none, 3}, {k(0.0004), none, none, 4}, {k(1e-9), none, none, 2}, {k(2e-9), none, none, 6},
		{k(0.0004), k(-0.004), k(-0.002), 3}, {k(0.5), k(0.0001), k(0.0002), 4}, {k(0.004), k(0.5), k(0.5), 3}, {k(0.004), none, k(0.5), 3}, {k(0.004), k(0.5), none, 3}, {k(100), none, none, 2},
	} {
		if got := ScoreDigits(c.delta, c.lo, c.hi); got != c.want {
			t.Errorf("%v in %v to %v: %d digits, want %d", c.delta, c.lo, c.hi, got, c.want)
		}
	}
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{{0, 2, "0.00"}, {0.004, 2, "0.00"}, {-0.004, 2, "0.00"}, {-0.004, 3, "−0.004"}, {0.25, 2, "+0.25"}} {
		if got := SignedScore(c.v, c.digits); got != c.want {
			t.Errorf("%g to %d digits: %s, want %s", c.v, c.digits, got, c.want)
		}
	}
}
