package change

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// oldRuns is how many runs before the new ones a duration is compared with.
const oldRuns = 20

// Times are one step's durations in the order of runs.
type Times struct {
	key    metric.StepName
	values []float64
	at     []time.Time // when the run started
}

// TimesOf groups the samples of a metric by step. The samples come in the order of
// runs.
func TimesOf(all *metric.Column) []*Times {
	byKey := map[metric.StepName]*Times{}
	var out []*Times
	for _, s := range all.All() {
		k := metric.Step(s.System, s.Subject, s.Step)
		if byKey[k] == nil {
			byKey[k] = &Times{key: k}
			out = append(out, byKey[k])
		}
		byKey[k].values = append(byKey[k].values, s.Value)
		byKey[k].at = append(byKey[k].at, s.At)
	}
	return out
}

// newSince are the durations of runs that started after the time.
func (s *Times) newSince(asOf time.Time) (fresh []float64) {
	for i, v := range s.values {
		if s.at[i].After(asOf) {
			fresh = append(fresh, v)
		}
	}
	return fresh
}

// WindowBaseline is the window of a shift: what came since the baseline, against what it
// knew last.
const WindowBaseline = "baseline"

// Durations is the durations with what changed in them since the baseline: the shift of
// each step, its trend, and the values that a later report compares its own with.
func Durations(d report.Durations, all []*Times, e *Earlier, stable Names) report.Durations {
	d.Shifts = shifts(all, e, stable)
	trends, recent := trends(all), recentOf(all)
	d.Attempts = slices.Clone(d.Attempts)
	for i := range d.Attempts {
		if r := &d.Attempts[i]; r.Converged {
			k := metric.Step(r.System, r.Subject, r.Step)
			r.Trend, r.RecentS = trends[k], recent[k]
		}
	}
	return d
}

// shifts compares what came since the baseline with the runs that the baseline knew last,
// corrected for the number of steps looked at. What changed from one run date to another
// is [Find]'s.
func shifts(all []*Times, e *Earlier, stable Names) []report.Shift {
	if e == nil {
		return []report.Shift{}
	}
	known := map[metric.StepName][]float64{}
	for _, d := range e.Data.Durations.Attempts {
		if d.Converged {
			known[metric.Step(d.System, e.Stable(d.System, d.Subject), d.Step)] = d.RecentS[max(0, len(d.RecentS)-oldRuns):]
		}
	}
	return compareWindows(all, func(s *Times) (before, after []float64) {
		return known[metric.Step(s.key.System, stable(s.key.System, s.key.Subject), s.key.Step)], s.newSince(e.Data.AsOf)
	})
}

// compareWindows tests every series' two windows as one family.
func compareWindows(all []*Times, windows func(*Times) (before, after []float64)) []report.Shift {
	type pair struct {
		s     *Times
		shift stat.Shift
		test  stat.RankTest

		before, after []float64
	}
	var pairs []pair
	var ps []stat.Number
	for _, s := range all {
		before, after := windows(s)
		test := stat.MannWhitney(before, after)
		if !test.OK {
			continue
		}
		pairs = append(pairs, pair{s, stat.HodgesLehmann(before, after), test, before, after})
		ps = append(ps, stat.Known(test.P))
	}
	out := []report.Shift{}
	for i, q := range stat.BenjaminiHochberg(ps) {
		p := pairs[i]
		r := report.Shift{System: p.s.key.System, Subject: p.s.key.Subject, Step: p.s.key.Step, Window: WindowBaseline, NOld: int64(p.test.NX), NNew: int64(p.test.NY),
			ShiftS: report.Known(p.shift.Value), LoS: report.Known(p.shift.Lo), HiS: report.Known(p.shift.Hi), Confidence: report.Known(p.shift.Confidence),
			P: report.Known(p.test.P), MinAttainableP: report.Known(p.test.MinAttainableP), QBH: metric.Number(q)}
		switch {
		case p.shift.Slower(q):
			r.Call = "slower"
		case p.shift.Faster(q):
			r.Call = "faster"
		case p.test.MinAttainableP > stat.Alpha:
			r.Call = "too_few"
		default:
			r.Call = "cannot_tell"
		}
		if r.Call == "cannot_tell" || r.Call == "too_few" {
			r.Settle = metric.Settle(stat.SettleShift(p.before, p.after))
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(x, y report.Shift) int {
		return cmp.Or(cmp.Compare(callRank(x.Call), callRank(y.Call)), cmp.Compare(y.ShiftS.Value, x.ShiftS.Value),
			strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
	})
	return out
}

func callRank(call string) int {
	return slices.Index([]string{"slower", "faster", "cannot_tell", "too_few"}, call)
}

// trends is how each step's duration moves from run to run.
func trends(all []*Times) map[metric.StepName]*report.Trend {
	out := map[metric.StepName]*report.Trend{}
	for _, s := range all {
		order := make([]float64, len(s.values))
		for i := range order {
			order[i] = float64(i)
		}
		if t := stat.TrendOf(order, s.values); t.OK {
			out[s.key] = &report.Trend{SlopeS: metric.Number(t.Slope), Tau: metric.Number(t.TauB), P: report.Known(t.P), N: int64(t.N)}
		}
	}
	return out
}
