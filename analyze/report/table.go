package report

import "runreport/unit"

// Table is a table ready to print: worst row first, numbers with their unit.
type Table struct {
	ID      string
	Caption string
	Columns []Column
	Rows    []Row
	Total   int    // rows there were, when Rows was cut; else len(Rows)
	Main    bool   // people look things up in it: a page shows all rows that it has room for
	Empty   string // what to say when there is no row: what was looked for and not found
}

// Column heads one column.
type Column struct {
	Title string
	Unit  unit.Unit // printed in the header once, not in every cell
	Help  string    // what it means, one sentence; may be empty
	Align Align
	Minor bool // the first to go where there is little room
	Key   bool // stays where there is least: on a phone
	Chips bool // has few values, by which a page chooses rows
	Bar   bool // a page draws its numbers as bars too
}

// Align is how a column is set.
type Align string

// The alignments. Numbers are set right, on the decimal.
const (
	Left  Align = "left"
	Right Align = "right"
)

// Row is one row with a place to look it up.
type Row struct {
	Cells    []Cell
	Role     Role       // colours the row's mark; RoleNeutral or empty: none
	Evidence []Evidence // where the row comes from
	Detail   []string   // further sentences, folded away
}

// Cell is one value, already worded. Sort orders a column where text would not
// (nil: by text). Reason says why there is no value, for a cell that is n/a.
type Cell struct {
	Text   string
	Exact  string // all the digits, or the whole of a long name; empty: as Text
	Sort   *float64
	Reason string
	Code   bool // an identifier, a path or a command: set in a fixed width
	Role   Role
	Page   PageID // the page that tells more of it; an output without pages leaves it out
}

// Evidence is a place in the input.
type Evidence struct {
	File string `json:"file"`
	Line *int64 `json:"line"` // nil for whole documents
}
