package run_test

import (
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// TestOutcome reads how a run went from wherever it is written. The statements are those of
// public logs and documents.
func TestOutcome(t *testing.T) {
	end := func(fields string) string {
		return `{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"success"` + fields + `}`
	}
	phase6 := func(counts string) string {
		return playbooktest.At("phase_start", "6", 50) + "\n" +
			`{"event":"phase_end","ts":"2026-03-02T09:55:00Z","phase":6,"key_counts":{` + counts + `},"artifacts_produced":[]}`
	}
	check := func(minute, name, verdict, more string) string {
		return `{"event":"gate_check","ts":"2026-03-02T09:` + minute + `:00Z","phase":6,"gate_name":"` + name + `","verdict":"` + verdict + `"` + more + `}`
	}
	ticked := "# Quality Playbook Progress\n\n## Phases\n"
	for _, n := range []string{"1", "2", "3", "4", "5", "6"} {
		ticked += "- [x] Phase " + n + " - x\n"
	}
	five := strings.TrimSuffix(ticked, "- [x] Phase 6 - x\n") + "- [ ] Phase 6 - x\n"
	const (
		gateFailed = "=== Quality Gate ===\n[Patches]\n  FAIL: no regression patch for BUG-001\nTotal: 1 FAIL, 0 WARN\nRESULT: GATE FAILED — 1 substantive issue(s) must be fixed\n"
		gatePassed = "=== Quality Gate ===\n  PASS: x\nTotal: 0 FAIL, 0 WARN\nRESULT: GATE PASSED\n"
		cleanup    = "=== Quality Gate ===\nTotal: 3 CLEANUP, 2 WARN\nRESULT: GATE PASSED WITH CLEANUP NEEDED — 3 audit record-keeping gap(s)\n"
	)
	for _, c := range []struct {
		name string
		log  []string
		docs map[string]string // below the quality folder
		// of the row
		result, outcome, verdict, reason string
		finding                          string
	}{
		{name: "a verdict that fails", log: []string{end(`,"final_verdict":"fail","total_findings":5`)},
			result: "failed gate", outcome: "fail", verdict: "fail", reason: "final_verdict: fail"},
		{name: "a verdict that fails, and why", log: []string{check("51", "red_logs", "fail", `,"reason":"3 of 5"`), end(`,"final_verdict":"fail"`)},
			result: "failed gate", outcome: "fail", verdict: "fail", reason: "final_verdict: fail; gate red_logs: fail, 3 of 5"},
		{name: "a blocked release", log: []string{end(`,"active_bugs":8,"release_recommendation":"BLOCK"`)},
			result: "failed gate", outcome: "BLOCK", verdict: "BLOCK", reason: "release_recommendation: BLOCK, 8 active bugs"},
		{name: "a blocked release, rechecked later", log: []string{end(`,"active_bugs":8,"release_recommendation":"BLOCK"`),
			`{"event":"recheck_end","ts":"2026-03-03T08:00:00Z","status":"success","fixed":8,"partially_fixed":0,"still_open":0}`},
			result: "failed gate", outcome: "BLOCK", verdict: "BLOCK",
			reason: "release_recommendation: BLOCK, 8 active bugs; recheck: 8 fixed, 0 partially fixed, 0 still open"},
		{name: "a blocked release, and bugs that a gate check counts", log: []string{check("51", "tests", "pass", `,"active_bugs":4`), end(`,"release_recommendation":"BLOCK"`)},
			result: "failed gate", outcome: "BLOCK", verdict: "BLOCK", reason: "release_recommendation: BLOCK, 4 active bugs"},
		{name: "a verdict that passes, and open bugs", log: []string{end(`,"final_verdict":"pass","active_bugs":3`)},
			result: "passed", outcome: "success", verdict: "pass"},
		{name: "a verdict that passes, and checks of the gate that fail", log: []string{end(`,"final_verdict":"pass"`)},
			docs:   map[string]string{"results/run-2026-03-02T09-00-00.json": `{"skill_version":"1.5.6","start_time":"2026-03-02T09:00:00Z","gate_fail_count":2}`},
			result: "passed", outcome: "success", verdict: "pass", finding: "outcome_disagrees|run_end (final_verdict) says pass; run metadata (gate_fail_count) says 2"},
		{name: "another status", log: []string{`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"halfway"}`}, result: "unknown", outcome: "halfway"},
		{name: "another status, and a verdict that passes", log: []string{`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"halfway","final_verdict":"pass"}`},
			result: "passed", outcome: "halfway", verdict: "pass"},
		{name: "a verdict with words behind it", log: []string{end(`,"final_verdict":"PASS (with confirmed open bugs)"`)},
			result: "passed", outcome: "success", verdict: "PASS (with confirmed open bugs)"},
		{name: "no go under another name", log: []string{check("51", "release_environment", "blocked", ""),
			`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"code_complete_release_blocked","recommendation":"no_go_until_external_gates_pass"}`},
			result: "failed gate", outcome: "no_go_until_external_gates_pass", verdict: "no_go_until_external_gates_pass",
			reason: "release_recommendation: no_go_until_external_gates_pass"},
		{name: "a blocked gate of the last phase alone", log: []string{check("51", "release_environment", "blocked", `,"reason":"no access"`), phase6(""), end("")},
			result: "failed gate", outcome: "blocked", reason: "gate_check: release_environment: blocked; no access"},
		{name: "a gate that passed when it was made again", log: []string{check("51", "tests", "fail", ""), check("52", "tests", "pass", ""), phase6(""), end("")},
			result: "passed", outcome: "success"},
		{name: "a check that is expected to fail", log: []string{check("51", "enumeration", "expected_fail", ""), phase6(""), end("")},
			result: "passed", outcome: "success"},
		{name: "the verdict of phase 6", log: []string{phase6(`"bugs_md_count":1,"gate_verdict":"fail"`), end("")},
			result: "failed gate", outcome: "fail", verdict: "fail", reason: "phase 6: gate_verdict: fail"},
		{name: "run_end before phase 6", log: []string{phase6(`"gate_verdict":"fail"`), end(`,"final_verdict":"pass"`)},
			result: "passed", outcome: "success", verdict: "pass", finding: "outcome_disagrees|run_end (final_verdict) says pass; phase 6 (gate_verdict) says fail"},
		{name: "the gate's own output", log: []string{end("")}, docs: map[string]string{"results/quality-gate.log": gateFailed},
			result: "failed gate", outcome: "GATE FAILED — 1 substantive issue(s) must be fixed", verdict: "GATE FAILED — 1 substantive issue(s) must be fixed",
			reason: "quality-gate.log: RESULT: GATE FAILED — 1 substantive issue(s) must be fixed; no regression patch for BUG-001"},
		{name: "the log before the gate's output", log: []string{end(`,"final_verdict":"pass"`)}, docs: map[string]string{"results/quality-gate.log": gateFailed},
			result: "passed", outcome: "success", verdict: "pass", finding: "outcome_disagrees|quality-gate.log (RESULT) says GATE FAILED"},
		{name: "gaps in the records", log: []string{end("")}, docs: map[string]string{"results/quality-gate.log": cleanup},
			result: "passed", outcome: "success", verdict: "GATE PASSED WITH CLEANUP NEEDED — 3 audit record-keeping gap(s)"},
		{name: "a release blocked by a document", log: []string{end("")},
			docs:   map[string]string{"results/integration-results.json": `{"schema_version":"1.1","recommendation":"BLOCK","groups":[],"summary":{}}`},
			result: "failed gate", outcome: "BLOCK", verdict: "BLOCK", reason: "integration-results.json: recommendation: BLOCK"},
		{name: "bugs to repair before a merge", log: []string{end("")},
			docs:   map[string]string{"results/integration-results.json": `{"schema_version":"1.1","recommendation":"FIX BEFORE MERGE","groups":[],"summary":{}}`},
			result: "passed", outcome: "success", verdict: "FIX BEFORE MERGE"},
		{name: "no end, but the runner aborted it", log: []string{playbooktest.At("phase_start", "2", 1), playbooktest.At("phase_end", "2", 2)},
			docs: map[string]string{"PROGRESS.md": ticked + "\n## Run finalization (post-phase-6)\n\n- Gate status: ABORTED\n- Abort reason: source_edit_violations: app/a.ts\n",
				"results/quality-gate.log": gatePassed},
			result: "failed gate", outcome: "ABORTED", verdict: "ABORTED", reason: "PROGRESS.md: Gate status: ABORTED; source_edit_violations: app/a.ts",
			finding: "outcome_disagrees|PROGRESS.md (Gate status) says ABORTED; quality-gate.log (RESULT) says GATE PASSED"},
		{name: "no end, but the documents of one", log: []string{playbooktest.At("phase_start", "2", 1), playbooktest.At("phase_end", "2", 2)},
			docs:   map[string]string{"PROGRESS.md": ticked, "results/quality-gate.log": gatePassed},
			result: "passed", outcome: "GATE PASSED", verdict: "GATE PASSED"},
		{name: "no end, and phases that are not done", log: []string{playbooktest.At("phase_start", "2", 1), playbooktest.At("phase_end", "2", 2)},
			docs:   map[string]string{"results/quality-gate.log": gatePassed},
			result: "open", verdict: "GATE PASSED"},
		{name: "no end, and the last phase not done", log: []string{playbooktest.At("phase_start", "2", 1), playbooktest.At("phase_end", "2", 2)},
			docs:   map[string]string{"PROGRESS.md": five, "results/quality-gate.log": gatePassed},
			result: "open", verdict: "GATE PASSED"},
		{name: "no end, and the last phase done by the log", log: []string{phase6("")},
			docs:   map[string]string{"PROGRESS.md": five, "results/quality-gate.log": gatePassed},
			result: "passed", outcome: "GATE PASSED", verdict: "GATE PASSED"},
		{name: "no end, and a gate that failed", log: []string{phase6(`"gate_verdict":"fail"`)},
			result: "failed gate", outcome: "fail", verdict: "fail", reason: "phase 6: gate_verdict: fail"},
		{name: "a phase that failed without an error", log: []string{playbooktest.At("phase_start", "2", 1),
			`{"event":"phase_end","ts":"2026-03-02T09:10:00Z","phase":2,"status":"failed","key_counts":{},"artifacts_produced":[]}`, end("")},
			result: "failed", outcome: "success", reason: "phase 2 failed"},
		{name: "a phase that failed after an error", log: []string{playbooktest.At("phase_start", "2", 1),
			`{"event":"error","ts":"2026-03-02T09:05:00Z","phase":2,"message":"no patch","recoverable":true}`,
			`{"event":"phase_end","ts":"2026-03-02T09:10:00Z","phase":2,"status":"failed","key_counts":{},"artifacts_produced":[]}`, end("")},
			result: "failed", outcome: "success", reason: "phase 2 failed: no patch"},
		{name: "no end, and a check that failed", log: []string{check("51", "tests", "fail", "")},
			result: "open"},
		{name: "no end, and the stub of an index", log: []string{playbooktest.At("phase_start", "1", 1)},
			docs:   map[string]string{"INDEX.md": "# Run Index\n\n```json\n{\"schema_version\":\"2.0\",\"summary\":{\"gate_verdict\":\"partial\"}}\n```\n"},
			result: "open", verdict: "partial"},
		{name: "a failed status, and the last error", log: []string{
			`{"event":"error","ts":"2026-03-02T09:40:00Z","phase":3,"message":"no regression patch","recoverable":true}`,
			`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"failed"}`},
			result: "failed failure", outcome: "failed", reason: "status: failed; no regression patch"},
		{name: "an iteration whose gate failed", log: []string{end(`,"final_verdict":"pass"`),
			`{"event":"iteration_start","ts":"2026-03-02T11:00:00Z","strategy":"gap"}`,
			`{"event":"iteration_end","ts":"2026-03-02T11:30:00Z","strategy":"gap","status":"success","gate_verdict":"FAIL","active_bugs":6}`},
			result: "passed", outcome: "success", verdict: "pass"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)}
			for name, text := range c.docs {
				files["harbor/quality/"+name] = text
			}
			l := playbooktest.Load(t, files)
			r := &l.Set.Runs
			if r.Len() != 1 {
				t.Fatalf("%d runs", r.Len())
			}
			for _, x := range []struct{ what, got, want string }{
				{"result and cause", strings.TrimSpace(r.Result.At(0) + " " + r.Cause.At(0)), c.result},
				{"outcome", r.Outcome.At(0), c.outcome},
				{"verdict", r.Verdict.At(0), c.verdict},
				{"reason", r.Reason.At(0), c.reason},
			} {
				if x.got != x.want {
					t.Errorf("%s %q, want %q", x.what, x.got, x.want)
				}
			}
			if c.finding == "" {
				l.Quiet(t, "outcome_disagrees")
			} else {
				l.Want(t, c.finding)
			}
		})
	}
}

// Long words of an outcome are cut.
func TestLongOutcomes(t *testing.T) {
	long := "fail " + strings.Repeat("x", 600)
	l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(
		`{"event":"run_end","ts":"2026-03-02T09:59:00Z","status":"`+long+`","final_verdict":"`+long+`"}`)})
	r := &l.Set.Runs
	for _, c := range []struct {
		name, got string
		want      int
	}{{"status", r.Status.At(0), 120}, {"outcome", r.Outcome.At(0), 120}, {"verdict", r.Verdict.At(0), 200}, {"reason", r.Reason.At(0), 400}} {
		if len(c.got) != c.want+len("…") {
			t.Errorf("%s of %d bytes, want %d: %s", c.name, len(c.got), c.want, c.got)
		}
	}
}

// run_start stands behind _index.
func TestPlaceOfRunStart(t *testing.T) {
	index, start, _ := strings.Cut(playbooktest.Head, "\n")
	phase := playbooktest.At("phase_start", "1", 0)
	for _, c := range []struct {
		name string
		log  []string
		said bool
	}{
		{"behind it", []string{index, start, phase}, false},
		{"behind a phase", []string{index, phase, start}, true},
		{"without an index", []string{start, phase}, false},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(c.log...)})
		if got := strings.Contains(strings.Join(l.Findings(), "; "), "run_start is not the second line"); got != c.said {
			t.Errorf("%s: said %v, want %v: %q", c.name, got, c.said, l.Findings())
		}
	}
}

// A round of exploration is a step of its own: its gate fails the step, not the run.
func TestIterationGate(t *testing.T) {
	l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(
		`{"event":"iteration_end","ts":"2026-03-02T11:30:00Z","strategy":"gap","status":"success","gate_verdict":"FAIL"}`)})
	row := l.Step("iteration 1 (gap)")
	if s := &l.Set.Steps; s.Result.At(row) != "failed" || s.Cause.At(row) != "gate" || s.Reason.At(row) != "gate_verdict: FAIL" {
		t.Errorf("%s by %s: %s", s.Result.At(row), s.Cause.At(row), s.Reason.At(row))
	}
}

// A document without a log tells how its run went where it says so.
func TestOutcomeOfDocuments(t *testing.T) {
	l := playbooktest.Load(t, map[string]string{"harbor/quality/results/run-1.json": `{"skill_version":"1.5.6","start_time":"2026-03-02T09:00:00Z","gate_result":"fail","bug_count":3}`})
	r := &l.Set.Runs
	if r.Len() != 1 || r.Result.At(0) != "failed" || r.Reason.At(0) != "run metadata: gate_result: fail" {
		t.Errorf("%d runs, %s: %s", r.Len(), r.Result.At(0), r.Reason.At(0))
	}
}
