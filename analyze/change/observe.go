package change

import (
	"iter"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
	"runreport/unit/spill"
)

// Observed is what series are made of: the report's own samples, over all runs that it
// has. With a history that is every run since the history began.
type Observed struct {
	Samples *metric.Samples
	Ended   iter.Seq[metric.EndedStep]
	Runs    []report.Run // by the index of their unit
	Cycles  []report.Cycle
	Stable  Names
	Until   string // run date after which nothing counts; empty: no limit
	// Labels are those of the build that read a run's log, by the index of its unit; nil: none.
	Labels func(unit int) []report.Label
}

// groupName is the Group of a key. No system's name holds a NUL.
func groupName(system, subject string) string { return system + "\x00" + subject }

// wholeRuns ends the group of the failure rates of runs as wholes, which are no steps of
// their subject: an outage of its steps says nothing of how its runs are judged.
const wholeRuns = "\x00"

// Place is what a series follows: a step, benchmark or gate of a subject; a Step that is
// empty stands for the subject's runs as wholes.
type Place struct{ System, Subject, Step string }

// Place reads the names out of a key that [Observed.Series] made.
func (k Key) Place() Place {
	system, subject, _ := strings.Cut(k.Group, "\x00")
	return Place{system, strings.TrimSuffix(subject, wholeRuns), k.Name}
}

// leastDates is how many run dates a series needs before anything can be said about it:
// the dates of the shortest reference and one more.
var leastDates = map[What]int{Duration: earlyReference + 1, FlakeRate: 2, FailureRate: 2, GateFailure: 2, Recall: 8}

// Series makes the series of all figures, one point per run date, in the order in which
// they are first seen. Series with fewer dates than anything could be said about are left
// out and counted; runs without a start are in none.
func (o *Observed) Series() (all []Series, short map[What]int) {
	b := &seriesBuilder{Observed: o, subjects: map[owner]*subject{}, stableSubjects: map[owner]*subject{},
		steps: map[stableStep]int32{}, byName: make([]int32, o.Samples.Names()), short: map[What]int{}, oneDate: o.Samples.Nights() < 2}
	b.ran = b.runs()
	for _, m := range []*metric.Metric{metric.AttemptDuration, metric.PhaseDuration} {
		c := o.Samples.Of(m)
		slab, values := spill.NewSlab(c.Room()), c.Values()
		for i, p := range b.points(Duration, unit.Seconds, c) {
			if !b.oneDate {
				p.Values = spill.Append(slab, p.Values, values[i])
			}
		}
	}
	for _, f := range []struct {
		what What
		of   *metric.Metric
	}{{FlakeRate, metric.StepFlake}, {GateFailure, metric.GateFailure}} {
		c := o.Samples.Of(f.of)
		for i, p := range b.points(f.what, unit.Ratio, c) {
			count(&p.Count, c.Hit(i))
		}
	}
	nouns := map[string]string{} // by group
	group, noun := "", ""        // of the series before: those of a run come together
	for e := range o.Ended {
		if b.counts(e.Night) {
			i := b.find(FailureRate, unit.Ratio, e.StepName, e.Number-1)
			if b.oneDate {
				continue
			}
			s := b.all.at(i)
			count(&s.on(e.Night, e.Unit).Count, e.Failed)
			if s.Group == group && e.Noun == noun {
				continue
			}
			if group, noun = s.Group, e.Noun; nouns[group] != noun {
				nouns[group] = metric.OneNoun(nouns[group], noun)
			}
		}
	}
	b.recall()
	short = b.short
	isLong := func(s *Series) bool { return len(s.Points) >= leastDates[s.What] }
	n := 0
	for i := range b.all.n {
		if isLong(b.all.at(i)) {
			n++
		}
	}
	all = make([]Series, 0, n) // a list that grows is copied several times
	for i := range b.all.n {
		s := *b.all.at(i)
		*b.all.at(i) = Series{} // its points can go as soon as they are copied
		if isLong(&s) {
			s.Noun = nouns[s.Group]
			if cap(s.Points) > len(s.Points)+len(s.Points)/8 {
				s.Points = append(make([]Point, 0, len(s.Points)), s.Points...) // in no more room than they need
			}
			all = append(all, s)
		} else {
			short[s.What]++
		}
	}
	return all, short
}

func count(f *stat.Fraction, hit bool) {
	f.Den++
	if hit {
		f.Num++
	}
}

// reserve makes room for n more points, and for no others.
func (s *Series) reserve(n int) {
	s.Points = append(make([]Point, 0, len(s.Points)+n), s.Points...)
}

// on is the point of a date, which now has the run too. Runs come in the order of their
// start, so it is the last point or a new one, but where two metrics share a series.
func (s *Series) on(date string, run int32) *Point {
	i := len(s.Points) - 1
	switch {
	case i < 0 || s.Points[i].Date < date:
		i++
		s.Points = append(s.Points, Point{Date: date, First: run})
	case s.Points[i].Date != date:
		var known bool
		i, known = slices.BinarySearchFunc(s.Points, date, func(p Point, date string) int { return strings.Compare(p.Date, date) })
		if !known {
			s.Points = slices.Insert(s.Points, i, Point{Date: date, First: run})
		}
	}
	s.Points[i].Last = run
	return &s.Points[i]
}

// runs says what each run of the report was: its revisions as far as its log says them, and
// the labels of the build that read it.
func (o *Observed) runs() func(run int32) Ran {
	runs, revised := o.Runs, make([]map[string]string, len(o.Runs))
	var shared revisions
	for i := range runs {
		r := &runs[i]
		var labels []report.Label
		if o.Labels != nil {
			labels = o.Labels(i)
		}
		revised[i] = shared.of(r.Version, r.Model, r.Runner, labels...)
	}
	return func(run int32) Ran { return Ran{runs[run].Key, revised[run]} }
}

// revisions holds one map for all runs that have the same.
type revisions struct {
	maps map[string]map[string]string // by all names and values
	all  []report.Label               // of the run that is asked for
	key  []byte
}

// of is the map of the revisions that are given.
func (r *revisions) of(version, model, runner string, labels ...report.Label) map[string]string {
	r.all = append(append(r.all[:0], report.Label{Name: "version", Value: version}, report.Label{Name: "model", Value: model},
		report.Label{Name: "runner", Value: runner}), labels...)
	r.key = r.key[:0]
	for _, l := range r.all {
		r.key = append(append(append(append(r.key, l.Name...), 0), l.Value...), 0)
	}
	m, known := r.maps[string(r.key)]
	if !known {
		m = map[string]string{}
		for _, l := range r.all {
			if l.Value != "" {
				m[l.Name] = l.Value
			}
		}
		if r.maps == nil {
			r.maps = map[string]map[string]string{}
		}
		r.maps[string(r.key)] = m
	}
	return m
}
