package companion_test

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/playbook/playbooktest"
)

// TestDocuments holds the rows of documents that lie beside no log, against
// testdata/documents.txtar.
func TestDocuments(t *testing.T) {
	const q = "harbor/quality/"
	doc := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	metadata := func(start, rest string) string {
		return `{"schema_version":"1.0","skill_version":"1.5.6","project":"harbor","model":"m-1","runner":"claude","start_time":"` + start + `","phases_completed":[],"bug_count":0` + rest + `}`
	}
	var got []ingesttest.File
	for _, c := range []struct {
		name  string
		files map[string]string
	}{
		{"a gate that failed", map[string]string{q + "results/quality-gate.log": doc("=== Quality Gate ===", "Version: 1.5.6", "[Patches]", "  PASS: one", "  FAIL: two", "[Tests]", "  WARN: three", "  FAIL: four",
			"=== source-edit guardrail ===", "- a.go", "- b.go", "Total: 2 FAIL, 1 WARN", "RESULT: GATE FAILED")}},
		{"a gate that cleans up", map[string]string{q + "results/quality-gate.log": doc("=== Quality Gate ===", "- no violation", "Total: 3 CLEANUP (of 4), 12 WARN", "RESULT: GATE PASSED",
			`::QPB:: {"v":1,"kind":"gate","gate_result":"PASS","verdict_state":"solid","ts":"2026-03-02T10:29:00Z"}`, `::QPB:: {"kind":"other","gate_result":"FAIL"}`)}},
		{"a gate's count that is too large", map[string]string{q + "results/quality-gate.log": doc("=== Quality Gate ===", "Total: 99999999999999999999 FAIL, 10 WARN", "RESULT: GATE FAILED")}},
		{"an index in words", map[string]string{q + "INDEX.md": doc("# Quality Run Index", "", "schema version: 2.0", "run_timestamp_start: 20260302-090000", "run timestamp end: 2026-03-02T10:30:00Z", `skill_version: "1.5.6"`, "", "## gate_verdict: PASS")}},
		{"an index in JSON", map[string]string{q + "INDEX.md": doc("# Run Index", "", "```json", `{"schema_version":"2.0","run_timestamp_start":"20260302-090000","qpb_version":"1.5.6","gate_verdict":"partial","summary":{"gate_verdict":"pass","bugs":3}}`, "```")}},
		{"a list of archived runs", map[string]string{"harbor/RUN_INDEX.md": doc("# QPB RUN_INDEX", "", "| Run | QPB version | Role breakdown | Gate verdict | Bug count | Per-run INDEX |", "|---|---|---|---|---|---|",
			"| 20260301T090000Z | 1.5.6 | n/a | partial | 0 | x |", "| | 1.5.7 | | | | |", "| `20260302T090000Z` | **1.5.7** | a | pass | many | x |", "| 20260303T090000Z | 1.5.8 | b | fail | 12 | x |")}},
		{"an exploration", map[string]string{q + "EXPLORATION.md": "# Exploration\n\nDocumentation status: code-only\n\n## Documentation status: code only\n\n## Finding one\n\n## 1. Two\n\n## Other\n\n## Open Exploration Findings\n\nx"}},
		{"an exploration with documents", map[string]string{q + "EXPLORATION.md": "# Exploration\n\n## Documentation status: complete\n\n"}},
		{"logs of tests", map[string]string{q + "results/BUG-001.red.log": "\n red \nCommand: x\n", q + "results/BUG-001.green.log": "GREEN\n", q + "results/BUG-002.red.log": strings.Repeat("x", 60) + "\n"}},
		{"results of tests", map[string]string{q + "results/tdd-results.json": `{"schema_version":"1.1","skill_version":"1.5.6","date":"2026-03-02","project":"harbor","bugs":[` +
			`{"id":"BUG-001","requirement":"REQ-001","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"},{"id":"BUG-002","verdict":"deferred"}],"summary":{"total":2,"verified":1}}`}},
		{"a manifest of bugs", map[string]string{q + "bugs_manifest.json": `{"schema_version":"1.5.6","generated_at":"2026-03-02T10:00:00Z","records":[` +
			`{"id":"BUG-001","req_id":"REQ-001","title":"a","severity":"high","disposition":"code-fix","file":"pier/crane.go","line":"10-20","covers":[]},` +
			`{"id":"BUG-002","req_id":"REQ-001","title":"b","severity":"low","disposition":"code-fix","status":"fixed","file":"pier/crane.go:7","covers":[]},` +
			`{"id":"BUG-003","title":"c","disposition":"rejected","file":["a.go","b.go"],"line":12}]}`}},
		{"bugs that were looked at again", map[string]string{q + "results/recheck-results.json": `{"schema_version":"1.0","skill_version":"1.5.6","date":"2026-03-09","project":"harbor","source_run":{"total_bugs":2},` +
			`"results":[{"id":"BUG-001","severity":"HIGH","summary":"a","status":"FIXED","evidence":"x"},{"id":"BUG-002","status":"STILL_OPEN"}],"summary":{"total":2,"fixed":1}}`}},
		{"results of an integration", map[string]string{q + "results/integration-results.json": `{"schema_version":"1.1","skill_version":"1.5.6","date":"2026-03-02","project":"harbor","recommendation":"FIX BEFORE MERGE",` +
			`"groups":[{"name":"a","result":"pass"},{"group":2,"result":"fail"},{"name":"c"}],"summary":{"total_groups":3,"passed":1},"uc_coverage":{}}`}},
		{"metadata of several rounds", map[string]string{q + "results/run-1.json": metadata("2026-03-02T09:00:00Z", `,"bug_severity":{"HIGH":1}`), q + "results/run-2.json": metadata("2026-03-02T11:00:00Z", `,"notes":"n","gate_fail_count":2`),
			q + "results/run-3.json": metadata("2026-03-02T10:00:00Z", ``)}},
		{"phases of metadata", map[string]string{q + "results/run-1.json": strings.Replace(metadata("2026-03-02T09:00:00Z", ""), `"phases_completed":[]`, `"phases_completed":["Phase 2",1,"Phase 2","7","Phase 9","none",0]`, 1)}},
		{"progress with trackers", map[string]string{q + "PROGRESS.md": doc("# Quality Playbook Progress", "", "Started: 2026-03-02T09:00:00Z", "Project: harbor", "", "## Cumulative BUG tracker", "",
			"| ID | File | Severity | Req | Closure | Title |", "|---|---|---|---|---|---|", "| BUG-001 | a.go:1-2 | HIGH | REQ-001 | open | one |", "| BUG-001 | a.go:3 | LOW | | | again |", "| CAND-7x | | | | | two |", "| none | b.go | | | | |",
			"", "- CB-2 | Location: `c.go:5` | Severity: LOW | Status: fixed", "- text", "  BUG-009", "", "### Below", "", "- BUG-003 | Requirement: REQ-2", "", "## Behind", "", "- BUG-004 | Severity: HIGH")}},
		{"progress with a gate", map[string]string{q + "PROGRESS.md": doc("# QPB Run Progress", "", "ERROR: first", "ERROR: second", "", "## Terminal Gate", "", "Gate status: passed", "", "## Run Finalization", "", "Model: m-1", "With docs: yes",
			"", "## Other", "", "Runner: claude", "", "## Metadata", "", "QPB version: v1.5.6 (x)", "Abort reason: none", "Timestamp start: 2026-03-02 09:00 +0200")}},
		{"progress of phases", map[string]string{q + "PROGRESS.md": doc("# Quality Playbook Progress", "", "- [x] Phase 1 - Explore (started 2026-03-02T09:00:00Z, completed: 2026-03-02T09:10:00Z)", "- [X] Phase 2", "- [ ] Phase 3 IN PROGRESS", "- [~] Phase 4", "- [] Phase 5",
			"- [-] **Phase 6** x", "- [x] Phase 99999999999999999999", "- [x] Phasex 7", "Phase 1 ended: 2026-03-02T09:11:00Z", "Started Phase 2 at 2026-03-02T09:12:00Z", "Phase 2 completed soon", "", "## Phase 3: x", "", "Started: 2026-03-02T09:20:00Z", "Completed: later",
			"", "## Phase 4", "", "Started: soon", "Completed: 2026-03-02T09:30:00Z", "", "## Phase 5", "", "text")}},
		{"a list of bugs with places", map[string]string{q + "BUGS.md": doc("# Bugs", "", "### BUG-001: a", "", "- Location: `a.go` lines 3-9", "- Severity: HIGH", "", "### BUG-002: b", "", "- File: b.go", "- Line: 12", "", "### BUG-003: c", "", "- Evidence: see `c.go:4-5` and d.go:6",
			"", "### BUG-004: d", "", "- Files: `e.go:7`, `e.go:5-6`", "- Status: rejected", "", "### BUG-005", "", "- Severity: not a bug", "", "## Dismissed", "", "### BUG-006: f", "", "# Other", "", "### BUG-007-: g", "", "- Verdict: confirmed")}},
		{"a list of bugs as a table", map[string]string{q + "BUGS.md": doc("# Bugs", "", "| ID | Title | Sev | Requirement | Disposition | File |", "|---|---|---|---|---|---|", "| BUG-001 | a | HIGH | REQ-1 | fixed | a.go:1-2 |", "| x | b | | | | |", "| BUG-002 | b | | | false positive | b.go |")}},
		{"a calibration with shares", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "## Cycle 3: 2026-03-01 — harbor-2.1", "", "**Symptom:** s", "**Diagnosis:** d", "**Mode:** m", "**Audit:** audits/a/b.md", "**Commit:** abc1234 and def5678",
			"**Cells:** `metrics/a.json`, b.json", "**Lever pulled:** Lever 1. Commit `fedcba9`.", "", "**Before:** recall = 2/4 = 50%. Recovered: [BUG-001, BUG-002, BUG-001]. Missed: [BUG-003, BUG-004].", "",
			"**After (projected):** recall 75.5 %. Recovered: previous 2 + BUG-003.", "", "**Recall delta:** +0.25 (noise_floor = 0.05)", "", "**Verdict:** Ship. More.", "**Cross-benchmark:** a  b")}},
		{"a calibration in tables", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "## Cycle: 2026-03-01 to 2026-03-05 — two", "", "**Lever pulled:** L.", "", "| Measure | Before | After | Delta |", "|---|---|---|---|",
			"| harbor-2.1 recall | 0.50 | 1/1 | −0.10 |", "| tide-1.3 recall | n/a (bug count 7) | 12 bugs, not computable | |", "| other | 1 | 2 | 3 |", "", "## Not one", "", "**Before:** 0.5")}},
		{"shares of every form", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "## Cycle: 2026-03-01 — all", "", "**Before:**", "- a-1.0: 3/4", "- b-1.0: **0.75**", "- c-1.0: 75%", "- d-1.0: 0.75 (3/4)", "- e-1.0: 5/4", "- f-1.0: 3/0", "- g-1.0: 12.5 %",
			"- h-1.0: .5", "- i-1.0: 1.5 points", "- j-1.0: 2.5", "- k-1.0: nothing", "- l-1.0: 0/4", "- m-1.0: 0/0", "- n-1.0: 0.333333 %", "", "**Recall delta:**", "- a-1.0: 1/4", "- b-1.0: −25 %", "- c-1.0: -0.10", "- d-1.0: n/a")}},
		{"documents of one quality folder", map[string]string{q + "BUGS.md": "# Bugs\n\n### BUG-001: a\n", q + "PROGRESS.md": "# Quality Playbook Progress\n\nProject: other\nStarted: 2026-03-02T09:00:00Z\n", q + "EXPLORATION.md": "# Exploration\n"}},
		{"headings between bugs", map[string]string{q + "BUGS.md": doc("# Bugs", "", "### Dismissed", "", "### BUG-001: a", "", "## Withdrawn", "", "### Group", "", "### BUG-002: b", "", "## BUG-003: c", "", "#### Retracted", "", "## BUG-004: d")}},
		{"a gate verdict behind other entries", map[string]string{q + "INDEX.md": doc("# Run Index", "", "```json", `{"schema_version":"2.0","summary":{"bugs":3,"gate_verdict":"fail","more":"pass"}}`, "```")}},
		{"a long disposition", map[string]string{q + "bugs_manifest.json": `{"schema_version":"1.5.6","generated_at":"2026-03-02T10:00:00Z","records":[{"id":"BUG-001","title":"a","severity":"high","disposition":"` + strings.Repeat("y", 130) + `"}]}`}},
		{"a gate log that is too long", map[string]string{q + "results/quality-gate.log": "=== Quality Gate ===\n" + strings.Repeat("  PASS: x\n", 104_858) + "RESULT: GATE PASSED\n"}},
		{"shares that are too large", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "## Cycle: 2026-03-01 — all", "", "**Before:**", "- a-1.0: 3/4294967296", "- b-1.0: 2147483647/2147483647", "- c-1.0: 99999999999 bugs, n/a", "- d-1.0:", "- e-1.0: `1/2`")}},
		{"an entry without places", map[string]string{q + "BUGS.md": doc("# Bugs", "", "### BUG-001: a", "", "- Severity:", "- Status: ", "- Evidence:", "", "### BUG-002: b", "", "- File: none", "- Evidence: a.go:3")}},
		{"headings of bugs and a table", map[string]string{q + "BUGS.md": doc("# Bugs", "", "## Rejected", "", "### BUG-001: a", "", "## Table", "", "| ID | Title |", "|---|---|", "| BUG-002 | b |")}},
		{"a phase without times", map[string]string{q + "PROGRESS.md": doc("# Quality Playbook Progress", "", "## Phase 2", "", "Status: complete")}},
		{"long stamps", map[string]string{q + "PROGRESS.md": doc("# Quality Playbook Progress", "", "Started: 2026-03-02T09:00:00Z "+strings.Repeat("z", 100))}},
		{"a log of a test by another name", map[string]string{q + "results/BUG-001.blue.log": "x\n", q + "results/BUG-001.red.log": "RED\n"}},
		{"a calibration whose lines follow each other", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "## Cycle: 2026-03-01 — harbor", "", "**Before:**", "- a-1.0: 1/2", "- b-1.0: 1/2", "", "**After:**", "- a-1.0: 1/2", "- b-1.0: 2/2")}},
		{"a calibration with deeper headings", map[string]string{"docs/Lever_Calibration_Log.md": doc("# Lever Calibration Log", "", "### Cycle 0: none", "", "**Before:** 1/4", "", "## Cycle 1: 2026-03-01 — harbor-2.1", "", "### Numbers", "", "**Before:** 1/2", "",
			"### Later", "", "**After:** 2/2", "", "## Notes", "", "**Before:** 1/3")}},
		{"a list of bugs outside", map[string]string{"archive/harbor-2.1/BUGS.md": "# Bugs\n\n### BUG-001: a\n", "old/quality/previous_runs/20260301T090000Z/quality/BUGS.md": "# Bugs\n\n### BUG-002: b\n"}},
	} {
		got = append(got, ingesttest.File{Path: c.name, Text: playbooktest.Load(t, c.files).Brief()})
	}
	ingesttest.Texts(t, "documents.txtar", got)
}

// Documents beside a log are told from those of other rounds by their times.
func TestMetadataOfARun(t *testing.T) {
	metadata := func(start string) string {
		return `{"skill_version":"1.5.6","runner":"claude","model":"` + start + `","start_time":"` + start + `","phases_completed":[1],"bug_count":0}`
	}
	log := playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 10), `{"event":"run_end","ts":"2026-03-02T10:15:00Z","status":"success"}`)
	for _, c := range []struct {
		name   string
		starts []string
		want   string // start of the one that counts
	}{
		{"within a minute", []string{"2026-03-02T09:01:00Z"}, "2026-03-02T09:01:00Z"},
		{"before, within a minute", []string{"2026-03-02T08:59:00Z"}, "2026-03-02T08:59:00Z"},
		{"inside the run", []string{"2026-03-02T09:01:01Z"}, "2026-03-02T09:01:01Z"},
		{"before the run", []string{"2026-03-02T08:58:59Z"}, ""},
		{"at its end", []string{"2026-03-02T10:15:00Z"}, "2026-03-02T10:15:00Z"},
		{"behind its end", []string{"2026-03-02T10:15:01Z"}, ""},
		{"another zone", []string{"2026-03-02T03:30:00Z"}, "2026-03-02T03:30:00Z"},
		{"fourteen hours off", []string{"2026-03-02T23:00:00Z"}, "2026-03-02T23:00:00Z"},
		{"fourteen hours and a half off", []string{"2026-03-02T23:30:00Z"}, ""},
		{"the moment before the zone", []string{"2026-03-02T09:00:30Z", "2026-03-02T11:00:00Z"}, "2026-03-02T09:00:30Z"},
		{"the zone before the inside", []string{"2026-03-02T11:00:00Z", "2026-03-02T09:10:00Z"}, "2026-03-02T11:00:00Z"},
		{"the later of two inside", []string{"2026-03-02T09:10:00Z", "2026-03-02T09:20:00Z"}, "2026-03-02T09:20:00Z"},
	} {
		files := map[string]string{"harbor/quality/run_state.jsonl": log}
		for i, s := range c.starts {
			files["harbor/quality/results/run-"+string(rune('a'+i))+".json"] = metadata(s)
		}
		l := playbooktest.Load(t, files)
		got := ""
		if l.Set.Runs.Len() == 1 {
			got = l.Set.Runs.Model.At(0)
		}
		if got != c.want {
			t.Errorf("%s: the metadata of %q is the run's, want %q", c.name, got, c.want)
		}
	}
}
