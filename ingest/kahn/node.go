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
	attempts  map[int64]*record.Record
	began     map[int64]time.Time // when an attempt's transition to running was
	order     []int64             // attempts in file order, the last record of each
	announced int64               // attempt of the last transition to running
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
	rec := n.attempts[k]
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
