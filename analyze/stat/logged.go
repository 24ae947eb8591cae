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
// it. They agree if some value that rounds to the digits of the literal is the computed
// one; a literal that is no number states nothing.
func CheckLogged(computed Number, literal string) LoggedCheck {
	logged, stated := ParseDecimal(literal)
	return checkLogged(computed, logged, stated, logged.rounding())
}

// CheckLoggedDelta compares a computed delta with the literal the log states for it. The
// writer may also have subtracted the two recalls stated beside it, before and after,
// each rounded to its own digits. Where checks of both agree with the computed recalls,
// such a difference is no contradiction.
//
// Example: recalls of 11/15 and 13/15 written as 0.7333 and 0.8667 give 0.1334; counted in
// bugs the delta is 2/15, which would be written 0.1333.
func CheckLoggedDelta(computed Number, literal string, before, after LoggedRecall) LoggedCheck {
	logged, stated := ParseDecimal(literal)
	slack := logged.rounding()
	x, okX := before.agrees()
	y, okY := after.agrees()
	if okX && okY {
		slack += x.rounding() + y.rounding()
	}
	return checkLogged(computed, logged, stated, slack)
}

// LoggedRecall is a recall that the log states beside a delta, and the computed one.
type LoggedRecall struct {
	Computed Number
	Literal  string
}

// agrees reports whether the log states the computed recall, up to rounding.
func (r LoggedRecall) agrees() (logged Decimal, ok bool) {
	logged, stated := ParseDecimal(r.Literal)
	return logged, stated && CheckLogged(r.Computed, r.Literal) == LoggedAgree
}

func checkLogged(computed Number, logged Decimal, stated bool, slack float64) LoggedCheck {
	switch {
	case !stated && !computed.OK:
		return LoggedNone
	case !stated:
		return LoggedNot
	case !computed.OK:
		return LoggedOnly
	case math.Abs(logged.Value-computed.Value) <= slack+Eps:
		return LoggedAgree
	case logged.Value > Eps && computed.Value < -Eps, logged.Value < -Eps && computed.Value > Eps:
		return LoggedSignConflict
	default:
		return LoggedValueConflict
	}
}

// DifferenceFits reports whether a delta is the difference of two recalls, each of the
// three being rounded to its own digits.
func DifferenceFits(delta, before, after Decimal) bool {
	slack := delta.rounding() + before.rounding() + after.rounding() + Eps
	return math.Abs(after.Value-before.Value-delta.Value) <= slack
}
