package cycle

import "runreport/ingest/record"

var regressionCheck = &record.Kind{
	Name:  "regression_check",
	Table: "claims",
	Doc:   "whether other benchmarks lost bugs",
	Fields: []record.Field{
		{
			Key:      "status",
			Type:     record.String,
			Required: true,
			Enum:     []string{"clean", "regressed", "skipped"},
			Doc:      "clean, regressed or skipped",
		},
		{Key: "checked_cells", Type: record.Strings, Doc: "paths of the cells that were looked at"},
		{Key: "regressed_cells", Type: record.Strings, Doc: "paths of those that regressed"},
		{
			Key:   "noise_floor_threshold",
			Type:  record.Float,
			Range: record.Ratio,
			Doc:   "change of recall below which it is noise",
		},
	},
	Sample: `{"status":"clean","checked_cells":[],"regressed_cells":[],"noise_floor_threshold":0.05}`,
}

var apparatus = &record.Kind{Name: "apparatus", Table: "claims", Doc: "what measured the cell", Fields: []record.Field{
	{Key: "qpb_commit_sha", Type: record.String, Doc: "commit of the playbook"},
	{Key: "target_commit_sha", Type: record.String, Doc: "commit of the benchmark"},
	{Key: "phase_scope", Type: record.String, Doc: "phases that were run"},
	{Key: "iteration_strategies", Type: record.Strings, Doc: "rounds that were run behind the phases"},
	{Key: "runner", Type: record.String, Doc: "the program that walked the playbook"},
	{Key: "model", Also: []string{"runner_model"}, Type: record.String, Doc: "language model"},
	{
		Key:   "wall_clock_seconds",
		Type:  record.Float,
		Range: record.Seconds,
		Doc:   "wall time, seconds; null where nobody measured it",
	},
}, Sample: `{"qpb_commit_sha":"abc1234","target_commit_sha":"def5678","phase_scope":"1,2,3","iteration_strategies":[],"runner":"claude","model":"","wall_clock_seconds":900}`}

// CellKind is one measurement of a benchmark's recall, as the playbook's own
// regression replay writes it.
var CellKind = record.Compile(nil, &record.Kind{
	Name:  "cell",
	Table: "bugs",
	Doc:   "the recall of one benchmark, measured once against its old bug list",
	Fields: []record.Field{
		{Key: "schema_version", Type: record.String, Required: true, Doc: "version of the format"},
		{
			Key:      "timestamp",
			Also:     []string{"run_timestamp"},
			Type:     record.Time,
			Required: true,
			Doc:      "when the measurement began",
		},
		{Key: "benchmark", Type: record.String, Required: true, Doc: "short name of the benchmark"},
		{
			Key:      "historical_qpb_version",
			Also:     []string{"historical_version"},
			Type:     record.String,
			Required: true,
			Doc:      "version of the benchmark",
		},
		{Key: "qpb_version_under_test", Type: record.String, Required: true, Doc: "version of the playbook"},
		{Key: "historical_bug_id", Type: record.String, Required: true, Doc: "the bug that is measured, or all"},
		{
			Key:      "historical_bug_count",
			Type:     record.Int,
			Range:    record.Things,
			Required: true,
			Doc:      "bugs of the old list",
		},
		{Key: "current_bug_count", Type: record.Int, Range: record.Things, Doc: "bugs found now"},
		{Key: "current_bug_ids", Type: record.Strings, Doc: "ids of the bugs found now"},
		{
			Key:      "recovered_bug_ids",
			Type:     record.Strings,
			Required: true,
			Doc:      "ids of the old list's bugs that were found again",
		},
		{Key: "missed_bug_ids", Type: record.Strings, Required: true, Doc: "ids of those that were not"},
		{Key: "spurious_bug_ids", Type: record.Strings, Doc: "ids of bugs that are not in the old list"},
		{
			Key:      "recall_against_historical",
			Type:     record.Float,
			Range:    record.Ratio,
			Required: true,
			Doc:      "recovered bugs of all bugs of the old list",
		},
		{Key: "lever_under_test", Type: record.String, Doc: "the lever; null for a baseline"},
		{Key: "lever_change_summary", Type: record.String, Doc: "what the change is"},
		{Key: "before_lever", Type: record.String, Doc: "path of the cell before the change"},
		{Key: "after_lever", Type: record.String, Doc: "path of the cell after the change"},
		{Key: "lever_home_file", Type: record.String, Doc: "file of the change; undocumented"},
		{Key: "regression_check", Type: record.Object, Of: regressionCheck, Doc: "whether other benchmarks lost bugs"},
		{Key: "apparatus", Type: record.Object, Of: apparatus, Doc: "what measured the cell"},
		{Key: "noise_floor_source", Type: record.String, Doc: "how the noise was judged"},
		{Key: "notes", Type: record.String, Doc: "remarks"},
	},
	Sample: `{"schema_version":"1.5.4","timestamp":"2026-03-05T08:00:00Z","benchmark":"harbor","historical_qpb_version":"2.1","qpb_version_under_test":"1.5.6","historical_bug_id":"all","historical_bug_count":2,"current_bug_count":1,"current_bug_ids":["BUG-003"],"recovered_bug_ids":["BUG-001"],"missed_bug_ids":["BUG-002"],"spurious_bug_ids":[],"recall_against_historical":0.5,"lever_under_test":null,"lever_change_summary":null,"before_lever":null,"after_lever":null,"regression_check":{"status":"skipped","checked_cells":[],"regressed_cells":[],"noise_floor_threshold":0.05},"apparatus":{"qpb_commit_sha":"abc1234","target_commit_sha":"def5678","phase_scope":"1,2,3","iteration_strategies":[],"runner":"claude","model":"","wall_clock_seconds":900},"noise_floor_source":"one run","notes":""}`,
})[0]
