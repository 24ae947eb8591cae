package cadre

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// dialect names the layout of the checkpoint; see the package's documentation.
func dialect(r *record.Record) string {
	switch {
	case r.Is(fleetCheckpoint.Name):
		return "C4"
	case r.Is(migrationCheckpoint.Name):
		for _, key := range []string{"cumulativeDurationMs", "completedTaskDurationsMs", "phaseCursors", "adjudicationEvents", "adjudicationWaivers", "terminalExhaustion"} {
			if r.Has(key) {
				return "A2"
			}
		}
		return "A1"
	case r.Has("phaseResults"), r.Has("tasks"):
		return "C3"
	case r.Has("workItemId"):
		return "C2"
	}
	return "C1"
}

// lastPhase is the number of the phase that ends a unit. Phases were renumbered
// over time: only the current numbering is told by it.
func (w *work) lastPhase() int64 {
	if w.aamf {
		return 8
	}
	return 5
}

// checkpointSteps lets the checkpoint tell of phases and tasks.
func (w *work) checkpointSteps() {
	doc := w.doc
	done := numbers(doc.Raw("completedPhases"))
	for _, n := range done {
		w.phase(n, doc).say("completed", doc.At, byCheckpoint)
	}
	// AAMF points at the phase after the last completed one, CADRE at the last
	// completed or started one.
	if n, ok := doc.Int("currentPhase"); ok && n > 0 && n <= w.lastPhase() && !slices.Contains(done, n) {
		w.phase(n, doc).say("in-progress", doc.At, byCheckpoint)
	}
	if id := doc.Str("currentTask"); id != "" {
		w.tasks.get(id, doc).say("in-progress", doc.At, byCheckpoint)
	}
	for _, f := range doc.Items("failedTasks") {
		s := w.tasks.get(f.Str("taskId"), doc)
		s.say("failed", doc.At, byCheckpoint)
		n, _ := f.Int("attempts")
		s.failed = max(s.failed, n, 1)
		s.reason = f.Str("error")
	}
	for _, id := range doc.List("blockedTasks") {
		w.tasks.get(id, doc).say("blocked", doc.At, byCheckpoint)
	}
	for _, id := range doc.List("completedTasks") {
		w.tasks.get(id, doc).say("completed", doc.At, byCheckpoint)
	}
	if w.aamf {
		w.looseDurations()
	} else {
		w.fixtureSteps()
	}
}

// looseDurations gives the durations of completed tasks to their tasks. They come
// without names and in the order of completion; only where there is one for each
// task is it clear whose they are.
func (w *work) looseDurations() {
	raw, done := w.doc.Raw("completedTaskDurationsMs"), w.doc.List("completedTasks")
	took := record.Elements(raw)
	if len(took) == 0 {
		return
	}
	if len(took) != len(done) {
		w.unit.Finding(w.t, looseDurations, w.doc, strconv.Itoa(len(took))+" durations", strconv.Itoa(len(done))+" completed tasks")
		return
	}
	for i, id := range done {
		s := w.tasks.get(id, w.doc)
		if ms, ok := record.Number(took[i]); ok && ms >= 0 && !s.hasLogged {
			s.logged, s.hasLogged = ms/1000, true
		}
	}
}

// fixtureSteps reads phaseResults and tasks, which only a test fixture has.
func (w *work) fixtureSteps() {
	for _, e := range record.Entries(w.doc.Raw("phaseResults")) {
		if n, err := strconv.ParseInt(e.Key, 10, 64); err == nil {
			w.fixtureStep(w.phase(n, w.doc), e.Raw)
		}
	}
	for _, e := range record.Entries(w.doc.Raw("tasks")) {
		s := w.tasks.get(e.Key, w.doc)
		w.fixtureStep(s, e.Raw)
		if n, ok := record.Number(member(e.Raw, "attempts")); ok && n > 0 && n < 1e9 {
			s.highest = max(s.highest, int64(n))
		}
	}
}

func (w *work) fixtureStep(s *step, raw jsontext.Value) {
	status := word(raw, "status")
	if status == "" {
		return
	}
	s.say(status, w.doc.At, byCheckpoint)
	s.started = moment(raw, "startedAt")
	if at := moment(raw, "completedAt"); !at.IsZero() {
		s.ended, s.endedAs = at, status
	}
}

// gate is the result of the check behind a phase.
type gate struct {
	phase                    int64
	verdict, written, reason string
	known                    bool
}

// gates are the results in the checkpoint, in its order.
func (w *work) gates() []gate {
	if w.doc == nil {
		return nil
	}
	var out []gate
	for _, e := range record.Entries(w.doc.Raw("gateResults")) {
		n, err := strconv.ParseInt(e.Key, 10, 64)
		if err != nil {
			continue
		}
		g := gate{phase: n, written: word(e.Raw, "status")}
		g.verdict, g.known = verdict(g.written)
		var said []string
		for _, key := range []string{"errors", "warnings"} {
			for _, m := range record.Elements(member(e.Raw, key)) {
				said = append(said, record.Words(m))
			}
		}
		g.reason = record.Cut(strings.Join(said, "; "), 400)
		out = append(out, g)
	}
	return out
}

// verdict is the result of a gate in the words that all systems share; as written
// and not ok where it is none of them.
func verdict(written string) (word string, ok bool) {
	return record.OneOf([]string{"pass", "fail", "warn"}, written)
}

// gateRows writes the gates of the checkpoint, else those of the progress page.
func (w *work) gateRows() {
	for _, g := range w.gates() {
		w.gateRow(w.doc, g)
	}
	if w.doc != nil && w.doc.Has("gateResults") {
		return
	}
	for _, r := range w.lines {
		if r.Is(progressGate.Name) {
			g := gate{written: r.Str("verdict"), reason: r.Str("messages")}
			g.phase, _ = r.Int("phase")
			g.verdict, g.known = verdict(g.written)
			w.gateRow(r, g)
		}
	}
}

func (w *work) gateRow(at *record.Record, g gate) {
	t := &w.t.Checks
	row := w.unit.Row(&t.Rows, &t.Run, at)
	t.Step.Set(row, phaseStep(g.phase))
	t.Kind.Set(row, "gate")
	t.Name.Set(row, phaseStep(g.phase)+" gate")
	t.Verdict.SetText(row, g.verdict)
	t.Written.SetText(row, g.written)
	t.Reason.SetText(row, g.reason)
	if !g.known {
		w.unit.Finding(w.t, oddGate, at, phaseStep(g.phase)+": "+record.Cut(g.written, 80), "pass, warn or fail")
	}
}
