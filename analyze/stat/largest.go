package stat

import "slices"

// Largest returns the k-th largest of the values, the smallest of them where there are
// fewer, and moves those that are at least as large to the end. k is at least 1, and there
// is at least one value, none NaN.
//
// It narrows the part in which the k-th largest lies by a pivot, the middle one of three
// (C. A. R. Hoare, "Algorithm 65: find", Communications of the ACM 4 (1961)). Values for which
// that hardly narrows anything, such as an organ pipe, are sorted instead.
func Largest(values []float64, k int) float64 {
	at := max(0, len(values)-k)
	lo, hi := 0, len(values)-1
	for rounds := 0; lo < hi; rounds++ {
		if rounds == mostRounds {
			slices.Sort(values[lo : hi+1])
			break
		}
		a, b, c := values[lo], values[lo+(hi-lo)/2], values[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return values[at]
		}
	}
	return values[at]
}

const mostRounds = 64 // of narrowing; a random order of a million values takes about 40
