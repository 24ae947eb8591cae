package change

import (
	"math"

	"runreport/analyze/stat"
	"runreport/unit"
)

// Result is all that was found. Lists are sorted by key, then date.
type Result struct {
	Changes []Change
	Points  []LevelChange
	Past    []Past
	Alarms  []Alarm
	Common  []Common
	Outages []Outage
	Visible []Visible
}

// Change is what one series has to tell on its last run date: the latest call and change
// point of it as one entry. From, To, in the unit of the series; of durations the common
// effect of the dates is taken out.
type Change struct {
	Key
	Unit  unit.Unit
	State State

	Since    string      // first run date of the new level
	From, To float64     // median duration in seconds, rate, or mean recall
	Lo, Hi   stat.Number // 95 % interval of the relative change To/From-1; of rates and recall of To-From
	Q        stat.Number // missing for common durations, and for changes suspected from a short history
	Now, Was stat.Fraction

	RunBefore, RunAfter string // last run before and first run of Since
	Revisions           []Revision
}

// LevelChange is a change point: a date on which the level of a series changed.
type LevelChange struct {
	Key
	Unit                unit.Unit
	Date                string
	Before, After       float64     // levels, like Change.From and To
	Lo, Hi              stat.Number // like those of Change
	P, Q                float64     // of this split; of the series among all series of its kind
	Certain             bool        // Q <= 0.05: beyond chance, all series looked at
	Correlation         float64     // lag-1 autocorrelation
	Blocks              int         // length of the blocks shuffled; 1 for single values
	RunBefore, RunAfter string
	Revisions           []Revision

	index int
}

// Alarm is a call and what became of it.
type Alarm struct {
	Key
	Higher       bool   // slower, more flakes, more failures
	Since, First string // first date of the window called; date of the call
	Last         string // date on which it ended or another call took over; empty while it stands
	Replaced     bool
	State        State // on the last date of the series' group; Ended also for alarms that ended long ago
	Q            float64
	Shift        float64 // as a share for durations, in points for rates, as called

	since int
	alarm *alarm
}

// revisions returns what was run before index i and from it on: on each side the nearest
// point that states the kind of revision.
func (t *track) revisions(i int) []Revision {
	names := map[string]bool{}
	for _, p := range t.points {
		for name := range t.ran(p.Last).Revisions {
			names[name] = true
		}
	}
	var out []Revision
	for _, name := range sortedKeys(names) {
		r := Revision{Name: name}
		for k := i - 1; k >= 0 && r.Before == ""; k-- {
			r.Before = t.ran(t.points[k].Last).Revisions[name]
		}
		for k := i; k < len(t.points) && r.After == ""; k++ {
			r.After = t.ran(t.points[k].Last).Revisions[name]
		}
		if r.Before != r.After {
			out = append(out, r)
		}
	}
	return out
}

// runs returns the last run before index i and the first one from it on.
func (t *track) runs(i int) (before, after string) {
	if i > 0 {
		before = t.ran(t.points[i-1].Last).Key
	}
	return before, t.ran(t.points[i].First).Key
}

// natural turns a level into the unit of the series, and a shift of it into a relative
// change where the series is a duration.
func (t *track) natural(level float64) float64 {
	if t.key.What == Duration {
		return math.Exp(level)
	}
	return level
}

func (t *track) naturalShift(shift float64) float64 {
	if t.key.What == Duration {
		return math.Expm1(shift)
	}
	return shift
}

// countsAround are the counts of the levels before and after a change point of a rate, each as
// far as to the next one. Of other series they are empty.
func (t *track) countsAround(n int) (was, now stat.Fraction) {
	if !t.key.What.rate() {
		return was, now
	}
	from, at, to := 0, t.levels[n].Index, len(t.points)
	if n > 0 {
		from = t.levels[n-1].Index
	}
	if n+1 < len(t.levels) {
		to = t.levels[n+1].Index
	}
	return total(t.points[from:at]), total(t.points[at:to])
}

// total is the sum of the counts of the points.
func total(points []Point) (all stat.Fraction) {
	for i := range points {
		all = sum(all, points[i].Count)
	}
	return all
}

func sum(a, b stat.Fraction) stat.Fraction {
	return stat.Fraction{Num: a.Num + b.Num, Den: a.Den + b.Den}
}

// levelChanges lists the change points of a track.
func (t *track) levelChanges() []LevelChange {
	var out []LevelChange
	for n, l := range t.levels {
		c := LevelChange{Key: t.key, Unit: t.unit, Date: t.points[l.Index].Date, index: l.Index,
			Before: t.natural(l.MeanBefore), After: t.natural(l.MeanAfter),
			Lo: stat.Missing(stat.ReasonTooFew), Hi: stat.Missing(stat.ReasonTooFew),
			P: l.P, Q: t.levelQ, Certain: t.levelQ <= stat.Alpha, Correlation: l.Correlation, Blocks: l.Block,
			Revisions: t.revisions(l.Index)}
		switch was, now := t.countsAround(n); {
		case was.Den > 0 && now.Den > 0:
			c.Before, c.After = float64(was.Num)/float64(was.Den), float64(now.Num)/float64(now.Den)
			c.Lo, c.Hi = stat.RateDifference(was, now)
			c.Lo, c.Hi = stat.Widened(c.Lo, c.After-c.Before, l.Correlation), stat.Widened(c.Hi, c.After-c.Before, l.Correlation)
			c.Lo.Value, c.Hi.Value = max(-1, c.Lo.Value), min(1, c.Hi.Value) // no rate changes by more
		case l.Shift.OK:
			c.Lo, c.Hi = stat.Known(t.naturalShift(l.Shift.Lo)), stat.Known(t.naturalShift(l.Shift.Hi))
		}
		c.RunBefore, c.RunAfter = t.runs(l.Index)
		out = append(out, c)
	}
	return out
}

// alarms lists the calls of a track.
func (t *track) alarms(h *history) []Alarm {
	var out []Alarm
	for i := range h.alarms {
		a := &h.alarms[i]
		x := Alarm{Key: t.key, Higher: a.way > 0, Since: t.points[a.since].Date, First: t.points[a.first].Date,
			Replaced: a.replaced, Q: a.call.q, Shift: t.naturalShift(a.call.shift), State: Standing, since: a.since, alarm: a}
		switch {
		case a.end >= 0:
			x.Last, x.State = t.points[a.end].Date, Ended
		case a.first == t.last():
			x.State = New
		}
		out = append(out, x)
	}
	return out
}
