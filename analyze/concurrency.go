package analyze

import (
	"cmp"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// change is a change of how many attempts run at once.
type change struct {
	at time.Time
	by int // +1 at a start, -1 at an end
}

// concurrency is how many attempts of one system ran at once. Ends come before
// starts at the same instant, and every instant counts: a collector that looks once
// a second misses overlaps shorter than that.
func (a *analysis) concurrency() []report.Concurrency {
	changes := map[string][]change{}
	at := &a.t.Attempts
	var systems []string
	for _, u := range a.units {
		for _, row := range u.attempts {
			start, started := at.StartedAt.Get(row)
			end, ended := at.EndedAt.Get(row)
			if at.Cut.At(row) == "stalled" {
				end, ended = at.HeartbeatAt.Get(row)
			}
			if !ended {
				end = u.cutoff
			}
			if !started || end.Before(start) || end.Equal(start) {
				continue
			}
			if changes[u.System] == nil {
				systems = append(systems, u.System)
			}
			changes[u.System] = append(changes[u.System], change{start, 1}, change{end, -1})
		}
	}
	slices.Sort(systems)
	out := []report.Concurrency{}
	for _, s := range systems {
		out = append(out, sweep(s, changes[s]))
	}
	return out
}

// sweep walks the changes in time. The mean is over the time in which anything ran.
func sweep(system string, all []change) report.Concurrency {
	slices.SortStableFunc(all, func(x, y change) int { return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.by, y.by)) })
	c := report.Concurrency{System: system, Mean: report.Missing(string(stat.ReasonNoData))}
	running, busy, work := 0, 0.0, 0.0
	for i, x := range all {
		if i > 0 && running > 0 {
			d := x.at.Sub(all[i-1].at).Seconds()
			busy += d
			work += d * float64(running)
		}
		running += x.by
		if int64(running) > c.Peak {
			c.Peak, c.PeakAt = int64(running), x.at
		}
	}
	if busy > 0 {
		c.Mean = report.Known(work / busy)
	}
	return c
}
