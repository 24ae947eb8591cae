package stat

import "math"

// LoggedCheck says how a number in the log compares with the same number computed
// from the log's own events.
type LoggedCheck string

// The outcomes of a check, for deltas and for recalls before and after.
const (
	LoggedNone          LoggedCheck = "none"           // neither gives a number
	LoggedAgree         LoggedCheck = "agree"          // equal up to the rounding of the literal
	LoggedValueConflict LoggedCheck = "value_conflict" // different, not of opposite sign
	LoggedSignConflict  LoggedCheck = "sign_conflict"  // one rises, the other falls
	LoggedOnly          LoggedCheck = "log_only"       // the events do not give it
	LoggedNot           LoggedCheck = "not_in_log"     // the log does not state it
)

// CheckLogged compares a computed number with the JSON literal the log states for
// it. What counts as equal follows from the digits of the literal, as in
// [Reconcile]; a literal that is no number states nothing.
func CheckLogged(computed Number, literal string) LoggedCheck {
	logged, stated := ParseDecimal(literal)
	switch {
	case !stated && !computed.OK:
		return LoggedNone
	case !stated:
		return LoggedNot
	case !computed.OK:
		return LoggedOnly
	case math.Abs(logged.Value-computed.Value) <= logged.tolerance():
		return LoggedAgree
	case logged.Value > Eps && computed.Value < -Eps, logged.Value < -Eps && computed.Value > Eps:
		return LoggedSignConflict
	default:
		return LoggedValueConflict
	}
}
