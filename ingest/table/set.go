package table

import "reflect"

// Set is all tables. The zero Set is empty and ready to be filled.
type Set struct {
	Sources      Sources
	Runs         Runs
	Steps        Steps
	Attempts     Attempts
	Checks       Checks
	Transitions  Transitions
	Cycles       Cycles
	Measurements Measurements
	Claims       Claims
	Bugs         Bugs
	Scores       Scores
	Counts       Counts
	Seats        Seats
	Verdicts     Verdicts
	Findings     Findings
	Events       Events
}

// Named is a table with its name and what it holds.
type Named struct {
	Name, Doc string
	table     Table
}

// Len is the number of rows.
func (n Named) Len() int { return n.table.rows().n }

// Columns describes the columns in order.
func (n Named) Columns() []ColumnDoc {
	return layoutOf(reflect.TypeOf(n.table).Elem()).docs
}

// Tables lists the tables in the order in which they are exported and documented.
func (s *Set) Tables() []Named {
	return []Named{
		{"sources", "one row per input file, with its line ledger", &s.Sources},
		{"runs", "one row per unit: a run, a card, a work item, a fleet, a migration", &s.Runs},
		{"steps", "one row per part of a run: a node, a phase, a pass, an iteration, a task", &s.Steps},
		{"attempts", "one row per try at a step, a card or an agent's job", &s.Attempts},
		{"checks", "one row per gate check, command or call of a tool", &s.Checks},
		{"transitions", "one row per change of a step's state", &s.Transitions},
		{"cycles", "one row per calibration cycle and iteration", &s.Cycles},
		{"measurements", "one row per benchmark measured on one side of a lever", &s.Measurements},
		{"claims", "one row per number or word that a log or a companion states about its own run", &s.Claims},
		{"bugs", "one row per bug and list: found, missed, written in a bug list; and per item of an eval: passed, failed", &s.Bugs},
		{"scores", "one row per score that a scorer gave an item, or a metric a whole task", &s.Scores},
		{"counts", "one row per number that a run comes to: bugs by severity, tests by outcome, findings by category", &s.Counts},
		{"seats", "one row per competitor of a run, with its team and model", &s.Seats},
		{"verdicts", "one row per verdict or final result of a competition", &s.Verdicts},
		{"findings", "one row per deviation of a log from its format, or from itself", &s.Findings},
		{"events", "every record that was kept, in file order, unknown fields as JSON", &s.Events},
	}
}

// Join appends the rows of the sets, in order. All must number the same sources.
// Joining many at once takes each column's memory once, at its final size.
func (s *Set) Join(sets ...*Set) {
	from := make([][]Named, len(sets))
	for i, o := range sets {
		from[i] = o.Tables()
	}
	for i, t := range s.Tables() {
		parts := make([]Table, len(sets))
		for j := range sets {
			parts[j] = from[j][i].table
		}
		join(t.table, parts)
	}
}

// Empty is a table of that name without rows: one of a Set, or the store of logs.
func Empty(name string) (Named, bool) {
	for _, t := range append((&Set{}).Tables(), (&Logs{}).Named()) {
		if t.Name == name {
			return t, true
		}
	}
	return Named{}, false
}
