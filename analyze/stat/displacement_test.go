package stat

import (
	"slices"
	"testing"
)

// Set algebra by hand.
func TestDisplace(t *testing.T) {
	pre := BugLists{
		Found:  []string{"D", "A", " B", "X", "novel"},
		Missed: []string{"C", "E", "X"},
	}
	post := BugLists{
		Found:  []string{"C", "A", "X"},
		Missed: []string{"B", "D", "E", "Y"},
	}
	d := Displace(pre, post)
	equal(t, "pairs", d.Pairs, Pairs{Both: 1, Lost: 2, Gained: 1, Neither: 1})
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"lost", d.Lost, []string{"B", "D"}},
		{"gained", d.Gained, []string{"C"}},
		{"pre only", d.PreOnly, []string{"novel"}}, // X is in both lists of pre, so unknown there
		{"post only", d.PostOnly, []string{"X", "Y"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s = %q, want %q", c.what, c.got, c.want)
		}
	}
	equal(t, "net", d.Net(), -1)
	equal(t, "traded", d.Traded(), true)
	nearKnown(t, "churn", d.Pairs.Churn(), 0.6, 1e-15)

	back := Displace(post, pre)
	if !slices.Equal(back.Lost, d.Gained) || !slices.Equal(back.Gained, d.Lost) || back.Net() != -d.Net() {
		t.Errorf("with the sides swapped: %+v", back)
	}
	equal(t, "net against itself", Displace(pre, pre).Net(), 0)

	oneWay := Displacement{Pairs: Pairs{Lost: 1}}
	equal(t, "one bug lost is a trade", oneWay.Traded(), false)
	nearKnown(t, "churn of one pair", oneWay.Pairs.Churn(), 1, 0)
}

func TestDisplaceNothing(t *testing.T) {
	d := Displace(BugLists{}, BugLists{})
	equal(t, "pairs", d.Pairs.N(), 0)
	equal(t, "traded", d.Traded(), false)
	missing(t, "churn", d.Pairs.Churn(), ReasonNoData)
}

func TestWithListSize(t *testing.T) {
	p := Pairs{Both: 15, Lost: 2, Gained: 1, Neither: 4}
	equal(t, "10 bugs, novel finds on both sides", p.WithListSize(10), Pairs{3, 2, 1, 4})
	equal(t, "as listed", p.WithListSize(22), p)
	equal(t, "nothing left for both", p.WithListSize(7), Pairs{0, 2, 1, 4})
	equal(t, "too small", p.WithListSize(6), p)
	equal(t, "unknown", p.WithListSize(0), p)
}

func TestAverageRecall(t *testing.T) {
	none := Missing(ReasonMissingPost)
	// By hand: recalls 1/2 -> 1 of 2 bugs, 3/4 -> 1/2 of 8; one without weight, two excluded.
	a := AverageRecall([]BenchmarkRecall{
		{Pre: Known(0.5), Post: Known(1), ListSize: 2},
		{Pre: Known(0.5), Post: none, ListSize: 4},
		{Pre: Known(0.75), Post: Known(0.5), ListSize: 8},
		{Pre: Known(0.1), Post: Known(0.3)},
		{Pre: none, Post: none},
	})
	nearKnown(t, "macro pre", a.Macro.Pre, 1.35/3, 1e-12)
	nearKnown(t, "macro post", a.Macro.Post, 1.8/3, 1e-12)
	nearKnown(t, "macro delta", a.Macro.Delta, 0.15, 1e-12)
	nearKnown(t, "micro pre", a.Micro.Pre, 7.0/10, 1e-12)
	nearKnown(t, "micro post", a.Micro.Post, 6.0/10, 1e-12)
	nearKnown(t, "micro delta", a.Micro.Delta, -0.1, 1e-12)
	equal(t, "mixed", a.Mixed(), true)
	if !slices.Equal(a.Used, []int{0, 2, 3}) || !slices.Equal(a.Excluded, []int{1, 4}) || !slices.Equal(a.NoWeight, []int{3}) {
		t.Errorf("used %v, excluded %v, no weight %v", a.Used, a.Excluded, a.NoWeight)
	}

	one := AverageRecall([]BenchmarkRecall{{Pre: Known(0.4), Post: Known(0.8), ListSize: 10}})
	equal(t, "macro and micro of one benchmark", one.Macro, one.Micro)
	equal(t, "mixed of one", one.Mixed(), false)

	// By hand: 1/2 -> 1 of 2 bugs and 1 -> 3/4 of 4: each bug counted once, nothing moved.
	level := AverageRecall([]BenchmarkRecall{
		{Pre: Known(0.5), Post: Known(1), ListSize: 2},
		{Pre: Known(1), Post: Known(0.75), ListSize: 4},
	})
	nearKnown(t, "micro delta", level.Micro.Delta, 0, 1e-15)
	equal(t, "up and level is mixed", level.Mixed(), false)

	empty := AverageRecall(nil)
	missing(t, "macro of nothing", empty.Macro.Delta, ReasonNoData)
	missing(t, "micro of nothing", empty.Micro.Pre, ReasonNoData)
	equal(t, "mixed of nothing", empty.Mixed(), false)
	unweighted := AverageRecall([]BenchmarkRecall{{Pre: Known(0.4), Post: Known(0.8)}})
	nearKnown(t, "macro without sizes", unweighted.Macro.Delta, 0.4, 1e-12)
	missing(t, "micro without sizes", unweighted.Micro.Delta, ReasonNoData)
}
