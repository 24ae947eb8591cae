package crabyard

import (
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// message tells a row of messages from every other one. A row number alone does not:
// two databases number their own. nth counts what is equal within one file.
type message struct {
	id, at         int64
	actor, message string
	nth            int
}

// distinct takes out the messages that an earlier file gives as well: databases are
// exported more than once, each time with all of their messages.
func distinct(lists ...[]*record.Record) (kept []*record.Record) {
	first := map[message]*record.Record{}
	for _, list := range lists {
		count := map[message]int{}
		for _, r := range list {
			id, _ := r.Int("id")
			at, _ := r.Int("createdAt")
			m := message{id: id, at: at, actor: r.Str("actor"), message: r.Str("message")}
			count[m]++
			m.nth = count[m]
			if have := first[m]; have != nil {
				retire(r, have)
				continue
			}
			first[m] = r
			kept = append(kept, r)
		}
	}
	return kept
}

// messages are those about one card. What the board's state repeats of them, without
// their date, only counts where no database gives it.
func messages(exports []*export) (kept []*record.Record) {
	var lists [][]*record.Record
	var undated []*record.Record
	for _, e := range exports {
		var list []*record.Record
		for _, r := range e.events {
			switch {
			case r.Kind != cardEvent:
				kept = append(kept, r)
			case !r.At.IsZero():
				list = append(list, r)
			case r.Fate == record.Kept:
				undated = append(undated, r)
			}
		}
		lists = append(lists, list)
	}
	type line struct{ clock, message string }
	dated := map[line]int{} // messages with a date, by what the state shows of them
	for _, r := range distinct(lists...) {
		dated[line{r.At.Format(time.TimeOnly), r.Str("message")}]++
		kept = append(kept, r)
	}
	for _, r := range undated {
		l := line{r.Str("clock"), r.Str("message")}
		if dated[l] > 0 {
			dated[l]--
			r.Fate = record.Superseded
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// aboutTheCard are the messages that belong to no attempt: what happens before there
// is one, and what keeps one from beginning.
var aboutTheCard = []string{"card created", "repo allowlist ok", "repo blocked by allowlist", messageCapacity}

// attemptOf is the attempt that a message is about, by its time and its words: the
// latest that had begun and not ended. No row says so itself. nil where there is
// none.
func (h *history) attemptOf(r *record.Record) *record.Record {
	if r.Kind != cardEvent || r.At.IsZero() {
		return nil
	}
	for _, prefix := range aboutTheCard {
		if strings.HasPrefix(r.Str("message"), prefix) {
			return nil
		}
	}
	if h.begun == nil {
		h.begun = slices.DeleteFunc(slices.Clone(h.attempts), func(a *record.Record) bool { return stamp(a, "createdAt").IsZero() })
		slices.SortStableFunc(h.begun, func(a, b *record.Record) int { return stamp(a, "createdAt").Compare(stamp(b, "createdAt")) })
	}
	later, _ := slices.BinarySearchFunc(h.begun, r.At, func(a *record.Record, at time.Time) int {
		if stamp(a, "createdAt").After(at) {
			return 1
		}
		return -1
	})
	for i := later - 1; i >= max(0, later-overlapping); i-- {
		if ended := stamp(h.begun[i], "endedAt"); ended.IsZero() || !r.At.After(ended) {
			return h.begun[i]
		}
	}
	return nil
}

// errorOf is why the attempt stalled or failed: its own error, else the last message about
// it that says so. The board's state shows an attempt without its error.
func (h *history) errorOf(a *record.Record) (text string) {
	if text = a.Str("error"); text != "" {
		return text
	}
	if m, _ := statusWords.Of(a.Str("status")); m.Result != table.Stalled && m.Result != table.Failed {
		return ""
	}
	if h.stalls == nil {
		h.stalls = map[*record.Record]string{}
		for _, r := range h.unit.Records {
			if why, says := stallReason(r); says {
				h.stalls[h.attemptOf(r)] = why
			}
		}
	}
	return h.stalls[a]
}

// stallReason returns why an attempt stalled. says is false for a message about something else.
func stallReason(r *record.Record) (why string, says bool) {
	if r.Kind != cardEvent {
		return "", false
	}
	why, says = strings.CutPrefix(r.Str("message"), "stalled; ")
	return why, says || why == "operator marked stalled"
}

// overlapping is how many attempts are looked back on: the product lets none of a
// card begin before the one before it has ended.
const overlapping = 8
