package change

import (
	"math"
	"strings"

	"slices"

	"runreport/analyze/stat"
)

// Visible says what could have been seen of a step on the last date: the smallest lasting
// change, as a share of its duration, that would be called within so many dates with 80 %
// power, by the null of that date.
type Visible struct {
	Key
	Slower []Seen // by dates, only where more dates show a smaller change; empty with too short a history
	Reason stat.Reason
}

// Seen is one row of it: a slow-down of Share would be seen in Dates run dates.
type Seen struct {
	Dates int
	Share float64
}

// power is the chance with which a change of the size told is called.
const power = 0.80

// visible computes it for all steps of the group with a value on its last date. One step
// is taken to change: the p that has to be reached is callQ over the number of windows and
// of tests. A window of w dates shows a shift of
//
//	(z(p) - q(0.20)) · scale
//
// z(p) from the tail of the null of w, q(0.20) its 20 % quantile. No change below 10 % or
// one second is called.
func (g *group) visible() []Visible {
	d := g.last()
	members := g.members(d)
	p := callQ / float64(len(durationWindows)) / float64(2*len(members))
	var out []Visible
	for _, m := range members {
		v := Visible{Key: m.t.key, Reason: stat.ReasonTooFew}
		least := math.Inf(1)
		for w, size := range durationWindows {
			r, ok := m.t.before(m.i, 1)
			n := &g.nulls.of[w]
			if !ok || n.n < minBlocks {
				continue
			}
			shift := (n.up.Value(p) - n.up.Quantile(1-power)) * r.scale
			share := max(math.Expm1(shift), leastShare, leastS/math.Exp(r.centre+g.common.at(d).effect))
			if share < least && !math.IsInf(share, 1) {
				least = share
				v.Slower = append(v.Slower, Seen{size, share})
				v.Reason = ""
			}
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b Visible) int { return strings.Compare(a.Name, b.Name) })
	return out
}
