package change

import "math"

// State is what became of a change by the last run date.
type State string

// The states. A change is new on the date on which it is called, standing as long as the
// values since then differ from what they were held against, and ended on the date on
// which they no longer do. Suspected is not called: the next date confirms or drops it.
const (
	Suspected State = "suspected"
	New       State = "new"
	Standing  State = "standing"
	Ended     State = "ended"
)

// alarm is one call with its life. Indexes are those of the series' own dates.
type alarm struct {
	way      int
	since    int // first date of the window that was told
	first    int // date of the call
	end      int // date on which it ended or another alarm took over, -1 while it stands
	replaced bool
	ref      reference
	call     verdict
	back     float64 // evidence that the series is back at the reference, 0..backEnough
	backFrom int     // the date from which on that evidence was gathered
}

// backEnough is the likelihood ratio, as a log, at which an alarm ends: the values since it
// was raised are a hundred times as likely at the level of the reference as at half the
// shift that was called. One date counts at most half of it, so one odd date ends nothing.
const backEnough = 4.605170185988092 // ln 100

// history is the life of the alarms of one series, kept by replaying its dates.
type history struct {
	alarms []alarm
}

// standing returns the alarm that has not ended.
func (h *history) standing() *alarm {
	if n := len(h.alarms); n > 0 && h.alarms[n-1].end < 0 {
		return &h.alarms[n-1]
	}
	return nil
}

// step takes the series one date further: first what its value says about the alarm that
// stands, then the call of the date, if there is one. ratio is the log of how much
// likelier the date is at the reference of the alarm than at its level.
//
// Page's test: the evidence for the return adds up and never falls below zero. Source:
// E. S. Page, "Continuous inspection schemes", Biometrika 41 (1954).
func (h *history) step(i int, ratio func(*alarm) float64, call *verdict) {
	if a := h.standing(); a != nil && i > a.first {
		if a.back == 0 {
			a.backFrom = i
		}
		a.back = max(0, a.back+max(-backEnough/2, min(backEnough/2, ratio(a))))
		if a.back >= backEnough*(1-1e-9) {
			a.end = i
		}
	}
	if call == nil {
		return
	}
	a := h.standing()
	if a == nil {
		if !h.isEcho(i, call) {
			h.open(i, call)
		}
		return
	}
	level := a.ref.centre + a.call.shift
	switch now := call.ref.centre + call.shift; {
	case call.way == a.way && math.Abs(call.ref.centre-level) < math.Abs(call.ref.centre-a.ref.centre):
		// The level of the alarm has become the reference: this is a further change.
	case call.way == a.way:
		return // the same change, seen through windows that slide past it
	case math.Abs(now-a.ref.centre) < math.Abs(now-level) && math.Abs(now-a.ref.centre) < math.Abs(a.call.shift)/2:
		a.end = i // back where it was
		if a.back == 0 {
			a.backFrom = i + 1 - call.size
		}
		return
	}
	a.end, a.replaced = i, true
	h.open(i, call)
}

func (h *history) open(i int, call *verdict) {
	h.alarms = append(h.alarms,
		alarm{way: call.way, since: i + 1 - call.size, first: i, end: -1, ref: call.ref, call: *call})
}

// isEcho reports whether a call on date i only sees the last alarm again, which has ended and was
// not replaced: in its direction through a window that still holds dates of it, or in the other
// one with a reference that does, the values lying where they lay before it.
func (h *history) isEcho(i int, call *verdict) bool {
	if len(h.alarms) == 0 {
		return false
	}
	a := &h.alarms[len(h.alarms)-1]
	if call.way == a.way {
		return i+1-call.size < a.end
	}
	return call.ref.from < a.end && math.Abs(call.ref.centre+call.shift-a.ref.centre) < math.Abs(a.call.shift)/2
}

// levelRatio is the log likelihood ratio of a normal value at the reference of the alarm
// against one at half its shift, at least least.
func levelRatio(a *alarm, value, least float64) float64 {
	shift := float64(a.way) * max(math.Abs(a.call.shift)/2, least)
	return shift * (shift/2 - (value - a.ref.centre)) / (a.ref.scale * a.ref.scale)
}
