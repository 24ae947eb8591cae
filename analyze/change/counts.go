package change

import (
	"math"
	"slices"
	"strings"

	"runreport/analyze/stat"
)

// countWindows are the numbers of last run dates that are held against what lies before.
var countWindows = [6]int{1, 2, 3, 5, 10, 20}

const referenceRuns = 400 // that a window of counts is held against, at most

// countGroup is the rates of one kind in one group.
type countGroup struct {
	what   What
	name   string
	tracks []*track
	dates  []int
	out    dated[bool] // dates that are left out of the windows and references
	row    int         // dates in a row up to the last one that was tested on which an outage was
	on     int         // the date of present
	// present are the tracks with a value on the date that is judged.
	present []member
}

// groupCounts sorts tracks of rates into groups.
func groupCounts(tracks []*track) []*countGroup {
	var groups []*countGroup
	for _, t := range tracks {
		if n := len(groups); n == 0 || groups[n-1].name != t.key.Group || groups[n-1].what != t.key.What {
			groups = append(groups, &countGroup{what: t.key.What, name: t.key.Group, on: -1})
		}
		g := groups[len(groups)-1]
		g.tracks = append(g.tracks, t)
	}
	for _, g := range groups {
		g.dates = datesOfAll(g.tracks)
		g.out = newDated[bool](g.dates)
	}
	return groups
}

// cut is the first date that references of a window ending at i may hold: behind the last
// change of level with at least twenty dates after it.
func (t *track) cut(i int) int {
	from := 0
	for _, l := range t.cutting() {
		if l.Index <= i+1-afterCut {
			from = max(from, l.Index)
		}
	}
	return from
}

// judge returns the verdict on a rise of the rate on the date of the member (STATISTICS
// 1.21a): the smallest one-sided hypergeometric p over the windows, times their number.
// The window told is that of the smallest p; of equal ones the shortest.
func (m member) judgeCount(out *dated[bool]) verdict {
	v := verdict{t: m.t, i: m.i, way: 1, p: 1, size: 1}
	from := m.t.cut(m.i)
	best := math.Inf(1)
	for _, size := range countWindows {
		now, before, start := m.t.window(m.i, size, from, out)
		if p := stat.RateRise(before, now); p < best {
			best = p
			v.now, v.before, v.size = now, before, m.i+1-start
		}
		if start == from {
			break
		}
	}
	v.p = min(1, best*float64(len(countWindows)))
	if v.now.Den > 0 && v.before.Den > 0 {
		old := float64(v.before.Num) / float64(v.before.Den)
		v.shift = float64(v.now.Num)/float64(v.now.Den) - old
		v.ref.centre = old
	}
	v.ref.from, v.ref.to = from, m.i+1-v.size
	return v
}

// countRatio is the log likelihood ratio of the alarm's reference rate against half of its
// rise, for the counts of one date. Both rates keep off 0 by half a run.
func countRatio(a *alarm, c stat.Fraction) float64 {
	old := (float64(a.call.before.Num) + 0.5) / (float64(a.call.before.Den) + 1)
	now := (float64(a.call.now.Num) + 0.5) / (float64(a.call.now.Den) + 1)
	half := (old + now) / 2
	return float64(c.Num)*math.Log(old/half) + float64(c.Den-c.Num)*math.Log((1-old)/(1-half))
}

// replayCounts judges date after date one family of rates: all groups of one kind.
func replayCounts(groups []*countGroup, dates int) (map[*track]*history, []verdict, []Outage) {
	histories := map[*track]*history{}
	for _, g := range groups {
		for _, t := range g.tracks {
			histories[t] = &history{}
		}
	}
	var final []verdict
	var outages []Outage
	var all []verdict // of one date
	for d, active := range byDate(groups, dates, func(g *countGroup) []int { return g.dates }) {
		all = all[:0]
		for _, g := range active {
			if o, rose := g.test(d); rose {
				outages = append(outages, o)
			}
			for _, m := range g.members(d) {
				v := verdict{t: m.t, i: m.i, way: 1, p: 1} // nothing was hit in any window: most dates of most series
				if m.t.hitLately(m.i, countWindows[len(countWindows)-1], &g.out) {
					v = m.judgeCount(&g.out)
				}
				all = append(all, v)
			}
		}
		correct(all)
		for i := range all {
			v := &all[i]
			var call *verdict
			if v.q <= callQ && v.shift > 0 {
				v.state, call = New, v
			} else if v.q <= suspectedQ && v.shift >= leastRate {
				v.state = Suspected
			}
			m := member{v.t, v.i}
			ratio := func(a *alarm) float64 { return countRatio(a, m.t.points[m.i].Count) }
			histories[v.t].step(v.i, ratio, call)
			if v.state != "" && lastOf(groups, v.t) == d {
				final = append(final, *v)
			}
		}
	}
	return histories, final, outages
}

// lastOf returns the last date of the group of a track.
func lastOf(groups []*countGroup, t *track) int {
	i, _ := slices.BinarySearchFunc(groups, t.key.Group, func(g *countGroup, name string) int {
		return strings.Compare(g.name, name)
	})
	return groups[i].dates[len(groups[i].dates)-1]
}

// members returns the tracks with a value on date d.
func (g *countGroup) members(d int) []member {
	if g.on == d {
		return g.present
	}
	g.on, g.present = d, g.present[:0]
	for _, t := range g.tracks {
		if i, ok := t.at(d); ok {
			g.present = append(g.present, member{t, i})
		}
	}
	return g.present
}
