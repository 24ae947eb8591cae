package crabyard

import (
	"time"

	"runreport/ingest/record"
)

// birth tells attempts of one card name on different boards apart: both boards
// have a CY-101, but its first attempt was not created in the same millisecond.
type birth struct {
	card    string
	attempt int64
	created time.Time
}

// birthOf returns what identifies an attempt: card, number and creation time. ok is false if the
// number or the time is missing.
func birthOf(card string, r *record.Record) (b birth, ok bool) {
	n, ok := numberOf(r)
	at := stamp(r, "createdAt")
	return birth{card, n, at}, ok && !at.IsZero()
}

// sets is a union-find over exports; the root is the first of a set.
type sets []int

func (s sets) root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int) {
	i, j = s.root(i), s.root(j)
	s[max(i, j)] = min(i, j)
}

// group puts the exports of each card together: those that share an attempt, then
// those of one installation, or with a card created at one moment, that do not
// contradict each other. Groups and the
// exports in them are in the order in which they were met.
func group(exports []*export) [][]*export {
	s := make(sets, len(exports))
	first := make(map[birth]int, len(exports))
	for i, e := range exports {
		s[i] = i
		for _, b := range e.births {
			if j, ok := first[b]; ok {
				s.join(i, j)
			} else {
				first[b] = i
			}
		}
	}
	joinNeighbours(exports, s)
	at := map[int]int{}
	var groups [][]*export
	for i, e := range exports {
		g, ok := at[s.root(i)]
		if !ok {
			g = len(groups)
			at[s.root(i)] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], e)
	}
	return groups
}

func joinNeighbours(exports []*export, s sets) {
	var created []map[int64]time.Time // by root; nil until two sets meet
	neighbours := map[place][]int{}
	for i, e := range exports {
		for _, at := range e.places() {
			joined := false
			for _, j := range neighbours[at] {
				a, b := s.root(i), s.root(j)
				if a != b && created == nil {
					created = creations(exports, s)
				}
				if joined = a == b; !joined && agree(created[a], created[b]) {
					s.join(a, b)
					for n, when := range created[max(a, b)] {
						created[min(a, b)][n] = when
					}
					joined = true
				}
				if joined {
					break
				}
			}
			if !joined {
				neighbours[at] = append(neighbours[at], i)
			}
		}
	}
}

// creations are when the attempts of each set were created, by its root: attempt → when.
func creations(exports []*export, s sets) []map[int64]time.Time {
	created := make([]map[int64]time.Time, len(exports))
	for i, e := range exports {
		r := s.root(i)
		if created[r] == nil {
			created[r] = map[int64]time.Time{}
		}
		for _, b := range e.births {
			created[r][b.attempt] = b.created
		}
	}
	return created
}

// place is where exports of one card meet: a folder, or the moment of its creation.
type place struct{ where, card string }

func (e *export) places() []place {
	all := []place{{e.home, e.card}}
	for _, r := range e.cards {
		if at := stamp(r, "createdAt"); !at.IsZero() && e.card != "" {
			all = append(all, place{"created " + at.Format(time.RFC3339Nano), e.card})
		}
	}
	return all
}

// agree reports whether no attempt was created at two different times.
func agree(a, b map[int64]time.Time) bool {
	for n, when := range a {
		if other, ok := b[n]; ok && !other.Equal(when) {
			return false
		}
	}
	return true
}

// nameOf is what a finding calls an attempt.
func nameOf(r *record.Record) string {
	if id := r.Str("id"); id != "" {
		return record.Cut(id, 80)
	}
	return record.Cut(cardOf(r), 80)
}
