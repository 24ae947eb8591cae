package cycle

import (
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// cycleVerdicts are the verdicts that the format lists, and the two with which the
// orchestrator stops a cycle. Cycles write others too.
var cycleVerdicts = []string{"ship", "revert", "iterate", "halt-iterate-cap", "halt-preflight-failed", "halt-playbook-hang"}

var crossCheck = record.Compile(nil, &record.Kind{
	Name:  "cross_benchmark_check",
	Table: "cycles",
	Doc:   "whether bugs were lost on any benchmark",
	Fields: []record.Field{
		{Key: "clean", Type: record.Bool, Column: "logged_clean", Doc: "no benchmark regressed"},
		{
			Key:  "regressions",
			Type: record.Any,
			Doc:  "what regressed: benchmark/bug, [benchmark, bug] or an object with both",
		},
	},
	Sample: `{"clean":true,"regressions":[]}`,
})[0]

var (
	benchmarkField = record.Field{
		Key:      "benchmark",
		Type:     record.String,
		Required: true,
		Column:   "benchmark",
		Doc:      "the benchmark",
	}
	stateField = record.Field{
		Key:      "lever_state",
		Type:     record.String,
		Required: true,
		Column:   "lever_state",
		Doc:      "pre-lever or post-lever",
	}
)

// Kinds are the kinds of records in a cycle's log.
var Kinds = record.Compile(sheet.LogFields,
	&record.Kind{
		Name:  "_index",
		Table: "cycles",
		Doc:   "what the cycle measures; every session and iteration may write one",
		Fields: []record.Field{
			{
				Key:      "schema_version",
				Type:     record.String,
				Required: true,
				Check:    sheet.Version1,
				Doc:      "version of the format",
			},
			{Key: "event_types", Type: record.Strings, Required: true, Doc: "the kinds of events that the file uses"},
			{Key: "cycle_name", Type: record.String, Required: true, Column: "cycle", Doc: "name of the cycle"},
			{Key: "lever_under_test", Type: record.String, Required: true, Column: "lever", Doc: "the lever"},
			{
				Key:      "benchmarks",
				Type:     record.Strings,
				Required: true,
				Column:   "benchmarks",
				Doc:      "the benchmarks that the cycle is pinned to",
			},
			{
				Key:      "iteration",
				Type:     record.Int,
				Range:    record.Ordinal,
				Required: true,
				Column:   "iteration",
				Doc:      "iteration, from 1; it holds for the lines below",
			},
		},
		Sample: `{"event":"_index","ts":"2026-03-05T08:00:00Z","schema_version":"1.5.6","event_types":["_index","cycle_start"],"cycle_name":"2026-03-05-harbor","lever_under_test":"lever-1","benchmarks":["harbor-2.1"],"iteration":1}`,
	},
	&record.Kind{Name: "cycle_start", Table: "cycles", Doc: "a cycle begins", Fields: []record.Field{
		{
			Key:      "hypothesis",
			Type:     record.String,
			Required: true,
			Column:   "hypothesis",
			Doc:      "what the change is thought to do",
		},
		{
			Key:      "noise_floor_threshold",
			Type:     record.Float,
			Range:    record.Ratio,
			Required: true,
			Column:   "noise_floor",
			Doc:      "change of recall below which it is noise",
		},
	}, Sample: `{"event":"cycle_start","ts":"2026-03-05T08:00:01Z","hypothesis":"a wider search finds more","noise_floor_threshold":0.05}`},
	&record.Kind{
		Name:  "benchmark_start",
		Table: "measurements",
		Doc:   "a benchmark is started; started again when it hangs, and noted again with its process",
		Fields: []record.Field{
			benchmarkField, stateField,
			{Key: "pid", Type: record.Int, Range: record.Identifier, Doc: "process of the run; undocumented"},
			{Key: "log_path", Type: record.String, Doc: "where the process writes; undocumented"},
		},
		Sample: `{"event":"benchmark_start","ts":"2026-03-05T08:01:00Z","benchmark":"harbor-2.1","lever_state":"pre-lever"}`,
	},
	&record.Kind{Name: "benchmark_end", Table: "measurements", Doc: "a benchmark was measured", Fields: []record.Field{
		benchmarkField, stateField,
		{
			Key:    "recall",
			Type:   record.Float,
			Range:  record.Ratio,
			Column: "recall",
			None:   true,
			Doc:    "share of the reference list's bugs that were found; null or n/a when it cannot be computed",
		},
		{Key: "bugs_found", Type: record.Strings, Required: true, Column: "found", Doc: "ids of the bugs found"},
		{
			Key:      "bugs_missed",
			Type:     record.Strings,
			Required: true,
			Column:   "missed",
			Doc:      "ids of the reference list's bugs that were missed",
		},
		{Key: "historical_baseline_path", Type: record.String, Required: true, Column: "baseline", Doc: "the reference list"},
	}, Sample: `{"event":"benchmark_end","ts":"2026-03-05T08:31:00Z","benchmark":"harbor-2.1","lever_state":"pre-lever","recall":0.50,"bugs_found":["BUG-001"],"bugs_missed":["BUG-002"],"historical_baseline_path":"archive/harbor-2.1/BUGS.md"}`},
	&record.Kind{
		Name:  "lever_change_applied",
		Table: "cycles",
		Doc:   "the change under test was made",
		Fields: []record.Field{
			{Key: "lever_id", Type: record.String, Required: true, Doc: "the lever"},
			{
				Key:      "files_changed",
				Type:     record.Strings,
				Required: true,
				Column:   "files_changed",
				Doc:      "paths in the playbook's repository",
			},
			{Key: "commit_sha", Type: record.String, Required: true, Column: "commit", Doc: "commit of the change"},
			{Key: "description", Type: record.String, Required: true, Column: "change", Doc: "what the change is"},
		},
		Sample: `{"event":"lever_change_applied","ts":"2026-03-05T09:00:00Z","lever_id":"lever-1","files_changed":["references/patterns.md"],"commit_sha":"abc1234","description":"cap 3 to 2"}`,
	},
	&record.Kind{
		Name:  "lever_change_reverted",
		Table: "cycles",
		Doc:   "the change under test was taken back",
		Fields: []record.Field{
			{Key: "files_changed", Type: record.Strings, Required: true, Doc: "paths in the playbook's repository"},
			{Key: "commit_sha", Type: record.String, Doc: "commit that takes it back; null when it is not committed"},
		},
		Sample: `{"event":"lever_change_reverted","ts":"2026-03-05T11:00:00Z","files_changed":["references/patterns.md"],"commit_sha":"def5678"}`,
	},
	&record.Kind{
		Name:  "error",
		Table: "events",
		Doc:   "something failed; a run that hangs is stopped and started again",
		Fields: []record.Field{
			{Key: "message", Type: record.String, Required: true, Doc: "what failed"},
			{Key: "recoverable", Type: record.Bool, Required: true, Doc: "true: it is tried again"},
			{Key: "benchmark", Type: record.String, Doc: "the benchmark; undocumented"},
			{Key: "lever_state", Type: record.String, Doc: "state of the lever; undocumented"},
		},
		Sample: `{"event":"error","ts":"2026-03-05T08:20:00Z","message":"no end after 90 minutes","recoverable":true,"benchmark":"harbor-2.1","lever_state":"pre-lever"}`,
	},
	&record.Kind{Name: "cycle_end", Table: "cycles", Doc: "a cycle ends with a verdict", Fields: []record.Field{
		{
			Key:      "verdict",
			Type:     record.String,
			Required: true,
			Column:   "verdict",
			Enum:     cycleVerdicts,
			Doc:      "what was decided",
		},
		{Key: "recall_before", Type: record.Object, Required: true, Doc: "recall of each benchmark before the change"},
		{Key: "recall_after", Type: record.Object, Required: true, Doc: "recall of each benchmark after the change"},
		{Key: "delta", Type: record.Object, Required: true, Doc: "change of recall of each benchmark"},
		{
			Key:      "cross_benchmark_check",
			Type:     record.Object,
			Of:       crossCheck,
			Required: true,
			Doc:      "whether bugs were lost on any benchmark",
		},
	}, Sample: `{"event":"cycle_end","ts":"2026-03-05T12:00:00Z","verdict":"ship","recall_before":{"harbor-2.1":0.50},"recall_after":{"harbor-2.1":1.00},"delta":{"harbor-2.1":0.50},"cross_benchmark_check":{"clean":true,"regressions":[]}}`},
)
