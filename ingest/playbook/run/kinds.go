package run

import (
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

var (
	sixPhase = &record.Check{
		Expected: "1 to 6",
		Holds:    func(v record.Value) bool { return v.Int >= 1 && v.Int <= sheet.LastPhase },
	}

	runners     = []string{"claude", "codex", "copilot", "cursor"}
	passes      = []string{"A", "B", "C", "D"}
	docStates   = []string{"code_only", "with_docs"}
	runStatuses = []string{"success", "aborted", "failed"}
)

// phaseNames are the titles that the format gives its phases.
var phaseNames = [...]string{1: "Explore", 2: "Generate", 3: "Code Review", 4: "Spec Audit", 5: "Reconciliation", 6: "Verify"}

func phaseField(required bool) record.Field {
	return record.Field{
		Key:      "phase",
		Type:     record.Int,
		Range:    record.Ordinal,
		Required: required,
		Check:    sixPhase,
		Doc:      "the phase, 1 to 6",
	}
}

// Kinds are the kinds of records in a run's log.
var Kinds = record.Compile(sheet.LogFields,
	&record.Kind{
		Name:  "_index",
		Table: "runs",
		Doc:   "the first line of a log: which events it uses and what it is about",
		Fields: []record.Field{
			{
				Key:      "schema_version",
				Type:     record.String,
				Required: true,
				Check:    sheet.Version1,
				Doc:      "version of the format",
			},
			{Key: "event_types", Type: record.Strings, Required: true, Doc: "the kinds of events that the file uses"},
			{Key: "benchmark", Type: record.String, Required: true, Column: "subject", Doc: "what is reviewed"},
			{
				Key:      "lever_state",
				Type:     record.String,
				Required: true,
				Column:   "variant",
				Doc:      "state of the lever: baseline, pre-…, post-…",
			},
			{Key: "started_at", Type: record.Time, Required: true, Doc: "start of the run, equal to ts"},
		},
		Sample: `{"event":"_index","ts":"2026-03-02T09:00:00Z","schema_version":"1.5.6","event_types":["_index","run_start"],"benchmark":"harbor-2.1","lever_state":"baseline","started_at":"2026-03-02T09:00:00Z"}`,
	},
	&record.Kind{Name: "run_start", Table: "runs", Doc: "a run begins", Fields: []record.Field{
		{
			Key:      "runner",
			Type:     record.String,
			Required: true,
			Column:   "runner",
			Enum:     runners,
			Doc:      "the program that walks the playbook",
		},
		{
			Key:      "playbook_version",
			Type:     record.String,
			Required: true,
			Column:   "version",
			Doc:      "version of the playbook",
		},
		{Key: "target_path", Type: record.String, Required: true, Doc: "what is reviewed, relative to the benchmark"},
		{Key: "run_id", Type: record.String, Column: "id", Doc: "the run's own name, from 1.5.7 on"},
		{Key: "log_layout", Type: record.String, Doc: "where the run's logs lie, from 1.5.7 on"},
	}, Sample: `{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"claude","playbook_version":"1.5.6","target_path":"."}`},
	&record.Kind{Name: "phase_start", Table: "steps", Doc: "a phase begins", Fields: []record.Field{
		phaseField(true),
	}, Sample: `{"event":"phase_start","ts":"2026-03-02T09:00:05Z","phase":1}`},
	&record.Kind{
		Name:  "pattern_walked",
		Table: "steps",
		Doc:   "an exploration pattern was walked in phase 1",
		Fields: []record.Field{
			phaseField(true),
			{Key: "pattern", Type: record.Any, Required: true, Doc: "the pattern, 1 to 7; some writers give its name"},
			{
				Key:      "findings_count",
				Type:     record.Int,
				Range:    record.Things,
				Required: true,
				Doc:      "findings of this pattern",
			},
			{
				Key:    "duration_seconds",
				Type:   record.Float,
				Range:  record.Seconds,
				Column: "logged_duration_s",
				Doc:    "wall time, seconds",
			},
			{
				Key:    "decision",
				Type:   record.String,
				Column: "status",
				Doc:    "how deep the pattern was walked; undocumented",
			},
		},
		Sample: `{"event":"pattern_walked","ts":"2026-03-02T09:04:00Z","phase":1,"pattern":2,"findings_count":3}`,
	},
	&record.Kind{Name: "pass_started", Table: "steps", Doc: "a pass of phase 4 begins", Fields: []record.Field{
		phaseField(true),
		{Key: "pass", Type: record.String, Required: true, Enum: passes, Doc: "the pass, A to D"},
	}, Sample: `{"event":"pass_started","ts":"2026-03-02T09:50:00Z","phase":4,"pass":"A"}`},
	&record.Kind{Name: "pass_ended", Table: "steps", Doc: "a pass of phase 4 ends", Fields: []record.Field{
		phaseField(true),
		{Key: "pass", Type: record.String, Required: true, Enum: passes, Doc: "the pass, A to D"},
		{Key: "output_artifact", Type: record.String, Doc: "path of what the pass wrote"},
		{Key: "status", Type: record.String, Column: "status", Doc: "how the pass ended; undocumented"},
		{Key: "findings", Type: record.Int, Range: record.Things, Doc: "findings of the pass; undocumented"},
		{Key: "summary", Type: record.Object, Doc: "counts of the pass; undocumented"},
	}, Sample: `{"event":"pass_ended","ts":"2026-03-02T09:56:00Z","phase":4,"pass":"A","output_artifact":"quality/spec_audits/auditor-1.md"}`},
	&record.Kind{Name: "finding_logged", Table: "bugs", Doc: "a finding was logged", Fields: []record.Field{
		phaseField(true),
		{
			Key:      "finding_id",
			Also:     []string{"id"},
			Type:     record.String,
			Required: true,
			Column:   "bug",
			Doc:      "id of the finding",
		},
		{Key: "category", Type: record.String, Required: true, Column: "status", Doc: "sort of finding"},
		{Key: "severity", Type: record.String, Column: "severity", Doc: "severity; undocumented"},
		{
			Key:   "count",
			Type:  record.Int,
			Range: record.Things,
			Doc:   "findings logged by this line, where it names none; undocumented",
		},
	}, Sample: `{"event":"finding_logged","ts":"2026-03-02T09:31:00Z","phase":3,"finding_id":"BUG-001","category":"code-bug"}`},
	&record.Kind{Name: "artifact_written", Table: "events", Doc: "a file was written", Fields: []record.Field{
		{
			Key:      "relative_path",
			Also:     []string{"path"},
			Type:     record.String,
			Required: true,
			Doc:      "path of the file, relative to the benchmark",
		},
		{Key: "byte_size", Type: record.Int, Range: record.Size, Doc: "size, bytes; 0 where the writer did not look"},
		{Key: "line_count", Type: record.Int, Range: record.Size, Doc: "lines"},
		phaseField(false),
	}, Sample: `{"event":"artifact_written","ts":"2026-03-02T09:11:00Z","relative_path":"quality/EXPLORATION.md","byte_size":20480,"line_count":260}`},
	&record.Kind{Name: "gate_check", Table: "checks", Doc: "one check of the quality gate", Fields: []record.Field{
		{
			Key:      "gate_name",
			Also:     []string{"name", "gate"},
			Type:     record.String,
			Required: true,
			Column:   "name",
			Doc:      "name of the check",
		},
		{
			Key:      "verdict",
			Also:     []string{"result", "passed", "status"},
			Type:     record.Any,
			Required: true,
			Doc:      "pass, fail, warn or skip",
		},
		{Key: "reason", Type: record.String, Column: "reason", Doc: "explanation"},
		{Key: "details", Type: record.Object, Doc: "counts of the check; undocumented"},
		{Key: "active_bugs", Type: record.Int, Range: record.Things, Doc: "bugs that are not repaired; undocumented"},
		{
			Key:   "expected_fail",
			Alias: []string{"expected_failures"},
			Type:  record.Int,
			Range: record.Things,
			Doc:   "tests that are known to fail; undocumented",
		},
		phaseField(false),
	}, Sample: `{"event":"gate_check","ts":"2026-03-02T10:20:00Z","gate_name":"red_logs","verdict":"pass","reason":"5 of 5"}`},
	&record.Kind{Name: "phase_end", Table: "steps", Doc: "a phase ends", Fields: []record.Field{
		phaseField(true),
		{Key: "key_counts", Type: record.Object, Required: true, Doc: "counts of the phase"},
		{Key: "artifacts_produced", Type: record.Strings, Required: true, Doc: "paths of what the phase wrote"},
		{
			Key:    "duration_seconds",
			Type:   record.Float,
			Range:  record.Seconds,
			Column: "logged_duration_s",
			Doc:    "wall time, seconds",
		},
		{Key: "gate", Type: record.String, Doc: "verdict of the phase's gate; undocumented"},
		{Key: "status", Type: record.String, Doc: "how the phase ended; undocumented"},
	}, Sample: `{"event":"phase_end","ts":"2026-03-02T09:12:05Z","phase":1,"key_counts":{"findings_total":8,"patterns_walked":7},"artifacts_produced":["quality/EXPLORATION.md"]}`},
	&record.Kind{
		Name:  "error",
		Table: "steps",
		Doc:   "something failed; a recoverable error has its phase run again",
		Fields: []record.Field{
			phaseField(false),
			{Key: "message", Type: record.String, Required: true, Column: "reason", Doc: "what failed"},
			{
				Key:      "recoverable",
				Type:     record.Bool,
				Required: true,
				Doc:      "true: the phase is run again; false: the run is aborted",
			},
		},
		Sample: `{"event":"error","ts":"2026-03-02T09:40:00Z","phase":3,"message":"no regression patch","recoverable":true}`,
	},
	&record.Kind{
		Name:  "documentation_state",
		Table: "claims",
		Doc:   "whether there were documents to review against, at the start of phase 1; absent: there were",
		Fields: []record.Field{
			{Key: "state", Type: record.String, Required: true, Enum: docStates, Doc: "code_only: there were none"},
			{Key: "reason", Type: record.String, Required: true, Doc: "explanation"},
		},
		Sample: `{"event":"documentation_state","ts":"2026-03-02T09:00:04Z","state":"code_only","reason":"reference_docs/ empty"}`,
	},
	&record.Kind{
		Name:  "aborted_missing_docs",
		Table: "runs",
		Doc:   "the run stopped before phase 1, since documents were required and there were none",
		Fields: []record.Field{
			{Key: "reason", Type: record.String, Required: true, Column: "reason", Doc: "explanation"},
		},
		Sample: `{"event":"aborted_missing_docs","ts":"2026-03-02T09:00:04Z","reason":"reference_docs/ empty and --require-docs set"}`,
	},
	&record.Kind{Name: "run_end", Table: "runs", Doc: "a run ends", Fields: []record.Field{
		{
			Key:      "status",
			Type:     record.String,
			Required: true,
			Column:   "status",
			Enum:     runStatuses,
			Doc:      "how the run ended",
		},
		{Key: "total_findings", Type: record.Int, Range: record.Things, Doc: "findings of all phases"},
		{Key: "final_verdict", Type: record.String, Doc: "verdict of the gate in phase 6"},
		{Key: "gate_verdict", Type: record.String, Doc: "the same; undocumented"},
		{
			Key:   "release_recommendation",
			Alias: []string{"recommendation"},
			Type:  record.String,
			Doc:   "whether what was reviewed may be released: SHIP, FIX BEFORE MERGE or BLOCK; undocumented",
		},
		{Key: "release_environment", Type: record.String, Doc: "whether the environment allows a release; undocumented"},
		{Key: "active_bugs", Type: record.Int, Range: record.Things, Doc: "bugs that are not repaired; undocumented"},
		{Key: "expected_fail", Type: record.Int, Range: record.Things, Doc: "tests that are known to fail; undocumented"},
		{Key: "reason", Type: record.String, Doc: "why the run ended so; undocumented"},
	}, Sample: `{"event":"run_end","ts":"2026-03-02T10:30:00Z","status":"success","total_findings":5,"final_verdict":"pass"}`},
	&record.Kind{
		Name:         "iteration_start",
		Table:        "steps",
		Undocumented: true,
		Doc:          "another round of exploration begins, mostly after run_end",
		Fields: []record.Field{
			{
				Key:      "strategy",
				Type:     record.String,
				Required: true,
				Column:   "name",
				Doc:      "gap, unfiltered, parity or adversarial",
			},
			{Key: "lever", Type: record.String, Doc: "lever of the round"},
			{Key: "mode", Type: record.String, Doc: "how it is run"},
			{Key: "note", Type: record.String, Column: "reason", Doc: "remark"},
		},
		Sample: `{"event":"iteration_start","ts":"2026-03-02T11:00:00Z","strategy":"gap","mode":"inline"}`,
	},
	&record.Kind{
		Name:         "iteration_end",
		Table:        "steps",
		Undocumented: true,
		Doc:          "a round of exploration ends",
		Fields: []record.Field{
			{
				Key:      "strategy",
				Type:     record.String,
				Required: true,
				Column:   "name",
				Doc:      "gap, unfiltered, parity or adversarial",
			},
			{Key: "status", Type: record.String, Column: "status", Doc: "how it ended"},
			{Key: "net_new_bugs", Type: record.Any, Doc: "ids of the bugs that are new, or their number"},
			{Key: "active_bugs", Type: record.Int, Range: record.Things, Doc: "bugs that are open"},
			{Key: "gate_verdict", Type: record.String, Doc: "verdict of the gate"},
			{Key: "gate_fail", Type: record.Int, Range: record.Things, Doc: "checks that fail"},
			{Key: "gate_warn", Type: record.Int, Range: record.Things, Doc: "checks that warn"},
			{Key: "next_strategy", Type: record.String, Doc: "strategy of the next round; null: none"},
		},
		Sample: `{"event":"iteration_end","ts":"2026-03-02T11:40:00Z","strategy":"gap","status":"success","net_new_bugs":["BUG-006"],"active_bugs":6,"gate_verdict":"PASS","next_strategy":null}`,
	},
	&record.Kind{
		Name:         "recheck_end",
		Table:        "claims",
		Undocumented: true,
		Doc:          "bugs of an earlier run were looked at again",
		Fields: []record.Field{
			{Key: "status", Type: record.String, Doc: "how it ended"},
			{Key: "fixed", Type: record.Int, Range: record.Things, Doc: "bugs that are fixed"},
			{Key: "partially_fixed", Type: record.Int, Range: record.Things, Doc: "bugs that are fixed in part"},
			{Key: "still_open", Type: record.Int, Range: record.Things, Doc: "bugs that are open"},
			{Key: "inconclusive", Type: record.Int, Range: record.Things, Doc: "bugs of which it is not known"},
		},
		Sample: `{"event":"recheck_end","ts":"2026-03-09T08:00:00Z","status":"success","fixed":4,"partially_fixed":0,"still_open":1}`,
	},
)
