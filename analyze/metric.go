package analyze

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

// Sort says what the samples of a metric are.
type Sort string

// The sorts of samples.
const (
	Rate   Sort = "rate"   // Hit or not: x of n with a Wilson interval
	Spread Sort = "spread" // a Value: median, percentiles, maximum
	Mix    Sort = "mix"    // a Category: each one's share
)

// Metric is something that is measured on every unit. It is declared once: its
// numbers, table, chart, help and reference follow.
type Metric struct {
	Name    string
	Title   string
	Section string // id of the section that shows it
	Sort    Sort
	Unit    unit.Unit
	Better  Better
	Doc     string // what it means, with its numerator and denominator
	// Sample emits the samples of one unit. It must not look at any other.
	Sample func(u *Unit, emit func(Sample))
}

// Sample is one observation.
type Sample struct {
	Subject, Step string
	Hit           bool    // of a rate
	Value         float64 // of a spread, in the metric's unit
	Category      string  // of a mix
	Place         table.Place
}

// Measured is a sample with the unit it comes from.
type Measured struct {
	Sample
	System string
	Night  string
	At     time.Time
}

// measure samples every unit by every metric.
func (a *analysis) measure(ctx context.Context) {
	a.samples = make(map[string][]*Measured, len(Metrics))
	for _, m := range Metrics {
		var all []*Measured
		for _, u := range a.units {
			if ctx.Err() != nil {
				return
			}
			at, night := u.t.Runs.StartedAt.At(u.row), u.night()
			m.Sample(u, func(s Sample) {
				s.Subject = cmp.Or(s.Subject, u.Subject)
				all = append(all, &Measured{Sample: s, System: u.System, Night: night, At: at})
			})
		}
		a.samples[m.Name] = all
	}
}

// results summarises every metric over its systems and its groups.
func (a *analysis) results() []report.MetricResult {
	var out []report.MetricResult
	for _, m := range Metrics {
		r := report.MetricResult{Name: m.Name, Title: m.Title, Unit: string(m.Unit), Better: string(m.Better), Doc: m.Doc, Section: m.Section}
		all := a.samples[m.Name]
		r.Systems = a.summarize(m, all, func(s *Measured) report.Group { return report.Group{System: s.System} })
		r.Groups = a.summarize(m, all, func(s *Measured) report.Group {
			return report.Group{System: s.System, Subject: s.Subject, Step: s.Step}
		})
		out = append(out, r)
	}
	return out
}

type groupKey struct{ system, subject, step string }

// summarize groups the samples and sums up each group, worst first.
func (a *analysis) summarize(m *Metric, all []*Measured, group func(*Measured) report.Group) []report.Group {
	byKey := map[groupKey][]*Measured{}
	var groups []report.Group
	for _, s := range all {
		g := group(s)
		k := groupKey{g.System, g.Subject, g.Step}
		if byKey[k] == nil {
			groups = append(groups, g)
		}
		byKey[k] = append(byKey[k], s)
	}
	for i := range groups {
		g := &groups[i]
		of := byKey[groupKey{g.System, g.Subject, g.Step}]
		a.sumUp(m, g, of)
		for _, s := range of[:min(len(of), maxEvidence)] {
			g.Evidence = append(g.Evidence, a.evidence(s.Place))
		}
	}
	slices.SortStableFunc(groups, func(x, y report.Group) int { return worse(m, x, y) })
	return groups
}

// maxEvidence is how many places a group cites; the tables hold all of them.
const maxEvidence = 5

func (a *analysis) sumUp(m *Metric, g *report.Group, of []*Measured) {
	switch m.Sort {
	case Rate:
		rate := rateOf(of)
		g.Rate = &rate
	case Spread:
		spread := spreadOf(values(of))
		g.Spread = &spread
	case Mix:
		g.Mix = mixOf(of)
	}
}

func rateOf(of []*Measured) report.Rate {
	hits := 0
	for _, s := range of {
		if s.Hit {
			hits++
		}
	}
	return rate(hits, len(of))
}

func values(of []*Measured) []float64 {
	v := make([]float64, len(of))
	for i, s := range of {
		v[i] = s.Value
	}
	return v
}

func spreadOf(v []float64) report.Spread {
	s := stat.Summarize(v)
	out := report.Spread{N: int64(s.N), Excluded: int64(s.Excluded), Min: number(s.Min), P50: number(s.P50), P90: number(s.P90),
		P95: number(s.P95), P99: number(s.P99), Max: number(s.Max), Sum: report.Missing(string(stat.ReasonNoData))}
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
		out = append(out, report.Share{Category: n, Rate: rate(count[n], len(of))})
	}
	return out
}

// worse orders groups worst first, then by name.
func worse(m *Metric, x, y report.Group) int {
	by := 0
	switch {
	case m.Sort == Rate && m.Better == Lower:
		by = cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value)
	case m.Sort == Rate && m.Better == Higher:
		by = cmp.Compare(x.Rate.Value.Value, y.Rate.Value.Value)
	case m.Sort == Spread:
		by = cmp.Compare(y.Spread.P50.Value, x.Spread.P50.Value)
	}
	return cmp.Or(by, strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
}

// number takes a number of package stat over into the report.
func number(n stat.Number) report.Number {
	return report.Number{Value: n.Value, OK: n.OK, Reason: string(n.Reason)}
}

// rate is hits of n with its interval.
func rate(hits, n int) report.Rate {
	r := stat.NewRate(hits, n)
	out := report.Rate{Num: int64(hits), Den: int64(n)}
	if !r.OK {
		none := report.Missing(string(r.Reason))
		out.Value, out.Lo, out.Hi = none, none, none
		return out
	}
	out.Value, out.Lo, out.Hi = report.Known(r.Value), report.Known(r.Lo), report.Known(r.Hi)
	return out
}
