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
	results              []stat.Result // of the runs that mention it
}

// histories collects what became of every bug over all cycles.
func histories(cycles []*cycle) []bugHistory {
	type at struct{ benchmark, side, bug string }
	index := map[at]int{}
	var out []bugHistory
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name string
				side side
			}{{"pre", b.pre}, {"post", b.post}} {
				for _, m := range s.side.held() {
					m.mentions(func(bug string, r stat.Result) {
						k := at{b.name, s.name, bug}
						i, known := index[k]
						if !known {
							i = len(out)
							index[k] = i
							out = append(out, bugHistory{benchmark: b.name, side: s.name, bug: bug})
						}
						out[i].results = append(out[i].results, r)
					})
				}
			}
		}
	}
	return out
}

// maxHistory is how many earlier recalls of a benchmark a cycle tells of. Each cycle tells of
// those before it, so that without a limit the report would grow with the square of the cycles.
const maxHistory = 20

// recallsBefore gives each benchmark of each cycle its last recalls in the cycles before.
func recallsBefore(cycles []*cycle) {
	all := map[string][]report.HistoryAt{} // by benchmark, oldest first
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			before := all[b.name]
			b.row.HistoryTotal = int64(len(before))
			b.row.History = []report.HistoryAt{}
			if n := len(before); n > 0 { // what is told again is not copied
				b.row.History = before[max(0, n-maxHistory):n:n]
			}
		}
		for _, b := range c.benchmarks {
			for _, s := range []struct {
				name   string
				recall report.Recall
			}{{"pre", b.row.RecallPre}, {"post", b.row.RecallPost}} {
				if s.recall.Value.OK {
					all[b.name] = append(all[b.name], report.HistoryAt{Cycle: c.out.Cycle, Side: s.name, Value: s.recall.Value})
				}
			}
		}
	}
}

// records are how often each bug was found in the runs of the cycles that were added, one
// after the other.
type records map[bugOf]stat.Fraction

// bugOf is a bug of the reference list of a benchmark.
type bugOf struct{ benchmark, bug string }

// add counts the runs of a benchmark.
func (r records) add(benchmark string, runs []measured) {
	for _, m := range runs {
		m.mentions(func(bug string, result stat.Result) {
			k := bugOf{benchmark, bug}
			f := r[k]
			f.Den++
			if result == stat.Found {
				f.Num++
			}
			r[k] = f
		})
	}
}

// before is a bug's record in all runs before the post side of a cycle: everything of the
// earlier cycles and the control runs of this one.
func (r records) before(b *compared, bug string) stat.Fraction {
	f := r[bugOf{b.name, bug}]
	for _, m := range b.pre.held() {
		switch m.resultOf(bug) {
		case stat.Found:
			f.Num++
			f.Den++
		case stat.Missed:
			f.Den++
		}
	}
	return f
}

// bugRecords is every bug's record, least steady first.
func bugRecords(all []bugHistory) []report.Bug {
	out := []report.Bug{}
	for _, h := range all {
		s := stat.StabilityOf(h.results)
		b := report.Bug{Benchmark: h.benchmark, Side: h.side, Bug: h.bug, Found: int64(s.Found), Of: int64(s.Of), Flips: int64(s.Flips),
			Label: string(s.Label), PredictedMiss: metric.Number(s.PredictedMiss)}
		b.Last = "found"
		if h.results[len(h.results)-1] == stat.Missed {
			b.Last = "missed"
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
			for _, m := range slices.Concat(b.pre.usable(), b.post.usable()) {
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
