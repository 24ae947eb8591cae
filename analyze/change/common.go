package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

// commonSDs is how many robust SDs a common effect lies away from earlier ones.
const commonSDs = 3

// Common is a run date on which the steps of a group were slower or faster together.
type Common struct {
	Group, Date string
	Share       float64 // 0.15: all steps 15 % slower
	Before      float64 // the median of the earlier dates' effects, as a share
	Steps       int     // with a value on the date
	Same, Moved int     // of these: moved the same way; by 5 % at least

	State State // new on its date, standing while the effect lasts, ended
	date  int
	way   int
}

// commonDates returns the dates of the group on which the common effect is told (STATISTICS
// 1.26): at least 5 %, beyond three robust SDs of up to 60 earlier effects, at least ten of
// them, and most steps moving the same way. A row is one date; its state says whether the
// date before had the same.
func (g *group) commonDates() []Common {
	var out []Common
	var earlier window
	var order []float64
	for _, d := range g.dates {
		on := g.common.at(d)
		if on.steps == 0 {
			continue
		}
		e := on.effect
		if len(earlier.sorted) >= minReference {
			centre := stat.MedianOf(earlier.sorted)
			sd := max(madScale*stat.MADOf(earlier.sorted, centre), leastScale/2)
			c := Common{Share: math.Expm1(e), Before: math.Expm1(centre), Steps: on.steps, Same: on.same, Moved: on.moved,
				Group: g.name, date: d, way: 1, State: New}
			if e < 0 {
				c.way = -1
			}
			if math.Abs(c.Share) >= commonShare-stat.Eps && math.Abs(e-centre) > commonSDs*sd && 2*c.Same > c.Steps {
				if n := len(out); n > 0 && out[n-1].way == c.way && g.previous(d) == out[n-1].date {
					c.State = Standing
				}
				out = append(out, c)
			}
		}
		order = append(order, e)
		earlier.add(e)
		if len(order) > referenceDates {
			earlier.remove(order[len(order)-1-referenceDates])
		}
	}
	if n := len(out); n > 0 && out[n-1].date == g.previous(g.last()) {
		end, last := out[n-1], g.common.at(g.last())
		end.State, end.date, end.Share = Ended, g.last(), math.Expm1(last.effect)
		end.Steps, end.Same, end.Moved = last.steps, last.same, last.moved
		out = append(out, end)
	}
	return out
}

// previous returns the date of the group before d, which is not its first.
func (g *group) previous(d int) int {
	i, _ := slices.BinarySearch(g.dates, d)
	return g.dates[i-1]
}
