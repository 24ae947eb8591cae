package change

import (
	"iter"
	"slices"
	"time"

	"runreport/analyze/metric"
	"runreport/unit"
)

// seriesBuilder makes the series of what was observed, one sample after the other.
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

// points gives the places of the samples of a metric that have a date, each with the point of its
// date. Series are found by the numbers of the samples' names.
func (b *seriesBuilder) points(what What, u unit.Unit, c *metric.Column) iter.Seq2[int, *Point] {
	return func(yield func(int, *Point) bool) {
		at := b.series(what, u, c)
		for i := range c.Len() {
			if date := c.Night(i); b.counts(date) && !yield(i, b.point(at[c.Name(i)]-1, date, c.Unit(i))) {
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
	for i := range c.Len() {
		date := c.Night(i)
		if !b.counts(date) {
			continue
		}
		name := c.Name(i)
		if at[name] == 0 {
			at[name] = 1 + b.find(what, u, c.StepName(i), name)
			of = append(of, make([]dates, max(0, b.all.n-len(of)))...)
		}
		if b.oneDate {
			continue
		}
		if d := &of[at[name]-1]; d.last != date {
			d.last = date
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

// recall adds each benchmark's recall before the lever by the date on which its cycle
// began. After the lever it is the lever's, which its cycle tests.
func (b *seriesBuilder) recall() {
	known := map[owner]int{}
	var measured []Ran
	ran := func(i int32) Ran { return measured[i] }
	var shared revisions
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
