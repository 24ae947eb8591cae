package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// What a note is about: the report, its date, its runs, what it is held against, and its limits.
func TestHeadOfANote(t *testing.T) {
	runs := []report.Run{{System: "kahn", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "passed"}}, {System: "junit", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "failed"}}}
	baseline := &report.Baseline{Label: "main"}
	for _, c := range []struct {
		data report.Data
		want string
	}{
		{report.Data{}, "## ○ Nothing to compare\n\nReport: Run report, 0 runs.\n"},
		{report.Data{Title: "T", Verdict: report.Verdict{State: report.VerdictPassed, About: "2026-03-10", Notes: []string{"n1", "n2"}}, Runs: runs, Baseline: baseline},
			"## ✓ Passed\n\nReport: T, run date 2026-03-10, 2 runs of 2 systems, both ended, against main; n1; n2.\n"},
		{report.Data{Verdict: report.Verdict{State: report.VerdictFailed, Reasons: []string{"1 new failure"}}, Runs: runs[:1], Baseline: &report.Baseline{}},
			"## ✕ Failed: 1 new failure\n\nReport: Run report, 1 run, ended, against the baseline.\n"},
		{report.Data{Items: report.Items{Groups: []report.ItemGroup{{Outside: 2}}}, Failures: make([]report.Failure, 1)},
			"## ○ Nothing to compare\n\nReport: Run report, 0 runs.\n\n2 trials broke by an error outside of the work and are in no rate.\n"},
		{report.Data{Cycles: make([]report.Cycle, 2)}, "## ○ Nothing to compare\n\nReport: Run report, 2 cycles.\n"},
		{report.Data{Cycles: make([]report.Cycle, 2), Runs: []report.Run{{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}}, "## ○ Nothing to compare\n\nReport: Run report, 1 run.\n"},
	} {
		if got := noteHead(&c.data); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
	data := &report.Data{Labels: []report.Label{{Name: "branch", Value: "main"}, {Name: "commit", Value: "1a"}}}
	if got := noteFoot(data); got != "All input accounted for: 0 files, 0 lines, branch main, commit 1a." {
		t.Errorf("%q", got)
	}
	data.Labels, data.Ledger.Total.Files = nil, 1
	if got := noteFoot(data); got != "Input is not accounted for: the counts of the files do not sum to the total." {
		t.Errorf("%q", got)
	}
}

// rowsOf writes a part as lines.
func rowsOf(p part) []string {
	lines := []string{p.title}
	for _, r := range p.rows {
		lines = append(lines, strings.Join(r, "|"))
	}
	return lines
}

// The parts of a note, each row in full.
func TestRowsOfANote(t *testing.T) {
	b := Brief{
		Since: "main", Noun: "Samples",
		Rules: []BriefRule{{Name: "a rule", Text: "T", More: 2, At: place("f", 3)}, {Name: "b", Text: "U"}, {Name: "c", Text: "V", More: 1}},
		Failing: []BriefFailure{{Tag: "new", Name: "e2e", In: "shop", About: "2 runs", Error: "exit 1", At: place("g", 4)}, {Tag: "new", Name: "x", NoError: "no text"},
			{Tag: "new", Name: "y"}, {Tag: "new", Name: "z", About: "1 run"}},
		Changed: []BriefChange{{Tag: "standing", Text: "Slower."}}, Alike: []BriefChange{{Tag: "inconclusive", Text: "Alike."}},
		Handled: []BriefFailure{{Tag: "acknowledged", Name: "h"}}, Standing: []BriefChange{{Tag: "lever reverted", Text: "Back."}},
		Figures: []BriefFigure{{Title: "F", Value: "3 of 4", Share: "75 %", Before: "50 %", Change: "+25 points", Note: "N"}, {Title: "G", Value: "1 s"}, {Title: "H", Value: "2 s", NoValue: "1 job is new"}},
	}
	var got []string
	for _, p := range append(briefParts(b), handledPart(b), figuresPart(b)) {
		got = append(got, rowsOf(p)...)
	}
	want := []string{
		"Failed rules", "A rule|T and 2 more|f:3", "B|U|", "C|V and 1 more|",
		"Failing", "New|e2e (shop, 2 runs): exit 1|g:4", "New|x: no text|", "New|y|", "New|z (1 run)|",
		"Changed", "Standing|Slower.|", "Compared", "Inconclusive|Alike.|",
		"Samples", "Handled and standing", "Acknowledged|h|", "Lever reverted|Back.|",
		"Key figures", "F|3 of 4 (75 %)|50 %|+25 points, N", "G|1 s|n/a|n/a", "H|2 s|n/a (1 job is new)|n/a",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	heads := func(b Brief) (out string) {
		for _, c := range figuresPart(b).heads {
			out += c.Title + " " + string(c.Align) + ","
		}
		return out
	}
	if a, b := heads(b), heads(Brief{}); a != "Figure ,Now right,Baseline right,Change right," || b != "Figure ,Now right,Before right,Change right," {
		t.Errorf("%q and %q", a, b)
	}
}

// The rules of a note: failed ones first, those that block before those that do not.
func TestRulesOfANote(t *testing.T) {
	var g report.Gate
	for _, status := range []string{"pass", "not_evaluated", "fail"} {
		for _, level := range []string{"advisory", "blocking"} {
			g.Rules = append(g.Rules, report.GateRule{Name: status[:1] + level[:1], Status: status, Level: level, Limit: "L", Reason: "R"})
		}
	}
	g.Rules = slices.Insert(g.Rules, 0, report.GateRule{Name: "lever", Status: "not_evaluated", Level: "blocking", Absent: true},
		report.GateRule{Name: "cost", Status: "not_evaluated", Level: "off"})
	p := rulesPart(&g)
	want := []string{"Rules, 1 blocking failed", "fb|fail|blocking|L|R", "fa|fail|advisory|L|R", "nb|not evaluated|blocking|L|R", "na|not evaluated|advisory|L|R",
		"pb|pass|blocking|L|R", "pa|pass|advisory|L|R", "lever|not evaluated|blocking||", "cost|not evaluated|off||"}
	if got := rowsOf(p); !slices.Equal(got, want) || !p.fold {
		t.Errorf("%q\nwant %q", got, want)
	}
	if g.Rules[0].Name != "lever" {
		t.Error("the rules of the report are sorted too")
	}
	titles := func(d *report.Data) (out string) {
		for _, p := range noteParts(d) {
			out += p.title + ","
		}
		return out
	}
	d := &report.Data{Gate: &g, Baseline: &report.Baseline{Status: "unknown", Why: "it is of another title"}}
	if got := titles(d); got != "Failed rules,The baseline,Rules, 1 blocking failed," {
		t.Errorf("%q", got)
	}
	d.Baseline.Status = "compared"
	if got := titles(d); got != "Failed rules,Rules, 1 blocking failed," {
		t.Errorf("%q", got)
	}
}

// A part is a list or a table, below a heading or folded away with the number of its rows.
func TestMarkdownOfAPart(t *testing.T) {
	text := func(s string, limit int) string { return fmt.Sprintf("<%s>", s) }
	write := markdownPiece("### ", text)
	list := []noteRow{{"A", "b", "c"}, {"D", "e", ""}}
	for _, c := range []struct {
		part part
		want string
	}{
		{part{title: "T", rows: list}, "\n### <T>\n\n- **<A>:** <b> (<c>)\n- **<D>:** <e> (<>)\n"},
		{part{title: "T", lead: "L", fold: true, rows: list[:1]}, "\n<details>\n<summary><T> (1)</summary>\n\n> <L>\n\n- **<A>:** <b> (<c>)\n\n</details>\n"},
		{part{title: "T", heads: []report.Column{{Title: "x"}, right("y")}, rows: []noteRow{{"1", "2"}}}, "\n### <T>\n\n| <x> | <y> |\n| --- | ---: |\n| <1> | <2> |\n"},
	} {
		p := write(c.part, c.part.rows)
		if got := p.top + strings.Join(p.rows, "") + p.bottom; got != c.want || p.name != "<T>" {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
	plain := func(s string, _ int) string { return s }
	if got := list[1].markdown(false, plain); got != "- **D:** e\n" {
		t.Errorf("%q", got)
	}
	if got := list[0].plain(nil) + list[1].plain(nil); got != "* A: b (c)\n* D: e\n" {
		t.Errorf("%q", got)
	}
	heads := columnsOf("One", "Two", "Three")
	if got := (noteRow{"a", "", "c"}).plain(heads); got != "* a; three: c\n" {
		t.Errorf("%q", got)
	}
}

// A table in Markdown has the units beside the heads, a raised number for each reason why a
// value is not given, and the place of each row.
func TestTableInMarkdown(t *testing.T) {
	table := &report.Table{ID: "t", Columns: []report.Column{left("Name"), {Title: "Took", Unit: "s", Align: report.Right}}, Rows: []report.Row{
		{Cells: []report.Cell{cell("a"), missing("no_data")}, Evidence: []report.Evidence{place("f", 1), place("f", 2)}},
		{Cells: []report.Cell{cell("b"), missing("open")}}, {Cells: []report.Cell{cell("c"), missing("no_data")}}}}
	want := []string{
		"| Name | Took (s) | Source   |",
		"| ---- | -------: | -------- |",
		"| a    |     n/a¹ | f:1 (+1) |",
		"| b    |     n/a² |          |",
		"| c    |     n/a¹ |          |",
		"", "¹ no data; ² open.",
	}
	if got := newTable(table, markdownRoom).GFM(); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	plain := &report.Table{Columns: []report.Column{left("N"), right("O")}, Rows: []report.Row{{Cells: []report.Cell{cell(strings.Repeat("w", 33)), cell("1")}}, {Cells: []report.Cell{cell(strings.Repeat("v", 32)), cell("22")}}}}
	want = []string{
		"| N" + strings.Repeat(" ", 31) + " |    O |",
		"| " + strings.Repeat("-", 32) + " | ---: |",
		"| " + strings.Repeat("w", 33) + " |    1 |",
		"| " + strings.Repeat("v", 32) + " |   22 |",
	}
	if got := newTable(plain, markdownRoom).GFM(); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := raised(1) + raised(10) + raised(293); got != "¹¹⁰²⁹³" {
		t.Errorf("%s", got)
	}
}

// The Markdown of a table shows 50 rows, places of 60 characters and identifiers of 80.
func TestRoomInMarkdown(t *testing.T) {
	rows := make([]report.Row, 51)
	for i := range rows {
		rows[i] = report.Row{Cells: []report.Cell{name(strings.Repeat("c", 81))}, Evidence: []report.Evidence{{File: strings.Repeat("f", 61)}}}
	}
	for _, main := range []bool{true, false} {
		v := newTable(&report.Table{Columns: []report.Column{left("A")}, Rows: rows, Main: main}, markdownRoom)
		if c, p := v.Rows[0].Cells[0].Text, v.Rows[0].Place.Short; len(v.Rows) != 50 || len([]rune(c)) != 80 || len([]rune(p)) != 60 {
			t.Errorf("%d rows, %q, %q", len(v.Rows), c, p)
		}
	}
	v := newTable(&report.Table{Columns: []report.Column{left("A")}, Rows: rows}, siteRoom)
	if c, p := v.Rows[0].Cells[0].Text, v.Rows[0].Place.Short; len([]rune(c)) != 72 || len([]rune(p)) != 32 {
		t.Errorf("on a page of the site: %q, %q", c, p)
	}
	v = newTable(&report.Table{Columns: []report.Column{left("A")}, Rows: rows}, pageRoom)
	if c, p := v.Rows[0].Cells[0].Text, v.Rows[0].Place.Short; len(v.Rows) != 10 || len([]rune(c)) != 72 || len([]rune(p)) != 32 {
		t.Errorf("on the page: %d rows, %q, %q", len(v.Rows), c, p)
	}
}

// Blocks of terms are folded in Markdown, and so is what the report folds.
func TestFoldsInMarkdown(t *testing.T) {
	terms := []report.Term{{Name: "n", Means: "m"}}
	r := &report.Report{Sections: []report.Section{{ID: "s", Title: "S", Lead: []string{"A.", "B."}, Blocks: []report.Block{{Title: "plain"}, {Title: "fold", Fold: true}, {Title: "terms", Terms: terms},
		{Title: "both", Fold: true, Terms: terms}}}}}
	v := newMarkdown(r, flavours[0])
	var got []bool
	for _, b := range v.Sections[0].Blocks {
		got = append(got, b.Fold)
	}
	if !slices.Equal(got, []bool{false, true, true, true}) || v.Sections[0].Lead != "A. B." || v.Title != "Run report" || !v.Titled {
		t.Errorf("%v, %+v", got, v)
	}
}
