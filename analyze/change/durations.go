package change

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"runreport/analyze/stat"
	"runreport/unit/parallel"
)

// longHistory is how many of the last values of a series are searched for change points.
const longHistory = 200

// groupTracks sorts the tracks of durations into their groups, both by key.
func groupTracks(tracks []*track) []*group {
	slices.SortStableFunc(tracks, func(a, b *track) int { return a.key.compare(b.key) })
	var groups []*group
	for _, t := range tracks {
		if n := len(groups); n == 0 || groups[n-1].name != t.key.Group {
			groups = append(groups, &group{name: t.key.Group})
		}
		g := groups[len(groups)-1]
		g.tracks = append(g.tracks, t)
	}
	for _, g := range groups {
		g.dates = datesOfAll(g.tracks)
	}
	return groups
}

// last returns the last date of the group.
func (g *group) last() int { return g.dates[len(g.dates)-1] }

// rule begins a replay. What it returns judges one date of the groups that have a value on
// it, and is called date after date.
type rule func() func(groups []*group, d int, whole bool) []verdict

// replayDurations judges date after date and returns the history of every track's alarms,
// and the verdicts on the last date of each group, those that are only suspected too.
func replayDurations(groups []*group, dates int, by rule) (map[*track]*history, []verdict) {
	judge := by()
	histories := map[*track]*history{}
	for _, g := range groups {
		for _, t := range g.tracks {
			histories[t] = &history{}
		}
	}
	var final []verdict
	calls := map[*track]*verdict{}
	for d, active := range byDate(groups, dates, func(g *group) []int { return g.dates }) {
		whole := slices.ContainsFunc(active, func(g *group) bool { return g.last() == d })
		verdicts := judge(active, d, whole)
		clear(calls)
		for i := range verdicts {
			if v := &verdicts[i]; v.state == New {
				calls[v.t] = v
			}
		}
		for _, g := range active {
			for _, m := range g.members(d) {
				m.replay(histories[m.t], calls[m.t])
			}
			if g.last() == d {
				final = append(final, g.final(d, verdicts)...)
			}
		}
	}
	return histories, final
}

// byDate lists the groups with a value on each date, in their order. Most groups have few of
// all dates, as a subject that ran for a week.
func byDate[G any](groups []G, dates int, datesOf func(G) []int) [][]G {
	on := make([][]G, dates)
	for _, g := range groups {
		for _, d := range datesOf(g) {
			on[d] = append(on[d], g)
		}
	}
	return on
}

// replay takes the history of a series one date further. Dates on which a change stands
// that the reference has not taken in yet are no null for the scores, and those of one that
// has ended are left out of the blocks of 1.21. Both hold for changes that lasted as long
// as the longest window: an odd value that was called by chance stays part of the null, or
// each false call would make the next one likelier. In a short history, too, nothing is left
// out.
func (m member) replay(h *history, call *verdict) {
	h.step(m.i, func(a *alarm) float64 { return levelRatio(a, m.t.value[m.i], math.Log1p(leastShare)) }, call)
	if n := len(h.alarms); n > 0 {
		a := &h.alarms[n-1]
		long := durationWindows[len(durationWindows)-1]
		if a.end < 0 && m.i-a.since < referenceDates && m.i-a.since+1 >= long {
			m.t.scores.leaveOut(a.since, m.i)
		}
		if a.end == m.i && !a.replaced && a.end-a.since >= long && m.i >= scoreHistory {
			m.t.leaveOut(a.since, a.end)
		}
	}
	m.learn()
}

// final returns the group's verdicts on its last date, with those suspected early,
// and keeps the limits of its null.
func (g *group) final(d int, verdicts []verdict) []verdict {
	for _, t := range g.tracks {
		t.limits = g.limits()
	}
	var own []verdict
	known := map[*track]bool{}
	for _, v := range verdicts {
		if v.t.key.Group == g.name {
			own = append(own, v)
			known[v.t] = true
		}
	}
	for _, v := range g.early(d) {
		if !known[v.t] {
			own = append(own, v)
		}
	}
	slices.SortStableFunc(own, func(a, b verdict) int { return strings.Compare(a.t.key.Name, b.t.key.Name) })
	return own
}

// searchLevels finds the change points of every track (STATISTICS 1.15) and corrects the
// family for its number. The values of durations are logs less the common effect of their
// date, of rates shares, of recall points.
func searchLevels(tracks []*track) {
	ps := make([]stat.Number, len(tracks))
	parallel.Each(len(tracks), func(i int) {
		t := tracks[i]
		values, at := t.searched()
		t.whole, t.levels = stat.FindLevels(values, t.worthTelling)
		for j := range t.levels {
			t.levels[j].Index = at(t.levels[j].Index)
			t.levels[j].From = at(t.levels[j].From)
		}
		ps[i] = stat.Missing(stat.ReasonTooFew)
		if t.whole.Status == stat.ChangeOK {
			ps[i] = stat.Known(t.whole.Tail)
		}
	})
	for i, q := range stat.BenjaminiHochberg(ps) {
		tracks[i].levelQ = 1
		if q.OK {
			tracks[i].levelQ = q.Value
		}
	}
}

// searched returns the values that change points are looked for in, and what gives the index in
// the track of each: the last ones that are not of an outage.
func (t *track) searched() (values []float64, at func(int) int) {
	if len(t.outages) == 0 {
		from := max(0, len(t.value)-longHistory)
		return t.value[from:], func(i int) int { return from + i }
	}
	left := t.outages
	index := make([]int, 0, len(t.value)-len(left))
	for i := range t.value {
		if len(left) > 0 && left[0] == i {
			left = left[1:]
			continue
		}
		index = append(index, i)
	}
	index = index[max(0, len(index)-longHistory):]
	values = make([]float64, len(index))
	for k, i := range index {
		values[k] = t.value[i]
	}
	return values, func(i int) int { return index[i] }
}

// worthTelling is the floor of a change point: durations 10 % and 1 s, rates 0.05, recall
// the floor of its cycle.
func (t *track) worthTelling(l stat.Level) bool {
	switch {
	case t.key.What.rate():
		return math.Abs(l.Step) >= leastRate-stat.Eps
	case t.key.What == Recall:
		return math.Abs(l.Step) >= cmp.Or(t.floor, defaultFloor)-stat.Eps
	}
	return math.Abs(math.Expm1(l.Step)) >= leastShare-stat.Eps &&
		math.Abs(math.Exp(l.MeanBefore)*math.Expm1(l.Step)) >= leastS-stat.Eps
}

const (
	leastRate    = 0.05 // of a change of a rate worth telling
	defaultFloor = 0.05 // of recall, where the cycle states none
	cutQ         = 0.01 // q of a series whose change points cut its references
)

// cutting returns the changes of level that references do not reach back over: those of series
// that pass the correction for the number of series.
func (t *track) cutting() []stat.Level {
	if t.levelQ > cutQ {
		return nil
	}
	return t.levels
}

// cuts returns the first values after these changes of level.
func (t *track) cuts() []int {
	levels := t.cutting()
	at := make([]int, len(levels))
	for i, l := range levels {
		at[i] = l.Index
	}
	return at
}
