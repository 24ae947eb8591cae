package recall

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// trajectories follows each benchmark's recall over cycles and looks for changes of
// level. The time of a lever is known and tested in its cycle; this is for changes
// whose time is not.
func trajectories(cycles []*cycle, found *findings) []report.Trajectory {
	type key struct{ benchmark, side string }
	byKey := map[key]*report.Trajectory{}
	floors := map[key]float64{}
	var order []key
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name   string
				recall report.Recall
				basis  string
			}{{"pre", b.row.RecallPre, b.pre.basis()}, {"post", b.row.RecallPost, b.post.basis()}} {
				if !s.recall.Value.OK || s.basis != "" {
					continue
				}
				k := key{b.name, s.name}
				if byKey[k] == nil {
					byKey[k] = &report.Trajectory{Benchmark: b.name, Side: s.name, Changes: []report.Change{}}
					order = append(order, k)
				}
				t := byKey[k]
				t.Cycles = append(t.Cycles, words.CycleTitle(&c.out))
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
		changes := stat.FindChanges(plainValues(t.Values), floors[k])
		t.Status = string(changes.Whole.Status)
		t.P = report.Missing(string(stat.ReasonTooFew))
		p := stat.Missing(stat.ReasonTooFew)
		if changes.Whole.Status == stat.ChangeOK {
			t.P, p = report.Known(changes.Whole.P), stat.Known(changes.Whole.P)
		}
		for _, ch := range changes.Changes {
			t.Changes = append(t.Changes, report.Change{Cycle: t.Cycles[ch.Index], Step: report.Known(ch.Step), P: report.Known(ch.P)})
		}
		ps = append(ps, p)
		out = append(out, *t)
	}
	for i, q := range stat.BenjaminiHochberg(ps) {
		out[i].QBH = metric.Number(q)
		drift(cycles, out[i], found)
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

// BeyondChance reports whether the level changed, all series being looked at.
func BeyondChance(t report.Trajectory) bool {
	return len(t.Changes) > 0 && t.QBH.OK && t.QBH.Value <= stat.Alpha
}

// CertainChanges are the changes of level, where they are beyond chance.
func CertainChanges(t report.Trajectory) []report.Change {
	if !BeyondChance(t) {
		return nil
	}
	return t.Changes
}

// Drifted reports whether it changed before the lever, where it should be flat.
func Drifted(t report.Trajectory) bool { return t.Side == "pre" && BeyondChance(t) }

// drift reports a change where nothing should have changed.
func drift(cycles []*cycle, t report.Trajectory, found *findings) {
	if !Drifted(t) {
		return
	}
	for _, c := range cycles {
		if words.CycleTitle(&c.out) == t.Changes[0].Cycle {
			found.add(CodeDrift, c.place, c.key, t.Benchmark, "the same recall before every lever, but for noise", "%s: %s from %s on", t.Benchmark, words.Points(t.Changes[0].Step.Value), t.Changes[0].Cycle)
			return
		}
	}
}
