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
		{"no series", nil, ""}, {"nothing", []shown{nil, nil}, ""}, {"one", []shown{{{1, 0.5}, {3, 0.2}}}, "1:0.5 3:0.2"},
		{"the smaller of two", []shown{{{1, 0.5}}, {{1, 0.3}}}, "1:0.3"}, {"the middle of three", []shown{{{1, 0.5}}, {{1, 0.3}}, {{1, 0.4}}}, "1:0.4"},
		{"half show something", []shown{{{1, 0.5}}, nil}, "1:0.5"}, {"fewer than half do", []shown{{{1, 0.5}}, nil, nil}, ""},
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
