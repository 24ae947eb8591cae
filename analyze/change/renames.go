package change

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Rename is a step that may have got another name: one is gone and one is new from one run
// date of their subject to the next, in one place, and the new one takes as long.
type Rename struct {
	System, Subject string
	From, To        string
	Noun            string // test, task or sample, else step
	Date            string // the first run date of the new name
}

// Sentence tells of the step, with the lines of the configuration that join both names. Example:
// "1 test is gone and 1 is new since 2026-03-30, in the same place and as long. If it was renamed,
// an alias keeps its history, in runreport.yaml under aliases, steps: "old": "new"."
func (r *Rename) Sentence() string {
	return fmt.Sprintf("1 %s is gone and 1 is new since %s, in the same place and as long. If it was renamed, an alias keeps its history, in runreport.yaml under aliases, steps: %q: %q.",
		r.Noun, r.Date, r.From, r.To)
}

const (
	renameDates   = 3    // the latest run dates on which a name may be new
	renameMost    = 3    // names that are gone and new on a date; of more nobody can tell which is which
	renameOld     = 3    // durations of the old name
	renameShare   = 0.25 // that the durations may differ by
	renameLeast   = 0.05 // or by so many seconds
	partSeparator = " › "
)

// renamed is a step while its subject is looked at.
type renamed struct {
	step        string
	times       []*Times
	first, last int // of the run dates of the subject
}

// median is that of the step's durations, in seconds.
func (s *renamed) median() float64 {
	values := make([]float64, 0, s.timed())
	for _, x := range s.times {
		values = append(values, x.values...)
	}
	return stat.Quantile(values, 0.5).Value
}

// timed is how many durations the step has.
func (s *renamed) timed() (n int) {
	for _, x := range s.times {
		n += len(x.values)
	}
	return n
}

// subjectDates are the runs of a subject and their dates.
type subjectDates struct {
	runs  []int
	dates []string
	index map[string]int // of each date
}

// Renames finds steps that may have got another name, by subject and date. ends appends the steps of a run to a list.
// A step with the new name before the date, or with the old name from then on, rules a rename out, whatever its result.
func Renames(times []*Times, runs []report.Run, stable func(system, subject string) string,
	ends func(run int, to []metric.StepEnd) []metric.StepEnd) (out []Rename) {
	subjects := datesBySubject(runs, stable)
	steps, order := map[metric.StepName]*renamed{}, []metric.StepName(nil)
	var clock metric.RunDates
	for _, x := range times {
		k := metric.Step(x.key.System, stable(x.key.System, x.key.Subject), x.key.Step)
		of := subjects[metric.Step(k.System, k.Subject, "")]
		if of == nil || len(of.dates) <= renameOld {
			continue
		}
		s := steps[k]
		if s == nil {
			s = &renamed{step: k.Step, first: len(of.dates), last: -1}
			steps[k] = s
			order = append(order, k)
		}
		first, last := of.index[clock.Of(x.started(x.runs[0]))], of.index[clock.Of(x.started(x.runs[len(x.runs)-1]))]
		s.first, s.last = min(s.first, first), max(s.last, last)
		s.times = append(s.times, x)
	}
	type place struct {
		subject metric.StepName
		date    int
	}
	gone, fresh := map[place][]*renamed{}, map[place][]*renamed{}
	var places []place
	for _, k := range order {
		s, subject := steps[k], metric.Step(k.System, k.Subject, "")
		n := len(subjects[subject].dates)
		switch {
		case s.first > 0 && s.first >= n-renameDates:
			p := place{subject, s.first}
			if fresh[p] == nil {
				places = append(places, p)
			}
			fresh[p] = append(fresh[p], s)
		case s.last < n-1 && s.last >= n-1-renameDates && s.timed() >= renameOld:
			p := place{subject, s.last + 1}
			gone[p] = append(gone[p], s)
		}
	}
	for _, p := range places {
		of := subjects[p.subject]
		for _, pair := range pairs(gone[p], fresh[p]) {
			r := Rename{System: p.subject.System, Subject: p.subject.Subject, From: pair[0].step, To: pair[1].step, Date: of.dates[p.date]}
			if r.holds(runs, of.runs, ends) {
				out = append(out, r)
			}
		}
	}
	return out
}

// datesBySubject are the run dates of each subject, under the name of no step.
func datesBySubject(runs []report.Run, stable func(system, subject string) string) map[metric.StepName]*subjectDates {
	all := map[metric.StepName]*subjectDates{}
	var clock metric.RunDates
	for i := range runs { // in the order of their start
		r := &runs[i]
		k := metric.Step(r.System, stable(r.System, r.Subject), "")
		of := all[k]
		if of == nil {
			of = &subjectDates{index: map[string]int{}}
			all[k] = of
		}
		of.runs = append(of.runs, i)
		date := clock.Of(r.StartedAt)
		if _, known := of.index[date]; date != "" && !known {
			of.index[date] = len(of.dates)
			of.dates = append(of.dates, date)
		}
	}
	return all
}

// pairs are the steps that are gone with the only new one that each may be. There are none
// where too many are gone or new, or one may be several.
func pairs(gone, fresh []*renamed) (out [][2]*renamed) {
	if max(len(gone), len(fresh)) > renameMost {
		return nil
	}
	for _, was := range gone {
		var may []*renamed
		for _, now := range fresh {
			if was.may(now) {
				may = append(may, now)
			}
		}
		if len(may) == 1 && !slices.ContainsFunc(gone, func(x *renamed) bool { return x != was && x.may(may[0]) }) {
			out = append(out, [2]*renamed{was, may[0]})
		}
	}
	return out
}

// may reports whether the new step may be the old one: it stands in the same place and takes as
// long.
func (was *renamed) may(now *renamed) bool {
	if placeOf(was.step) != placeOf(now.step) {
		return false
	}
	a, b := was.median(), now.median()
	return math.Abs(a-b) <= max(renameShare*a, renameLeast)
}

// placeOf is what the name says of where the step stands: all but its last part. Example:
// "cart › TestTotal" stands in "cart".
func placeOf(step string) string {
	return step[:max(0, strings.LastIndex(step, partSeparator))]
}

// holds reports whether no run before the date has a step of the new name, and none from it on
// one of the old. It notes what a step is called.
func (r *Rename) holds(runs []report.Run, of []int, ends func(run int, to []metric.StepEnd) []metric.StepEnd) bool {
	var clock metric.RunDates
	var steps []metric.StepEnd
	for _, i := range of {
		date := clock.Of(runs[i].StartedAt)
		if date == "" {
			return false // it may be one of either
		}
		steps = ends(i, steps[:0])
		for _, e := range steps {
			switch {
			case e.Stable == r.To && date < r.Date, e.Stable == r.From && date >= r.Date:
				return false
			case e.Stable == r.To:
				r.Noun = metric.NounOf(e.Kind)
			}
		}
	}
	return true
}
