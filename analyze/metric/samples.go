package metric

import (
	"context"
	"iter"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// Samples are the samples of every metric, in the order of the units. There are about seventy
// for a run, so they are kept in columns, 17 to 24 bytes each, names and words only once, and times are
// those of the units.
type Samples struct {
	t     *table.Set
	units []*Unit
	names []StepName // that samples have
	words []word     // that samples of categorical metrics have
	by    map[string]*Column

	numbers recorder    // of the names
	summed  *spill.Room // where samples lie that nobody asks for once they are summed up
}

// word is what a sample of a categorical metric says.
type word struct {
	category string
	result   table.Result
	cause    table.Cause
}

// Column holds the samples of one metric in the order of the units. A nil one is empty.
type Column struct {
	of     *Samples
	unit   []int32
	name   []int32 // index into the names
	source []int32
	line   []uint32
	value  []float64 // of a distribution
	hit    []bool    // of a rate
	word   []int32   // of a categorical metric: index into the words
}

// Measure samples every unit by every metric. It ends early with its context.
func Measure(ctx context.Context, t *table.Set, units []*Unit, metrics []*Metric) *Samples {
	s := &Samples{t: t, units: units, by: make(map[string]*Column, len(metrics)), summed: t.Room.Like()}
	// The names of steps have their numbers before, since most metrics have samples of the same
	// steps. What else a metric meets it numbers by itself, and the numbers of all follow in the
	// order of the metrics, so that they do not depend on which is done first.
	all := newRecorder(nil)
	all.numberSteps(t, units)
	own := make([]recorder, len(metrics))
	rooms := make(chan *Column, len(metrics)) // those that no metric gathers its samples in
	gathered := t.Room.Like()
	parallel.Each(len(metrics), func(i int) {
		var room *Column
		select {
		case room = <-rooms:
		default:
			room = roomFor(max(t.Steps.Len(), t.Attempts.Len(), t.Checks.Len()), gathered)
		}
		own[i] = newRecorder(&all)
		own[i].measure(ctx, metrics[i], units, room)
		kept := t.Room
		if !isFollowed(metrics[i].Name) {
			kept = s.summed
		}
		own[i].column = room.fitting(kept)
		rooms <- room
	})
	gathered.Close()
	steps := len(all.names)
	for i, m := range metrics {
		column := own[i].column // a copy, so that each metric's can go by itself
		c := &column
		c.of = s
		renumber(c.name, steps, all.adoptNames(own[i].names))
		renumber(c.word, 0, all.adoptWords(own[i].said))
		s.by[m.Name] = c
	}
	s.names, s.words, s.numbers = all.names, all.said, all
	return s
}

// roomFor is a column with room for so many samples of any kind.
func roomFor(n int, room *spill.Room) *Column {
	c := &Column{unit: spill.Make[int32](room, n), name: spill.Make[int32](room, n), source: spill.Make[int32](room, n),
		line: spill.Make[uint32](room, n), value: spill.Make[float64](room, n), hit: spill.Make[bool](room, n),
		word: spill.Make[int32](room, n)}
	c.empty()
	return c
}

// empty leaves of a column its room.
func (c *Column) empty() {
	c.unit, c.name, c.source, c.line = c.unit[:0], c.name[:0], c.source[:0], c.line[:0]
	c.value, c.hit, c.word = c.value[:0], c.hit[:0], c.word[:0]
}

// fitting is the column in no more room than it needs.
func (c *Column) fitting(room *spill.Room) Column {
	return Column{unit: fit(c.unit, room), name: fit(c.name, room), source: fit(c.source, room), line: fit(c.line, room),
		value: fit(c.value, room), hit: fit(c.hit, room), word: fit(c.word, room)}
}

// fit is nil for an empty list.
func fit[T any](all []T, room *spill.Room) []T {
	if len(all) == 0 {
		return nil
	}
	if long, ok := spill.Mapped[T](room, len(all)); ok {
		copy(long, all)
		return long
	}
	return append(make([]T, 0, len(all)), all...)
}

// followed are the metrics whose samples are looked at one by one after all are summed up: those
// that may have changed, and those that charts and problems show by run date.
var followed = []*Metric{
	StepFlake, runFlake, GateFailure, Stall, OutcomeMix, AttemptDuration, PhaseDuration, runDuration, turnsToVerdict,
}

// ReleaseSummed lets go of the samples of all metrics but those that are followed: once they
// are summed up nobody asks for them, and they are more than half of all.
func (s *Samples) ReleaseSummed() {
	for name := range s.by {
		if !isFollowed(name) {
			s.by[name] = released
		}
	}
	s.summed.Close()
}

func isFollowed(name string) bool {
	return slices.ContainsFunc(followed, func(m *Metric) bool { return m.Name == name })
}

// released stands for the samples of a metric that were let go.
var released = &Column{}

// Of is the samples of a metric.
func (s *Samples) Of(m *Metric) *Column {
	c := s.by[m.Name]
	if c == released {
		panic("the samples of " + m.Name + " were released: it is not among those that are followed")
	}
	return c
}

// Cite is where a sample comes from.
func (s *Samples) Cite(x Measured) report.Evidence { return Cite(s.t, x.Place) }

// Names is how many names samples and steps have.
func (s *Samples) Names() int { return len(s.names) }

// Number is that of a name; false where no sample and no step has it.
func (s *Samples) Number(n StepName) (number int, known bool) {
	subject, known := s.numbers.owners[owner{n.System, n.Subject}]
	if !known {
		return 0, false
	}
	id, known := s.numbers.ids[ownName{subject, n.Step}]
	return int(id), known
}

// Nights is how many run dates the sampled units have.
func (s *Samples) Nights() int {
	seen := map[string]bool{}
	for _, u := range s.units {
		if u.date != "" {
			seen[u.date] = true
		}
	}
	return len(seen)
}

// Room is where long lists of the samples lie.
func (c *Column) Room() *spill.Room {
	if c.Len() == 0 {
		return nil
	}
	return c.of.t.Room
}

// Len is how many samples there are.
func (c *Column) Len() int {
	if c == nil {
		return 0
	}
	return len(c.unit)
}

// Distinct is how many names the samples have.
func (c *Column) Distinct() (n int) {
	if c.Len() == 0 {
		return 0
	}
	seen := make([]bool, len(c.of.names))
	for _, name := range c.name {
		if !seen[name] {
			seen[name] = true
			n++
		}
	}
	return n
}

// Name is the number of a sample's name, below that of [Samples.Names]. Samples of one
// system, subject and step have the same.
func (c *Column) Name(i int) int { return int(c.name[i]) }

// StepName is a sample's name.
func (c *Column) StepName(i int) StepName { return c.of.names[c.name[i]] }

// Night is the run date of a sample's unit, "" where it is not known.
func (c *Column) Night(i int) string { return c.of.units[c.unit[i]].date }

// Unit is the index of a sample's unit.
func (c *Column) Unit(i int) int32 { return c.unit[i] }

// Hit is a sample of a rate.
func (c *Column) Hit(i int) bool { return c.hit[i] }

// At is a sample.
func (c *Column) At(i int) Measured {
	name, u := &c.of.names[c.name[i]], c.of.units[c.unit[i]]
	x := Measured{Sample: Sample{Subject: name.Subject, Step: name.Step, Place: c.place(i)},
		System: u.System, Night: u.date, At: c.Started(c.unit[i]), Unit: c.unit[i]}
	switch {
	case c.hit != nil:
		x.Hit = c.hit[i]
	case c.value != nil:
		x.Value = c.value[i]
	case c.word != nil:
		w := &c.of.words[c.word[i]]
		x.Category, x.Result, x.Cause = w.category, w.result, w.cause
	}
	return x
}

// Started is when a unit started.
func (c *Column) Started(unit int32) time.Time { return c.of.t.Runs.StartedAt.At(c.of.units[unit].Row) }

func (c *Column) place(i int) table.Place {
	return table.Place{Source: int(c.source[i]), Line: int64(c.line[i])}
}

// All gives the samples one after the other, with their numbers.
func (c *Column) All() iter.Seq2[int, Measured] {
	return func(yield func(int, Measured) bool) {
		for i := range c.Len() {
			if !yield(i, c.At(i)) {
				return
			}
		}
	}
}

// Values are those of a distribution.
func (c *Column) Values() []float64 {
	if c == nil {
		return nil
	}
	return c.value
}
