package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit"
)

// keyFigure declares one key figure: what it counts, and over which samples of a run date
// it is computed.
type keyFigure struct {
	name, title, section string
	noun                 string // what a rate counts
	unit                 unit.Unit
	better               Better
	one                  bool // of the system with most samples alone: what systems take is not comparable
	samples              func(*figureInput) []dated
	of                   func([]dated) (value report.Number, num, den report.Whole)
}

// dated is one sample of a key figure with the unit that it is from, or some samples of a rate.
type dated struct {
	*datedUnit
	value   float64 // of a duration, cost or number of tokens
	n, hits int32   // how many samples of a rate, or runs, these are, and how many of them hit, or passed
	again   bool    // of an item that its run tried before
}

// one is a sample of a rate, or a value of a run that passed or did not.
func (u *datedUnit) one(hit bool) dated {
	x := dated{datedUnit: u, n: 1}
	if hit {
		x.hits = 1
	}
	return x
}

// datedUnit is the run date, system and job that samples of a unit belong to.
type datedUnit struct {
	*Common
	job int // the subject as it lasts over run dates, numbered; see jobsOf
}

type figureInput struct {
	units   []*Unit
	dated   []datedUnit // the same
	samples *Samples
}

// recallName is the figure whose title tells the number of benchmarks. It is compared with the
// baseline when its title differs too.
const recallName = "recall"

// flakeName is the name of the flake rate, whose title says what is counted.
const flakeName = "flake_rate"

// itemsName is the name of the pass rate of items, whose title says whether they are tasks, samples or
// trials of them.
const itemsName = "item_pass_rate"

// onlyTests reports whether no step that can be tried again is anything but a test.
func onlyTests(units []*Unit) bool {
	for _, u := range units {
		for y := range u.eachRetryable {
			if u.t.Steps.Kind.At(y.row) != table.KindTest {
				return false
			}
		}
	}
	return true
}

// maxFigurePoints is how many run dates the series of a key figure holds.
const maxFigurePoints = 30

// keyFigures lists the key figures in the order of the page. Recall is made of cycles, not
// of runs, and stands behind the first of them; see recallFigure.
var keyFigures = []keyFigure{
	{"pass_rate", "Runs passed", "runs", "run", unit.Ratio, Higher, false, passSamples, rateOfDated},
	{itemsName, "Items passed", "items", report.ItemNoun, unit.Ratio, Higher, false, itemSamples, rateOfDated},
	{flakeName, "Flaky steps", "flakes", several, unit.Ratio, Lower, false, func(in *figureInput) []dated { return in.datedOf(in.samples.Of(StepFlake)) }, rateOfDated},
	{"run_duration_p50", "Run time p50", "durations", "", unit.Seconds, Lower, true, durationSamples, quantileOfDated(func(d report.Distribution) report.Number { return d.P50 })},
	{"run_duration_p90", "Run time p90", "durations", "", unit.Seconds, Lower, true, durationSamples, quantileOfDated(func(d report.Distribution) report.Number { return d.P90 })},
	{"cost", "Cost per run", "usage", "", unit.Dollars, Lower, true, spendingSamples((*Unit).costUSD), meanOfDated},
	{"cost_per_pass", "Cost per passed run", "usage", "", unit.Dollars, Lower, true, spendingSamples((*Unit).costUSD), perPass},
	{"tokens", "Tokens per run", "usage", "", unit.Tokens, Lower, true, spendingSamples((*Unit).tokens), meanOfDated},
	{"tokens_per_pass", "Tokens per passed run", "usage", "", unit.Tokens, Lower, true, spendingSamples((*Unit).tokens), perPass},
}

// KeyFigures are the figures that sum up the work, those only that the input has. The
// value is that of the figure's last run date. Before is the value of the same figure in
// the baseline, else the figure over all earlier run dates; of recall it is the side before
// the lever in the same cycle. Example: 3 of 4 runs passed on the last date and 6 of 6 on
// the two dates before, so value is 0.75 and before 1.
//
// Only like is compared with like: dates before the last count the jobs of the last date
// alone, which are told by system and stable subject, and there is no value before where one
// of these has none; the note says how many are new. Otherwise a date with only a short suite
// would look faster than the builds of the day before. For the same reason there is none where
// the baseline's figure is of other jobs, or the baseline lacks it; it is nil without a baseline.
//
// Times, cost and tokens are those of the system with most samples, which the title names
// where there are several: a median over builds and games is that of neither.
//
// A pass rate counts runs that are decided: passed, flaky, failed or stalled. Cost and
// tokens are the mean over the runs whose log states them; those per passed run are the sum
// over the same runs for each that passed, and are left out where all did.
func KeyFigures(units []*Unit, samples *Samples, cycles []report.Cycle, baseline []report.KeyFigure) []report.KeyFigure {
	in := &figureInput{units, make([]datedUnit, len(units)), samples}
	jobs, names := jobsOf(units)
	for i, u := range units {
		in.dated[i] = datedUnit{u.Common, jobs[i]}
	}
	out := []report.KeyFigure{}
	add := func(f report.KeyFigure, noise report.Number, given bool) {
		if !given {
			return
		}
		b := slices.IndexFunc(baseline, func(b report.KeyFigure) bool {
			return b.Name == f.Name && (b.Title == f.Title || f.Name == recallName || f.Name == itemsName)
		})
		switch {
		case f.Name == recallName:
			if b >= 0 {
				f.Before = baseline[b].Value
			}
		case b >= 0 && sameJobs(f, baseline[b]):
			f.Before, f.Note = baseline[b].Value, ""
		case baseline != nil:
			f.Before, f.Note = report.Missing(string(stat.ReasonNoData)), "the baseline has other jobs"
			if b < 0 {
				f.Note = "not in the baseline"
			}
		}
		if noise.OK && f.Before.OK && f.Note == "" && f.Value != f.Before && math.Abs(f.Value.Value-f.Before.Value) <= noise.Value {
			f.Note = "within run-to-run noise (±" + unit.Fixed(noise.Value, 2) + ")"
		}
		out = append(out, f)
	}
	unmeasured := report.Missing(string(stat.ReasonNotMeasured))
	for i, k := range keyFigures {
		all := k.samples(in)
		if k.one {
			all = k.ofOneSystem(all)
		}
		if k.name == flakeName && onlyTests(units) {
			k.title, k.noun = "Flaky tests", table.KindTest
		}
		if k.name == itemsName {
			k.noun = in.itemNoun(all)
			k.title = strings.ToUpper(k.noun[:1]) + k.noun[1:] + "s passed"
		}
		f, given := k.figure(all, names) // which rearranges the samples
		if n := len(out); n > 0 && f.Unit == out[n-1].Unit && f.Section == "usage" && f.Value == out[n-1].Value && (f.Before == out[n-1].Before || !f.Before.OK) {
			continue // all runs passed, so that the figure in front says the same, or more
		}
		add(f, unmeasured, given)
		if i == 0 {
			add(recallFigure(cycles))
		}
	}
	return out
}

// ofOneSystem keeps the samples of the system with most of them, and names it in the title
// where there are others.
func (k *keyFigure) ofOneSystem(all []dated) []dated {
	count := map[string]int{}
	for _, s := range all {
		count[s.System]++
	}
	if len(count) < 2 {
		return all
	}
	most := ""
	for system, n := range count {
		if n > count[most] || n == count[most] && system < most {
			most = system
		}
	}
	k.title += ", " + most
	return slices.DeleteFunc(all, func(s dated) bool { return s.System != most })
}

// figure groups the samples by run date, which it sorts them by. It is not given where the
// last date has no value. Where no run has a date, as in reports of results alone, it is
// the figure over all of them, with nothing before it.
func (k keyFigure) figure(all []dated, jobs []job) (f report.KeyFigure, given bool) {
	undated := func(s dated) bool { return s.date == "" }
	if slices.ContainsFunc(all, func(s dated) bool { return !undated(s) }) {
		all = slices.DeleteFunc(all, undated)
	}
	slices.SortStableFunc(all, func(x, y dated) int { return strings.Compare(x.date, y.date) })
	byDate := map[string][]dated{}
	var dates []string
	for i := 0; i < len(all); {
		from, date := i, all[i].date
		for i < len(all) && all[i].date == date {
			i++
		}
		byDate[date] = all[from:i:i]
		dates = append(dates, date)
	}
	if len(dates) == 0 {
		return f, false
	}
	last := dates[len(dates)-1]
	f = report.KeyFigure{Name: k.name, Title: k.title, Noun: k.noun, Unit: string(k.unit), Better: string(k.better), Section: k.section, Series: []report.FigurePoint{}}
	f.Value, f.Num, f.Den = k.of(byDate[last])
	f.Parts = k.parts(byDate[last], jobs)
	now := jobsAmong(byDate[last])
	f.Jobs, f.JobsTotal = namesOf(now, jobs)
	before := all[:0] // filled no further than what was looked at
	for i, date := range dates {
		like := slices.DeleteFunc(byDate[date], func(s dated) bool { return !now[s.job] })
		if date != "" && i >= len(dates)-maxFigurePoints && len(like) > 0 {
			value, _, _ := k.of(like)
			f.Series = append(f.Series, report.FigurePoint{Date: date, Value: value})
		}
		if date != last {
			before = append(before, like...)
		}
	}
	if sampled := jobsAmong(before); len(sampled) < len(now) {
		f.Before = report.Missing(string(stat.ReasonNoData))
		if len(dates) > 1 {
			f.Note = newJobs(now, sampled, jobs, last)
		}
	} else {
		f.Before, _, _ = k.of(before)
	}
	return f, f.Value.OK
}

// recallFigure is the mean recall after the lever of the latest cycle that measured it,
// each benchmark counted once, and the run-to-run noise of that cycle.
func recallFigure(cycles []report.Cycle) (f report.KeyFigure, noise report.Number, given bool) {
	f = report.KeyFigure{Name: recallName, Unit: string(unit.None), Better: string(Higher), Section: "recall", Series: []report.FigurePoint{}, Jobs: []report.FigureJob{}, Parts: []report.FigurePart{},
		Num: None(stat.ReasonNotMeasured), Den: None(stat.ReasonNotMeasured)}
	for _, c := range cycles {
		if !c.Macro.Post.OK {
			continue
		}
		measured := 0
		for _, b := range c.Benchmarks {
			if b.RecallPre.Value.OK && b.RecallPost.Value.OK {
				measured++
			}
		}
		f.Title = fmt.Sprintf("Recall, mean of %d benchmarks", measured)
		if measured == 1 {
			f.Title = "Recall of 1 benchmark"
		}
		f.Value, f.Before, noise = c.Macro.Post, c.Macro.Pre, c.Noise.Band95
		f.Note = ""
		if c.Verdict.Decision == "revert" && !c.RevertedAt.IsZero() { // what holds is as before the lever
			f.Value, f.Note = c.Macro.Pre, "lever reverted"
		}
		at := c.StartedAt
		if at.IsZero() {
			at = c.EndedAt
		}
		if !at.IsZero() {
			f.Series = append(f.Series, report.FigurePoint{Date: at.UTC().Format(time.DateOnly), Value: f.Value})
		}
	}
	f.Series = f.Series[max(0, len(f.Series)-maxFigurePoints):]
	return f, noise, f.Value.OK
}
