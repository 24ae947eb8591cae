package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// What failed on the last run date is said in items, what broke in trials, and that no run failed where none did.
func TestFailedItems(t *testing.T) {
	rate := func(passed, of int64, dates int) report.KeyFigure {
		return report.KeyFigure{Name: "item_pass_rate", Num: report.Count(passed), Den: report.Count(of), Value: report.Known(float64(passed) / float64(of)), Series: make([]report.FigurePoint, dates)}
	}
	broke := func(n ...int64) (groups []report.ItemGroup) {
		for _, n := range n {
			groups = append(groups, report.ItemGroup{Outside: n})
		}
		return groups
	}
	for _, c := range []struct {
		figures []report.KeyFigure
		groups  []report.ItemGroup
		scores  int
		failed  bool
		want    string
	}{
		{want: ""}, {figures: []report.KeyFigure{rate(4, 4, 1)}, want: ""}, {figures: []report.KeyFigure{rate(4, 4, 1)}, scores: 1, want: ""}, {scores: 1, want: "No run failed."}, {scores: 1, failed: true, want: ""},
		{figures: []report.KeyFigure{rate(3, 4, 1)}, want: "1 of 4 items failed (75 % passed). No run failed."}, {figures: []report.KeyFigure{rate(3, 4, 1)}, failed: true, want: "1 of 4 items failed (75 % passed)."},
		{figures: []report.KeyFigure{rate(0, 1, 1)}, failed: true, want: "1 of 1 item failed (0 % passed)."}, {figures: []report.KeyFigure{{Name: "pass_rate", Num: report.Count(1), Den: report.Count(2)}}, want: ""},
		{groups: broke(0, 1), failed: true, want: "1 trial broke by an error outside of the work and is in no rate."},
		{groups: broke(1000, 1), failed: true, want: "1,001 trials broke by an error outside of the work and are in no rate."},
		{figures: []report.KeyFigure{rate(4, 4, 1)}, groups: broke(2), failed: true, want: "2 trials broke by an error outside of the work and are in no rate."}, {figures: []report.KeyFigure{rate(4, 4, 2)}, groups: broke(2), want: ""},
	} {
		d := &report.Data{KeyFigures: c.figures, Items: report.Items{Groups: c.groups, Scores: make([]report.ScoreGroup, c.scores)}}
		if c.failed {
			d.Failures = []report.Failure{{}}
		}
		if got := failedItems(d); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}

// One more than there is room for is shown; of two more the list is cut.
func TestUpTo(t *testing.T) {
	for n, want := range map[int]string{0: "0 0", 3: "3 0", 4: "4 0", 5: "3 2", 9: "3 6"} {
		first, rest := upTo(3, make([]int, n))
		if got := fmt.Sprint(len(first), " ", len(rest)); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if got := countStates([]string{"new", "flaky", "new"}, func(s string) string { return s }); got != "2 new, 1 flaky" {
		t.Error(got)
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -999: "-999", -1000: "-1,000", 1234567: "1,234,567", -123456: "-123,456"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	for path, want := range map[string]string{strings.Repeat("x", 25): strings.Repeat("x", 25), "a/" + strings.Repeat("x", 23): "a/" + strings.Repeat("x", 23), "a/" + strings.Repeat("x", 24): "…/xxxxxxxxxxx…xxxxxxxxxxx",
		"aaaa/b/" + strings.Repeat("x", 21): "…/b/" + strings.Repeat("x", 21), "aaaa/bb/" + strings.Repeat("x", 21): "…/" + strings.Repeat("x", 21)} {
		if got := pathEnd(path, 25); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// A rule stands on the first screen with what stands nowhere else on it, in the order of its problems.
func TestRulesWithOtherProblems(t *testing.T) {
	d := &report.Data{Problems: []report.Problem{
		{Key: "a", Kind: "finding", Title: "First", Section: "s", Evidence: []report.Evidence{{File: "f"}, {File: "g"}}}, {Key: "b", Kind: "finding", Title: "Second"}, {Key: "c", Kind: "failure"}, {Key: "d", Kind: "finding", Title: "No place"}}}
	rule := func(name, level, status string, keys ...string) report.GateRule {
		return report.GateRule{Name: name, Level: level, Status: status, Reason: "because", Problems: keys}
	}
	if got := briefRules(d); got != nil {
		t.Errorf("%+v", got)
	}
	d.Gate = &report.Gate{Rules: []report.GateRule{rule("advice", "advisory", "fail", "a"), rule("passed", "blocking", "pass", "a"), rule("only-shown", "blocking", "fail", "c", "gone"),
		rule("two-of-four", "blocking", "fail", "gone", "c", "a", "b"), rule("no-problem", "blocking", "fail"), rule("no-place", "blocking", "fail", "d")}}
	got := briefRules(d)
	want := []BriefRule{{Name: "two of four", Text: "First", More: 1, At: report.Evidence{File: "f"}, Section: "s"}, {Name: "no problem", Text: "because", Section: "gate"}, {Name: "no place", Text: "No place"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	p := rulesPart(&report.Gate{Rules: []report.GateRule{rule("a", "advisory", "fail"), rule("b", "blocking", "pass"), rule("c", "blocking", "not_evaluated"), rule("d", "blocking", "fail"), rule("e", "advisory", "pass"), rule("f", "advisory", "not_evaluated")}})
	order := ""
	for _, r := range p.rows {
		order += r[0]
	}
	if p.title != "Rules, 1 blocking failed" || order != "dacfbe" || p.rows[2][1] != "not evaluated" {
		t.Errorf("%s, %s, %v", p.title, order, p.rows)
	}
}

// A note has what a reviewer can do something about, each text once.
func TestProblemsOfANote(t *testing.T) {
	at := []report.Evidence{{File: "f"}, {File: "g"}}
	p := problemsPart(&report.Data{Problems: []report.Problem{
		{Kind: "finding", Severity: "warning", Text: "format"}, {Kind: "contradiction", Severity: "warning", Text: "two say"}, {Kind: "finding", Severity: "error", Text: "no log", Evidence: at}, {Kind: "finding", Severity: "error", Text: "no log"},
		{Kind: "slower", Severity: "warning", Title: "Slow"}, {Kind: "failure", Severity: "error", Text: "known", Acknowledged: "x"}}})
	if fmt.Sprint(p.rows) != fmt.Sprint([]noteRow{{"Error", "no log", notePlace(at)}, {"Warning", "Slow", notePlace(nil)}}) || notePlace(at) == notePlace(at[:1]) {
		t.Errorf("%v", p.rows)
	}
	for _, c := range []struct {
		kind, want string
		names      []string
	}{{"finding", "code", []string{"code", "x"}}, {"contradiction", "code", []string{"code"}}, {"finding", "finding", nil}, {"failure", "failure", []string{"code"}}} {
		if got := ruleOf(report.Problem{Kind: c.kind, Names: c.names}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for since, want := range map[string]string{"": "Before", "main": "Baseline"} {
		p := figuresPart(Brief{Since: since, Figures: []BriefFigure{{Title: "T", Value: "1", Share: "1/2", Change: "+1", Note: "n"}, {Title: "U", Value: "2", Before: "3"}}})
		if p.heads[2].Title != want || fmt.Sprint(p.rows) != fmt.Sprint([]noteRow{{"T", "1 (1/2)", "n/a", "+1, n"}, {"U", "2", "3", "n/a"}}) {
			t.Errorf("%q: %s, %v", since, p.heads[2].Title, p.rows)
		}
	}
}

func TestLongestLink(t *testing.T) {
	link := "https://host/"
	link += strings.Repeat("a", longestURL-len(link))
	if err := CheckURL(link); err != nil || len(link) != 2000 {
		t.Error(err)
	}
	for _, bad := range []string{link + "a", "http://host/", "https://", "https:///a", "https://user:word@host/", "https://user@host/", "https://host/#a", "https://host/ a", "https://host/%zz"} {
		if CheckURL(bad) == nil {
			t.Errorf("%.40s is accepted", bad)
		}
	}
}

// Writers of files hand on the error of what they read, and a report of no time and no title has its own words.
func TestErrorsOfSources(t *testing.T) {
	broken := errors.New("no tests today")
	r := &report.Report{Tests: func() (report.Tests, error) { return report.Tests{}, broken }}
	if _, err := junit(r, Options{}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := indented(func() {}); err == nil {
		t.Error("a function as JSON")
	}
	if _, err := indentedXML(func() {}); err == nil {
		t.Error("a function as XML")
	}
	if m := newMasthead(&report.Data{}); m.Title != "Run report" || strings.Contains(m.AsOf, "UTC") || m.Runs != "0 runs" || m.Lines != "0 lines" {
		t.Errorf("%+v", m)
	}
	m := newMasthead(&report.Data{Title: "T", AsOf: time.Date(2026, 3, 1, 2, 3, 4, 0, time.UTC), Runs: []report.Run{{System: "b", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, {System: "a", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, {System: "a", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}})
	if m.Title != "T" || !strings.HasSuffix(m.AsOf, " UTC") || m.Runs != "3 runs" || len(m.Systems) != 2 || m.Systems[0].System != "a" {
		t.Errorf("%+v", m)
	}
	d := &report.Data{Problems: []report.Problem{{Key: "p", Acknowledged: "known"}}}
	step := func(result, problem string) report.TestStep {
		return report.TestStep{Name: "s", Result: result, Problem: problem}
	}
	for _, c := range []struct {
		result string
		steps  []report.TestStep
		cases  int
	}{{"failed", nil, 1}, {"failed", []report.TestStep{step("passed", "")}, 2}, {"failed", []report.TestStep{step("failed", "")}, 1}, {"failed", []report.TestStep{step("failed", "p")}, 1}, {"failed", []report.TestStep{step("passed", "p")}, 2},
		{"passed", []report.TestStep{step("passed", "")}, 1}, {"passed", nil, 1}, {"failed", []report.TestStep{step("failed", ""), step("passed", "")}, 2}} {
		suites := runSuites(d, []report.TestRun{{Key: "k", System: "junit", Result: c.result, Steps: c.steps}})
		if len(suites) != 1 || len(suites[0].Cases) != c.cases {
			t.Errorf("%+v: %+v", c, suites)
		}
	}
}
