package render

import (
	"cmp"
	"encoding/xml"
	"fmt"

	"runreport/analyze/report"
)

// The parts of a JUnit report that are written, as Jenkins, GitLab and Azure read
// them.
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
		Name      string        `xml:"name,attr"`
		Classname string        `xml:"classname,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitMessage `xml:"failure"`
		Skipped   *junitMessage `xml:"skipped"`
		Out       string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// maxTestcases keeps the file below what GitLab reads of one, whatever the texts are:
// 30 MB and 250,000 elements, attributes and texts.
const maxTestcases = 2000

// junit writes a test for each rule of the gate and for each problem. What blocks
// fails, what nobody could decide or somebody has acknowledged is skipped, all else
// passes and says what it has seen.
func junit(r *report.Report, _ Options) ([]File, error) {
	d := &r.Data
	out := junitReport{Name: plain(cmp.Or(d.Title, "Run report"))}
	if d.Gate != nil {
		out.add(d, "gate", len(d.Gate.Rules), func(i int) junitCase { return ruleCase(d.Gate.Rules[i]) })
	}
	out.add(d, "problems", len(d.Problems), func(i int) junitCase { return problemCase(d.Problems[i]) })
	content, err := indentedXML(out)
	if err != nil {
		return nil, fmt.Errorf("junit.xml: %w", err)
	}
	return []File{{Path: "junit.xml", Content: content}}, nil
}

// add appends a suite of n cases, as far as there is room for them. Of two cases of
// one name readers count the first only, so the second gets a number.
func (j *junitReport) add(d *report.Data, name string, n int, one func(int) junitCase) {
	s := junitSuite{Name: name}
	if !d.GeneratedAt.IsZero() {
		s.Timestamp = d.GeneratedAt.UTC().Format("2006-01-02T15:04:05")
	}
	taken := map[string]int{}
	for i := range min(n, maxTestcases-j.Tests) {
		c := one(i)
		c.Time = "0"
		taken[c.Name]++
		if nth := taken[c.Name]; nth > 1 {
			c.Name += fmt.Sprintf(" (%d)", nth)
		}
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	if left := n - s.Tests; left > 0 {
		s.Out = grouped(int64(left)) + " more, less urgent than these, left out for want of room."
	}
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

func problemCase(p report.Problem) junitCase {
	c := junitCase{Name: plain(p.Key), Classname: "runreport." + plain(p.Kind)}
	text := plain(cmp.Or(p.Text, p.Title))
	where, _, _ := places(p.Evidence, budget{places: longestMessage})
	if where.Short != "" {
		text += " (" + plain(where.Short) + ")"
	}
	switch {
	case p.Acknowledged != "":
		c.Skipped = &junitMessage{Message: "acknowledged: " + text}
	case p.Severity == report.SeverityError:
		c.Failure = &junitMessage{Type: plain(p.Kind), Message: plain(p.Title), Text: text}
	default:
		c.Out = text
	}
	return c
}
