package analyze

import (
	"context"
	"math"
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
	// LongestDuration is the longest that counts, as in the tables; 0: any.
	LongestDuration time.Duration
	// NoiseAcrossCycles also takes runs before the lever in different cycles as
	// repeats of one setup, as long as no lever was shipped in between.
	NoiseAcrossCycles bool
	Labels            []report.Label
	PassedOver        []report.PassedOver // files that the reading passed over
	Baseline          *Baseline           // nil: compare with nothing
	Acknowledged      []report.Acknowledgement
	Gate              gate.Values // nil: no gate
}

// analysis is the state of one run of Build.
type analysis struct {
	t            *table.Set
	o            Options
	asOf         time.Time
	groupEnd     map[string]time.Time
	future       int // events later than --as-of
	units        []*Unit
	samples      map[string][]*Measured
	own          []report.Finding // findings of the analysis itself
	worked       []*cycle         // oldest first
	bugHistory   []bugHistory
	joins        map[int]*joined // by row of Measurements
	lasting      func(system, subject string) string
	acceptedKeys map[string]bool // of problems that somebody has acknowledged
	before       *earlier        // the baseline; nil where there is none to compare with
	d            report.Data
}

// Build makes the report of the tables. It only reads them. The error is that of the
// context: between two passes, and among the units of the long ones, it is looked at.
func Build(ctx context.Context, t *table.Set, o Options) (*report.Report, error) {
	if o.LongestDuration == 0 {
		o.LongestDuration = math.MaxInt64
	}
	a := &analysis{t: t, o: o}
	r := &report.Report{}
	for _, pass := range []func(){
		a.cutoffs, a.gather, func() { a.measure(ctx) }, a.begin,
		func() { a.d.Ledger = a.ledger() },
		func() { a.d.Metrics = a.results() },
		func() { a.d.Runs = a.runs(ctx) },
		func() { a.lasting, a.before = lastingSubjects(a.d.Runs), newEarlier(o.Baseline) },
		a.joinRuns,
		func() { a.d.Cycles = a.cycles() },
		func() { a.d.Trajectory = a.trajectories() },
		func() { a.d.Bugs = a.bugs() },
		func() { a.d.Flakes = a.flakes() },
		func() { a.d.Durations = a.durations() },
		func() { a.d.Stops = a.stops() },
		func() { a.d.Competitions = a.competitions() },
		func() { a.d.Gates = a.gates() },
		func() { a.d.Usage = a.usage() },
		func() { a.d.SelfTest = a.selfTest() },
		a.lostInput,
		func() { a.d.Findings = a.findings() },
		func() { a.d.Baseline = a.against() },
		func() { a.d.Problems = a.problems() },
		func() { Acknowledge(&a.d, o.Acknowledged) },
		a.sinceBaseline,
		func() {
			if o.Gate != nil {
				a.d.Gate = gate.Evaluate(&a.d, o.Gate, gate.Options{})
			}
		},
		func() { a.d.Attention = a.attention() },
		func() { r.Sections = a.sections() },
		func() { r.Pages = a.sitePages() },
	} {
		if pass(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	r.Data = a.d
	return r, nil
}

// begin sets what the report says of itself.
func (a *analysis) begin() {
	o := a.o
	a.d = report.Data{
		Schema: report.Schema, Version: o.Version, Definitions: report.Definitions, Title: o.Title,
		AsOf: a.asOf, GeneratedAt: o.GeneratedAt, Labels: append([]report.Label{}, o.Labels...),
	}
	if a.d.GeneratedAt.IsZero() {
		a.d.GeneratedAt = a.asOf
	}
}

// metric is the result of the metric of that name.
func (a *analysis) metric(m *Metric) report.MetricResult {
	for _, r := range a.d.Metrics {
		if r.Name == m.Name {
			return r
		}
	}
	return report.MetricResult{}
}
