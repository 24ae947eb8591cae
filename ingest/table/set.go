package table

import (
	"reflect"

	"runreport/unit/spill"
)

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

	Room *spill.Room // where long columns lie; nil: in ordinary memory
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
	list := s.list()
	out := make([]Named, len(list))
	for i, t := range list {
		out[i] = Named{about[i].name, about[i].doc, t}
	}
	return out
}

// Need sets which columns are filled of the events, and whether those for tables alone are. It is
// called before the first row.
func Need(s *Set, d EventDetail) {
	s.Events.Detail = d
	for _, t := range s.list() {
		t.rows().brief = d != EventFields
	}
}

// tables is how many tables a set has.
const tables = 16

// The places of some tables in the list.
const (
	tableOfRuns   = 1
	tableOfEvents = tables - 1
)

// list is the tables in their order.
func (s *Set) list() [tables]Table {
	return [tables]Table{
		&s.Sources,
		&s.Runs,
		&s.Steps,
		&s.Attempts,
		&s.Checks,
		&s.Transitions,
		&s.Cycles,
		&s.Measurements,
		&s.Claims,
		&s.Bugs,
		&s.Scores,
		&s.Counts,
		&s.Seats,
		&s.Verdicts,
		&s.Findings,
		&s.Events,
	}
}

// about says what the tables are, in the order of list.
var about = [tables]struct{ name, doc string }{
	{"sources", "one row per input file, with its line ledger"},
	{"runs", "one row per unit: a run, a card, a work item, a fleet, a migration"},
	{"steps", "one row per part of a run: a node, a phase, a pass, an iteration, a task"},
	{"attempts", "one row per try at a step, a card or an agent's job"},
	{"checks", "one row per gate check, command or call of a tool"},
	{"transitions", "one row per change of a step's state"},
	{"cycles", "one row per calibration cycle and iteration"},
	{"measurements", "one row per benchmark measured on one side of a lever"},
	{"claims", "one row per number or word that a log or a companion states about its own run"},
	{"bugs", "one row per bug and list: found, missed, written in a bug list; and per item of an eval: passed, failed"},
	{"scores", "one row per score that a scorer gave an item, or a metric a whole task"},
	{"counts", "one row per number that a run comes to: bugs by severity, tests by outcome, findings by category"},
	{"seats", "one row per competitor of a run, with its team and model"},
	{"verdicts", "one row per verdict or final result of a competition"},
	{"findings", "one row per deviation of a log from its format, or from itself"},
	{"events", "every record that was kept, in file order, unknown fields as JSON"},
}

// Empty is a table of that name without rows: one of a Set, the store of logs, the list of
// sealed units or the links between files.
func Empty(name string) (Named, bool) {
	for _, t := range append((&Set{}).Tables(), (&Logs{}).Named(), (&Sealed{}).Named(), (&Links{}).Named()) {
		if t.Name == name {
			return t, true
		}
	}
	return Named{}, false
}
