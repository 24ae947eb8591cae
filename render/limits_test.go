package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"runreport/analyze/report"
)

// What the help says of the limits of each output: those of the hosts, and of the program itself.
func TestLimitsOfOutputs(t *testing.T) {
	for name, want := range map[string]string{
		"html":         "2,000,000 bytes, or --max-page-bytes; it says what it leaves out",
		"site":         "",
		"markdown":     "10,000 bytes of report.md, without --front-matter",
		"json":         "16,000,000 bytes, and 10,000 entries a list; a list that is cut says how long it was",
		"pr-comment":   "60,000 bytes, 12 rows of one part; GitHub takes 65,536 characters",
		"step-summary": "950,000 bytes, 200 rows of one part; GitHub takes 1 MiB for a step",
		"gitlab-note":  "900,000 bytes, 100 rows of one part; GitLab takes 1,000,000 characters",
		"email":        "95,000 bytes of HTML, 15 rows of one part; Gmail hides what comes after 102 kB",
		"annotations":  "10 of each level; GitHub shows no more of a step",
		"feed":         "100 entries, the latest",
		"badge":        "60 characters",
		"junit":        "4,000 tests; GitLab takes 30 MB and 250,000 objects",
		"sarif":        "5,000 results; GitHub keeps no more of a run",
		"codequality":  "5,000 entries",
	} {
		found := false
		for _, out := range Outputs {
			if out.Name == name {
				found = true
				if out.Limit != want {
					t.Errorf("%s: %q, want %q", name, out.Limit, want)
				}
			}
		}
		if !found {
			t.Errorf("there is no output %s", name)
		}
	}
	if got := strings.Join(DefaultNames(), " "); got != "html markdown json" {
		t.Errorf("written where none is named: %s", got)
	}
	if len(Names()) != 14 || Front([]string{"badge", "site"}) != "site/index.html" || Front([]string{"none"}) != "" || Front(nil) != "" {
		t.Errorf("%d outputs, %q", len(Names()), Front([]string{"badge", "site"}))
	}
	for _, c := range []struct {
		names        string
		whole, paged bool
	}{{"html", true, false}, {"site", true, true}, {"json badge", false, false}, {"json markdown", true, false}, {"", false, false}} {
		names := strings.Fields(c.names)
		if Whole(names) != c.whole || Paged(names) != c.paged {
			t.Errorf("%s: %t, %t", c.names, Whole(names), Paged(names))
		}
	}
}

// Texts are cut to as many characters as there is room for where they are shown, and not before.
func TestLongestTexts(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	title := func(n int) *report.Data { return &report.Data{Title: long(n)} }
	quoted := func(s string) string { return strings.Trim(strings.TrimSuffix(s, "\n"), `"`) }
	for _, c := range []struct {
		name string
		most int
		cut  func(n int) string
	}{
		{"the title of a note", 120, func(n int) string {
			_, rest, _ := strings.Cut(noteHead(title(n)), "Report: ")
			text, _, _ := strings.Cut(rest, ", 0 runs")
			return text
		}},
		{"the title of a mail", 120, func(n int) string { return mailTitle(title(n)) }},
		{"a sentence of a mail", 400, func(n int) string { return mailText(long(n)) }},
		{"a sentence for machines", 500, func(n int) string { return plain(long(n)) }},
		{"a message of SARIF", 500, func(n int) string { return sarifMessage(long(n)) }},
		{"front matter", 200, func(n int) string { return quoted(yamlText(long(n))) }},
		{"a row of a note", 400, func(n int) string {
			_, text, _ := strings.Cut(noteMarkdown.print(part{}, []noteRow{{"A", long(n), ""}}).rows[0], ":** ")
			return strings.TrimSuffix(text, "\n")
		}},
		{"the head of a column of a note", 120, func(n int) string {
			p := noteMarkdown.print(part{heads: []report.Column{{Title: long(n)}}}, nil)
			text, _, _ := strings.Cut(strings.TrimPrefix(p.top, "\n### \n\n| "), " |")
			return text
		}},
		{"the name of a part", 120, func(n int) string { return noteMarkdown.print(part{title: long(n)}, nil).name }},
		{"the lead of a part", 400, func(n int) string {
			_, text, _ := strings.Cut(noteMarkdown.print(part{lead: long(n)}, nil).top, "> ")
			text, _, _ = strings.Cut(text, "\n")
			return text
		}},
		{"a place in a note", 48, func(n int) string { return notePlace([]report.Evidence{{File: long(n)}}) }},
		{"a place on the first screen", 25, func(n int) string {
			return shortPlace(report.Evidence{File: long(n)}, budget{places: 64}).Short
		}},
		{"a place of a sentence", 64, func(n int) string {
			first, _, _ := places([]report.Evidence{{File: long(n)}}, sentenceRoom)
			return first.Short
		}},
	} {
		for _, n := range []int{c.most, c.most + 1} {
			got := c.cut(n)
			if length := utf8.RuneCountInString(got); length != c.most || strings.Contains(got, "…") != (n > c.most) {
				t.Errorf("%s of %d characters: %d, want %d: %.30q", c.name, n, length, c.most, got)
			}
		}
	}
}

// The page gives way step by step: pictures for phones, rows and quoted lines in turn, then all
// that a picture has beside itself. docs/performance.md has the same order.
func TestOrderInWhichDetailGoes(t *testing.T) {
	var got []string
	for _, d := range details {
		s := fmt.Sprintf("%d rows, %d, %d lines, ", d.rows, d.short, d.lines)
		for _, n := range []int{d.phone, d.live} {
			if n == all {
				s += "all "
			} else {
				s += fmt.Sprint(n, " ")
			}
		}
		got = append(got, strings.TrimSuffix(s, " "))
	}
	want := []string{
		"1000 rows, 10, 1500 lines, all all", "1000 rows, 10, 1500 lines, 100000 all", "500 rows, 10, 1500 lines, 100000 all", "500 rows, 10, 500 lines, 100000 all",
		"250 rows, 10, 500 lines, 100000 all", "250 rows, 10, 250 lines, 100000 all", "100 rows, 10, 250 lines, 100000 all", "100 rows, 10, 100 lines, 100000 all",
		"50 rows, 10, 100 lines, 30000 all", "50 rows, 10, 50 lines, 30000 100000", "25 rows, 10, 50 lines, 0 100000", "25 rows, 10, 0 lines, 0 30000", "10 rows, 10, 0 lines, 0 0"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The page says of what it does not show all: main tables, quoted lines, pictures.
func TestWhatThePageLeavesOut(t *testing.T) {
	row := report.Row{}
	main := &report.Table{ID: "m", Caption: "All runs. Each once.", Main: true, Rows: []report.Row{row, row, row}}
	other := &report.Table{ID: "o", Caption: "Others.", Rows: []report.Row{row, row, row}}
	sections := func(tables ...*report.Table) *report.Report {
		r := &report.Report{}
		for _, table := range tables {
			r.Sections = append(r.Sections, report.Section{Blocks: []report.Block{{Table: table}}})
		}
		return r
	}
	reported := func(r *report.Report, quotes int, drawn, kept []figureView, d detail) string {
		v := newRest(r, make([]report.Quote, quotes), drawn, kept, d)
		if v == nil {
			return "nothing"
		}
		var out []string
		for _, i := range v.Items {
			out = append(out, fmt.Sprintf("%s %s: %s", i.Anchor, i.What, i.Shown))
		}
		return v.Most + "; " + strings.Join(out, "; ")
	}
	quoting := sections(main)
	quoting.Quotes = make([]report.Quote, 1200)
	figures := []figureView{{Narrow: "n", Option: "o"}, {Narrow: "n", Option: "o"}, {Narrow: "n"}}
	longer := *main
	longer.Total = 4000
	for _, c := range []struct{ name, got, want string }{
		{"all there", reported(sections(main, other), 0, figures, figures, detail{rows: 3, short: 3}), "nothing"},
		{"rows of a main table", reported(sections(main, other), 0, nil, nil, detail{rows: 2, short: 3}), "10,000; table-m All runs: 2 of 3 rows"},
		{"rows of another table", reported(sections(main, other), 0, nil, nil, detail{rows: 3, short: 2}), "10,000; "},
		{"rows that the report left out", reported(sections(&longer), 0, nil, nil, detail{rows: 3, short: 3}), "10,000; table-m All runs: 3 of 4,000 rows"},
		{"lines", reported(quoting, 1100, nil, nil, detail{rows: 3, short: 3}), "10,000; content Cited lines: 1,100 of 1,200"},
		{"all lines", reported(quoting, 1200, nil, nil, detail{rows: 3, short: 3}), "nothing"},
		{"pictures", reported(sections(), 0, figures, []figureView{{Option: "o"}, {}, {}}, detail{}),
			"10,000; content Charts: 3 of 3 have no layout of their own for phones; content Charts: 1 of 3 are still pictures"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
	drawn := []figureView{{Wide: "w", Narrow: "12345", Option: "123456"}, {Narrow: "1", Option: "1"}}
	r := &report.Report{Sections: []report.Section{{Blocks: []report.Block{{Chart: &report.Chart{ID: "a", Table: main}}, {Chart: &report.Chart{ID: "b", Table: main}}}}}}
	for _, c := range []struct {
		d            detail
		narrow, live bool
	}{{detail{phone: 5, live: 6, rows: 3}, true, true}, {detail{phone: 4, live: 6, rows: 3}, false, true}, {detail{phone: 5, live: 5, rows: 3}, true, false}} {
		kept := c.d.figures(r, drawn, c.d.room())
		if (kept[0].Narrow != "") != c.narrow || (kept[0].Option != "") != c.live || kept[0].Table != nil || kept[1].Table == nil || kept[1].Narrow == "" {
			t.Errorf("%+v: %+v", c.d, kept)
		}
	}
}

// A chart that cannot be drawn ends each output that has pictures, with the chart's name.
func TestChartsThatCannotBeDrawn(t *testing.T) {
	broken := func() *report.Report {
		return &report.Report{Sections: []report.Section{{ID: "s", Blocks: []report.Block{{Chart: &report.Chart{ID: "c", Kind: "pie"}}}}}}
	}
	onAPage := &report.Report{}
	onAPage.Pages.Refs = []report.PageRef{pageRef(report.PageRun, "r")}
	onAPage.Pages.Make = func(int) (*report.Page, error) { return &report.Page{Sections: broken().Sections}, nil }
	for name, r := range map[string]*report.Report{"html": broken(), "markdown": broken(), "site": broken(), "site with a page": onAPage} {
		output, _, _ := strings.Cut(name, " ")
		if _, err := collected(r, []string{output}, Options{Jobs: 1}); err == nil || !strings.HasSuffix(err.Error(), `chart c: unknown kind "pie"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A number that is drawn as a bar has six digits.
func TestDigitsOfABar(t *testing.T) {
	for v, want := range map[float64]trusted{1234567: "1.23457e+06", 0.12345678: "0.123457", 12: "12"} {
		if got := newCell(report.Cell{Text: "x", Sort: &v}, report.Column{Bar: true}, "", budget{}).Value; got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// Of a main table ten rows stand in the page, of others three, of folded ones two; the others are
// data until the script makes rows of them. An output without a script has all rows.
func TestRowsThatStandInThePage(t *testing.T) {
	for _, c := range []struct {
		room budget
		main bool
		n    int
		want int
	}{
		{budget{late: true}, true, 10, 10}, {budget{late: true}, true, 11, 10}, {budget{late: true, folded: true}, true, 11, 10}, {budget{late: true}, false, 3, 3}, {budget{late: true}, false, 4, 3},
		{budget{late: true, folded: true}, false, 2, 2}, {budget{late: true, folded: true}, false, 3, 2}, {budget{}, true, 99, 99}, {budget{folded: true}, false, 99, 99}, {budget{late: true}, false, 0, 0},
	} {
		if got := c.room.standing(&report.Table{Main: c.main}, c.n); got != c.want {
			t.Errorf("%+v, main %t, of %d rows: %d, want %d", c.room, c.main, c.n, got, c.want)
		}
	}
	table := &report.Table{ID: "t", Columns: []report.Column{left("A")}}
	for range 5 {
		table.Rows = append(table.Rows, report.Row{Role: report.RoleBad, Detail: []string{"d\u202e"}, Evidence: []report.Evidence{place("f", 1)}, Cells: []report.Cell{{Text: "x", Reason: "no_data"}}})
	}
	v := newTable(table, budget{rows: 4, late: true, places: 9})
	if len(v.Rows) != 3 || len(v.Later) != 1 || v.Shown != "The first 3 of 5 rows." || v.Filled != "The first 4 of 5 rows." {
		t.Errorf("%d rows and %d later, %q, %q", len(v.Rows), len(v.Later), v.Shown, v.Filled)
	}
	if l := v.Later[0]; l.ID != "t.x-4" || l.Role != "bad" || l.Cells[0].Text != "x" || l.Cells[0].Why != "no data" || l.Places[0] != "f:1" || l.Detail[0] != `d\u202E` {
		t.Errorf("%+v", l)
	}
	if v := newTable(table, budget{rows: 5, late: true, places: 9}); v.Filled != "" || v.Shown == "" {
		t.Errorf("%q, %q", v.Shown, v.Filled)
	}
}
