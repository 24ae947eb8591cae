package change

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"runreport/analyze/stat"
)

// ownCases is testdata/cases.json, which testdata/cases.py writes with numpy and scipy.
type ownCases struct {
	Durations []struct {
		Name     string
		Steps    map[string][][]float64
		Expected struct {
			Effect   float64
			Verdicts []struct {
				Step   string
				Way    int
				P, Q   float64
				Window int
				Shift  float64
			}
		}
	}
	Counts []struct {
		Name     string
		Steps    map[string][][2]int
		Expected struct {
			P, Q  []float64
			Names []string
		}
	}
	Rises []struct {
		Before, After [2]int
		P             float64
	}
}

func readCases(t *testing.T) ownCases {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c ownCases
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// Every p, q, window and shift of 1.21, not only those that are called.
func TestDurationCases(t *testing.T) {
	for _, c := range readCases(t).Durations {
		t.Run(c.Name, func(t *testing.T) {
			groups, dates := prepareDurations(stepSeries(c.Steps), false)
			all := groups[0].judge(nil, dates-1, true)
			correct(all)
			near(t, "common effect", math.Expm1(groups[0].common.at(dates-1).effect), c.Expected.Effect)
			type key struct {
				step string
				way  int
			}
			got := map[key]verdict{}
			for _, v := range all {
				got[key{v.t.key.Name, v.way}] = v
			}
			if len(got) != len(c.Expected.Verdicts) || len(got) == 0 {
				t.Fatalf("%d verdicts, want %d", len(got), len(c.Expected.Verdicts))
			}
			for _, want := range c.Expected.Verdicts {
				v, what := got[key{want.Step, want.Way}], fmt.Sprint(want.Step, want.Way)
				near(t, what+" p", v.p, want.P)
				near(t, what+" q", v.q, want.Q)
				near(t, what+" shift", math.Expm1(v.shift), want.Shift)
				if v.size != want.Window {
					t.Errorf("%s: window %d, want %d", what, v.size, want.Window)
				}
			}
		})
	}
}

func rateSeries(steps map[string][][2]int) []Series {
	var all []Series
	for name, dates := range steps {
		s := Series{Key: Key{FlakeRate, "kahn/shop", name}}
		for d, c := range dates {
			s.Points = append(s.Points, Point{Date: fmt.Sprintf("%04d", d), Count: stat.Fraction{Num: c[0], Den: c[1]}})
		}
		all = append(all, s)
	}
	return all
}

func TestCountCases(t *testing.T) {
	for _, c := range readCases(t).Counts {
		t.Run(c.Name, func(t *testing.T) {
			all := rateSeries(c.Steps)
			dates, dateOf := datesOf(all, "")
			got := map[string]verdict{}
			var list []verdict
			out := &dated[bool]{of: make([]bool, len(dates))}
			for _, s := range all {
				tr := newTrack(s, dateOf)
				list = append(list, member{tr, tr.last()}.judgeCount(out))
			}
			correct(list)
			for _, v := range list {
				got[v.t.key.Name] = v
			}
			for i, name := range c.Expected.Names {
				near(t, name+" p", got[name].p, c.Expected.P[i])
				near(t, name+" q", got[name].q, c.Expected.Q[i])
			}
		})
	}
}

func TestRateRise(t *testing.T) {
	for _, c := range readCases(t).Rises {
		before := stat.Fraction{Num: c.Before[0], Den: c.Before[1]}
		got := stat.RateRise(before, stat.Fraction{Num: c.After[0], Den: c.After[1]})
		if math.Abs(got-c.P) > 1e-9*max(c.P, 1e-3) {
			t.Errorf("%v then %v: %g, want %g", c.Before, c.After, got, c.P)
		}
	}
}
