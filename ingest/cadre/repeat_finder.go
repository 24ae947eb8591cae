package cadre

import (
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// sameEvent is how far apart the stamps of one event may lie that two writers wrote down.
const sameEvent = time.Second

// repeatFinder finds which events of a unit repeat one of another file. One agent may be launched
// twice within a second, and the same attempt may fail twice: so every line of a file is matched
// with at most one line of another file. The memory is reused from one unit to the next.
type repeatFinder struct {
	at      map[bucketKey]int // the places of the buckets
	buckets []bucket
	events  []seen
	text    []byte // the identity that was hashed last
}

// bucketKey is the hash of an event's identity and the second of its time.
type bucketKey struct {
	identity xxh3.Uint128
	unix     int64
}

// bucket lists the events of one identity and second.
type bucket struct {
	first, last int // places among the events
	// file → last event of the bucket's leading run that is in the file or was matched by one of its lines
	done map[*record.File]int
}

// seen is an event that counts, with the other files that have it too.
type seen struct {
	rec   *record.Record
	files []*record.File
	next  int // of the same bucket; -1: none
}

func (s *seen) in(f *record.File) bool { return s.rec.File == f || slices.Contains(s.files, f) }

// mostReused is the largest number of events whose memory is reused. Clearing a map that was
// once large is slow, and most units are small.
const mostReused = 1 << 8

// clear forgets the events of the last unit.
func (m *repeatFinder) clear() {
	if m.at == nil || len(m.events) > mostReused {
		*m = repeatFinder{at: map[bucketKey]int{}}
	}
	clear(m.at)
	m.buckets, m.events = m.buckets[:0], m.events[:0]
}

// isRepeat reports whether another file has the event already; if not, it adds the event. The
// earliest match is taken, so that later lines can match the others.
func (m *repeatFinder) isRepeat(r *record.Record) bool {
	m.text = appendIdentity(m.text[:0], r)
	here := bucketKey{xxh3.Hash128(m.text), r.At.Unix()}
	for unix := here.unix - 1; unix <= here.unix+1; unix++ {
		if at, ok := m.at[bucketKey{here.identity, unix}]; ok && m.repeatsIn(&m.buckets[at], r) {
			return true
		}
	}
	m.add(here, r)
	return false
}

// repeatsIn reports whether the record repeats an event of the bucket.
func (m *repeatFinder) repeatsIn(b *bucket, r *record.Record) bool {
	at := b.first
	if done, ok := b.done[r.File]; ok {
		at = m.events[done].next
	}
	for leading := true; at >= 0; at = m.events[at].next {
		s := &m.events[at]
		if s.in(r.File) {
			if leading {
				b.skipTo(r.File, at)
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

// skipTo notes that a file has all events of the bucket up to that one.
func (b *bucket) skipTo(f *record.File, at int) {
	if b.done == nil {
		b.done = map[*record.File]int{}
	}
	b.done[f] = at
}

// add takes the record up among the known events.
func (m *repeatFinder) add(here bucketKey, r *record.Record) {
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
