package companion

import "runreport/ingest/record"

// The JSON documents that a run leaves in its quality folder.
var (
	metadataKind = &record.Kind{
		Name:  "run_metadata",
		Table: "claims",
		Doc:   "results/run-*.json: who ran the playbook, and how it ended",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{Key: "skill_version", Type: record.String, Doc: "version of the playbook"},
			{Key: "project", Type: record.String, Doc: "what is reviewed"},
			{Key: "model", Type: record.String, Doc: "language model"},
			{Key: "model_provider", Type: record.String, Doc: "who serves it"},
			{Key: "runner", Type: record.String, Doc: "the program that walks the playbook"},
			{
				Key:      "start_time",
				Type:     record.Time,
				Required: true,
				Doc:      "start of the run; some writers give local time as UTC",
			},
			{Key: "end_time", Type: record.Time, Doc: "end of the run; null while it is open"},
			{Key: "duration_minutes", Type: record.Float, Range: record.Minutes, Doc: "wall time, minutes"},
			{Key: "phases_completed", Type: record.Any, Doc: "phases that ended, as numbers or as words"},
			{Key: "iterations_completed", Type: record.Any, Doc: "rounds that ended"},
			{Key: "bug_count", Type: record.Int, Range: record.Things, Doc: "bugs"},
			{Key: "bug_severity", Type: record.Object, Doc: "bugs by severity"},
			{Key: "gate_result", Type: record.String, Doc: "verdict of the gate"},
			{Key: "gate_fail_count", Type: record.Int, Range: record.Things, Doc: "checks that fail"},
			{Key: "gate_warn_count", Type: record.Int, Range: record.Things, Doc: "checks that warn"},
			{Key: "notes", Type: record.String, Doc: "remarks"},
		},
		Sample: `{"schema_version":"1.0","skill_version":"1.5.6","project":"harbor","model":"m-1","model_provider":"acme","runner":"claude","start_time":"2026-03-02T09:00:00Z","end_time":"2026-03-02T10:30:00Z","duration_minutes":90,"phases_completed":["Phase 1","Phase 2"],"iterations_completed":[],"bug_count":5,"bug_severity":{"HIGH":1},"gate_result":"pass","gate_fail_count":0,"gate_warn_count":1,"notes":""}`,
	}

	tddBug = &record.Kind{
		Name:  "tdd_bug",
		Table: "bugs",
		Doc:   "a bug with its failing and its passing test",
		Fields: []record.Field{
			{Key: "id", Type: record.String, Required: true, Column: "bug", Doc: "id of the bug"},
			{Key: "title", Type: record.String, Column: "title", Doc: "title"},
			{Key: "severity", Type: record.String, Column: "severity", Doc: "severity"},
			{Key: "requirement", Type: record.String, Column: "requirement", Doc: "requirement that it breaks"},
			{Key: "red_phase", Type: record.String, Doc: "the test without the fix: fail, as it should"},
			{Key: "green_phase", Type: record.String, Doc: "the test with the fix: pass, as it should, or skipped"},
			{Key: "red_passed", Type: record.Bool, Doc: "the same of the test without the fix; version 1.0"},
			{Key: "green_passed", Type: record.Bool, Doc: "the same of the test with the fix; version 1.0"},
			{Key: "verdict", Type: record.String, Column: "status", Doc: "verdict"},
		},
		Sample: `{"id":"BUG-001","requirement":"REQ-001","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}`,
	}
	tddKind = &record.Kind{
		Name:  "tdd_results",
		Table: "bugs",
		Doc:   "tdd-results.json: the bugs with their tests",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{
				Key:   "skill_version",
				Alias: []string{"playbook_version"},
				Type:  record.String,
				Doc:   "version of the playbook",
			},
			{Key: "date", Alias: []string{"generated_at"}, Type: record.String, Doc: "when it was written"},
			{Key: "project", Type: record.String, Doc: "what is reviewed"},
			{Key: "bugs", Type: record.List, Of: tddBug, Required: true, Doc: "the bugs"},
			{Key: "summary", Type: record.Any, Doc: "counts"},
		},
		Sample: `{"schema_version":"1.1","skill_version":"1.5.6","date":"2026-03-02","project":"harbor","bugs":[{"id":"BUG-001","requirement":"REQ-001","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}],"summary":{"total":1,"verified":1}}`,
	}

	manifestBug = &record.Kind{
		Name:  "manifest_bug",
		Table: "bugs",
		Doc:   "a bug of the manifest",
		Fields: []record.Field{
			{Key: "id", Type: record.String, Required: true, Column: "bug", Doc: "id of the bug"},
			{Key: "title", Type: record.String, Column: "title", Doc: "title"},
			{Key: "severity", Type: record.String, Column: "severity", Doc: "severity"},
			{
				Key:    "req_id",
				Alias:  []string{"requirement", "primary_requirement"},
				Type:   record.String,
				Column: "requirement",
				Doc:    "requirement that it breaks",
			},
			{Key: "status", Type: record.String, Column: "status", Doc: "what became of it: confirmed, false_positive"},
			{
				Key:  "disposition",
				Type: record.String,
				Doc:  "what is to be done: code-fix, spec-fix, upstream-spec-issue, mis-read or deferred; stands for a status where there is none",
			},
			{Key: "file", Alias: []string{"location"}, Type: record.Any, Doc: "where it is"},
			{Key: "line", Alias: []string{"lines"}, Type: record.Any, Doc: "line or lines there"},
			{Key: "covers", Type: record.Any, Doc: "cells of the requirements' grids"},
		},
		Sample: `{"id":"BUG-001","req_id":"REQ-001","title":"the crane swings back","severity":"high","disposition":"code-fix","file":"pier/crane.go","line":"10-20","covers":[]}`,
	}
	manifestKind = &record.Kind{
		Name:  "bugs_manifest",
		Table: "bugs",
		Doc:   "bugs_manifest.json: the bugs for machines",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{Key: "generated_at", Type: record.String, Doc: "when it was written"},
			{
				Key:      "records",
				Alias:    []string{"bugs"},
				Type:     record.List,
				Of:       manifestBug,
				Required: true,
				Doc:      "the bugs",
			},
		},
		Sample: `{"schema_version":"1.5.6","generated_at":"2026-03-02T10:00:00Z","records":[{"id":"BUG-001","req_id":"REQ-001","title":"the crane swings back","severity":"high","disposition":"code-fix","file":"pier/crane.go","line":"10-20","covers":[]}]}`,
	}

	integrationKind = &record.Kind{
		Name:  "integration_results",
		Table: "claims",
		Doc:   "integration-results.json: whether the reviewed program may be merged",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{
				Key:   "skill_version",
				Alias: []string{"playbook_version"},
				Type:  record.String,
				Doc:   "version of the playbook",
			},
			{Key: "date", Type: record.String, Doc: "when it was written"},
			{Key: "project", Type: record.String, Doc: "what is reviewed"},
			{Key: "recommendation", Type: record.String, Required: true, Doc: "what to do"},
			{Key: "groups", Type: record.Any, Doc: "groups of tests"},
			{Key: "summary", Type: record.Object, Doc: "counts of the groups"},
			{Key: "uc_coverage", Type: record.Any, Doc: "use cases that are covered"},
		},
		Sample: `{"schema_version":"1.1","skill_version":"1.5.6","date":"2026-03-02","project":"harbor","recommendation":"FIX BEFORE MERGE","groups":[],"summary":{"total_groups":0,"passed":0,"failed":0,"skipped":0},"uc_coverage":{}}`,
	}

	recheckBug = &record.Kind{
		Name:  "recheck_bug",
		Table: "bugs",
		Doc:   "a bug that was looked at again",
		Fields: []record.Field{
			{Key: "id", Type: record.String, Required: true, Column: "bug", Doc: "id of the bug"},
			{Key: "title", Alias: []string{"summary"}, Type: record.String, Column: "title", Doc: "title"},
			{Key: "severity", Type: record.String, Column: "severity", Doc: "severity"},
			{
				Key:    "status",
				Alias:  []string{"verdict"},
				Type:   record.String,
				Column: "status",
				Doc:    "FIXED, STILL_OPEN, PARTIALLY_FIXED or INCONCLUSIVE",
			},
			{Key: "evidence", Type: record.Any, Doc: "what shows it"},
		},
		Sample: `{"id":"BUG-001","severity":"HIGH","summary":"the crane swings back","status":"FIXED","evidence":"its test passes"}`,
	}
	recheckKind = &record.Kind{
		Name:  "recheck_results",
		Table: "bugs",
		Doc:   "recheck-results.json: what became of the bugs",
		Fields: []record.Field{
			{Key: "schema_version", Type: record.String, Doc: "version of the format"},
			{
				Key:   "skill_version",
				Alias: []string{"playbook_version"},
				Type:  record.String,
				Doc:   "version of the playbook",
			},
			{Key: "date", Alias: []string{"generated_at"}, Type: record.String, Doc: "when it was written"},
			{Key: "project", Type: record.String, Doc: "what is reviewed"},
			{
				Key:   "source_run",
				Alias: []string{"baseline_bugs_md"},
				Type:  record.Any,
				Doc:   "the list that was looked at",
			},
			{
				Key:      "results",
				Alias:    []string{"bugs"},
				Type:     record.List,
				Of:       recheckBug,
				Required: true,
				Doc:      "the bugs",
			},
			{Key: "summary", Alias: []string{"verdict_counts"}, Type: record.Object, Doc: "counts"},
		},
		Sample: `{"schema_version":"1.0","skill_version":"1.5.6","date":"2026-03-09","project":"harbor","source_run":{"total_bugs":1},"results":[{"id":"BUG-001","severity":"HIGH","summary":"the crane swings back","status":"FIXED","evidence":"its test passes"}],"summary":{"total":1,"fixed":1}}`,
	}
)
