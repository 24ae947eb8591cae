package metric

import (
	"cmp"
	"context"
	"hash/maphash"
	"math"

	"runreport/ingest/table"
	"runreport/unit/spill"
)

// recorder gives names and words their numbers while samples are taken.
type recorder struct {
	steps      *recorder // has numbers of names that are looked up first; its own follow
	names      []StepName
	said       []word
	owners     map[owner]int32
	ids        map[ownName]int32
	words      map[word]int32
	last       owner // and its number, since samples of one unit come together
	lastID     int32
	lastShared int32 // its number in steps; -1: it has none
	recent     recent
	column     Column // of the metric
}

// recent are names that were asked for not long ago, each at a place that its hash says. The name
// of a step stands on all its rows: that it is one from before is seen sooner than it is found in a map.
type recent [256]struct {
	known         bool
	owner, number int32
	step          string
}

// placeSeed decides which names share a place, and nothing else.
var placeSeed = maphash.MakeSeed()

func placeOf(owner int32, step string) uint8 {
	return uint8(owner)*31 + uint8(maphash.String(placeSeed, step))
}

func newRecorder(steps *recorder) recorder {
	return recorder{steps: steps, owners: map[owner]int32{}, ids: map[ownName]int32{}, words: map[word]int32{}}
}

// numberSteps numbers the names under which the steps of the units are counted.
func (r *recorder) numberSteps(t *table.Set, units []*Unit) {
	s := &t.Steps
	r.ids = make(map[ownName]int32, s.StableStep.Distinct())
	numbers := spill.Make[int32](t.Room, s.Len())
	for _, u := range units {
		for row := range u.steps().each {
			numbers[row] = 1 + r.number(owner{u.System, u.Subject}, s.StableStep.At(row))
		}
	}
	if len(units) > 0 {
		units[0].all.numbers = numbers
	}
}

// adoptNames numbers the names of another recorder after its own.
func (r *recorder) adoptNames(names []StepName) []int32 {
	ids := make([]int32, len(names))
	for i, n := range names {
		ids[i] = r.number(owner{n.System, n.Subject}, n.Step)
	}
	return ids
}

func (r *recorder) adoptWords(said []word) []int32 {
	ids := make([]int32, len(said))
	for i, w := range said {
		ids[i] = r.wordOf(w)
	}
	return ids
}

type owner struct{ system, subject string }

// ownName is a step of an owner.
type ownName struct {
	owner int32
	step  string
}

// measure takes the samples of one metric, which it gathers in a column with room for many.
func (r *recorder) measure(ctx context.Context, m *Metric, units []*Unit, c *Column) {
	c.empty()
	var all []Measured // of a metric that takes the samples of all units
	var i int
	var u *Unit
	emit := func(x Sample) { // one for all units, of which there are many
		if x.Subject != "" || x.Step != "" {
			x.number = 0
		}
		x.Subject = cmp.Or(x.Subject, u.Subject)
		if m.Complete != nil {
			all = append(all, Measured{Sample: x, System: u.System, Unit: int32(i)})
		} else {
			r.add(c, m.Kind, u.System, int32(i), &x)
		}
	}
	sample := m.Sample
	if sample == nil {
		sample = m.Sampler()
	}
	for i, u = range units {
		if ctx.Err() != nil {
			break
		}
		sample(u, emit)
	}
	if m.Complete != nil {
		all = m.Complete(all)
		for i := range all {
			r.add(c, m.Kind, all[i].System, all[i].Unit, &all[i].Sample)
		}
	}
}

func (r *recorder) add(c *Column, kind Kind, system string, unit int32, x *Sample) {
	name := x.number - 1
	if name < 0 {
		name = r.number(owner{system, x.Subject}, x.Step)
	}
	c.unit = append(c.unit, unit)
	c.name = append(c.name, name)
	c.source = append(c.source, int32(x.Place.Source))
	line := x.Place.Line
	if line > math.MaxUint32 { // such a line is cited as its file
		line = 0
	}
	c.line = append(c.line, uint32(line))
	switch kind {
	case Rate:
		c.hit = append(c.hit, x.Hit)
	case Distribution:
		c.value = append(c.value, x.Value)
	case Categorical:
		c.word = append(c.word, r.wordOf(word{x.Category, x.Result, x.Cause}))
	}
}

func (r *recorder) wordOf(w word) int32 {
	id, known := r.words[w]
	if !known {
		id = int32(len(r.said))
		r.words[w] = id
		r.said = append(r.said, w)
	}
	return id
}

// number is that of the name of a step.
func (r *recorder) number(o owner, step string) int32 {
	if o != r.last || len(r.owners) == 0 {
		id, known := r.owners[o]
		if !known {
			id = int32(len(r.owners))
			r.owners[o] = id
		}
		r.last, r.lastID, r.lastShared = o, id, -1
		if r.steps != nil {
			if id, known := r.steps.owners[o]; known {
				r.lastShared = id
			}
		}
	}
	x := &r.recent[placeOf(r.lastID, step)]
	if !x.known || x.owner != r.lastID || x.step != step {
		x.known, x.owner, x.step, x.number = true, r.lastID, step, r.find(o, step)
	}
	return x.number
}

// find is the number of a step of the last owner, who is o.
func (r *recorder) find(o owner, step string) int32 {
	if r.lastShared >= 0 {
		if id, known := r.steps.ids[ownName{r.lastShared, step}]; known {
			return id
		}
	}
	own := ownName{r.lastID, step}
	id, known := r.ids[own]
	if !known {
		id = int32(len(r.names))
		if r.steps != nil {
			id += int32(len(r.steps.names))
		}
		r.ids[own] = id
		r.names = append(r.names, StepName{o.system, o.subject, step})
	}
	return id
}

// renumber gives each entry the number that its own one has among all. Those below shared are
// all's already.
func renumber(entries []int32, shared int, among []int32) {
	for i, own := range entries {
		if n := int(own) - shared; n >= 0 {
			entries[i] = among[n]
		}
	}
}
