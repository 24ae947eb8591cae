package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
)

// trajectories follows each benchmark's recall over cycles and looks for changes of
// level. The time of a lever is known and tested in its cycle; this is for changes
// whose time is not.
func (a *analysis) trajectories() []report.Trajectory {
	type key struct{ benchmark, side string }
	byKey := map[key]*report.Trajectory{}
	floors := map[key]float64{}
	var order []key
	for _, c := range a.worked {
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name   string
				recall report.Recall
			}{{"pre", b.row.RecallPre}, {"post", b.row.RecallPost}} {
				if !s.recall.Value.OK {
					continue
				}
				k := key{b.name, s.name}
				if byKey[k] == nil {
					byKey[k] = &report.Trajectory{Benchmark: b.name, Side: s.name, Changes: []report.Change{}}
					order = append(order, k)
				}
				t := byKey[k]
				t.Cycles = append(t.Cycles, cycleTitle(&c.out))
				t.Values = append(t.Values, s.recall.Value)
				floors[k] = c.floor
			}
		}
	}
	slices.SortStableFunc(order, func(x, y key) int {
		return cmp.Or(strings.Compare(x.benchmark, y.benchmark), strings.Compare(y.side, x.side))
	})
	out := []report.Trajectory{}
	var ps []stat.Number
	for _, k := range order {
		t := byKey[k]
		found := stat.FindChanges(plainValues(t.Values), floors[k])
		t.Status = string(found.Whole.Status)
		t.P = report.Missing(string(stat.ReasonTooFew))
		p := stat.Missing(stat.ReasonTooFew)
		if found.Whole.Status == stat.ChangeOK {
			t.P, p = report.Known(found.Whole.P), stat.Known(found.Whole.P)
		}
		for _, ch := range found.Changes {
			t.Changes = append(t.Changes, report.Change{Cycle: t.Cycles[ch.Index], Step: report.Known(ch.Step), P: report.Known(ch.P)})
		}
		ps = append(ps, p)
		out = append(out, *t)
	}
	for i, q := range stat.BenjaminiHochberg(ps) {
		out[i].QBH = number(q)
		a.drift(out[i])
	}
	return out
}

func plainValues(all []report.Number) []float64 {
	out := make([]float64, len(all))
	for i, n := range all {
		out[i] = n.Value
	}
	return out
}

// beyondChance reports whether the level changed, all series being looked at.
func beyondChance(t report.Trajectory) bool {
	return len(t.Changes) > 0 && t.QBH.OK && t.QBH.Value <= stat.Alpha
}

// drifted reports whether it changed before the lever, where it should be flat.
func drifted(t report.Trajectory) bool { return t.Side == "pre" && beyondChance(t) }

// drift reports a change where nothing should have changed.
func (a *analysis) drift(t report.Trajectory) {
	if !drifted(t) {
		return
	}
	for _, c := range a.worked {
		if cycleTitle(&c.out) == t.Changes[0].Cycle {
			a.finding(codeDrift, c.place, c.key, t.Benchmark, "the same recall before every lever, but for noise", "%s: %s from %s on", t.Benchmark, points(t.Changes[0].Step.Value), t.Changes[0].Cycle)
			return
		}
	}
}

// How many cycles make a line worth drawing, and how many it shows at most.
const (
	minTrajectory = 3
	maxTrajectory = 60
)

// trajectoryChart draws recall before the lever over cycles, with the changes marked.
func (a *analysis) trajectoryChart() *report.Chart {
	var cycles []string
	for _, c := range latest(a.worked, maxTrajectory) {
		if title := cycleTitle(&c.out); !slices.Contains(cycles, title) {
			cycles = append(cycles, title)
		}
	}
	if len(cycles) < minTrajectory {
		return nil
	}
	zero, one := 0.0, 1.0
	c := &report.Chart{ID: "recall-trajectory", Kind: report.Lines, X: report.Axis{Categories: cycles},
		Y: report.Axis{Title: "Recall before the lever", Unit: unit.Ratio, Min: &zero, Max: &one}}
	roles := []report.Role{report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF}
	changed, tooFew := 0, 0
	for _, t := range a.d.Trajectory {
		if t.Side != "pre" || len(c.Series) == len(roles) {
			continue
		}
		s := report.Series{Name: t.Benchmark, Role: roles[len(c.Series)]}
		for i, title := range t.Cycles {
			if !slices.Contains(cycles, title) {
				continue
			}
			v := t.Values[i].Value
			s.Points = append(s.Points, report.Point{X: float64(slices.Index(cycles, title)), Y: v, Value: &v, Label: fmt.Sprintf("%s, %s: %.2f", t.Benchmark, title, v)})
		}
		c.Series = append(c.Series, s)
		changed += len(t.Changes)
		if t.Status != string(stat.ChangeOK) {
			tooFew++
		}
	}
	if len(c.Series) == 0 {
		return nil
	}
	c.N = fmt.Sprintf("n = %s, the control side: it should be flat", plural(len(cycles), "cycle"))
	switch {
	case changed > 0:
		c.Title = fmt.Sprintf("Recall before the lever changed its level %s", times(changed))
	case tooFew == len(c.Series):
		c.Title = fmt.Sprintf("Recall before the lever over %s: too few to look for changes, which needs %d", plural(len(cycles), "cycle"), stat.MinSeries)
	default:
		c.Title = "Recall before the lever kept its level"
	}
	return c
}

// leverChart is what each lever did to each benchmark.
func (a *analysis) leverChart() *report.Chart {
	var levers, names []string
	s := report.Series{Name: "delta", Role: report.RoleGood}
	for _, c := range latest(a.d.Cycles, maxMatrixCycles) {
		x := -1
		for _, b := range c.Benchmarks {
			if !b.Delta.OK {
				continue
			}
			if x < 0 {
				x = len(levers)
				levers = append(levers, shortTitle(&c))
			}
			y := slices.Index(names, b.Benchmark)
			if y < 0 {
				y = len(names)
				names = append(names, b.Benchmark)
			}
			v := b.Delta.Value
			s.Points = append(s.Points, report.Point{X: float64(x), Y: float64(y), Value: &v, Label: fmt.Sprintf("%s, %s: %s", b.Benchmark, cycleTitle(&c), points(v))})
		}
	}
	if len(levers) < 2 {
		return nil
	}
	low, high := -1.0, 1.0
	return &report.Chart{ID: "lever-by-benchmark", Kind: report.Heat, Title: fmt.Sprintf("What %s did to %s", plural(len(levers), "cycle"), plural(len(names), "benchmark")),
		N: fmt.Sprintf("n = %s with both sides", plural(len(s.Points), "comparison")), X: report.Axis{Categories: levers}, Y: report.Axis{Categories: names, Title: "Delta of recall", Unit: unit.Points, Min: &low, Max: &high},
		Series: []report.Series{s}}
}
