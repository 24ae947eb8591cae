package change

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// failing is a track of a failure rate of ten runs a date; a number below 0 is a date without runs.
func failing(name string, hits ...int) Series {
	s := Series{Key: Key{FailureRate, "g", name}}
	for d, n := range hits {
		if n >= 0 {
			s.Points = append(s.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: n, Den: 10}})
		}
	}
	return s
}

func tracksOf(all ...Series) (tracks []*track) {
	_, dateOf := datesOf(all, "")
	for _, s := range all {
		tracks = append(tracks, newTrack(s, dateOf))
	}
	return tracks
}

// A series that begins on the date has no rate of its own to rise above, and is in no sum; those
// behind it are.
func TestOutageBesideANewSeries(t *testing.T) {
	g := groupCounts(tracksOf(
		failing("a", -1, -1, -1, 10), failing("b", 0, 0, 0, 10), failing("c", 0, 0, 0, 10),
		failing("d", -1, -1, -1, 0), failing("e", 0, 0, 0, 10),
	))[0]
	o, rose := g.outage(3)
	if !rose || strings.Join(o.Names, " ") != "b c e" || o.Now != (stat.Fraction{Num: 30, Den: 30}) || o.Before != (stat.Fraction{Den: 90}) {
		t.Errorf("%+v, %t", o, rose)
	}
}

// The outages of all dates are noted in the series that have a value on them, and forgotten by the
// group, which is asked again date by date.
func TestOutagesAreNoted(t *testing.T) {
	g := groupCounts(tracksOf(
		failing("a", 0, 0, 0, 10, 0, 10, 10), failing("b", 0, 0, 0, 10, 0, 10, 10),
		failing("c", 0, 0, 0, 10, 0, 10, 10), failing("d", -1, 0, 0, 0, -1, 0, 0),
	))[0]
	g.findOutages()
	for i, want := range []string{"[3 5 6]", "[3 5 6]", "[3 5 6]", "[2 3 4]"} { // indexes of each one's own dates
		if got := fmt.Sprint(g.tracks[i].outages); got != want {
			t.Errorf("%s: %s, want %s", g.tracks[i].key.Name, got, want)
		}
	}
	if g.row != 0 || g.on != -1 {
		t.Errorf("the group remembers a row of %d and date %d", g.row, g.on)
	}
	for i, out := range g.out.of {
		if out {
			t.Errorf("date %d is still left out", i)
		}
	}
	for _, x := range g.tracks {
		if x.kept.next != 0 || len(x.kept.at) > 0 {
			t.Errorf("%s has counted up to date %d", x.key.Name, x.kept.next)
		}
	}
}

// A second is a share of what the step takes on the last date, with the common effect of that date:
// of 4 s that are 8 s an eighth.
func TestVisibleUnderACommonEffect(t *testing.T) {
	logs := make([]float64, 21)
	for d := range logs {
		logs[d] = math.Log(4)
	}
	tr := steady(logs...)
	tr.setReferences(nil)
	g := &group{name: "g", tracks: []*track{tr}}
	g.dates = datesOfAll(g.tracks)
	g.common = newDated[commonEffect](g.dates)
	g.nulls.of = [4]null{zeroTo(40, 0.001)}
	for effect, want := range map[float64]float64{0: 0.25, math.Ln2: 0.125, -math.Ln2: 0.5} {
		g.common.at(g.last()).effect = effect
		all := g.visible()
		if len(all) != 1 || len(all[0].Slower) != 1 || math.Abs(all[0].Slower[0].Share-want) > 1e-12 || all[0].Slower[0].Dates != 1 {
			t.Errorf("an effect of %g: %+v, want %g", effect, all, want)
		}
	}
}

// The fewest runs a side that show a change; none is needed for no change, and none is told above a
// hundred.
func TestRunsThatAreNeeded(t *testing.T) {
	shows := func(n int) stat.Number { return stat.Known(1 / float64(n)) } // n runs show 1/n
	for c, want := range map[float64]int{1: 1, 0.5: 2, 0.4: 3, 0.1: 10, 0.01: 100, 0.0099: 0, 0: 0, -1: 0} {
		if got := planRuns([]float64{c}, shows)[0]; got.Runs != want || got.Change != c {
			t.Errorf("a change of %g: %+v, want %d runs", c, got, want)
		}
	}
	if got := planRuns([]float64{0}, func(int) stat.Number { return stat.Known(0) })[0]; got.Runs != 0 {
		t.Errorf("no change needs %d runs", got.Runs)
	}
	if got := planRuns([]float64{1}, func(int) stat.Number { return stat.Missing(stat.ReasonNotMeasured) })[0]; got.Runs != 0 {
		t.Errorf("without a measure %d runs are needed", got.Runs)
	}
	// 4 dates of single runs at an SD of 0.1, where a call takes 2 scales: (2 · 0.1/log(1.10517))² = 4.
	n := StepNoise{Dates: 0.1, Tail: 2}
	for _, c := range []struct {
		share float64
		runs  int
		dates int
	}{
		{math.Expm1(0.1), 1, 4},
		{math.Expm1(0.2), 1, 1},
		{math.Expm1(0.19), 1, 2},
		{math.Expm1(0.04), 1, 0},
		{math.Expm1(0.2 / math.Sqrt(20)), 1, 20},
		{0, 1, 0},
		{0.5, 0, 0},
		{10, 1, 1},
	} {
		if got := n.Plan([]float64{c.share}, []int{c.runs})[0]; got.Dates != c.dates {
			t.Errorf("%g with %d runs: %d dates, want %d", c.share, c.runs, got.Dates, c.dates)
		}
	}
	n.Why = stat.ReasonTooFew
	if got := n.Plan([]float64{1}, []int{1})[0]; got.Dates != 0 {
		t.Errorf("of no noise: %d dates", got.Dates)
	}
	// Runs of 0.2 divided by four of a date leave 0.1.
	n = StepNoise{Runs: 0.2, Tail: 2}
	if got := n.Plan([]float64{math.Expm1(0.1)}, []int{4, 1}); got[0].Dates != 4 || got[1].Dates != 16 {
		t.Errorf("four runs and one: %+v, want 4 and 16", got)
	}
}

// Steps without a value have no noise; that of the others is told all the same.
func TestNoiseOfSteps(t *testing.T) {
	none := Series{Key: Key{Duration, "g", "none"}, Points: []Point{{Date: dateName(0), Values: []float64{-1}}}}
	few := Series{Key: Key{Duration, "g", "few"}}
	rate := failing("rate", 1, 1)
	all := Series{Key: Key{Duration, "g", "ten"}}
	for d := range minReference {
		if d < minReference-1 {
			few.Points = append(few.Points, Point{Date: dateName(d), Values: []float64{10}})
		}
		all.Points = append(all.Points, Point{Date: dateName(d), Values: []float64{10, 10 * math.Exp(0.2)}})
	}
	got := Noises([]Series{none, few, rate, all}, "")
	if len(got) != 2 || got[0].Name != "few" || got[0].Why != stat.ReasonTooFew || got[0].N != minReference-1 || got[1].Name != "ten" || got[1].Why != "" {
		t.Fatalf("%+v", got)
	}
	// Two logs 0.2 apart have a variance of 2·0.1² = 0.02; the dates all have the same median.
	if x := got[1]; math.Abs(x.Runs-math.Sqrt(0.02)) > 1e-9 || x.PerK != 2 || x.Dates != 0 || x.N != minReference {
		t.Errorf("%+v", x)
	}
}

// Changes of other figures say nothing of flakes, wherever they stand.
func TestFlakesBehindOtherChanges(t *testing.T) {
	flakes := samplesOf(t, metric.StepFlake, "a! b", "a b!").Of(metric.StepFlake)
	of := func(what What, step string) report.SeriesChange {
		return report.SeriesChange{What: string(what), System: "ci", Subject: "shop", Step: step, State: string(New),
			Since: "2026-05-02", From: report.Known(0), To: report.Known(1)}
	}
	nodes := []report.FlakeNode{{System: "ci", Subject: "n1/shop", Node: "a"}, {System: "ci", Subject: "n1/shop", Node: "b"}}
	stable := func(_, subject string) string { return strings.TrimPrefix(subject, "n1/") }
	MarkFlakes(nodes, []report.SeriesChange{of(Duration, "a"), of(FailureRate, "a"), of(FlakeRate, "b")}, nil, flakes, stable)
	if nodes[0].New || nodes[0].RateNow != nil || !nodes[1].New || nodes[1].RateNow == nil || nodes[1].RateNow.Num != 1 || nodes[1].RateNow.Den != 1 {
		t.Errorf("%+v", nodes)
	}
}
