package change

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/stat"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		dates  []string
		want   []float64
	}{
		{"two dates", []float64{10, 12, 20, 22, 30}, []string{"03-01", "03-01", "03-02", "03-02", "03-02"}, []float64{11, 22}},
		{"dates in turn", []float64{10, 20, 12}, []string{"03-01", "03-02", "03-01"}, []float64{11, 20}},
		{"one date", []float64{10, 12, 15}, []string{"03-01", "03-01", "03-01"}, []float64{10, 12, 15}},
		{"an unknown date", []float64{10, 12, 15}, []string{"03-01", "", "03-02"}, []float64{10, 12, 15}},
		{"an earlier report without dates", []float64{10, 12}, nil, []float64{10, 12}},
		{"nothing", nil, nil, nil},
	} {
		if got := (durations{c.values, c.dates}).blocks(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := (durations{[]float64{1, 2, 3}, []string{"a", "b", "c"}}).last(2); !slices.Equal(got.values, []float64{2, 3}) || !slices.Equal(got.dates, []string{"b", "c"}) {
		t.Errorf("the last two are %v", got)
	}
}

// Dates with an effect of their own make runs of one date alike. Counted one by one they call
// what is nothing two to four times as often as promised; counted by date they do not.
func TestSimulationShiftsCountDates(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 21))
	const trials = 1000
	day := time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC)
	false1, plain := 0, 0
	for range trials {
		var at []time.Time
		s := &Times{key: metric.Step("ci", "app", "e2e"), started: func(run int32) time.Time { return at[run] }}
		for d := range 13 { // ten dates of two runs, then three of four
			effect, runs := 0.07*r.NormFloat64(), 2
			if d >= 10 {
				runs = 4
			}
			for k := range runs {
				s.values = append(s.values, 60*math.Exp(effect+0.07*r.NormFloat64()))
				s.runs = append(s.runs, int32(len(at)))
				at = append(at, day.AddDate(0, 0, d).Add(time.Duration(k)*time.Hour))
			}
		}
		fresh := s.newSince(day.AddDate(0, 0, 9).Add(12 * time.Hour))
		old := durations{s.values[:20], nil}
		for _, start := range at[:20] {
			old.dates = append(old.dates, start.Format(time.DateOnly))
		}
		got := compareWindows([]*Times{s}, func(*Times) (before, after durations) { return old, fresh })
		if got[0].NOld != 20 || got[0].NNew != 12 {
			t.Fatalf("%d old and %d new runs", got[0].NOld, got[0].NNew)
		}
		if got[0].P.Value <= stat.Alpha {
			false1++
		}
		if stat.MannWhitney(old.values, fresh.values).P <= stat.Alpha {
			plain++
		}
	}
	t.Logf("of %d in which nothing changed p <= 0.05: %d by date, %d by run", trials, false1, plain)
	if false1 > 70 || plain < 120 {
		t.Errorf("false alarms of %d: %d by date, at most 70 were promised; %d by run", trials, false1, plain)
	}
}

// A shift is called where the test and the size say so. What is slower comes first, then what is
// faster, then what cannot be told, and of each the largest shift. By the exact test
// six values against six have p 2/924 at least, two against two 1/3.
func TestCallsOfShifts(t *testing.T) {
	from := func(start float64, n int) (out durations) {
		for i := range n {
			out.add(start+float64(i)/10, "")
		}
		return out
	}
	pairs := map[string][2]durations{
		"slow":   {from(10, 6), from(20, 6)},
		"slower": {from(10, 6), from(30, 7)},
		"faster": {from(20, 6), from(10, 6)},
		"same":   {from(10, 6), from(10, 6)},
		"more":   {from(10, 6), from(10.2, 6)},
		"few":    {from(10, 2), from(20, 2)},
		"none":   {from(10, 6), {}},
	}
	var all []*Times
	for _, subject := range []string{"till", "shop"} {
		for _, step := range slices.Sorted(maps.Keys(pairs)) {
			all = append(all, &Times{key: metric.Step("ci", subject, step)})
		}
	}
	var got []string
	for _, s := range compareWindows(all, func(s *Times) (before, after durations) {
		p := pairs[s.key.Step]
		return p[0], p[1]
	}) {
		got = append(got, fmt.Sprintf("%s %s %s %d/%d %.0f", s.Call, s.Step, s.Subject, s.NOld, s.NNew, s.ShiftS.Value))
		if reported := s.Call == "slower" || s.Call == "faster"; (s.Settle == nil) != reported {
			t.Errorf("%s %s: %v would settle it", s.Call, s.Step, s.Settle)
		}
	}
	want := []string{
		"slower slower shop 6/7 20", "slower slower till 6/7 20", "slower slow shop 6/6 10", "slower slow till 6/6 10",
		"faster faster shop 6/6 -10", "faster faster till 6/6 -10",
		"cannot_tell more shop 6/6 0", "cannot_tell more till 6/6 0", "cannot_tell same shop 6/6 0",
		"cannot_tell same till 6/6 0", "too_few few shop 2/2 10", "too_few few till 2/2 10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A later report compares with the last twenty durations that can be compared, with their dates.
func TestRecentDurations(t *testing.T) {
	s := &Times{key: metric.Step("ci", "shop", "e2e"), started: func(run int32) time.Time { return day(1 + int(run)) }}
	for run := range 25 {
		v := float64(run)
		switch run {
		case 22:
			v = -1
		case 23:
			v = math.Inf(1)
		}
		s.values, s.runs = append(s.values, v), append(s.runs, int32(run))
	}
	var dates metric.RunDates
	got := s.recent(&dates)
	if len(got.values) != 20 || got.values[0] != 3 || got.values[18] != 21 || got.values[19] != 24 ||
		got.dates[0] != "2026-05-04" || got.dates[19] != "2026-05-25" {
		t.Errorf("%v of %v", got.values, got.dates)
	}
	for _, v := range []float64{0, 0.25} { // are durations
		s.values[24] = v
		if got := s.recent(&dates); got.values[19] != v {
			t.Errorf("%v", got.values)
		}
	}
}

// What is left of a standing change decides whether it is still told as one.
func TestFaded(t *testing.T) {
	of := func(what What, from, to, lo, hi float64) *Change {
		return &Change{Key: Key{What: what}, From: from, To: to, Lo: stat.Known(lo), Hi: stat.Known(hi)}
	}
	for _, c := range []struct {
		name string
		of   *Change
		want bool
	}{
		{"a doubling", of(Duration, 6, 12, 0.8, 1.2), false},
		{"a tenth", of(Duration, 6, 6.6, 0.04, 0.16), false},
		{"4 % less", of(Duration, 6.1, 5.86, -0.08, -0.001), true},
		{"a tenth, and perhaps nothing", of(Duration, 6, 6.6, -0.02, 0.22), true},
		{"a rate is no duration", of(FlakeRate, 0.5, 0.51, -0.1, 0.1), false},
	} {
		if got := c.of.faded(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
