package stat

import "math"

// MeanInterval is the mean of values on a scale from least to most, either of which may be infinite,
// with its 95 % interval by Student's distribution. It is not OK for fewer than three values.
//
// Where all values are the same Student's interval has no width, as if every other item had to have
// that value too. Then the interval is what the mean of all items can be if at most a share u of
// them differs from what was seen, by as much as the scale allows; u is Wilson's upper limit for 0
// of n, about 4 of n + 4. A scale without ends allows anything, so that there is no interval.
// Example: all of 14 items have a score of 1 of 1; u is 0.22, and the mean is 1, 95 % CI 0.78 to 1.
//
// Source: J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?
// Interpreting zero numerators", JAMA 249 (1983), for the argument; of their limit, 3 of n, it takes
// the two-sided one of [NewRate].
func MeanInterval(values []float64, least, most float64) Estimate {
	e, same := student(values)
	switch {
	case !e.OK:
		return e
	case !same:
		e.Lo, e.Hi = max(least, e.Lo), min(most, e.Hi)
	case math.IsInf(least, 0) || math.IsInf(most, 0):
		return Estimate{Value: e.Value, Reason: ReasonNotMeasured}
	default:
		u := unseen(len(finite(values)))
		e.Lo, e.Hi = e.Value-u*max(0, e.Value-least), e.Value+u*max(0, most-e.Value)
	}
	return e
}

// MoveInterval is the mean of moves with its 95 % interval, as [MeanInterval]. None can be longer
// than longest, either way. Where all moves are the same the share u of items differs from what was
// seen by a whole move: one as long as the one that was seen, or where no item moved, the longest.
// Example: of 14 items none passed more or fewer of its trials than before. The mean change is
// 0.00, 95 % CI -0.22 to 0.22.
func MoveInterval(moves []float64, longest float64) Estimate {
	e, same := student(moves)
	if !e.OK {
		return e
	}
	if same {
		length := math.Abs(e.Value)
		if length <= Eps {
			length = longest
		}
		if math.IsInf(length, 0) {
			return Estimate{Value: e.Value, Reason: ReasonNotMeasured}
		}
		u := unseen(len(finite(moves)))
		e.Lo, e.Hi = e.Value-u*length, e.Value+u*length
	}
	e.Lo, e.Hi = max(-longest, e.Lo), min(longest, e.Hi)
	return e
}

// student is the mean of the values with Student's interval; same reports whether all are the same,
// so that it has no width.
func student(values []float64) (e Estimate, same bool) {
	v := finite(values)
	if len(v) < 3 {
		return Estimate{Reason: ReasonTooFew}, false
	}
	n := float64(len(v))
	m := mean(v)
	half := studentQuantile(1-Alpha/2, len(v)-1) * math.Sqrt(squaredDeviations(v)/(n-1)/n)
	return Estimate{Value: m, Lo: m - half, Hi: m + half, OK: true}, half <= Eps
}

// unseen is the largest share of items that may differ from n that are all alike.
func unseen(n int) float64 {
	_, u := wilson(0, n)
	return u
}
