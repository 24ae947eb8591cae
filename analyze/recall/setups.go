package recall

import (
	"strings"

	"runreport/analyze/words"
)

// setup is one property of a run that must not change within a cycle.
type setup struct {
	name string
	of   func(row int) string // by the run's row
}

// checkSetups finds benchmarks whose linked runs in one cycle have different
// runners, models or versions: recalls across them do not compare.
// A run that does not say is not held against one that does.
func (l *Links) checkSetups(rows []int, found *findings) {
	t, runs := &l.t.Measurements, &l.t.Runs
	byBenchmark := map[[2]string][]int{}
	var order [][2]string
	for _, row := range rows {
		if l.byRow[row].unit == nil {
			continue
		}
		k := [2]string{t.Cycle.At(row), t.Benchmark.At(row)}
		if byBenchmark[k] == nil {
			order = append(order, k)
		}
		byBenchmark[k] = append(byBenchmark[k], row)
	}
	for _, k := range order {
		var differ []string
		for _, s := range []setup{{"runner", runs.Runner.At}, {"model", runs.Model.At}, {"version", runs.Version.At}} {
			if text := l.differs(byBenchmark[k], s.of); text != "" {
				differ = append(differ, s.name+" "+text)
			}
		}
		if len(differ) > 0 {
			last := byBenchmark[k][len(byBenchmark[k])-1]
			found.add(CodeSetup, t.Place(last), k[0], k[1], "one runner, model and version", "%s: %s", k[1], strings.Join(differ, "; "))
		}
	}
}

// differs says which values a property has before and after the lever; "" when all
// runs that state it agree.
func (l *Links) differs(rows []int, of func(row int) string) string {
	bySide := map[string][]string{}
	all, seen := map[string]bool{}, map[string]bool{}
	for _, row := range rows {
		value, side := strings.TrimSpace(of(l.byRow[row].unit.Row)), l.t.Measurements.Side.At(row)
		if value == "" {
			continue
		}
		all[Folded(value)] = true
		if k := side + " " + Folded(value); !seen[k] {
			seen[k] = true
			bySide[side] = append(bySide[side], value)
		}
	}
	if len(all) < 2 {
		return ""
	}
	var parts []string
	for _, s := range []struct{ side, word string }{{"pre", "before"}, {"post", "after"}} {
		if values := bySide[s.side]; len(values) > 0 {
			parts = append(parts, words.List(values, 3)+" "+s.word)
		}
	}
	return strings.Join(parts, ", ")
}
