package change

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// raised is a call on date i of the last size dates, whose level lies shift from a centre of 0.
func raised(way, size int, centre, shift float64) *verdict {
	return &verdict{way: way, size: size, shift: shift, ref: reference{from: 0, to: 10, centre: centre, scale: 0.1}}
}

// lives are the alarms of a history as since-first, and -end where they have ended, with the
// date from which on they were back.
func (h *history) lives() string {
	var out []string
	for _, a := range h.alarms {
		s := fmt.Sprintf("%d-%d", a.since, a.first)
		if a.end >= 0 {
			s += fmt.Sprintf("-%d", a.end)
			if a.replaced {
				s += " replaced"
			} else {
				s += fmt.Sprintf(" back from %d", a.backFrom)
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// An alarm ends when the values are a hundred times as likely at the level before it; one date
// counts for half of that at most. Evidence against the return never counts below zero.
func TestLifeOfAnAlarm(t *testing.T) {
	const half = backEnough / 2
	for _, c := range []struct {
		name     string
		evidence []float64 // of each date after the call on date 20
		want     string
	}{
		{"nothing more", nil, "18-20"},
		{"it stands", []float64{-1, -9, -1}, "18-20"},
		{"two odd dates", []float64{99, 99}, "18-20-22 back from 21"},
		{"one odd date", []float64{99}, "18-20"},
		{"two halves", []float64{half, half}, "18-20-22 back from 21"},
		{"just less", []float64{half, half - 0.01}, "18-20"},
		{"a little each", []float64{1, 1, 1, 1, 1}, "18-20-25 back from 21"},
		{"evidence for and against", []float64{half, -99, half, half}, "18-20-24 back from 23"},
		{"against it before", []float64{-99, half, half}, "18-20-23 back from 22"},
		{"against and for", []float64{half, -1, half, 1}, "18-20-24 back from 21"},
	} {
		h := &history{}
		h.step(20, nil, raised(1, 3, 0, 1))
		for i, x := range c.evidence {
			h.step(21+i, func(*alarm) float64 { return x }, nil)
		}
		if got := h.lives(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// What a further call makes of an alarm that stands or has ended.
func TestFurtherCalls(t *testing.T) {
	for _, c := range []struct {
		name  string
		ended bool // on date 24, before the call on date 25
		call  *verdict
		want  string
	}{
		{"the same change", false, raised(1, 5, 0.1, 1), "18-20"},
		{"a further one, from the level of the alarm", false, raised(1, 2, 0.9, 1), "18-20-25 replaced, 24-25"},
		{"as far from both levels", false, raised(1, 2, 0.5, 1), "18-20"},
		{"back where it was", false, raised(-1, 3, 0.9, -0.9), "18-20-25 back from 23"},
		{"half of the way back", false, raised(-1, 3, 1, -0.5), "18-20-25 replaced, 23-25"},
		{"far below", false, raised(-1, 3, 1, -1.8), "18-20-25 replaced, 23-25"},
		{"a little below", false, raised(-1, 3, 1, -1.4), "18-20-25 back from 23"},

		{"once more, of dates of the alarm", true, raised(1, 5, 0, 1), "18-20-24 back from 22"},
		{"once more, of dates behind it", true, raised(1, 2, 0, 1), "18-20-24 back from 22, 24-25"},
		{"back, against dates of the alarm", true, raised(-1, 2, 1, -1), "18-20-24 back from 22"},
		{"below, against dates of the alarm", true, raised(-1, 2, 1, -1.6), "18-20-24 back from 22, 24-25"},
	} {
		h := &history{}
		h.step(20, nil, raised(1, 3, 0, 1))
		if c.ended {
			h.alarms[0].end, h.alarms[0].backFrom = 24, 22
		}
		h.step(25, func(*alarm) float64 { return -1 }, c.call)
		if got := h.lives(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	h := &history{}
	h.step(20, nil, raised(1, 3, 0, 1))
	h.alarms[0].end = 24
	behind := raised(-1, 2, 1, -1)
	behind.ref.from = 24 // its reference holds no date of the alarm
	if h.step(40, nil, behind); len(h.alarms) != 2 {
		t.Errorf("a change behind the alarm is its echo: %s", h.lives())
	}
}

// How much likelier a date is at the level before a call than at half of the shift: of normal
// noise with a standard deviation of 0.1.
func TestEvidenceOfADate(t *testing.T) {
	a := &alarm{way: 1, ref: reference{centre: 5, scale: 0.1}, call: verdict{shift: 0.4}}
	normal := func(x, mean float64) float64 { return -(x - mean) * (x - mean) / (2 * 0.1 * 0.1) }
	for _, value := range []float64{4.9, 5, 5.1, 5.2, 5.4} {
		if got, want := levelRatio(a, value, 0.05), normal(value, 5)-normal(value, 5.2); !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("at %g: %g, want %g", value, got, want)
		}
		if got, want := levelRatio(a, value, 0.3), normal(value, 5)-normal(value, 5.3); !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("at %g, the least shift being 0.3: %g, want %g", value, got, want)
		}
	}
	a.way, a.call.shift = -1, -0.4
	if got, want := levelRatio(a, 4.9, 0.05), normal(4.9, 5)-normal(4.9, 4.8); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("downwards: %g, want %g", got, want)
	}
	// Of counts: 9 of 19 dates' runs at the rates (0.5+1)/(1+19) and half way to (7+0.5)/(9+1).
	rate := &alarm{call: verdict{before: stat.Fraction{Num: 1, Den: 19}, now: stat.Fraction{Num: 7, Den: 9}}}
	old, half := 0.075, (0.075+0.75)/2
	if got, want := countRatio(rate, stat.Fraction{Num: 1, Den: 4}), math.Log(old/half)+3*math.Log((1-old)/(1-half)); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("1 of 4: %g, want %g", got, want)
	}
}

// The effect of a date on all steps, and how many went along, at the limits of both.
func TestEffectOfADate(t *testing.T) {
	up, down := math.Log(1.05), math.Log(0.95)
	for _, c := range []struct {
		distance []float64
		want     commonEffect
	}{
		{[]float64{0.3, 0.1, 0.2}, commonEffect{0.2, 3, 3, 3}},
		{[]float64{up + 1e-9, 0.04, -0.5, 0, 0.045}, commonEffect{0.04, 5, 3, 1}},
		{[]float64{up - 1e-9, 0.04, 0.04}, commonEffect{0.04, 3, 3, 0}},
		{[]float64{down - 1e-9, -0.04, 0.2, -0.3, -0.02}, commonEffect{-0.04, 5, 4, 2}},
		{[]float64{0, 0.1, -0.1}, commonEffect{0, 3, 0, 0}},
	} {
		var got commonEffect
		given := slices.Clone(c.distance)
		got.describe(given)
		if got != c.want {
			t.Errorf("%v: %+v, want %+v", c.distance, got, c.want)
		}
	}
}

// A common effect needs five steps. It is held against the median of the values before, of the
// first ten dates against their own.
func TestEffectsThatAreTakenOut(t *testing.T) {
	for steps, want := range map[int]float64{4: 0, 5: 0.5} {
		var all []Series
		for i := range steps {
			s := Series{Key: Key{Duration, "g", stepName(i)}}
			for d := range 15 {
				v := math.Exp(float64(i))
				if d == 3 || d == 12 {
					v *= math.Exp(0.5)
				}
				s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{v}})
			}
			all = append(all, s)
		}
		groups, _ := prepareDurations(all, false)
		for d := range 15 {
			effect, value := 0.0, 0.0
			if d == 3 || d == 12 {
				effect, value = want, 0.5-want
			}
			if got := groups[0].common.at(d).effect; !(math.Abs(got-effect) <= 1e-9) {
				t.Errorf("%d steps, date %d: effect %g, want %g", steps, d, got, effect)
			}
			for i, tr := range groups[0].tracks {
				if got := tr.value[d] - float64(i); !(math.Abs(got-value) <= 1e-9) {
					t.Errorf("%d steps, date %d: %s lies at %g, want %g", steps, d, tr.key.Name, got, value)
				}
			}
		}
	}
}

// Change points are looked for in the last 200 values that are of no outage.
func TestValuesThatAreSearched(t *testing.T) {
	for _, c := range []struct {
		n           int
		outages     []int
		first, last int
		size        int
	}{
		{5, nil, 0, 4, 5}, {200, nil, 0, 199, 200}, {201, nil, 1, 200, 200}, {5, []int{4}, 0, 3, 4}, {5, []int{0, 2}, 1, 4, 3},
		{202, []int{201}, 1, 200, 200}, {201, []int{3}, 0, 200, 200}, {2, []int{0, 1}, -1, -1, 0},
	} {
		tr := rates(make([]int, c.n)...)
		for i := range tr.value {
			tr.value[i] = float64(i)
		}
		tr.outages = c.outages
		values, at := tr.searched()
		if len(values) != c.size {
			t.Errorf("of %d values without %v: %d, want %d", c.n, c.outages, len(values), c.size)
			continue
		}
		for i, v := range values {
			if float64(at(i)) != v {
				t.Errorf("of %d values without %v: value %d is said to be at %d", c.n, c.outages, int(v), at(i))
			}
		}
		if c.size > 0 && (at(0) != c.first || at(c.size-1) != c.last) {
			t.Errorf("of %d values without %v: from %d to %d, want %d to %d", c.n, c.outages, at(0), at(c.size-1), c.first, c.last)
		}
	}
}

// The dates of a change that lasted as long as the longest window are left out of the null of the
// scores while it stands, and out of the blocks when it has ended. One that was shorter may be
// chance and stays, and in a short history everything does.
func TestWhatIsLeftOutOfTheNull(t *testing.T) {
	for _, c := range []struct {
		name          string
		since, length int
		scores        bool // are left out
		blocks        bool
	}{
		{"ten dates", 80, 10, true, true}, {"ten dates early on", 30, 10, true, false}, {"the last early one", 58, 10, true, false}, {"the first later one", 59, 10, true, true}, {"one date", 80, 1, false, false},
	} {
		logs := make([]float64, 110)
		for i := range logs {
			logs[i] = 0.01 * float64(i%3-1)
			if i >= c.since && i < c.since+c.length {
				logs[i]++
			}
		}
		tr := steady(logs...)
		tr.setReferences(nil)
		h := &history{}
		for i := range logs {
			var call *verdict
			if i == c.since {
				call = &verdict{t: tr, i: i, way: 1, size: 1, shift: 1, ref: tr.refs[i]}
			}
			m := member{tr, i}
			m.advance()
			m.replay(h, call)
		}
		if len(h.alarms) != 1 || h.alarms[0].end != c.since+c.length+1 { // two dates of the level before end it
			t.Fatalf("%s: %s", c.name, h.lives())
		}
		end := h.alarms[0].end
		for i := 15; i < len(logs); i++ {
			if got, want := tr.scores.exclude[i], c.scores && i >= c.since && i < end; got != want {
				t.Errorf("%s: the scores of date %d are left out: %v", c.name, i, got)
			}
			for w, size := range durationWindows {
				if got, want := math.IsNaN(tr.blocks[i][w]), c.blocks && i >= c.since && i < end+size-1; got != want {
					t.Errorf("%s: the block of %d up to date %d is left out: %v", c.name, size, i, got)
				}
			}
		}
	}
}
