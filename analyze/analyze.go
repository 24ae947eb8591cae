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

// Build makes the report of the tables. It only reads them.
func Build(t *table.Set, o Options) *report.Report {
	a := &analysis{t: t, o: o}
	a.cutoffs()
	a.gather()
	a.measure()
	a.d = report.Data{
		Schema: report.Schema, Version: o.Version, Definitions: report.Definitions, Title: o.Title,
		AsOf: a.asOf, GeneratedAt: o.GeneratedAt, Labels: append([]report.Label{}, o.Labels...),
	}
	if a.d.GeneratedAt.IsZero() {
		a.d.GeneratedAt = a.asOf
	}
	a.d.Ledger = a.ledger()
	a.d.Metrics = a.results()
	a.d.Runs = a.runs()
	a.lasting = lastingSubjects(a.d.Runs)
	a.before = newEarlier(o.Baseline)
	a.joinRuns()
	a.d.Cycles = a.cycles()
	a.d.Trajectory = a.trajectories()
	a.d.Bugs = a.bugs()
	a.d.Flakes = a.flakes()
	a.d.Durations = a.durations()
	a.d.Stops = a.stops()
	a.d.Competitions = a.competitions()
	a.d.Gates = a.gates()
	a.d.Usage = a.usage()
	a.d.SelfTest = a.selfTest()
	a.d.Findings = a.findings()
	a.d.Baseline = a.against()
	a.d.Problems = a.problems()
	Acknowledge(&a.d, o.Acknowledged)
	a.sinceBaseline()
	if o.Gate != nil {
		a.d.Gate = gate.Evaluate(&a.d, o.Gate, gate.Options{})
	}
	a.d.Attention = a.attention()
	return &report.Report{Data: a.d, Sections: a.sections(), Pages: a.sitePages()}
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
