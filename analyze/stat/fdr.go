package stat

import (
	"cmp"
	"slices"
)

// BenjaminiHochberg corrects the p-values of one family of tests for their number:
// calling everything with q <= Alpha keeps the share of false calls at Alpha on
// average. The result is in the order of p. Values that are not OK or outside 0..1
// are not part of the family and come back missing.
//
// Source: Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate",
// JRSS B 57 (1995); q(i) = min over j >= i of p(j)·m/j.
func BenjaminiHochberg(p []Number) []Number {
	q := make([]Number, len(p))
	family := make([]int, 0, len(p))
	for i, v := range p {
		switch {
		case v.OK && v.Value >= 0 && v.Value <= 1:
			family = append(family, i)
		case v.OK:
			q[i] = Missing(ReasonUncheckable)
		default:
			q[i] = v
		}
	}
	slices.SortStableFunc(family, func(i, j int) int { return cmp.Compare(p[i].Value, p[j].Value) })
	least := 1.0
	for rank := len(family); rank >= 1; rank-- {
		i := family[rank-1]
		least = min(least, p[i].Value*float64(len(family))/float64(rank))
		q[i] = Known(least)
	}
	return q
}
