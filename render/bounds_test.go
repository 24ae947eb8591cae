package render

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/unit"
)

// One character a number: of eight steps the nearest, and a dot for what is missing.
func TestSparkOfFewRuns(t *testing.T) {
	n := report.Known
	for _, c := range []struct {
		history []report.Number
		want    string
	}{
		{nil, ""}, {[]report.Number{n(0), n(1)}, "▁█"}, {[]report.Number{n(0.07), n(0.072), n(0.5), n(0.93)}, "▁▂▅█"}, {[]report.Number{report.Missing("no_data"), n(0.25)}, "·▃"}, {[]report.Number{n(-1), n(2)}, "▁█"},
	} {
		if got := spark(c.history); got != c.want {
			t.Errorf("%v: %s, want %s", c.history, got, c.want)
		}
	}
}

func TestMiddleAtEveryLength(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abc…fg"}, {"abcdefgh", 5, "ab…gh"}, {"éééééé", 5, "éé…éé"}, {"abc", 2, "a…"}, {"abc", 1, "…"}, {"", 0, ""}} {
		if got := middle(c.text, c.limit); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
	for text, want := range map[string]string{"": "", "a": "A", "été dit": "Été dit", "A b": "A b", "1 b": "1 b"} {
		if got := upperFirst(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A table has as many rows as there is room for, and says how many there are.
func TestRowsOfATable(t *testing.T) {
	table := func(n, total int, main bool) *report.Table {
		x := &report.Table{ID: "t", Caption: "First. Second. Third.", Main: main, Total: total, Columns: []report.Column{left("A"), right("B")}}
		for i := range n {
			x.Rows = append(x.Rows, report.Row{Cells: []report.Cell{cell(fmt.Sprint("r", i)), cell("1")}, Evidence: []report.Evidence{{File: "f"}, {File: "g"}}, Detail: []string{"d"}})
		}
		return x
	}
	for _, c := range []struct {
		name  string
		t     *report.Table
		room  budget
		rows  int
		shown string
		long  bool
	}{
		{"all", table(8, 8, false), budget{rows: 8}, 8, "", false}, {"one too many", table(9, 9, false), budget{rows: 8}, 8, "The first 8 of 9 rows.", false}, {"long", table(9, 9, false), budget{rows: 9}, 9, "", true},
		{"cut before", table(3, 1200, false), budget{rows: 9}, 3, "The first 3 of 1,200 rows.", false}, {"a short one", table(5, 5, false), budget{rows: 9, short: 3}, 3, "The first 3 of 5 rows.", false},
		{"a main one", table(5, 5, true), budget{rows: 9, short: 3}, 5, "", false}, {"short is more than rows", table(5, 5, false), budget{rows: 2, short: 3}, 2, "The first 2 of 5 rows.", false}, {"none", table(0, 0, false), budget{rows: 2}, 0, "", false},
	} {
		c.room.places = 9
		v := newTable(c.t, c.room)
		if len(v.Rows) != c.rows || v.Shown != c.shown || v.Long != c.long || v.Caption != "First." || v.Note != "Second. Third." || v.Where != (c.rows > 0) || v.Details != (c.rows > 0) {
			t.Errorf("%s: %d rows, %q, long %t, %q and %q", c.name, len(v.Rows), v.Shown, v.Long, v.Caption, v.Note)
		}
	}
	if newTable(nil, budget{}) != nil {
		t.Error("a table of nothing")
	}
	brief := newTable(table(2, 2, false), budget{rows: 9, brief: true, places: 9})
	if brief.Note != "" || len(brief.Rows[0].Detail) != 0 || len(brief.Rows[0].Places) != 1 || brief.Rows[0].More != "" {
		t.Errorf("%+v", brief.Rows[0])
	}
	whole := newTable(table(2, 2, false), budget{rows: 9, places: 9})
	if r := whole.Rows[0]; r.More != "+1" || len(r.Places) != 2 || r.Name != "r0" || len(r.Detail) != 1 {
		t.Errorf("%+v", r)
	}
	rest := newTable(table(3, 3, false), budget{rows: 2, rest: "x", places: 9})
	if rest.Rest != "x" || whole.Rest != "" {
		t.Errorf("%q and %q", rest.Rest, whole.Rest)
	}
}

// A cell says why it has no value, what a short text is short for, and how wide it is.
func TestCells(t *testing.T) {
	v := 1234.5
	page := report.PageID{Kind: report.PageRun, Key: "k"}
	room := budget{code: 10, link: func(id report.PageID) trusted { return trusted("to-" + id.Key) }}
	for _, c := range []struct {
		name   string
		cell   report.Cell
		column report.Column
		want   string
	}{
		{"plain", report.Cell{Text: "a"}, left("A"), "a|||||true"}, {"not ASCII", report.Cell{Text: "é"}, left("A"), "é|||||false"}, {"a number", report.Cell{Text: "é"}, right("A"), "é||||n|true"},
		{"exact", report.Cell{Text: "1 h", Exact: "3,600 s"}, left("A"), "1 h|3,600 s||||true"}, {"exact alike", report.Cell{Text: "1 h", Exact: "1 h"}, left("A"), "1 h|||||true"},
		{"no value", report.Cell{Reason: "no_data"}, left("A"), "n/a||no data|||true"}, {"no value, with a word", report.Cell{Text: "open", Reason: "no_data"}, left("A"), "open||no data|||true"},
		{"a bar", report.Cell{Text: "x", Sort: &v}, report.Column{Title: "A", Bar: true}, "x|||1234.5||true"}, {"no bar", report.Cell{Text: "x", Sort: &v}, left("A"), "x|||||true"},
		{"ten of code", report.Cell{Text: "abcdefghij", Code: true}, left("A"), "abcdefghij|||||true"}, {"eleven of code", report.Cell{Text: "abcdefghijk", Code: true}, left("A"), "abcde…hijk|abcdefghijk||||true"},
		{"28 bytes", report.Cell{Text: strings.Repeat("ab ", 9) + "c"}, left("A"), strings.Repeat("ab ", 9) + "c|||||true"}, {"29 bytes", report.Cell{Text: strings.Repeat("ab ", 9) + "cd"}, left("A"), strings.Repeat("ab ", 9) + "cd||||wide|true"},
		{"a word of 24", report.Cell{Text: strings.Repeat("x", 24)}, left("A"), strings.Repeat("x", 24) + "|||||true"}, {"a word of 25", report.Cell{Text: strings.Repeat("x", 25)}, left("A"), strings.Repeat("x", 25) + "||||long|true"},
		{"a role", report.Cell{Text: "a", Role: report.RoleBad}, left("A"), "a||||r-bad|true"}, {"a role that is none", report.Cell{Text: "a", Role: "x"}, left("A"), "a|||||true"},
	} {
		got := newCell(c.cell, c.column, columnClass(c.column), room)
		if s := fmt.Sprintf("%s|%s|%s|%s|%s|%t", got.Text, got.Title, got.Why, got.Value, got.Class, got.Plain); s != c.want || got.Link != "" {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	if got := newCell(report.Cell{Text: "a", Page: page}, left("A"), "", room); got.Link != "to-k" {
		t.Errorf("link %q", got.Link)
	}
	if got := newCell(report.Cell{Text: "a", Page: page}, left("A"), "", budget{}); got.Link != "" {
		t.Errorf("link %q", got.Link)
	}
	for _, c := range []struct {
		column report.Column
		want   trusted
	}{{left("A"), ""}, {right("A"), "n"}, {report.Column{Minor: true}, "minor"}, {report.Column{Key: true, Minor: true, Align: report.Right}, "n minor key"}} {
		if got := columnClass(c.column); got != c.want {
			t.Errorf("%+v: %q", c.column, got)
		}
	}
	for text, want := range map[string]bool{strings.Repeat("x ", 40): false, strings.Repeat("x", 24) + " " + strings.Repeat("y", 24): false, "a " + strings.Repeat("y", 25): true} {
		if hasLongWord(text) != want {
			t.Errorf("%q has a long word: %t", text, !want)
		}
	}
	for u, want := range map[unit.Unit]string{unit.Seconds: "s", unit.Bytes: "bytes", unit.Tokens: "tokens", unit.Dollars: "USD", unit.Ratio: "", unit.Count: "", unit.Points: ""} {
		if got := unitWord(u); got != want {
			t.Errorf("%s: %q", u, got)
		}
	}
}

// Places are cut in the middle, and the first stands for the others.
func TestPlaces(t *testing.T) {
	n := int64(7)
	first, more, all := places([]report.Evidence{{File: "logs/run/a.jsonl", Line: &n}, {File: "b"}, {File: "ö"}}, budget{places: 11})
	if first.Short != "logs/…jsonl:7" || first.Whole != "logs/run/a.jsonl:7" || !first.Plain || more != "+2" || len(all) != 3 || all[1].Short != "b" || all[2].Plain {
		t.Errorf("%+v, %q, %+v", first, more, all)
	}
	if first, more, all := places(nil, budget{}); first != (placeView{}) || more != "" || len(all) != 0 {
		t.Errorf("%+v, %q, %+v", first, more, all)
	}
	if _, more, _ := places([]report.Evidence{{File: "b"}}, budget{places: 11}); more != "" {
		t.Errorf("%q", more)
	}
}

// Acknowledged problems are in no count, and without any problem the errors of the banner count, not what it says
// for information.
func TestCountsOfProblems(t *testing.T) {
	problems := []report.Problem{{Severity: "error"}, {Severity: "warning"}, {Severity: "warning"}, {Severity: "error", Acknowledged: "x"}}
	banner := []report.Attention{{Severity: "error"}, {Severity: "info"}}
	if n := count(problems, banner); n["error"] != 1 || n["warning"] != 2 || n["info"] != 0 {
		t.Errorf("%v", n)
	}
	if n := count(problems[3:], banner); len(n) != 0 {
		t.Errorf("%v", n)
	}
	if n := count(nil, banner); n["error"] != 1 || n["info"] != 0 {
		t.Errorf("%v", n)
	}
	if baselineName(&report.Baseline{}) != "the baseline" || baselineName(&report.Baseline{Label: "main"}) != "main" {
		t.Error("a baseline has another name")
	}
	for severity, want := range map[string]string{"error": "Error", "warning": "Warning", "info": "Info", "": "Info"} {
		if got := severityWord(severity); got != want {
			t.Errorf("%q: %q", severity, got)
		}
	}
}

// The list of flaky tests as CTRF: the status of the last run, shares of all runs, and the form that a name or a file asks for.
func TestQuarantineNumbers(t *testing.T) {
	r := &report.Report{Data: report.Data{Version: "1.2", GeneratedAt: time.UnixMilli(1_700_000_000_123), KnownFlaky: []report.KnownFlaky{
		{Test: "outer › adds", Name: "adds", System: "junit", Subject: "shop", Runs: 8, Flaked: 2, Failed: 1, Last: "2026-03-10", FailsNow: true}, {Test: "x", Name: "x"}}}}
	content, left, err := Quarantines[0].Write(r)
	if err != nil || left != 0 || content[len(content)-1] != '\n' {
		t.Fatal(left, err)
	}
	var got ctrfReport
	if err := json.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	s, a, b := got.Results.Summary, got.Results.Tests[0], got.Results.Tests[1]
	if s != (ctrfSummary{Tests: 2, Passed: 1, Failed: 1, Flaky: 2, Start: 1_700_000_000_123, Stop: 1_700_000_000_123}) || got.Results.Tool != (ctrfTool{"runreport", "1.2"}) {
		t.Errorf("%+v", got)
	}
	if a.Status != "failed" || a.Insights != (ctrfInsights{ctrfRate{0.25}, ctrfRate{0.125}, 8}) || a.Extra != (ctrfExtra{"outer › adds", "junit", "shop", "2026-03-10"}) || b.Status != "passed" || b.Insights.FlakyRate.Current != 0 {
		t.Errorf("%+v and %+v", a, b)
	}
	r.Data.GeneratedAt = time.Time{}
	if content, _, _ := Quarantines[0].Write(r); !strings.Contains(string(content), `"start": 0,`) {
		t.Errorf("%s", content)
	}
	r.Data.KnownFlaky[0].Test = string([]byte{'a', 0xff})
	for _, c := range []struct {
		name, file, want string
		known            bool
	}{{"", "a.json", "ctrf", true}, {"", "a.skip", "go-skip", true}, {"", "a.go-skip", "go-skip", true}, {"", "a.txt", "plain", true}, {"ctrf", "a.txt", "ctrf", true}, {"plain", "a.json", "plain", true}, {"x", "a.json", "plain", false}} {
		if q, known := QuarantineFor(c.name, c.file); q.Name != c.want || known != c.known {
			t.Errorf("%q, %s: %s, %t", c.name, c.file, q.Name, known)
		}
	}
}

// A form for tests of how parts fit: each row is as long as its text, and what is not shown is counted in ten bytes.
var tight = form{
	print: func(p part, rows []noteRow) piece {
		x := piece{name: p.title, top: "<" + p.title + ">", bottom: "|"}
		for _, r := range rows {
			x.rows = append(x.rows, r[0])
		}
		return x
	},
	further: func(n int) string { return fmt.Sprintf("+%08d+", n) },
	leftOut: func(names string) string { return "[" + names + "]" },
}

// Parts at the end go first and whole; of those that stay the rows at the end go, of the first part last.
func TestFitAtEveryLength(t *testing.T) {
	rows := func(n, length int) (out []noteRow) {
		for i := range n {
			out = append(out, noteRow{string(rune('a'+i)) + strings.Repeat(".", length-1)})
		}
		return out
	}
	a, b := part{title: "A", rows: rows(5, 20)}, part{title: "B", rows: rows(4, 20)}
	full := tight.fit([]part{a, b}, 1000, 10)
	if strings.Contains(full, "+") || strings.Contains(full, "[") || strings.Count(full, "....") < 9 {
		t.Errorf("%s", full)
	}
	seen := map[string]bool{}
	for room := 0; room <= len(full)+40; room++ {
		got := tight.fit([]part{a, b}, room, 10)
		if len(got) > max(room, len("[A, B]")) {
			t.Fatalf("%d bytes for a room of %d: %s", len(got), room, got)
		}
		shape := ""
		for _, name := range []string{"A", "B"} {
			_, text, there := strings.Cut(got, "<"+name+">")
			text, _, _ = strings.Cut(text, "|")
			n := strings.Count(text, "....................") + strings.Count(text, "...................")
			if there {
				shape += fmt.Sprintf("%s%d", name, min(n, 5))
			}
		}
		seen[shape] = true
	}
	var shapes []string
	for s := range seen {
		shapes = append(shapes, s)
	}
	slices.Sort(shapes)
	// A part has three rows at least; the last one takes less room than others, as nothing is left to count.
	want := []string{"", "A3", "A3B3", "A3B4", "A4", "A4B3", "A5", "A5B3", "A5B4"}
	if !slices.Equal(shapes, want) {
		t.Errorf("%q, want %q", shapes, want)
	}
	if got := tight.fit([]part{{title: "A", rows: rows(5, 5)}}, 1000, 4); !strings.Contains(got, "+00000001+") {
		t.Errorf("%s", got) // more rows than are looked through are counted, however short
	}
	if got := tight.fit(nil, 10, 4); got != "" {
		t.Errorf("%q", got)
	}
}

// A report is told from others by its title and its job, and stays the same for other labels.
func TestReportKeysApart(t *testing.T) {
	key := func(title string, labels ...report.Label) string {
		k, err := reportKey(&report.Data{Title: title, Labels: labels})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	long := key(strings.Repeat("a", 40))
	if name, sum, _ := strings.Cut(long, "-"); len(name) != 32 || len(sum) != 8 {
		t.Errorf("%s", long)
	}
	if key("") != key("Run report") || key("日本") == key("本日") || strings.Contains(key("日本"), "-") || key("x", report.Label{Name: "commit", Value: "1"}) != key("x") || key("x", report.Label{Name: "job", Value: "1"}) == key("x") {
		t.Errorf("%s, %s, %s", key(""), key("日本"), key("x"))
	}
	if got := key("x", report.Label{Name: "job", Value: "linux"}); !strings.HasPrefix(got, "x-linux-") {
		t.Errorf("%s", got)
	}
}

// The sum of data is over all of it, however long, and refuses what is not plain wherever it is.
func TestFingerprintOfLongData(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	sums := map[string]bool{}
	for _, data := range [][]any{{long}, {long + "x"}, {long, ""}, {[]string{long, "a"}}, {[]string{long, "b"}}, {math.NaN()}, {1.5}, {true}, {false}} {
		sum, err := contentFingerprint(data...)
		if err != nil || sums[sum] || len(sum) != 64 {
			t.Errorf("%.20v: %s, %v", data, sum, err)
		}
		sums[sum] = true
	}
	for _, bad := range []any{[]any{1}, struct{ F func() }{}, &struct{ M map[string]int }{}, [][]any{{1}}} {
		if _, err := contentFingerprint(bad); err == nil {
			t.Errorf("%T is summed up", bad)
		}
	}
}
