package change

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// oldRuns is how many runs before the new ones a duration is compared with.
const oldRuns = 20

// Times are one step's durations in the order of runs.
type Times struct {
	key     metric.StepName
	values  []float64
	runs    []int32                   // of each value the number of its run
	started func(run int32) time.Time // when a run started
}

// TimesOf groups the samples of a metric by step. The samples come in the order of
// runs.
func TimesOf(all *metric.Column) []*Times {
	sizes := make(map[int]int, all.Distinct())
	for i := range all.Len() {
		sizes[all.Name(i)]++
	}
	index := make(map[int]int32, len(sizes))
	steps := make([]Times, 0, len(sizes))
	// Of all steps, one after the other.
	values, runs := spill.Make[float64](all.Room(), all.Len()), spill.Make[int32](all.Room(), all.Len())
	for i, value := range all.Values() {
		at, known := index[all.Name(i)]
		if !known {
			n := sizes[all.Name(i)]
			at = int32(len(steps))
			index[all.Name(i)] = at
			steps = append(steps, Times{key: all.StepName(i), started: all.Started, values: values[:0:n], runs: runs[:0:n]})
			values, runs = values[n:], runs[n:]
		}
		x := &steps[at]
		x.values, x.runs = append(x.values, value), append(x.runs, all.Unit(i))
	}
	out := make([]*Times, len(steps))
	for i := range steps {
		out[i] = &steps[i]
	}
	return out
}

// durations are a step's durations with the run date of each, "" where it is not known.
type durations struct {
	values []float64
	dates  []string
}

func (d *durations) add(v float64, date string) {
	d.values, d.dates = append(d.values, v), append(d.dates, date)
}

// last are the last n.
func (d durations) last(n int) durations {
	from := max(0, len(d.values)-n)
	return durations{d.values[from:], d.dates[min(from, len(d.dates)):]}
}

// blocks are the values that count as independent. The runs of one date share their
// machine: where there are several dates each counts once, with the median of its runs.
//
//	03-01 10 12   03-02 20 22 30   gives 11 22
//	03-01 10 12 15                 gives 10 12 15
func (d durations) blocks() []float64 {
	if len(d.dates) != len(d.values) || slices.Contains(d.dates, "") {
		return d.values
	}
	byDate := map[string][]float64{}
	for i, v := range d.values {
		byDate[d.dates[i]] = append(byDate[d.dates[i]], v)
	}
	if len(byDate) < 2 {
		return d.values
	}
	var out []float64
	for _, date := range slices.Sorted(maps.Keys(byDate)) {
		slices.Sort(byDate[date])
		out = append(out, stat.MedianOf(byDate[date]))
	}
	return out
}

// newSince are the durations of runs that started after the time.
func (s *Times) newSince(asOf time.Time) (fresh durations) {
	var dates metric.RunDates
	for i, v := range s.values {
		if at := s.started(s.runs[i]); at.After(asOf) {
			fresh.add(v, dates.Of(at))
		}
	}
	return fresh
}

// WindowBaseline is the window of a shift: what came since the baseline, against what it
// knew last.
const WindowBaseline = "baseline"

// Durations is the durations, which become its own, with what changed in them since the baseline:
// the shift of each step, its trend, and the values that a later report compares its own with.
func Durations(d report.Durations, all []*Times, e *Earlier, stable Names) report.Durations {
	d.Shifts = shifts(all, e, stable)
	trends, of := trends(all), make(map[metric.StepName]int32, len(all))
	for i, s := range all {
		of[s.key] = int32(i)
	}
	var dates metric.RunDates
	for i := range d.Attempts {
		r := &d.Attempts[i]
		at, timed := of[metric.Step(r.System, r.Subject, r.Step)]
		if !r.Converged || !timed {
			continue
		}
		recent := all[at].recent(&dates)
		r.Trend, r.RecentS, r.RecentDates = trends[at], recent.values, recent.dates
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
	known := map[metric.StepName]durations{}
	for _, d := range e.Data.Durations.Attempts {
		if d.Converged {
			known[metric.Step(d.System, e.Stable(d.System, d.Subject), d.Step)] = durations{d.RecentS, d.RecentDates}.last(oldRuns)
		}
	}
	return compareWindows(all, func(s *Times) (before, after durations) {
		return known[metric.Step(s.key.System, stable(s.key.System, s.key.Subject), s.key.Step)], s.newSince(e.Data.AsOf)
	})
}

// compareWindows tests every series' two windows as one family, with run dates as blocks.
func compareWindows(all []*Times, windows func(*Times) (before, after durations)) []report.Shift {
	type pair struct {
		s     *Times
		shift stat.Shift
		test  stat.RankTest

		before, after []float64
		nOld, nNew    int
	}
	var pairs []pair
	var ps []stat.Number
	for _, s := range all {
		old, fresh := windows(s)
		before, after := old.blocks(), fresh.blocks()
		test := stat.MannWhitney(before, after)
		if !test.OK {
			continue
		}
		pairs = append(pairs, pair{s, stat.HodgesLehmann(before, after), test, before, after, len(old.values), len(fresh.values)})
		ps = append(ps, stat.Known(test.P))
	}
	out := []report.Shift{}
	for i, q := range stat.BenjaminiHochberg(ps) {
		p := pairs[i]
		r := report.Shift{System: p.s.key.System, Subject: p.s.key.Subject, Step: p.s.key.Step, Window: WindowBaseline, NOld: int64(p.nOld), NNew: int64(p.nNew),
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

// trends is how each step's duration moves from run to run; nil where that is not known.
func trends(all []*Times) []*report.Trend {
	out := make([]*report.Trend, len(all))
	most := 0
	for _, s := range all {
		most = max(most, len(s.values))
	}
	order := make([]float64, most)
	for i := range order {
		order[i] = float64(i)
	}
	parallel.Each(len(all), func(i int) {
		if t := stat.TrendOf(order, all[i].values); t.OK {
			out[i] = &report.Trend{SlopeS: metric.Number(t.Slope), Tau: metric.Number(t.TauB), P: report.Known(t.P), N: int64(t.N)}
		}
	})
	return out
}
