package run_test

import (
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// TestCounts reads the numbers of a run from its log and from the documents beside it.
func TestCounts(t *testing.T) {
	log := playbooktest.Head + "\n" + playbooktest.Lines(
		`{"event":"pattern_walked","ts":"2026-03-02T09:02:00Z","phase":1,"pattern":2,"findings_count":3}`,
		`{"event":"finding_logged","ts":"2026-03-02T09:03:00Z","phase":3,"finding_id":"BUG-001","category":"code-bug"}`,
		`{"event":"finding_logged","ts":"2026-03-02T09:04:00Z","phase":3,"finding_id":"BUG-001","category":"code-bug"}`,
		`{"event":"finding_logged","ts":"2026-03-02T09:05:00Z","phase":4,"finding_id":"BUG-002","category":"spec-divergence"}`,
		`{"event":"gate_check","ts":"2026-03-02T09:06:00Z","phase":2,"gate":"functional_tests","status":"pass","details":{"passed":22,"expected_fail":9}}`,
		`{"event":"gate_check","ts":"2026-03-02T09:07:00Z","phase":6,"gate_name":"tests","verdict":"pass","expected_failures":16}`,
		`{"event":"gate_check","ts":"2026-03-02T09:08:00Z","phase":6,"gate_name":"release","verdict":"blocked"}`,
		`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"success","total_findings":2,"active_bugs":2,"final_verdict":"pass"}`,
		`{"event":"iteration_end","ts":"2026-03-02T11:30:00Z","strategy":"gap","status":"success","active_bugs":6}`)
	l := playbooktest.Load(t, map[string]string{
		"harbor/quality/run_state.jsonl": log,
		"harbor/quality/BUGS.md": "# Bugs\n\n### BUG-001: a\n- Severity: High\n- Status: confirmed open\n\n### BUG-002: b\n- Severity: LOW-MED\n\n" +
			"### BUG-003: c\n- Severity: MEDIUM\n- Status: unverified\n\n## Dismissed findings\n\n### BUG-004: d\n- Severity: LOW\n",
		"harbor/quality/results/recheck-results.json": `{"schema_version":"1.0","source_run":{},` +
			`"results":[{"id":"BUG-002","status":"FIXED"},{"id":"BUG-002","status":"STILL_OPEN"}],` + // the first counts
			`"summary":{"total":1,"fixed":1,"partially_fixed":0,"still_open":0,"inconclusive":0}}`,
		"harbor/quality/results/integration-results.json": `{"schema_version":"1.1","recommendation":"SHIP","groups":[{"name":"all","result":"pass"}],` +
			`"summary":{"total_groups":1,"passed":1,"failed":0,"skipped":0}}`,
		"harbor/quality/results/quality-gate.log": "=== Quality Gate ===\n  PASS: a\n  PASS: b\nTotal: 2 FAIL (0 substantive, 2 record-keeping), 1 WARN\nRESULT: GATE PASSED\n\n" +
			"=== source-edit guardrail (validate_no_source_edits) ===\nViolations:\n  - app/a.ts\n  - app/b.ts\n",
	})
	for name, want := range map[string]string{
		"bugs":               "3 severity/high=1 severity/medium=1 severity/low=1 state/open=1 state/fixed=1 state/retracted=1 state/other=1",
		"active_bugs":        "6", // the last round of exploration knows best
		"expected_fail":      "16",
		"findings":           "2 phase/phase 3=1 phase/phase 4=1 category/code-bug=1 category/spec-divergence=1 pattern/2=3",
		"gate_checks":        "verdict/pass=2 verdict/fail=1",
		"gate":               "verdict/pass=2 verdict/fail=2 verdict/warn=1",
		"source_edits":       "2",
		"recheck":            "state/fixed=1 state/partially_fixed=0 state/still_open=0 state/inconclusive=0",
		"integration_groups": "result/passed=1 result/failed=0 result/skipped=0",
	} {
		if got := l.Counts(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := l.Claim("gate_check", "functional_tests", "passed"); got != "22" {
		t.Errorf("details of a gate check: %q", got)
	}
	if got := l.Claim("integration-results.json", "all", "result"); got != "pass" {
		t.Errorf("result of a group: %q", got)
	}
}

// The first document that lists bugs says which there are; later ones say more about those.
func TestWhichBugsThereAre(t *testing.T) {
	tracker := func(rows string) string {
		return "# Quality Playbook Progress\n\n## Cumulative BUG tracker\n\n| ID | Severity |\n|---|---|\n" + rows
	}
	tdd := `{"schema_version":"1.1","bugs":[{"id":"BUG-001","severity":"LOW","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"},` +
		`{"id":"BUG-003","severity":"LOW","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}],"summary":{}}`
	for _, c := range []struct {
		name string
		docs map[string]string
		want string
	}{
		{"a list alone", map[string]string{"BUGS.md": "# Bugs\n\n### BUG-001: a\n- Severity: High\n"}, "1 severity/high=1"},
		{"a list, and a tracker that says more", map[string]string{"BUGS.md": "# Bugs\n\n### BUG-001: a\n", "PROGRESS.md": tracker("| BUG-001 | HIGH |\n| BUG-002 | LOW |\n")}, "1 severity/high=1"},
		{"a list that says it, and a tracker", map[string]string{"BUGS.md": "# Bugs\n\n### BUG-001: a\n- Severity: Low\n", "PROGRESS.md": tracker("| BUG-001 | HIGH |\n")}, "1 severity/low=1"},
		{"a tracker alone", map[string]string{"PROGRESS.md": tracker("| BUG-001 | HIGH |\n| CB-002 | LOW |\n| BUG-002 | LOW |\n")}, "2 severity/high=1 severity/low=1"},
		{"tests, and a tracker", map[string]string{"results/tdd-results.json": tdd, "PROGRESS.md": tracker("| BUG-001 | HIGH |\n| BUG-002 | LOW |\n")}, "2 severity/low=2"},
	} {
		files := map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(
			`{"event":"finding_logged","ts":"2026-03-02T09:03:00Z","phase":3,"finding_id":"BUG-001","category":"code-bug"}`,
			`{"event":"finding_logged","ts":"2026-03-02T09:03:00Z","phase":3,"finding_id":"BUG-009","category":"code-bug"}`)}
		for name, text := range c.docs {
			files["harbor/quality/"+name] = text
		}
		if got := playbooktest.Load(t, files).Counts("bugs"); !strings.HasPrefix(got+" ", c.want+" ") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A number that several records state as the run goes on is that of the last round of exploration
// that states it, else of the end of the run, else of the last gate check.
func TestLatestNumbers(t *testing.T) {
	check := func(minute, more string) string {
		return `{"event":"gate_check","ts":"2026-03-02T09:` + minute + `:00Z","gate_name":"g` + minute + `","verdict":"pass"` + more + `}`
	}
	end := func(more string) string {
		return `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success"` + more + `}`
	}
	round := func(minute, more string) string {
		return `{"event":"iteration_end","ts":"2026-03-02T10:` + minute + `:00Z","strategy":"gap","status":"success"` + more + `}`
	}
	for _, c := range []struct {
		name             string
		log              []string
		active, expected string
	}{
		{"no number", []string{check("01", ""), end("")}, "", ""},
		{"a gate check", []string{check("01", `,"active_bugs":3,"expected_fail":1`), check("02", "")}, "3", "1"},
		{"the last of two gate checks", []string{check("01", `,"active_bugs":3`), check("02", `,"active_bugs":4,"expected_fail":0`)}, "4", "0"},
		{"the details of a gate check", []string{check("01", `,"active_bugs":3`), check("02", `,"details":{"active_bugs":5,"expected_fail":2,"x":9}`)}, "5", "2"},
		{"details in words", []string{check("01", `,"active_bugs":3`), check("02", `,"details":{"active_bugs":"many"}`)}, "3", ""},
		{"the end of the run", []string{check("01", `,"active_bugs":3`), end(`,"active_bugs":6,"expected_fail":7`)}, "6", "7"},
		{"an end that does not say", []string{check("01", `,"active_bugs":3`), end("")}, "3", ""},
		{"a round", []string{end(`,"active_bugs":6,"expected_fail":7`), round("01", `,"active_bugs":8,"expected_fail":9`)}, "8", "7"},
		{"the last round that says it", []string{end(`,"active_bugs":6`), round("01", `,"active_bugs":8`), round("02", `,"active_bugs":9`), round("03", "")}, "9", ""},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
		if active, expected := l.Counts("active_bugs"), l.Counts("expected_fail"); active != c.active || expected != c.expected {
			t.Errorf("%s: %s active, %s expected, want %s and %s", c.name, active, expected, c.active, c.expected)
		}
	}
}

// What the tests of bugs did: by tdd-results.json in either version of it, else by their logs.
func TestResultsOfTests(t *testing.T) {
	tdd := func(bugs string) map[string]string {
		return map[string]string{"results/tdd-results.json": `{"schema_version":"1.1","skill_version":"1.5.6","bugs":[` + bugs + `],"summary":{}}`}
	}
	for _, c := range []struct {
		name       string
		docs       map[string]string
		red, green string
	}{
		{"none", nil, "", ""},
		{"by the document", tdd(`{"id":"BUG-001","red_phase":"fail","green_phase":"pass"},{"id":"BUG-002","red_phase":"fail"}`), "result/fail=2", "result/pass=1"},
		{"by an older document", tdd(`{"id":"BUG-001","red_passed":false,"green_passed":true}`), "result/fail=1", "result/pass=1"},
		{"by the logs", map[string]string{"results/BUG-001.red.log": "RED\n", "results/BUG-002.red.log": "GREEN\n", "results/BUG-001.green.log": "GREEN\n"},
			"result/fail=1 result/pass=1", "result/pass=1"},
		{"logs without a result", map[string]string{"results/BUG-001.red.log": "RED\n", "results/BUG-002.red.log": "NOT_RUN\n"}, "result/fail=1 result/not_run=1", ""},
		{"both", map[string]string{"results/tdd-results.json": tdd(`{"id":"BUG-001","red_phase":"fail"}`)["results/tdd-results.json"], "results/BUG-002.red.log": "RED\n"}, "result/fail=1", ""},
	} {
		files := map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n"}
		for name, text := range c.docs {
			files["harbor/quality/"+name] = text
		}
		l := playbooktest.Load(t, files)
		if red, green := l.Counts("red_tests"), l.Counts("green_tests"); red != c.red || green != c.green {
			t.Errorf("%s: red %q, green %q, want %q and %q", c.name, red, green, c.red, c.green)
		}
	}
}

// What the log states and names of findings; what it does not say is no number.
func TestCountsOfFindings(t *testing.T) {
	found := func(more string) string {
		return `{"event":"finding_logged","ts":"2026-03-02T09:03:00Z","finding_id":"BUG-001"` + more + `}`
	}
	end := func(more string) string {
		return `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success"` + more + `}`
	}
	for line, want := range map[string]string{
		end(""): "", end(`,"total_findings":0`): "0", end(`,"total_findings":5`): "5",
		found(""): "", found(`,"phase":3`): "phase/phase 3=1", found(`,"category":"code-bug"`): "category/code-bug=1",
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + line + "\n"})
		if got := l.Counts("findings"); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
