package change

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// What half of the series show after each number of dates, where more dates show a smaller change.
func TestWhatMostSeriesShow(t *testing.T) {
	type shown = []Seen
	for _, c := range []struct {
		name string
		all  []shown
		want string
	}{
		{"no series", nil, ""},
		{"nothing", []shown{nil, nil}, ""},
		{"one", []shown{{{1, 0.5}, {3, 0.2}}}, "1:0.5 3:0.2"},
		{"the smaller of two", []shown{{{1, 0.5}}, {{1, 0.3}}}, "1:0.3"},
		{"the middle of three", []shown{{{1, 0.5}}, {{1, 0.3}}, {{1, 0.4}}}, "1:0.4"},
		{"half show something", []shown{{{1, 0.5}}, nil}, "1:0.5"},
		{"fewer than half do", []shown{{{1, 0.5}}, nil, nil}, ""},
		{"most only later", []shown{{{1, 0.5}}, {{3, 0.4}}, {{3, 0.3}}}, "3:0.4"},
		{"what was shown before still is", []shown{{{1, 0.5}, {5, 0.1}}, {{2, 0.4}}, {{3, 0.3}}}, "2:0.5 3:0.4 5:0.3"},
		{"no smaller with more dates", []shown{{{1, 0.5}, {2, 0.5}, {5, 0.4}}}, "1:0.5 5:0.4"},
	} {
		var got []string
		for _, x := range typical(c.all) {
			got = append(got, fmt.Sprintf("%d:%g", x.Dates, x.Size.Value))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// Dates with too few steps for a common effect say nothing of how much it varies.
func TestDatesWithoutACommonEffect(t *testing.T) {
	for calm, want := range map[int]bool{minReference - 1: false, minReference: true} {
		g := &group{name: "g"}
		var effects []commonEffect
		for i := range calm {
			effects = append(effects, commonEffect{effect: 0.01 * float64(1-2*(i%2)), steps: 10, same: 10}, commonEffect{})
		}
		effects = append(effects, commonEffect{effect: 0.2, steps: 10, same: 10})
		for d := range effects {
			g.dates = append(g.dates, d)
		}
		g.common = newDated[commonEffect](g.dates)
		for d, e := range effects {
			*g.common.at(d) = e
		}
		if got := len(g.commonDates()) > 0; got != want {
			t.Errorf("behind %d dates with an effect: told %t", calm, got)
		}
	}
}

// The changes that a self-test plants, and how long they last.
func TestSizesOfPlantedChanges(t *testing.T) {
	want := map[What][]float64{Duration: {0.25, 0.5, 1}, FlakeRate: {0.2, 0.5}, FailureRate: {0.5, 1}}
	if !reflect.DeepEqual(planted, want) || plantedDates != 3 || mostReplays != 30 || leastReplays != 5 {
		t.Errorf("%v for %d dates, %d to %d replays", planted, plantedDates, leastReplays, mostReplays)
	}
}

// A common effect that lasts began on the first of its dates in a row.
func TestSinceWhenAllStepsAreSlower(t *testing.T) {
	for _, c := range []struct {
		effects []float64 // behind twelve calm dates
		state   State
		since   int // -1: nothing is told; not looked at once it has ended
	}{
		{[]float64{0.2}, New, 12},
		{[]float64{0.2, 0.2}, Standing, 12},
		{[]float64{0.2, 0.2, 0.2}, Standing, 12},
		{[]float64{0.2, 0.01, 0.2, 0.2}, Standing, 14},
		{[]float64{0.2, 0.2, 0.01}, Ended, 0},
		{[]float64{0.01}, "", -1},
	} {
		g := &group{name: "g"}
		var effects []float64
		for i := range 12 {
			effects = append(effects, 0.01*float64(1-2*(i%2)))
		}
		effects = append(effects, c.effects...)
		var dates []string
		for d := range effects {
			g.dates, dates = append(g.dates, d), append(dates, dateName(d))
		}
		g.common = newDated[commonEffect](g.dates)
		for d, e := range effects {
			*g.common.at(d) = commonEffect{effect: e, steps: 10, same: 10}
		}
		got := g.commonChange(dates)
		switch {
		case c.since < 0:
			if len(got) != 0 {
				t.Errorf("%v: %+v", c.effects, got)
			}
		case len(got) != 1 || got[0].State != c.state || c.state != Ended && got[0].Since != dateName(c.since):
			t.Errorf("%v: %+v, want %s since %d", c.effects, got, c.state, c.since)
		}
	}
}

// The part of a history since a change of duration is taken back to the level before it, however
// short the durations are.
func TestHistoriesWithoutChanges(t *testing.T) {
	for _, c := range []struct {
		what     What
		state    State
		from, to float64
		want     string
	}{
		{Duration, New, 0.5, 0.25, "8 16"},
		{Duration, Standing, 0.5, 2, "8 2"},
		{Duration, Ended, 0.5, 2, "8 8"},
		{Duration, Suspected, 0.5, 2, "8 8"},
		{Duration, New, 0, 2, "8 8"},
		{Duration, New, 0.5, 0, "8 8"},
		{Recall, New, 0.5, 0.25, "8 8"},
	} {
		s := Series{Key: Key{c.what, "g", "s"}, Points: []Point{{Date: dateName(1), Values: []float64{8}}, {Date: dateName(2), Values: []float64{8}}}}
		out := withoutChanges([]Series{s}, []Change{{Key: s.Key, State: c.state, Since: dateName(2), From: c.from, To: c.to}})
		if got := fmt.Sprint(out[0].Points[0].Values[0], " ", out[0].Points[1].Values[0]); got != c.want || s.Points[1].Values[0] != 8 {
			t.Errorf("%s %s from %g to %g: %s, want %s", c.what, c.state, c.from, c.to, got, c.want)
		}
	}
}
