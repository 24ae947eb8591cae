package playbook

import (
	"slices"
	"strings"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/cycle"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/run"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

// System is the Quality Playbook.
var System = &record.System{
	Name: sheet.System, Title: "Quality Playbook, code reviews and their calibration",
	Formats: []*record.Format{cycleFormat, runFormat, cellFormat, companionFormat},
	Codes:   slices.Concat(run.Codes, companion.Codes, cycle.Codes, sheet.Codes),
	Words:   run.Words,
	Counts:  run.Counts,
	Stitch:  stitch, Assemble: assemble, Home: layout.BenchmarkFolder, Links: links, Below: below,
}

var (
	runFormat = &record.Format{
		Name: "playbook-run", System: sheet.System, Title: "log of a run, one JSON object a line",
		Container: record.Lines, Kinds: run.Kinds, TimeKey: "ts", KindOf: kindOf,
		Is:    func(h *source.Head) bool { return logOf(h) == ofRun },
		Names: []string{"*run_state.jsonl"}, Segments: run.Segments,
	}
	cycleFormat = &record.Format{
		Name: "playbook-cycle", System: sheet.System, Title: "log of a calibration cycle, one JSON object a line",
		Container: record.Lines, Kinds: cycle.Kinds, TimeKey: "ts", KindOf: kindOf,
		Is: func(h *source.Head) bool { return logOf(h) == ofCycle },
	}
	cellFormat = &record.Format{
		Name: "playbook-cell", System: sheet.System, Title: "recall of one benchmark, one JSON document",
		Container: record.Document, Kinds: []*record.Kind{cycle.CellKind}, TimeKey: "timestamp", Companion: true,
		Is:   func(h *source.Head) bool { return h.Doc.Has("recovered_bug_ids", "recall_against_historical") },
		Read: func(text []byte, f *record.File) { f.AddObject(cycle.CellKind, text, 0) },
	}
	companionFormat = &record.Format{
		Name: "playbook-companion", System: sheet.System, Title: "document beside a run's log: PROGRESS.md, BUGS.md, INDEX.md, RUN_INDEX.md, the lever calibration log, quality-gate.log, results in JSON",
		Container: record.Prose, Kinds: companion.Kinds, Companion: true,
		Is:   companion.Is,
		Read: companion.Read,
	}
)

func kindOf(m record.Members) (name string, ordinary bool) { return m.Text("event"), false }

// logKind is whose log a file is.
type logKind uint8

const (
	ofNobody logKind = iota
	ofRun
	ofCycle
	ofEither // a run or a cycle
)

// logOf tells a log by its first objects. Several programs write objects with an
// event and a stamp, kahn with the same names; a name alone is not enough where
// others use it too.
func logOf(h *source.Head) logKind {
	either := ofNobody
	some := false
	for o := range h.Lines() {
		some = true
		switch s := recordOf(o); s {
		case ofNobody:
		case ofEither:
			either = ofRun // unless a later line tells
		default:
			return s
		}
	}
	if either != ofNobody {
		return either
	}
	// A log whose every line is in a dialect, or is no JSON at all, is known by its
	// name and the shape of its lines. Other programs name their logs so too: one of the
	// playbook's own events has to be in it.
	if !strings.HasSuffix(h.Name(), "run_state.jsonl") {
		return ofNobody
	}
	if h.AnyLine(func(o source.Object) bool {
		return ownEvent(o.Text("event")) && o.HasAny("ts", "timestamp") && !foreign(o)
	}) {
		return ofRun
	}
	if !some && (h.HasLine("phase_start ") || h.HasLine("phase_end ")) {
		return ofRun
	}
	return ofNobody
}

// ownEvent reports whether a name is one of the events of a run's log, in any case.
func ownEvent(name string) bool {
	return slices.ContainsFunc(run.Kinds, func(k *record.Kind) bool { return strings.EqualFold(k.Name, name) })
}

// foreign reports whether an object is of a system with similar events.
func foreign(o source.Object) bool {
	return o.HasAny("node_id", "total_nodes", "outcome", "kind") ||
		o.Has("run_id") && !o.HasAny("runner", "playbook_version", "target_path")
}

// recordOf tells a record by its event and the fields that only the playbook gives it.
func recordOf(o source.Object) logKind {
	if foreign(o) {
		return ofNobody
	}
	switch o.Text("event") {
	case "_index":
		switch {
		case o.HasAny("cycle_name", "lever_under_test", "benchmarks"):
			return ofCycle
		case o.HasAny("benchmark", "event_types", "schema_version"):
			return ofRun
		}
	case "cycle_start":
		return when(o.HasAny("hypothesis", "noise_floor_threshold"), ofCycle)
	case "benchmark_start", "benchmark_end":
		return when(o.HasAny("benchmark", "lever_state"), ofCycle)
	case "lever_change_applied", "lever_change_reverted":
		return ofCycle
	case "cycle_end":
		return when(o.HasAny("verdict", "cross_benchmark_check"), ofCycle)
	case "error":
		switch {
		case o.HasAny("benchmark", "lever_state"):
			return when(o.Has("recoverable"), ofCycle)
		case o.Has("phase"):
			return when(o.Has("recoverable"), ofRun)
		}
		return when(o.Has("recoverable"), ofEither)
	case "run_start":
		return when(o.HasAny("runner", "playbook_version", "target_path"), ofRun)
	case "run_end":
		return when(o.HasAny("status", "final_verdict"), ofRun)
	case "phase_start", "phase_end", "pass_started", "pass_ended":
		return when(o.Has("phase"), ofRun)
	case "iteration_start", "iteration_end":
		return when(o.Has("strategy"), ofRun)
	case "documentation_state":
		return when(o.Has("state"), ofRun)
	case "artifact_written":
		return when(o.HasAny("relative_path", "path"), ofRun)
	case "pattern_walked", "finding_logged", "gate_check", "aborted_missing_docs", "recheck_end":
		return ofRun
	}
	return ofNobody
}

func when(yes bool, s logKind) logKind {
	if yes {
		return s
	}
	return ofNobody
}
