package change

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
)

const (
	mostPoints = 60 // of a series in an entry
	strongQ    = 0.001
	moderateQ  = 0.01
)

// states is the order in which changes are shown.
var states = []State{New, Suspected, Standing, Ended}

// Entries is the result as the report has it: by state, then evidence, then size. A date
// on which a whole group was slower, or many steps of one failed, is told before single
// series of the same state. The failure rate of a subject's runs is left out where a step
// or an outage of it says the same.
func (r *Result) Entries(all []Series, collective map[[2]string]bool) []report.SeriesChange {
	t := newSentences(r, all, collective)
	var rows []entry
	for i := range r.Changes {
		rows = append(rows, t.entry(&r.Changes[i]))
	}
	for i := range r.Outages {
		if o := &r.Outages[i]; o.Date == t.lastDate[o.What][o.Group] {
			rows = append(rows, t.outage(o))
		}
	}
	rows = withoutEchoes(rows)
	slices.SortStableFunc(rows, func(x, y entry) int {
		return cmp.Or(
			cmp.Compare(slices.Index(states, State(x.State)), slices.Index(states, State(y.State))),
			cmp.Compare(boolRank(x.whole), boolRank(y.whole)),
			compareMissingLast(x.Q, y.Q), cmp.Compare(y.size, x.size),
			strings.Compare(x.What, y.What), strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
	})
	out := make([]report.SeriesChange, len(rows))
	for i := range rows {
		out[i] = rows[i].SeriesChange
	}
	return out
}

// entry is a row of the report with what it is sorted by.
type entry struct {
	report.SeriesChange
	whole bool // it is about a whole group
	size  float64
}

func boolRank(first bool) int {
	if first {
		return 0
	}
	return 1
}

func compareMissingLast(x, y report.Number) int {
	return cmp.Or(cmp.Compare(boolRank(x.OK), boolRank(y.OK)), cmp.Compare(x.Value, y.Value))
}

// withoutEchoes leaves out the failure rate of a subject's runs as wholes where an entry
// that is as certain says it of its steps.
func withoutEchoes(rows []entry) []entry {
	type of struct{ system, subject string }
	reported := map[of]int{} // rank of the most certain entry, from 1
	rank := func(r entry) int { return 1 + slices.Index(states, State(r.State)) }
	for _, r := range rows {
		if k := (of{r.System, r.Subject}); What(r.What) == FailureRate && (r.Step != "" || r.whole) && (reported[k] == 0 || rank(r) < reported[k]) {
			reported[k] = rank(r)
		}
	}
	return slices.DeleteFunc(rows, func(r entry) bool {
		known := reported[of{r.System, r.Subject}]
		return What(r.What) == FailureRate && r.Step == "" && !r.whole && known > 0 && known <= rank(r)
	})
}

// sentences turns results into entries with their sentences.
type sentences struct {
	result     *Result
	series     map[Key]*Series
	collective map[[2]string]bool
	several    map[string]bool // names of steps that more than one subject has
	lastDate   map[What]map[string]string
	ended      map[Key]string    // date on which the last alarm ended
	nouns      map[string]string // what the steps of a group are
}

func newSentences(r *Result, all []Series, collective map[[2]string]bool) *sentences {
	t := &sentences{result: r, series: make(map[Key]*Series, len(all)), collective: collective,
		several: map[string]bool{}, lastDate: map[What]map[string]string{}, ended: map[Key]string{}, nouns: map[string]string{}}
	subject := map[string]string{}
	for i := range all {
		s := &all[i]
		t.series[s.Key] = s
		t.nouns[s.Group] = s.Noun
		p := s.Place()
		if other, known := subject[p.Step]; known && other != p.System+"\x00"+p.Subject {
			t.several[p.Step] = true
		}
		subject[p.Step] = p.System + "\x00" + p.Subject
		if t.lastDate[s.What] == nil {
			t.lastDate[s.What] = map[string]string{}
		}
		t.lastDate[s.What][s.Group] = max(t.lastDate[s.What][s.Group], s.Points[len(s.Points)-1].Date)
	}
	for i := range r.Alarms {
		if a := &r.Alarms[i]; a.State == Ended {
			t.ended[a.Key] = a.Last
		}
	}
	return t
}

// entry is the row of a change.
func (t *sentences) entry(c *Change) entry {
	p := c.Place()
	e := entry{whole: c.What == CommonDuration, SeriesChange: report.SeriesChange{
		What: string(c.What), System: p.System, Subject: p.Subject, Step: p.Step, Since: c.Since, Unit: string(c.Unit),
		From: report.Known(c.From), To: report.Known(c.To), Lo: metric.Number(c.Lo), Hi: metric.Number(c.Hi), Q: metric.Number(c.Q),
		State: string(c.State), Strength: strength(c), RunBefore: c.RunBefore, RunAfter: c.RunAfter,
		Revisions: []report.ChangeRevision{}, Points: t.points(c.Key)}}
	for _, v := range c.Revisions {
		e.Revisions = append(e.Revisions, report.ChangeRevision(v))
	}
	e.size = math.Abs(c.To - c.From)
	if c.What == Duration {
		e.size = math.Abs(c.To/c.From - 1)
	}
	e.Text = t.sentence(c)
	return e
}

// outage is the row of a date on which many steps failed or flaked together.
func (t *sentences) outage(o *Outage) entry {
	p := Key{Group: o.Group}.Place()
	share := func(f stat.Fraction) float64 { return float64(f.Num) / float64(max(1, f.Den)) }
	lo, hi := stat.RateDifference(o.Before, o.Now)
	e := entry{whole: true, SeriesChange: report.SeriesChange{
		What: string(o.What), System: p.System, Subject: p.Subject, Since: o.Date, Unit: string(unit.Ratio),
		From: report.Known(share(o.Before)), To: report.Known(share(o.Now)), Lo: metric.Number(lo), Hi: metric.Number(hi),
		Q: report.Known(o.P), State: string(New), Strength: strengthOf(stat.Known(o.P)),
		Revisions: []report.ChangeRevision{}, Points: []report.FigurePoint{}}}
	e.size = share(o.Now) - share(o.Before)
	e.Text = t.outageSentence(o)
	return e
}

// strength is the evidence of a change. A common effect has no q: it lies beyond three
// standard deviations, which is called moderate.
func strength(c *Change) string {
	switch {
	case c.State == Suspected:
		return string(stat.GradeWeak)
	case c.What == CommonDuration:
		return string(stat.GradeModerate)
	}
	return strengthOf(c.Q)
}

func strengthOf(q stat.Number) string {
	switch {
	case q.OK && q.Value <= strongQ:
		return string(stat.GradeStrong)
	case q.OK && q.Value <= moderateQ:
		return string(stat.GradeModerate)
	}
	return string(stat.GradeWeak)
}

// points are the last values of a series as the report draws them: medians in seconds,
// shares or recalls.
func (t *sentences) points(k Key) []report.FigurePoint {
	out := []report.FigurePoint{}
	s := t.series[k]
	if s == nil {
		return out
	}
	for _, p := range s.Points[max(0, len(s.Points)-mostPoints):] {
		v, ok := pointValue(k.What, p)
		if !ok {
			continue
		}
		if k.What == Duration {
			v = math.Exp(v)
		}
		out = append(out, report.FigurePoint{Date: p.Date, Value: report.Known(v)})
	}
	return out
}
