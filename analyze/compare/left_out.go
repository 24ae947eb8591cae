package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// tried counts the trials of a benchmark's items, and those that broke.
type tried struct{ trials, broken, decided int }

// tries adds the trials of a unit's items by benchmark.
func tries(into map[string]*tried, u *metric.Unit, items []metric.ItemTrial) {
	open := false
	for _, x := range items {
		t := into[x.Benchmark]
		if t == nil {
			t = &tried{}
			into[x.Benchmark] = t
		}
		t.trials++
		if x.Decided {
			t.decided++
		} else {
			open = true
		}
	}
	if !open {
		return
	}
	for benchmark, n := range u.BrokenTrials() {
		if into[benchmark] != nil {
			into[benchmark].broken += n
		}
	}
}

// leftOut are the sides that are in none of the comparisons, and those of which a benchmark is in
// none though another side has outcomes of it. A side alone has nothing that it is left out of, and
// of run dates only the last one is looked at. asked reports whether somebody named the column: then
// sides that share no item with the others are told too.
//
// Example: of three models one broke on every sample, as with a wrong API key. The other two are
// compared, and the report would look as if there were no third.
func leftOut(sides []*side, made []report.ItemComparison, name string, asked bool) (out []report.LeftOut) {
	if len(sides) < 2 {
		return nil
	}
	if name == byDate && !asked {
		last := slices.MaxFunc(sides, func(a, b *side) int { return strings.Compare(a.value, b.value) })
		sides = []*side{last}
	}
	compared := map[string]bool{} // values on a side of a comparison
	for i := range made {
		compared[made[i].Before], compared[made[i].After] = true, true
	}
	decided := map[string]bool{} // benchmarks with an outcome on some side
	for _, s := range sides {
		for benchmark, t := range s.tried {
			decided[benchmark] = decided[benchmark] || t.decided > 0
		}
	}
	for _, s := range sides {
		var bare []string // benchmarks without an outcome
		all := tried{}
		for _, benchmark := range slices.Sorted(maps.Keys(s.tried)) {
			t := s.tried[benchmark]
			all.trials, all.broken, all.decided = all.trials+t.trials, all.broken+t.broken, all.decided+t.decided
			if t.decided == 0 && !s.scored(benchmark) {
				bare = append(bare, benchmark)
			}
		}
		x := report.LeftOut{By: name, Name: s.value}
		switch {
		case len(bare) > 0 && len(bare) == len(s.tried) && len(s.scores)+len(s.stated) == 0:
			out = append(out, withoutOutcome(x, all))
		case !compared[s.value] && len(made) > 0 && asked && len(bare) == 0:
			x.Why, x.Trials = report.LeftOutNotShared, int64(all.trials)
			x.Text = x.Name + " (no other side tried its items)"
			out = append(out, x)
		default:
			for _, benchmark := range bare {
				if decided[benchmark] {
					x.Benchmark = benchmark
					out = append(out, withoutOutcome(x, *s.tried[benchmark]))
				}
			}
		}
	}
	return out
}

// scored reports whether the side has scores of the benchmark that are not yes or no.
func (s *side) scored(benchmark string) bool {
	for k := range s.scores {
		if k.Benchmark == benchmark {
			return true
		}
	}
	for k := range s.stated {
		if k.Benchmark == benchmark {
			return true
		}
	}
	return false
}

// withoutOutcome says that none of the trials has an outcome, and why.
func withoutOutcome(x report.LeftOut, t tried) report.LeftOut {
	name := x.Name
	if x.Benchmark != "" {
		name += " on " + x.Benchmark
	}
	trials := words.Plural(t.trials, "trial")
	x.Trials = int64(t.trials)
	switch {
	case t.broken >= t.trials && t.trials == 1:
		x.Why, x.Text = report.LeftOutBroken, name+" (its 1 trial broke)"
	case t.broken >= t.trials:
		x.Why, x.Text = report.LeftOutBroken, fmt.Sprintf("%s (all %s broke)", name, trials)
	case t.broken > 0:
		x.Why, x.Text = report.LeftOutNoOutcome, fmt.Sprintf("%s (%s without an outcome, %s of them broke)", name, trials, words.Count(t.broken))
	default:
		x.Why, x.Text = report.LeftOutNoOutcome, fmt.Sprintf("%s (%s without an outcome)", name, trials)
	}
	return x
}

// brokenSetups are the setups and benchmarks that were tried and have no outcome on their last run
// date, so that they are not among the results that are compared with the baseline.
func (in *Input) brokenSetups(now []report.ItemResults) (out []report.LeftOut) {
	last := map[series]string{}
	each := func(found func(i int, k series)) {
		for i, u := range in.Units[:min(len(in.Units), len(in.Runs))] {
			seen := map[string]bool{}
			for _, x := range u.Items() {
				if !seen[x.Benchmark] {
					seen[x.Benchmark] = true
					found(i, series{setup{in.Runs[i].System, in.Runs[i].Runner, in.Runs[i].Model}, x.Benchmark})
				}
			}
		}
	}
	each(func(i int, k series) { last[k] = max(last[k], runDate(&in.Runs[i])) })
	for _, x := range now {
		delete(last, series{setup{x.System, x.Agent, x.Model}, x.Benchmark})
	}
	counts := map[series]map[string]*tried{}
	each(func(i int, k series) {
		if date, open := last[k]; open && date == runDate(&in.Runs[i]) {
			if counts[k] == nil {
				counts[k] = map[string]*tried{}
			}
			tries(counts[k], in.Units[i], in.Units[i].Items())
		}
	})
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b series) int {
		return cmp.Or(strings.Compare(a.model, b.model), strings.Compare(a.agent, b.agent), strings.Compare(a.system, b.system), strings.Compare(a.benchmark, b.benchmark))
	})
	for _, k := range keys {
		x := report.LeftOut{By: byBaseline, Name: cmp.Or(k.model, k.agent, "this report"), Benchmark: k.benchmark}
		out = append(out, withoutOutcome(x, *counts[k][k.benchmark]))
	}
	return out
}

// byBaseline is what comparisons with a baseline are by.
const byBaseline = "baseline"
