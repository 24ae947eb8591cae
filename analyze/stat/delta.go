package stat

import "math"

// DeltaClass says on which side of the configured noise floor a delta falls.
type DeltaClass string

// The classes of a delta.
const (
	DeltaImproved     DeltaClass = "improved"
	DeltaRegressed    DeltaClass = "regressed"
	DeltaWithinNoise  DeltaClass = "within_noise"
	DeltaInsufficient DeltaClass = "insufficient" // there is no delta
)

// DefaultNoiseFloor is the floor of cycles whose log does not state a valid one.
const DefaultNoiseFloor = 0.05

// NoiseFloor is the floor to use for a cycle, in points of recall: the logged one,
// or DefaultNoiseFloor with asLogged false when it is missing or outside [0,1).
func NoiseFloor(logged Number) (floor float64, asLogged bool) {
	if logged.OK && logged.Value >= 0 && logged.Value < 1 {
		return logged.Value, true
	}
	return DefaultNoiseFloor, false
}

// DeltaOf is post - pre in points of recall, subtracted as whole numbers over a
// common denominator and divided once. A side whose Den is 0 is missing; a count
// outside 0..Den is ReasonUncheckable.
func DeltaOf(pre, post Fraction) Number {
	if r := missingSide(pre.Den != 0, post.Den != 0); r != "" {
		return Missing(r)
	}
	if !pre.possible() || !post.possible() {
		return Missing(ReasonUncheckable)
	}
	difference := float64(post.Num)*float64(pre.Den) - float64(pre.Num)*float64(post.Den)
	return Known(difference / (float64(pre.Den) * float64(post.Den)))
}

// MeanDelta is the mean recall of the post runs minus that of the pre runs. Values
// that are not finite are left out; a side without any is missing, and never
// guessed from the other.
func MeanDelta(pre, post []float64) Number {
	pre, post = finite(pre), finite(post)
	if r := missingSide(len(pre) > 0, len(post) > 0); r != "" {
		return Missing(r)
	}
	return Known(mean(post) - mean(pre))
}

func missingSide(pre, post bool) Reason {
	switch {
	case pre && post:
		return ""
	case pre:
		return ReasonMissingPost
	case post:
		return ReasonMissingPre
	default:
		return ReasonNoData
	}
}

// Classify holds delta against the floor, both in points of recall. A delta of the
// size of the floor, give or take Eps, is outside the noise, and atFloor says so:
// such a delta alone supports no verdict. No change at all is within the noise even
// when the floor is 0. A floor outside [0,1) is taken as DefaultNoiseFloor.
func Classify(delta Number, floor float64) (class DeltaClass, atFloor bool) {
	if !delta.OK {
		return DeltaInsufficient, false
	}
	floor, _ = NoiseFloor(Known(floor))
	size := math.Abs(delta.Value)
	atFloor = math.Abs(size-floor) <= Eps
	switch {
	case size <= Eps || size < floor-Eps:
		return DeltaWithinNoise, atFloor
	case delta.Value > 0:
		return DeltaImproved, atFloor
	default:
		return DeltaRegressed, atFloor
	}
}

// OneBug is what a single bug is worth in points of recall: 1/reference list.
func OneBug(listSize int) Number {
	if listSize < 1 {
		return Missing(ReasonNoReference)
	}
	return Known(1 / float64(listSize))
}
