package report

import "time"

// Number is a number that may be missing. Where OK is false, Reason says why in
// one word (no_data, n_too_small, open, not_computed ...). It is written as the
// number or null, with a sibling field <name>_reason beside a null.
type Number struct {
	Value  float64
	OK     bool
	Reason string
}

// Known is the number v. One that is not finite cannot be given: sums of large numbers
// overflow, and JSON has no form for what comes of it.
func Known(v float64) Number {
	if v-v != 0 {
		return Missing("uncheckable")
	}
	return Number{Value: v, OK: true}
}

// Missing is a number that cannot be given, for the reason.
func Missing(reason string) Number { return Number{Reason: reason} }

// Whole is a count that may be missing, like Number.
type Whole struct {
	Value  int64
	OK     bool
	Reason string
}

// Count is the count n.
func Count(n int64) Whole { return Whole{Value: n, OK: true} }

// Rate is Num of Den as a share with its 95 % Wilson interval. Without a
// denominator Value, Lo and Hi are missing.
type Rate struct {
	Num   int64  `json:"num"`
	Den   int64  `json:"den"`
	Value Number `json:"value"`
	Lo    Number `json:"lo"`
	Hi    Number `json:"hi"`
}

// NotComputed is the reason of what this version does not compute.
const NotComputed = "not_computed"

// Moment is an instant that may be unknown: the zero time is written as null.
type Moment = time.Time
