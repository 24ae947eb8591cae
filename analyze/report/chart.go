package report

import "runreport/unit"

// ChartKind says how the points of a chart are to be read.
type ChartKind string

// The kinds of chart. Each answers one sort of question.
const (
	// Dots draws one dot per category with its interval as a bar: rates with
	// their Wilson limits, shares, win rates. Horizontal: the categories (Y) run
	// down the page, worst first, and X carries the value. A series without
	// intervals stands on the same line: what the rate is compared with.
	Dots ChartKind = "dots"
	// Dumbbell draws two dots per category joined by a line: before and after.
	// Horizontal like Dots; the first series is before, the second after. A series
	// without values is a band of each row from Lo to Hi: what counts as no change.
	Dumbbell ChartKind = "dumbbell"
	// Ranges draws per category a bar from Lo to Hi with a tick at the value:
	// p50 with the span to p90, shortest to longest. Horizontal like Dots.
	Ranges ChartKind = "ranges"
	// Bars draws horizontal bars per category, stacked when there are several series.
	Bars ChartKind = "bars"
	// Columns draws vertical bars per category, stacked when there are several
	// series: a mix by night.
	Columns ChartKind = "columns"
	// Lines draws values over an ordered X (nights, cycles): one line a series,
	// with Lo and Hi as a band where given. A point without a value breaks the line.
	Lines ChartKind = "lines"
	// Steps draws a descending step curve (survival). A point with a State is a
	// cut-off, drawn as a tick; the State names it in the key.
	Steps ChartKind = "steps"
	// Matrix draws a grid of states: X.Categories across, Y.Categories down; a
	// point is a cell, its State one of the chart's States.
	Matrix ChartKind = "matrix"
	// Heat draws a grid of numbers on a diverging scale around zero, in the unit of
	// Y, else of X. The role of its series says whether rising is good or bad.
	Heat ChartKind = "heat"
	// Spans draws horizontal bars in time, one lane per category of Y: from Lo
	// to Hi, coloured by the series' role (a gantt chart). A point without Hi is
	// still open; one whose Hi is its Lo is an instant. Its State is set beside it.
	Spans ChartKind = "spans"
)

// Role is what a series or a state means. A renderer turns it into a colour
// and a shape or texture; the report never names a colour.
type Role string

// The roles of series, states and marks.
const (
	RoleBefore  Role = "before"
	RoleAfter   Role = "after"
	RoleGood    Role = "good"
	RoleBad     Role = "bad"
	RoleWarn    Role = "warn"
	RoleNeutral Role = "neutral"
	RoleUnknown Role = "unknown"
	RoleA       Role = "a" // unordered categories: A to F in order of appearance
	RoleB       Role = "b"
	RoleC       Role = "c"
	RoleD       Role = "d"
	RoleE       Role = "e"
	RoleF       Role = "f"
)

// Chart is one chart, drawn by a renderer as a live chart and as a static
// picture. It answers one question; Title is the answer.
type Chart struct {
	ID     string    // unique on the page, [a-z0-9-]
	Title  string    // the answer, as a short sentence
	N      string    // what was counted, as in "n = 36 node runs"
	Kind   ChartKind //
	X, Y   Axis
	Series []Series
	States []State // of a Matrix: what a cell can be, in legend order
	Marks  []Mark  // reference lines and bands
	Table  *Table  // the same numbers as a table, one click away; nil when the section's own table holds them
}

// Axis is one axis of a chart. Categories makes it a list of names in drawing
// order (first at the top or at the left); otherwise it carries numbers of Unit.
type Axis struct {
	Title      string
	Unit       unit.Unit
	Categories []string
	Min, Max   *float64 // nil: from the data
	Log        bool
	Time       bool // numbers are Unix seconds, UTC
}

// Series is a named list of points.
type Series struct {
	Name   string
	Role   Role
	Thin   bool // of Spans: lines instead of bars, for time in which nothing runs
	Points []Point
}

// Point is one value. On an axis of categories X or Y is the index of the
// category. Value is nil where the number cannot be given: drawn as a gap.
type Point struct {
	X, Y   float64
	Value  *float64 // the measured number, on the value axis; nil: unknown
	Lo, Hi *float64 // interval or span, in the unit of the value axis
	State  string   // of a Matrix cell: the Name of one of the chart's States; of Spans: words beside the bar
	Label  string   // the words of the tooltip and of the direct label: "3 of 40 (8 %, 3-20 %)"
}

// State is one state a matrix cell can have. Sign is a single character drawn
// in the cell, so that colour is never the only sign.
type State struct {
	Name string
	Role Role
	Sign string
}

// Mark is a reference line at At, or a band from At to To, on the value axis.
type Mark struct {
	Name string
	Role Role
	At   float64
	To   *float64
	OnX  bool // of Lines, Steps and Columns: a moment on the X axis; between two categories at half
}
