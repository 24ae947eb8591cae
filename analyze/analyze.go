package analyze

import (
	"time"

	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Options is what the numbers depend on besides the tables.
type Options struct {
	Title       string
	Version     string    // of the program
	AsOf        time.Time // zero: the latest event of each group of logs
	GeneratedAt time.Time // zero: the time of the report's latest event
	// NoiseAcrossCycles also takes runs before the lever in different cycles as
	// repeats of one setup, as long as no lever was shipped in between.
	NoiseAcrossCycles bool
	Labels            []report.Label
	Baseline          *Baseline // nil: compare with nothing
	Acknowledged      []report.Acknowledgement
	Gate              gate.Values // nil: no gate
}

// Build makes the report of the tables. It only reads them. Each pass is a function of
// what it is given here, in this order.
func Build(t *table.Set, o Options) (*report.Report, error) {
	// What happened: units with their rows, measured one by one.
	watched := NewCutoffs(t, o.AsOf)
	units := Units(t, watched)
	samples := Measure(t, units, Metrics)
	results := Summarize(Metrics, samples)
	runs := Runs(t, units)

	// What levers did: cycles, and the runs that their measurements were.
	links := Link(t, units)
	cycles := Work(t, links, o.NoiseAcrossCycles)

	// What changed since the baseline, and from the runs before to the new ones.
	earlier := NewEarlier(o.Baseline)
	stable := StableNames(runs)
	times := TimesOf(samples.Of(attemptDuration))
	concurrency, activity := Concurrency(t, units)
	usage := Usage(units, concurrency)
	usage.Setups = Setups(t, units, links)

	d := report.Data{
		Schema: report.Schema, Version: o.Version, Definitions: report.Definitions, Title: o.Title,
		AsOf: watched.AsOf, GeneratedAt: o.GeneratedAt, Labels: append([]report.Label{}, o.Labels...),
		Ledger: ledger(t), Metrics: results, Runs: runs,
		Cycles: cycles.Cycles, Trajectory: cycles.Trajectories, Bugs: cycles.Bugs,
		Flakes:       Flakes(units, samples, results),
		Durations:    ChangedDurations(Durations(units, results), times, LastNights(units), earlier.Comparable(), stable),
		Stops:        Stops(units, samples, results),
		Competitions: Competitions(units, samples, results),
		Gates:        Gates(units, samples),
		Usage:        usage,
		SelfTest:     selfTest(cycles, times),
		Findings:     allFindings(t, runs, watched.Future, links.Findings, cycles.Findings),
	}
	if d.GeneratedAt.IsZero() {
		d.GeneratedAt = d.AsOf
	}
	d.Baseline = earlier.Compare(&d, stable)

	// What of it is a problem, and for whom.
	in := &Input{Data: &d, Samples: samples, Steps: StepsRun(units), Stable: stable, Earlier: earlier}
	d.Problems = FindProblems(in)
	Acknowledge(&d, o.Acknowledged)
	Since(in, d.Baseline, d.Problems)
	if o.Gate != nil {
		d.Gate = gate.Evaluate(&d, o.Gate, gate.Options{})
	}
	d.Attention = Attention(in)

	// How people read it.
	view := &View{
		Data: &d, CycleFiles: cycles.Files, Grid: cycles.Grid, Waits: Waits(runs), Nights: OutcomesByNight(samples), Turns: Turns(samples),
		Records: Records(units, results), Activity: activity, Flaked: Flaked(units), StepNights: StepNights(samples), Blocked: Blocked(units),
		Detail: Details(t, units),
	}
	sections, err := Sections(view)
	return &report.Report{Data: d, Sections: sections, Pages: Pages(view)}, err
}
