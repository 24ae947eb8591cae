package change

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// A rise is told by the window with the smallest p, times six for the windows there are. Of ten runs on
// each date, all 10 on the last date against none of 290 before have p 1 over 300 choose 10.
func TestRiseOfARate(t *testing.T) {
	steady := func(n int, last ...int) []int { return append(make([]int, n), last...) }
	choose := 1.0
	for i := range 10 {
		choose *= float64(300-i) / float64(10-i)
	}
	for _, c := range []struct {
		name string
		hits []int
		want string // dates told, counts before and now, the reference
		p    float64
	}{
		{"on the last date", steady(29, 10), "1: {0 290} {10 10} from 0 to 29, +1", 6 / choose},
		{"on three dates", steady(27, 4, 4, 4), "3: {0 270} {12 30} from 0 to 27, +0.4", -1},
		{"nothing", steady(30), "1: {0 290} {0 10} from 0 to 29, +0", 1},
		{"a level before", slices.Concat(slices.Repeat([]int{5}, 20), []int{10}),
			"1: {100 200} {10 10} from 0 to 20, +0.5", -1},
		{"no date before", []int{10}, "1: {0 0} {10 10} from 0 to 0, +0", 1},
	} {
		tr := rates(c.hits...)
		out := newDated[bool](tr.date)
		v := member{tr, len(c.hits) - 1}.judgeCount(&out)
		got := fmt.Sprintf("%d: %v %v from %d to %d, +%.2g", v.size, v.before, v.now, v.ref.from, v.ref.to, v.shift)
		if got != c.want || c.p > 0 && math.Abs(v.p/c.p-1) > 1e-9 || v.p <= 0 || v.p > 1 || v.way != 1 {
			t.Errorf("%s: %s with p %g, want %s with %g", c.name, got, v.p, c.want, c.p)
		}
	}
}

// Of very many series some are asked what they could show, spread evenly; the others are taken to show
// the same as the one before them that was asked.
func TestRatesOfManySeries(t *testing.T) {
	all := make([]Series, 2*mostVisible+1)
	for i := range all {
		runs := 10 + i%2 // only those with an even number are asked
		for d := range 20 {
			all[i].Points = append(all[i].Points, Point{Date: dateName(d), Count: stat.Fraction{Den: runs}})
		}
	}
	seen := visibleRates(all)
	if len(seen) != len(all) || len(seen[0]) == 0 {
		t.Fatalf("%d of %d, the first %v", len(seen), len(all), seen[0])
	}
	p := 0.01 / 6 / float64(len(all))
	for i := range seen {
		if want := visibleRate(all[0].Points, p); !slices.Equal(seen[i], want) {
			t.Fatalf("series %d: %v, want %v", i, seen[i], want)
		}
	}
	few := visibleRates(all[:2]) // both are asked
	if want := visibleRate(all[1].Points, 0.01/6/2); !slices.Equal(few[1], want) {
		t.Errorf("%v, want %v", few[1], want)
	}
}

// What all benchmarks together lost, and from where on it is a loss: the mean recall falls by the floor.
func TestLossAtTheFloor(t *testing.T) {
	if a := AcrossBenchmarks(nil, 0.05); a != (Across{P: 1, Pooled: 1, Permuted: 1}) {
		t.Errorf("without a benchmark: %+v", a)
	}
	for _, c := range []struct {
		post float64 // of both benchmarks
		lost int     // of each
		loss bool
	}{{0.85, 9, true}, {0.8501, 9, false}, {0.85, 2, false}} { // 2 · 0.5^18 and 2 · 0.5^4
		moves := []BenchmarkMove{{Lost: c.lost, Pre: 0.9, Post: c.post}, {Lost: c.lost, Pre: 0.9, Post: c.post}}
		a := AcrossBenchmarks(moves, 0.05)
		near(t, "mean change", a.Macro, c.post-0.9)
		near(t, "p", a.P, 2*math.Pow(0.5, float64(2*c.lost)))
		if a.Loss != c.loss || a.Lost != 2*c.lost || a.Gained != 0 || a.Opposite {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	// Six lost of one alone have p 1/32, five 1/16; of two benchmarks q is 1/32 for six each way.
	opposite := func(lost, gained int) bool {
		return AcrossBenchmarks([]BenchmarkMove{{Lost: lost}, {Gained: gained}}, 0.05).Opposite
	}
	if !opposite(6, 6) || opposite(5, 6) || opposite(6, 5) {
		t.Error("one clearly lost and one clearly gained: 6 of 6 each")
	}
}

// The levels of a rate are told where there are runs on both sides.
func TestLevelsOnBothSides(t *testing.T) {
	tr := rates(0, 0, 5, 5)
	for _, c := range []struct {
		before stat.Fraction
		since  int
		want   string // from, to, counts
	}{
		{stat.Fraction{Num: 2, Den: 20}, 2, "0.1 to 0.5, {2 20} {10 20} true"},
		{stat.Fraction{Num: 1, Den: 1}, 2, "1 to 0.5, {1 1} {10 20} true"},
		{stat.Fraction{}, 2, "0 to 0, {0 0} {10 20} false"},
		{stat.Fraction{Num: 2, Den: 20}, 4, "0 to 0, {2 20} {0 0} false"},
	} {
		var x Change
		tr.describe(&x, &alarm{end: -1, call: verdict{before: c.before}}, c.since)
		if got := fmt.Sprint(x.From, " to ", x.To, ", ", x.Was, " ", x.Now, " ", x.Lo.OK); got != c.want {
			t.Errorf("since %d: %s, want %s", c.since, got, c.want)
		}
	}
	if got := tr.natural(0.5); got != 0.5 {
		t.Errorf("a rate of 0.5 is told as %g", got)
	}
	tr.key.What = Duration
	near(t, "a duration", tr.natural(math.Log(20)), 20)
	near(t, "a shift of a duration", tr.naturalShift(math.Log(1.5)), 0.5)
}

// Durations are ordered by the share by which they changed, others by the difference.
func TestSizesOfEntries(t *testing.T) {
	x := newSentences(&Result{}, []Series{toldSeries(Duration, "shop", "a"), toldSeries(Recall, "", "a")}, nil)
	for _, c := range []struct {
		of   Change
		want float64
	}{
		{Change{Key: Key{Duration, groupName("ci", "shop"), "a"}, From: 10, To: 15}, 0.5},
		{Change{Key: Key{Duration, groupName("ci", "shop"), "a"}, From: 10, To: 5}, 0.5},
		{Change{Key: Key{Recall, groupName("ci", ""), "a"}, From: 0.75, To: 0.5}, 0.25},
	} {
		c.of.State = Standing
		if got := x.entry(&c.of); got.size != c.want || got.whole {
			t.Errorf("%+v: %g of a whole group %v, want %g", c.of, got.size, got.whole, c.want)
		}
	}
	o := x.outage(&Outage{What: FailureRate, Before: stat.Fraction{Num: 1, Den: 4}, Now: stat.Fraction{Num: 3, Den: 4}})
	if o.size != 0.5 || !o.whole {
		t.Errorf("an outage has the size %g, of a whole group %v", o.size, o.whole)
	}
}

// Subjects without a name are not named.
func TestSentencesWithoutASubject(t *testing.T) {
	group := groupName("ci", "")
	x := newSentences(&Result{Common: []Common{{Group: group, way: 1}}}, nil, map[[2]string]bool{{"ci", "card"}: true})
	for name, want := range map[string]string{"": "runs", "card": "cards", "e2e": "e2e"} {
		if got, several := x.thing(Key{FailureRate, group, name}); got != want || several != (name != "e2e") {
			t.Errorf("%q is %q, several %v", name, got, several)
		}
	}
	for want, got := range map[string]string{
		"All steps are slower: +20 % on 0001": x.commonSentence(&Change{Key: Key{What: CommonDuration, Group: group},
			State: New, Since: "0001", To: 0.2}),
		"Outage-like: 1 gate failed on 0001": x.outageSentence(&Outage{What: GateFailure, Group: group, Date: "0001",
			Names: []string{"a"}}),
	} {
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
