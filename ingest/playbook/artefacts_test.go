package playbook

import (
	"strings"
	"testing"
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
	full["BUGS.md"] = "# Bugs\n\n### BUG-001: a\n"
	full["results/tdd-results.json"] = sample("tdd_results")
	full["results/quality-gate.log"] = sample("gate_log")
	var all []string
	for _, n := range []string{"1", "2", "3", "4", "5", "6"} {
		all = append(all, at("phase_start", n, 1), at("phase_end", n, 2))
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
		{"no writeup", all, []string{"writeups/BUG-001.md"}, "artefact_missing|phase 5 has ended: not found writeups/BUG-001.md"},
		{"no gate", all, []string{"results/quality-gate.log"}, "artefact_missing|phase 6"},
		{"stopped, but complete", append(all[:8:8], at("phase_start", "5", 3)), nil, "phase_in_progress|its artefacts are complete, so a phase_end is missing"},
		{"stopped, and incomplete", append(all[:8:8], at("phase_start", "5", 3)), []string{"results/BUG-001.red.log"}, "phase_in_progress|not found results/BUG-001.red.log, so the phase is to be run again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"harbor/quality/run_state.jsonl": head + "\n" + lines(c.log...)}
			for name, text := range full {
				files["harbor/quality/"+name] = text
			}
			for _, name := range c.drop {
				delete(files, "harbor/quality/"+name)
			}
			l := load(t, files)
			if c.finding == "" {
				l.quiet(t, "artefact_missing")
			} else {
				l.want(t, c.finding)
			}
		})
	}
	short := `{"event":"artifact_written","ts":"2026-03-02T09:01:00Z","relative_path":"quality/EXPLORATION.md","line_count":40}`
	l := load(t, map[string]string{"harbor/quality/run_state.jsonl": head + "\n" + short + "\n" + strings.Replace(short, "40", "140", 1) + "\n"})
	l.want(t, "phase_rule_broken|EXPLORATION.md: 40 lines")
}
