package change

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"runreport/analyze/stat"
	"runreport/unit/tier"
)

// What the self-test says of a history is held against what is true of histories like it:
// false alarms are counted on others in which nothing changes, and power on others with the
// same change.
func TestSimulationSelfTest(t *testing.T) {
	tier.Seconds(t)
	histories, points := 3, 120_000
	if longSimulation || gridSimulation {
		histories, points = 25, 300_000
	}
	const dates = 60
	s := setting{shape: "date effect", steps: 20, runs: 2, load: 0.05}
	r := rand.New(rand.NewPCG(18, 25))
	alarms, judged := 0, 0.0
	called := stat.Fraction{}
	var claims []Measured
	for i := range histories {
		all := yearSeries(s.year(r, dates))
		found := Find(all, "")
		alarms += len(found.Alarms)
		judged += dates - minReference
		claims = append(claims, SelfTest(all, &found, points)[0])

		other := s.year(r, dates)
		step := i % s.steps
		for d := dates - plantedDates; d < dates; d++ {
			other[step][d] = scaledBy(other[step][d], 1.5)
		}
		hit := false
		for _, a := range Find(yearSeries(other), "").Alarms {
			hit = hit || a.Name == fmt.Sprintf("step%04d", step) && a.Higher && a.First >= dateName(dates-plantedDates)
		}
		count(&called, hit)
	}
	truth, _, _ := AlarmsIn30(alarms, judged)
	inside, sum, replayed := 0, 0, 0.0
	seen := stat.Fraction{}
	for _, c := range claims {
		if c.Reason != "" || c.Judged < leastReplays*(dates-minReference) || c.What != Duration || c.Series != 20 {
			t.Fatalf("not measured: %+v", c)
		}
		_, lo, hi := AlarmsIn30(c.Alarms, c.Judged)
		if lo.Value <= truth.Value && truth.Value <= hi.Value {
			inside++
		}
		sum, replayed = sum+c.Alarms, replayed+c.Judged
		p := c.Power[1] // +50 %
		seen.Num, seen.Den = seen.Num+p.Called.Num, seen.Den+p.Called.Den
	}
	claimed, lo, hi := AlarmsIn30(sum, replayed)
	t.Logf("false alarms in 30 dates: %.2f measured, %.2f claimed (%.2f to %.2f); inside the interval of %d of %d histories", truth.Value, claimed.Value, lo.Value, hi.Value, inside, histories)
	t.Logf("+50 %% on one step within %d dates: %d of %d, claimed %d of %d", plantedDates, called.Num, called.Den, seen.Num, seen.Den)
	if float64(inside) < 0.8*float64(histories)-1 {
		t.Errorf("the truth of %.2f lies inside the interval of %d of %d histories", truth.Value, inside, histories)
	}
	if lo, hi := stat.RateDifference(called, seen); lo.Value > 0 || hi.Value < 0 {
		t.Errorf("+50 %%: seen in %d of %d, claimed %d of %d", called.Num, called.Den, seen.Num, seen.Den)
	}
}

func TestSelfTestSaysWhatItCannotMeasure(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name          string
		dates, points int
		want          stat.Reason
	}{
		{"ten dates", 10, 1 << 20, stat.ReasonTooFew},
		{"too many points", 40, 1000, stat.ReasonNotMeasured},
		{"enough", 40, 1 << 16, ""},
	} {
		all := yearSeries(setting{shape: "independent", steps: 6, runs: 1}.year(r, c.dates))
		found := Find(all, "")
		got := SelfTest(all, &found, c.points)
		if len(got) != 1 || got[0].Reason != c.want || got[0].Dates != c.dates || got[0].Series != 6 {
			t.Errorf("%s: %+v, want reason %q", c.name, got, c.want)
		}
		again := SelfTest(all, &found, c.points)
		if fmt.Sprint(got) != fmt.Sprint(again) {
			t.Errorf("%s: another result the second time:\n%+v\n%+v", c.name, got, again)
		}
	}
}

// A question is not asked where less than five replays of each can be made: of eight questions, one of
// false alarms and seven of planted changes, over all points of the series. No more than thirty are.
func TestReplaysOfASelfTest(t *testing.T) {
	series := func(what What, name string, dates int) Series {
		s := Series{Key: Key{what, groupName("ci", "shop"), name}}
		for d := range dates {
			s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{60}, Count: stat.Fraction{Den: 5}})
		}
		return s
	}
	all := []Series{series(Duration, "a", 14), series(Duration, "b", 14), series(FlakeRate, "a", 14),
		series(GateFailure, "g", 14)}
	const points = 4 * 14 * 8 // of one replay of each question
	for _, c := range []struct {
		series []Series
		points int
		want   string // figure, series, reason, dates judged, and planted changes
	}{
		{all, 5*points - 1, "duration 2 not_measured 0 [], flake_rate 1 not_measured 0 [], gate_failure_rate 1 not_measured 0 []"},
		{all, 5 * points, "duration 2  20 [5 5 5], flake_rate 1  20 [5 5], gate_failure_rate 1  20 []"},
		{all, 6 * points, "duration 2  24 [6 6 6], flake_rate 1  24 [6 6], gate_failure_rate 1  24 []"},
		{all, 99 * points, "duration 2  120 [30 30 30], flake_rate 1  120 [30 30], gate_failure_rate 1  120 []"},
		{[]Series{series(Duration, "a", 11)}, 5 * 11 * 8, "duration 1  5 [0 0 0]"},
		{[]Series{series(Duration, "a", 10)}, 5 * 10 * 8, "duration 1 n_too_small 0 []"},
		{[]Series{series(Recall, "a", 14)}, 5 * 14 * 8, ""},
	} {
		var got []string
		for _, m := range SelfTest(c.series, &Result{}, c.points) {
			var planted []int
			for _, p := range m.Power {
				planted = append(planted, p.Noticed.Den)
				if p.Called.Num > p.Noticed.Num {
					t.Errorf("more changes are called than noticed: %+v", p)
				}
			}
			got = append(got, fmt.Sprint(m.What, " ", m.Series, " ", m.Reason, " ", m.Judged, " ", planted))
			if m.Alarms != 0 {
				t.Errorf("%d alarms of series that never vary", m.Alarms)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%d series and %d points:\n%s, want\n%s", len(c.series), c.points, strings.Join(got, ", "), c.want)
		}
	}
	if rate, _, _ := AlarmsIn30(3, 60); rate.Value != 1.5 {
		t.Errorf("3 alarms on 60 dates are %g in 30", rate.Value)
	}
}
