package change

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"runreport/analyze/stat"
)

// A rise of a rate is suspected before it is called. One of ten runs on the last date against none of
// 390 before has p 10 of 400, times six for the windows there are; two have 10 · 9 of 400 · 399.
func TestRisesThatAreSuspected(t *testing.T) {
	for hits, want := range []string{"", "suspected, from 0 to 0.1", "new, from 0 to 0.2"} {
		s := Series{Key: Key{FlakeRate, "kahn/shop", "e2e"}}
		for d := range 40 {
			p := Point{Date: dateName(d), Count: stat.Fraction{Den: 10}}
			if d == 39 {
				p.Count.Num = hits
			}
			s.Points = append(s.Points, p)
		}
		got := ""
		for _, c := range Find([]Series{s}, "").Changes {
			got += fmt.Sprintf("%s, from %g to %g", c.State, c.From, c.To)
		}
		if got != want {
			t.Errorf("%d of the last ten: %q, want %q", hits, got, want)
		}
	}
}

// A plan has as many dates as it takes up to the most there are, and none beyond.
func TestTheLongestPlan(t *testing.T) {
	for dates, want := range map[float64]int{mostDates: mostDates, mostDates - 0.5: mostDates, mostDates + 0.5: 0, 0.3: 1} {
		n := StepNoise{Dates: 1, Tail: math.Sqrt(dates)} // and ln(1 + share) is 1
		if got := n.Plan([]float64{math.E - 1}, []int{1}); len(got) != 1 || got[0].Dates != want {
			t.Errorf("%g dates are planned as %v, want %d", dates, got, want)
		}
	}
}

// Noise is a share: it is the same for steps of milliseconds and of hours. Values that are no
// durations are left out.
func TestNoiseOfShortSteps(t *testing.T) {
	of := func(unit float64, odd ...float64) StepNoise {
		s := Series{Key: Key{Duration, "g", "s"}}
		for d := range 20 {
			level := unit * math.Exp(math.Sin(float64(d)))
			values := []float64{level * 5, level * (6 + 0.5*math.Cos(float64(3*d)))}
			s.Points = append(s.Points, Point{Date: dateName(d), Values: append(values, odd...)})
		}
		return Noises([]Series{s}, "")[0]
	}
	want := of(60)
	if want.Runs <= 0 || want.Dates <= 0 || want.PerK != 2 {
		t.Fatalf("%+v", want)
	}
	for name, got := range map[string]StepNoise{
		"seconds": of(1), "milliseconds": of(0.001), "hours": of(3600), "odd values": of(60, 0, -7, math.Inf(1), math.NaN()),
	} {
		near(t, name+", of runs", got.Runs, want.Runs)
		near(t, name+", of dates", got.Dates, want.Dates)
		near(t, name+", runs a date", got.PerK, want.PerK)
	}
}

// Of a series that is left out over some dates those windows are gone that hold one of them.
func TestWindowsThatAreLeftOut(t *testing.T) {
	for _, c := range [][2]int{{3, 6}, {0, 1}, {9, 12}, {5, 5}} {
		tr := steady(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
		tr.setReferences(nil)
		whole := slices.Clone(tr.blocks)
		tr.leaveOut(c[0], c[1])
		if !tr.left {
			t.Error("it is not told that some are left out")
		}
		for w, size := range durationWindows {
			gone := 0
			for last := range tr.blocks {
				first := last + 1 - size
				out := first < 0 || first < c[1] && last >= c[0]
				got := tr.blocks[last][w]
				if math.IsNaN(got) != out || !out && got != whole[last][w] {
					t.Errorf("dates %v are left out: the window from %d to %d is %g", c, first, last, got)
				}
				if out {
					gone++
				}
			}
			if n := tr.gaps(w, tr.blocks); n != gone {
				t.Errorf("dates %v are left out: %d windows of %d dates are gone, counted as %d", c, gone, size, n)
			}
		}
	}
}

// Where a guess is known only those values are gathered that are at least as large, and of all the
// number.
func TestValuesThatPassAGuess(t *testing.T) {
	var members []member
	for k := range 3 {
		values := make([]float64, 50)
		for i := range values {
			values[i] = 4 + 0.3*float64(k+1)*math.Sin(float64((k+2)*i*i))
		}
		tr := steady(values...)
		tr.setReferences(nil)
		members = append(members, member{tr, tr.last()})
	}
	var all, some guesses
	for w := range all {
		all[w] = [2]float64{noGuess, noGuess}
		some[w] = [2]float64{0.5 - 0.1*float64(w), 0.4}
	}
	whole, got := sift(members, all, sifted{}), sift(members, some, sifted{})
	passing := func(values []float64, least float64) (out []float64) {
		for _, v := range values {
			if v >= least {
				out = append(out, v)
			}
		}
		return out
	}
	for w := range durationWindows {
		if n := len(whole.up[w]); n < minBlocks || whole.n[w] != n || len(whole.down[w]) != n || got.n[w] != n {
			t.Errorf("window %d: %d and %d of %d values, with a guess of %d", w, n, len(whole.down[w]), whole.n[w], got.n[w])
		}
		for i, z := range whole.up[w] {
			if whole.down[w][i] != -z {
				t.Fatalf("window %d: value %d is %g upwards and %g downwards", w, i, z, whole.down[w][i])
			}
		}
		up, down := passing(whole.up[w], some[w][0]), passing(whole.down[w], some[w][1])
		if !slices.Equal(got.up[w], up) || !slices.Equal(got.down[w], down) || len(up) == 0 || len(down) == 0 {
			t.Errorf("window %d: %d and %d values pass, want %d and %d", w, len(got.up[w]), len(got.down[w]), len(up), len(down))
		}
	}
}

// A step that is too young for a word of its own keeps none of the others from being suspected.
func TestYoungStepsBesideOthers(t *testing.T) {
	noise := []float64{0.1, -0.1, 0.05, -0.05, 0.1, -0.1, 0.05, -0.05}
	n := len(noise)
	g := &group{name: "g"}
	for i, last := range []float64{0, 3, 0, 0} {
		from := 0
		if i == 0 {
			from = n - 3 // three dates and the last
		}
		var values []float64
		for _, v := range noise[from:] {
			values = append(values, 5+v)
		}
		tr := steady(append(values, 5+last)...)
		for k := range tr.date {
			tr.date[k] = from + k
		}
		tr.key.Name = stepName(i)
		tr.setReferences(nil)
		g.tracks = append(g.tracks, tr)
	}
	g.dates = datesOfAll(g.tracks)
	g.common = newDated[commonEffect](g.dates)
	if got := g.early(n); len(got) != 1 || got[0].t != g.tracks[1] || got[0].way != 1 || got[0].i != n {
		t.Errorf("%d steps are suspected: %+v", len(got), got)
	}
}

// Values of dates that are left out are not learned from, nor are those that are not there.
func TestDatesThatAreLearned(t *testing.T) {
	tr := steady(slices.Repeat([]float64{1, 2, 3, 4}, 6)...)
	tr.setReferences(nil)
	s := &tr.scores
	s.exclude = make([]bool, 20)
	s.exclude[14] = true
	for _, c := range []struct{ last, dates int }{
		{0, 0}, {learnDelay - 1, 0}, {learnDelay, 0}, // no reference yet
		{14, 0}, {15, 1}, {18, 2}, {19, 2}, // the one that is left out
		{20, 3}, {24, 4}, {25, 4}, // of the date after all that are known
	} {
		before := s.fit
		was := s.dates
		member{tr, c.last}.learn()
		if s.dates != c.dates || (s.fit != before) != (c.dates > was) {
			t.Errorf("on date %d: %d dates are learned, want %d", c.last, s.dates, c.dates)
		}
	}
}

// Dates on which a change stands are no null for the scores, once it has lasted as long as the longest
// window, and until the reference has taken it in.
func TestDatesOfAStandingChange(t *testing.T) {
	const since = 20
	long := durationWindows[len(durationWindows)-1]
	for days, want := range map[int]int{
		1: 0, long - 1: 0, long: long, long + 1: long + 1, referenceDates: referenceDates, referenceDates + 1: 0,
	} {
		values := make([]float64, since+days)
		for i := range values {
			values[i] = 1 + 0.1*math.Sin(float64(i*i))
			if i >= since {
				values[i]++
			}
		}
		tr := steady(values...)
		tr.setReferences(nil)
		for range values {
			tr.scores.add(windowScores{}, len(values))
		}
		h := &history{}
		h.open(since+1, &verdict{way: 1, size: 2, shift: 1, ref: tr.refs[since]})
		member{tr, tr.last()}.replay(h, nil)
		got := 0
		for i, out := range tr.scores.exclude {
			if out && i < since {
				t.Errorf("date %d before the change is left out", i)
			}
			if out {
				got++
			}
		}
		if got != want || h.standing() == nil {
			t.Errorf("on date %d of a change %d dates are left out, want %d", days, got, want)
		}
	}
}

// An alarm stands until it has ended, whatever its first date.
func TestAlarmsThatStand(t *testing.T) {
	for end, want := range map[int]bool{-1: true, 0: false, 1: false, 7: false} {
		h := &history{alarms: []alarm{{end: 3}, {end: end}}}
		if got := h.standing(); (got != nil) != want || want && got != &h.alarms[1] {
			t.Errorf("one that ended on date %d stands: %v", end, got)
		}
	}
	if (&history{}).standing() != nil {
		t.Error("an alarm stands though there is none")
	}
}

// A series is tested where a change of some size would be seen in it.
func TestSeriesThatAreTested(t *testing.T) {
	var all []Series
	for i := range 4 {
		all = append(all, Series{Key: Key{Duration, "g", stepName(i)}, Points: []Point{{Date: dateName(i), Values: []float64{1}}}})
	}
	r := &Result{Visible: []Visible{{Slower: []Seen{{1, 0.5}}}, {}, {Slower: []Seen{{1, 0.5}, {5, 0.2}}}, {}}}
	got := r.Tests(all, map[What]int{Duration: 3}, "step")
	if len(got) != 1 || got[0].Tested != 2 || got[0].Untested != 2+3 || got[0].Dates != 1 ||
		got[0].First != dateName(0) || got[0].Last != dateName(3) {
		t.Errorf("%+v", got)
	}
}
