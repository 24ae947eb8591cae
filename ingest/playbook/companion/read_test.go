package companion

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// said are the records of a document, a line each: the kind, its line, and its fields by name.
func said(path, text string) []string {
	f := &record.File{Path: path, Dir: "harbor/quality", Format: &record.Format{Kinds: Kinds}}
	Read([]byte(text), f)
	var out []string
	for _, r := range f.Records {
		line := fmt.Sprintf("%s:%d", r.Kind.Name, r.Line)
		for _, field := range r.Kind.Fields {
			v := r.Value(field.Key)
			switch {
			case !v.Given:
			case field.Type == record.Strings:
				line += fmt.Sprintf(" %s=%v", field.Key, r.List(field.Key))
			case field.Type == record.Float:
				line += fmt.Sprintf(" %s=%g", field.Key, v.Num)
			case len(v.Text) > 90:
				line += fmt.Sprintf(" %s=%.3s (%d bytes)", field.Key, v.Text, len(v.Text))
			case v.Text != "":
				line += fmt.Sprintf(" %s=%s", field.Key, v.Text)
			default:
				line += fmt.Sprintf(" %s=%d", field.Key, v.Int)
			}
		}
		out = append(out, line)
	}
	for _, n := range f.Findings() {
		out = append(out, fmt.Sprintf("%s:%d %s", n.Code.Name, n.Line, n.Seen))
	}
	return out
}

// What each document beside a log says, field by field.
func TestDocuments(t *testing.T) {
	long := strings.Repeat("x", 500)
	for _, c := range []struct {
		name, path, text string
		want             []string
	}{
		{"an exploration", "quality/EXPLORATION.md", "# Exploration\n\n## Finding 1: a\n## Findings\n## 2. b\n### Finding 3: no\n## Open Exploration Findings\n### Documentation status: code-only", []string{
			`exploration:0 lines=8 sections=4 code_only=true`,
		}},
		{"an exploration with documents", "quality/EXPLORATION.md", "# Exploration\n\nDocumentation status: code-only\n", []string{
			`exploration:0 lines=3 sections=0`,
		}},
		{"a test that fails", "quality/results/BUG-001.red.log", "\n  red \nmore\n", []string{
			`test_log:0 id=BUG-001 phase=red tag=RED`,
		}},
		{"a test that passes, compressed", "quality/results/BUG-H2.green.log.gz", "GREEN " + strings.Repeat("y", 60) + "\n", []string{
			`test_log:0 id=BUG-H2 phase=green tag=GREEN YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY…`,
		}},
		{"an index by hand", "quality/INDEX.md", "# Quality Run Index\n\nschema_version: 2\nrun timestamp start: 2026-03-02T09:00:00Z\nskill version: \"1.5.6\"\n\n## gate_verdict: `PASS`\nqpb_version:\n", []string{
			`run_index:1 schema_version=2 run_timestamp_start=2026-03-02T09:00:00Z qpb_version=1.5.6 gate_verdict=PASS`,
		}},
		{"an index with an object", "quality/INDEX.md", "# Quality Run Index\n\n```\nno object\n```\n\n```json\n{\"schema_version\":\"2\",\"gate_verdict\":\"pass\"}\n```\n\nschema_version: 3\n", []string{
			`run_index:8 schema_version=2 gate_verdict=pass`,
		}},
		{"an index of runs", "quality/RUN_INDEX.md", "# Run Index\n\n| Run | QPB version | Roles | Gate verdict | Bugs |\n|---|---|---|---|---|\n| `20260302` | 1.5.6 | all | PASS | 4 |\n| | 1.5.7 | | | |\n| 20260303 | 1.5.7 | | FAIL | many |\n", []string{
			`archived_run:5 run=20260302 qpb_version=1.5.6 roles=all gate_verdict=PASS bug_count=4`,
			`archived_run:7 run=20260303 qpb_version=1.5.7 gate_verdict=FAIL`,
		}},
		{"a gate log", "quality/results/quality-gate.log", "=== Quality Gate ===\nVersion: 1.5.6\n[Files]\n  PASS: a\n  FAIL: b\n  WARN: c\n[Bugs]\n  PASS: d\n  FAIL: e\nTotal: 2 FAIL (1 new), 1 WARN\nRESULT: GATE FAILED\n", []string{
			`gate_line:5 verdict=FAIL section=Files text=b`,
			`gate_line:6 verdict=WARN section=Files text=c`,
			`gate_line:9 verdict=FAIL section=Bugs text=e`,
			`gate_log:1 version=1.5.6 result=GATE FAILED fails=2 warns=1 passes=2`,
		}},
		{"a gate log with gaps alone", "quality/results/quality-gate.log", "=== Quality Gate ===\n- no violation\n=== source-edit guardrail: 2 files\n- a.go\n  - b.go\nTotal: 3 CLEANUP, 2 WARN\n::QPB:: {\"kind\":\"gate\",\"gate_result\":\"partial\",\"verdict_state\":\"cleanup\",\"ts\":\"2026-03-02T09:00:00Z\"}\n", []string{
			`gate_log:1 gate_result=partial verdict_state=cleanup at=2026-03-02T09:00:00Z fails=0 cleanups=3 warns=2 passes=0 violations=2`,
		}},
		{"a gate log with another mark", "quality/results/quality-gate.log", "=== Quality Gate ===\n::QPB:: {\"kind\":\"other\",\"gate_result\":\"partial\"}\n", []string{
			`gate_log:1 passes=0`,
		}},
		{"progress", "quality/PROGRESS.md", "# Quality Playbook Progress\n\nERROR: aborted\nERROR: later\n- Project: `harbor`\n- Model: m-1\n- Started: 2026-03-02\n\n## Phases\n" +
			"- [x] Phase 1 - Explore (started 2026-03-02T09:01:00Z)\n- [X] **Phase 2** - Generate, completed at 2026-03-02T09:20:00Z\n- [~] Phase 3 (In Progress)\n- [ ] Phase 4\n- [x] Phase 99999999999999999999\n\n" +
			"Ended phase 3: 2026-03-02T09:40:00Z\nPhase 4 started at 2026-03-02T09:41:00Z\nPhase 5 completed: soon\n\n## Phase 6 - Verify\n**Started:** 2026-03-02T10:00:00Z\n**Completed:** no\n\n## Terminal Gate Verification\nGate status: pass\nModel: m-2\n", []string{
			`progress_phase:10 phase=1 done=true started=2026-03-02T09:01:00Z) text=[x] Phase 1 - Explore (started 2026-03-02T09:01:00Z)`,
			`progress_phase:11 phase=2 done=true completed=2026-03-02T09:20:00Z text=[X] Phase 2 - Generate, completed at 2026-03-02T09:20:00Z`,
			`progress_phase:12 phase=3 done=false in_progress=true text=[~] Phase 3 (In Progress)`,
			`progress_phase:13 phase=4 done=false text=[ ] Phase 4`,
			`progress_phase:16 phase=3 completed=2026-03-02T09:40:00Z text=Ended phase 3: 2026-03-02T09:40:00Z`,
			`progress_phase:17 phase=4 started=2026-03-02T09:41:00Z text=Phase 4 started at 2026-03-02T09:41:00Z`,
			`progress_phase:20 phase=6 started=2026-03-02T10:00:00Z text=Phase 6 - Verify`,
			`progress:1 started=2026-03-02 project=harbor model=m-1 error=aborted gate_status=pass terminal_gate=true`,
		}},
		{"trackers", "quality/PROGRESS.md", "# Quality Playbook Progress\n\n- BUG-000 | Severity: LOW\n\n## Cumulative BUG tracker\n\n| ID | Title | Sev | Req | Closure | File |\n|---|---|---|---|---|---|\n" +
			"| BUG-001 | swings | HIGH | REQ-1 | open | `a.go:3-5` |\n| BUG-001 | again | LOW | | | |\n| text | | | | | |\n\n### More\n\n- CB-2 | Severity: LOW | Closure: fixed\n\n## Next\n\n- BUG-009 | Severity: LOW\n", []string{
			`tracker_bug:9 id=BUG-001 title=swings severity=HIGH requirement=REQ-1 file=a.go line_lo=3 line_hi=5 status=open`,
			`tracker_bug:10 id=BUG-001 title=again severity=LOW`,
			`tracker_bug:15 id=CB-2 severity=LOW status=fixed`,
			`progress:1 tracked_bugs=2`,
		}},
		{"bugs in dismissed sections", "quality/BUGS.md", "# Bugs\n\n## Open\n\n### BUG-001: a\n- Severity: HIGH\n\n## Not bugs\n\n### BUG-002: b\n\n#### Notes\n\n### BUG-003: c\n\n## Open again\n\n### BUG-001: d\n- Status: FIXED\n\n# BUG-009: a title\n", []string{
			`bug:5 id=BUG-001 title=a severity=HIGH`,
			`bug:10 dismissed=true id=BUG-002 title=b`,
			`bug:14 dismissed=true id=BUG-003 title=c`,
			`bug:18 id=BUG-001 title=d status=FIXED`,
			`bug_list:1 title=Bugs bugs=1`,
			`bug_listed_twice:18 BUG-001`,
		}},
		{"bugs in a table below a bug's heading", "quality/BUGS.md", "# Bugs\n\n### BUG-001: a\n\n| Bug | Status |\n|---|---|\n| BUG-002 | open |\n", []string{
			`bug:3 id=BUG-001 title=a`,
			`bug_list:1 title=Bugs bugs=1`,
		}},
		{"bugs in a table alone", "quality/BUGS.md", "# Bugs\n\n| Bug | Title | Sev | Requirement | Status | File |\n|---|---|---|---|---|---|\n| BUG-001 | a | HIGH | REQ-1 | open | `a.go:7` |\n| none | | | | | |\n| BUG-001 | b | | | | |\n", []string{
			`bug:5 id=BUG-001 title=a severity=HIGH requirement=REQ-1 file=a.go line_lo=7 line_hi=7 status=open`,
			`bug:7 id=BUG-001 title=b`,
			`bug_list:1 title=Bugs bugs=1`,
			`bug_listed_twice:7 BUG-001`,
		}},
		{"where a bug is", "quality/BUGS.md", "# Bugs\n\n### BUG-001\n- File: a.go\n- Lines: 4-9\n\n### BUG-002\n- File: a.go:1\n- Lines: 4-9\n\n### BUG-003\n- File: the code\n- Evidence: see `b.go:2`\n\n### BUG-004\n- Spec basis: REQ-001 and REQ-A-2, not REQ.\n", []string{
			`bug:3 id=BUG-001 file=a.go line_lo=4 line_hi=9`,
			`bug:7 id=BUG-002 file=a.go line_lo=1 line_hi=1`,
			`bug:11 id=BUG-003 file=b.go line_lo=2 line_hi=2`,
			`bug:15 id=BUG-004 requirement=REQ-001, REQ-A-2`,
			`bug_list:1 title=Bugs bugs=4`,
		}},
		{"a cycle", "Lever_Calibration_Log.md", "# Lever Calibration Log\n\n## Cycle 1: harbor-2.1 2026-03-02 to 2026-03-09\n\n**Lever pulled:** prompts, commit abcdef1\n**Before:** recall = 4/10 = 40%. Recovered: [BUG-001, BUG-002, BUG-003, BUG-004]. Missed: [BUG-005, BUG-006, BUG-007, BUG-008, BUG-009, BUG-010]\n" +
			"**After (projected, argument-based):** 0.50 (5/10 by file). Recovered: previous 4, BUG-005\n**Recall delta:** +0.10 (noise_floor = 0.05)\n**Verdict:** ship\n**Cells:** `cells/a.json`, b.json\n**Mode:** paired\n\n## Notes\n\nnothing\n", []string{
			`calibration_entry:3 cycle=harbor-2.1 2026-03-02 to 2026-03-09 lever=prompts, commit abcdef1 verdict=ship commit=abcdef1 mode=paired cell=cells/a.json noise_floor=0.05 began=2026-03-02T00:00:00Z ended=2026-03-09T00:00:00Z`,
			`calibration_recall:6 cycle=harbor-2.1 2026-03-02 to 2026-03-09 benchmark=harbor-2.1 side=before text=rec (132 bytes) recall=0.4 found=4 of=10 literal=0.40 recovered=[BUG-001 BUG-002 BUG-003 BUG-004] missed=[BUG-005 BUG-006 BUG-007 BUG-008 BUG-009 BUG-010]`,
			`calibration_recall:7 cycle=harbor-2.1 2026-03-02 to 2026-03-09 benchmark=harbor-2.1 side=after text=0.50 (5/10 by file). Recovered: previous 4, BUG-005 recall=0.5 found=5 of=10 literal=0.50 basis=projected, argument-based`,
			`calibration_recall:8 cycle=harbor-2.1 2026-03-02 to 2026-03-09 benchmark=harbor-2.1 side=delta text=+0.10 (noise_floor = 0.05) recall=0.1 literal=+0.10`,
		}},
		{"a cycle over benchmarks", "Lever_Calibration_Log.md", "# Lever Calibration Log\n\n## Cycle 2 — 2026-04-01\n\n- **Before:**\n  - chi-1.3 3/4\n  - harbor-2.1 n/a, 5 bugs\n- **After:**\n  - chi-1.3 12.5%\n  - harbor-2.1 5/4\n  - tide-3.0 7 % of all\n  - pier-1.0 1.00 of 3\n  - dock-4.0 12.5 in all\n  - lock-5.0 +.5\n\n| | Before | After | Delta |\n|---|---|---|---|\n| Recall chi-1.3 | 0.75 | 1/8 | −0.625 |\n| Cost | 1 | 2 | 1 |\n", []string{
			`calibration_entry:3 cycle=2026-04-01 began=2026-04-01T00:00:00Z ended=2026-04-01T00:00:00Z`,
			`calibration_recall:6 cycle=2026-04-01 benchmark=chi-1.3 side=before text=3/4 recall=0.75 found=3 of=4 literal=0.7500`,
			`calibration_recall:7 cycle=2026-04-01 benchmark=harbor-2.1 side=before text=n/a, 5 bugs found=5 literal=null`,
			`calibration_recall:9 cycle=2026-04-01 benchmark=chi-1.3 side=after text=12.5% recall=0.125 literal=0.125`,
			`calibration_recall:10 cycle=2026-04-01 benchmark=harbor-2.1 side=after text=5/4`,
			`calibration_recall:11 cycle=2026-04-01 benchmark=tide-3.0 side=after text=7 % of all recall=0.07 literal=0.07`,
			`calibration_recall:12 cycle=2026-04-01 benchmark=pier-1.0 side=after text=1.00 of 3 recall=1 literal=1.00`,
			`calibration_recall:13 cycle=2026-04-01 benchmark=dock-4.0 side=after text=12.5 in all`,
			`calibration_recall:14 cycle=2026-04-01 benchmark=lock-5.0 side=after text=+.5 recall=0.5 literal=+.5`,
			`calibration_recall:18 cycle=2026-04-01 benchmark=chi-1.3 side=before text=0.75 recall=0.75 literal=0.75`,
			`calibration_recall:18 cycle=2026-04-01 benchmark=chi-1.3 side=after text=1/8 recall=0.125 found=1 of=8 literal=0.1250`,
			`calibration_recall:18 cycle=2026-04-01 benchmark=chi-1.3 side=delta text=−0.625 recall=-0.625 literal=-0.625`,
		}},
		{"long texts", "Lever_Calibration_Log.md", "# Lever Calibration Log\n\n## Cycle 3: " + strings.Repeat("w", 300) + "\n\n**Verdict:** " + long + "\n**Symptom:** " + long + "\n**Mode:** " + long + "\n", []string{
			`calibration_entry:3 cycle=www (203 bytes) verdict=xxx (203 bytes) symptom=xxx (403 bytes) mode=xxx (103 bytes)`,
		}},
		{"a long field of a bug", "quality/BUGS.md", "# Bugs\n\n### BUG-001: " + long + "\n- Severity: " + long + "\n", []string{
			`bug:3 id=BUG-001 title=xxx (403 bytes) severity=xxx (123 bytes)`,
			`bug_list:1 title=Bugs bugs=1`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := said(c.path, c.text); !slices.Equal(got, c.want) {
				t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
