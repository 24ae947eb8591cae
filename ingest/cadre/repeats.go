package cadre

import (
	"strconv"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// names are the fields that tell two events of one type and time apart.
var names = map[string]bool{"workItemId": true, "issueNumber": true, "workUnit": true, "phase": true, "taskId": true, "agent": true,
	"attempt": true, "invocationId": true, "scope": true, "signal": true, "sha": true, "branch": true, "prNumber": true, "sessionId": true,
	"wave": true, "epoch": true, "iteration": true, "reasonCode": true, "check": true, "elapsedSeconds": true, "stream": true, "line": true, "file": true}

// namesOf are the names among the fields of each kind of event and of each kind of data of a log
// line, in the order of the kind.
var namesOf = func() map[*record.Kind][]string {
	of := map[*record.Kind][]string{}
	add := func(k *record.Kind) {
		var keys []string
		for _, f := range k.Fields {
			if names[f.Key] {
				keys = append(keys, f.Key)
			}
		}
		of[k] = keys
	}
	for _, f := range formats {
		if f.Name != formatEvents && f.Name != formatLog {
			continue
		}
		for _, k := range f.Kinds {
			add(k)
			for _, field := range k.Fields {
				if field.Of != nil {
					add(field.Of)
				}
			}
		}
	}
	return of
}()

// appendIdentity appends what an event is, without its time. Its kind's own fields count,
// which are the same in every shape.
func appendIdentity(text []byte, r *record.Record) []byte {
	kind, data := r.Kind, payload(r)
	if data != nil {
		kind = data.Kind
	}
	text = append(text, r.Name...)
	if kind == nil {
		text = strconv.AppendUint(append(text, 0), r.Sum.Hi, 36)
		return strconv.AppendUint(text, r.Sum.Lo, 36)
	}
	for _, key := range namesOf[kind] {
		text = append(append(text, 0), find(data, r, key).Str()...)
	}
	return text
}

// onceEach takes out the events that another file has already, and those that stand
// twice in one file, stamp and all. The events of a file follow each other.
func (m *repeatFinder) onceEach(events []*record.Record) []*record.Record {
	m.clear()
	kept := events[:0]
	for from := 0; from < len(events); {
		file, to := events[from].File, from+1
		for to < len(events) && events[to].File == file {
			to++
		}
		several := from > 0 || to < len(events)
		var room [128]xxh3.Uint128
		lines := record.NewSums(to-from, room[:])
		for _, r := range events[from:to] {
			switch again := !lines.Add(r.Sum); {
			case again && !r.Is("agent-output-line"): // what an agent prints may well be the same twice
				r.Fate = record.Duplicate
				r.Finding(eventAgain, r.Name, "")
			case several && m.isRepeat(r):
				r.Fate = record.Duplicate
			default:
				kept = append(kept, r)
			}
		}
		from = to
	}
	return kept
}

// callsOnce marks the invocations that are written twice, which their ids tell.
func callsOnce(calls []*record.Record) []*record.Record {
	first := make(map[string]*record.Record, len(calls))
	kept := calls[:0]
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
