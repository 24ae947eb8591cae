package kahn

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
)

var (
	stamp = &record.Check{
		Expected: "RFC 3339 in UTC with exactly three digits of fraction, as 2026-04-22T10:00:00.000Z",

		Holds: func(v record.Value) bool { return isStamp(v.Text) },
	}
	runID = &record.Check{Expected: "a letter or digit, then up to 63 letters, digits, _ or -",
		Holds: func(v record.Value) bool { return isRunID(v.Text) }}

	states   = []string{"pending", "ready", "running", "done", "failed", "blocked"}
	outcomes = []string{"clean", "clean_with_flake", "partial", "stuck", "catastrophic"}
)

// isStamp reports whether every digit and sign of a time stands where kahn writes it, as
// in 2026-04-22T10:00:00.000Z.
func isStamp(s string) bool {
	const form = "0000-00-00T00:00:00.000Z"
	if len(s) != len(form) {
		return false
	}
	for i := range len(form) {
		if form[i] == '0' && !isDigit(s[i]) || form[i] != '0' && form[i] != s[i] {
			return false
		}
	}
	return true
}

// isRunID reports whether s is a letter or digit, then up to 63 letters, digits, _ or -.
func isRunID(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '_' || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

var common = []record.Field{
	{Key: "ts", Type: record.Time, Required: true, Check: stamp, Doc: "when the line was written"},
	{Key: "run_id", Type: record.String, Required: true, Check: runID, Doc: "the run that the line belongs to"},
	{Key: "event", Type: record.String, Required: true, Doc: "kind of record"},
}

var command = &record.Kind{
	Name:  "done_when_result",
	Table: "checks",
	Doc:   "one shell command of an attempt",
	Fields: []record.Field{
		{Key: "cmd", Type: record.String, Required: true, Column: "name", Doc: "the command line"},
		{
			Key:      "rc",
			Type:     record.Int,
			Range:    record.ExitStatus,
			Required: true,
			Column:   "exit_code",
			Doc:      "exit status",
		},
		{
			Key:      "duration_s",
			Type:     record.Float,
			Range:    record.Seconds,
			Required: true,
			Column:   "duration_s",
			Doc:      "wall time, seconds",
		},
		{
			Key:    "tail",
			Type:   record.String,
			Column: "tail",
			Doc:    "last output, only when rc is not 0, at most 4,096 characters",
		},
		{Key: "truncated", Type: record.Bool, Column: "truncated", Doc: "true when the tail was cut"},
	},
	Sample: `{"cmd":"make test","rc":0,"duration_s":4.1}`,
}

var kinds = record.Compile(common,
	&record.Kind{Name: "run_start", Table: "runs", Doc: "a run begins", Fields: []record.Field{
		{
			Key:      "total_nodes",
			Type:     record.Int,
			Range:    record.Things,
			Required: true,
			Column:   "total_steps",
			Doc:      "nodes of the DAG",
		},
	}, Sample: `{"ts":"2026-04-22T10:00:00.000Z","run_id":"n17","event":"run_start","total_nodes":4}`},
	&record.Kind{Name: "node_transition", Table: "transitions", Doc: "a node changes its state", Fields: []record.Field{
		{Key: "node_id", Type: record.String, Required: true, Column: "step", Doc: "the node"},
		{Key: "from", Type: record.String, Required: true, Column: "from", Enum: states, Doc: "state before"},
		{Key: "to", Type: record.String, Required: true, Column: "to", Enum: states, Doc: "state after"},
		{
			Key:    "attempt",
			Type:   record.Int,
			Range:  record.AttemptNumber,
			Column: "attempt",
			Doc:    "the attempt that begins; present exactly when to is running",
		},
		{
			Key:    "reason",
			Type:   record.String,
			Column: "reason",
			Doc:    "<kind>[:<detail>]; known kinds: max_ralph_iters_reached, ancestor_failed:<id>[,<id>...]",
		},
	}, Sample: `{"ts":"2026-04-22T10:00:00.100Z","run_id":"n17","event":"node_transition","node_id":"lint","from":"ready","to":"running","attempt":1}`},
	&record.Kind{Name: "node_attempt", Table: "attempts", Doc: "one attempt at a node ended", Fields: []record.Field{
		{Key: "node_id", Type: record.String, Required: true, Column: "step", Doc: "the node"},
		{
			Key:      "attempt",
			Type:     record.Int,
			Range:    record.AttemptNumber,
			Required: true,
			Column:   "attempt",
			Doc:      "number of the attempt, from 1",
		},
		{Key: "duration_s", Type: record.Float, Range: record.Seconds, Required: true, Doc: "wall time, seconds"},
		{Key: "converged", Type: record.Bool, Required: true, Column: "converged", Doc: "the node reached its goal"},
		{
			Key:   "backoff_s",
			Type:  record.Float,
			Range: record.Seconds,
			Doc:   "wait before the attempt, seconds; absent for attempt 1",
		},
		{Key: "done_when_results", Type: record.List, Of: command, Required: true, Doc: "the commands that decided"},
	}, Sample: `{"ts":"2026-04-22T10:00:30.100Z","run_id":"n17","event":"node_attempt","node_id":"lint","attempt":1,"duration_s":30.0,"converged":true,"done_when_results":[{"cmd":"make lint","rc":0,"duration_s":29.8}]}`},
	&record.Kind{Name: "run_end", Table: "runs", Doc: "a run ended", Fields: []record.Field{
		{Key: "outcome", Type: record.String, Required: true, Column: "outcome", Enum: outcomes, Doc: "how it ended"},
		{Key: "done", Type: record.Int, Range: record.Things, Required: true, Doc: "nodes done"},
		{Key: "failed", Type: record.Int, Range: record.Things, Required: true, Doc: "nodes failed"},
		{
			Key:      "blocked",
			Type:     record.Int,
			Range:    record.Things,
			Required: true,
			Doc:      "nodes blocked by a failed ancestor",
		},
		{Key: "total_duration_s", Type: record.Float, Range: record.Seconds, Required: true, Doc: "wall time, seconds"},
		{Key: "total_attempts", Type: record.Int, Range: record.Things, Doc: "attempts of all nodes"},
		{
			Key:   "flake_retries",
			Type:  record.Int,
			Range: record.Things,
			Doc:   "not defined by the format; read as the retries of nodes that converged",
		},
		{
			Key:   "exit_code",
			Type:  record.Int,
			Range: record.ExitStatus,
			Doc:   "absent for 0; present when stuck or catastrophic",
		},
	}, Sample: `{"ts":"2026-04-22T10:01:40.000Z","run_id":"n17","event":"run_end","outcome":"clean","done":4,"failed":0,"blocked":0,"total_duration_s":100.0,"total_attempts":4,"flake_retries":0}`},
)

var format = &record.Format{
	Name: "kahn", System: "kahn", Title: "CI transitions, one JSON object a line",
	Container: record.Lines, Kinds: kinds, TimeKey: "ts", Is: is,
	KindOf: func(m record.Members) (string, bool) { return m.Text("event"), false },
	Seal: &record.Seal{
		Key:    runOf,
		Begins: func(r *record.Record) bool { return r.Is("run_start") },
		Ends:   func(r *record.Record) bool { return r.Is("run_end") },
	},
}

// is needs more than run_id and event, since playbook logs of 1.5.7 have both.
func is(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		if !o.Has("run_id") {
			return false
		}
		switch o.Text("event") {
		case "node_transition", "node_attempt":
			return true
		case "run_start":
			return o.Has("total_nodes")
		case "run_end":
			return o.Has("outcome")
		}
		return false
	})
}
