package metric

import (
	"cmp"
	"fmt"
	"maps"
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
	unit                 unit.Unit
	better               Better
	one                  bool // of the system with most samples alone: what systems take is not comparable
	samples              func(*figureInput) []dated
	of                   func([]dated) (value report.Number, num, den report.Whole)
}

// dated is one sample of a key figure with the run date, system and job that it belongs to.
type dated struct {
	date, system string
	job          int     // the subject as it lasts over run dates, numbered; see jobsOf
	hit          bool    // of a rate, and whether a run passed
	value        float64 // of a duration, cost or number of tokens
}

type figureInput struct {
	units   []*Unit
	jobs    []int // of each unit
	samples *Samples
}

// setup is who an eval was made with.
type setup struct{ model, agent string }

// setupOf is that of a run of an eval.
func setupOf(u *Unit) *setup {
	if u.bugs().len()+u.scores().len() == 0 || len(u.Items())+len(u.Scores()) == 0 {
		return nil
	}
	return &setup{u.t.Runs.Model.At(u.Row), u.t.Runs.Runner.At(u.Row)}
}

// parts divides the samples of a date by model, or by agent where all are of one model. It is empty
// where some are of no eval, or all of one setup.
func (k keyFigure) parts(of []dated, jobs []job) []report.FigurePart {
	out := []report.FigurePart{}
	for _, name := range []func(*setup) string{func(s *setup) string { return s.model }, func(s *setup) string { return s.agent }} {
		by := map[string][]dated{}
		for _, s := range of {
			who := ""
			if jobs[s.job].setup != nil {
				who = name(jobs[s.job].setup)
			}
			by[who] = append(by[who], s)
		}
		if len(by) < 2 || by[""] != nil {
			continue
		}
		for _, who := range slices.Sorted(maps.Keys(by)) {
			p := report.FigurePart{Name: who}
			p.Value, p.Num, p.Den = k.of(by[who])
			out = append(out, p)
		}
		return out
	}
	return out
}

// jobsOf numbers the units, which are in order of their starts, by system and subject, as the
// subject lasts over run dates, and lists the jobs.
// Example: the runs of two nightly suites are two jobs, whatever folder each run lies in.
func jobsOf(units []*Unit) (jobs []int, all []job) {
	numbers := map[report.FigureJob]int{}
	jobs = make([]int, len(units))
	for i, u := range units {
		j := report.FigureJob{System: u.System, Subject: u.Subject}
		if stable := stableSubject(&u.t.Runs, u.Row); stable != nil {
			j.Subject = *stable
		}
		n, known := numbers[j]
		if !known {
			n = len(numbers)
			numbers[j] = n
			all = append(all, job{j, u.date, nil})
		}
		if all[n].setup == nil {
			all[n].setup = setupOf(u)
		}
		jobs[i] = n
	}
	return jobs, all
}

// job is what runs on one run date after another.
type job struct {
	report.FigureJob
	began string // its first run date
	setup *setup // of the first of its runs that is of an eval; nil: none is
}

// maxFigureJobs is how many jobs of a figure are named.
const maxFigureJobs = 100

// namesOf are the jobs of those numbers by name, and how many they are.
func namesOf(numbers map[int]bool, all []job) (names []report.FigureJob, total int64) {
	names = []report.FigureJob{}
	for n := range numbers {
		names = append(names, all[n].FigureJob)
	}
	slices.SortFunc(names, byJob)
	return names[:min(len(names), maxFigureJobs)], int64(len(names))
}

func byJob(x, y report.FigureJob) int {
	return cmp.Or(strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject))
}

// sameJobs reports whether two figures are of the same jobs. A report of an earlier version does
// not name them.
func sameJobs(a, b report.KeyFigure) bool {
	if b.JobsTotal == 0 {
		return true
	}
	names := slices.Clone(b.Jobs) // which may have other names now
	slices.SortFunc(names, byJob)
	return a.JobsTotal == b.JobsTotal && slices.Equal(a.Jobs, names)
}

// recallName is the figure whose title tells the number of benchmarks, and the only one that
// is compared with the baseline when its title differs.
const recallName = "recall"

// flakeName is the name of the flake rate, whose title says what is counted.
const flakeName = "flake_rate"

// onlyTests reports whether all steps that can be tried again are tests.
func onlyTests(units []*Unit) bool {
	any := false
	for _, u := range units {
		for y := range u.eachRetryable {
			if any = true; u.t.Steps.Kind.At(y.row) != table.KindTest {
				return false
			}
		}
	}
	return any
}

// maxFigurePoints is how many run dates the series of a key figure holds.
const maxFigurePoints = 30

// keyFigures lists the key figures in the order of the page. Recall is made of cycles, not
// of runs, and stands behind the first of them; see recallFigure.
var keyFigures = []keyFigure{
	{"pass_rate", "Runs passed", "runs", unit.Ratio, Higher, false, passSamples, rateOfDated},
	{"item_pass_rate", "Items passed", "items", unit.Ratio, Higher, false, itemSamples, rateOfDated},
	{flakeName, "Flaky steps", "flakes", unit.Ratio, Lower, false, func(in *figureInput) []dated { return in.datedOf(in.samples.Of(StepFlake)) }, rateOfDated},
	{"run_duration_p50", "Run time p50", "durations", unit.Seconds, Lower, true, durationSamples, quantileOfDated(func(d report.Distribution) report.Number { return d.P50 })},
	{"run_duration_p90", "Run time p90", "durations", unit.Seconds, Lower, true, durationSamples, quantileOfDated(func(d report.Distribution) report.Number { return d.P90 })},
	{"cost", "Cost per run", "usage", unit.Dollars, Lower, true, spendingSamples((*Unit).costUSD), meanOfDated},
	{"cost_per_pass", "Cost per passed run", "usage", unit.Dollars, Lower, true, spendingSamples((*Unit).costUSD), perPass},
	{"tokens", "Tokens per run", "usage", unit.Tokens, Lower, true, spendingSamples((*Unit).tokens), meanOfDated},
	{"tokens_per_pass", "Tokens per passed run", "usage", unit.Tokens, Lower, true, spendingSamples((*Unit).tokens), perPass},
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
	jobs, names := jobsOf(units)
	in := &figureInput{units, jobs, samples}
	out := []report.KeyFigure{}
	add := func(f report.KeyFigure, noise report.Number, given bool) {
		if !given {
			return
		}
		b := slices.IndexFunc(baseline, func(b report.KeyFigure) bool { return b.Name == f.Name && (b.Title == f.Title || f.Name == recallName) })
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
			k.title = "Flaky tests"
		}
		f, given := k.figure(all, names)
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
		count[s.system]++
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
	return slices.DeleteFunc(all, func(s dated) bool { return s.system != most })
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
	f = report.KeyFigure{Name: k.name, Title: k.title, Unit: string(k.unit), Better: string(k.better), Section: k.section, Series: []report.FigurePoint{}}
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

// newJobs counts the jobs of the last date that had no sample before. It is empty where one of
// them is not new: it ran before, as one whose logs state no cost until the last date.
func newJobs(now, sampled map[int]bool, jobs []job, last string) string {
	fresh := 0
	for n := range now {
		switch {
		case sampled[n]:
		case jobs[n].began < last:
			return ""
		default:
			fresh++
		}
	}
	if fresh == 1 {
		return "1 job is new"
	}
	return fmt.Sprintf("%d jobs are new", fresh)
}

func jobsAmong(samples []dated) map[int]bool {
	jobs := map[int]bool{}
	for _, s := range samples {
		jobs[s.job] = true
	}
	return jobs
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

func passSamples(in *figureInput) (out []dated) {
	for i, u := range in.units {
		if r := table.Result(u.t.Runs.Result.At(u.Row)); r.Decided() {
			out = append(out, dated{date: u.date, system: u.System, job: in.jobs[i], hit: r.Passing()})
		}
	}
	return out
}

func durationSamples(in *figureInput) []dated { return in.datedOf(in.samples.Of(runDuration)) }

func (in *figureInput) datedOf(c *Column) []dated {
	out := make([]dated, c.Len())
	for i, s := range c.All() {
		out[i] = dated{date: s.Night, system: s.System, job: in.jobs[s.Unit], hit: s.Hit, value: s.Value}
	}
	return out
}

func spendingSamples(of func(*Unit) (float64, bool)) func(*figureInput) []dated {
	return func(in *figureInput) (out []dated) {
		for i, u := range in.units {
			if v, stated := of(u); stated {
				passed := table.Result(u.t.Runs.Result.At(u.Row)).Passing()
				out = append(out, dated{date: u.date, system: u.System, job: in.jobs[i], value: v, hit: passed})
			}
		}
		return out
	}
}

func rateOfDated(of []dated) (value report.Number, num, den report.Whole) {
	hits := 0
	for _, s := range of {
		if s.hit {
			hits++
		}
	}
	return RateOf(hits, len(of)).Value, report.Count(int64(hits)), report.Count(int64(len(of)))
}

// quantileOfDated is a quantile of the values; Den is how many there are.
func quantileOfDated(pick func(report.Distribution) report.Number) func([]dated) (value report.Number, num, den report.Whole) {
	return func(of []dated) (value report.Number, num, den report.Whole) {
		values := make([]float64, len(of))
		for i, s := range of {
			values[i] = s.value
		}
		d := distributionOf(values)
		return pick(d), None(stat.ReasonNotMeasured), report.Count(d.N)
	}
}

// meanOfDated is the mean of the values; Den is how many there are.
func meanOfDated(of []dated) (value report.Number, num, den report.Whole) {
	num, den = None(stat.ReasonNotMeasured), report.Count(int64(len(of)))
	if len(of) == 0 {
		return report.Missing(string(stat.ReasonNoData)), num, den
	}
	sum := 0.0
	for _, s := range of {
		sum += s.value
	}
	return report.Known(sum / float64(len(of))), num, den
}

// perPass is the sum of the values for each run that passed, so that what failed counts
// too; Den is how many passed.
func perPass(of []dated) (value report.Number, num, den report.Whole) {
	sum, passed := 0.0, 0
	for _, s := range of {
		sum += s.value
		if s.hit {
			passed++
		}
	}
	num, den = None(stat.ReasonNotMeasured), report.Count(int64(passed))
	if passed == 0 {
		return report.Missing(string(stat.ReasonNoData)), num, den
	}
	return report.Known(sum / float64(passed)), num, den
}

// tokens is what the log states of the unit: the sum over its attempts, else that of the
// run itself, never both.
func (u *Unit) tokens() (float64, bool) {
	if sum, stated := u.sumOfAttempts(func(row int) (float64, bool) {
		n, ok := u.t.Attempts.Tokens.Get(row)
		return float64(n), ok
	}); stated {
		return sum, true
	}
	n, ok := u.t.Runs.Tokens.Get(u.Row)
	return float64(n), ok
}

// costUSD is what the log states that the unit cost, in US dollars: as tokens.
func (u *Unit) costUSD() (float64, bool) {
	if sum, stated := u.sumOfAttempts(func(row int) (float64, bool) { return u.t.Attempts.CostUSD.Get(row) }); stated {
		return sum, true
	}
	return u.t.Runs.CostUSD.Get(u.Row)
}

func (u *Unit) sumOfAttempts(of func(row int) (float64, bool)) (sum float64, stated bool) {
	for row := range u.attempts().each {
		v, ok := of(row)
		add(&sum, &stated, v, ok)
	}
	return sum, stated
}
