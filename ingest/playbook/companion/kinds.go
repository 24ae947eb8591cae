package companion

import "runreport/ingest/record"

// The kinds of records in the documents beside a log. Where a document is
// Markdown or a text, the sample is a small one of its sort.
var (
	progressKind = &record.Kind{
		Name:  "progress",
		Table: "claims",
		Doc:   "the head of PROGRESS.md: what the run says about itself",
		Fields: []record.Field{
			{Key: "started", Type: record.Time, Doc: "start of the run; often a date only"},
			{Key: "project", Type: record.String, Doc: "what is reviewed"},
			{Key: "benchmark", Type: record.String, Doc: "the benchmark"},
			{Key: "lever", Type: record.String, Doc: "state of the lever"},
			{Key: "runner", Type: record.String, Doc: "the program that walks the playbook"},
			{Key: "playbook_version", Type: record.String, Doc: "version of the playbook"},
			{Key: "skill_version", Type: record.String, Doc: "version of the playbook, under its other name"},
			{Key: "model", Type: record.String, Doc: "language model"},
			{Key: "documentation_state", Type: record.String, Doc: "whether there were documents to review against"},
			{Key: "with_docs", Type: record.String, Doc: "the same, yes or no"},
			{Key: "error", Type: record.String, Doc: "why the run was aborted"},
			{Key: "gate_status", Type: record.String, Doc: "how the gate ended, as the runner added it at the end of the run"},
			{Key: "abort_reason", Type: record.String, Doc: "why the runner aborted the run"},
			{Key: "terminal_gate", Type: record.Bool, Doc: "there is a section Terminal Gate Verification"},
			{
				Key:   "tracked_bugs",
				Type:  record.Int,
				Range: record.Things,
				Doc:   "bugs in the bug tracker; null: there is no tracker",
			},
		},
		Sample: "# Quality Playbook Progress\n\nStarted: 2026-03-02T09:00:00Z\nBenchmark: harbor-2.1\nRunner: claude\nPlaybook version: 1.5.6\n",
	}
	progressPhaseKind = &record.Kind{
		Name:  "progress_phase",
		Table: "claims",
		Doc:   "a line of the phase checklist of PROGRESS.md, or a line that says when a phase began or ended",
		Fields: []record.Field{
			{Key: "phase", Type: record.Int, Range: record.Ordinal, Required: true, Doc: "the phase"},
			{Key: "done", Type: record.Bool, Doc: "it is ticked; null: the line only gives a time"},
			{Key: "in_progress", Type: record.Bool, Doc: "it is marked as in progress"},
			{Key: "started", Type: record.Time, Doc: "when the phase began"},
			{Key: "completed", Type: record.Time, Doc: "when the phase ended"},
			{Key: "text", Type: record.String, Doc: "the line"},
		},
		Sample: "# QPB Run Progress\n\n## Phases\n\n- [x] Phase 1 — Explore (12:05, 8 findings)\n- [ ] Phase 2 — Generate *(in progress, started 09:15:00Z)*\n",
	}
	trackerKind = &record.Kind{
		Name:   "tracker_bug",
		Table:  "bugs",
		Doc:    "a row of the bug tracker in PROGRESS.md",
		Fields: bugFields,

		Sample: "# Quality Playbook Progress\n\n## Cumulative BUG tracker\n\n| ID | File:Line | Severity | Closure |\n|---|---|---|---|\n| BUG-001 | pier/crane.go:10-20 | HIGH | open |\n",
	}
	bugListKind = &record.Kind{Name: "bug_list", Table: "claims", Doc: "BUGS.md as a whole", Fields: []record.Field{
		{Key: "title", Type: record.String, Doc: "its first heading"},
		{
			Key:      "bugs",
			Type:     record.Int,
			Range:    record.Things,
			Required: true,
			Doc:      "different bugs with a heading, dismissed ones left out",
		},
	}, Sample: "# Bug Report\n\n### BUG-001: the crane swings back\n"}
	bugKind = &record.Kind{
		Name:  "bug",
		Table: "bugs",
		Doc:   "a bug of BUGS.md: a heading and the fields below it",
		Fields: append([]record.Field{
			{
				Key:  "dismissed",
				Type: record.Bool,
				Doc:  "it is no bug: it stands below a heading for dismissed findings, or its status or severity says so",
			},
		}, bugFields...),

		Sample: "# Bug Report\n\n### BUG-001: the crane swings back\n\n- Severity: HIGH\n- Primary requirement: REQ-001\n- File: `pier/crane.go:10-20`\n",
	}
	indexKind = &record.Kind{
		Name:  "run_index",
		Table: "claims",
		Doc:   "INDEX.md: what the archive says about the run",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{Key: "run_timestamp_start", Type: record.String, Doc: "start of the run, in one of two spellings"},
			{Key: "run_timestamp_end", Type: record.String, Doc: "end of the run"},
			{Key: "duration_seconds", Type: record.Float, Range: record.Seconds, Doc: "wall time, seconds"},
			{Key: "qpb_version", Type: record.String, Alias: []string{"skill_version"}, Doc: "version of the playbook"},
			{Key: "target_repo_path", Type: record.String, Doc: "what is reviewed"},
			{Key: "target_repo_git_sha", Type: record.String, Doc: "its commit"},
			{Key: "phases_executed", Type: record.Any, Doc: "the phases"},
			{Key: "target_role_breakdown", Type: record.Any, Doc: "files by their role"},
			{Key: "summary", Type: record.Any, Doc: "counts and the verdict of the gate"},
			{Key: "gate_verdict", Type: record.String, Doc: "verdict of the gate, where it stands outside the summary"},
			{Key: "artifacts", Type: record.Any, Doc: "files of the run"},
		},
		Sample: "# Run Index\n\n```json\n{\"schema_version\":\"2.0\",\"run_timestamp_start\":\"20260302-090000\",\"run_timestamp_end\":\"2026-03-02T10:30:00Z\",\"duration_seconds\":5400,\"qpb_version\":\"1.5.6\",\"summary\":{\"gate_verdict\":\"pass\"}}\n```\n",
	}
	archivedKind = &record.Kind{
		Name:  "archived_run",
		Table: "claims",
		Doc:   "a row of RUN_INDEX.md: an archived run",
		Fields: []record.Field{
			{Key: "run", Type: record.String, Required: true, Doc: "name of the archive"},
			{Key: "qpb_version", Type: record.String, Doc: "version of the playbook"},
			{Key: "roles", Type: record.String, Doc: "shares of the files' roles"},
			{Key: "gate_verdict", Type: record.String, Doc: "verdict of the gate"},
			{Key: "bug_count", Type: record.Int, Range: record.Things, Doc: "bugs"},
		},
		Sample: "# QPB RUN_INDEX\n\n| Run | QPB version | Role breakdown | Gate verdict | Bug count | Per-run INDEX |\n|---|---|---|---|---|---|\n| 20260301T090000Z | 1.5.6 | n/a | partial | 0 | [INDEX.md](x) |\n",
	}
	gateLogKind = &record.Kind{
		Name:  "gate_log",
		Table: "claims",
		Doc:   "quality-gate.log: what the gate printed",
		Fields: []record.Field{
			{Key: "version", Type: record.String, Doc: "version of the playbook"},
			{Key: "result", Type: record.String, Doc: "the line RESULT"},
			{Key: "gate_result", Type: record.String, Doc: "the machine-readable result"},
			{Key: "verdict_state", Type: record.String, Doc: "its shade"},
			{Key: "at", Type: record.Time, Doc: "when it was printed"},
			{Key: "fails", Type: record.Int, Range: record.Things, Doc: "checks that fail"},
			{Key: "cleanups", Type: record.Int, Range: record.Things, Doc: "gaps in the records that do not fail the gate"},
			{Key: "warns", Type: record.Int, Range: record.Things, Doc: "checks that warn"},
			{Key: "passes", Type: record.Int, Range: record.Things, Doc: "checks that pass"},
			{
				Key:   "violations",
				Type:  record.Int,
				Range: record.Things,
				Doc:   "files outside quality that the run changed and should not have, as the runner lists them behind the gate",
			},
		},
		Sample: "=== Quality Gate — Post-Run Validation ===\nVersion:    1.5.6\n  PASS: BUGS.md exists\nTotal: 0 FAIL, 0 WARN\nRESULT: GATE PASSED\n::QPB:: {\"v\":1,\"kind\":\"gate\",\"gate_result\":\"PASS\",\"verdict_state\":\"solid\",\"ts\":\"2026-03-02T10:29:00Z\"}\n",
	}
	gateLineKind = &record.Kind{
		Name:  "gate_line",
		Table: "events",
		Doc:   "a check of quality-gate.log that fails or warns",
		Fields: []record.Field{
			{Key: "verdict", Type: record.String, Required: true, Doc: "FAIL or WARN"},
			{Key: "section", Type: record.String, Doc: "section of the log"},
			{Key: "text", Type: record.String, Required: true, Doc: "the line"},
		},
		Sample: "=== Quality Gate — Post-Run Validation ===\n[Patches]\n  FAIL: no regression patch for BUG-001\nTotal: 1 FAIL, 0 WARN\nRESULT: GATE FAILED\n",
	}
	calibrationKind = &record.Kind{
		Name:  "calibration_entry",
		Table: "claims",
		Doc:   "an entry of the lever calibration log: one cycle in prose",
		Fields: []record.Field{
			{Key: "cycle", Type: record.String, Required: true, Doc: "heading of the entry"},
			{Key: "lever", Type: record.String, Doc: "the lever that was pulled"},
			{Key: "verdict", Type: record.String, Doc: "what was decided"},
			{Key: "commit", Type: record.String, Doc: "commit of the change"},
			{Key: "symptom", Type: record.String, Doc: "what was wrong before"},
			{Key: "diagnosis", Type: record.String, Doc: "why"},
			{Key: "mode", Type: record.String, Doc: "how the cycle was run"},
			{Key: "cross_benchmark", Type: record.String, Doc: "what is said of other benchmarks"},
			{Key: "cell", Type: record.String, Doc: "path of a cell that the entry rests on"},
			{Key: "audit", Type: record.String, Doc: "path of the audit, in the cycle's folder"},
			{Key: "noise_floor", Type: record.String, Doc: "noise floor, where the delta is held against it"},
			{Key: "began", Type: record.Time, Doc: "first day in the heading"},
			{Key: "ended", Type: record.Time, Doc: "last day in the heading"},
		},
		Sample: "# Lever Calibration Log\n\n## Cycle: 2026-03-05 — harbor-2.1\n\n**Lever pulled:** Lever 1.\n\n**Before:** recall = 1/2 = 50%.\n\n**After:** recall = 2/2 = 100%.\n\n**Verdict:** Ship.\n",
	}
	calibrationRecallKind = &record.Kind{
		Name:  "calibration_recall",
		Table: "claims",
		Doc:   "a recall in an entry of the lever calibration log",
		Fields: []record.Field{
			{Key: "cycle", Type: record.String, Required: true, Doc: "heading of the entry"},
			{Key: "benchmark", Type: record.String, Doc: "the benchmark"},
			{Key: "side", Type: record.String, Required: true, Doc: "before, after or delta"},
			{Key: "text", Type: record.String, Required: true, Doc: "as written"},
			{
				Key:   "recall",
				Type:  record.Float,
				Range: record.Ratio,
				Doc:   "recall, or its change; null where it is n/a",
			},
			{Key: "found", Type: record.Int, Range: record.Things, Doc: "bugs found"},
			{Key: "of", Type: record.Int, Range: record.Things, Doc: "bugs of the reference list"},
			{Key: "literal", Type: record.String, Doc: "its digits; null where it cannot be computed"},
			{Key: "basis", Type: record.String, Doc: "what it rests on, as told: projected, argument-based, empirical"},
			{Key: "recovered", Type: record.Strings, Doc: "ids of the bugs found, where as many are named as counted"},
			{Key: "missed", Type: record.Strings, Doc: "ids of the bugs missed"},
		},
		Sample: "# Lever Calibration Log\n\n## Cycle: 2026-03-05 — harbor\n\n**Before:**\n- harbor-2.1 recall: **0.50** (1/2)\n\n**After:**\n- harbor-2.1 recall: **1.00** (2/2)\n\n**Verdict:** Ship.\n",
	}
)

// The documents whose content phase_end rests on.
var (
	explorationKind = &record.Kind{
		Name:  "exploration",
		Table: "claims",
		Doc:   "EXPLORATION.md: its length and its headings, which phase 1 has to show",
		Fields: []record.Field{
			{Key: "lines", Type: record.Int, Range: record.Size, Required: true, Doc: "lines"},
			{Key: "sections", Type: record.Int, Range: record.Things, Required: true, Doc: "headings of findings"},
			{Key: "code_only", Type: record.Bool, Doc: "there is a section that says that there were no documents"},
		},
		Sample: "# Exploration\n\n## Open Exploration Findings\n\n1. The crane swings back.\n",
	}
	testLogKind = &record.Kind{
		Name:  "test_log",
		Table: "claims",
		Doc:   "results/BUG-….red.log and .green.log: a bug's test without its fix and with it",
		Fields: []record.Field{
			{Key: "id", Type: record.String, Required: true, Doc: "id of the bug"},
			{Key: "phase", Type: record.String, Required: true, Doc: "red: without the fix; green: with it"},
			{Key: "tag", Type: record.String, Doc: "its first line: RED, GREEN, NOT_RUN or ERROR"},
		},
		Sample: "RED\nCommand: go test ./pier\nExit: 1\n",
	}
)

// bugFields are what every list of bugs says about one.
var bugFields = []record.Field{
	{Key: "id", Type: record.String, Required: true, Column: "bug", Doc: "id of the bug"},
	{Key: "title", Type: record.String, Column: "title", Doc: "title"},
	{Key: "severity", Type: record.String, Column: "severity", Doc: "severity"},
	{Key: "requirement", Type: record.String, Column: "requirement", Doc: "requirement that it breaks"},
	{Key: "file", Type: record.String, Column: "file", Doc: "first file named"},
	{Key: "line_lo", Type: record.Int, Range: record.Size, Column: "line_lo", Doc: "first line named there"},
	{Key: "line_hi", Type: record.Int, Range: record.Size, Column: "line_hi", Doc: "last line named there"},
	{Key: "status", Type: record.String, Column: "status", Doc: "state of the bug"},
}

// Kinds are all kinds of records in companion documents.
var Kinds = record.Compile(nil,
	progressKind, progressPhaseKind, trackerKind, bugListKind, bugKind, indexKind, archivedKind,
	gateLogKind, gateLineKind, calibrationKind, calibrationRecallKind,
	metadataKind, tddKind, manifestKind, integrationKind, recheckKind, explorationKind, testLogKind)
