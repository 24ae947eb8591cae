package record

import "runreport/ingest/table"

// CountKind declares one number that units of a system come to.
type CountKind struct {
	Name   string // stable, as in counts.name
	Title  string // for people
	Better string // table.LowerIsBetter, table.HigherIsBetter; "": neither
	Minor  bool   // told of one run and over runs, not in the list of all runs
	Doc    string // what is counted, and of what
}

// Counted is one number of a unit.
type Counted struct {
	Kind     *CountKind
	By, Part string // "": the whole
	Value    float64
	At       *Record // the record that states it, or the first that was counted
	SaidBy   string  // the record or document, as "run_end" or "BUGS.md"
	Stated   bool    // it is written there; else it was counted
}

// Count writes the row of a number.
func (u *Unit) Count(t *table.Set, c Counted) {
	row := u.Row(&t.Counts.Rows, &t.Counts.Run, c.At)
	t.Counts.System.Set(row, u.System)
	t.Counts.Name.Set(row, c.Kind.Name)
	t.Counts.Title.Set(row, c.Kind.Title)
	t.Counts.By.SetText(row, Cut(c.By, 80))
	t.Counts.Part.SetText(row, Cut(c.Part, 120))
	t.Counts.Value.Set(row, c.Value)
	t.Counts.Better.SetText(row, c.Kind.Better)
	t.Counts.SaidBy.SetText(row, c.SaidBy)
	if c.Kind.Minor {
		t.Counts.Minor.Set(row, true)
	}
	if c.Stated {
		t.Counts.Stated.Set(row, true)
	}
}
