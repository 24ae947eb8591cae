package cadre

import (
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// sameEvent is how far apart the stamps of one event may lie that two writers wrote down.
const sameEvent = time.Second

// meetings finds which events of a unit repeat one of another file. One agent may be launched
// twice within a second, and the same attempt may fail twice: so every line of a file meets at
// most one line of another file. Units use the memory one after the other.
type meetings struct {
	at      map[second]int // the places of the buckets
	buckets []bucket
	events  []seen
	text    []byte // room for an identity
}

// second is where an event is looked for: the sum of its identity and the second it falls in.
type second struct {
	identity xxh3.Uint128
	unix     int64
}

// bucket lists the events of one identity and second.
type bucket struct {
	first, last int                  // places among the events
	done        map[*record.File]int // the events up to here are in the file or have met a line of it
}

// seen is an event that counts, with the other files that have it too.
type seen struct {
	rec   *record.Record
	files []*record.File
	next  int // of the same bucket; -1: none
}

func (s *seen) in(f *record.File) bool { return s.rec.File == f || slices.Contains(s.files, f) }

// mostReused is up to how many events a unit may have for its memory to serve the next one: it
// takes long to clear a map that was large once, and most units are small.
const mostReused = 1 << 8

// clear forgets the events of the last unit.
func (m *meetings) clear() {
	if m.at == nil || len(m.events) > mostReused {
		*m = meetings{at: map[second]int{}}
	}
	clear(m.at)
	m.buckets, m.events = m.buckets[:0], m.events[:0]
}

// met reports whether the record repeats an event of another file, and takes it
// up among the known ones when it does not. Of several the earliest is met, which
// leaves the others to the lines that follow.
func (m *meetings) met(r *record.Record) bool {
	m.text = appendIdentity(m.text[:0], r)
	here := second{xxh3.Hash128(m.text), r.At.Unix()}
	for unix := here.unix - 1; unix <= here.unix+1; unix++ {
		if at, ok := m.at[second{here.identity, unix}]; ok && m.meets(&m.buckets[at], r) {
			return true
		}
	}
	m.add(here, r)
	return false
}

// meets reports whether the record repeats an event of the bucket.
func (m *meetings) meets(b *bucket, r *record.Record) bool {
	at := b.first
	if done, ok := b.done[r.File]; ok {
		at = m.events[done].next
	}
	for leading := true; at >= 0; at = m.events[at].next {
		s := &m.events[at]
		if s.in(r.File) {
			if leading {
				b.pass(r.File, at)
			}
			continue
		}
		if leading = false; s.rec.At.Sub(r.At).Abs() <= sameEvent {
			s.files = append(s.files, r.File)
			return true
		}
	}
	return false
}

// pass notes that a file has all events of the bucket up to that one.
func (b *bucket) pass(f *record.File, at int) {
	if b.done == nil {
		b.done = map[*record.File]int{}
	}
	b.done[f] = at
}

// add takes the record up among the known events.
func (m *meetings) add(here second, r *record.Record) {
	place := len(m.events)
	m.events = slices.Grow(m.events, 1)[:place+1]
	m.events[place] = seen{rec: r, files: m.events[place].files[:0], next: -1}
	if at, ok := m.at[here]; ok {
		b := &m.buckets[at]
		m.events[b.last].next, b.last = place, place
		return
	}
	m.at[here] = len(m.buckets)
	m.buckets = append(m.buckets, bucket{first: place, last: place})
}
