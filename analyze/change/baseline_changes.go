package change

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// recallChanges holds each benchmark's latest recall against the baseline's.
func recallChanges(earlier, cycles []report.Cycle) []report.RecallChange {
	before, _ := latestRecalls(earlier)
	now, names := latestRecalls(cycles)
	out := []report.RecallChange{}
	for _, n := range names {
		if old, known := before[n]; known {
			out = append(out, report.RecallChange{Benchmark: n, Before: old, Now: now[n]})
		}
	}
	slices.SortStableFunc(out, func(x, y report.RecallChange) int {
		return cmp.Or(cmp.Compare(x.Now.Value.Value-x.Before.Value.Value, y.Now.Value.Value-y.Before.Value.Value), strings.Compare(x.Benchmark, y.Benchmark))
	})
	return out
}

// latestRecalls is every benchmark's recall in the latest cycle that measured it.
func latestRecalls(cycles []report.Cycle) (by map[string]report.RecallAtCycle, names []string) {
	by = map[string]report.RecallAtCycle{}
	for _, c := range slices.Backward(cycles) {
		for _, b := range c.Benchmarks {
			r, side := b.RecallPost, "post"
			if !r.Value.OK {
				r, side = b.RecallPre, "pre"
			}
			if _, known := by[b.Benchmark]; known || !r.Value.OK {
				continue
			}
			by[b.Benchmark] = report.RecallAtCycle{Cycle: words.CycleTitle(&c), Side: side, Value: r.Value, Num: r.Num, Den: r.Den}
			names = append(names, b.Benchmark)
		}
	}
	return by, names
}

// flakeChanges holds each step's flake rate against the baseline's, corrected for
// the number of steps. Where runs came since the baseline their rate is held against it:
// that of all runs would hold those of the baseline too.
func (e *Earlier) flakeChanges(flakes report.Flakes, samples *metric.Column, stable Names) []report.RateChange {
	since := map[metric.StepName]*stat.Fraction{}
	for _, s := range samples.All() {
		if s.At.After(e.Data.AsOf) {
			k := metric.Step(s.System, s.Subject, s.Step)
			if since[k] == nil {
				since[k] = &stat.Fraction{}
			}
			count(since[k], s.Hit)
		}
	}
	before := map[metric.StepName]report.Rate{}
	for _, n := range e.Data.Flakes.ByNode {
		before[metric.Step(n.System, e.Stable(n.System, n.Subject), n.Node)] = n.Rate
	}
	out := []report.RateChange{}
	var ps []stat.Number
	for _, n := range flakes.ByNode {
		old, known := before[metric.Step(n.System, stable(n.System, n.Subject), n.Node)]
		if !known {
			continue
		}
		now := n.Rate
		if f := since[metric.Step(n.System, n.Subject, n.Node)]; f != nil {
			now = metric.RateOf(f.Num, f.Den)
		}
		p := stat.FisherExact(fraction(old), fraction(now))
		ps = append(ps, p)
		out = append(out, report.RateChange{System: n.System, Subject: n.Subject, Node: n.Node, Before: old, Now: now, P: metric.Number(p), Call: "cannot_tell"})
	}
	for i, q := range stat.BenjaminiHochberg(ps) {
		x := &out[i]
		x.QBH = metric.Number(q)
		if q.OK && q.Value <= stat.Alpha {
			x.Call = "less"
			if x.Now.Value.Value > x.Before.Value.Value {
				x.Call = "more"
			}
		}
		if x.Call == "cannot_tell" {
			x.Settle = metric.Settle(stat.SettleRates(fraction(x.Before), fraction(x.Now)))
		}
	}
	slices.SortStableFunc(out, func(x, y report.RateChange) int {
		return cmp.Or(cmp.Compare(y.Now.Value.Value-y.Before.Value.Value, x.Now.Value.Value-x.Before.Value.Value),
			strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Node, y.Node))
	})
	return out
}

// fraction is a rate of a report, which may have been read from a file, for the
// statistics. What no file of ours holds counts as nothing seen.
func fraction(r report.Rate) stat.Fraction {
	const most = 1 << 24
	if r.Num < 0 || r.Den < r.Num || r.Den > most {
		return stat.Fraction{}
	}
	return stat.Fraction{Num: int(r.Num), Den: int(r.Den)}
}

// durationChanges holds each step's median against the baseline's.
func (e *Earlier) durationChanges(durations report.Durations, stable Names) []report.DurationChange {
	before := map[metric.StepName]report.AttemptDuration{}
	for _, d := range e.Data.Durations.Attempts {
		if d.Converged {
			before[metric.Step(d.System, e.Stable(d.System, d.Subject), d.Step)] = d
		}
	}
	calls := map[metric.StepName]string{}
	for _, s := range durations.Shifts {
		if s.Window == WindowBaseline {
			calls[metric.Step(s.System, s.Subject, s.Step)] = s.Call
		}
	}
	out := []report.DurationChange{}
	for _, d := range durations.Attempts {
		old, known := before[metric.Step(d.System, stable(d.System, d.Subject), d.Step)]
		if !d.Converged || !known {
			continue
		}
		out = append(out, report.DurationChange{System: d.System, Subject: d.Subject, Step: d.Step, NBefore: old.N, P50BeforeS: old.P50S,
			NNow: d.N, P50NowS: d.P50S, Call: cmp.Or(calls[metric.Step(d.System, d.Subject, d.Step)], "too_few")})
	}
	slices.SortStableFunc(out, func(x, y report.DurationChange) int {
		return cmp.Or(cmp.Compare(callRank(x.Call), callRank(y.Call)), cmp.Compare(growth(y), growth(x)),
			strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
	})
	return out
}

// growth is by which factor the median grew.
func growth(d report.DurationChange) float64 {
	if !d.P50BeforeS.OK || !d.P50NowS.OK || d.P50BeforeS.Value <= 0 {
		return 0
	}
	return d.P50NowS.Value / d.P50BeforeS.Value
}

// recent are the durations that a later report compares its own with.
func (s *Times) recent(dates *metric.RunDates) (last durations) {
	n := 0
	for _, v := range slices.Backward(s.values) {
		if n < oldRuns && canBeCompared(v) {
			n++
		}
	}
	if n == 0 {
		return last
	}
	last = durations{make([]float64, n), make([]string, n)}
	for i, v := range slices.Backward(s.values) {
		if n == 0 {
			break
		}
		if canBeCompared(v) {
			n--
			last.values[n], last.dates[n] = v, dates.Of(s.started(s.runs[i]))
		}
	}
	return last
}

// canBeCompared reports whether a later report can compare its durations with this one.
func canBeCompared(v float64) bool { return v >= 0 && !math.IsInf(v, 0) }
