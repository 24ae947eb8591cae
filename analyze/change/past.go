package change

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Past is one change of level in the history of a series, whether or not it still stands.
type Past struct {
	Key
	Date string // first run date of the new level
	// Back says that the series returned to the level before the last change.
	Back                bool
	Size                float64     // like Change.To/From-1 of durations, To-From of others
	Q                   stat.Number // of the change point or call; missing for a return
	RunBefore, RunAfter string
	Revisions           []Revision
}

// sameChange is how many dates a change point and a call of one change can lie apart.
const sameChange = 5

// past lists the changes of level of a track over all its dates: its certain change points,
// and the calls and their ends that no change point within five dates and in the same
// direction dates already. A call finds what the search for change points cannot, as a
// level that lasted for a fortnight among many dates.
func (t *track) past(points []LevelChange, alarms []Alarm) []Past {
	type found struct {
		Past
		index int
	}
	var all []found
	add := func(index int, p Past) {
		for _, x := range all {
			if (x.Size > 0) == (p.Size > 0) && index-sameChange <= x.index && x.index <= index+sameChange {
				return
			}
		}
		p.Key, p.Date = t.key, t.points[index].Date
		p.RunBefore, p.RunAfter = t.runs(index)
		p.Revisions = t.revisions(index)
		all = append(all, found{p, index})
	}
	for _, p := range points {
		if p.Certain {
			add(p.index, Past{Size: t.difference(p.Before, p.After), Q: stat.Known(p.Q)})
		}
	}
	for _, a := range alarms {
		ended := a.alarm.end >= 0 && !a.Replaced
		if ended && a.alarm.backFrom-a.since < shortestLevel {
			continue // one or two odd dates are no level
		}
		add(a.since, Past{Size: a.Shift, Q: stat.Known(a.Q)})
		if ended {
			add(a.alarm.backFrom, Past{Back: true, Size: t.naturalShift(-a.alarm.call.shift), Q: stat.Missing(stat.ReasonNotMeasured)})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.index, b.index) })
	out := make([]Past, len(all))
	for i, x := range all {
		out[i] = x.Past
	}
	return out
}

// difference is the size of a change between two levels in the unit of the series.
func (t *track) difference(before, after float64) float64 {
	if t.key.What == Duration {
		return after/before - 1
	}
	return after - before
}

// History is all changes of level as the report has them, the latest first.
func (r *Result) History() []report.PastChange {
	out := make([]report.PastChange, 0, len(r.Past))
	for _, c := range r.Past {
		p := c.Place()
		x := report.PastChange{Date: c.Date, What: string(c.What), System: p.System, Subject: p.Subject, Step: p.Step,
			Back: c.Back, Size: report.Known(c.Size), Q: metric.Number(c.Q), RunBefore: c.RunBefore, RunAfter: c.RunAfter, Revisions: []report.ChangeRevision{}}
		for _, v := range c.Revisions {
			x.Revisions = append(x.Revisions, report.ChangeRevision(v))
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b report.PastChange) int {
		return cmp.Or(strings.Compare(b.Date, a.Date), strings.Compare(a.What, b.What), strings.Compare(a.System, b.System),
			strings.Compare(a.Subject, b.Subject), strings.Compare(a.Step, b.Step))
	})
	return out
}
