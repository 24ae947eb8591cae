package metric

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// The first groups of a metric are those that all groups begin with, with the same sums to the last bit and the same places.
func TestFirstGroups(t *testing.T) {
	s := ended(map[string][]string{"r0": {"node a passed"}}, map[string]string{"r0": "passed"}, nil)
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.jsonl")
	units := unitsOf(s)[:1]
	for seed := range uint64(30) {
		for kind, better := range map[Kind]Better{Rate: []Better{Lower, Higher, Neither}[seed%3], Distribution: Lower, Categorical: Neither} {
			r := rand.New(rand.NewPCG(seed, 3))
			m := &Metric{Name: "m", Kind: kind, Better: better, Sample: func(u *Unit, emit func(Sample)) {
				for line := range int64(400) {
					step := r.IntN(20)
					value := float64(r.IntN(4)) * 0.1
					if step == 7 {
						value = -1 // of no group of this step is there a median
					}
					emit(Sample{
						Subject: fmt.Sprint(r.IntN(3)), Step: fmt.Sprint(step), Place: table.Place{Line: line + 1},
						Hit: r.IntN(3) == 0, Value: value, Category: fmt.Sprint(r.IntN(3)),
					})
				}
			}}
			samples := Measure(context.Background(), s, units, []*Metric{m})
			all, none := samples.summarize(m, nil, math.MaxInt)
			if len(all) < 40 || none != 0 {
				t.Fatalf("seed %d: %d groups, and %d further ones", seed, len(all), none)
			}
			for _, most := range []int{0, 1, 7, len(all) - 1, len(all), len(all) + 1} {
				first, further := samples.summarize(m, nil, most)
				n := min(most, len(all))
				if diff := cmp.Diff(all[:n], first); diff != "" || further != int64(len(all)-n) {
					t.Errorf("seed %d, kind %v: the first %d groups, and %d further ones, differ (-all +first):\n%s", seed, kind, most, further, diff)
				}
			}
		}
	}
}

// Groups beyond those that are listed are counted, and nothing else holds on to them.
func TestGroupsThatAreLetGo(t *testing.T) {
	groups := make([]report.Group, report.MaxList+3)
	for i := range groups {
		groups[i] = report.Group{Step: fmt.Sprint(i), Rate: &report.Rate{Num: int64(i)}, Evidence: []report.Evidence{{File: "a"}}}
	}
	metrics := []*Metric{{Groups: keptUntilFamilies}, {Groups: keptAll}, {Groups: keptUntilFamilies}}
	results := []report.MetricResult{{Groups: groups, Further: 2}, {Groups: groups}, {Groups: groups[:5]}}
	LetGo(metrics, results)
	for i, want := range []struct {
		groups  int
		further int64
	}{{report.MaxList, 5}, {report.MaxList + 3, 0}, {5, 0}} {
		if got := results[i]; len(got.Groups) != want.groups || got.Further != want.further {
			t.Errorf("metric %d: %d groups and %d further ones, want %v", i, len(got.Groups), got.Further, want)
		}
	}
	if diff := cmp.Diff(groups[:report.MaxList], results[0].Groups); diff != "" {
		t.Errorf("the groups are others than before (-before +after):\n%s", diff)
	}
	if &groups[0] == &results[0].Groups[0] || groups[0].Rate == results[0].Groups[0].Rate {
		t.Error("the groups that are kept hold on to all")
	}
}

// Passes that need all groups of a metric say so where it is declared.
func TestGroupsThatAreKept(t *testing.T) {
	listed, family, all := &Metric{Name: "a"}, &Metric{Name: "b", Groups: keptUntilFamilies}, &Metric{Name: "c", Groups: keptAll}
	results := []report.MetricResult{{Name: "a", Groups: make([]report.Group, 1)}, {Name: "b", Groups: make([]report.Group, 2)}, {Name: "c", Groups: make([]report.Group, 3)}}
	panics := func(f func()) (did bool) {
		defer func() { did = recover() != nil }()
		f()
		return false
	}
	for name, c := range map[string]struct {
		groups func([]report.MetricResult, *Metric) []report.Group
		fails  []*Metric
		works  []*Metric
	}{
		"for families": {groupsForFamily, []*Metric{listed}, []*Metric{family, all}},
		"for others":   {Groups, []*Metric{listed, family}, []*Metric{all}},
	} {
		for _, m := range c.fails {
			if !panics(func() { c.groups(results, m) }) {
				t.Errorf("%s: the groups of %s are taken for all", name, m.Name)
			}
		}
		for _, m := range c.works {
			if got := c.groups(results, m); len(got) != len(Find(results, m).Groups) {
				t.Errorf("%s: %d groups of %s", name, len(got), m.Name)
			}
		}
	}
}
