package kahn

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// node is what the records of one run say about one node.
type node struct {
	id        string
	first     *record.Record
	last      *record.Record // its last transition
	state     string         // where that transition went
	reason    string
	ready     *record.Record
	running   *record.Record
	highest   int64
	attempts  []attempt
	byNumber  map[int64]int // places in attempts, where there are many
	order     []int64       // attempts in file order, the last record of each
	announced int64         // attempt of the last transition to running
	filled    int64         // attempts 1 to filled have records
}

// attempt is what the records of one run say about one attempt at a node.
type attempt struct {
	number int64
	record *record.Record // nil: there is none
	began  time.Time      // when its transition to running was
}

// clear makes the node one of which nothing is known.
func (n *node) clear() {
	clear(n.attempts)
	*n = node{attempts: n.attempts[:0], order: n.order[:0]}
}

// fewAttempts are found sooner by looking than in a map.
const fewAttempts = 8

// attempt is the attempt of the number, which is made where there is none.
func (n *node) attempt(number int64) *attempt {
	if a := n.find(number); a != nil {
		return a
	}
	n.attempts = append(n.attempts, attempt{number: number})
	if len(n.attempts) == fewAttempts {
		n.byNumber = map[int64]int{}
		for i, a := range n.attempts {
			n.byNumber[a.number] = i
		}
	} else if n.byNumber != nil {
		n.byNumber[number] = len(n.attempts) - 1
	}
	return &n.attempts[len(n.attempts)-1]
}

// find is the attempt of the number, nil where no record tells of it.
func (n *node) find(number int64) *attempt {
	if n.byNumber != nil {
		if i, ok := n.byNumber[number]; ok {
			return &n.attempts[i]
		}
		return nil
	}
	for i := range n.attempts {
		if n.attempts[i].number == number {
			return &n.attempts[i]
		}
	}
	return nil
}

// recordOf is the record of the attempt, nil where there is none.
func (n *node) recordOf(number int64) *record.Record {
	if a := n.find(number); a != nil {
		return a.record
	}
	return nil
}

// next is the number of an attempt whose record states none: the one that was announced, else
// the first without a record.
func (n *node) next() int64 {
	if n.announced > 0 && n.recordOf(n.announced) == nil {
		return n.announced
	}
	for n.recordOf(n.filled+1) != nil {
		n.filled++
	}
	return n.filled + 1
}

// ended reports whether the node's last transition went to a final state.
func (n *node) ended() bool {
	return n.state == "done" || n.state == "failed" || n.state == "blocked"
}

// proven reports whether an attempt converged, whatever the order of the records.
func (n *node) proven() bool {
	return slices.ContainsFunc(n.order, n.attemptConverged)
}

func (n *node) attemptConverged(k int64) bool {
	rec := n.recordOf(k)
	if rec == nil {
		return false
	}
	ok, _ := rec.Bool("converged")
	return ok
}

// converged reports whether the node reached its goal: by its final state, else by
// an attempt that did (STATISTICS 1.16).
func (n *node) converged() bool {
	return n.state == "done" || !n.ended() && n.proven()
}

// findZero finds out whether the run counts its attempts from 0.
func (r *run) findZero() {
	for _, rec := range r.unit.Records {
		if !rec.Is("node_attempt") && !rec.Is("node_transition") {
			continue
		}
		if k, given := rec.Int("attempt"); given && k == 0 {
			r.zero = true
			r.unit.Finding(r.t, fromZero, rec, rec.Str("node_id")+": attempt 0", "attempts from 1")
			return
		}
	}
}

// number is the number of the attempt that the record is about, from 1.
func (r *run) number(rec *record.Record) (k int64, given bool) {
	k, given = rec.Int("attempt")
	if given && r.zero {
		k++
	}
	return k, given
}
