package recall

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// Benchmarks that were measured at least twice before the lever are dealt into two sides, the smaller
// half after.
func TestControlsAreSplit(t *testing.T) {
	times := func(n int) *compared {
		b := &compared{name: fmt.Sprint("b", n), pinned: n > 2, post: side{[]measured{ran(9, 10)}}}
		for i := range n {
			b.pre.runs = append(b.pre.runs, ran(i, 10))
		}
		return b
	}
	c := &cycle{benchmarks: []*compared{times(0), times(1), times(2), times(3), times(5)}}
	r, deals := seeded(), map[string]bool{}
	for range 5 { // of the same cycle
		var got []string
		for i, b := range c.split(r) {
			got = append(got, fmt.Sprintf("%s %d+%d", b.name, len(b.pre.runs), len(b.post.runs)))
			var found []int
			for _, m := range slices.Concat(b.pre.runs, b.post.runs) {
				found = append(found, m.recall.Num)
			}
			deals[fmt.Sprint(found)] = true
			slices.Sort(found)
			if want := []int{0, 1, 2, 3, 4}[:[]int{2, 3, 5}[i]]; !slices.Equal(found, want) || b.pinned != (i > 0) {
				t.Errorf("%s: runs that found %v, want %v; pinned %t", b.name, found, want, b.pinned)
			}
		}
		if want := "b2 1+1, b3 2+1, b5 3+2"; strings.Join(got, ", ") != want {
			t.Errorf("%q, want %s", got, want)
		}
	}
	if len(deals) <= 3 {
		t.Errorf("the runs of the three were dealt in one order each: %v", deals)
	}
	if got := controlled([]*cycle{{benchmarks: []*compared{times(1)}}, c, {}}); len(got) != 1 || got[0] != c {
		t.Errorf("%d cycles can be resampled, want 1", len(got))
	}
}

// A regression is noticed beyond the floor, and called with strong or moderate evidence.
func TestRegressionsThatAreCalled(t *testing.T) {
	for _, c := range []struct {
		row             report.Benchmark
		noticed, called bool
	}{
		{report.Benchmark{Class: "regressed", Grade: "strong"}, true, true},
		{report.Benchmark{Class: "regressed", Grade: "moderate"}, true, true},
		{report.Benchmark{Class: "regressed", Grade: "weak"}, true, false},
		{report.Benchmark{Class: "regressed", Grade: "strong", AtFloor: true}, false, false},
		{report.Benchmark{Class: "improved", Grade: "strong"}, false, false},
		{report.Benchmark{}, false, false},
	} {
		b := &compared{row: c.row}
		if b.noticed() != c.noticed || b.called() != c.called {
			t.Errorf("%+v: noticed %t, called %t", c.row, b.noticed(), b.called())
		}
	}
}

// Two equal runs show no false alarm. Of ten bugs that both found the loss of five is noticed and, at
// p = 0.0625, not called; that of all ten is, at p = 0.002. A cycle without a bug to lose is left out.
func TestResampledControls(t *testing.T) {
	found, none := []taken{{found: 10}, {found: 10}}, []taken{{missed: 10}, {missed: 10}}
	r := worked(t, Options{},
		cycleOf{benches: []benchOf{{name: "none", pre: none}}},
		cycleOf{benches: []benchOf{{name: "chi", pre: found}}},
		cycleOf{benches: []benchOf{{name: "once", pre: found[:1]}}},
	)
	const resamples = 7 // the cycle with bugs has 3 of them
	called, floor := r.FalseAlarms(seeded(), resamples)
	if called.Num != 0 || called.Den != resamples || floor.Num != 0 || floor.Den != resamples {
		t.Errorf("false alarms %d of %d, %d of %d beyond the floor", called.Num, called.Den, floor.Num, floor.Den)
	}
	for k, want := range map[int]string{
		1:  "1 bug lost in one benchmark: 3 noticed, 0 called of 3",
		5:  "5 bugs lost in one benchmark: 3 noticed, 0 called of 3",
		10: "10 bugs lost in one benchmark: 3 noticed, 3 called of 3",
		11: "11 bugs lost in one benchmark: 0 noticed, 0 called of 0",
	} {
		p := r.LossPower(seeded(), resamples, k)
		if got := fmt.Sprintf("%s: %d noticed, %d called of %d", p.What, p.Noticed.Num, p.Called.Num, p.Called.Den); got != want || p.Noticed.Den != p.Called.Den {
			t.Errorf("%s, want %s", got, want)
		}
	}
	empty := &Result{}
	if called, _ := empty.FalseAlarms(seeded(), 5); called.Den != 0 || empty.LossPower(seeded(), 5, 1).Called.Den != 0 {
		t.Errorf("of no cycle %d comparisons", called.Den)
	}
}
