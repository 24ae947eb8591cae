package change

import (
	"fmt"
	"math"
	"testing"
)

// While a change stands, its dates are left out of the scores from the fifth on, until the reference
// has taken it in after sixty.
func TestDatesOfAChangeThatStands(t *testing.T) {
	const since = 20
	for _, c := range []struct {
		at      int // the date that is judged
		leftOut int
	}{{since + 3, 0}, {since + 4, 5}, {since + 10, 11}, {since + 59, 60}, {since + 60, 0}} {
		tr := steady(make([]float64, 100)...)
		tr.setReferences(nil)
		for range tr.value {
			tr.scores.add(windowScores{1, 1, 1, 1}, len(tr.value))
		}
		h := &history{alarms: []alarm{{
			way: 1, since: since, first: since, end: -1,
			ref: reference{from: 0, to: since, centre: -1, scale: 1}, call: verdict{way: 1, shift: 1},
		}}}
		member{tr, c.at}.replay(h, nil)
		left := 0
		for i, out := range tr.scores.exclude {
			if out {
				left++
			}
			if out != math.IsNaN(tr.scores.value[i][0]) || out && (i < since || i > c.at) {
				t.Errorf("date %d: date %d is left out: %t, its score is %g", c.at, i, out, tr.scores.value[i][0])
			}
		}
		if left != c.leftOut || h.alarms[0].end >= 0 {
			t.Errorf("date %d: %d are left out, want %d; the alarm ended on %d", c.at, left, c.leftOut, h.alarms[0].end)
		}
	}
}

// The dates of a change that has ended are left out of the blocks where it lasted for five dates and
// the history is long enough.
func TestDatesOfAChangeThatEnded(t *testing.T) {
	for _, c := range []struct {
		name       string
		since, end int
		at         int
		replaced   bool
		want       bool
	}{
		{"it lasted for five dates", 65, 70, 70, false, true},
		{"for four", 66, 70, 70, false, false},
		{"for long", 20, 90, 90, false, true},
		{"in a short history", 60, 69, 69, false, false},
		{"another took over", 60, 80, 80, true, false},
		{"it ended before", 60, 80, 81, false, false},
	} {
		tr := steady(make([]float64, 100)...)
		tr.setReferences(nil)
		h := &history{alarms: []alarm{{way: 1, since: c.since, first: c.since, end: c.end, replaced: c.replaced}}}
		member{tr, c.at}.replay(h, nil)
		out := func(date int) bool { return math.IsNaN(tr.blocks[date][0]) }
		if tr.left != c.want || out(c.since) != c.want || out(c.end-1) != c.want {
			t.Errorf("%s: left out %t, want %t", c.name, tr.left, c.want)
		}
		if out(c.since-1) || out(c.end) {
			t.Errorf("%s: the date before it, or behind it, is left out", c.name)
		}
	}
}

// A call sees the last alarm again in its direction while its window holds dates of it, and in the
// other one with a reference that does, the values lying where they lay before it.
func TestEchoesOfAnAlarm(t *testing.T) {
	last := alarm{way: 1, since: 10, end: 20, ref: reference{centre: 5}, call: verdict{shift: 1}}
	for _, c := range []struct {
		name     string
		i        int
		way      int
		size     int
		from     int
		centre   float64
		shift    float64
		isAnEcho bool
	}{
		{"the window holds a date of it", 22, 1, 4, 0, 5, 1, true},
		{"the window begins with its end", 22, 1, 3, 0, 5, 1, false},
		{"a later window", 30, 1, 5, 0, 5, 1, false},
		{"back, by a reference with dates of it", 22, -1, 1, 19, 6, -1, true},
		{"the reference begins with its end", 22, -1, 1, 20, 6, -1, false},
		{"back by more than half", 22, -1, 1, 0, 6, -0.51, true},
		{"back by half", 22, -1, 1, 0, 6, -0.5, false},
		{"further than it was", 22, -1, 1, 0, 6, -1.5, false},
		{"nearly so", 22, -1, 1, 0, 6, -1.49, true},
	} {
		h := &history{alarms: []alarm{last}}
		call := &verdict{way: c.way, size: c.size, shift: c.shift, ref: reference{from: c.from, centre: c.centre}}
		if got := h.isEcho(c.i, call); got != c.isAnEcho {
			t.Errorf("%s: %t", c.name, got)
		}
		if (&history{}).isEcho(c.i, call) {
			t.Errorf("%s: an echo of nothing", c.name)
		}
	}
}

// The means of the last 1, 2, 3 and 5 values; the window has a reference of ten dates at least.
func TestMeansAndReferencesOfWindows(t *testing.T) {
	values := []float64{1, 2, 4, 8, 16, 32}
	want := [][4]string{
		{"1", "NaN", "NaN", "NaN"}, {"2", "1.5", "NaN", "NaN"}, {"4", "3", "2.333", "NaN"},
		{"8", "6", "4.667", "NaN"}, {"16", "12", "9.333", "6.2"}, {"32", "24", "18.67", "12.4"},
	}
	for i, means := range blockMeans(values) {
		for w, mean := range means {
			if got := fmt.Sprintf("%.4g", mean); got != want[i][w] {
				t.Errorf("the window of %d up to %d: %s, want %s", durationWindows[w], i, got, want[i][w])
			}
		}
	}
	tr := steady(make([]float64, 20)...)
	tr.setReferences(nil)
	for _, c := range []struct {
		i, size, n int // n: dates of the reference; -1: there is none
		ok         bool
	}{
		{10, 1, 10, true},
		{9, 1, 9, false},
		{11, 2, 10, true},
		{10, 2, 9, false},
		{14, 5, 10, true},
		{13, 5, 9, false},
		{4, 5, 0, false},
		{3, 5, -1, false},
		{19, 1, 19, true},
	} {
		r, ok := tr.before(c.i, c.size)
		n := -1
		if r != nil {
			n = r.n()
		}
		if ok != c.ok || n != c.n {
			t.Errorf("before the window of %d up to %d: %d dates, %t; want %d, %t", c.size, c.i, n, ok, c.n, c.ok)
		}
	}
}

// The common effects of the last sixty dates are what a date is held against, no older ones.
func TestReferenceOfCommonEffects(t *testing.T) {
	for _, c := range []struct {
		wild int // dates at the beginning with effects of 1 and -1
		calm int // dates behind them with 0.01 and -0.01
		want bool
	}{{0, 60, true}, {60, 10, false}, {60, 29, false}, {60, 60, true}, {60, 70, true}, {0, 9, false}, {0, 10, true}} {
		g := &group{name: "g"}
		var effects []float64
		for i := range c.wild {
			effects = append(effects, float64(1-2*(i%2)))
		}
		for i := range c.calm {
			effects = append(effects, 0.01*float64(1-2*(i%2)))
		}
		effects = append(effects, 0.2)
		for d := range effects {
			g.dates = append(g.dates, d)
		}
		g.common = newDated[commonEffect](g.dates)
		for d, e := range effects {
			*g.common.at(d) = commonEffect{effect: e, steps: 10, same: 10}
		}
		rows := g.commonDates()
		reported := len(rows) > 0 && rows[len(rows)-1].date == len(effects)-1 && rows[len(rows)-1].State == New
		if reported != c.want {
			t.Errorf("%d wild dates and %d calm ones: told %t", c.wild, c.calm, reported)
		}
	}
}
