package analyze

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/compare"
	"runreport/analyze/failure"
	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/present"
	"runreport/analyze/problem"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// Options is what the numbers depend on besides the tables.
type Options struct {
	Title       string
	Public      bool      // the tables were published: nothing private is in them
	Version     string    // of the program
	AsOf        time.Time // zero: the latest event of each group of logs
	GeneratedAt time.Time // zero: the time of the report's latest event
	// LongestDuration is the longest that counts, as in the tables; 0: any.
	LongestDuration time.Duration
	// NoiseAcrossCycles also takes runs before the lever in different cycles as
	// repeats of one setup, as long as no lever was shipped in between.
	NoiseAcrossCycles bool
	Labels            []report.Label
	Compare           compare.By          // what items are compared by
	SelfTestPoints    int                 // of series to replay for the self-test; 0: as many as a build does
	SinceDate         string              // run date that what changed is judged on, as 2026-03-12; empty: the last one
	PassedOver        []report.PassedOver // files that the reading passed over
	Baseline          *change.Baseline    // nil: compare with nothing
	Acknowledged      []report.Acknowledgement
	Gate              gate.Values // nil: the default rules
	// DataOnly leaves out what only people read: sections and pages, and the details of runs of which
	// nothing else is written (see listed).
	DataOnly bool
	// AllDetails has the details of every run all the same, for another report to compare with.
	AllDetails bool
	// NoPages leaves out the pages alone, of which there are up to one for every run and step.
	NoPages bool
	// Plan asks for how many runs a change takes to show.
	Plan bool
	// Owner says who is named beside a failure of one of the names; nil: nobody.
	Owner func(names []string) string
}

// Build makes the report of the tables. It only reads them, and puts long lists of its own into their
// room, where they stay. Each pass is a function of
// what it is given here, in this order. The error is that of the context, which is looked
// at between passes and among the units of the long ones.
func Build(ctx context.Context, t *table.Set, o Options) (*report.Report, error) {
	if o.LongestDuration == 0 {
		o.LongestDuration = math.MaxInt64
	}
	// What happened: units with their rows, measured one by one.
	watched := metric.NewCutoffs(t, o.AsOf, o.LongestDuration)
	units := metric.Units(t, watched, o.LongestDuration)
	place := func(run int) report.Evidence { return metric.PlaceOf(units[run]) }
	t.Room.Rest()
	var samples *metric.Samples
	var results []report.MetricResult
	var runs []report.Run
	parallel.Do(
		func() {
			samples = metric.Measure(ctx, t, units, metric.Metrics)
			results = metric.Summarize(metric.Metrics, samples)
			samples.ReleaseSummed()
		},
		func() {
			runs = metric.Runs(ctx, t, units)
			metric.AddDetails(ctx, t, units, runs, listed(runs, o))
		},
	)
	t.Room.Rest()
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	// What failed and why; what levers did, with cycles and the runs that their measurements
	// were; the families of numbers. None of these sees another.
	stable, detail := change.StableNames(runs), metric.Details(units)
	ends := func(i int, to []metric.StepEnd) []metric.StepEnd { return units[i].AppendStepEnds(to) }
	var failed *failure.Found
	var links *recall.Links
	var cycles *recall.Result
	var usage report.Usage
	var activity map[string]metric.Activity
	var flakes report.Flakes
	var durations report.Durations
	var renames []change.Rename
	var stops report.Stops
	var items report.Items
	var counts []report.CountSeries
	earlier := change.NewEarlier(o.Baseline)
	parallel.Do( // what takes longest first
		func() {
			var concurrency []report.Concurrency
			concurrency, activity = metric.Concurrency(t, units)
			usage = metric.Usage(units, concurrency)
		},
		func() {
			failed = failure.Find(failure.Input{
				Runs: runs, Detail: detail, Stable: stable, Key: problem.FailureKey, Owner: o.Owner, Place: place,
				Ends:           ends,
				FailedAttempts: func(i int) bool { return units[i].FailedAttempts() }, FailedDetail: metric.FailedDetails(t, units),
			})
		},
		func() {
			links = recall.Link(t, units)
			cycles = recall.Work(t, links, recall.Options{AcrossCycles: o.NoiseAcrossCycles, LongestDuration: o.LongestDuration})
		},
		func() {
			times := change.TimesOf(samples.Of(metric.AttemptDuration))
			durations = change.Durations(metric.Durations(units, results), times, earlier.Comparable(), stable)
			renames = change.Renames(times, runs, stable, ends)
		},
		func() { counts = metric.Counts(units) },
		func() { flakes = metric.Flakes(units, samples, results) },
		func() { stops = metric.Stops(units, samples, results) },
		func() {
			items = report.Items{Groups: metric.ItemGroups(units), Scores: metric.ScoreGroups(units)}
			in := compare.Input{Units: units, Runs: runs, Labels: labelsOf(t, units), By: o.Compare, Based: o.Baseline != nil}
			if b := earlier.Comparable(); b != nil {
				in.Baseline = &b.Data.Items
			}
			compare.Items(in, &items)
		},
	)
	t.Room.Rest()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	items.Missed = failed.Missed
	usage.Setups = recall.Setups(t, units, links)

	// What changed since the baseline, and from the runs before to the new ones.
	d := report.Data{
		Schema: report.Schema, Version: o.Version, Definitions: report.Definitions, Title: o.Title, Public: o.Public,
		AsOf: watched.AsOf, AsOfFrom: report.AsOfLogs, GeneratedAt: o.GeneratedAt, Labels: append([]report.Label{}, o.Labels...),
		Ledger: ledger(t, o.PassedOver), Metrics: results, Runs: runs, Failures: failed.Failures, Clusters: failed.Clusters,
		Cycles: change.LossAcross(cycles.Cycles), Trajectory: cycles.Trajectories, Bugs: cycles.Bugs,
		Flakes: flakes, Durations: durations, Stops: stops, Items: items,
		Competitions: metric.Competitions(units, results),
		Gates:        metric.Gates(units, samples, results),
		Usage:        usage,
		Counts:       counts,
	}
	metric.LetGo(metric.Metrics, results)
	if !o.AsOf.IsZero() {
		d.AsOfFrom = report.AsOfGiven
	}
	if d.GeneratedAt.IsZero() {
		d.GeneratedAt = d.AsOf
	}
	cycleFiles, grid, ownFindings := cycles.Files, cycles.Grid, slices.Concat(links.Findings, cycles.Findings)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var tested *report.SelfTest
	var series []change.Series
	var short map[change.What]int
	parallel.Do(
		func() { tested = selfTestOfCycles(cycles) }, // what else is in cycles goes now
		func() {
			series, short = (&change.Observed{Samples: samples, Ended: metric.EndedSteps(units), Runs: runs, Cycles: d.Cycles,
				Stable: stable, Until: o.SinceDate, Labels: labelsOf(t, units)}).Series()
		},
	)
	found, collective := change.Find(series, ""), metric.Collective(units)
	d.Changes, d.ChangeTests = found.Entries(series, collective), found.Tests(series, short, d.Flakes.Noun)
	d.PastChanges = found.History()
	d.Changes = change.WithLevers(d.Changes, d.Cycles, o.Baseline)
	change.MarkFlakes(d.Flakes.ByNode, d.Changes, d.PastChanges, samples.Of(metric.StepFlake), stable)
	parallel.Do(
		func() {
			addReplays(tested, change.SelfTest(series, &found, cmp.Or(o.SelfTestPoints, buildPoints)), len(d.Cycles) > 0)
		},
		func() {
			own := slices.Concat(ownFindings, change.LostInput(earlier, &d), futureFindings(watched.Future))
			d.Findings, d.OlderFindings = allFindings(t, runs, own)
			d.Baseline = earlier.Compare(&d, samples.Of(metric.StepFlake), stable)
			d.KeyFigures = metric.KeyFigures(units, samples, d.Cycles, earlier.KeyFigures(d.Baseline, runs))
		},
	)
	d.SelfTest = tested
	var planned *report.Plan
	if o.Plan {
		planned = plan(series, d.Cycles)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	// What of it is a problem, and for whom.
	in := &problem.Input{Data: &d, Samples: samples, Steps: func() []metric.StepRun { return metric.StepsRun(units, samples) },
		Stable: stable, Earlier: earlier, Failed: failed, Place: place}
	d.Problems = problem.Find(in)
	problem.Acknowledge(&d, o.Acknowledged)
	problem.Since(in, d.Baseline, d.Problems)
	failure.Settle(&d)
	d.KnownFlaky = failed.KnownFlaky(d.Failures)
	gate.Apply(&d, o.Gate, gate.Options{})
	d.Attention = problem.Attention(in)

	if err := ctx.Err(); err != nil {
		return nil, err
	}

	r := &report.Report{Data: d, Plan: planned, Tests: failed.Tests}
	if o.DataOnly {
		return r, nil
	}

	// How people read it.
	view := &present.View{
		Data: &d, CycleFiles: cycleFiles, Grid: grid, Waits: metric.Waits(runs),
		Nights: metric.OutcomesByNight(samples), Endings: metric.Endings(samples),
		ByAttempt: metric.CountedByAttempt(units), Collective: collective,
		Turns:    metric.Turns(samples),
		Activity: activity, Blocked: metric.Blocked(units), Renames: renames,
		LongestDuration: o.LongestDuration, Detail: func(i int) (metric.Detail, error) {
			x, err := detail(i)
			failure.Explain(&d.Runs[i], &x)
			return x, err
		},
	}
	var err error
	r.Sections, r.Absent, err = present.Sections(view)
	if !o.NoPages {
		withPages := present.StepsWithPages(&d, stable)
		view.Flaked, view.StepNights = metric.Flaked(units), metric.StepNights(samples, withPages)
		view.StepTimes = metric.StepTimes(samples, withPages)
		r.Pages = present.Pages(view)
	}
	r.Compared = func() ([]report.Compared, error) { return present.Compared(view) }
	return r, err
}

// listed says which runs need details. With data alone those are the last, which summary.json
// lists, the runs of the last run date, whose flaked steps are told, and those that the baseline lists
// too, which are compared.
func listed(runs []report.Run, o Options) func(run int) bool {
	if !o.DataOnly || o.AllDetails {
		return func(int) bool { return true }
	}
	var last time.Time
	for i := range runs {
		if at := runs[i].StartedAt.UTC().Truncate(24 * time.Hour); at.After(last) {
			last = at
		}
	}
	before := map[string]bool{}
	if o.Baseline != nil {
		for i := range o.Baseline.Data.Runs {
			before[o.Baseline.Data.Runs[i].Key] = true
		}
	}
	return func(run int) bool {
		return run >= len(runs)-report.MaxList || !last.IsZero() && !runs[run].StartedAt.Before(last) || before[runs[run].Key]
	}
}

// labelsOf finds the labels of the build that read a run's log, the last of its files; nil
// where no build had any.
func labelsOf(t *table.Set, units []*metric.Unit) func(run int) []report.Label {
	by := map[string][]report.Label{}
	for row := range t.Sources.Len() {
		for _, text := range t.Sources.Labels.At(row) {
			name, value, _ := strings.Cut(text, "=")
			by[t.Sources.Path.At(row)] = append(by[t.Sources.Path.At(row)], report.Label{Name: name, Value: value})
		}
	}
	if len(by) == 0 {
		return nil
	}
	return func(run int) []report.Label {
		files := t.Runs.Files.At(units[run].Row)
		if len(files) == 0 {
			return by[metric.PlaceOf(units[run]).File]
		}
		return by[files[len(files)-1]]
	}
}
