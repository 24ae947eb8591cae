package change

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// A date has one point of a series, with its first and its last run, also where a second metric
// brings earlier dates later.
func TestPointsOfDates(t *testing.T) {
	var s Series
	for run, date := range strings.Fields("b b d a c d b") {
		s.on(date, int32(run)).Count.Den++
	}
	var got []string
	for _, p := range s.Points {
		got = append(got, fmt.Sprint(p.Date, p.First, "-", p.Last, ":", p.Count.Den))
	}
	if want := "a3-3:1 b0-6:3 c4-4:1 d2-5:2"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// References begin behind the last change of level that has twenty dates behind it.
func TestCutsOfReferences(t *testing.T) {
	tr := rates(make([]int, 60)...)
	tr.levels = []stat.Level{{ChangePoint: stat.ChangePoint{Index: 10}}, {ChangePoint: stat.ChangePoint{Index: 30}}}
	for q, wants := range map[float64]map[int]int{0.01: {5: 0, 28: 0, 29: 10, 48: 10, 49: 30, 59: 30}, 0.0101: {29: 0, 59: 0}} {
		tr.levelQ = q
		for i, want := range wants {
			if got := tr.cut(i); got != want {
				t.Errorf("q %g, up to index %d: from %d, want %d", q, i, got, want)
			}
		}
	}
}

// Rates are sorted into groups of one kind, with all their dates.
func TestGroupsOfRates(t *testing.T) {
	of := func(what What, group string, dates ...int) *track {
		return &track{key: Key{what, group, "s"}, date: dates}
	}
	var got []string
	for _, g := range groupCounts([]*track{of(FailureRate, "a", 1, 3), of(FailureRate, "a", 2, 3), of(FailureRate, "b", 7), of(FlakeRate, "b", 5, 9)}) {
		got = append(got, fmt.Sprint(g.what, " ", g.name, " ", len(g.tracks), " ", g.dates, " ", len(g.out.of)))
	}
	if want := []string{"failure_rate a 2 [1 2 3] 3", "failure_rate b 1 [7] 1", "flake_rate b 1 [5 9] 5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if last := lastOf([]*countGroup{{name: "a", dates: []int{1, 3}}, {name: "b", dates: []int{7}}}, of(FailureRate, "b")); last != 7 {
		t.Errorf("the last date of b is %d", last)
	}
}

// Many series that rise together on a date are an outage: three at least, their counts together
// being beyond chance. A series without runs before takes no part.
func TestOutageOfADate(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []int // failed of ten runs each day on twenty dates
		now    []int // of ten on the last date
		names  int
		want   bool
	}{
		{"all fail", []int{0, 0, 0, 0}, []int{10, 10, 10, 10}, 4, true}, {"three of five", []int{0, 0, 0, 0, 0}, []int{10, 10, 10, 0, 0}, 3, true}, {"two of five", []int{0, 0, 0, 0, 0}, []int{10, 10, 0, 0, 0}, 2, false},
		{"a little more", []int{1, 1, 1}, []int{2, 2, 2}, 3, false}, {"as before", []int{3, 3, 3}, []int{3, 3, 3}, 0, false}, {"more of what failed before", []int{5, 5, 5}, []int{10, 10, 10}, 3, true},
	} {
		var all []*track
		for i := range c.before {
			s := Series{Key: Key{FailureRate, "g", stepName(i)}}
			for d := range 21 {
				n := c.before[i]
				if d == 20 {
					n = c.now[i]
				}
				s.Points = append(s.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: n, Den: 10}})
			}
			_, dateOf := datesOf([]Series{s}, "")
			all = append(all, newTrack(s, dateOf))
		}
		g := groupCounts(all)[0]
		if first, rose := g.outage(0); rose || first.Now.Den != 0 {
			t.Errorf("%s: the first date is an outage: %+v", c.name, first)
		}
		o, rose := g.outage(20)
		if rose != c.want || len(o.Names) != c.names || o.Now.Den != 10*len(all) || o.Before.Den != 200*len(all) {
			t.Errorf("%s: %v of %d series, %v before, p %g; want %v of %d", c.name, rose, len(o.Names), o.Before, o.P, c.want, c.names)
		}
	}
}

// A common effect is told from the eleventh date on, where it is 5 % at least, beyond three robust
// deviations of those before, and most steps went along. It ends on the last date that has none.
func TestCommonDates(t *testing.T) {
	for _, c := range []struct {
		name   string
		effect []float64 // of the last dates, behind twelve that lie 0.01 to either side of nothing
		same   int       // of ten steps
		want   string
	}{
		{"nothing", []float64{0.01}, 10, ""},
		{"one date", []float64{0.1}, 10, "12 new +10.5"},
		{"downwards", []float64{-0.1}, 10, "12 new -9.5"},
		{"too small to be told", []float64{math.Log(1.0499)}, 10, ""},
		{"just large enough", []float64{math.Log(1.05)}, 10, "12 new +5.0"},
		{"half of the steps", []float64{0.1}, 5, ""},
		{"most of them", []float64{0.1}, 6, "12 new +10.5"},
		{"it lasts", []float64{0.1, 0.1}, 10, "12 new +10.5, 13 standing +10.5"},
		{"up and down", []float64{0.1, -0.1}, 10, "12 new +10.5, 13 new -9.5"},
		{"it ended", []float64{0.1, 0.01}, 10, "12 new +10.5, 13 ended +1.0"},
		{"it ended before", []float64{0.1, 0.01, 0.01}, 10, "12 new +10.5"},
		{"twice", []float64{0.1, 0.01, 0.1}, 10, "12 new +10.5, 14 new +10.5"},
	} {
		g := &group{name: "g"}
		effects := []float64{0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01}
		effects = append(effects, c.effect...)
		for d := range effects {
			g.dates = append(g.dates, d)
		}
		g.common = newDated[commonEffect](g.dates)
		for d, e := range effects {
			*g.common.at(d) = commonEffect{effect: e, steps: 10, same: c.same}
		}
		var got []string
		for _, x := range g.commonDates() {
			got = append(got, fmt.Sprintf("%d %s %+.1f", x.date, x.State, 100*x.Share))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	few := &group{name: "g", dates: []int{0, 1, 2}, common: newDated[commonEffect]([]int{0, 1, 2})}
	few.common.at(2).effect, few.common.at(2).steps, few.common.at(2).same = 1, 10, 10
	if got := few.commonDates(); len(got) > 0 {
		t.Errorf("on the third date of all: %+v", got)
	}
}

// Up to two dates in a row on which many series rose are left out of the single series. With the
// third the rise lasts, and all are taken back.
func TestOutagesInARow(t *testing.T) {
	for _, c := range []struct{ row, left int }{{1, 1}, {2, 2}, {3, 0}, {4, 0}} {
		var all []*track
		for i := range 5 {
			s := Series{Key: Key{FailureRate, "g", stepName(i)}}
			for d := range 30 {
				n := 0
				if d >= 20 && d < 20+c.row {
					n = 10
				}
				s.Points = append(s.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: n, Den: 10}})
			}
			_, dateOf := datesOf([]Series{s}, "")
			all = append(all, newTrack(s, dateOf))
		}
		g, left := groupCounts(all)[0], 0
		for _, d := range g.dates[:20+c.row] {
			g.test(d)
		}
		for _, out := range g.out.of {
			if out {
				left++
			}
		}
		if left != c.left {
			t.Errorf("%d dates in a row: %d are left out, want %d", c.row, left, c.left)
		}
	}
}

// A rate without runs on one side has no levels, and no interval.
func TestLevelsOfARate(t *testing.T) {
	tr := rates(0, 0, 5, 5)
	for _, c := range []struct {
		before stat.Fraction
		known  bool
	}{{stat.Fraction{Num: 1, Den: 20}, true}, {stat.Fraction{}, false}} {
		x := Change{Lo: stat.Missing(stat.ReasonTooFew), Hi: stat.Missing(stat.ReasonTooFew)}
		tr.describe(&x, &alarm{end: -1, call: verdict{before: c.before}}, 2)
		if x.Lo.OK != c.known || x.Hi.OK != c.known || x.Now != (stat.Fraction{Num: 10, Den: 20}) || c.known && (x.From != 0.05 || x.To != 0.5) {
			t.Errorf("%v before: %+v", c.before, x)
		}
	}
}
