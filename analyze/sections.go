package analyze

import (
	"runreport/analyze/report"
)

// How many rows a page shows of a table. The tables that are exported hold all.
const (
	manyRows = 500
	someRows = 60
	fewRows  = 25
)

// sections is what people read, in reading order.
func (a *analysis) sections() []report.Section {
	first := []report.Section{}
	if a.d.Baseline != nil {
		first = append(first, a.baselineSection())
	}
	if a.d.Gate != nil {
		first = append(first, rulesSection(a.d.Gate))
	}
	if len(a.d.Acknowledged) > 0 {
		first = append(first, acknowledgedSection(a.d.Acknowledged))
	}
	return append(first,
		a.recallSection(),
		a.flakeSection(),
		a.durationSection(),
		a.stopSection(),
		a.competitionSection(),
		a.gateSection(),
		a.usageSection(),
		a.runSection(),
		a.findingSection(),
		a.trustSection(),
		a.ledgerSection(),
	)
}

// terms are the definitions of the metrics of a section.
func terms(section string) report.Block {
	b := report.Block{Title: "What these numbers mean", Fold: true}
	for _, m := range Metrics {
		if m.Section == section {
			b.Terms = append(b.Terms, report.Term{Name: m.Title, Means: m.Doc})
		}
	}
	return b
}

func chartBlock(c *report.Chart) report.Block { return report.Block{Chart: c} }

func tableBlock(t *report.Table) report.Block { return report.Block{Table: t} }

// dots draws rates with their intervals, the worst at the top.
func dots(id, title, n string, x report.Axis, names []string, rates []report.Rate, role report.Role) *report.Chart {
	s := report.Series{Name: x.Title, Role: role}
	for i, r := range rates {
		if !r.Value.OK {
			continue
		}
		v, lo, hi := r.Value.Value, r.Lo.Value, r.Hi.Value
		s.Points = append(s.Points, report.Point{X: v, Y: float64(i), Value: &v, Lo: &lo, Hi: &hi, Label: ofRate(r)})
	}
	zero := 0.0
	x.Min = &zero
	return &report.Chart{ID: id, Title: title, N: n, Kind: report.Dots, X: x, Y: report.Axis{Categories: names}, Series: []report.Series{s}}
}

// name tells a step from one of the same name elsewhere, where there is one.
func name(subject, step string, several bool) string {
	if several && subject != "" {
		return subject + ": " + step
	}
	return step
}
