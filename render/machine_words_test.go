package render

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// A test case says how its step or run ended, in the element that readers of JUnit count.
func TestCaseOfEachResult(t *testing.T) {
	tried := []report.TestAttempt{{Error: "E1", Evidence: place("l", 3)}, {}}
	for _, c := range []struct {
		result, why, by string
		want            string
	}{
		{"passed", "passed", "", ""},
		{"flaky", "flaky", "", "flaky E1, failed attempt"},
		{"failed", "W", "", "failure failed W <T>, rerun E1, failed attempt"},
		{"stalled", "W", "", "failure stalled W <T>, rerun E1, failed attempt"},
		{"blocked", "W", "", "failure blocked W <T>, rerun E1, failed attempt"},
		{"failed", "W", "flake/*", "skipped acknowledged (flake/*): W"},
		{"passed", "W", "flake/*", ""},
		{"open", "W", "", "skipped open"},
	} {
		var x junitCase
		x.end(c.result, c.why, "T", c.by, tried, "u")
		var got []string
		messages := func(kind string, list []junitMessage) {
			for i, m := range list {
				if i == 0 {
					got = append(got, kind+" "+m.Message)
				} else {
					got = append(got, m.Message)
				}
				text := map[string]string{"E1": "E1 (u) at l:3", "failed attempt": "failed attempt (u)"}[m.Message]
				if m.Type != "failed" || m.Text != text {
					t.Errorf("%s: an attempt is %+v", c.result, m)
				}
			}
		}
		if x.Failure != nil {
			got = append(got, fmt.Sprintf("failure %s %s <%s>", x.Failure.Type, x.Failure.Message, x.Failure.Text))
		}
		if x.Skipped != nil {
			got = append(got, "skipped "+x.Skipped.Message)
		}
		messages("flaky", x.Flaky)
		messages("rerun", x.Rerun)
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s by %q: %s\nwant %s", c.result, c.by, s, c.want)
		}
	}
	for _, c := range []struct {
		seconds report.Number
		want    string
	}{{report.Known(0), "0"}, {report.Known(-1), ""}, {report.Known(1.25), "1.25"}, {report.Known(1e6), "1000000"}, {report.Missing("open"), ""}} {
		if got := junitSeconds(c.seconds); got != c.want {
			t.Errorf("%v: %q, want %q", c.seconds, got, c.want)
		}
	}
}

// A rule is a test: one that blocks fails, one that could not be evaluated is skipped, all
// others say how it went, and one about what the input does not have is left out.
func TestRulesAreTests(t *testing.T) {
	rule := func(status, level string) report.GateRule {
		return report.GateRule{Name: status + "-" + level, Status: status, Level: level, Means: "M", Reason: "R", Limit: "L"}
	}
	absent := rule("not_evaluated", "blocking")
	absent.Absent = true
	r := &report.Report{Data: report.Data{GeneratedAt: night(7), Gate: &report.Gate{Rules: []report.GateRule{
		rule("fail", "blocking"), rule("fail", "advisory"), rule("not_evaluated", "blocking"), rule("pass", "blocking"), absent}}}}
	var got junitReport
	if err := xml.Unmarshal([]byte(only(t, r, "junit")), &got); err != nil {
		t.Fatal(err)
	}
	var cases []string
	for _, c := range got.Suites[0].Cases {
		s := c.Classname + " " + c.Name + ":"
		if c.Failure != nil {
			s += " failure " + c.Failure.Type + " " + c.Failure.Message + " " + c.Failure.Text
		}
		if c.Skipped != nil {
			s += " skipped " + c.Skipped.Message
		}
		cases = append(cases, strings.TrimSpace(s+" "+c.Out))
	}
	want := []string{
		"runreport.gate fail-blocking: failure gate R M (blocking): R. Limit: L",
		"runreport.gate fail-advisory: fail: M (advisory): R. Limit: L",
		"runreport.gate not_evaluated-blocking: skipped R",
		"runreport.gate pass-blocking: pass: M (blocking): R. Limit: L",
	}
	if !slices.Equal(cases, want) {
		t.Errorf("%q\nwant %q", cases, want)
	}
	if s := got.Suites[0]; s.Name != "gate" || s.Timestamp != "2026-03-07T01:00:00" || s.Failures != 1 || s.Skipped != 1 || got.Tests != 4 || got.Name != "Run report" {
		t.Errorf("%+v", got)
	}
	if len(got.Suites) != 1 {
		t.Errorf("%d suites", len(got.Suites))
	}
}

// Cases of one name are numbered, a case without a time has 0 seconds, and beyond the limit
// there are none.
func TestSuitesAreCounted(t *testing.T) {
	var out junitReport
	fail, skip := &junitMessage{}, &junitMessage{}
	out.add(junitSuite{Name: "a", Cases: []junitCase{{Name: "x"}, {Name: "x", Failure: fail, Time: "2"}, {Name: "y", Skipped: skip}, {Name: "x"}}})
	var names []string
	for _, c := range out.Suites[0].Cases {
		names = append(names, c.Name+" "+c.Time)
	}
	if want := []string{"x 0", "x (2) 2", "y 0", "x (3) 0"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	out.add(junitSuite{Name: "b", Cases: make([]junitCase, maxTestcases-5)})
	out.add(junitSuite{Name: "c", Cases: []junitCase{{Failure: fail}, {Failure: fail}}})
	var counts []string
	for _, s := range out.Suites {
		counts = append(counts, fmt.Sprintf("%s %d %d %d", s.Name, s.Tests, s.Failures, s.Skipped))
	}
	if want := []string{"a 4 1 1", fmt.Sprintf("b %d 0 0", maxTestcases-5), "c 1 1 0"}; !slices.Equal(counts, want) || out.Tests != maxTestcases || out.Failures != 2 {
		t.Errorf("%q, %d tests, %d failures\nwant %q", counts, out.Tests, out.Failures, want)
	}
}

// The suites are those of the subjects, in the order of their first run, with the time of the
// latest one.
func TestSuitesOfSubjects(t *testing.T) {
	run := func(system, subject string, day int) report.TestRun {
		return report.TestRun{Key: "k", System: system, Subject: subject, Unit: fmt.Sprint("u", day), Kind: "run", Result: "passed", Started: night(day)}
	}
	suites := runSuites(&report.Data{}, []report.TestRun{run("kahn", "b", 3), run("kahn", "a", 2), run("kahn", "b", 5), run("kahn", "b", 4), {System: "kahn", Result: "passed"}})
	var got []string
	for _, s := range suites {
		x := s.Name + " " + s.Timestamp
		for _, c := range s.Cases {
			x += " " + c.Classname + "/" + c.Name
		}
		got = append(got, x)
	}
	want := []string{"kahn b 2026-03-05T01:00:00 kahn.b/u3 kahn.b/u5 kahn.b/u4", "kahn a 2026-03-02T01:00:00 kahn.a/u2", "kahn  kahn/"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	broken := errors.New("no tests")
	r := &report.Report{Tests: func() (report.Tests, error) { return report.Tests{}, broken }}
	if _, err := junit(r, Options{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	r.Tests = func() (report.Tests, error) {
		return report.Tests{Runs: []report.TestRun{run("kahn", "a", 2), run("kahn", "b", 3)}}, nil
	}
	if got := only(t, r, "junit"); strings.Contains(got, "system-out") || !strings.Contains(got, ownReport+"<testsuites") {
		t.Errorf("%s", got)
	}
}

// An issue has a place: lines that there are, a whole document at its first line, and none
// without a file. The most urgent come first.
func TestIssuesHavePlaces(t *testing.T) {
	d := &report.Data{Problems: []report.Problem{
		{Key: "i", Kind: "k", Severity: "info", Title: "T", Evidence: []report.Evidence{place("a", 1)}},
		{Key: "w", Kind: "k", Severity: "warning", Text: "X", Title: "T", Evidence: []report.Evidence{{File: "whole"}, place("a", 0), place("", 3), place("b", 2)}},
		{Key: "e", Kind: "finding", Names: []string{"torn_line", "x"}, Severity: "error", Title: "T", Evidence: []report.Evidence{place("a", 1)}},
		{Key: "c", Kind: "contradiction", Names: []string{"clock"}, Severity: "later", Title: "T", Evidence: []report.Evidence{place("a", 1)}},
		{Key: "n", Kind: "finding", Severity: "error", Title: "T", Evidence: []report.Evidence{place("a", 1)}},
		{Key: "o", Kind: "drift", Names: []string{"x"}, Severity: "error", Title: "T", Evidence: []report.Evidence{place("a", 1)}},
		{Key: "nowhere", Kind: "k", Severity: "error", Title: "T", Evidence: []report.Evidence{place("a", 0)}},
		{Key: "nothing", Kind: "k", Severity: "error", Title: "T"},
		{Key: "known", Kind: "k", Severity: "error", Title: "T", Acknowledged: "x"},
	}}
	list, left, nowhere := issues(d)
	var got []string
	for _, i := range list {
		s := i.rule + " " + i.severity + " " + i.text
		for _, e := range i.at {
			s += fmt.Sprintf(" %s:%d", e.File, *e.Line)
		}
		got = append(got, s)
	}
	want := []string{"torn_line error T a:1", "finding error T a:1", "drift error T a:1", "k warning X whole:1 b:2", "k info T a:1", "clock later T a:1"}
	if !slices.Equal(got, want) || left != 0 || nowhere != 2 {
		t.Errorf("%q, %d left, %d nowhere\nwant %q", got, left, nowhere, want)
	}
	if len(list[0].key) != 32 || list[0].key == list[1].key {
		t.Errorf("%q and %q", list[0].key, list[1].key)
	}

	r := &report.Report{Data: *d}
	var quality []qualityIssue
	if err := json.Unmarshal([]byte(only(t, r, "codequality")), &quality); err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, q := range quality {
		got = append(got, fmt.Sprintf("%s %s %s %s:%d", q.CheckName, q.Severity, q.Description, q.Location.Path, q.Location.Lines.Begin))
	}
	want = []string{"torn_line critical T a:1", "finding critical T a:1", "drift critical T a:1", "k minor X whole:1", "k info T a:1", "clock info T a:1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}

	var log sarifLog
	if err := json.Unmarshal([]byte(only(t, r, "sarif")), &log); err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, x := range log.Runs[0].Results {
		got = append(got, fmt.Sprintf("%s %d %s %s %d", x.RuleID, x.RuleIndex, x.Level, x.Message.Text, len(x.Locations)))
	}
	want = []string{"torn_line 0 error T 1", "finding 1 error T 1", "drift 2 error T 1", "k 3 warning X 2", "k 3 note T 1", "clock 4 note T 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if run := log.Runs[0]; !run.Invocations[0].Successful || len(run.Invocations[0].Notifications) != 1 || run.Invocations[0].Notifications[0].Message.Text != "2 issues left out: their evidence is in no file." {
		t.Errorf("%+v", run.Invocations)
	}
	if rule := log.Runs[0].Tool.Driver.Rules[0]; rule.Short.Text != "torn line" || rule.Help.Text != "No further help." || rule.Default.Level != "error" {
		t.Errorf("%+v", rule)
	}
}

// A rule that failed and a problem that nobody has acknowledged are a line each; ten of a level.
func TestLinesOfAnnotations(t *testing.T) {
	rule := func(name, status, level string) report.GateRule {
		return report.GateRule{Name: name, Status: status, Level: level, Reason: "R"}
	}
	r := &report.Report{Data: report.Data{
		Gate: &report.Gate{Rules: []report.GateRule{rule("a", "fail", "blocking"), rule("b", "fail", "advisory"), rule("c", "pass", "blocking"),
			rule("d", "not_evaluated", "blocking"), rule("e", "fail", "later")}},
		Problems: []report.Problem{
			{Severity: "info", Title: "T", Evidence: []report.Evidence{{File: "f"}, place("g", 1)}}, {Severity: "later", Title: "U", Text: "X"},
			{Severity: "error", Title: "V", Evidence: []report.Evidence{place("", 1)}}, {Severity: "error", Title: "W", Acknowledged: "x"},
		}}}
	want := `::error title=gate%3A a::R
::error title=V::V
::warning title=gate%3A b::R
::notice title=T,file=f::T
::notice title=U::X
`
	if got := only(t, r, "annotations"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := only(t, manyProblems(1200), "annotations"); !strings.Contains(got, "::warning title=runreport::1,190 more in the full report\n") {
		t.Errorf("%s", got)
	}
}

// The badge says the verdict in its colour.
func TestColoursOfTheBadge(t *testing.T) {
	for state, want := range map[string]badgeData{
		report.VerdictPassed: {Message: "Passed: r", Color: "brightgreen"}, report.VerdictChanged: {Message: "Changed: r", Color: "yellow"},
		report.VerdictFailed: {Message: "Failed: r", Color: "red", IsError: true}, report.VerdictNothingToCompare: {Message: "Nothing to compare: r", Color: "lightgrey"},
	} {
		var got badgeData
		if err := json.Unmarshal([]byte(only(t, &report.Report{Data: report.Data{Verdict: report.Verdict{State: state, Reasons: []string{"r"}}}}, "badge")), &got); err != nil {
			t.Fatal(err)
		}
		want.SchemaVersion, want.Label, want.CacheSeconds = 1, "runreport", 300
		if got != want {
			t.Errorf("%s: %+v\nwant %+v", state, got, want)
		}
	}
}

// A feed has the latest first, at most a hundred, and the time of the latest; a problem without
// a time has that of the report.
func TestOrderOfAFeed(t *testing.T) {
	problem := func(key string, at time.Time) report.Problem {
		return report.Problem{Key: key, Kind: "failure", Severity: "error", Title: "T " + key, At: at}
	}
	d := report.Data{GeneratedAt: night(5), Problems: []report.Problem{problem("b", night(2)), problem("c", night(3)), problem("a", night(2)), problem("d", time.Time{})}}
	d.Problems[0].Text, d.Problems[0].Since = "X", night(1)
	read := func(d report.Data) *element {
		files, err := feed(&report.Report{Data: d}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return parseXML(t, string(files[0].Content))
	}
	child := func(e *element, name string) string {
		if list := e.all(name); len(list) > 0 {
			return list[0].text
		}
		return "none"
	}
	f := read(d)
	var got []string
	for _, e := range f.all("entry") {
		got = append(got, strings.Join([]string{child(e, "title"), child(e, "updated")[:10], child(e, "published"), child(e, "content"), e.all("category")[0].attr["term"]}, " "))
	}
	want := []string{"T c 2026-03-03 none T c failure", "T a 2026-03-02 none T a failure", "T b 2026-03-02 2026-03-01T01:00:00Z X failure", "T d 2026-03-05 none T d failure"}
	if !slices.Equal(got, want) || child(f, "updated") != "2026-03-05T01:00:00Z" || child(f, "title") != "Run report" {
		t.Errorf("%q of %s\nwant %q", got, child(f, "updated"), want)
	}
	d.Problems = d.Problems[:3]
	if got := child(read(d), "updated"); got != "2026-03-03T01:00:00Z" {
		t.Errorf("updated %s", got)
	}
	d.Problems = nil
	if got := child(read(d), "updated"); got != "2026-03-05T01:00:00Z" {
		t.Errorf("of nothing: updated %s", got)
	}
	for i := range maxEntries + 1 {
		d.Problems = append(d.Problems, problem(fmt.Sprint(i), night(1).Add(time.Duration(i)*time.Hour)))
	}
	if entries := read(d).all("entry"); len(entries) != 100 || child(entries[99], "title") != "T 1" {
		t.Errorf("%d entries", len(entries))
	}
	for _, c := range []struct{ report, section, want string }{{"", "recall", ""}, {"https://x/", "recall", "https://x/#recall"}, {"https://x/", "", "https://x/"}, {"https://x/", "No id", "https://x/"}} {
		got := ""
		if links := atomLinks(c.report, c.section); len(links) > 0 {
			got = links[0].Href
		}
		if got != c.want {
			t.Errorf("%q, %q: %q", c.report, c.section, got)
		}
	}
}
