package stat

import "math"

// Alpha is the level of every test.
const Alpha = 0.05

// Eps is the slack with which decimals are compared, so that 0.95 - 0.90 counts
// as the 0.05 it is written as.
const Eps = 1e-9

// Reason says in one word why a number cannot be given. The empty Reason belongs
// to numbers that can.
type Reason string

// The reasons a report uses. Not all arise in this package: some only a reader
// of logs can know.
const (
	ReasonNoData           Reason = "no_data"           // nothing was observed
	ReasonMissingPre       Reason = "missing_pre"       // no run before the change
	ReasonMissingPost      Reason = "missing_post"      // no run after the change
	ReasonNoReference      Reason = "no_baseline"       // no list of bugs to compare with
	ReasonTooFew           Reason = "n_too_small"       // observed too seldom for this number
	ReasonNotReported      Reason = "not_reported"      // the log does not say
	ReasonNotComputable    Reason = "not_computable"    // the log says that it cannot be computed
	ReasonOpen             Reason = "open"              // has not ended yet
	ReasonCensored         Reason = "censored"          // not reached before observation ended
	ReasonNegativeDuration Reason = "negative_duration" // ends before it starts
	ReasonNotMeasured      Reason = "not_measured"      // nothing was repeated, or no variation was seen
	ReasonUncheckable      Reason = "uncheckable"       // undefined or inconsistent for this input
)

// Number is a value that may be missing. Exactly one of OK and a Reason is set;
// the zero Number is missing without a reason, so a forgotten one never reads
// as zero.
type Number struct {
	Value  float64
	OK     bool
	Reason Reason
}

// Known is the number v. A NaN or infinite v is Missing(ReasonUncheckable).
func Known(v float64) Number {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Missing(ReasonUncheckable)
	}
	return Number{Value: v, OK: true}
}

// Missing is a number that cannot be given, for reason r.
func Missing(r Reason) Number {
	return Number{Reason: r}
}

// Estimate is a value with the limits of its 95 % interval, or the Reason why
// there is none.
type Estimate struct {
	Value, Lo, Hi float64
	OK            bool
	Reason        Reason
}
