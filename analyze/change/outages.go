package change

import (
	"slices"

	"runreport/analyze/stat"
)

const (
	outageP      = 1e-4 // of a date on which many series rose together
	outageSeries = 3    // that have to rise
	outageDates  = 2    // that in a row are left out of the single series at most
)

// Outage is a run date on which the rate rose for many series of a group together. The
// date is left out of the windows of the single series unless the rise lasts more than two
// dates.
type Outage struct {
	What        What
	Group, Date string
	Now, Before stat.Fraction // over all series of the group: of the date, and of up to 400 runs of each before
	P           float64
	Names       []string // of the series above their own rate

	date int
}

// outage tests a date over all series of the group: p of the summed counts at most 1e-4,
// and at least three series above their own rate.
func (g *countGroup) outage(d int) (Outage, bool) {
	o := Outage{What: g.what, Group: g.name, date: d}
	for _, m := range g.members(d) {
		c := m.t.points[m.i].Count
		_, before, _ := m.t.window(m.i-1, 0, m.t.cut(m.i), &g.out)
		if before.Den == 0 {
			continue
		}
		o.Now.Num, o.Now.Den = o.Now.Num+c.Num, o.Now.Den+c.Den
		o.Before.Num, o.Before.Den = o.Before.Num+before.Num, o.Before.Den+before.Den
		if c.Num*before.Den > before.Num*c.Den {
			o.Names = append(o.Names, m.t.key.Name)
		}
	}
	if len(o.Names) < outageSeries {
		return o, false
	}
	o.P = stat.RateRise(o.Before, o.Now)
	return o, o.P <= outageP
}

// mayRise reports whether enough series were hit on a date for an outage: one that was not is not above
// its own rate. Most dates are none, which is seen without any series' earlier dates.
func (g *countGroup) mayRise(d int) bool {
	hit := 0
	for _, m := range g.members(d) {
		if m.t.points[m.i].Count.Num > 0 {
			hit++
		}
	}
	return hit >= outageSeries
}

// test says whether date d is an outage, and leaves it out of the windows if it is. If the rise
// lasts, the dates before are taken back. The dates are tested in order.
func (g *countGroup) test(d int) (Outage, bool) {
	var o Outage
	rose := g.mayRise(d)
	if rose {
		o, rose = g.outage(d)
	}
	if !rose {
		g.row = 0
		return o, false
	}
	g.row++
	*g.out.at(d) = true
	if g.row > outageDates { // no outage: it lasts
		g.keep(d, g.row)
	}
	return o, true
}

// keep takes the last dates up to d back into the windows.
func (g *countGroup) keep(d, dates int) {
	i, _ := slices.BinarySearch(g.dates, d)
	back := g.dates[max(0, i+1-dates) : i+1]
	back = back[slices.IndexFunc(back, func(x int) bool { return *g.out.at(x) }):] // d is out at least
	for _, x := range back {
		*g.out.at(x) = false
	}
	for _, t := range g.tracks {
		first, _ := t.at(back[0])
		t.kept.forget(first)
	}
}

// findOutages notes the outages of all dates in the tracks, which the search for change points
// leaves out, and forgets them again for the replay, which knows only the dates so far.
//
// Example: all steps fail on the last two dates. Three dates are the shortest level, so the
// search would find one in every step.
func (g *countGroup) findOutages() {
	for _, d := range g.dates {
		g.test(d)
	}
	for _, t := range g.tracks {
		for i, d := range t.date {
			if *g.out.at(d) {
				t.outages = append(t.outages, i)
			}
		}
		t.kept.forget(0)
	}
	clear(g.out.of)
	g.row, g.on = 0, -1
}
