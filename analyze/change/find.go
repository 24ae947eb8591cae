package change

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"runreport/analyze/stat"
	"runreport/unit"
	"runreport/unit/parallel"
)

// Find looks for changes in all series up to the run date now; an empty now is the last
// date there is. Each group has its own last date, so a job that did not run on the last
// date is judged on its own last one.
func Find(all []Series, now string) Result {
	dates, dateOf := datesOf(all, now)
	byWhat := map[What][]*track{}
	tracks := make([]*track, len(all))
	parallel.Each(len(all), func(i int) { tracks[i] = newTrack(all[i], dateOf) })
	tracks = slices.DeleteFunc(tracks, func(t *track) bool { return len(t.value) == 0 })
	slices.SortStableFunc(tracks, func(a, b *track) int { return a.key.compare(b.key) })
	tracks = slices.CompactFunc(tracks, func(a, b *track) bool { return a.key == b.key })
	for _, t := range tracks {
		byWhat[t.key.What] = append(byWhat[t.key.What], t)
	}
	groups := groupTracks(byWhat[Duration])
	parallel.Each(len(groups), func(i int) { groups[i].takeOutCommonEffects() })
	var r Result
	histories, verdicts := map[*track]*history{}, map[*track]verdict{}
	whats := sortedKeys(byWhat)
	families := make([]family, len(whats))
	parallel.Each(len(whats), func(i int) { // a track is of one figure
		families[i] = judgeFamily(whats[i], byWhat[whats[i]], groups, len(dates))
	})
	for _, f := range families {
		maps.Copy(histories, f.histories)
		for _, v := range f.final {
			verdicts[v.t] = v
		}
		for _, o := range f.outages {
			o.Date = dates[o.date]
			r.Outages = append(r.Outages, o)
		}
	}
	for _, g := range groups {
		for _, c := range g.commonDates() {
			c.Date = dates[c.date]
			r.Common = append(r.Common, c)
		}
		r.Visible = append(r.Visible, g.visible()...)
		r.Changes = append(r.Changes, g.commonChange(dates)...)
	}
	last := map[What]map[string]int{}
	for _, t := range tracks {
		if last[t.key.What] == nil {
			last[t.key.What] = map[string]int{}
		}
		last[t.key.What][t.key.Group] = max(last[t.key.What][t.key.Group], t.date[t.last()])
	}
	for _, t := range tracks {
		points := t.levelChanges()
		r.Points = append(r.Points, points...)
		var alarms []Alarm
		if h := histories[t]; h != nil {
			alarms = t.alarms(h)
		}
		var v *verdict
		if x, ok := verdicts[t]; ok {
			v = &x
		}
		r.Past = append(r.Past, t.past(points, alarms)...)
		onLast := t.date[t.last()] == last[t.key.What][t.key.Group]
		if c, ok := t.change(points, alarms, v, onLast); ok {
			r.Changes = append(r.Changes, c)
		}
		for i := range alarms {
			alarms[i].alarm = nil
		}
		r.Alarms = append(r.Alarms, alarms...)
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int { return a.Key.compare(b.Key) })
	return r
}

// family is what was found in all series of one figure.
type family struct {
	histories map[*track]*history
	final     []verdict // on the last date of each group
	outages   []Outage
}

// judgeFamily judges the series of one figure date after date, and lets go of what only that
// needs, since other figures are judged beside it. groups are those of durations.
func judgeFamily(what What, tracks []*track, groups []*group, dates int) (f family) {
	switch {
	case what == Duration:
		searchLevels(tracks)
		parallel.Ranges(len(tracks), func(from, to int) {
			for _, t := range tracks[from:to] {
				t.setReferences(t.cuts())
			}
		})
		f.histories, f.final = replayDurations(groups, dates, judgeDurations)
		for _, t := range tracks {
			t.blocks, t.scores = nil, scores{}
		}
	case what.rate():
		rates := groupCounts(tracks)
		for _, g := range rates {
			g.findOutages()
		}
		searchLevels(tracks)
		f.histories, f.final, f.outages = replayCounts(rates, dates)
		for _, t := range tracks {
			t.kept = keptCounts{}
		}
	default:
		searchLevels(tracks)
	}
	return f
}

// change merges what is known of a series on its last date into one entry. A new or
// standing call comes first, then one that ended on the last date, then the last change
// point beyond chance, then what is suspected. A change point within five dates of the call
// and in its direction dates it.
func (t *track) change(points []LevelChange, alarms []Alarm, v *verdict, onLast bool) (Change, bool) {
	c := Change{Key: t.key, Unit: t.unit, Lo: stat.Missing(stat.ReasonTooFew), Hi: stat.Missing(stat.ReasonTooFew)}
	certain := slices.DeleteFunc(slices.Clone(points), func(p LevelChange) bool { return !p.Certain })
	var since int
	switch a := lastAlarm(alarms); {
	case a != nil && a.State != Ended:
		c.State, c.Q, since = a.State, stat.Known(a.Q), a.since
		if v != nil && v.state == New && v.way == a.alarm.way {
			c.Q = stat.Known(min(a.Q, v.q)) // further dates have made it more certain
		}
		for _, p := range certain {
			if p.index >= len(t.value)-shortestLevel {
				continue // the search cannot put it later, so the call knows better
			}
			if (p.After > p.Before) == a.Higher && p.index >= a.since-5 && p.index <= a.since+5 {
				since = p.index
			}
		}
		t.describe(&c, a.alarm, since)
		if c.State == Standing && c.faded() {
			c.State = Suspected
		}
	case a != nil && onLast && !a.Replaced && a.alarm.end == t.last():
		c.State, c.Q, since = Ended, stat.Known(a.Q), a.since
		t.describe(&c, a.alarm, since)
	case len(certain) > 0:
		p := certain[len(certain)-1]
		c.State, c.Q, since = Standing, stat.Known(p.Q), p.index
		c.From, c.To, c.Lo, c.Hi = p.Before, p.After, p.Lo, p.Hi
	case v != nil && v.state == Suspected && onLast:
		c.State, c.Q, since = Suspected, stat.Known(v.q), v.i+1-v.size
		if v.p == 1 {
			c.Q = stat.Missing(stat.ReasonTooFew)
		}
		t.describe(&c, &alarm{call: *v, ref: v.ref, since: since, end: -1}, since)
	default:
		return c, false
	}
	c.Since = t.points[since].Date
	c.RunBefore, c.RunAfter = t.runs(since)
	c.Revisions = t.revisions(since)
	return c, true
}

// faded reports whether too little is left of a change of duration to call it: less than
// half of the least change worth telling, or an interval that holds no change at all.
//
// Example: one slow date was called, and the dates since then are 4 % above the reference.
// The alarm has not ended, since that takes more evidence, but nobody should act on it.
func (c *Change) faded() bool {
	return c.Key.What == Duration && c.From > 0 && (math.Abs(c.To/c.From-1) < leastShare/2 ||
		c.Lo.OK && c.Hi.OK && c.Lo.Value <= 0 && c.Hi.Value >= 0)
}

// shortestLevel is how many values a change point leaves on each side at least.
const shortestLevel = 3

func lastAlarm(alarms []Alarm) *Alarm {
	if len(alarms) == 0 {
		return nil
	}
	return &alarms[len(alarms)-1]
}

// describe sets the levels and the interval of a call. While it is new they are those of
// its window; later the level is that of all dates since.
func (t *track) describe(c *Change, a *alarm, since int) {
	to := a.end
	if to < 0 {
		to = len(t.value)
	}
	if t.key.What.rate() {
		c.Was, c.Now = a.call.before, total(t.points[since:to])
		if c.Was.Den > 0 && c.Now.Den > 0 {
			c.From = float64(c.Was.Num) / float64(c.Was.Den)
			c.To = float64(c.Now.Num) / float64(c.Now.Den)
			c.Lo, c.Hi = stat.RateDifference(c.Was, c.Now)
		}
		return
	}
	level := stat.Mean(t.value[since:to])
	c.From, c.To = math.Exp(a.ref.centre), math.Exp(level)
	switch n := to - since; {
	case n >= minReference:
		s := stat.HodgesLehmann(t.value[a.ref.from:a.ref.to], t.value[since:to])
		c.Lo, c.Hi = stat.Known(math.Expm1(s.Lo)), stat.Known(math.Expm1(s.Hi))
	default:
		for w, size := range durationWindows {
			if l := t.limits[w]; l.ok && size <= n {
				shift := level - a.ref.centre
				c.Lo, c.Hi = stat.Known(math.Expm1(shift-l.hi*a.ref.scale)), stat.Known(math.Expm1(shift-l.lo*a.ref.scale))
			}
		}
	}
}

// commonChange is the entry of a group's common effect on its last date.
func (g *group) commonChange(dates []string) []Change {
	rows := g.commonDates()
	if len(rows) == 0 || rows[len(rows)-1].date != g.last() {
		return nil
	}
	c := rows[len(rows)-1]
	first := len(rows) - 1
	for first > 0 && rows[first].State != New {
		first--
	}
	return []Change{{Key: Key{What: CommonDuration, Group: g.name}, Unit: unit.Ratio, State: c.State,
		Since: dates[rows[first].date], From: c.Before, To: c.Share, Lo: stat.Missing(stat.ReasonNotMeasured),
		Hi: stat.Missing(stat.ReasonNotMeasured), Q: stat.Missing(stat.ReasonNotMeasured)}}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
