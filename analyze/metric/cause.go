package metric

import "strings"

// causes maps how a run ended, in its log's own words, to why it stopped, in one
// vocabulary over all systems. Ends that are no stop (clean, review, verdict) are
// not in it. What a log states as the cause outweighs it. That something failed does not
// say that nothing could have saved it, as a critical failure does.
var causes = map[string]string{
	"max_ralph_iters_reached": "retries",
	"catastrophic":            "critical-failure",
	"stuck":                   "stuck",
	"stalled":                 "stall",
	"failed":                  "failure",
	"aborted":                 "failure",
	"aborted_missing_docs":    "missing-docs",
	"canceled":                "canceled",
	"budget":                  "budget",
	"tick_cap":                "turn-limit",
	"user_stop":               "signal",
}

// CauseUnknown is the cause of what is unfinished when nothing says why: it may as
// well still run.
const CauseUnknown = "unknown"

// cause is why the unit stopped; "" when it did not stop early, or nobody knows.
// implied is true where no log says so in as many words.
func (u *Unit) cause() (cause string, implied bool) {
	r := &u.t.Runs
	if c := r.Cause.At(u.Row); c != "" {
		return c, r.Inferred.Is(u.Row)
	}
	// A failed step says more than the run's outcome.
	s := &u.t.Steps
	for _, row := range u.steps {
		kind, _, _ := strings.Cut(s.Reason.At(row), ":")
		if c := causes[kind]; c != "" && s.Status.At(row) == "failed" {
			return c, true
		}
	}
	if c := causes[r.Outcome.At(u.Row)]; c != "" {
		return c, true
	}
	if u.ended() {
		return causes[r.Status.At(u.Row)], true
	}
	return "", false
}
