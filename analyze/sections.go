package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
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

// spans draws the middle, the 90th percentile and the longest of several samples.
func ranges(id, title, n string, names []string, rows []report.AttemptDuration) *report.Chart {
	s := report.Series{Name: "median, with the span to the longest", Role: report.RoleA}
	for i, r := range rows {
		if !r.P50S.OK || !r.MaxS.OK {
			continue
		}
		mid, hi := r.P50S.Value, r.MaxS.Value
		lo := mid
		s.Points = append(s.Points, report.Point{X: mid, Y: float64(i), Value: &mid, Lo: &lo, Hi: &hi,
			Label: fmt.Sprintf("median %s, longest %s, n = %d", unit.Seconds.Format(mid), unit.Seconds.Format(hi), r.N)})
	}
	zero := 0.0
	return &report.Chart{ID: id, Title: title, N: n, Kind: report.Ranges,
		X: report.Axis{Title: "Duration", Unit: unit.Seconds, Min: &zero}, Y: report.Axis{Categories: names}, Series: []report.Series{s}}
}

// name tells a step from one of the same name elsewhere, where there is one.
func name(subject, step string, several bool) string {
	if several && subject != "" {
		return subject + ": " + step
	}
	return step
}
