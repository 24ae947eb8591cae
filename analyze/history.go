package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// bugHistory is one bug over the runs of one benchmark and side, oldest first.
type bugHistory struct {
	benchmark, side, bug string
	results              []stat.Result
}

// histories collects what became of every bug over all cycles, and every
// benchmark's recalls, so that a cycle can say what was usual before it.
func (a *analysis) histories() {
	type at struct{ benchmark, side string }
	runs := map[at][]measured{}
	var order []at
	for _, c := range a.worked {
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name string
				side side
			}{{"pre", b.pre}, {"post", b.post}} {
				k := at{b.name, s.name}
				if runs[k] == nil && len(s.side.runs) > 0 {
					order = append(order, k)
				}
				runs[k] = append(runs[k], s.side.runs...)
			}
		}
	}
	for _, k := range order {
		ids, all := results(runs[k])
		for _, id := range ids {
			a.bugHistory = append(a.bugHistory, bugHistory{k.benchmark, k.side, id, all[id]})
		}
	}
	for i, c := range a.worked {
		for _, b := range c.benchmarks {
			b.row.History = a.recallsBefore(b.name, i)
		}
	}
}

// recallsBefore is the benchmark's recall in earlier cycles.
func (a *analysis) recallsBefore(name string, until int) []report.HistoryAt {
	out := []report.HistoryAt{}
	for _, c := range a.worked[:until] {
		for _, b := range c.benchmarks {
			if b.name != name {
				continue
			}
			for _, s := range []struct {
				name   string
				recall report.Recall
			}{{"pre", b.row.RecallPre}, {"post", b.row.RecallPost}} {
				if s.recall.Value.OK {
					out = append(out, report.HistoryAt{Cycle: c.out.Cycle, Side: s.name, Value: s.recall.Value})
				}
			}
		}
	}
	return out
}

// foundBefore is a bug's record in all runs before this cycle's post side: the
// control runs of this cycle and everything of earlier ones.
func (c *cycle) foundBefore(benchmark, bug string) stat.Stability {
	var history []stat.Result
	for _, earlier := range c.a.worked {
		for _, b := range earlier.benchmarks {
			if b.name != benchmark {
				continue
			}
			runs := slices.Clone(b.pre.runs)
			if earlier != c {
				runs = append(runs, b.post.runs...)
			}
			_, all := results(runs)
			history = append(history, all[bug]...)
		}
		if earlier == c {
			break
		}
	}
	return stat.StabilityOf(history)
}

// bugs is every bug's record, least steady first.
func (a *analysis) bugs() []report.Bug {
	out := []report.Bug{}
	for _, h := range a.bugHistory {
		s := stat.StabilityOf(h.results)
		if s.Of == 0 {
			continue
		}
		b := report.Bug{Benchmark: h.benchmark, Side: h.side, Bug: h.bug, Found: int64(s.Found), Of: int64(s.Of), Flips: int64(s.Flips),
			Label: string(s.Label), PredictedMiss: number(s.PredictedMiss)}
		for _, r := range h.results {
			switch r {
			case stat.Found:
				b.Last = "found"
			case stat.Missed:
				b.Last = "missed"
			}
		}
		out = append(out, b)
	}
	slices.SortStableFunc(out, func(x, y report.Bug) int {
		return cmp.Or(cmp.Compare(y.Flips, x.Flips), strings.Compare(x.Benchmark, y.Benchmark), strings.Compare(x.Bug, y.Bug), strings.Compare(y.Side, x.Side))
	})
	return out
}

// checkBaselines finds benchmarks whose baseline changed its size under one path.
func (a *analysis) checkBaselines() {
	type at struct{ benchmark, path string }
	sizes := map[at]int{}
	for _, c := range a.worked {
		for _, b := range c.benchmarks {
			for _, m := range append(slices.Clone(b.pre.usable()), b.post.usable()...) {
				k := at{b.name, a.t.Measurements.Baseline.At(m.row)}
				size := m.recall.Baseline
				if size == 0 || k.path == "" {
					continue
				}
				if before := sizes[k]; before != 0 && before != size {
					a.finding(codeBaseline, m.place, c.key, b.name, short(float64(before))+" bugs as before", "%s: %d bugs", b.name, size)
				}
				sizes[k] = size
			}
		}
	}
}
