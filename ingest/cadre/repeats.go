package cadre

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// sameEvent is how far apart the stamps of one event may lie that two writers wrote down.
const sameEvent = time.Second

// names are the fields that tell two events of one type and time apart.
var names = map[string]bool{"workItemId": true, "issueNumber": true, "workUnit": true, "phase": true, "taskId": true, "agent": true,
	"attempt": true, "invocationId": true, "scope": true, "signal": true, "sha": true, "branch": true, "prNumber": true, "sessionId": true,
	"wave": true, "epoch": true, "iteration": true, "reasonCode": true, "check": true, "elapsedSeconds": true, "stream": true, "line": true, "file": true}

// identity is what an event is, without its time. Its kind's own fields count,
// which are the same in every shape.
func identity(r *record.Record) string {
	kind, data := r.Kind, payload(r)
	if data != nil {
		kind = data.Kind
	}
	var b strings.Builder
	b.WriteString(r.Name)
	if kind == nil {
		b.WriteString("\x00" + strconv.FormatUint(r.Sum.Hi, 36) + strconv.FormatUint(r.Sum.Lo, 36))
		return b.String()
	}
	for i := range kind.Fields {
		if key := kind.Fields[i].Key; names[key] {
			b.WriteByte(0)
			b.WriteString(strIn(data, r, key))
		}
	}
	return b.String()
}

// seen is an event that counts, with the other files that have it too.
type seen struct {
	rec   *record.Record
	files []*record.File
}

func (s *seen) in(f *record.File) bool { return s.rec.File == f || slices.Contains(s.files, f) }

// second is where an event is looked for: its identity and the second it falls in.
type second struct {
	identity string
	unix     int64
}

// bucket holds the events of one identity and second. Before done[f] every event
// is in file f or has met a line of it.
type bucket struct {
	events []seen
	done   map[*record.File]int // nil: 0 for all
}

// onceEach marks the events that another file has already, and those that stand
// twice in one file, stamp and all. One agent may be launched twice within a
// second, and the same attempt may fail twice: so every line of a file meets at most
// one line of another file.
func onceEach(events []*record.Record) []*record.Record {
	known := map[second]*bucket{}
	type line struct {
		file *record.File
		sum  xxh3.Uint128
	}
	lines := make(map[line]bool, len(events))
	several := slices.ContainsFunc(events, func(r *record.Record) bool { return r.File != events[0].File })
	kept := make([]*record.Record, 0, len(events))
	for _, r := range events {
		// What an agent prints may well be the same twice.
		at := line{r.File, r.Sum}
		if lines[at] && !r.Is("agent-output-line") {
			r.Fate = record.Duplicate
			r.Finding(eventAgain, r.Name, "")
			continue
		}
		lines[at] = true
		if several && met(known, r) {
			r.Fate = record.Duplicate
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// met reports whether the record repeats an event of another file, and takes it
// up among the known ones when it does not. Of several the earliest is met, which
// leaves the others to the lines that follow.
func met(known map[second]*bucket, r *record.Record) bool {
	id, unix := identity(r), r.At.Unix()
	for at := unix - 1; at <= unix+1; at++ {
		b := known[second{id, at}]
		if b == nil {
			continue
		}
		for i := b.done[r.File]; i < len(b.events); i++ {
			s := &b.events[i]
			taken := s.in(r.File)
			if taken && i == b.done[r.File] {
				if b.done == nil {
					b.done = map[*record.File]int{}
				}
				b.done[r.File]++
			}
			if !taken && s.rec.At.Sub(r.At).Abs() <= sameEvent {
				s.files = append(s.files, r.File)
				return true
			}
		}
	}
	b := known[second{id, unix}]
	if b == nil {
		b = &bucket{}
		known[second{id, unix}] = b
	}
	b.events = append(b.events, seen{rec: r})
	return false
}

// callsOnce marks the invocations that are written twice, which their ids tell.
func callsOnce(calls []*record.Record) []*record.Record {
	first := map[string]*record.Record{}
	var kept []*record.Record
	for _, r := range calls {
		id := r.Str("invocationId")
		before := first[id]
		if id == "" || before == nil {
			first[id] = r
			kept = append(kept, r)
			continue
		}
		r.Fate = record.Duplicate
		if r.Sum != before.Sum {
			r.Finding(callAgain, id, "one line for each invocation")
		}
	}
	return kept
}
