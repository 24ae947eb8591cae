package render

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"runreport/analyze/report"
)

// published is the path of a schema that other people publish. CI fetches them into
// the folder RUNREPORT_SCHEMAS; the test is skipped where that is not set.
func published(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("RUNREPORT_SCHEMAS")
	if dir == "" {
		t.Skip("RUNREPORT_SCHEMAS names no folder; .ci/schemas fills one")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// machineReports are the reports that every format for machines has to cope with.
func machineReports() map[string]*report.Report {
	reports := map[string]*report.Report{"fixture": fixture(), "empty": {}, "of 5,001 problems": manyProblems(maxIssues + 1)}
	for i, s := range hostile {
		reports[fmt.Sprintf("of hostile text %d", i)] = poisoned(s)
	}
	return reports
}

// manyProblems is a report with n problems, the last of them the most urgent.
func manyProblems(n int) *report.Report {
	r := &report.Report{Data: report.Data{Title: "Many", Version: "0.1.0", GeneratedAt: night(9)}}
	for i := range n {
		p := report.Problem{Key: fmt.Sprintf("recall-regression/c/1/b%05d", i), Kind: "recall-regression", Severity: "warning", Title: "b fell", Section: "recall",
			Text: strings.Repeat("<&\"'", 300), At: night(1).Add(time.Duration(i) * time.Second), Evidence: []report.Evidence{place("a/b.jsonl", int64(i+1))}}
		if i == n-1 {
			p.Severity = "error"
		}
		r.Data.Problems = append(r.Data.Problems, p)
	}
	return r
}

func only(t *testing.T, r *report.Report, name string) string {
	t.Helper()
	contents := rendered(t, r, name)
	if len(contents) != 1 {
		t.Fatalf("%s makes %d files", name, len(contents))
	}
	for _, c := range contents {
		return c
	}
	return ""
}

func TestSarifFitsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(published(t, "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range machineReports() {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(only(t, r, "sarif")))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("the report %s: %v", name, err)
		}
	}
	if schema.Validate(map[string]any{"version": "2.1.0"}) == nil {
		t.Error("the schema takes a log without runs")
	}
}

func TestSarif(t *testing.T) {
	read := func(r *report.Report) sarifRun {
		var log sarifLog
		if err := json.Unmarshal([]byte(only(t, r, "sarif")), &log); err != nil || len(log.Runs) != 1 {
			t.Fatalf("%d runs, %v", len(log.Runs), err)
		}
		return log.Runs[0]
	}
	run := read(manyProblems(maxIssues + 1))
	if len(run.Results) != maxIssues || run.Results[0].Level != "error" || run.Invocations[0].Notifications[0].Message.Text != "1 issue more, less urgent than these, left out for want of room." {
		t.Errorf("%d results, the first %s, %v", len(run.Results), run.Results[0].Level, run.Invocations)
	}
	wide := manyProblems(maxIssues)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range wide.Data.Problems { // what packs worst
		text := make([]rune, longestMessage)
		for n := range text {
			text[n] = rune(0x4E00 + random.IntN(0x5000))
		}
		wide.Data.Problems[i].Text = string(text)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(only(t, wide, "sarif"))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil || packed.Len() > 10_000_000 {
		t.Errorf("%d bytes packed: GitHub takes 10 MB; %v", packed.Len(), err)
	}
	if run := read(manyProblems(maxIssues)); len(run.Results) != maxIssues || run.Invocations[0].Notifications != nil {
		t.Errorf("at the limit: %d results, %v", len(run.Results), run.Invocations)
	}
	r := fixture()
	r.Rules = []report.Rule{{Name: "flake", Means: "a step that needs retries", Do: "look [here](x) {0}"}}
	r.Data.Problems[3].Acknowledged = ""
	r.Data.Problems[2].Evidence = nil
	r.Data.Problems[0].Evidence[0].File = "a b/c:d/%41/é?.jsonl"
	run = read(r)
	var rules []string
	for i, result := range run.Results {
		rules = append(rules, result.RuleID)
		if run.Tool.Driver.Rules[result.RuleIndex].ID != result.RuleID || result.Fingerprints["runreport/v1"] != fingerprint(r.Data.Problems[[]int{0, 1, 3}[i]].Key) {
			t.Errorf("result %d is of another rule or problem: %+v", i, result)
		}
	}
	if want := []string{"recall-regression", "flake", "torn_line"}; !slices.Equal(rules, want) {
		t.Errorf("rules %v, want %v", rules, want)
	}
	if got := run.Results[0].Locations[0].Physical; got.Artifact.URI != "a%20b/c%3Ad/%2541/%C3%A9%3F.jsonl" || got.Region.StartLine != 57 {
		t.Errorf("location %+v", got)
	}
	if got := run.Tool.Driver.Rules[1]; got.Short.Text != "A step that needs retries" || got.Help.Text != "Look [here]\u200b(x) {\u200b0}" {
		t.Errorf("rule %+v", got)
	}
	if got := run.Invocations[0].Notifications; len(got) != 1 || got[0].Message.Text != "1 issue left out: their evidence is in no file." {
		t.Errorf("notifications %+v", got)
	}
}

func TestCodeQuality(t *testing.T) {
	if got := only(t, &report.Report{}, "codequality"); got != "[]\n" {
		t.Errorf("nothing is %q, want an empty list", got)
	}
	for name, r := range machineReports() {
		var entries []map[string]any
		if err := json.Unmarshal([]byte(only(t, r, "codequality")), &entries); err != nil {
			t.Fatal(err)
		}
		if len(entries) > maxIssues {
			t.Errorf("the report %s: %d entries", name, len(entries))
		}
		seen := map[any]bool{}
		for _, e := range entries {
			location := e["location"].(map[string]any)
			begin := location["lines"].(map[string]any)["begin"].(float64)
			for _, field := range []string{"description", "check_name", "fingerprint"} {
				if s, _ := e[field].(string); s == "" && strings.TrimSpace(r.Data.Problems[0].Text) != "" {
					t.Errorf("the report %s: an entry without %s: %v", name, field, e)
				}
			}
			if !slices.Contains([]any{"info", "minor", "major", "critical", "blocker"}, e["severity"]) || location["path"] == "" || begin < 1 || begin != float64(int64(begin)) || len(e) != 5 || len(location) != 2 {
				t.Errorf("the report %s: entry %v", name, e)
			}
			if seen[e["fingerprint"]] && !strings.HasPrefix(name, "of hostile") {
				t.Errorf("the report %s: two entries of one fingerprint", name)
			}
			seen[e["fingerprint"]] = true
		}
	}
}

func TestJUnitFitsItsSchema(t *testing.T) {
	schema := published(t, "junit-10.xsd")
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Fatal("xmllint is not there")
	}
	dir := t.TempDir()
	args := []string{"--noout", "--nonet", "--schema", schema}
	for name, r := range machineReports() {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".xml")
		if err := os.WriteFile(path, []byte(only(t, r, "junit")), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	if out, err := exec.Command(lint, args...).CombinedOutput(); err != nil {
		t.Errorf("%v:\n%.2000s", err, out)
	}
}

func TestJUnit(t *testing.T) {
	for name, r := range machineReports() {
		content := only(t, r, "junit")
		var got junitReport
		if err := xml.Unmarshal([]byte(content), &got); err != nil {
			t.Fatalf("the report %s: %v", name, err)
		}
		tests, failures := 0, 0
		for _, s := range got.Suites {
			seen := map[string]bool{}
			failed, skipped := 0, 0
			for _, c := range s.Cases {
				if seen[c.Name] {
					t.Errorf("the report %s: two cases are called %.60q", name, c.Name)
				}
				seen[c.Name] = true
				if c.Failure != nil {
					failed++
				}
				if c.Skipped != nil {
					skipped++
				}
			}
			if s.Tests != len(s.Cases) || s.Failures != failed || s.Skipped != skipped {
				t.Errorf("the report %s: suite %s counts %d, %d, %d; there are %d, %d, %d", name, s.Name, s.Tests, s.Failures, s.Skipped, len(s.Cases), failed, skipped)
			}
			tests, failures = tests+s.Tests, failures+s.Failures
		}
		if got.Tests != tests || got.Failures != failures || tests > maxTestcases {
			t.Errorf("the report %s: counts %d and %d, there are %d and %d", name, got.Tests, got.Failures, tests, failures)
		}
		if objects := strings.Count(content, "<") + strings.Count(content, `="`); len(content) > 30_000_000 || objects > 250_000 {
			t.Errorf("the report %s: %d bytes, %d objects", name, len(content), objects)
		}
	}
	golden(t, "junit.xml", only(t, fixture(), "junit"))
}

// Each step of a run is a case that ends as the step did; a run that failed is a failure
// whether or not a step of it failed, but for what somebody has acknowledged.
func TestJUnitCases(t *testing.T) {
	r := fixture()
	r.Data.Problems = append(r.Data.Problems, report.Problem{Key: "failure/crabyard/tidepool-api/-", Acknowledged: "failure/crabyard/**"})
	var got junitReport
	if err := xml.Unmarshal([]byte(only(t, r, "junit")), &got); err != nil {
		t.Fatal(err)
	}
	var cases []string
	for _, s := range got.Suites[1:] {
		for _, c := range s.Cases {
			how := "passed"
			switch {
			case c.Failure != nil:
				how = "failure " + c.Failure.Type + ": " + c.Failure.Text
			case c.Skipped != nil:
				how = "skipped " + c.Skipped.Message
			case len(c.Flaky) > 0:
				how = "flaky: " + c.Flaky[0].Message
			case c.Out != "":
				how = "says " + c.Out
			}
			cases = append(cases, fmt.Sprintf("%s|%s|%s %s s, %d reruns: %s", s.Name, c.Classname, c.Name, c.Time, len(c.Rerun), how))
		}
	}
	want := []string{
		"kahn release|kahn.release|build 61 s, 0 reruns: passed",
		"kahn release|kahn.release|bundle-size 3.25 s, 1 reruns: failure failed: storefront.js is 412 kB, limit 400 kB (release-07) at nights/2026-03-07.jsonl:18",
		"kahn release|kahn.release|deploy 0 s, 0 reruns: skipped blocked by a failed step",
		"kahn release|kahn.release|docs 0 s, 0 reruns: skipped skipped",
		"kahn release|kahn.release|build (2) 70 s, 0 reruns: flaky: Timeout 30000 ms exceeded",
		"kahn release|kahn.release|lint 1 s, 0 reruns: says failed, but the run passed: 2 warnings (release-06)",
		"crabyard tidepool-api|crabyard.tidepool-api|CY-7 0 s, 0 reruns: skipped acknowledged (failure/crabyard/**): lease expired",
		"playbook chi|playbook.chi|phase 1 60 s, 0 reruns: passed",
		"playbook chi|playbook.chi|run 0 s, 0 reruns: failure failed: release_recommendation: BLOCK (chi)",
	}
	if !slices.Equal(cases, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(cases, "\n"), strings.Join(want, "\n"))
	}
	if last := got.Suites[len(got.Suites)-1]; !strings.HasPrefix(last.Out, "1 more run left out") {
		t.Errorf("the last suite says %q", last.Out)
	}
}

func TestBadge(t *testing.T) {
	for name, r := range machineReports() {
		var b map[string]any
		if err := json.Unmarshal([]byte(only(t, r, "badge")), &b); err != nil {
			t.Fatal(err)
		}
		message, _ := b["message"].(string)
		if b["schemaVersion"] != 1.0 || b["label"] != "runreport" || message == "" || len([]rune(message)) > longestBadge || !slices.Contains([]any{"brightgreen", "yellow", "red", "lightgrey"}, b["color"]) {
			t.Errorf("the report %s: %v", name, b)
		}
		for key := range b {
			if !slices.Contains([]string{"schemaVersion", "label", "message", "color", "isError", "cacheSeconds"}, key) {
				t.Errorf("the report %s: no member is called %s", name, key)
			}
		}
	}
}

// command is what a runner reads as a command: its properties and its data.
var command = regexp.MustCompile(`^::(error|warning|notice) title=([^,:\r\n]*)(?:,file=([^,:\r\n]*)(?:,line=([0-9]+))?)?::([^\r\n]*)$`)

func TestAnnotations(t *testing.T) {
	unescape := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	for name, r := range machineReports() {
		levels := map[string]int{}
		for _, line := range strings.Split(strings.TrimSuffix(only(t, r, "annotations"), "\n"), "\n") {
			if line == "" {
				continue
			}
			m := command.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("the report %s: no command: %.100q", name, line)
				continue
			}
			levels[m[1]]++
		}
		for level, n := range levels {
			if n > maxAnnotations {
				t.Errorf("the report %s: %d of level %s", name, n, level)
			}
		}
	}
	r := &report.Report{Data: report.Data{Problems: []report.Problem{{Severity: "error", Title: "a: b, 100%", Text: "::error::c\nd 100 %0A", Evidence: []report.Evidence{place("e,f:g.jsonl", 3)}}}}}
	got := only(t, r, "annotations")
	if want := "::error title=a%3A b%2C 100%25,file=e%2Cf%3Ag.jsonl,line=3::::error::c d 100 %250A\n"; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if m := command.FindStringSubmatch(strings.TrimSuffix(got, "\n")); unescape.Replace(m[2]) != "a: b, 100%" || unescape.Replace(m[3]) != "e,f:g.jsonl" {
		t.Errorf("a runner reads %q", m)
	}
	for n, want := range map[int]string{10: "", 11: "::warning title=runreport::2 more in the full report\n"} {
		r := manyProblems(n + 1)
		got := only(t, r, "annotations")
		if lines := strings.Count(got, "::warning "); lines != maxAnnotations || !strings.HasSuffix(got, want) {
			t.Errorf("%d warnings: %d lines, the last %q", n, lines, got[strings.LastIndex(strings.TrimSuffix(got, "\n"), "\n")+1:])
		}
	}
}

// No format for machines has a character that a person cannot see, or breaks off in
// the middle of one.
func TestMachinesHoldLegibleText(t *testing.T) {
	for _, s := range hostile {
		for _, name := range Names() {
			if Whole([]string{name}) {
				continue // for people
			}
			content := only(t, poisoned(s), name)
			if bytes.ContainsRune([]byte(content), '\uFFFD') && !strings.Contains(legible(s), "\uFFFD") {
				t.Errorf("%q: %s holds a broken character", s, name)
			}
		}
	}
}
