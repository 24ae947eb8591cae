package run_test

import (
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

func TestArtefacts(t *testing.T) {
	full := map[string]string{}
	for _, name := range []string{"EXPLORATION.md", "test_functional.py", "code_reviews/one.md", "patches/BUG-001-regression-test.patch",
		"spec_audits/2026-03-02-triage.md", "spec_audits/2026-03-02-auditor-1.md", "writeups/BUG-001.md", "results/BUG-001.red.log"} {
		full[name] = "x\n"
	}
	for _, name := range []string{"REQUIREMENTS.md", "QUALITY.md", "CONTRACTS.md", "COVERAGE_MATRIX.md",
		"COMPLETENESS_REPORT.md", "RUN_CODE_REVIEW.md", "RUN_INTEGRATION_TESTS.md", "RUN_SPEC_AUDIT.md", "RUN_TDD_TESTS.md"} {
		full[name] = "x\n"
	}
	full["EXPLORATION.md"] = "# Exploration\n\n## Open Exploration Findings\n" + strings.Repeat("text\n", 120)
	full["results/BUG-001.red.log"] = "RED\nExit: 1\n"
	full["BUGS.md"] = "# Bugs\n\n### BUG-001: a\n"
	full["results/tdd-results.json"] = playbooktest.Sample("tdd_results")
	full["results/quality-gate.log"] = playbooktest.Sample("gate_log")
	var all []string
	for _, n := range []string{"1", "2", "3", "4", "5", "6"} {
		all = append(all, playbooktest.At("phase_start", n, 1), playbooktest.At("phase_end", n, 2))
	}
	for _, c := range []struct {
		name    string
		log     []string
		drop    []string
		finding string // "" none of artefact_missing
	}{
		{"all there", all, nil, ""},
		{"nothing but log and documents", all, []string{"EXPLORATION.md", "code_reviews/one.md"}, ""},
		{"no exploration", all, []string{"EXPLORATION.md"}, "artefact_missing|phase 1 has ended: not found EXPLORATION.md"},
		{"two of the nine", all, []string{"QUALITY.md", "CONTRACTS.md", "test_functional.py"}, "artefact_missing|phase 2 has ended: not found QUALITY.md, CONTRACTS.md, test_functional.*"},
		{"no patch", all, []string{"patches/BUG-001-regression-test.patch"}, "artefact_missing|patches/BUG-*-regression-test.patch"},
		{"no triage", all, []string{"spec_audits/2026-03-02-triage.md"}, "artefact_missing|phase 4 has ended: not found spec_audits/*-triage.md"},
		{"no audit", all, []string{"spec_audits/2026-03-02-auditor-1.md"}, "artefact_missing|phase 4 has ended: not found spec_audits/*-auditor-*.md"},
		{"neither audit nor triage", all, []string{"spec_audits/2026-03-02-auditor-1.md", "spec_audits/2026-03-02-triage.md"},
			"artefact_missing|phase 4 has ended: not found spec_audits/*-triage.md, spec_audits/*-auditor-*.md"},
		{"no review", all, []string{"patches/BUG-001-regression-test.patch", "QUALITY.md", "code_reviews/one.md"}, "artefact_missing|phase 3 has ended: not found code_reviews/*"},
		{"no results of tests", all, []string{"results/tdd-results.json"}, "artefact_missing|phase 5 has ended: not found results/tdd-results.json"},
		{"no writeup", all, []string{"writeups/BUG-001.md"}, "artefact_missing|phase 5 has ended: not found writeups/BUG-001.md"},
		{"no gate", all, []string{"results/quality-gate.log"}, "artefact_missing|phase 6"},
		{"stopped, but complete", append(all[:8:8], playbooktest.At("phase_start", "5", 3)), nil, "phase_in_progress|its artefacts are complete, so a phase_end is missing"},
		{"stopped, and incomplete", append(all[:8:8], playbooktest.At("phase_start", "5", 3)), []string{"results/BUG-001.red.log"}, "phase_in_progress|not found results/BUG-001.red.log, so the phase is to be run again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)}
			for name, text := range full {
				files["harbor/quality/"+name] = text
			}
			for _, name := range c.drop {
				delete(files, "harbor/quality/"+name)
			}
			l := playbooktest.Load(t, files)
			if c.finding == "" {
				l.Quiet(t, "artefact_missing", "phase_rule_broken")
			} else {
				l.Want(t, c.finding)
			}
		})
	}
	short := `{"event":"artifact_written","ts":"2026-03-02T09:01:00Z","relative_path":"quality/EXPLORATION.md","line_count":40}`
	l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + short + "\n"})
	l.Want(t, "phase_rule_broken|EXPLORATION.md: 40 lines")
	l = playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + short + "\n" + strings.Replace(short, "40", "140", 1) + "\n"})
	l.Quiet(t, "phase_rule_broken")
}

// TestExplorationRule holds EXPLORATION.md against the rule for phase 1: 120 lines and a
// section of findings.
func TestExplorationRule(t *testing.T) {
	long := strings.Repeat("text\n", 118)
	for _, c := range []struct{ name, text, finding string }{
		{"as it should be", "# Exploration\n## Finding 1: a\n" + long, ""},
		{"the heading that the skill wants", "# Exploration\n## Open Exploration Findings\n" + long, ""},
		{"numbered headings", "# Exploration\n## 3. The crane\n" + long, ""},
		{"one line short", "# Exploration\n## Finding 1: a\n" + long[5:], "phase 1 has ended though EXPLORATION.md: 119 lines"},
		{"no heading", "# Exploration\n## Overview\n" + long, "EXPLORATION.md has no heading of findings"},
		{"a heading of another level", "# Exploration\n### Finding 1\n" + long, "EXPLORATION.md has no heading of findings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := playbooktest.Load(t, map[string]string{
				"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 2)),
				"harbor/quality/EXPLORATION.md":  c.text,
			})
			if c.finding == "" {
				l.Quiet(t, "phase_rule_broken")
			} else {
				l.Want(t, "phase_rule_broken|"+c.finding)
			}
		})
	}
}

// TestRedEvidence looks at the logs of the bugs' tests.
func TestRedEvidence(t *testing.T) {
	files := map[string]string{
		"harbor/quality/run_state.jsonl":           playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "5", 1), playbooktest.At("phase_end", "5", 2)),
		"harbor/quality/BUGS.md":                   "# Bugs\n\n### BUG-001: a\n\n### BUG-002: b\n",
		"harbor/quality/results/BUG-001.red.log":   "RED\nExit: 1\n",
		"harbor/quality/results/BUG-001.green.log": "RED\nExit: 1\n",
		"harbor/quality/results/BUG-002.red.log":   "GREEN\nExit: 0\n",
		"harbor/quality/results/tdd-results.json": `{"schema_version":"1.1","bugs":[{"id":"BUG-001","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"},` +
			`{"id":"BUG-002","red_phase":"pass","green_phase":"skipped","verdict":"red failed"}]}`,
	}
	l := playbooktest.Load(t, files)
	l.Want(t, "phase_rule_broken|BUG-002.red.log begins with GREEN",
		"companion_disagrees|test of BUG-001, green phase: tdd-results.json says pass; BUG-001.green.log says RED")
	if got, want := l.Counts("red_tests"), "result/fail=1 result/pass=1"; got != want {
		t.Errorf("red tests %q, want %q", got, want)
	}
	delete(files, "harbor/quality/results/tdd-results.json")
	l = playbooktest.Load(t, files)
	if got, want := l.Counts("red_tests")+" "+l.Counts("green_tests"), "result/fail=1 result/pass=1 result/fail=1"; got != want {
		t.Errorf("by the logs alone %q, want %q", got, want)
	}
}
