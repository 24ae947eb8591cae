package metric

import (
	"cmp"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit"
)

// Better says which way a metric should move.
type Better string

// The directions.
const (
	Higher  Better = "higher"
	Lower   Better = "lower"
	Neither Better = "neither"
)

// Kind says what the samples of a metric are.
type Kind string

// The kinds of samples.
const (
	Rate         Kind = "rate"         // Hit or not: x of n with a Wilson interval
	Distribution Kind = "distribution" // a Value: median, percentiles, maximum
	Categorical  Kind = "categorical"  // a Category: each one's share
)

// Metric is something that is measured on every unit. It is declared once: its
// numbers, table, chart, help and reference follow.
type Metric struct {
	Name    string
	Title   string
	Section string // id of the section that shows it
	Kind    Kind
	Unit    unit.Unit
	Better  Better
	Doc     string // what it means, with its numerator and denominator
	// Sample emits the samples of one unit. It must not look at any other.
	Sample func(u *Unit, emit func(Sample))
	// Sampler, where Sample is nil, makes one that keeps its room from unit to unit, each of which it is
	// given once.
	Sampler func() func(u *Unit, emit func(Sample))
	Groups  Kept // how many groups are kept
	// Complete, where there is one, adds the samples that take those of all units to know.
	Complete func([]Measured) []Measured
}

// Sample is one observation.
type Sample struct {
	Subject, Step string
	number        int32        // of the step's name, counted from 1; 0, or a Subject or Step is given: these name it
	Hit           bool         // of a rate
	Value         float64      // of a distribution, in the metric's unit
	Category      string       // of a categorical metric, in the log's own words
	Result        table.Result // what the category means, in one vocabulary
	Cause         table.Cause  // why it was no other
	Place         table.Place
	// OpenCast marks a win in a run that names no participants: everybody may have taken
	// part in it.
	OpenCast bool
}

// Measured is a sample with the unit it comes from.
type Measured struct {
	Sample
	System string
	Night  string
	At     time.Time
	Unit   int32 // index of its unit, which is that of its run in the report
}

// StepName is what a step is called over all runs.
type StepName struct{ System, Subject, Step string }

func (a StepName) compare(b StepName) int {
	return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Subject, b.Subject),
		strings.Compare(a.Step, b.Step))
}

// Step is the name of a step of a subject.
func Step(system, subject, step string) StepName { return StepName{system, subject, step} }

// Kept is how many groups of a metric are kept, and until when.
type Kept uint8

const (
	keptIfListed      Kept = iota // the first report.MaxList
	keptUntilFamilies             // all until the families of numbers are made of them, then the first report.MaxList
	keptAll
)

// Groups are all groups of a metric of which all are kept.
func Groups(results []report.MetricResult, m *Metric) []report.Group {
	if m.Groups != keptAll {
		panic("only the first groups of " + m.Name + " are kept")
	}
	return Find(results, m).Groups
}

// groupsForFamily are all groups of a metric of which all are kept until the families of numbers are made.
func groupsForFamily(results []report.MetricResult, m *Metric) []report.Group {
	if m.Groups == keptIfListed {
		panic("only the first groups of " + m.Name + " are kept")
	}
	return Find(results, m).Groups
}

// Find is the result of a metric; an empty one where it is not among them.
func Find(results []report.MetricResult, m *Metric) report.MetricResult {
	for _, r := range results {
		if r.Name == m.Name {
			return r
		}
	}
	return report.MetricResult{}
}

// distributionOf describes values, which it moves about.
func distributionOf(v []float64) report.Distribution {
	sum := 0.0
	for _, x := range v { // in their order, since that decides how a sum is rounded
		if x >= 0 {
			sum += x
		}
	}
	s := stat.SummarizeInPlace(v)
	out := report.Distribution{N: int64(s.N), Excluded: int64(s.Excluded), Min: Number(s.Min), P50: Number(s.P50), P90: Number(s.P90),
		P95: Number(s.P95), P99: Number(s.P99), Max: Number(s.Max), Sum: report.Missing(string(stat.ReasonNoData))}
	if s.N > 0 {
		out.Sum = report.Known(sum)
	}
	return out
}
