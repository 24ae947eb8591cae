package metric

import "runreport/ingest/table"

// CauseUnknown is the cause of what is unfinished when nothing says why: it may as
// well still run.
const CauseUnknown = string(table.CauseUnknown)

// cause is why the unit stopped; "" when it did not stop early, or nobody knows.
// implied is true where no log says so in as many words.
func (u *Unit) cause() (cause table.Cause, implied bool) {
	r := &u.t.Runs
	return table.Cause(r.Cause.At(u.Row)), r.Inferred.Is(u.Row)
}

// CauseFailure is the cause of what failed where no more is known.
const CauseFailure = string(table.CauseFailure)
