package table

import (
	"reflect"

	"runreport/unit/parallel"
)

// Sealed is one row per unit whose rows were stored once and are taken over by later builds
// as they are. It lies beside the tables of a Set, in the parts that hold the unit's rows.
//
// kahn's units are taken over one by one, by their first records. Units of other systems are taken over with all units of
// their files: there is a row for each of these files too, beside the row of one of the units.
type Sealed struct {
	Rows
	Run        String  `col:"run" doc:"key of the unit; source and line are those of its first record"`
	Records    Int     `col:"records" doc:"records of the unit; of a file, those that count"`
	Last       Int     `col:"last_ns" doc:"latest time of the unit, nanoseconds since 1970"`
	Latest     Time    `col:"latest_event" doc:"time of its latest event; null where no event has one, and for units of a lot"`
	First      Bytes   `col:"first" doc:"its first record, as this program alone reads it; null: a unit of a lot, or a file"`
	Lot        String  `col:"lot" doc:"key of one of the units that are taken over together; null: the unit is taken over alone"`
	Order      Int     `col:"lot_order" doc:"number of the unit among those that are taken over together, in the order of their rows"`
	Units      Int     `col:"units" doc:"of a file: how many units are taken over together"`
	Column     Int     `col:"column" doc:"place of the first record in its line"`
	Times      Int     `col:"times" doc:"how many times the unit has"`
	Began      Int     `col:"first_ns" doc:"earliest of its times, nanoseconds since 1970"`
	Ended      Int     `col:"last_record_ns" doc:"of a lot: latest time of its records, nanoseconds since 1970"`
	Alone      Bool    `col:"alone" doc:"it had too few times to tell a wrong one"`
	Brief      Bool    `col:"brief" doc:"its events are those of its records"`
	Files      Strings `col:"files" doc:"paths of the files that the unit is made of"`
	Content    Int     `col:"content" doc:"of a file: hash of its content"`
	Duplicate  Int     `col:"duplicate" doc:"of a file: records that were written before"`
	Superseded Int     `col:"superseded" doc:"of a file: records of older snapshots"`
	Findings   Bytes   `col:"findings" doc:"of a file: its findings, as this program alone reads them"`
	Ties       Bytes   `col:"ties" doc:"of a file: hashes of what it may share with other files; null: a unit"`
}

// SealedName is the name of the table of sealed units.
const SealedName = "sealed"

// Named is the table with its name.
func (s *Sealed) Named() Named {
	return Named{SealedName, "one row per unit whose rows are taken over by later builds as they are", s}
}

// Events adds when the latest event of each unit was, as EventLatest has it, without its line.
func (s *Sealed) Events(to *Events) {
	for row := range s.n {
		at := to.Add(Place{Source: int(s.Source.At(row))})
		to.Run.Set(at, s.Run.At(row))
		to.At.Set(at, s.Latest.At(row))
	}
}

// TakeTable makes the table the set's own, which had none of that name. The table is not to be
// used otherwise.
func (s *Set) TakeTable(n Named) {
	for _, t := range s.Tables() {
		if t.Name == n.Name {
			t.Take(n)
		}
	}
}

// Take makes the rows of another table of the same columns those of this one, which has none.
// The other is not to be used otherwise.
func (n Named) Take(from Named) {
	reflect.ValueOf(n.table).Elem().Set(reflect.ValueOf(from.table).Elem())
}

// Spans are the places of the rows of units: those of the unit keys[i] lie between the marks
// i and i+1. It is false where the set does not hold the rows of these units, one behind the
// other in every table, and no others.
func (s *Set) Spans(keys []string) (marks []Marks, ok bool) {
	tables := s.list()
	ends := make([][]int32, len(tables))
	parallel.Each(len(tables), func(i int) { ends[i] = endsOf(tables[i], keys) })
	marks = make([]Marks, len(keys)+1)
	for i, ends := range ends {
		if ends == nil {
			return nil, false
		}
		for k, end := range ends {
			marks[k+1][i] = end
		}
	}
	return marks, true
}

// endsOf are where the rows of each unit end in the table, for Spans. It is empty where the table has no rows, and
// nil where it has rows of others.
func endsOf(t Table, keys []string) []int32 {
	n := t.rows().n
	if n == 0 {
		return []int32{}
	}
	runs := ownRuns(t)
	if runs == nil {
		return nil
	}
	row, ends := 0, make([]int32, len(keys))
	for k, key := range keys {
		if of, ok := runs.get(row); ok && runs.dict[of] == key { // a text is in a dictionary once
			row = runs.sameUntil(row, n)
		}
		ends[k] = int32(row)
	}
	if row < n {
		return nil
	}
	return ends
}

// OfUnit reports whether all rows between the marks say that they are of the run, and of that file.
func (s *Set) OfUnit(key string, source int, from, to Marks) bool {
	for i, t := range s.list() {
		if from[i] == to[i] {
			continue
		}
		first, end := int(from[i]), int(to[i])
		if sources := &t.rows().Source; sources.At(first) != int64(source) || sources.sameUntil(first, end) < end {
			return false
		}
	}
	return Part{Set: s, From: from, To: to}.OfRun(key)
}

// OfRun reports whether all rows of the part say that they are of the run.
func (p Part) OfRun(key string) bool {
	for i, t := range p.Set.list() {
		if p.From[i] == p.To[i] {
			continue
		}
		runs := ownRuns(t)
		if runs == nil {
			return false
		}
		for row := int(p.From[i]); row < int(p.To[i]); row = runs.sameUntil(row, int(p.To[i])) {
			if runs.At(row) != key {
				return false
			}
		}
	}
	return true
}

// ownRuns is the column run of a table; nil where it has none.
func ownRuns(t Table) *String {
	if at, ok := t.rows().kind(t).byName["run"]; ok {
		return ragged(t)[at].(*String)
	}
	return nil
}

// PlaceUnits has the rows of units in the set, which lie between the marks that Spans returns, name files: those of the
// unit i name sources[i].
func PlaceUnits(s *Set, marks []Marks, sources []int64) {
	width := uint8(0)
	for _, source := range sources {
		width = needs(source, width)
	}
	tables := s.list()
	parallel.Each(len(tables), func(of int) {
		r := tables[of].rows()
		fresh := Int{numbers{b: make([]byte, r.n<<width), log: width}}
		for i, source := range sources {
			if rows := (span{int(marks[i][of]), int(marks[i+1][of])}); rows.len() > 0 {
				fresh.repeat(rows, source)
			}
		}
		fresh.valid.room(r.n)
		fresh.valid.fill(0, r.n)
		r.Source = fresh
	})
}

// NumberSources replaces the numbers of files that rows have by those of this reading. What is not in it is of no
// row that is taken.
func (s *Set) NumberSources(index map[int64]int64) {
	tables := s.Tables()
	parallel.Each(len(tables), func(i int) {
		tables[i].renumber(int64(len(index)), func(id int64) int64 { return index[id] })
	})
}
