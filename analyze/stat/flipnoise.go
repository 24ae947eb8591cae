package stat

import "math"

// FlipSD is the SD of a delta, in points of recall, that follows from the share flip
// of bug results that change between two runs of one setup, for the given number of
// bugs and of runs a side. It takes bugs to flip independently, so it is a lower
// bound. A flip outside 0..1 is ReasonUncheckable, no bugs are ReasonNoReference.
//
// Source: two runs of a bug found with chance p differ with chance 2p(1-p), twice
// the variance of one result.
func FlipSD(flip float64, bugs, runsPre, runsPost int) Number {
	if !(flip >= 0 && flip <= 1) {
		return Missing(ReasonUncheckable)
	}
	if bugs < 1 {
		return Missing(ReasonNoReference)
	}
	if r := missingSide(runsPre > 0, runsPost > 0); r != "" {
		return Missing(r)
	}
	return Known(math.Sqrt(flip/float64(bugs)/2) * meanDifference(runsPre, runsPost))
}

// FlipBand is the delta, in points of recall, that flips alone stay within 95 % of
// the time; arguments and reasons as for [FlipSD].
func FlipBand(flip float64, bugs, runsPre, runsPost int) Number {
	return scaled(FlipSD(flip, bugs, runsPre, runsPost), Z95)
}

// DetectableDelta is the smallest true change, in points of recall, that exceeds
// FlipBand four times in five: what to plan the number of repeats by. Arguments and
// reasons as for [FlipSD].
func DetectableDelta(flip float64, bugs, runsPre, runsPost int) Number {
	return scaled(FlipSD(flip, bugs, runsPre, runsPost), Z95+z80)
}

func scaled(n Number, factor float64) Number {
	if n.OK {
		n.Value *= factor
	}
	return n
}
