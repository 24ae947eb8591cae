package metric

import (
	"cmp"
	"context"
	"slices"
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
	// Complete, where there is one, adds the samples that take those of all units to know.
	Complete func([]*Measured) []*Measured
}

// Sample is one observation.
type Sample struct {
	Subject, Step string
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
	Run    string // key of the unit
	System string
	Night  string
	At     time.Time
	Unit   int32 // index of its unit, which is that of its run in the report
}

// Samples are the samples of every metric, in the order of the units.
type Samples struct {
	t  *table.Set
	by map[string][]*Measured
}

// Of is the samples of a metric.
func (s *Samples) Of(m *Metric) []*Measured { return s.by[m.Name] }

// Cite is where a sample comes from.
func (s *Samples) Cite(x *Measured) report.Evidence { return Cite(s.t, x.Place) }

// Measure samples every unit by every metric. It ends early with its context.
func Measure(ctx context.Context, t *table.Set, units []*Unit, metrics []*Metric) *Samples {
	samples := &Samples{t: t, by: make(map[string][]*Measured, len(metrics))}
	for _, m := range metrics {
		var all []*Measured
		for i, u := range units {
			if ctx.Err() != nil {
				return samples
			}
			at, night := u.t.Runs.StartedAt.At(u.Row), u.night()
			m.Sample(u, func(s Sample) {
				s.Subject = cmp.Or(s.Subject, u.Subject)
				all = append(all, &Measured{Sample: s, System: u.System, Night: night, At: at, Unit: int32(i)})
			})
		}
		if m.Complete != nil {
			all = m.Complete(all)
		}
		samples.by[m.Name] = all
	}
	return samples
}

// Summarize sums every metric up over its systems and its groups.
func Summarize(metrics []*Metric, samples *Samples) []report.MetricResult {
	var out []report.MetricResult
	for _, m := range metrics {
		r := report.MetricResult{Name: m.Name, Title: m.Title, Unit: string(m.Unit), Better: string(m.Better), Doc: m.Doc, Section: m.Section}
		r.Systems = samples.summarize(m, func(s *Measured) report.Group { return report.Group{System: s.System} })
		r.Groups = samples.summarize(m, func(s *Measured) report.Group {
			return report.Group{System: s.System, Subject: s.Subject, Step: s.Step}
		})
		out = append(out, r)
	}
	return out
}

// StepName is what a step is called over all runs.
type StepName struct{ System, Subject, Step string }

// Step is the name of a step of a subject.
func Step(system, subject, step string) StepName { return StepName{system, subject, step} }

// Find is the result of a metric; an empty one where it is not among them.
func Find(results []report.MetricResult, m *Metric) report.MetricResult {
	for _, r := range results {
		if r.Name == m.Name {
			return r
		}
	}
	return report.MetricResult{}
}

// summarize groups the samples of a metric and sums up each group, worst first.
func (s *Samples) summarize(m *Metric, group func(*Measured) report.Group) []report.Group {
	byKey := map[StepName][]*Measured{}
	var groups []report.Group
	for _, x := range s.Of(m) {
		g := group(x)
		k := StepName{g.System, g.Subject, g.Step}
		if byKey[k] == nil {
			groups = append(groups, g)
		}
		byKey[k] = append(byKey[k], x)
	}
	for i := range groups {
		g := &groups[i]
		of := byKey[StepName{g.System, g.Subject, g.Step}]
		sumUp(m, g, of)
		for _, x := range of[:min(len(of), MaxEvidence)] {
			g.Evidence = append(g.Evidence, s.Cite(x))
		}
	}
	slices.SortStableFunc(groups, func(x, y report.Group) int { return worse(m, x, y) })
	return groups
}

// MaxEvidence is how many places a group cites; the tables hold all of them.
const MaxEvidence = 5

func sumUp(m *Metric, g *report.Group, of []*Measured) {
	switch m.Kind {
	case Rate:
		rate := rateOfSamples(of)
		g.Rate = &rate
	case Distribution:
		spread := distributionOf(values(of))
		g.Distribution = &spread
	case Categorical:
		g.Categories = mixOf(of)
	}
}

func rateOfSamples(of []*Measured) report.Rate {
	hits := 0
	for _, s := range of {
		if s.Hit {
			hits++
		}
	}
	return RateOf(hits, len(of))
}

func values(of []*Measured) []float64 {
	v := make([]float64, len(of))
	for i, s := range of {
		v[i] = s.Value
	}
	return v
}

func distributionOf(v []float64) report.Distribution {
	s := stat.Summarize(v)
	out := report.Distribution{N: int64(s.N), Excluded: int64(s.Excluded), Min: Number(s.Min), P50: Number(s.P50), P90: Number(s.P90),
		P95: Number(s.P95), P99: Number(s.P99), Max: Number(s.Max), Sum: report.Missing(string(stat.ReasonNoData))}
	if s.N > 0 {
		sum := 0.0
		for _, x := range v {
			if x >= 0 {
				sum += x
			}
		}
		out.Sum = report.Known(sum)
	}
	return out
}

func mixOf(of []*Measured) []report.Share {
	count := map[string]int{}
	var names []string
	for _, s := range of {
		if count[s.Category] == 0 {
			names = append(names, s.Category)
		}
		count[s.Category]++
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(count[y], count[x]), strings.Compare(x, y)) })
	var out []report.Share
	for _, n := range names {
		out = append(out, report.Share{Category: n, Rate: RateOf(count[n], len(of))})
	}
	return out
}

// worse orders groups worst first, then by name.
func worse(m *Metric, x, y report.Group) int {
	by := 0
	switch {
	case m.Kind == Rate && m.Better == Lower:
		by = cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value)
	case m.Kind == Rate && m.Better == Higher:
		by = cmp.Compare(x.Rate.Value.Value, y.Rate.Value.Value)
	case m.Kind == Distribution:
		by = cmp.Compare(y.Distribution.P50.Value, x.Distribution.P50.Value)
	}
	return cmp.Or(by, strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
}
