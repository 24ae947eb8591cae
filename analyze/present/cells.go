package present

import (
	"fmt"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// The cells that tables are made of.

func text(s string) report.Cell { return report.Cell{Text: s} }

func code(s string) report.Cell { return report.Cell{Text: s, Code: s != ""} }

// num is a number in its unit. The unit stands in the head of the column where it
// is the same all the way down; durations and sizes carry theirs, since they span
// from milliseconds to days.
func num(n report.Number, u unit.Unit) report.Cell {
	if !n.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(n.Reason)}
	}
	v := n.Value
	return report.Cell{Text: u.Format(v), Exact: u.Exact(v), Sort: &v}
}

func whole(n int64) report.Cell {
	v := float64(n)
	return report.Cell{Text: unit.Number(v), Exact: unit.Count.Exact(v), Sort: &v}
}

func wholeOf(n report.Whole) report.Cell {
	if !n.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(n.Reason)}
	}
	return whole(n.Value)
}

// quiet is a count that matters only when it is not zero.
func quiet(n int64) report.Cell {
	c := whole(n)
	if n == 0 {
		c.Text = "–"
	}
	return c
}

// shareCell is a rate as "x of n (8 %)".
func shareCell(r report.Rate) report.Cell {
	if !r.Value.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(r.Value.Reason)}
	}
	v := r.Value.Value
	return report.Cell{Text: fmt.Sprintf("%s of %s (%s)", words.Count(r.Num), words.Count(r.Den), unit.Ratio.Format(v)), Exact: unit.Count.Exact(v), Sort: &v}
}

// likely is the 95 % CI of a rate.
func likely(r report.Rate) report.Cell {
	if !r.Value.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(r.Value.Reason)}
	}
	if r.Den < words.LeastForInterval {
		return report.Cell{Text: unit.NotAvailable, Reason: fmt.Sprintf("n < %d", words.LeastForInterval)}
	}
	v := r.Hi.Value
	return report.Cell{Text: words.Interval(r), Exact: fmt.Sprintf("%.4f to %.4f", r.Lo.Value, r.Hi.Value), Sort: &v}
}

// reach is from where to where a difference may lie; as likely, it is sorted by its
// upper end.
func reach(lo, hi report.Number, format func(float64) string) report.Cell {
	v := hi.Value
	return report.Cell{Text: format(lo.Value) + " to " + format(v), Sort: &v}
}

func when(t time.Time) report.Cell {
	if t.IsZero() {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why("not_reported")}
	}
	v := float64(t.Unix())
	return report.Cell{Text: unit.Stamp(t), Exact: t.UTC().Format(time.RFC3339Nano), Sort: &v}
}

// left and right are columns set left and right.
func left(title string) report.Column { return report.Column{Title: title, Align: report.Left} }

func right(title string) report.Column { return report.Column{Title: title, Align: report.Right} }

// minor is a column that may go where there is little room.
func minor(c report.Column) report.Column {
	c.Minor = true
	return c
}

// key is a column that stays where there is least room.
func key(c report.Column) report.Column {
	c.Key = true
	return c
}

// chips is a column of few values, by which rows are chosen.
func chips(c report.Column) report.Column {
	c.Chips = true
	return c
}

// bars is a column whose numbers are drawn as bars too.
func bars(c report.Column) report.Column {
	c.Bar = true
	return c
}

// tableOf makes a table of at most limit rows; the rest is counted. Columns that
// say nothing in any row are left out. A row's first cell names the row, to a screen reader
// too, so it is never empty.
func tableOf(id, caption, empty string, columns []report.Column, rows []report.Row, limit int) *report.Table {
	t := &report.Table{ID: id, Caption: caption, Total: len(rows), Empty: empty}
	shown := rows[:min(len(rows), limit)]
	var kept []int
	for i, c := range columns {
		if i == 0 || len(shown) == 0 || speaks(shown, i, c.Minor) {
			kept = append(kept, i)
			t.Columns = append(t.Columns, c)
		}
	}
	t.Rows = slices.Grow(t.Rows, len(shown))
	for _, r := range shown {
		cells := make([]report.Cell, len(kept))
		for i, at := range kept {
			cells[i] = r.Cells[at]
		}
		if cells[0].Text == "" {
			cells[0].Text = "not said"
		}
		r.Cells = cells
		t.Rows = append(t.Rows, r)
	}
	return t
}

// firstRows are the rows of a table that shows no more than limit of them. The others are
// counted and never made.
type firstRows struct {
	limit, total int
	rows         []report.Row
}

// add counts a row, and makes it where it is shown.
func (f *firstRows) add(row func() report.Row) {
	if f.total++; len(f.rows) < f.limit {
		f.rows = append(f.rows, row())
	}
}

// table is [tableOf] of the rows.
func (f *firstRows) table(id, caption, empty string, columns []report.Column) *report.Table {
	t := tableOf(id, caption, empty, columns, f.rows, f.limit)
	t.Total = f.total
	return t
}

// speaks reports whether some row has a word in the column; in a minor column n/a
// is none.
func speaks(rows []report.Row, column int, minor bool) bool {
	for _, r := range rows {
		c := r.Cells[column]
		if c.Text != "" && !(minor && c.Reason != "") {
			return true
		}
	}
	return false
}
