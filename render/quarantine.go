package render

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// Quarantine is one form of the list of tests that fail at random, for the program that runs
// the tests.
type Quarantine struct {
	Name    string // as --quarantine-format spells it
	Endings []string
	About   string
	write   func(*report.Report, []report.KnownFlaky) (content []byte, left int, err error)
}

// Quarantines lists every form. The last one is for files of any other name.
var Quarantines = []Quarantine{
	{Name: "ctrf", Endings: []string{".json"}, About: "a CTRF report of these tests alone, each with flaky: true", write: quarantineCTRF},
	{Name: "go-skip", Endings: []string{".skip", ".go-skip"}, About: "one expression for go test -skip", write: quarantineGo},
	{Name: "plain", About: "one full name a line", write: quarantinePlain},
}

// QuarantineFor is the form of a name, or, where that is empty, the form for a file.
func QuarantineFor(name, file string) (Quarantine, bool) {
	for _, q := range Quarantines {
		if name == q.Name || name == "" && slices.ContainsFunc(q.Endings, func(end string) bool { return strings.HasSuffix(file, end) }) {
			return q, true
		}
	}
	return Quarantines[len(Quarantines)-1], name == ""
}

// Write makes the list. left is how many tests the form has no words for.
func (q Quarantine) Write(r *report.Report) (content []byte, left int, err error) {
	return q.write(r, r.Data.KnownFlaky)
}

// quarantinePlain is the name of each test as the report shows it, once where several
// subjects have it.
func quarantinePlain(_ *report.Report, tests []report.KnownFlaky) ([]byte, int, error) {
	var names []string
	for _, t := range tests {
		names = append(names, legible(t.Test))
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range slices.Compact(names) {
		b.WriteString(n + "\n")
	}
	return []byte(b.String()), 0, nil
}

// goTest is a name that go test can have: that of a function, and subtests after slashes.
var goTest = regexp.MustCompile(`^(?:Test|Fuzz|Example)(?:[^a-z/\s][^/\s]*)?(?:/\S*)?$`)

// quarantineGo is an expression that matches the tests and nothing else. go test parts it at
// each slash and | outside of brackets, so each part is quoted and anchored on its own.
// Example: TestCart/add_1.5 becomes ^TestCart$/^add_1\.5$.
func quarantineGo(_ *report.Report, tests []report.KnownFlaky) ([]byte, int, error) {
	var all []string
	left := 0
	for _, t := range tests {
		if !goTest.MatchString(t.Name) {
			left++
			continue
		}
		parts := strings.Split(t.Name, "/")
		for i, p := range parts {
			parts[i] = "^" + regexp.QuoteMeta(p) + "$"
		}
		all = append(all, strings.Join(parts, "/"))
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 0 {
		return nil, left, nil
	}
	return []byte(strings.Join(all, "|") + "\n"), left, nil
}

// What of the Common Test Report Format the list has.
type (
	ctrfReport struct {
		ReportFormat string      `json:"reportFormat"`
		SpecVersion  string      `json:"specVersion"`
		GeneratedBy  string      `json:"generatedBy"`
		Results      ctrfResults `json:"results"`
	}
	ctrfResults struct {
		Tool    ctrfTool    `json:"tool"`
		Summary ctrfSummary `json:"summary"`
		Tests   []ctrfTest  `json:"tests"`
	}
	ctrfTool struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	ctrfSummary struct {
		Tests   int   `json:"tests"`
		Passed  int   `json:"passed"`
		Failed  int   `json:"failed"`
		Skipped int   `json:"skipped"`
		Pending int   `json:"pending"`
		Other   int   `json:"other"`
		Flaky   int   `json:"flaky"`
		Start   int64 `json:"start"`
		Stop    int64 `json:"stop"`
	}
	ctrfTest struct {
		Name     string       `json:"name"`
		Status   string       `json:"status"`
		Duration int          `json:"duration"`
		Suite    []string     `json:"suite,omitempty"`
		Flaky    bool         `json:"flaky"`
		Insights ctrfInsights `json:"insights"`
		Extra    ctrfExtra    `json:"extra"`
	}
	ctrfInsights struct {
		FlakyRate ctrfRate `json:"flakyRate"`
		FailRate  ctrfRate `json:"failRate"`
		Runs      int64    `json:"executedInRuns"`
	}
	ctrfRate struct {
		Current float64 `json:"current"`
	}
	ctrfExtra struct {
		Test    string `json:"test"`
		System  string `json:"system"`
		Subject string `json:"subject"`
		Last    string `json:"lastFlake"`
	}
)

// ownCTRF is what generatedBy says, by which the reader of CTRF tells the list from a log.
const ownCTRF = "runreport"

// quarantineCTRF is a report of the tests, each with the status of its last run.
func quarantineCTRF(r *report.Report, tests []report.KnownFlaky) ([]byte, int, error) {
	at := r.Data.GeneratedAt.UnixMilli()
	if r.Data.GeneratedAt.IsZero() {
		at = 0
	}
	out := ctrfReport{ReportFormat: "CTRF", SpecVersion: "1.0.0", GeneratedBy: ownCTRF, Results: ctrfResults{
		Tool: ctrfTool{ownCTRF, r.Data.Version}, Tests: []ctrfTest{},
		Summary: ctrfSummary{Tests: len(tests), Flaky: len(tests), Start: at, Stop: at},
	}}
	for _, t := range tests {
		x := ctrfTest{
			Name: t.Name, Status: "passed", Flaky: true,
			Extra:    ctrfExtra{Test: t.Test, System: t.System, Subject: t.Subject, Last: t.Last},
			Insights: ctrfInsights{Runs: t.Runs, FlakyRate: ctrfRate{shareOf(t.Flaked, t.Runs)}, FailRate: ctrfRate{shareOf(t.Failed, t.Runs)}},
		}
		if around, ok := strings.CutSuffix(t.Test, " › "+t.Name); ok {
			x.Suite = strings.Split(around, " › ")
		}
		if t.FailsNow {
			x.Status = "failed"
			out.Results.Summary.Failed++
		} else {
			out.Results.Summary.Passed++
		}
		out.Results.Tests = append(out.Results.Tests, x)
	}
	content, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, 0, fmt.Errorf("the list of flaky tests: %w", err)
	}
	return append(content, '\n'), 0, nil
}

func shareOf(n, of int64) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
