package demo

import (
	"bytes"
	"time"
)

// playbookLog writes the records of one playbook log in a dialect.
type playbookLog struct {
	dialect *playbookDialect
	out     bytes.Buffer
	count   int
	starts  []int // indexes of the phase_start records
	abroad  bool  // stamps in another time zone from here on
}

// emit writes a record; fill adds what comes beside event and stamp.
func (l *playbookLog) emit(at time.Time, event string, fill func(*record)) {
	d := l.dialect
	rec := &record{spaced: d.spaced || d.mixed && l.count%3 == 2}
	rec.str("event", event)
	if !d.tsLast {
		rec.str(d.stampKey(), l.stamp(at))
	}
	fill(rec)
	if d.tsLast {
		rec.str(d.stampKey(), l.stamp(at))
	}
	l.out.WriteString(rec.line())
	l.count++
}

func (l *playbookLog) stamp(at time.Time) string {
	if l.abroad {
		return at.In(time.FixedZone("", 8*3600)).Format("2006-01-02T15:04:05-07:00")
	}
	return stampSeconds(at)
}

// declared are the event types that the header of a run names: not all that
// the dialects use.
var declared = []string{
	"_index", "run_start", "phase_start", "pattern_walked", "pass_started", "pass_ended",
	"finding_logged", "artifact_written", "gate_check", "phase_end", "error", "aborted_missing_docs", "run_end",
}

// state is run_state.jsonl.
func (r *playbookRun) state(path string) file {
	l := &playbookLog{dialect: r.dialect}
	if !r.dialect.headless {
		r.opening(l)
	}
	for i := range r.phases {
		l.abroad = r.dialect.offset && i == len(r.phases)-1
		r.phase(l, &r.phases[i])
	}
	l.abroad = false
	r.closing(l)

	f := file{path: path, format: formatRun, data: l.out.Bytes(), can: runLog, repeat: l.starts}
	if r.dialect.headless {
		f.can = eventLog // nothing in it says which run it is, so a copy would count as a run
	}
	if len(l.starts) == 0 {
		f.repeat = []int{l.count - 1}
	}
	f.note = func(text string) string {
		after := &playbookLog{dialect: r.dialect}
		after.emit(r.last(), "operator_note", func(rec *record) { rec.raw("note", `"`+text+`"`) })
		return after.out.String()
	}
	return f
}

func (r *playbookRun) opening(l *playbookLog) {
	l.emit(r.start, "_index", func(rec *record) {
		rec.str("schema_version", "1.5.6").strs("event_types", declared).str("benchmark", r.benchmark).
			str("lever_state", r.lever).str("started_at", stampSeconds(r.start))
	})
	l.emit(r.start, "run_start", func(rec *record) {
		rec.str("runner", r.runner).str("playbook_version", r.version).str("target_path", "repos/"+r.benchmark)
		if r.dialect.central {
			rec.str("run_id", r.start.Format("20060102T150405Z")).str("log_layout", "v1.5.7-centralized")
		}
	})
	if r.dialect.codeOnly && !r.noDocs {
		l.emit(r.start, "documentation_state", func(rec *record) {
			rec.str("state", "code_only").str("reason", "reference_docs/ empty")
		})
	}
	if r.noDocs {
		l.emit(r.start, "aborted_missing_docs", func(rec *record) {
			rec.str("reason", "reference_docs/ empty and --require-docs set")
		})
	}
}

// closing writes what follows the last phase.
func (r *playbookRun) closing(l *playbookLog) {
	at := r.last()
	if r.fatal != "" {
		l.emit(at, "error", func(rec *record) {
			rec.int("phase", len(r.phases)).str("message", r.fatal).bool("recoverable", false)
		})
	}
	if r.status == "" {
		return
	}
	l.emit(at, "run_end", func(rec *record) {
		rec.str("status", r.status)
		if r.status != "aborted" {
			rec.int("total_findings", len(r.bugs)).str("final_verdict", r.verdict())
		}
	})
	if r.dialect.iterates && r.status == "success" {
		r.iterations(l, at)
	}
}

func (r *playbookRun) iterations(l *playbookLog, at time.Time) {
	for _, strategy := range []string{"gap", "parity"} {
		l.emit(at.Add(10*time.Minute), "iteration_start", func(rec *record) {
			rec.str("strategy", strategy).str("lever", r.lever).str("mode", "iterate").str("note", "looking for what was missed")
		})
		at = at.Add(40 * time.Minute)
		l.emit(at, "iteration_end", func(rec *record) {
			rec.str("strategy", strategy).str("status", "complete").list("net_new_bugs", nil).
				int("active_bugs", len(r.bugs)).str("gate_verdict", "pass").null("next_strategy")
		})
	}
}

// verdict is the verdict of the last phase.
func (r *playbookRun) verdict() string {
	if r.status == "failed" {
		return "fail"
	}
	return "pass"
}
