package render

import (
	"reflect"
	"strconv"

	"runreport/analyze/report"
)

// fixtureSite is the fixture with a page of every kind, and with two of some.
func fixtureSite() *report.Report {
	r := fixture()
	ref := func(kind report.PageKind, key, title, note string, role report.Role, n int) report.PageRef {
		return report.PageRef{PageID: report.PageID{Kind: kind, Key: key}, Title: title, Note: note, Role: role, At: night(n)}
	}
	r.Pages.Refs = []report.PageRef{
		ref(report.PageNight, "2026-03-07", "2026-03-07", "1 run, 1 with a flake", report.RoleWarn, 7),
		ref(report.PageNight, "2026-03-06", "2026-03-06", "1 run", report.RoleGood, 6),
		ref(report.PageCycle, "cycle-03/1", "cycle-03, iteration 1", "logged ship, the numbers do not support it", report.RoleBad, 3),
		ref(report.PageBenchmark, "httpd-mini", "httpd-mini", "−0.30 in cycle-03", report.RoleBad, 3),
		ref(report.PageStep, `"kahn" "release" "integration-tests"`, "release: integration-tests", "flaked 4 of 12 times", report.RoleWarn, 6),
		ref(report.PageList, "index", "All runs", "", "", 1),
		ref(report.PageRun, "kahn/release/2026-03-07", "2026-03-07", "clean_with_flake", report.RoleWarn, 7),
		ref(report.PageRun, "kahn/release/2026-03-06", "2026-03-06", "clean", report.RoleGood, 6),
	}
	refs := r.Pages.Refs
	r.Pages.Make = func(i int) (*report.Page, error) { return fixturePage(refs, i), nil }
	return r
}

// fixturePage has everything that a page can have, and leads to all others.
func fixturePage(refs []report.PageRef, i int) *report.Page {
	p := &report.Page{Ref: refs[i], Lead: []string{"It ended as clean after 47 min; 8 of 8 steps done."},
		Facts: []report.Term{{Name: "System", Means: "kahn"}, {Name: "Subject", Means: "release"}}, Related: refs}
	if i > 0 {
		p.Next = &refs[i-1]
	}
	if i < len(refs)-1 {
		p.Previous = &refs[i+1]
	}
	table := &report.Table{ID: "attempts", Caption: "Every attempt.", Columns: []report.Column{left("Step"), left("Ended"), left("Elsewhere")}}
	for _, to := range refs {
		c := name("integration-tests")
		c.Page = to.PageID
		table.Rows = append(table.Rows, report.Row{Role: report.RoleBad, Cells: []report.Cell{c, cell("failed"), {Text: "gone", Page: report.PageID{Kind: report.PageRun, Key: "no page"}}},
			Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131)}})
	}
	c := timelineChart()
	c.Table = &report.Table{ID: "spans", Caption: "What ran when.", Columns: []report.Column{left("Step")}, Rows: []report.Row{{Cells: []report.Cell{cell("build")}}}}
	p.Sections = []report.Section{
		{ID: "timeline", Title: "What ran when", Blocks: []report.Block{{Chart: c}}},
		{ID: "attempts", Title: "Attempts", Lead: []string{"It waited for build."}, Blocks: []report.Block{{Table: table}}},
	}
	return p
}

// poisonedSite has one text in every place of the site that a log can fill, keys of
// pages included.
func poisonedSite(text string) *report.Report {
	r := fixtureSite()
	r.Pages.Make = nil
	poison(reflect.ValueOf(r).Elem(), text)
	refs := r.Pages.Refs
	for i := range refs {
		refs[i].Key += strconv.Itoa(i)
	}
	r.Pages.Make = func(i int) (*report.Page, error) {
		p := fixturePage(refs, i)
		poison(reflect.ValueOf(&p.Lead).Elem(), text)
		poison(reflect.ValueOf(&p.Facts).Elem(), text)
		poison(reflect.ValueOf(&p.Sections).Elem(), text)
		for j, row := range p.Sections[1].Blocks[0].Table.Rows {
			row.Cells[0].Page = refs[j].PageID
		}
		return p, nil
	}
	return r
}
