package cadre

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// exhausted is a terminal exhaustion, from the checkpoint or from an event.
type exhausted struct {
	rec           *record.Record
	by            string
	code, summary string
	where         string
	at            time.Time
}

// block is the terminal exhaustion of the checkpoint; nil when there is none.
func (w *work) block() *exhausted {
	if w.doc == nil || w.doc.Item("terminalExhaustion") == nil {
		return nil
	}
	b := w.doc.Item("terminalExhaustion")
	x := &exhausted{
		rec:     w.doc,
		by:      w.doc.Name,
		code:    b.Str("reasonCode"),
		summary: b.Str("summary"),
		where:   location(b),
		at:      b.Time("timestamp"),
	}
	if x.at.IsZero() {
		x.at = w.doc.At
	}
	return x
}

// lastExhaustion is the last event of a terminal exhaustion; nil when there is none.
func (w *work) lastExhaustion() *exhausted {
	for i := len(w.events) - 1; i >= 0; i-- {
		if r := w.events[i]; r.Is("terminal-exhaustion") {
			return newExhaustion(r)
		}
	}
	return nil
}

// pageExhaustion is what the progress page says; nil when it says nothing.
func (w *work) pageExhaustion() *exhausted {
	var x *exhausted
	var where []string
	for _, r := range w.lines {
		if !r.Is(progressStop.Name) {
			continue
		}
		if x == nil {
			x = &exhausted{rec: r, by: progressPage.Name, at: w.page.Time("updated")}
		}
		switch field := r.Str("field"); field {
		case "reasonCode":
			x.code = r.Str("text")
		case "summary":
			x.summary = r.Str("text")
		default:
			where = append(where, field+" "+r.Str("text"))
		}
	}
	if x != nil {
		x.where = strings.Join(where, ", ")
	}
	return x
}

// newExhaustion reads an event of a terminal exhaustion.
func newExhaustion(r *record.Record) *exhausted {
	return &exhausted{
		rec:     r,
		by:      r.Name,
		code:    str(r, "reasonCode"),
		summary: str(r, "summary"),
		where:   location(cmp.Or(payload(r), r)),
		at:      r.At,
	}
}

// words are the reason as written, else the code and the place.
func (x *exhausted) words() string {
	return cmp.Or(x.summary, strings.TrimSuffix(x.code+" at "+x.where, " at "))
}

// location is where an exhaustion happened, in words.
func location(r *record.Record) string {
	var parts []string
	for _, key := range []string{"phase", "wave"} {
		if v := value(r, key); v.Given {
			parts = append(parts, key+" "+strconv.FormatInt(v.Int, 10))
		}
	}
	for _, key := range []string{"taskId", "check", "qualifier"} {
		if s := str(r, key); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// exhaustion settles which terminal exhaustion counts, the later of checkpoint and
// event; both are claims. nil when there is none.
func (w *work) exhaustion() *exhausted {
	block, event := w.block(), w.lastExhaustion()
	for _, x := range []*exhausted{block, event} {
		if x != nil {
			w.claim(x.rec, x.by, "", "terminal_exhaustion", x.code)
		}
	}
	switch {
	case block == nil && event == nil:
		return w.pageExhaustion()
	case block == nil:
		return event
	case event == nil:
		return block
	case block.code == event.code:
		// The checkpoint keeps its block through later saves; the event has the time.
		block.at = event.at
		return block
	}
	w.unit.Finding(w.t, twoExhaustions, event.rec, block.code+" in the checkpoint, "+event.code+" in the event", "one reason")
	if event.at.After(block.at) {
		return event
	}
	return block
}

// resumption are the events that show that work goes on.
var resumption = map[string]bool{"issue-started": true, "migration-started": true, "phase-started": true, "phase-completed": true,
	"task-started": true, "task-completed": true, "agent-launched": true, "wave-started": true, "epoch-started": true}

// wentOn reports whether the unit worked on after the time.
func (w *work) wentOn(after time.Time) bool { return w.worked.After(after) }

// cause is why the unit stopped. inferred: no file states it, other fields imply
// it. All are empty for a unit that did what it was to do or has not begun.
func (w *work) cause() (cause table.Cause, reason string, inferred bool) {
	x := w.stop
	if x != nil && (w.status == "completed" || w.wentOn(x.at)) {
		w.unit.Finding(w.t, oldExhaustion, x.rec, x.code, "a block that is cleared when the unit goes on")
		x = nil
	}
	if x != nil {
		w.outcome = x.code
		return x.meaning(w.unit, w.t).Cause, x.words(), false
	}
	switch w.status {
	case "completed", "code-complete", "code-complete-no-pr", "not-started":
		return "", "", false
	}
	cause, reason = w.inferred()
	return cause, cmp.Or(reason, w.errorText()), true
}

// inferred looks for the cause where no terminal exhaustion is written down, as
// CADRE never writes one: the fleet's word first, then the checkpoint, then signals.
func (w *work) inferred() (cause table.Cause, reason string) {
	switch {
	case w.status == "budget-exceeded":
		return table.CauseBudget, ""
	case strings.HasPrefix(w.status, "dep-"):
		return table.CauseDependency, ""
	}
	if w.doc != nil && !w.wentOn(w.doc.At) {
		if over, _ := flagOf(w.doc, "budgetExceeded"); over {
			return table.CauseBudget, ""
		}
		if blocked := w.doc.List("blockedTasks"); len(blocked) > 0 {
			return table.CauseRetries, w.blockedReason(blocked)
		}
		for _, g := range w.gates() {
			if g.verdict == "fail" {
				return table.CauseGate, g.reason
			}
		}
	}
	for i := len(w.events) - 1; i >= 0; i-- {
		r := w.events[i]
		if r.Is("budget-exceeded") && !w.wentOn(r.At) {
			return table.CauseBudget, ""
		}
		if r.Is("task-blocked") && !w.wentOn(r.At) {
			return table.CauseRetries, str(r, "taskId") + ": " + str(r, "reason")
		}
		if r.Is("migration-interrupted") && !w.wentOn(r.At) {
			return table.CauseSignal, str(r, "reason")
		}
	}
	for _, r := range w.unit.Related {
		if !w.wentOn(r.At) {
			return table.CauseSignal, str(r, "signal")
		}
	}
	return table.CauseUnknown, ""
}

func (w *work) blockedReason(blocked []string) string {
	for _, f := range w.doc.Items("failedTasks") {
		if f.Str("taskId") == blocked[len(blocked)-1] {
			return f.Str("taskId") + ": " + f.Str("error")
		}
	}
	return "blocked: " + strings.Join(blocked, ", ")
}

// errorText is what the fleet or the last event says went wrong.
func (w *work) errorText() string {
	if w.item != nil && w.item.Has("error") {
		return w.item.Str("error")
	}
	for i := len(w.events) - 1; i >= 0; i-- {
		if r := w.events[i]; r.Is("issue-failed") || r.Is("phase-failed") {
			return str(r, "error")
		}
	}
	return ""
}

func flagOf(r *record.Record, key string) (value, ok bool) {
	if !declares(r.Kind, key) {
		return false, false
	}
	return r.Bool(key)
}
