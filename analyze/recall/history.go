package recall

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/ingest/table"
)

// bugHistory is one bug over the runs of one benchmark and side, oldest first.
type bugHistory struct {
	benchmark, side, bug string
	results              []stat.Result
}

// histories collects what became of every bug over all cycles.
func histories(cycles []*cycle) []bugHistory {
	type at struct{ benchmark, side string }
	runs := map[at][]measured{}
	var order []at
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name string
				side side
			}{{"pre", b.pre}, {"post", b.post}} {
				k := at{b.name, s.name}
				if runs[k] == nil && len(s.side.held()) > 0 {
					order = append(order, k)
				}
				runs[k] = append(runs[k], s.side.held()...)
			}
		}
	}
	var out []bugHistory
	for _, k := range order {
		ids, all := results(runs[k])
		for _, id := range ids {
			out = append(out, bugHistory{k.benchmark, k.side, id, all[id]})
		}
	}
	return out
}

// recallsBefore is the benchmark's recall in earlier cycles.
func recallsBefore(name string, earlier []*cycle) []report.HistoryAt {
	out := []report.HistoryAt{}
	for _, c := range earlier {
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

// foundBefore is a bug's record in all runs before this cycle's post side: everything
// of earlier cycles and the control runs of this one.
func (c *cycle) foundBefore(benchmark, bug string, earlier []*cycle) stat.Stability {
	var history []stat.Result
	add := func(runs []measured) {
		for _, m := range runs {
			history = append(history, m.resultOf(bug))
		}
	}
	for _, e := range earlier {
		for _, b := range e.benchmarks {
			if b.name == benchmark {
				add(b.pre.held())
				add(b.post.held())
			}
		}
	}
	for _, b := range c.benchmarks {
		if b.name == benchmark {
			add(b.pre.held())
		}
	}
	return stat.StabilityOf(history)
}

// bugRecords is every bug's record, least steady first.
func bugRecords(all []bugHistory) []report.Bug {
	out := []report.Bug{}
	for _, h := range all {
		s := stat.StabilityOf(h.results)
		if s.Of == 0 {
			continue
		}
		b := report.Bug{Benchmark: h.benchmark, Side: h.side, Bug: h.bug, Found: int64(s.Found), Of: int64(s.Of), Flips: int64(s.Flips),
			Label: string(s.Label), PredictedMiss: metric.Number(s.PredictedMiss)}
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

// checkListSizes finds benchmarks whose reference list changed its size under one path.
func checkListSizes(t *table.Set, cycles []*cycle, found *findings) {
	type at struct{ benchmark, path string }
	sizes := map[at]int{}
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			for _, m := range append(slices.Clone(b.pre.usable()), b.post.usable()...) {
				k := at{b.name, t.Measurements.Baseline.At(m.row)}
				size := m.recall.ListSize
				if size == 0 || k.path == "" {
					continue
				}
				if before := sizes[k]; before != 0 && before != size {
					found.add(codeListSize, m.place, c.key, b.name, words.Short(float64(before))+" bugs as before", "%s: %d bugs", b.name, size)
				}
				sizes[k] = size
			}
		}
	}
}
