package metric

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Flakes is the family of what needed more than one attempt.
func Flakes(units []*Unit, samples *Samples, results []report.MetricResult) report.Flakes {
	f := report.Flakes{
		Noun:    stepNoun(units),
		Overall: overall(results, StepFlake), FirstAttemptPass: overall(results, firstPass),
		Recovery: overall(results, recovery), RunRate: overall(results, runFlake),
		RetriesPerStep: report.Missing(string(stat.ReasonNoData)),
		BySystem:       []report.FlakeSystem{}, ByNode: []report.FlakeNode{}, ByCommand: []report.FlakeNode{}, ByNight: []report.FlakeNight{},
	}
	retries, started := 0.0, int64(0)
	for _, s := range Find(results, retriesPerStep).Systems {
		retries, started = retries+s.Distribution.Sum.Value, started+s.Distribution.N
	}
	if started > 0 {
		f.RetriesPerStep = report.Known(retries / float64(started))
	}
	flaky := overall(results, runWithFlake)
	f.Runs.Flaky, f.Runs.Clean = flaky.Num, flaky.Den-flaky.Num
	flakeCosts(units, &f)
	f.BySystem = flakesBySystem(units, results)
	f.ByNode = flakesByNode(units, samples)
	f.ByNight = flakesByNight(units, samples)
	f.ByCommand = flakyCommands(groupsForFamily(results, commandFlake))
	return f
}

// flakeCosts is machine time in attempts that failed and in waits: of flaked steps,
// and apart from it of steps that never converged, which is failure, not flake.
func flakeCosts(units []*Unit, f *report.Flakes) {
	var flaked, failed lost
	all, any := 0.0, false
	for _, u := range units {
		at := &u.t.Attempts
		for row := range u.attempts().each {
			_, timed := at.DurationS.Get(row)
			any = any || timed
			all += at.DurationS.At(row) + at.BackoffS.At(row)
		}
		for y := range u.eachRetryable {
			switch {
			case y.flaked():
				flaked.add(y.cost())
			case !y.converged:
				failed.add(y.cost())
			}
		}
	}
	none := report.Missing(string(stat.ReasonNoData))
	f.CostS, f.CostShare, f.FailureCostS = none, none, none
	if any {
		f.CostS, f.FailureCostS, f.Untimed = flaked.Number(), failed.Number(), flaked.untimed
	}
	if all > 0 && f.CostS.OK {
		f.CostShare = report.Known(flaked.seconds / all)
	}
}

func flakesBySystem(units []*Unit, results []report.MetricResult) []report.FlakeSystem {
	out := []report.FlakeSystem{}
	flaked, passed, recovered := ratesBySystem(results, StepFlake), ratesBySystem(results, firstPass), ratesBySystem(results, recovery)
	hidden, why := map[string]int64{}, map[string]string{}
	var systems []string
	for _, u := range units {
		for y := range u.eachRetryable {
			if !slices.Contains(systems, u.System) {
				systems = append(systems, u.System)
			}
			if y.converged && !y.measured() {
				hidden[u.System]++
				why[u.System] = cmp.Or(why[u.System], u.t.Steps.RetriesHidden.At(y.row))
			}
		}
	}
	slices.Sort(systems)
	for _, s := range systems {
		out = append(out, report.FlakeSystem{System: s, Rate: flaked(s), FirstAttemptPass: passed(s),
			Recovery: recovered(s), NotMeasured: hidden[s], NotMeasuredWhy: why[s]})
	}
	return out
}

// flakesByNode is the flake rate of every step, shrunk towards the mean so that
// "1 of 1" does not rank first. samples number the names of the steps.
func flakesByNode(units []*Unit, samples *Samples) []report.FlakeNode {
	index, n := make([]int32, samples.Names()), int32(0) // of the node of each name, counted from 1
	counted := func(y retryableStep) bool { return y.converged && y.measured() }
	for _, u := range units {
		for y := range u.eachRetryable {
			if at := &index[u.numberOf(y.row)-1]; *at == 0 && counted(y) { // all steps have a number
				n++
				*at = n
			}
		}
	}
	nodes, counts, costs := make([]report.FlakeNode, n), make([]stat.Fraction, n), make([]lost, n)
	for _, u := range units {
		for y := range u.eachRetryable {
			if !counted(y) {
				continue
			}
			i := index[u.numberOf(y.row)-1] - 1
			if counts[i].Den == 0 {
				nodes[i] = report.FlakeNode{System: u.System, Subject: u.Subject, Node: y.node(),
					Collective: y.collective(), Evidence: []report.Evidence{}}
			}
			counts[i].Den++
			if !y.flaked() {
				continue
			}
			counts[i].Num++
			costs[i].add(y.cost())
			node := &nodes[i]
			at := y.started()
			if node.FirstSeen.IsZero() || at.Before(node.FirstSeen) {
				node.FirstSeen = at
			}
			if at.After(node.LastSeen) {
				node.LastSeen = at
			}
			if len(node.Evidence) < MaxEvidence {
				node.Evidence = append(node.Evidence, Cite(u.t, y.place()))
			}
		}
	}
	// Systems are shrunk apart: steps of two systems have no mean in common.
	bySystem := map[string][]int32{}
	for i := range nodes {
		bySystem[nodes[i].System] = append(bySystem[nodes[i].System], int32(i))
	}
	for _, peers := range bySystem {
		of := make([]stat.Fraction, len(peers))
		for i, p := range peers {
			of[i] = counts[p]
		}
		shrunk := stat.Shrink(of)
		for i, p := range peers {
			node := &nodes[p]
			node.Rate, node.Shrunk = RateOf(counts[p].Num, counts[p].Den), Number(shrunk.Rates[i])
			node.CostS, node.Untimed = costs[p].Number(), costs[p].untimed
		}
	}
	sortLarge(nodes, func(i, j int32) int { // no two have one name
		x, y := &nodes[i], &nodes[j]
		return cmp.Or(cmp.Compare(y.Shrunk.Value, x.Shrunk.Value), cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value),
			cmp.Compare(y.Rate.Den, x.Rate.Den), strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Node, y.Node))
	})
	return nodes
}

// flakesByNight is the flake rate of each system's steps by night, beside what its logs
// call the runs. Steps whose names do not last are left out: over a board's cards a night
// tells how many were hard, not what became flaky.
func flakesByNight(units []*Unit, samples *Samples) []report.FlakeNight {
	collective := Collective(units)
	steps := samples.Of(StepFlake).byNight(func(n StepName) bool { return !collective[[2]string{n.System, n.Step}] })
	runs := samples.Of(runFlake).byNight(func(StepName) bool { return true })
	rate := func(f stat.Fraction) report.Rate { return RateOf(f.Num, f.Den) }
	out := []report.FlakeNight{}
	for _, k := range slices.SortedFunc(maps.Keys(steps), func(x, y systemNight) int {
		return cmp.Or(strings.Compare(x.night, y.night), strings.Compare(x.system, y.system))
	}) {
		if k.night != "" {
			out = append(out, report.FlakeNight{Night: k.night, System: k.system, Rate: rate(steps[k]), Runs: rate(runs[k])})
		}
	}
	return out
}

// systemNight is a run date of a system.
type systemNight struct{ night, system string }

// byNight counts the samples of a rate by run date and system, those of the wanted names.
func (c *Column) byNight(wanted func(StepName) bool) map[systemNight]stat.Fraction {
	counts := map[systemNight]stat.Fraction{}
	if c.Len() == 0 {
		return counts
	}
	names := make([]bool, len(c.of.names))
	for i, n := range c.of.names {
		names[i] = wanted(n)
	}
	for i := 0; i < c.Len(); { // samples of one unit come together
		unit, f := c.unit[i], stat.Fraction{}
		for ; i < c.Len() && c.unit[i] == unit; i++ {
			if !names[c.name[i]] {
				continue
			}
			f.Den++
			if c.hit[i] {
				f.Num++
			}
		}
		if f.Den > 0 {
			u := c.of.units[unit]
			k := systemNight{u.date, u.System}
			f.Num, f.Den = f.Num+counts[k].Num, f.Den+counts[k].Den
			counts[k] = f
		}
	}
	return counts
}

// flakyCommands lists the commands that failed first and passed later in the same
// run. Their time is in the cost of their step.
func flakyCommands(groups []report.Group) []report.FlakeNode {
	out := []report.FlakeNode{}
	var counts []stat.Fraction
	for _, g := range groups {
		counts = append(counts, stat.Fraction{Num: int(g.Rate.Num), Den: int(g.Rate.Den)})
	}
	shrunk := stat.Shrink(counts)
	for i, g := range groups {
		if g.Rate.Num == 0 {
			continue
		}
		out = append(out, report.FlakeNode{System: g.System, Subject: g.Subject, Node: g.Step, Rate: *g.Rate, Shrunk: Number(shrunk.Rates[i]),
			CostS: report.Missing(report.NotComputed), Evidence: g.Evidence})
	}
	slices.SortStableFunc(out, func(x, y report.FlakeNode) int { return cmp.Compare(y.Shrunk.Value, x.Shrunk.Value) })
	return out
}
