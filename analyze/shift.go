package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// oldRuns is how many runs before the new ones a duration is compared with.
const oldRuns = 20

// series is one step's durations in the order of runs.
type series struct {
	key    groupKey
	values []float64
	nights []string
	at     []time.Time // when the run started
}

// seriesOf groups the samples of a metric by step. The samples come in the order of
// runs.
func seriesOf(all []*Measured) []*series {
	byKey := map[groupKey]*series{}
	var out []*series
	for _, s := range all {
		k := groupKey{s.System, s.Subject, s.Step}
		if byKey[k] == nil {
			byKey[k] = &series{key: k}
			out = append(out, byKey[k])
		}
		byKey[k].values = append(byKey[k].values, s.Value)
		byKey[k].nights = append(byKey[k].nights, s.Night)
		byKey[k].at = append(byKey[k].at, s.At)
	}
	return out
}

// windows splits a series into the last night of its system and the runs before it.
func (s *series) windows(lastNight string) (before, after []float64) {
	for i, v := range s.values {
		if s.nights[i] == lastNight {
			after = append(after, v)
		} else if s.nights[i] < lastNight {
			before = append(before, v)
		}
	}
	return before[max(0, len(before)-oldRuns):], after
}

// newSince are the durations of runs that started after the time.
func (s *series) newSince(asOf time.Time) (fresh []float64) {
	for i, v := range s.values {
		if s.at[i].After(asOf) {
			fresh = append(fresh, v)
		}
	}
	return fresh
}

// The windows that a shift is between.
const (
	windowNight    = "last_night"
	windowBaseline = "baseline"
)

var windowWords = map[string]string{windowNight: "in the last night", windowBaseline: "since the baseline"}

// shifts compares what came since the baseline with the runs that the baseline knew
// last; without one, each step's last night with the runs before it. It is corrected
// for the number of steps looked at.
func (a *analysis) shifts() []report.Shift {
	last := map[string]string{}
	for _, u := range a.units {
		last[u.System] = max(last[u.System], u.night())
	}
	known := map[groupKey][]float64{}
	if e := a.comparable(); e != nil {
		for _, d := range e.Data.Durations.Attempts {
			if d.Converged {
				known[groupKey{d.System, e.lasting(d.System, d.Subject), d.Step}] = d.RecentS[max(0, len(d.RecentS)-oldRuns):]
			}
		}
	}
	since := map[groupKey]bool{}
	out := compareWindows(seriesOf(a.samples[attemptDuration.Name]), func(s *series) ([]float64, []float64) {
		if old := known[groupKey{s.key.system, a.lasting(s.key.system, s.key.subject), s.key.step}]; len(old) > 0 {
			if fresh := s.newSince(a.before.Data.AsOf); len(fresh) > 0 {
				since[s.key] = true
				return old, fresh
			}
		}
		return s.windows(last[s.key.system])
	})
	for i := range out {
		out[i].Window = windowNight
		if since[groupKey{out[i].System, out[i].Subject, out[i].Step}] {
			out[i].Window = windowBaseline
		}
	}
	return out
}

// compareWindows tests every series' two windows as one family.
func compareWindows(all []*series, windows func(*series) (before, after []float64)) []report.Shift {
	type pair struct {
		s     *series
		shift stat.Shift
		test  stat.RankTest
	}
	var pairs []pair
	var ps []stat.Number
	for _, s := range all {
		before, after := windows(s)
		test := stat.MannWhitney(before, after)
		if !test.OK {
			continue
		}
		pairs = append(pairs, pair{s, stat.HodgesLehmann(before, after), test})
		ps = append(ps, stat.Known(test.P))
	}
	out := []report.Shift{}
	for i, q := range stat.BenjaminiHochberg(ps) {
		p := pairs[i]
		r := report.Shift{System: p.s.key.system, Subject: p.s.key.subject, Step: p.s.key.step, NOld: int64(p.test.NX), NNew: int64(p.test.NY),
			ShiftS: report.Known(p.shift.Value), LoS: report.Known(p.shift.Lo), HiS: report.Known(p.shift.Hi), Confidence: report.Known(p.shift.Confidence),
			P: report.Known(p.test.P), MinAttainableP: report.Known(p.test.MinAttainableP), QBH: number(q)}
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
func (a *analysis) trends() map[groupKey]*report.Trend {
	out := map[groupKey]*report.Trend{}
	for _, s := range seriesOf(a.samples[attemptDuration.Name]) {
		order := make([]float64, len(s.values))
		for i := range order {
			order[i] = float64(i)
		}
		if t := stat.TrendOf(order, s.values); t.OK {
			out[s.key] = &report.Trend{SlopeS: number(t.Slope), Tau: number(t.TauB), P: report.Known(t.P), N: int64(t.N)}
		}
	}
	return out
}
