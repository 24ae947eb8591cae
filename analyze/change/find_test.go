package change

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"runreport/analyze/stat"
	"runreport/unit"
)

// story is a year's part of made-up steps with a commit on each date.
func story(r *rand.Rand, steps, dates, runs int, factor func(step, date int) float64) []Series {
	year := setting{shape: "independent", steps: steps, runs: runs, load: 0.03}.year(r, dates)
	all := yearSeries(year)
	for i := range all {
		all[i].Unit = unit.Seconds
		for d := range all[i].Points {
			p := &all[i].Points[d]
			for k := range p.Values {
				p.Values[k] *= factor(i, d)
			}
			p.First, p.Last = int32(2*d), int32(2*d+1)
		}
		all[i].Ran = func(run int32) Ran {
			d := run / 2
			key := fmt.Sprintf("%d-%s", d, []string{"first", "last"}[run%2])
			return Ran{key, map[string]string{"commit": fmt.Sprintf("c%d", d), "model": "m1"}}
		}
	}
	return all
}

func changeOf(r Result, what What, name string) *Change {
	for i, c := range r.Changes {
		if c.What == what && c.Name == name {
			return &r.Changes[i]
		}
	}
	return nil
}

// A step doubles on date 40 and goes back on date 52. Its state depends on the day.
func TestStates(t *testing.T) {
	all := story(rand.New(rand.NewPCG(1, 2)), 12, 60, 2, func(step, date int) float64 {
		if step == 3 && date >= 40 && date < 52 {
			return 2
		}
		return 1
	})
	for _, c := range []struct {
		now   int
		state State
		since int
	}{{39, "", 0}, {40, New, 40}, {41, Standing, 40}, {46, Standing, 40}, {51, Standing, 40}} {
		got := changeOf(Find(all, fmt.Sprintf("%04d", c.now)), Duration, "step0003")
		if c.state == "" {
			if got != nil && got.State != Suspected {
				t.Errorf("date %d: %+v before anything changed", c.now, *got)
			}
			continue
		}
		if got == nil || got.State != c.state || got.Since != fmt.Sprintf("%04d", c.since) {
			t.Fatalf("date %d: %+v, want %s since %d", c.now, got, c.state, c.since)
		}
		if ratio := got.To / got.From; ratio < 1.6 || ratio > 2.4 {
			t.Errorf("date %d: %.2f times as long, want about 2", c.now, ratio)
		}
		if !got.Lo.OK || !got.Hi.OK || !(got.Lo.Value < 1.05 && got.Hi.Value > 0.9 && got.Lo.Value > 0.3) {
			t.Errorf("date %d: interval %v to %v of +100 %%", c.now, got.Lo, got.Hi)
		}
		if got.RunBefore != "39-last" || got.RunAfter != "40-first" ||
			!slices.Equal(got.Revisions, []Revision{{"commit", "c39", "c40"}}) {
			t.Errorf("date %d: between %s and %s, %v", c.now, got.RunBefore, got.RunAfter, got.Revisions)
		}
	}
	ends := 0
	for now := 52; now < 56; now++ {
		if got := changeOf(Find(all, fmt.Sprintf("%04d", now)), Duration, "step0003"); got != nil && got.State == Ended {
			ends++
		}
	}
	if ends != 1 {
		t.Errorf("ended on %d of the four dates after the return, want exactly one", ends)
	}
	r := Find(all, "")
	n := 0
	for _, a := range r.Alarms {
		if a.Name == "step0003" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d alarms of the step, want one: %+v", n, r.Alarms)
	}
}

// The order of the series and of their points does not matter, nor does a second run.
func TestFindIsDeterministic(t *testing.T) {
	all := story(rand.New(rand.NewPCG(3, 4)), 8, 50, 2, func(step, date int) float64 {
		return 1 + 0.6*float64(step/7*(date/44))
	})
	want := Find(all, "")
	if len(want.Changes) == 0 || len(want.Visible) != 8 {
		t.Fatalf("%d changes, %d power statements", len(want.Changes), len(want.Visible))
	}
	mixed := slices.Clone(all)
	slices.Reverse(mixed)
	for i := range mixed {
		mixed[i].Points = slices.Clone(mixed[i].Points)
		slices.Reverse(mixed[i].Points)
	}
	if got := Find(mixed, ""); !reflect.DeepEqual(got, want) {
		t.Error("another order of the input gives another result")
	}
}

// All steps 15 % slower on the last date is one statement, and no step is called; with one
// of them doubled, that one is.
func TestCommonEffect(t *testing.T) {
	for _, doubled := range []bool{false, true} {
		for seed := range uint64(2) {
			all := story(rand.New(rand.NewPCG(seed, 15)), 200, 40, 2, func(step, date int) float64 {
				f := 1.0
				if date == 39 {
					f = 1.15
				}
				if doubled && step == 17 && date == 39 {
					f *= 2
				}
				return f
			})
			r := Find(all, "")
			common := changeOf(r, CommonDuration, "")
			if common == nil || common.State != New || math.Abs(common.To-0.15) > 0.10 {
				t.Errorf("seed %d: common effect %+v, want +15 %%", seed, common)
			}
			for _, c := range r.Changes {
				if c.What == Duration && c.State == New && !(doubled && c.Name == "step0017") {
					t.Errorf("seed %d: %s is called", seed, c.Name)
				}
			}
			if c := changeOf(r, Duration, "step0017"); doubled && (c == nil || c.State != New) {
				t.Errorf("seed %d: the doubled step is %+v", seed, c)
			}
		}
	}
}

// The machine is slower for a week: one statement, new, standing, ended.
func TestCommonEffectStates(t *testing.T) {
	all := story(rand.New(rand.NewPCG(8, 15)), 30, 50, 2, func(_, date int) float64 {
		if date >= 40 && date < 45 {
			return 1.4
		}
		return 1
	})
	for now, want := range map[int]State{40: New, 42: Standing, 45: Ended, 48: ""} {
		c := changeOf(Find(all, fmt.Sprintf("%04d", now)), CommonDuration, "")
		if want == "" && c != nil || want != "" && (c == nil || c.State != want) {
			t.Errorf("date %d: %+v, want %q", now, c, want)
		}
	}
}

// Nothing, one date, one series, constants, junk: no panic, no change.
func TestFindNullCases(t *testing.T) {
	constant := Series{Key: Key{Duration, "g", "constant"}}
	junk := Series{Key: Key{Duration, "g", "junk"}}
	never := Series{Key: Key{FlakeRate, "g", "never"}}
	for d := range 40 {
		date := fmt.Sprintf("%04d", d)
		constant.Points = append(constant.Points, Point{Date: date, Values: []float64{60}})
		junk.Points = append(junk.Points, Point{Date: date, Values: []float64{math.NaN(), -1, 0, math.Inf(1)}})
		never.Points = append(never.Points, Point{Date: date, Count: stat.Fraction{Num: 0, Den: 3}})
	}
	for name, all := range map[string][]Series{
		"nothing": nil, "no points": {{Key: Key{Duration, "g", "s"}}}, "constant": {constant}, "junk": {junk},
		"never":      {never},
		"impossible": {{Key: Key{FailureRate, "g", "s"}, Points: []Point{{Date: "1", Count: stat.Fraction{Num: 3, Den: 2}}}}},
		"one date":   {{Key: Key{Recall, "g", "s"}, Points: []Point{{Date: "1", Values: []float64{0.5}}}}},
	} {
		if r := Find(all, ""); len(r.Changes)+len(r.Points)+len(r.Alarms) > 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A flake of one step, a lasting break of one, and a date on which many steps fail.
func TestRates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var all []Series
	for i := range 20 {
		flakes := Series{Key: Key{FlakeRate, "kahn/shop", fmt.Sprintf("step%02d", i)}}
		fails := Series{Key: Key{FailureRate, "kahn/shop", fmt.Sprintf("step%02d", i)}}
		for d := range 80 {
			rate := 0.01
			if i == 4 && d >= 70 {
				rate = 0.6
			}
			c, f := stat.Fraction{Den: 4}, stat.Fraction{Den: 4}
			for range 4 {
				if r.Float64() < rate {
					c.Num++
				}
			}
			if i == 9 && d >= 75 || i < 8 && d == 60 {
				f.Num = 4
			}
			date := fmt.Sprintf("%04d", d)
			flakes.Points = append(flakes.Points, Point{Date: date, Count: c})
			fails.Points = append(fails.Points, Point{Date: date, Count: f})
		}
		all = append(all, flakes, fails)
	}
	got := Find(all, "")
	for what, name := range map[What]string{FlakeRate: "step04", FailureRate: "step09"} {
		c := changeOf(got, what, name)
		if c == nil || c.State != Standing || c.To < 0.3 || c.From > 0.1 {
			t.Errorf("%s of %s: %+v", what, name, c)
		}
	}
	broken := stat.Fraction{Num: 20, Den: 20}
	if c := changeOf(got, FailureRate, "step09"); c != nil && (c.Since != "0075" || c.Now != broken) {
		t.Errorf("broken since %s, %v", c.Since, c.Now)
	}
	for _, c := range got.Changes {
		if c.State != Suspected && c.Name != "step04" && c.Name != "step09" {
			t.Errorf("%+v", c)
		}
	}
	if len(got.Outages) != 1 || got.Outages[0].Date != "0060" || len(got.Outages[0].Names) != 8 {
		t.Errorf("outages %+v", got.Outages)
	}
}

// A step a quarter slower from a date is dated, and recall that falls is a change point.
func TestChangePoints(t *testing.T) {
	all := story(rand.New(rand.NewPCG(9, 9)), 6, 120, 4, func(step, date int) float64 {
		if step == 2 && date >= 70 {
			return 1.25
		}
		return 1
	})
	recall := Series{Key: Key{Recall, "virtio", "pre"}, Floor: 0.05}
	for d := range 20 {
		value := 0.8 - 0.3*float64(d/12) + 0.02*float64(d%3)
		recall.Points = append(recall.Points, Point{Date: dateName(d), Values: []float64{value}})
	}
	r := Find(append(all, recall), "")
	for key, want := range map[Key]string{{Duration, "kahn/shop", "step0002"}: "0070", recall.Key: "0012"} {
		found := false
		for _, p := range r.Points {
			if p.Key == key && p.Certain {
				found = found || p.Date >= want[:3] && math.Abs(float64(p.index)-float64(int(want[2]-'0')*10+int(want[3]-'0'))) <= 2
			}
		}
		if !found {
			t.Errorf("%v: no change point at %s: %+v", key, want, r.Points)
		}
		c := changeOf(r, key.What, key.Name)
		if c == nil || c.State != Standing {
			t.Errorf("%v: %+v", key, c)
		}
	}
}
