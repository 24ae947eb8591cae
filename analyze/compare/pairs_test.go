package compare

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// sideOf is a side of items "benchmark/item", each with how many of its trials passed.
func sideOf(value string, items map[at]stat.Fraction) *side {
	s := newSide(value)
	s.items = items
	return s
}

// Items that both sides tried are compared, those of one side alone are counted. The rates of the whole are
// of all that a side tried, those of a benchmark of the items of both.
func TestItemsOfTwoSides(t *testing.T) {
	x := func(num, den int) stat.Fraction { return stat.Fraction{Num: num, Den: den} }
	a := sideOf("old", map[at]stat.Fraction{
		{"c", "1"}: x(1, 1), {"b", "1"}: x(1, 1), {"b", "2"}: x(1, 2), {"b", "3"}: x(0, 1), {"b", "alone"}: x(1, 1), {"b", "also"}: x(0, 1),
	})
	b := sideOf("new", map[at]stat.Fraction{
		{"c", "1"}: x(1, 1), {"b", "1"}: x(0, 1), {"b", "2"}: x(2, 2), {"b", "3"}: x(1, 1), {"d", "alone"}: x(1, 1),
	})
	c := compare(a, b)
	if c.Before != "old" || c.After != "new" || c.Items != 4 || c.Only != [2]int64{2, 1} {
		t.Errorf("%s to %s: %d items, %v of one side alone", c.Before, c.After, c.Items, c.Only)
	}
	if !slices.Equal(c.Lost, []string{"b/1"}) || !slices.Equal(c.Gained, []string{"b/3"}) || c.Risen != 2 || c.Fallen != 1 || c.Mixed != 1 || !c.Repeated {
		t.Errorf("lost %q, gained %q, %d rose, %d fell, %d mixed, repeated %v", c.Lost, c.Gained, c.Risen, c.Fallen, c.Mixed, c.Repeated)
	}
	if got := fmt.Sprint(c.RateA.Num, "/", c.RateA.Den, " ", c.RateB.Num, "/", c.RateB.Den); got != "4/7 5/6" {
		t.Errorf("rates %s", got)
	}
	var strata []string
	for _, s := range c.Benchmarks {
		strata = append(strata, fmt.Sprintf("%s: %d items, %d of %d to %d of %d, %d lost, %d gained, %+.2f", s.Benchmark, s.Items,
			s.RateA.Num, s.RateA.Den, s.RateB.Num, s.RateB.Den, s.Lost, s.Gained, s.Delta.Value))
	}
	// The mean of −1, +1/2 and +1 is +1/6.
	want := []string{
		"b: 3 items, 2 of 4 to 3 of 4, 1 lost, 1 gained, +0.17",
		"c: 1 items, 1 of 1 to 1 of 1, 0 lost, 0 gained, +0.00",
	}
	if !slices.Equal(strata, want) {
		t.Errorf("%q, want %q", strata, want)
	}
	if got := fmt.Sprintf("%.3f", c.Delta.Value); got != "0.125" { // of −1, +1/2, +1 and 0
		t.Errorf("the mean difference is %s", got)
	}
	none := compare(a, sideOf("new", map[at]stat.Fraction{{"z", "1"}: x(1, 1)}))
	if none.Items != 0 || none.Only != [2]int64{6, 1} || len(none.Benchmarks) != 0 || none.Delta.OK || none.Repeated {
		t.Errorf("of no item of both: %+v", none)
	}
}

// A side stands before another because it was asked for, by its date, or because its first run is older.
func TestOrderOfSides(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 4, n, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		a, b          side
		column, asked string
		want          string
	}{
		{side{value: "x"}, side{value: "y"}, "model", "x", report.OrderAsked},
		{side{value: "x"}, side{value: "y"}, "model", "y", report.OrderNone},
		{side{}, side{value: "y"}, "model", "", report.OrderNone},
		{side{value: "x"}, side{value: "y"}, byDate, "", report.OrderTime},
		{side{value: "x"}, side{value: "y"}, byDate, "x", report.OrderAsked},
		{side{first: day(1)}, side{first: day(2)}, "model", "", report.OrderTime},
		{side{first: day(2)}, side{first: day(2)}, "model", "", report.OrderNone},
		{side{first: day(2)}, side{first: day(1)}, "model", "", report.OrderNone},
		{side{}, side{first: day(1)}, "model", "", report.OrderNone},
		{side{first: day(1)}, side{}, "model", "", report.OrderNone},
	} {
		if got := order(&c.a, &c.b, c.column, c.asked); got != c.want {
			t.Errorf("%+v before %+v by %s, asked for %q: %q, want %q", c.a, c.b, c.column, c.asked, got, c.want)
		}
	}
}

// The p-value of a benchmark counts as often as there are comparisons of several benchmarks. One that is not
// known shows nothing.
func TestEvidenceOfBenchmarks(t *testing.T) {
	of := func(qs ...report.Number) report.ItemComparison {
		c := report.ItemComparison{}
		for _, q := range qs {
			c.Benchmarks = append(c.Benchmarks, report.ItemStratum{QBH: q})
		}
		return c
	}
	q, none := report.Known, report.Missing("too_few")
	for _, c := range []struct {
		name string
		all  []report.ItemComparison
		want string
	}{
		{"of one benchmark", []report.ItemComparison{of(q(0.03))}, "weak"},
		{"two comparisons of one each", []report.ItemComparison{of(q(0.03)), of(q(0.03))}, "weak weak"},
		{"of two", []report.ItemComparison{of(q(0.03), q(0.0005))}, "weak strong"},
		{"two comparisons of two each", []report.ItemComparison{of(q(0.03), q(0.0005)), of(q(0.004), q(0.006))}, "inconclusive strong moderate weak"},
		{"two of which one is of several", []report.ItemComparison{of(q(0.03), q(0.04)), of(q(0.03))}, "weak weak weak"},
		{"not known", []report.ItemComparison{of(none, q(0.01))}, "inconclusive moderate"},
	} {
		judgeBenchmarks(c.all)
		got := ""
		for _, x := range c.all {
			for _, b := range x.Benchmarks {
				got += " " + b.Evidence
			}
		}
		if got != " "+c.want {
			t.Errorf("%s:%s, want %s", c.name, got, c.want)
		}
	}
	for p, want := range map[float64]string{
		0: "strong", 0.001: "strong", 0.0011: "moderate", 0.01: "moderate", 0.011: "weak", 0.05: "weak", 0.051: "inconclusive", 1: "inconclusive",
	} {
		if got := evidence(stat.Known(p)); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
	if got := evidence(stat.Missing("too_few")); got != "inconclusive" {
		t.Errorf("not known: %s", got)
	}
}
