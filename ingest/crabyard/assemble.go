package crabyard

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// maxText is how many bytes of a free text go into a column.
const maxText = 400

// step is the one step of a card: the card itself.
const step = "card"

// history is one card while its rows are written.
type history struct {
	unit     *record.Unit
	t        *table.Set
	state    *record.Record            // the card on the board; nil without a state export
	attempts []*record.Record          // in the order of their numbers
	begun    []*record.Record          // the same in the order of their creation; made when first needed
	stalls   map[*record.Record]string // attempt → reason in the last message that says it stalled; built on first use
	activeS  float64
	measured bool // some attempt has a duration
}

func assemble(u *record.Unit, t *table.Set) {
	switch u.Kind {
	case "session":
		assembleSession(u, t)
		return
	case boardKind:
		assembleBoard(u, t)
		return
	}
	h := &history{unit: u, t: t}
	for _, r := range u.Records {
		h.take(r)
	}
	// Records that name no card belong to no run; they are in events, and a finding
	// says what they lack.
	if u.ID == "" || h.state == nil && len(h.attempts) == 0 {
		return
	}
	for _, r := range h.attempts {
		h.attemptRow(r)
	}
	h.runRow()
	h.stepRow()
	h.counts()
	h.check()
}

func (h *history) take(r *record.Record) {
	switch r.Kind {
	case card:
		h.state = r
	case attempt:
		h.attempts = append(h.attempts, r)
	}
	if !h.t.Events.Whole() { // nobody reads what the event says
		h.unit.Event(h.t, r, "", "", "")
		return
	}
	h.writeEvent(r)
}

// writeEvent writes the record's row of the table events.
func (h *history) writeEvent(r *record.Record) {
	at, actor, text := step, "", ""
	switch r.Kind {
	case card:
		at, actor, text = "", r.Str("owner"), strings.TrimSpace(r.Str("lane")+" "+r.Str("title"))
	case attempt:
		actor, text = r.Str("operator"), attemptText(r)
	default:
		at, actor, text = "", r.Str("actor"), r.Str("message")
	}
	about := h.attemptOf(r)
	if r.Kind == attempt {
		about = r
	}
	if about != nil {
		at = step
	}
	row, _ := h.unit.Event(h.t, r, at, record.Cut(actor, maxText), text)
	e := &h.t.Events
	if about != nil {
		if n, ok := numberOf(about); ok {
			e.Attempt.Set(row, n)
		}
	}
	if r.Kind == cardEvent {
		e.AtText.SetText(row, r.Str("clock"))
	}
}

func attemptText(r *record.Record) string {
	text := r.Str("status")
	if why := r.Str("error"); why != "" {
		text += ": " + why
	}
	if asked := r.Str("controlIntent"); asked != "" {
		text += "; asked for: " + asked
	}
	return text
}

// last is the attempt with the highest number, nil when the card has no attempt.
// One without a number only counts where there is no other.
func (h *history) last() (last *record.Record) {
	for _, r := range h.attempts {
		if _, ok := numberOf(r); ok || last == nil {
			last = r
		}
	}
	return last
}

func (h *history) runRow() {
	u, t := h.unit, &h.t.Runs
	row := t.Add(u.Records[0].Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	if h.state != nil {
		h.state.Fill(t, row)
	}
	t.StableSubject.Set(row, t.Subject.At(row))
	t.ID.Set(row, u.ID)
	t.ByAttempt.Set(row, true)
	t.StallsVisible.Set(row, true)
	t.Snapshots.Set(row, true)
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(u.Records))
	m := h.cardMeaning()
	m.Fill(&t.Result, &t.Cause, row)
	if m.Cause != "" { // the status of its last attempt states it
		t.Inferred.Set(row, false)
	}
	last := h.last()
	if last == nil {
		t.Status.SetText(row, record.Cut(h.state.Str("lane"), maxText))
		return
	}
	status := statusOf(last)
	t.Status.SetText(row, status)
	t.Variant.SetText(row, runtimeOf(last))
	t.Reason.SetText(row, record.Cut(h.errorOf(last), maxText))
	first := h.attempts[0]
	start := stamp(first, "startedAt")
	if start.IsZero() {
		start = stamp(first, "createdAt")
	}
	t.StartedAt.Set(row, start)
	if h.measured {
		t.ActiveS.Set(row, h.activeS)
	}
	if active(status) {
		return
	}
	t.Outcome.SetText(row, status)
	end := stamp(last, "endedAt")
	t.EndedAt.Set(row, end)
	if s, ok := record.Span(start, end); ok {
		t.DurationS.Set(row, s)
	}
}

// runtimeOf is where the attempt ran, in the format's own spelling.
func runtimeOf(r *record.Record) string {
	s, _ := record.OneOf(runtimes, r.Str("runtime"))
	return record.Cut(s, maxText)
}

// stepRow writes the card as the one step of its run. An attempt of which no export
// tells may have ended in any way, so that a flake cannot be seen behind it.
func (h *history) stepRow() {
	last := h.last()
	if last == nil {
		return
	}
	t, runs := &h.t.Steps, &h.t.Runs
	row, run := t.Add(last.Place()), runs.Len()-1
	t.Run.Set(row, h.unit.Key)
	t.Step.Set(row, step)
	t.StableStep.Set(row, step)
	t.Kind.Set(row, step)
	t.Retryable.Set(row, true)
	h.cardMeaning().Fill(&t.Result, &t.Cause, row)
	if h.state != nil {
		t.Name.SetText(row, record.Cut(h.state.Str("title"), maxText))
	}
	status := statusOf(last)
	t.Status.SetText(row, status)
	if done, ended := convergedBy(status); ended {
		t.Converged.Set(row, done)
	}
	t.StartedAt.Set(row, runs.StartedAt.At(run))
	t.EndedAt.Set(row, runs.EndedAt.At(run))
	if s, ok := runs.DurationS.Get(run); ok {
		t.DurationS.Set(row, s)
	}
	if n := h.highest(); n > 0 {
		t.Attempts.Set(row, n)
	}
	t.RetriesVisible.Set(row, h.missing() == 0)
	if h.missing() > 0 {
		t.RetriesHidden.Set(row, table.NotExported)
	}
	t.Reason.SetText(row, record.Cut(h.errorOf(last), maxText))
}

// convergedBy is what a status says about the goal; ended is false while the
// attempt goes on and where a cancel decided nothing.
func convergedBy(status string) (converged, ended bool) {
	m, _ := statusWords.Of(status)
	return m.Result == table.Passed, m.Result.Decided()
}

func (h *history) highest() (n int64) {
	for _, r := range h.attempts {
		if k, ok := numberOf(r); ok {
			n = max(n, k)
		}
	}
	return n
}

// missing is how many attempts up to the highest number no export tells of.
func (h *history) missing() int64 {
	numbered := int64(0)
	for _, r := range h.attempts {
		if _, ok := numberOf(r); ok {
			numbered++
		}
	}
	return h.highest() - numbered
}

func (h *history) attemptRow(r *record.Record) {
	t := &h.t.Attempts
	row := h.unit.Row(&t.Rows, &t.Run, r)
	t.Step.Set(row, step)
	r.Fill(t, row)
	if n, ok := numberOf(r); ok {
		t.Attempt.Set(row, n)
	}
	status := statusOf(r)
	t.Status.SetText(row, status)
	h.meaning(r).Fill(&t.Result, &t.Cause, row)
	t.Runtime.SetText(row, runtimeOf(r))
	t.Error.SetText(row, record.Cut(h.errorOf(r), maxText))
	t.Reason.SetText(row, record.Cut(r.Str("selectionReason"), maxText))
	t.Operator.SetText(row, record.Cut(r.Str("operator"), maxText))
	t.Capabilities.Set(row, offered(r))
	t.CreatedAt.Set(row, stamp(r, "createdAt"))
	t.StartedAt.Set(row, stamp(r, "startedAt"))
	t.EndedAt.Set(row, stamp(r, "endedAt"))
	t.HeartbeatAt.Set(row, stamp(r, "lastHeartbeatAt"))
	if done, ended := convergedBy(status); ended {
		t.Converged.Set(row, done)
	}
	until := "endedAt"
	switch {
	case active(status):
		t.Cut.Set(row, "open")
		return
	case status == "stalled":
		t.Cut.Set(row, status)
		until = "lastHeartbeatAt"
	case status == "canceled":
		t.Cut.Set(row, status)
	}
	if s, ok := record.Span(stamp(r, "startedAt"), stamp(r, until)); ok {
		t.DurationS.Set(row, s)
		h.activeS += s
		h.measured = true
	}
}
