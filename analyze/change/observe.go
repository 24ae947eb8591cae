package change

import (
	"iter"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
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
		for s, p := range b.points(Duration, unit.Seconds, o.Samples.Of(m)) {
			p.Values = append(p.Values, s.Value)
		}
	}
	for _, f := range []struct {
		what What
		of   *metric.Metric
	}{{FlakeRate, metric.StepFlake}, {GateFailure, metric.GateFailure}} {
		for s, p := range b.points(f.what, unit.Ratio, o.Samples.Of(f.of)) {
			count(&p.Count, s.Hit)
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
	for i := range b.all.n {
		s := *b.all.at(i)
		*b.all.at(i) = Series{} // its points can go as soon as they are copied
		if len(s.Points) >= leastDates[s.What] {
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

type seriesBuilder struct {
	*Observed
	all            seriesList
	short          map[What]int       // series of reports of one run date, in which no figure can have changed
	subjects       map[owner]*subject // by the names that runs have
	stableSubjects map[owner]*subject // by those that last from run to run
	last           *subject           // and its own name, since samples of one subject come together
	lastOf         owner
	steps          map[stableStep]int32 // where the series of a step are
	figures        []figureIndex
	byName         []int32 // the same by the number of a name, counted from 1; 0: not known yet
	ran            func(run int32) Ran
	oneDate        bool  // all runs are of one
	unused         Point // where points go that no series needs
}

// seriesList holds many series, in blocks, since copies of a list that grows would take a multiple
// of its room.
type seriesList struct {
	blocks [][]Series
	n      int
}

const seriesPerBlock = 1024

func (l *seriesList) at(i int) *Series { return &l.blocks[i/seriesPerBlock][i%seriesPerBlock] }

func (l *seriesList) add(s Series) {
	if l.n%seriesPerBlock == 0 {
		l.blocks = append(l.blocks, make([]Series, 0, seriesPerBlock))
	}
	last := &l.blocks[len(l.blocks)-1]
	*last = append(*last, s)
	l.n++
}

type owner struct{ system, subject string }

// subject is all runs that have one lasting name.
type subject struct {
	group  string // of the series of its steps
	number int32
}

// stableStep is a step of a subject.
type stableStep struct {
	subject int32
	step    string
}

// figureIndex is where the series of each figure of a step is, counted from 1; 0: there is none.
type figureIndex [len(figures)]int32

// figures are those of which a step has a series.
var figures = [...]What{Duration, FlakeRate, GateFailure, FailureRate}

// points gives the samples of a metric that have a date, each with the point of its date.
// Series are found by the numbers of the samples' names.
func (b *seriesBuilder) points(what What, u unit.Unit, c *metric.Column) iter.Seq2[metric.Measured, *Point] {
	return func(yield func(metric.Measured, *Point) bool) {
		at := b.series(what, u, c)
		for i, s := range c.All() {
			if b.counts(s.Night) && !yield(s, b.point(at[c.Name(i)]-1, s.Night, s.Unit)) {
				return
			}
		}
	}
}

// series finds the series of each name that the samples have, counted from 1, and makes room in
// them for a point of each date. Points that were added one by one took four times the room.
func (b *seriesBuilder) series(what What, u unit.Unit, c *metric.Column) (at []int) {
	at = make([]int, b.Samples.Names()) // of each name; 0: it has no sample that counts
	type dates struct {
		last string
		n    int // dates that are not the one before, which are all of them where runs are in order
	}
	var of []dates // by series
	for i, s := range c.All() {
		if !b.counts(s.Night) {
			continue
		}
		name := c.Name(i)
		if at[name] == 0 {
			at[name] = 1 + b.find(what, u, metric.Step(s.System, s.Subject, s.Step), name)
			of = append(of, make([]dates, max(0, b.all.n-len(of)))...)
		}
		if b.oneDate {
			continue
		}
		if d := &of[at[name]-1]; d.last != s.Night {
			d.last = s.Night
			d.n++
		}
	}
	for i, d := range of {
		if d.n > 0 {
			b.all.at(i).reserve(d.n)
		}
	}
	return at
}

// reserve makes room for n more points, and for no others.
func (s *Series) reserve(n int) {
	s.Points = append(make([]Point, 0, len(s.Points)+n), s.Points...)
}

// counts reports whether what ran on a date is in the series.
func (b *seriesBuilder) counts(date string) bool {
	return date != "" && (b.Until == "" || date <= b.Until)
}

// find is the index of the series of a step, which is made where there is none. Subjects with
// one lasting name share it. number is that of the name, where it is known; else -1. Where all
// runs are of one date the series is counted instead, and its index means nothing.
func (b *seriesBuilder) find(what What, u unit.Unit, name metric.StepName, number int) int {
	step := b.step(name, number)
	i := &b.figures[step][slices.Index(figures[:], what)]
	switch {
	case *i > 0:
	case b.oneDate:
		*i = 1
		b.short[what]++
	default:
		group := b.subject(owner{name.System, name.Subject}).group
		if what == FailureRate && name.Step == "" {
			group += wholeRuns
		}
		b.all.add(Series{Key: Key{What: what, Group: group, Name: name.Step}, Unit: u, Ran: b.ran})
		*i = int32(b.all.n)
		if what == FailureRate { // on as many dates as most of the step's other figures have
			n := 0
			for _, other := range b.figures[step] {
				if other > 0 {
					n = max(n, len(b.all.at(int(other)-1).Points))
				}
			}
			b.all.at(int(*i) - 1).reserve(n)
		}
	}
	return int(*i) - 1
}

// step is where the series of a step are, among the figures.
func (b *seriesBuilder) step(name metric.StepName, number int) int32 {
	if number < 0 {
		if known, ok := b.Samples.Number(name); ok {
			number = known
		}
	}
	if number >= 0 && b.byName[number] > 0 {
		return b.byName[number] - 1
	}
	k := stableStep{b.subject(owner{name.System, name.Subject}).number, name.Step}
	at, known := b.steps[k]
	if !known {
		at = int32(len(b.figures))
		b.steps[k] = at
		b.figures = append(b.figures, figureIndex{})
	}
	if number >= 0 {
		b.byName[number] = at + 1
	}
	return at
}

func (b *seriesBuilder) subject(name owner) *subject {
	if b.last != nil && b.lastOf == name {
		return b.last
	}
	s := b.subjects[name]
	if s == nil {
		stableOwner := owner{name.system, b.Stable(name.system, name.subject)}
		if s = b.stableSubjects[stableOwner]; s == nil {
			s = &subject{groupName(stableOwner.system, stableOwner.subject), int32(len(b.stableSubjects))}
			b.stableSubjects[stableOwner] = s
		}
		b.subjects[name] = s
	}
	b.last, b.lastOf = s, name
	return s
}

// point is the point of a run's date in a series.
func (b *seriesBuilder) point(series int, date string, run int32) *Point {
	if b.oneDate {
		b.unused = Point{}
		return &b.unused
	}
	return b.all.at(series).on(date, run)
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
	shared := revisions{}
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
type revisions map[string]map[string]string

// of is the map of the revisions that are given.
func (r revisions) of(version, model, runner string, labels ...report.Label) map[string]string {
	all := append([]report.Label{{Name: "version", Value: version}, {Name: "model", Value: model},
		{Name: "runner", Value: runner}}, labels...)
	var key []byte
	for _, l := range all {
		key = append(append(append(append(key, l.Name...), 0), l.Value...), 0)
	}
	m, known := r[string(key)]
	if !known {
		m = map[string]string{}
		for _, l := range all {
			if l.Value != "" {
				m[l.Name] = l.Value
			}
		}
		r[string(key)] = m
	}
	return m
}

// recall adds each benchmark's recall before the lever by the date on which its cycle
// began. After the lever it is the lever's, which its cycle tests.
func (b *seriesBuilder) recall() {
	known := map[owner]int{}
	var measured []Ran
	ran := func(i int32) Ran { return measured[i] }
	shared := revisions{}
	for i := range b.Cycles {
		c := &b.Cycles[i]
		if c.StartedAt.IsZero() {
			continue
		}
		date := c.StartedAt.UTC().Format(time.DateOnly)
		for _, x := range c.Benchmarks {
			if !x.RecallPre.Value.OK || b.Until != "" && date > b.Until {
				continue
			}
			at, seen := known[owner{c.System, x.Benchmark}]
			if !seen {
				at = b.all.n
				known[owner{c.System, x.Benchmark}] = at
				key := Key{What: Recall, Group: groupName(c.System, ""), Name: x.Benchmark}
				b.all.add(Series{Key: key, Unit: unit.Ratio, Ran: ran})
			}
			s := b.all.at(at)
			if c.NoiseFloor.OK {
				s.Floor = c.NoiseFloor.Value
			}
			this := Ran{Key: c.Key}
			for _, r := range x.RecallPre.Runs {
				this.Revisions = shared.of(r.Version, r.Model, r.Runner)
			}
			p := s.on(date, int32(len(measured)))
			p.Values = append(p.Values, x.RecallPre.Value.Value)
			measured = append(measured, this)
		}
	}
}
