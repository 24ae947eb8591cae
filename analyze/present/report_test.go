package present_test

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/analyzetest"
	"runreport/analyze/report"
)

// What people read: the sections of the page, and one page of each kind of the site, in
// testdata as text.
func TestSectionsOfLogs(t *testing.T) {
	for name, make := range map[string]func(*testing.T) *report.Report{"small": analyzetest.Small, "compared": analyzetest.Compared} {
		r := make(t)
		parts := map[string]any{"absent": r.Absent}
		for _, s := range r.Sections {
			parts["section "+s.ID] = sectionText(s)
		}
		seen := map[string]bool{}
		for i, ref := range r.Pages.Refs {
			kind := string(ref.Kind)
			if ref.Kind == report.PageRun { // one of each system
				system, _, _ := strings.Cut(ref.Key, ":")
				kind += " " + system
			}
			if seen[kind] || ref.Kind == report.PageList {
				continue
			}
			seen[kind] = true
			p, err := r.Pages.Make(i)
			if err != nil {
				t.Fatal(err)
			}
			parts["page "+kind] = pageText(p)
		}
		analyzetest.Golden(t, name, parts)
	}
}

func pageText(p *report.Page) (out []string) {
	out = append(out, fmt.Sprintf("%+v", p.Ref), fmt.Sprintf("facts %q", p.Facts))
	out = append(out, p.Lead...)
	for _, s := range p.Sections {
		out = append(out, sectionText(s)...)
	}
	for _, near := range []*report.PageRef{p.Previous, p.Next} {
		if near != nil {
			out = append(out, "beside: "+near.Key)
		}
	}
	for _, ref := range p.Related {
		out = append(out, fmt.Sprintf("related: %+v", ref))
	}
	return out
}

func sectionText(s report.Section) []string {
	out := append([]string{fmt.Sprintf("section %s %q", s.ID, s.Title)}, s.Lead...)
	for _, b := range s.Blocks {
		out = append(out, strings.TrimSpace(fmt.Sprintf("- %s %s", b.Title, map[bool]string{true: "(folded)"}[b.Fold])))
		out = append(out, b.Text...)
		for _, term := range b.Terms {
			out = append(out, term.Name+": "+term.Means)
		}
		if b.Chart != nil {
			out = append(out, chartText(b.Chart)...)
		}
		if b.Table != nil {
			out = append(out, tableText(b.Table)...)
		}
	}
	return out
}

func number(x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf("%.6g", *x)
}

func axisText(a report.Axis) string {
	return fmt.Sprintf("%q %s [%s..%s] log %t time %t %q", a.Title, a.Unit, number(a.Min), number(a.Max), a.Log, a.Time, a.Categories)
}

func chartText(c *report.Chart) []string {
	out := []string{fmt.Sprintf("chart %s %s %q %q", c.Kind, c.ID, c.Title, c.N), "x " + axisText(c.X), "y " + axisText(c.Y)}
	for _, s := range c.Series {
		var points []string
		for _, p := range s.Points {
			points = append(points, fmt.Sprintf("%.6g,%.6g=%s[%s..%s]%s %q", p.X, p.Y, number(p.Value), number(p.Lo), number(p.Hi), p.State, p.Label))
		}
		out = append(out, fmt.Sprintf("series %q %s %t: %s", s.Name, s.Role, s.Thin, strings.Join(points, "; ")))
	}
	for _, m := range c.Marks {
		out = append(out, fmt.Sprintf("mark %q %s %.6g %s %t", m.Name, m.Role, m.At, number(m.To), m.OnX))
	}
	if len(c.States) > 0 {
		out = append(out, fmt.Sprintf("states %q", c.States))
	}
	if c.Table != nil {
		out = append(out, tableText(c.Table)...)
	}
	return out
}

func tableText(t *report.Table) []string {
	out := []string{fmt.Sprintf("table %s %q total %d main %t %q", t.ID, t.Caption, t.Total, t.Main, t.Empty)}
	for _, c := range t.Columns {
		out = append(out, fmt.Sprintf("column %q %s %s %t %t %t %t", c.Title, c.Unit, c.Align, c.Minor, c.Key, c.Chips, c.Bar))
	}
	for _, r := range t.Rows {
		var cells []string
		for _, c := range r.Cells {
			cell := c.Text
			for _, more := range []struct{ name, value string }{{"exact ", c.Exact}, {"sort ", number(c.Sort)}, {"since ", c.Reason}, {"", string(c.Role)}, {"page ", string(c.Page.Kind) + c.Page.Key}} {
				if more.value != "" {
					cell += " (" + more.name + more.value + ")"
				}
			}
			cells = append(cells, cell)
		}
		var places []string
		for _, e := range r.Evidence {
			line := int64(0)
			if e.Line != nil {
				line = *e.Line
			}
			places = append(places, fmt.Sprintf("%s:%d", e.File[strings.LastIndexByte(e.File, '/')+1:], line))
		}
		out = append(out, fmt.Sprintf("%s %s %s %q", strings.Join(cells, " | "), r.Role, strings.Join(places, " "), r.Detail))
	}
	return out
}
