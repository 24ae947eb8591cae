package failure

import (
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// risen is the p of the exact test below which a failure rate has risen, so that the
// failures of now are not those of before.
const risen = 0.01

// Circumstances are what the state of a failure depends on.
type Circumstances struct {
	Passes         bool // its series passes again on its last run date
	Acknowledged   bool
	Infrastructure bool          // the cause lies outside of the work
	InBaseline     bool          // the baseline has the same problem
	Since, Date    string        // run dates of the first and the last failure without a pass between
	Last           string        // last run date of its system
	Now, Before    stat.Fraction // failed of ended runs from Since on, and before it
	NewError       bool          // what failed before were other errors
}

// StateOf returns the state of a failure. One that also failed before Since, with passes
// between, is known to be flaky unless it fails significantly more often now, or told other
// errors then. One whose subject has not run on the last run date of its system is not new.
func StateOf(c Circumstances) string {
	switch {
	case c.Passes:
		return report.FailureEnded
	case c.Acknowledged:
		return report.FailureAcknowledged
	case c.Infrastructure:
		return report.FailureInfrastructure
	case c.Before.Num > 0 && !c.NewError && stat.RateRise(c.Before, c.Now) > risen:
		return report.FailureKnownFlaky
	case c.Since < c.Date || c.Date < c.Last || c.InBaseline:
		return report.FailureBefore
	}
	return report.FailureNew
}

// circumstancesOf reads what the state depends on off a failure itself, so that a report
// that was read from a file gives the same.
func circumstancesOf(f *report.Failure, last map[string]string) Circumstances {
	return Circumstances{
		Last:   last[f.System],
		Passes: f.State == report.FailureEnded, Infrastructure: table.Cause(f.Cause).Infrastructure(), Since: f.Since, Date: f.Date,
		NewError: f.NewError,
		Now:      fraction(f.RateNow), Before: fraction(f.RateBefore),
	}
}

func fraction(r report.Rate) stat.Fraction { return stat.Fraction{Num: int(r.Num), Den: int(r.Den)} }
