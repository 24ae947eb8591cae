package metric

import (
	"iter"
	"math"
	"slices"

	"runreport/ingest/table"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// rows are some rows of a table, in its order. They take no memory of their own, since a report
// has ten times as many rows as units.
type rows struct {
	from, to int32
	order    []int32 // that from and to point into; nil: they are rows themselves
}

// each yields the rows.
func (r rows) each(yield func(row int) bool) {
	for i := r.from; i < r.to; i++ {
		row := i
		if r.order != nil {
			row = r.order[i]
		}
		if !yield(int(row)) {
			return
		}
	}
}

func (r rows) len() int { return int(r.to - r.from) }

// rowsByOwner are the rows of one table by what they belong to: a run, or a step.
type rowsByOwner struct {
	first []int32 // of each owner, and the end of the last one's
	order []int32 // the rows, owner after owner; nil: they lie so in the table
}

// noOwner marks a row that belongs to none.
const noOwner = math.MaxInt32

// stretch are rows of one owner that lie side by side: those up to one, from where the stretch before ends.
type stretch struct{ owner, to int32 }

// stretches are those of a list with the owner of each row.
func stretches(owner []int32) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		for row, o := range owner {
			if last := row + 1; (last == len(owner) || owner[last] != o) && !yield(stretch{o, int32(last)}) {
				return
			}
		}
	}
}

// groupRows is made from the owners of all rows, and lies in the room where it is long.
func groupRows(all iter.Seq[stretch], owners int, room *spill.Room) rowsByOwner {
	g := rowsByOwner{first: spill.Make[int32](room, owners+1)}
	sorted := true // those without an owner come last
	before := stretch{}
	for s := range all {
		if s.owner != noOwner {
			g.first[s.owner+1] += s.to - before.to
		}
		sorted = sorted && before.owner <= s.owner
		before = s
	}
	for o := range owners {
		g.first[o+1] += g.first[o]
	}
	if sorted {
		return g
	}
	g.order = spill.Make[int32](room, int(g.first[owners]))
	next := slices.Clone(g.first)
	row := int32(0)
	for s := range all {
		for ; row < s.to && s.owner != noOwner; row++ {
			g.order[next[s.owner]] = row
			next[s.owner]++
		}
		row = s.to
	}
	return g
}

func (g *rowsByOwner) of(owner int32) rows { return rows{g.first[owner], g.first[owner+1], g.order} }

// rowsOfRuns are the rows of every run in the tables that have some.
type rowsOfRuns struct {
	steps, attempts, checks, transitions, verdicts, seats, counts, bugs, scores rowsByOwner

	byStep rowsByOwner // the attempts of each step that can have more than one
	tried  []tried     // by rows of Steps

	// By rows of Attempts: the row of the last step of that name, noOwner where its run has none, and
	// whether a step of that name is a stage of the run.
	stepOf  []int32
	ofStage []bool

	// By rows of Steps: the number of the name that the step is counted under, counted from 1; nil: not
	// numbered yet.
	numbers []int32
}

// newRowsOfRuns groups the rows by the number that their run has by its key. In most tables the rows of
// a run come behind those of the run before it, whose number is looked up only where they do not.
func newRowsOfRuns(t *table.Set, numbers map[string]int32) *rowsOfRuns {
	unique := len(numbers) == t.Runs.Len()
	group := func(n int, run *table.String) rowsByOwner {
		all := make([]stretch, 0, min(n, len(numbers))) // rows of one run come together
		entry, after := 0, 0                            // after the last run
		for row := range n {
			next := run.Entry(row)
			if row > 0 && next == entry {
				all[len(all)-1].to++
				continue
			}
			entry = next
			key := run.At(row)
			number, known := int32(after), unique && after < t.Runs.Len() && t.Runs.Key.At(after) == key
			if !known {
				number, known = numbers[key]
			}
			if known {
				after = int(number) + 1
			} else {
				number = noOwner
			}
			all = append(all, stretch{number, int32(row) + 1})
		}
		return groupRows(slices.Values(all), t.Runs.Len(), t.Room)
	}
	of := &rowsOfRuns{}
	parallel.Do(
		func() { of.steps = group(t.Steps.Len(), &t.Steps.Run) },
		func() { of.attempts = group(t.Attempts.Len(), &t.Attempts.Run) },
		func() { of.checks = group(t.Checks.Len(), &t.Checks.Run) },
		func() { of.transitions = group(t.Transitions.Len(), &t.Transitions.Run) },
		func() { of.verdicts = group(t.Verdicts.Len(), &t.Verdicts.Run) },
		func() { of.seats = group(t.Seats.Len(), &t.Seats.Run) },
		func() { of.counts = group(t.Counts.Len(), &t.Counts.Run) },
		func() { of.bugs = group(t.Bugs.Len(), &t.Bugs.Run) },
		func() { of.scores = group(t.Scores.Len(), &t.Scores.Run) },
	)
	return of
}

// unitRows are the rows of one unit in each table.
type unitRows struct {
	all *rowsOfRuns
	run int32 // in Runs
}

func (u unitRows) steps() rows       { return u.all.steps.of(u.run) }
func (u unitRows) attempts() rows    { return u.all.attempts.of(u.run) }
func (u unitRows) checks() rows      { return u.all.checks.of(u.run) }
func (u unitRows) transitions() rows { return u.all.transitions.of(u.run) }
func (u unitRows) verdicts() rows    { return u.all.verdicts.of(u.run) }
func (u unitRows) seats() rows       { return u.all.seats.of(u.run) }
func (u unitRows) counts() rows      { return u.all.counts.of(u.run) }
func (u unitRows) bugs() rows        { return u.all.bugs.of(u.run) }
func (u unitRows) scores() rows      { return u.all.scores.of(u.run) }

// Checks yields the unit's rows of that table.
func (u unitRows) Checks() iter.Seq[int] { return u.checks().each }
