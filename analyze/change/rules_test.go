package change

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"runreport/analyze/stat"
)

// What the windows of 1.21 and the scores make of a series together: q up to 0.01 calls and up
// to 0.2 suspects, the change being worth telling; scores contradict above a bound of p.
func TestHowVerdictsAreDecided(t *testing.T) {
	const late, young, first = scoreHistory, scoreHistory - 1, calmHistory - 1
	big := func(i int, q, p float64) verdict {
		return verdict{i: i, q: q, p: p, way: 1, shift: 0.2, seconds: 30, size: 3}
	}
	small := func(v verdict) verdict { v.seconds = 0.9; return v }
	score := func(q, p float64) *verdict { v := big(late, q, p); v.size = 5; return &v }
	littleScore := small(*score(0.001, 0.001))
	for _, c := range []struct {
		name  string
		v     verdict
		s     *verdict
		bound float64
		state State
		size  int // 5: that of the scores
	}{
		{"a call", big(late, 0.01, 0), nil, 0, New, 3},
		{"just none", big(late, 0.0101, 0), nil, 0, Suspected, 3},
		{"the last suspicion", big(late, 0.2, 0), nil, 0, Suspected, 3},
		{"no suspicion", big(late, 0.201, 0), nil, 0, "", 3},
		{"too small a change", small(big(late, 0.001, 0)), nil, 0, "", 3},
		{"scores that agree", big(late, 0.001, 0), score(0.5, 0.02), 0.02, New, 3},
		{"scores that contradict", big(late, 0.001, 0), score(0.5, 0.021), 0.02, Suspected, 3},
		{"a call of the scores alone", big(late, 0.5, 0), score(0.01, 0), 0, New, 5},
		{"scores that do not call", big(late, 0.5, 0), score(0.011, 0), 0, "", 3},
		{"scores of too small a change", big(late, 0.5, 0), &littleScore, 0, "", 3},
		{"scores of a young series", big(young, 0.5, 0), score(0.001, 0), 0, "", 3},
		{"a young series is contradicted later", big(young, 0.001, 0), score(0.5, 0.039), 0.001, New, 3},
		{"up to the end of the fitted tail", big(young, 0.001, 0), score(0.5, 0.075), 0.01, New, 3},
		{"and never above that", big(young, 0.001, 0), score(0.5, 0.076), 0.01, Suspected, 3},
		{"nor in the first dates", big(first, 0.001, 0), score(0.5, 0.041), 0.01, Suspected, 3},
		{"where less is called", big(first, 0.001, 0), score(0.5, 0.04), 0.01, New, 3},
		{"nor by much less", big(young, 0.001, 0), score(0.5, 0.006), 0.0001, Suspected, 3},
	} {
		v := c.v
		v.decide(c.s, c.bound)
		if v.state != c.state || v.size != c.size {
			t.Errorf("%s: %q of the window of %d, want %q of %d", c.name, v.state, v.size, c.state, c.size)
		}
	}
}

// A series has one verdict, a call before a suspicion. The scores of the same series and way
// are found behind those of others; with more calls they contradict later.
func TestHowVerdictsAreCombined(t *testing.T) {
	series := make([]*track, 60)
	for i := range series {
		series[i] = &track{key: Key{Name: fmt.Sprint(i)}}
	}
	of := func(t *track, way int, q, p float64) verdict {
		return verdict{t: t, i: scoreHistory, way: way, q: q, p: p, shift: 0.2 * float64(way), seconds: 30}
	}
	a, b, c := series[0], series[1], series[2]
	got := combine([]verdict{of(a, 1, 0.1, 0), of(a, -1, 0.001, 0), of(b, 1, 0.1, 0), of(b, -1, 0.15, 0), of(c, 1, 0.5, 0), of(c, -1, 0.5, 0)},
		[]verdict{of(b, 1, 0.5, 0.5), of(b, -1, 0.001, 0.001), of(c, 1, 0.9, 0.9)})
	var all []string
	for _, v := range got {
		all = append(all, fmt.Sprint(v.t.key.Name, " ", v.way, " ", v.state))
	}
	if want := []string{"0 -1 new", "1 -1 new"}; !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
	// 0.1 of one call in ten scored series is p 0.01; of two it is 0.02.
	for calls, want := range map[int]State{1: Suspected, 2: New} {
		var windows, scored []verdict
		for i := range 10 {
			q := 0.5
			if i < calls {
				q = 0.001
			}
			windows = append(windows, of(series[i], 1, q, 0))
			scored = append(scored, of(series[i], 1, 0.5, 0.015))
		}
		if got := combine(windows, scored); len(got) != calls || got[0].state != want {
			t.Errorf("%d calls: %d verdicts, the first %q, want %q", calls, len(got), got[0].state, want)
		}
	}
}

// The floors of a change point, to the digit: durations 10 % and 1 s, rates 0.05, recall that
// of its cycle.
func TestWhatIsWorthTelling(t *testing.T) {
	for _, c := range []struct {
		what               What
		floor, step, level float64
		want               bool
	}{
		{Recall, 0, 0.05, 0, true}, {Recall, 0, -0.05, 0, true}, {Recall, 0, 0.0499, 0, false},
		{Recall, 0.1, 0.1, 0, true}, {Recall, 0.1, 0.0999, 0, false}, {Recall, 0.02, 0.02, 0, true},
		{Duration, 0, math.Log(1.1), math.Log(10), true}, {Duration, 0, math.Log(1.0999), math.Log(100), false},
		{Duration, 0, math.Log(1.1), math.Log(9.99), false}, {Duration, 0, math.Log(2), 0, true}, {Duration, 0, math.Log(1.99), 0, false},
		{Duration, 0, math.Log(0.9), math.Log(10), true}, {Duration, 0, math.Log(0.9001), math.Log(100), false},
	} {
		tr := &track{key: Key{What: c.what}, floor: c.floor}
		if got := tr.worthTelling(stat.Level{ChangePoint: stat.ChangePoint{Step: c.step, MeanBefore: c.level}}); got != c.want {
			t.Errorf("%v with the floor %g, a step of %g from %g: %v", c.what, c.floor, c.step, c.level, got)
		}
	}
	for _, v := range []struct {
		shift, seconds float64
		way            int
		want           bool
	}{
		{math.Log(1.11), 1, 1, true}, {math.Log(1.09), 100, 1, false}, {math.Log(1.11), 0.99, 1, false},
		{math.Log(0.89), -1, -1, true}, {math.Log(0.89), -1, 1, false}, {math.Log(1.11), 1, -1, false},
	} {
		if got := (&verdict{shift: v.shift, seconds: v.seconds, way: v.way}).big(); got != v.want {
			t.Errorf("%+v is worth telling: %v", v, got)
		}
	}
}

// The reference before each value holds the sixty before it, and none of before a change of
// level that has twenty behind it.
func TestReferencesReachBackToAChange(t *testing.T) {
	values := make([]float64, 130)
	for i := range values {
		values[i] = math.Sin(float64(i * i))
	}
	for _, cuts := range [][]int{nil, {30}, {30, 50, 100}, {0, 129}} {
		tr := &track{value: values}
		tr.setReferences(cuts)
		if len(tr.refs) != len(values)+1 {
			t.Fatalf("%d references", len(tr.refs))
		}
		for to, r := range tr.refs {
			from := max(0, to-60)
			for _, c := range cuts {
				if to-c >= 20 {
					from = max(from, c)
				}
			}
			if r.from != from || r.to != to {
				t.Fatalf("cuts %v: before %d it holds %d to %d, want %d", cuts, to, r.from, r.to, from)
			}
			if to == 0 {
				continue
			}
			centre := median(values[from:to])
			off := make([]float64, 0, to-from)
			for _, v := range values[from:to] {
				off = append(off, math.Abs(v-centre))
			}
			if scale := max(1.4826*median(off), 0.02); math.Abs(r.centre-centre) > 1e-12 || math.Abs(r.scale-scale) > 1e-12 {
				t.Fatalf("cuts %v, before %d: %g ± %g, want %g ± %g", cuts, to, r.centre, r.scale, centre, scale)
			}
		}
		for i, size := range []int{9, 10, 11} { // ten values are enough
			if _, ok := tr.before(size, 1); ok != (i > 0) {
				t.Errorf("a reference of %d values counts: %v", size, ok)
			}
		}
		if _, ok := tr.before(1, 3); ok {
			t.Error("a window reaches back before the first value")
		}
	}
}

func median(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// The means of the last 1, 2, 3 and 5 values, where there are as many.
func TestMeansOfBlocks(t *testing.T) {
	nan := math.NaN()
	want := []windowMeans{{1, nan, nan, nan}, {3, 2, nan, nan}, {5, 4, 3, nan}, {7, 6, 5, nan}, {9, 8, 7, 5}, {11, 10, 9, 7}}
	for i, got := range blockMeans([]float64{1, 3, 5, 7, 9, 11}) {
		for w := range got {
			if got[w] != want[i][w] && !(math.IsNaN(got[w]) && math.IsNaN(want[i][w])) {
				t.Errorf("up to value %d: %v, want %v", i, got, want[i])
			}
		}
	}
}
