package render

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"runreport/analyze/report"
)

// The parts of a JUnit report that are written, as Jenkins, GitLab and Azure read
// them. flakyFailure and rerunFailure are those of Maven Surefire.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name      string      `xml:"name,attr"`
		Tests     int         `xml:"tests,attr"`
		Failures  int         `xml:"failures,attr"`
		Errors    int         `xml:"errors,attr"`
		Skipped   int         `xml:"skipped,attr"`
		Timestamp string      `xml:"timestamp,attr,omitempty"`
		Cases     []junitCase `xml:"testcase"`
		Out       string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Name      string         `xml:"name,attr"`
		Classname string         `xml:"classname,attr"`
		Time      string         `xml:"time,attr"`
		Failure   *junitMessage  `xml:"failure"`
		Flaky     []junitMessage `xml:"flakyFailure"` // of a case that passed in the end
		Rerun     []junitMessage `xml:"rerunFailure"` // of one that failed
		Skipped   *junitMessage  `xml:"skipped"`
		Out       string         `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// maxTestcases keeps the file below what GitLab reads of one, whatever the texts are:
// 30 MB and 250,000 elements, attributes and texts.
const maxTestcases = 2 * report.MaxTests

// ownReport tells the file from the report of a test runner: runreport reads those, and what
// it wrote itself counts nothing.
const ownReport = "<!-- A report of runreport, not a log of tests. -->\n"

// junit writes a test for each step of the runs of the last run dates, for each run
// without steps, and for each rule of the gate.
func junit(r *report.Report, _ Options) ([]File, error) {
	d := &r.Data
	out := junitReport{Name: plain(cmp.Or(d.Title, "Run report"))}
	if d.Gate != nil {
		var cases []junitCase
		for _, rule := range d.Gate.Rules {
			if !rule.Absent {
				cases = append(cases, ruleCase(rule))
			}
		}
		out.add(junitSuite{Name: "gate", Timestamp: junitTime(d.GeneratedAt), Cases: cases})
	}
	var tests report.Tests
	if r.Tests != nil {
		var err error
		if tests, err = r.Tests(); err != nil {
			return nil, err
		}
	}
	for _, s := range runSuites(d, tests.Runs) {
		out.add(s)
	}
	if n := tests.Left; n > 0 {
		out.Suites[len(out.Suites)-1].Out = counted(n, "more run") + " left out for want of room."
	}
	content, err := indentedXML(out)
	if err != nil {
		return nil, fmt.Errorf("junit.xml: %w", err)
	}
	content = bytes.Replace(content, []byte("<testsuites"), []byte(ownReport+"<testsuites"), 1)
	return []File{{Path: "junit.xml", Content: content}}, nil
}

func junitTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}

// runSuites is a suite for each subject, in the order of its first run.
func runSuites(d *report.Data, runs []report.TestRun) []junitSuite {
	accepted := map[string]string{} // acknowledged problems
	for _, p := range d.Problems {
		if p.Acknowledged != "" {
			accepted[p.Key] = p.Acknowledged
		}
	}
	var suites []junitSuite
	places := map[string]int{}
	for i := range runs {
		run := &runs[i]
		name := plain(strings.TrimSpace(run.System + " " + run.Subject))
		at, known := places[name]
		if !known {
			at = len(suites)
			places[name] = at
			suites = append(suites, junitSuite{Name: name})
		}
		s := &suites[at]
		s.Timestamp = max(s.Timestamp, junitTime(run.Started))
		s.Cases = append(s.Cases, runCases(run, accepted)...)
	}
	return suites
}

// add appends a suite. Of two cases of one name readers count the first only, so the
// second gets a number.
func (j *junitReport) add(s junitSuite) {
	s.Cases = s.Cases[:min(len(s.Cases), maxTestcases-j.Tests)]
	taken := map[string]int{}
	for i := range s.Cases {
		c := &s.Cases[i]
		taken[c.Name]++
		if nth := taken[c.Name]; nth > 1 {
			c.Name += fmt.Sprintf(" (%d)", nth)
		}
		c.Time = cmp.Or(c.Time, "0")
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
	s.Tests = len(s.Cases)
	j.Tests += s.Tests
	j.Failures += s.Failures
	j.Suites = append(j.Suites, s)
}

func ruleCase(r report.GateRule) junitCase {
	c := junitCase{Name: plain(r.Name), Classname: "runreport.gate"}
	text := plain(fmt.Sprintf("%s (%s): %s. Limit: %s", r.Means, r.Level, r.Reason, r.Limit))
	switch {
	case r.Status == "fail" && r.Level == "blocking":
		c.Failure = &junitMessage{Type: "gate", Message: plain(r.Reason), Text: text}
	case r.Status == "not_evaluated":
		c.Skipped = &junitMessage{Message: plain(r.Reason)}
	default:
		c.Out = plain(words(r.Status)) + ": " + text
	}
	return c
}

// failing are the results that are a failure of a run.
var failing = map[string]bool{"failed": true, "stalled": true, "blocked": true}

// runCases are the steps of a run, and the run itself where it has none, or where it failed
// and no step did.
func runCases(run *report.TestRun, accepted map[string]string) (cases []junitCase) {
	class := plain(strings.TrimSuffix(run.System+"."+run.Subject, "."))
	failed := false
	for _, s := range run.Steps {
		c := junitCase{Name: plain(s.Name), Classname: class, Time: junitSeconds(s.Duration)}
		text := junitText(cmp.Or(s.Error, s.Result), run.Unit, s.Evidence)
		tolerated := (run.Result == "passed" || run.Result == "flaky") && s.Result != "flaky"
		switch {
		case s.Result == "blocked":
			c.Skipped = &junitMessage{Message: "blocked by a failed step"}
		case failing[s.Result] && tolerated:
			c.Out = plain(s.Result + ", but the run passed: " + text)
		default:
			c.end(s.Result, cmp.Or(s.Error, s.Result), text, accepted[s.Problem], s.Failed, run.Unit)
		}
		failed = failed || c.Failure != nil || failing[s.Result] && accepted[s.Problem] != ""
		cases = append(cases, c)
	}
	if len(cases) > 0 && (failed || !failing[run.Result]) {
		return cases
	}
	name := run.Unit
	if len(run.Steps) > 0 {
		name = run.Kind
	}
	c := junitCase{Name: plain(cmp.Or(name, run.Kind, run.Key)), Classname: class, Time: junitSeconds(run.Duration)}
	why := cmp.Or(run.Error, run.Result)
	c.end(run.Result, why, junitText(why, run.Unit, run.Evidence), accepted[run.Problem], run.Failed, run.Unit)
	return append(cases, c)
}

// end writes how the case ended. by is the acknowledgement of its failure.
func (c *junitCase) end(result, why, text, by string, before []report.TestAttempt, unit string) {
	var attempts []junitMessage
	for _, a := range before {
		attempts = append(attempts, junitMessage{Type: "failed", Message: plain(cmp.Or(a.Error, "failed attempt")), Text: junitText(cmp.Or(a.Error, "failed attempt"), unit, a.Evidence)})
	}
	switch {
	case failing[result] && by != "":
		c.Skipped = &junitMessage{Message: plain("acknowledged (" + by + "): " + why)}
	case failing[result]:
		c.Failure, c.Rerun = &junitMessage{Type: result, Message: plain(why), Text: text}, attempts
	case result == "flaky":
		c.Flaky = attempts
	case result != "passed":
		c.Skipped = &junitMessage{Message: plain(result)}
	}
}

// junitText is a text with the run and the place that it is of.
func junitText(text, unit string, at report.Evidence) string {
	out := plain(text)
	if unit != "" {
		out += " (" + plain(unit) + ")"
	}
	if where, _, _ := places([]report.Evidence{at}, budget{places: longestMessage}); where.Short != "" {
		out += " at " + plain(where.Short)
	}
	return out
}

// junitSeconds is a duration as JUnit writes it; empty where it is not known.
func junitSeconds(n report.Number) string {
	if !n.OK || n.Value < 0 {
		return ""
	}
	return strconv.FormatFloat(n.Value, 'f', -1, 64)
}
