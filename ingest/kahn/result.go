package kahn

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// flaked reports whether the node converged after an attempt that did not; an attempt
// without a record counts as one that did not (STATISTICS 1.16).
func (n *node) flaked() bool {
	if !n.converged() {
		return false
	}
	for k := int64(1); k < n.highest; k++ {
		if rec := n.recordOf(k); rec == nil || attemptResult(rec) == table.Failed {
			return true
		}
	}
	return false
}

// meaning is how the node ended, and why it did not pass. A node without a final state
// counts by its attempts; one that the run left behind was skipped.
func (n *node) meaning(over bool) record.Meaning {
	m, final := finalWords.Of(n.state)
	switch {
	case n.converged():
		m = record.Meaning{Result: table.Passed}
		if n.flaked() {
			m.Result = table.Flaky
		}
		return m
	case !final && n.highest > 0 && n.state == "" && over:
		return record.Meaning{Result: table.Failed} // only its attempts are there
	case !final:
		return record.Meaning{Result: table.Unfinished(n.highest > 0, over)}
	}
	kind, _, _ := strings.Cut(n.reason, ":")
	if why, known := reasonWords.Of(kind); known && why.Result == m.Result {
		m.Cause = why.Cause
	}
	return m
}

// maxText is how many bytes of a free text go into a column.
const maxText = 400

// result writes how the run ended: what run_end says, or what its nodes say where that
// is worse. Example: outcome clean with a failed node is failed.
func (r *run) result(row int) {
	t := &r.t.Runs
	nodes, why, reason := table.Passed, table.Cause(""), ""
	for _, n := range r.nodes {
		m := n.meaning(r.end != nil)
		if m.Result == table.Failed && why == "" {
			why = m.Cause
			if n.reason != "" {
				reason = n.id + ": " + n.reason
			}
		}
		if m.Result == table.Blocked { // blocked by a node that failed
			m.Result = table.Failed
		}
		if m.Result == table.Flaky || m.Result == table.Failed {
			nodes = table.Worse(nodes, m.Result)
		}
	}
	stated := record.Meaning{Result: table.Open}
	if r.end != nil {
		stated = r.unit.Meaning(r.t, outcomeWords, r.end.Str("outcome"), r.end)
		if stated.Result.Passing() {
			t.LoggedFlaky.Set(row, stated.Result == table.Flaky)
		}
		if stated.Result != table.Unknown || nodes == table.Failed {
			stated.Result = table.Worse(stated.Result, nodes)
		}
	}
	if why != "" { // a failed node says more than the run's outcome
		stated.Cause = why
	}
	stated.Fill(&t.Result, &t.Cause, row)
	t.Reason.SetText(row, record.Cut(reason, maxText))
	if stated.Cause != "" { // run_end states it, or the reason of a failed node
		t.Inferred.Set(row, false)
	}
}

// attemptResult is how an attempt ended, by its own record.
func attemptResult(rec *record.Record) table.Result {
	ok, given := rec.Bool("converged")
	switch {
	case !given:
		return table.Unknown
	case ok:
		return table.Passed
	}
	return table.Failed
}
