package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
)

func pageRef(kind report.PageKind, key string) report.PageRef {
	return report.PageRef{PageID: report.PageID{Kind: kind, Key: key}, Title: "T " + key, Note: "N " + key}
}

// siteOf is the site of a report with those pages.
func siteOf(t *testing.T, r *report.Report, refs ...report.PageRef) *website {
	t.Helper()
	r.Pages.Refs = refs
	s, err := newWebsite(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listed writes links as lines.
func listed(links []siteLink) string {
	out := ""
	for _, l := range links {
		out += fmt.Sprintf("%s|%s|%s|%s|%t\n", l.Text, l.Note, l.Href, l.Role, l.Here)
	}
	return out
}

// The menu has the kinds of pages that there are; runs are in it by their list alone. It knows
// which page it stands on, and leads there from wherever that lies.
func TestMenuOfTheSite(t *testing.T) {
	cycle := pageRef(report.PageCycle, "c")
	s := siteOf(t, &report.Report{Data: report.Data{Title: "Site", Version: "3"}}, pageRef(report.PageNight, "2026-03-07"), cycle,
		pageRef(report.PageStep, "s"), pageRef(report.PageList, "list-001"), pageRef(report.PageList, "list-002"), pageRef(report.PageRun, "r"))
	v := s.newSiteView("cycles/index.html", "Cycles", "Kind")
	want := "Overview||../index.html||false\nRun dates||../nights/index.html||false\nCycles||../cycles/index.html||true\nFlaky steps||../steps/index.html||false\n" +
		"Runs||../runs/list-001.html||false\n"
	if got := listed(v.Menu); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if v.Site != "Site" || v.Title != "Cycles" || v.Kind != "Kind" || v.Root != "../" || v.Version != "3" || v.path != "cycles/index.html" {
		t.Errorf("%+v", v)
	}
	if got := listed(s.newSiteView("index.html", "", "").Menu[:1]); got != "Overview||index.html||true\n" {
		t.Errorf("%s", got)
	}
	if got := listed(siteOf(t, &report.Report{}, pageRef(report.PageRun, "r")).menu); got != "Overview||index.html||false\n" {
		t.Errorf("%s", got)
	}
}

// A page says what it is, leads to those before and behind it, and to others by their kind, at
// most forty of each; not to pages that the site does not have.
func TestLinksOfAPage(t *testing.T) {
	night := pageRef(report.PageNight, "2026-03-07")
	refs := []report.PageRef{night, {PageID: report.PageID{Kind: report.PageCycle, Key: "c"}, Title: "C", Note: "n", Role: report.RoleBad}}
	for i := range shownRelated + 1 {
		refs = append(refs, pageRef(report.PageBenchmark, fmt.Sprint(i)))
	}
	s := siteOf(t, &report.Report{}, refs...)
	gone := pageRef(report.PageRun, "gone")
	p := &report.Page{Ref: refs[1], Previous: &gone, Next: &night, Related: append([]report.PageRef{gone}, refs...), Lead: []string{"L"}, Facts: []report.Term{{Name: "F"}}}
	v := s.newPage(p)
	if v.Kind != "Calibration cycle" || v.Title != "C" || v.Note != "n" || v.Role != "bad" || v.Previous != nil || v.Root != "../" {
		t.Errorf("%+v", v)
	}
	if diff := cmp.Diff(&siteLink{Text: "T 2026-03-07", Note: "N 2026-03-07", Href: "../nights/2026-03-07.html"}, v.Next); diff != "" {
		t.Error(diff)
	}
	var groups []string
	for _, g := range v.Related {
		groups = append(groups, fmt.Sprintf("%s %d %s", g.Title, len(g.Links), g.Links[len(g.Links)-1].Text))
	}
	if want := []string{"Run dates 1 T 2026-03-07", "Cycles 1 C", "Benchmarks 40 T 39"}; !slices.Equal(groups, want) {
		t.Errorf("%q, want %q", groups, want)
	}
	if v := s.newPage(&report.Page{Ref: night}); v.Kind != "Run date" || v.Next != nil || v.Related != nil {
		t.Errorf("%+v", v)
	}
}

// Each kind of page has a list, with the time of those that have one beside their name.
func TestListsOfPages(t *testing.T) {
	dated := pageRef(report.PageCycle, "a")
	dated.At, dated.Role = night(7), report.RoleGood
	run, when := pageRef(report.PageRun, "r"), pageRef(report.PageNight, "2026-03-07")
	run.At, when.At = night(7), night(7)
	s := siteOf(t, &report.Report{}, when, dated, pageRef(report.PageCycle, "b"), pageRef(report.PageBenchmark, "x"), pageRef(report.PageList, "index"), run)
	var got []string
	for _, l := range s.lists() {
		got = append(got, l.path+" "+l.title+": "+l.table.Caption)
		x := "|"
		for _, c := range l.table.Columns {
			x += c.Title + "|"
		}
		for _, r := range l.table.Rows {
			x += " " + string(r.Role) + "|"
			for _, c := range r.Cells {
				x += c.Text + "|"
			}
			if r.Cells[0].Page == (report.PageID{}) {
				t.Errorf("%s: a row leads nowhere", l.path)
			}
		}
		got = append(got, x)
	}
	want := []string{
		"nights/index.html Run dates: Every UTC date on which a run started, the latest first.",
		"|Run date|Result| |T 2026-03-07|N 2026-03-07|",
		"cycles/index.html Cycles: Every calibration cycle, the latest first.",
		"|Cycle|Result|When| good|T a|N a|2026-03-07 01:00:00| |T b|N b|",
		"benchmarks/index.html Benchmarks: Every benchmark, by name, with what the last lever did to it.",
		"|Benchmark|Result| |T x|N x|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The index for the search has the runs in parts, each name once and by its number, the path of
// the run's page or of its night's, and when it began.
func TestIndexOfTheSearch(t *testing.T) {
	r := &report.Report{Sections: []report.Section{{ID: "recall", Title: "Recall"}}}
	r.Data.Runs = []report.Run{
		{Key: "k1", Unit: "u1", System: "kahn", StartedAt: night(7), RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{Status: "clean", Outcome: "passed"}},
		{Key: "k2", Unit: "u2", System: "kahn", StartedAt: night(7), RunSetup: &report.RunSetup{Subject: "site"}, RunEnd: &report.RunEnd{Status: "clean"}},
		{Key: "k3", Unit: "u3", System: "junit", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{Outcome: "passed"}},
	}
	s := siteOf(t, r, pageRef(report.PageNight, "2026-03-07"), pageRef(report.PageRun, "k1"), pageRef(report.PageList, "index"), pageRef(report.PageStep, "e"))
	script, err := call("runs", s.searchRuns(r.Data.Runs))
	if err != nil {
		t.Fatal(err)
	}
	if want := `runreportSite.runs({"systems":["kahn","junit"],"subjects":["shop","site"],"ends":["passed","clean"],"runs":[` +
		`["u1",0,0,0,"` + pagePath(pageRef(report.PageRun, "k1")) + `","2026-03-07 01:00"],["u2",0,1,1,"nights/2026-03-07.html","2026-03-07 01:00"],["u3",1,0,0,"",""]]});` + "\n"; script != want {
		t.Errorf("%s\nwant %s", script, want)
	}
	script, err = call("begin", s.searchPages(), []string{"a", "b"})
	if want := `runreportSite.begin([["Recall","Section","sections/recall.html",""],["T 2026-03-07","Run date · N 2026-03-07","nights/2026-03-07.html",""],` +
		`["T e","Flaky step · N e","` + pagePath(pageRef(report.PageStep, "e")) + `",""]],["a","b"]);` + "\n"; script != want || err != nil {
		t.Errorf("%s, %v\nwant %s", script, err, want)
	}
	if _, err := call("x", func() {}); err == nil {
		t.Error("a function is data")
	}

	r.Data.Runs = slices.Repeat(r.Data.Runs[:1], 2*searchPart+1)
	var parts []int
	var begin, last string
	for f, err := range s.search() {
		if err != nil {
			t.Fatal(err)
		}
		parts, begin = append(parts, strings.Count(string(f.Content), `["u1"`)), string(f.Content)
		if f.Path != "assets/index.js" {
			last = f.Path // the last part
		}
	}
	if !slices.Equal(parts, []int{searchPart, searchPart, 1, 0}) || !strings.Contains(begin, `["`+last+`",`) {
		t.Errorf("parts of %d runs, the latest is not the first: %s", parts, begin)
	}
	for range s.search() {
		break // a caller may stop after the first
	}
}

// The overview has of each section what it comes to, its first chart, and five rows of its first
// table; nothing that is folded away.
func TestTopOfASection(t *testing.T) {
	rows := make([]report.Row, 7)
	c1, c2 := &report.Chart{ID: "c1"}, &report.Chart{ID: "c2"}
	empty, table, other := &report.Table{ID: "e"}, &report.Table{ID: "t", Rows: rows}, &report.Table{ID: "o", Rows: rows, Total: 9}
	block := func(c *report.Chart, t *report.Table, fold bool) report.Block {
		return report.Block{Chart: c, Table: t, Fold: fold}
	}
	for name, c := range map[string]struct {
		blocks []report.Block
		want   string
	}{
		"nothing":      {nil, ""},
		"both":         {[]report.Block{block(c1, nil, false), block(nil, table, false)}, "c1 t 5 of 7 "},
		"two of each":  {[]report.Block{block(nil, other, false), block(c2, nil, false), block(nil, table, false), block(c1, nil, false)}, "o 5 of 9 c2 "},
		"folded":       {[]report.Block{block(c1, nil, true), block(nil, table, true), block(nil, other, false), block(c2, nil, false)}, "o 5 of 9 c2 "},
		"empty tables": {[]report.Block{block(nil, empty, false), block(nil, &report.Table{ID: "s", Rows: rows[:5]}, false)}, "s 5 of 5 "},
		"one row":      {[]report.Block{block(nil, empty, false), block(nil, &report.Table{ID: "s", Rows: rows[:1]}, false), block(nil, table, false)}, "s 1 of 1 "},
		"text":         {[]report.Block{{Text: []string{"x"}}}, ""},
	} {
		got := ""
		top := topOf(report.Section{ID: "i", Title: "T", Lead: []string{"L"}, Blocks: c.blocks})
		for _, b := range top.Blocks {
			if b.Chart != nil {
				got += b.Chart.ID + " "
			}
			if b.Table != nil {
				got += fmt.Sprintf("%s %d of %d ", b.Table.ID, len(b.Table.Rows), b.Table.Total)
			}
		}
		if got != c.want || top.ID != "i" || top.Title != "T" || len(top.Lead) != 1 {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if len(table.Rows) != 7 || table.Total != 0 {
		t.Error("the table of the section was cut too")
	}
}

// A page quotes the lines that its own tables name, each once, and the overview those of the
// banner first; a hundred at most.
func TestQuotesOfASitePage(t *testing.T) {
	r := &report.Report{Quotes: []report.Quote{{File: "a", Line: 1, Text: "1"}, {File: "a", Line: 2, Text: "2"}, {File: "a", Line: 3, Text: "3"}}}
	r.Data.Attention = []report.Attention{{Evidence: []report.Evidence{place("a", 3), {File: "a"}}}}
	row := report.Row{Evidence: []report.Evidence{place("a", 2), place("a", 9), place("a", 2)}}
	sections := []report.Section{{Blocks: []report.Block{{Table: &report.Table{Rows: []report.Row{row, {}, row}}}}}}
	s := siteOf(t, r)
	texts := func(list []report.Quote) (out string) {
		for _, q := range list {
			out += q.Text
		}
		return out
	}
	if a, b := texts(s.cited(sections, false)), texts(s.cited(sections, true)); a != "2" || b != "32" {
		t.Errorf("%s and %s", a, b)
	}
	many := &report.Table{}
	for i := range int64(150) {
		r.Quotes = append(r.Quotes, report.Quote{File: "b", Line: i})
		many.Rows = append(many.Rows, report.Row{Evidence: []report.Evidence{place("b", i)}})
	}
	s = siteOf(t, r)
	if list := s.cited([]report.Section{{Blocks: []report.Block{{Table: many}}}}, false); len(list) != 100 || list[99].Line != 99 {
		t.Errorf("%d lines are quoted of one page, at most 100 should be", len(list))
	}
	if list := citedOn(&report.Page{Sections: sections}); len(list) != 2 || *list[0].Line != 2 || *list[1].Line != 9 {
		t.Errorf("%+v", list)
	}
}

// The first hundred pages of a kind have still pictures; of runs those that did not pass.
func TestPagesWithPictures(t *testing.T) {
	var refs []report.PageRef
	for i := range maxStill + 2 {
		for _, role := range []report.Role{report.RoleGood, report.RoleWarn, report.RoleBad, ""} {
			run := pageRef(report.PageRun, fmt.Sprintf("%s%d", role, i))
			run.Role = role
			refs = append(refs, run)
		}
		refs = append(refs, pageRef(report.PageStep, fmt.Sprint(i)))
	}
	s := siteOf(t, &report.Report{}, refs...)
	count := map[string]int{}
	for id := range s.still {
		count[string(id.Kind)+" "+strings.TrimRight(id.Key, "0123456789")]++
	}
	if want := map[string]int{"run warn": 50, "run bad": 50, "step ": 100}; !cmp.Equal(count, want) {
		t.Errorf("%v, want %v", count, want)
	}
}

// A page that cannot be made ends the site with its error, and so does one whose IDs are taken.
func TestSiteThatCannotBeMade(t *testing.T) {
	broken := errors.New("no such run")
	r := withoutCharts(fixtureSite())
	r.Pages.Make = func(int) (*report.Page, error) { return nil, broken }
	if _, err := collected(r, []string{"site"}, Options{Jobs: 1}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	r.Pages.Make = func(int) (*report.Page, error) {
		return &report.Page{Sections: []report.Section{{ID: "a"}, {ID: "a"}}}, nil
	}
	if _, err := collected(r, []string{"site"}, Options{Jobs: 1}); err == nil || !strings.HasSuffix(err.Error(), `site: section "a": the ID is taken`) {
		t.Errorf("%v", err)
	}
	bad := siteOf(t, &report.Report{Sections: []report.Section{{ID: "a"}, {ID: "a"}}})
	files := 0
	for _, err := range bad.overviews() {
		files++
		if err == nil {
			t.Error("the overview is made")
		}
	}
	if files != 1 {
		t.Errorf("%d files", files)
	}
}

// What pages share is named by its content, and charts bring two scripts more.
func TestSharedFilesOfTheSite(t *testing.T) {
	a := newAsset("style", ".css", "x")
	if want := "assets/style-2d711642b726.css"; a.path != want || a.in("../") != trusted("../"+want) {
		t.Errorf("%s", a.path) // the first six bytes of the SHA-256 of "x"
	}
	all := newAssets()
	if got := len(all.files()); got != 6 {
		t.Errorf("%d files", got)
	}
	plain, live := all.scripts("../", false), all.scripts("", true)
	if len(plain) != 2 || len(live) != 4 || plain[0] != trusted("../"+all.page.path) || plain[1] != trusted("../"+all.find.path) ||
		live[2] != trusted(all.echarts.path) || live[3] != trusted(all.charts.path) {
		t.Errorf("%v and %v", plain, live)
	}
	for path, want := range map[string]string{"index.html": "", "a/b.html": "../", "a/b/c.html": "../../"} {
		if got := root(path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// The overview and the page of a section quote the lines that their rows name.
func TestOverviewAndSectionsQuote(t *testing.T) {
	r := withoutCharts(fixture())
	files := siteTree(t, r)
	for _, page := range []string{"index.html", sectionPath("flakes")} {
		if !strings.Contains(files[page], "connection refused</code>") {
			t.Errorf("%s does not quote line 131 of nights/2026-03-06.jsonl", page)
		}
	}
}
