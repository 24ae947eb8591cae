package cadre

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// stop is a terminal exhaustion: the structured reason why execution stopped for good.
type stop struct {
	rec           *record.Record
	by            string // the record or document that states it
	code, summary string
	where         string // Example: "wave 3, task-014, build"
	at            time.Time
}

// reason is the reason as written, else the code and the place.
func (x *stop) reason() string {
	return cmp.Or(x.summary, strings.TrimSuffix(x.code+" at "+x.where, " at "))
}

// meaning is what the code stands for. The lists of codes are open: a unit with another
// code failed all the same.
func (x *stop) meaning() (m record.Meaning, known bool) {
	if m, known := exhaustionWords.Of(x.code); known {
		return m, true
	}
	return record.Meaning{Result: table.Failed, Cause: table.CauseOther}, false
}

// findStop settles which terminal exhaustion counts, the later of checkpoint and event;
// both are claims. A progress page counts where there is neither. nil when there is none.
func findStop(in *inputs, out output) *stop {
	block, event := in.checkpointStop(), in.eventStop()
	for _, x := range []*stop{block, event} {
		if x != nil {
			out.claim(x.rec, x.by, "", "terminal_exhaustion", x.code)
		}
	}
	switch {
	case block == nil && event == nil:
		return in.pageStop()
	case block == nil:
		return event
	case event == nil:
		return block
	case block.code == event.code:
		// The checkpoint keeps its block through later saves; the event has the time.
		block.at = event.at
		return block
	}
	out.finding(twoExhaustions, event.rec, block.code+" in the checkpoint, "+event.code+" in the event", "one reason")
	if event.at.After(block.at) {
		return event
	}
	return block
}

func (in *inputs) checkpointStop() *stop {
	if in.doc == nil || in.doc.Item("terminalExhaustion") == nil {
		return nil
	}
	b := in.doc.Item("terminalExhaustion")
	x := &stop{
		rec:     in.doc,
		by:      in.doc.Name,
		code:    b.Str("reasonCode"),
		summary: b.Str("summary"),
		where:   location(b),
		at:      b.Time("timestamp"),
	}
	if x.at.IsZero() {
		x.at = in.doc.At
	}
	return x
}

func (in *inputs) eventStop() *stop {
	if r := in.lastEvent("terminal-exhaustion"); r != nil {
		return newStop(r)
	}
	return nil
}

func (in *inputs) pageStop() *stop {
	var x *stop
	var where []string
	for _, r := range in.lines {
		if !r.Is(progressStop.Name) {
			continue
		}
		if x == nil {
			x = &stop{rec: r, by: progressPage.Name, at: in.page.Time("updated")}
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

// newStop reads an event of a terminal exhaustion.
func newStop(r *record.Record) *stop {
	return &stop{
		rec:     r,
		by:      r.Name,
		code:    str(r, "reasonCode"),
		summary: str(r, "summary"),
		where:   location(cmp.Or(payload(r), r)),
		at:      r.At,
	}
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
