package change

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// The one value of a date. What cannot be one is none.
func TestPointValue(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		what   What
		values []float64
		count  stat.Fraction
		want   string // of durations in seconds; "" where there is none
	}{
		{Duration, []float64{5, 1, 2}, stat.Fraction{}, "2"}, {Duration, []float64{4, 1}, stat.Fraction{}, "2.5"},
		{Duration, []float64{-1, 0, 7, nan, inf, 2e100}, stat.Fraction{}, "7"}, {Duration, []float64{0}, stat.Fraction{}, ""}, {Duration, nil, stat.Fraction{}, ""},
		{Duration, []float64{1e100}, stat.Fraction{}, "1e+100"},
		{Recall, []float64{0.5, 0.25}, stat.Fraction{}, "0.375"}, {Recall, []float64{0.5}, stat.Fraction{}, "0.5"}, {Recall, []float64{0}, stat.Fraction{}, "0"}, {Recall, nil, stat.Fraction{}, ""},
		{Recall, []float64{0.5, nan}, stat.Fraction{}, ""}, {Recall, []float64{inf}, stat.Fraction{}, ""},
		{FlakeRate, nil, stat.Fraction{Num: 1, Den: 4}, "0.25"}, {FailureRate, nil, stat.Fraction{Num: 4, Den: 4}, "1"}, {GateFailure, nil, stat.Fraction{Den: 1}, "0"},
		{FlakeRate, nil, stat.Fraction{}, ""}, {FlakeRate, nil, stat.Fraction{Num: 2, Den: 1}, ""}, {FlakeRate, nil, stat.Fraction{Num: -1, Den: 1}, ""},
		{FlakeRate, nil, stat.Fraction{Num: -2, Den: -1}, ""},
	} {
		v, ok := pointValue(c.what, Point{Values: c.values, Count: c.count})
		got := ""
		if ok {
			if c.what == Duration {
				v = math.Exp(v)
			}
			got = fmt.Sprintf("%.6g", v)
		}
		if got != c.want {
			t.Errorf("%s of %v and %v: %q, want %q", c.what, c.values, c.count, got, c.want)
		}
	}
}

// rates is a track of a rate with so many hits of ten runs on each date.
func rates(hits ...int) *track {
	s := Series{Key: Key{FlakeRate, "g", "s"}, Ran: func(run int32) Ran { return Ran{Key: fmt.Sprint("run", run)} }}
	for d, n := range hits {
		s.Points = append(s.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: n, Den: 10}, First: int32(2 * d), Last: int32(2*d + 1)})
	}
	_, dateOf := datesOf([]Series{s}, "")
	return newTrack(s, dateOf)
}

// A track has the points with a value and a date, the oldest first; of two of a date the first.
func TestPointsOfATrack(t *testing.T) {
	point := func(date string, hits int) Point {
		return Point{Date: date, Count: stat.Fraction{Num: hits, Den: 10}}
	}
	dateOf := map[string]int{"a": 0, "b": 1, "c": 2, "d": 5}
	for _, c := range []struct {
		points []Point
		want   string // date, hits
	}{
		{nil, ""},
		{[]Point{point("a", 1), point("b", 2), point("d", 3)}, "0:1 1:2 5:3"},
		{[]Point{point("d", 3), point("a", 1), point("b", 2)}, "0:1 1:2 5:3"},
		{[]Point{point("a", 1), point("a", 9), point("b", 2)}, "0:1 1:2"},
		{[]Point{point("b", 2), point("a", 1), point("b", 9)}, "0:1 1:2"},
		{[]Point{point("a", 11), point("b", 2), point("x", 3), point("d", 4)}[:2], "1:2"},
		{[]Point{point("a", 1), point("b", 11), point("c", 3), point("x", 4)}, "0:1 2:3"},
		{[]Point{point("a", 11)}, ""},
	} {
		tr := newTrack(Series{Key: Key{What: FlakeRate}, Points: c.points}, dateOf)
		var got []string
		for i, d := range tr.date {
			num := tr.points[i].Count.Num
			got = append(got, fmt.Sprint(d, ":", num))
			if tr.value[i] != float64(num)/10 {
				t.Errorf("%v: the parts of point %d differ", c.points, i)
			}
		}
		if strings.Join(got, " ") != c.want || len(tr.points) != len(tr.date) {
			t.Errorf("%v: %q with %d points, want %q", c.points, got, len(tr.points), c.want)
		}
	}
}

// Between which runs a level changed, with what was run on either side, as the nearest runs that
// say so say it.
func TestAroundALevel(t *testing.T) {
	tr := rates(0, 0, 0, 0)
	said := map[int32]map[string]string{1: {"commit": "c1", "model": "m1"}, 5: {"commit": "c2"}, 7: {"model": "m1", "runner": "r"}}
	tr.ran = func(run int32) Ran { return Ran{Key: fmt.Sprint("run", run), Revisions: said[run]} }
	for i, want := range map[int]string{
		0: ", run0", 1: "run1, run2", 3: "run5, run6",
	} {
		before, after := tr.runs(i)
		if got := before + ", " + after; got != want {
			t.Errorf("before index %d: between %s, want %s", i, got, want)
		}
	}
	for i, want := range map[int][]Revision{
		0: {{"commit", "", "c1"}, {"model", "", "m1"}, {"runner", "", "r"}},
		1: {{"commit", "c1", "c2"}, {"runner", "", "r"}}, // the model is the same
		2: {{"commit", "c1", "c2"}, {"runner", "", "r"}},
		3: {{"commit", "c2", ""}, {"runner", "", "r"}},
	} {
		if got := tr.revisions(i); !slices.Equal(got, want) {
			t.Errorf("before index %d: %v, want %v", i, got, want)
		}
	}
}

// The counts of a level reach from its change point to the next one.
func TestCountsAroundALevel(t *testing.T) {
	tr := rates(0, 1, 5, 6, 7, 2)
	level := func(at int) stat.Level { return stat.Level{ChangePoint: stat.ChangePoint{Index: at}} }
	tr.levels = []stat.Level{level(2), level(5)}
	for n, want := range [][2]stat.Fraction{{{Num: 1, Den: 20}, {Num: 18, Den: 30}}, {{Num: 18, Den: 30}, {Num: 2, Den: 10}}} {
		if was, now := tr.countsAround(n); was != want[0] || now != want[1] {
			t.Errorf("change point %d: %v and %v, want %v", n, was, now, want)
		}
	}
	tr.levelQ = 0.05
	all := tr.levelChanges()
	if len(all) != 2 || !all[0].Certain || all[0].Before != 0.05 || all[0].After != 0.6 || !all[0].Lo.OK || all[0].Lo.Value <= 0 || all[0].Hi.Value > 1 {
		t.Errorf("change points %+v", all)
	}
	tr.key.What, tr.levelQ = Recall, 0.051
	if was, now := tr.countsAround(0); was != now || was.Den > 0 {
		t.Errorf("recall has the counts %v and %v", was, now)
	}
	if all := tr.levelChanges(); all[0].Certain || all[0].Lo.OK {
		t.Errorf("a change point by chance: %+v", all[0])
	}
}

// Changes of level are change points and the calls that none of them dates within five dates and
// in the same direction. A call that lasted for one or two dates is none.
func TestPastOfATrack(t *testing.T) {
	point := func(at int, before, after float64) LevelChange {
		return LevelChange{index: at, Before: before, After: after, Certain: true}
	}
	call := func(since, end, backFrom int, shift float64) Alarm {
		way := 1
		if shift < 0 {
			way = -1
		}
		return Alarm{since: since, Shift: shift, alarm: &alarm{way: way, since: since, end: end, backFrom: backFrom, call: verdict{shift: shift}}}
	}
	replaced := call(10, 15, 0, 0.5)
	replaced.Replaced = true
	uncertain := point(10, 0.1, 0.5)
	uncertain.Certain = false
	for _, c := range []struct {
		name   string
		points []LevelChange
		alarms []Alarm
		want   string // index, size, and whether it is a return
	}{
		{"a change point", []LevelChange{point(10, 0.1, 0.5)}, nil, "10 +0.4"},
		{"one by chance", []LevelChange{uncertain}, nil, ""},
		{"a call that stands", nil, []Alarm{call(10, -1, 0, 0.5)}, "10 +0.5"},
		{"a call of a change point", []LevelChange{point(10, 0.1, 0.5)}, []Alarm{call(15, -1, 0, 0.5)}, "10 +0.4"},
		{"a call before it", []LevelChange{point(10, 0.1, 0.5)}, []Alarm{call(5, -1, 0, 0.5)}, "10 +0.4"},
		{"six dates later", []LevelChange{point(10, 0.1, 0.5)}, []Alarm{call(16, -1, 0, 0.5)}, "10 +0.4, 16 +0.5"},
		{"six dates before", []LevelChange{point(10, 0.1, 0.5)}, []Alarm{call(4, -1, 0, 0.5)}, "4 +0.5, 10 +0.4"},
		{"the other direction", []LevelChange{point(10, 0.1, 0.5)}, []Alarm{call(12, -1, 0, -0.5)}, "10 +0.4, 12 -0.5"},
		{"a call that ended", nil, []Alarm{call(10, 18, 14, 0.5)}, "10 +0.5, 14 -0.5 back"},
		{"after three dates", nil, []Alarm{call(10, 18, 13, 0.5)}, "10 +0.5, 13 -0.5 back"},
		{"after two dates", nil, []Alarm{call(10, 18, 12, 0.5)}, ""},
		{"after two dates, and one that stands", nil, []Alarm{call(4, 8, 6, 0.5), call(10, -1, 0, 0.5)}, "10 +0.5"},
		{"on the first date", nil, []Alarm{call(0, 8, 6, 0.5)}, "0 +0.5, 6 -0.5 back"},
		{"that ended on the first date", nil, []Alarm{call(0, 0, 0, 0.5)}, ""},
		{"replaced by another", nil, []Alarm{replaced}, "10 +0.5"},
		{"a return that a change point dates", []LevelChange{point(15, 0.5, 0.1)}, []Alarm{call(8, 18, 14, 0.5)}, "8 +0.5, 15 -0.4"},
	} {
		tr := rates(make([]int, 20)...)
		var got []string
		for _, p := range tr.past(c.points, c.alarms) {
			text := fmt.Sprintf("%d %+.2g", slices.IndexFunc(tr.points, func(x Point) bool { return x.Date == p.Date }), p.Size)
			if p.Back {
				text += " back"
			}
			if p.Back == p.Q.OK {
				t.Errorf("%s: %s has the q %v", c.name, text, p.Q)
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	tr := rates(0)
	if got := tr.difference(0.2, 0.3); math.Abs(got-0.1) > 1e-12 {
		t.Errorf("a rate of 0.2 that is 0.3 grew by %g", got)
	}
	tr.key.What = Duration
	if got := tr.difference(20, 30); got != 0.5 {
		t.Errorf("20 s that are 30 s grew by %g", got)
	}
}
