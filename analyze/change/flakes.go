package change

import (
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// MarkFlakes notes which steps are called flaky on the last run date for the first time, or more
// often than before, and the flake rate of each since it last changed: the latest of the change
// that is new or stands, and of all changes of level before. flakes are the samples of the rates.
//
// Example: a step that needed a retry in 28 of 42 runs, and in none of 42 since it was mended,
// has 28 of 84 as its rate and 0 of 42 now.
func MarkFlakes(nodes []report.FlakeNode, changes []report.SeriesChange, past []report.PastChange, flakes *metric.Column, stable Names) {
	fresh, changed := map[metric.StepName]bool{}, map[metric.StepName]string{}
	for _, c := range changes {
		if What(c.What) != FlakeRate {
			continue
		}
		name := metric.Step(c.System, c.Subject, c.Step)
		if State(c.State) == New || State(c.State) == Standing {
			changed[name] = c.Since
		}
		fresh[name] = State(c.State) == New && c.To.Value > c.From.Value
	}
	for _, c := range past {
		if name := metric.Step(c.System, c.Subject, c.Step); What(c.What) == FlakeRate {
			changed[name] = max(changed[name], c.Date)
		}
	}
	lasting := func(n metric.StepName) metric.StepName {
		return metric.Step(n.System, stable(n.System, n.Subject), n.Step)
	}
	now := map[metric.StepName]*stat.Fraction{}
	if len(changed) > 0 {
		type mark struct {
			known bool
			since string // empty: it has not changed
			count *stat.Fraction
		}
		var marks []mark // by the number of a sample's name
		for i := range flakes.Len() {
			number := flakes.Name(i)
			if number >= len(marks) {
				marks = append(marks, make([]mark, number+1-len(marks))...)
			}
			m := &marks[number]
			if !m.known {
				name := lasting(flakes.StepName(i))
				m.known, m.since, m.count = true, changed[name], now[name]
			}
			if m.since == "" || flakes.Night(i) < m.since {
				continue
			}
			if m.count == nil {
				name := lasting(flakes.StepName(i))
				if now[name] == nil { // another name that lasts as the same one may have counted
					now[name] = &stat.Fraction{}
				}
				m.count = now[name]
			}
			count(m.count, flakes.Hit(i))
		}
	}
	for i := range nodes {
		n := &nodes[i]
		name := metric.Step(n.System, stable(n.System, n.Subject), n.Node)
		n.New = fresh[name]
		if f := now[name]; f != nil {
			rate := metric.RateOf(f.Num, f.Den)
			n.Changed, n.RateNow = changed[name], &rate
		}
	}
}
