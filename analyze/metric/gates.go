package metric

import (
	"math"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Gates is the family of gate checks.
func Gates(units []*Unit, samples *Samples, results []report.MetricResult) report.Gates {
	type key struct{ system, gate string }
	g := report.Gates{Failure: overall(results, GateFailure), ByGate: []report.GateRate{}}
	skipped, warned := map[key]int64{}, map[key]int64{}
	var onlySkipped []key
	for _, u := range units {
		c := &u.t.Checks
		for row := range u.checks().each {
			if c.Kind.At(row) != "gate" {
				continue
			}
			k := key{u.System, c.Name.At(row)}
			switch c.Verdict.At(row) {
			case "skip":
				if skipped[k] == 0 {
					onlySkipped = append(onlySkipped, k)
				}
				skipped[k]++
				g.Skipped++
			case table.CheckWarned:
				warned[k]++
			}
		}
	}
	byGate, _ := samples.summarize(GateFailure, func(s StepName) StepName {
		return StepName{System: s.System, Step: s.Step}
	}, math.MaxInt)
	seen := map[key]bool{}
	for _, x := range byGate {
		k := key{x.System, x.Step}
		seen[k] = true
		g.ByGate = append(g.ByGate, report.GateRate{System: x.System, Gate: x.Step, Failure: *x.Rate, Warned: warned[k], Skipped: skipped[k]})
	}
	for _, k := range onlySkipped {
		if !seen[k] {
			g.ByGate = append(g.ByGate, report.GateRate{System: k.system, Gate: k.gate, Failure: RateOf(0, 0), Skipped: skipped[k]})
		}
	}
	return g
}
