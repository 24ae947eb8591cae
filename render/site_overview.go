package render

import (
	"iter"

	"runreport/analyze/report"
)

// topRows is how many rows of a section's first table the overview shows.
const topRows = 5

// overviews makes the overview, the page of each section and the lists of pages.
func (s *website) overviews() iter.Seq2[File, error] {
	jobs := []func() (File, error){s.overview}
	for _, section := range s.r.Sections {
		jobs = append(jobs, func() (File, error) { return s.sectionPage(section) })
	}
	for _, l := range s.lists() {
		jobs = append(jobs, func() (File, error) {
			sections := []report.Section{{ID: "list", Title: l.title, Blocks: []report.Block{{Table: l.table}}}}
			v := s.newSiteView(l.path, l.title, "All pages of a kind")
			v.Lone = true
			return s.file(v, sections, pictures{}, nil)
		})
	}
	return inOrder(len(jobs), s.o.Jobs, func(i int) (File, error) { return jobs[i]() })
}

// overview is the first page: the banner, and of every section its conclusion, its main
// chart, and the first rows of its main table.
func (s *website) overview() (File, error) {
	v := s.newSiteView("index.html", "", "")
	v.Title, v.Head = s.head.Title, &s.head
	var sections []report.Section
	for _, section := range s.r.Sections {
		sections = append(sections, topOf(section))
	}
	return s.file(v, sections, pictures{wide: true, narrow: true}, s.cited(sections, true))
}

// topOf is a section cut to its conclusion, its first chart and the first rows of its
// first table.
func topOf(s report.Section) report.Section {
	top := report.Section{ID: s.ID, Title: s.Title, Lead: s.Lead}
	var drawn, listed bool
	for _, b := range s.Blocks {
		switch {
		case b.Chart != nil && !drawn && !b.Fold:
			drawn = true
			top.Blocks = append(top.Blocks, report.Block{Chart: b.Chart})
		case b.Table != nil && !listed && !b.Fold && len(b.Table.Rows) > 0:
			listed = true
			t := *b.Table
			t.Total = max(t.Total, len(t.Rows))
			t.Rows = t.Rows[:min(len(t.Rows), topRows)]
			top.Blocks = append(top.Blocks, report.Block{Table: &t})
		}
	}
	return top
}

// sectionPage is the whole of a section.
func (s *website) sectionPage(section report.Section) (File, error) {
	v := s.newSiteView(sectionPath(section.ID), section.Title, "Section")
	v.Lone = true
	sections := []report.Section{section}
	return s.file(v, sections, pictures{wide: true, narrow: true}, s.cited(sections, false))
}

func sectionPath(id string) string { return "sections/" + id + ".html" }
