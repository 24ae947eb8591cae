package cadre

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// nearby is how far apart the stamps of one event lie that two writers wrote down.
const nearby = time.Second

// names are the fields that tell two events of one type and time apart.
var names = map[string]bool{"workItemId": true, "issueNumber": true, "workUnit": true, "phase": true, "taskId": true, "agent": true,
	"attempt": true, "invocationId": true, "scope": true, "signal": true, "sha": true, "branch": true, "prNumber": true, "sessionId": true,
	"wave": true, "epoch": true, "iteration": true, "reasonCode": true, "check": true, "elapsedSeconds": true, "stream": true, "line": true, "file": true}

// identity is what an event is, without its time. Its kind's own fields count,
// which are the same in every shape.
func identity(r *record.Record) string {
	kind := r.Kind
	if d := payload(r); d != nil {
		kind = d.Kind
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
			b.WriteString(value(r, key).Text)
		}
	}
	return b.String()
}

// seen is an event that counts, with the files that have it too.
type seen struct {
	rec   *record.Record
	files []*record.File
}

// second is where an event is looked for: its identity and the second it falls in.
type second struct {
	identity string
	unix     int64
}

// onceEach marks the events that another file has already, and those that stand
// twice in one file, stamp and all. One agent may be launched twice within a
// second, and the same try may fail twice: so every line of a file meets at most
// one line of another file, the nearest in time.
func onceEach(events []*record.Record) []*record.Record {
	known := map[second][]*seen{}
	type line struct {
		file *record.File
		sum  xxh3.Uint128
	}
	lines := map[line]bool{}
	var kept []*record.Record
	for _, r := range events {
		if at := (line{r.File, r.Sum}); lines[at] {
			r.Fate = record.Duplicate
			r.Finding(eventAgain, r.Name, "")
			continue
		} else {
			lines[at] = true
		}
		id, unix := identity(r), r.At.Unix()
		if twin := nearest(known, id, r); twin != nil {
			twin.files = append(twin.files, r.File)
			r.Fate = record.Duplicate
			continue
		}
		known[second{id, unix}] = append(known[second{id, unix}], &seen{rec: r, files: []*record.File{r.File}})
		kept = append(kept, r)
	}
	return kept
}

// nearest is the event of another file that the record repeats; nil when it is new.
func nearest(known map[second][]*seen, id string, r *record.Record) *seen {
	var best *seen
	for unix := r.At.Unix() - 1; unix <= r.At.Unix()+1; unix++ {
		for _, s := range known[second{id, unix}] {
			if slices.Contains(s.files, r.File) || s.rec.At.Sub(r.At).Abs() > nearby {
				continue
			}
			if best == nil || s.rec.At.Sub(r.At).Abs() < best.rec.At.Sub(r.At).Abs() {
				best = s
			}
		}
	}
	return best
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
