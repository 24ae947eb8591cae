package render

import (
	"strings"

	"runreport/analyze/report"
)

// part is one part of a note. It stays as a whole or goes as a whole, but rows of
// it may be cut. Its texts are as the report has them.
type part struct {
	title string
	lead  string // a sentence below the title
	heads []report.Column
	rows  []noteRow // the most urgent first
	fold  bool      // folded away until asked for
}

// noteRow is a row of a part's table, or, where the part has no columns, an item
// of its list: a word in bold, a sentence and a place.
type noteRow []string

// leastRows is how many rows a part keeps at least; with fewer it is not worth its
// title.
const leastRows = 3

// fit prints as much of the parts as room bytes take, and at most rows rows of
// each. The parts stand in order of their weight. Those that come last go first and
// whole; of those that stay, the rows at the end go, of the first part last. What
// is not there is counted where it would be, or named at the end.
func fit(parts []part, room, rows int) string {
	pieces := make([]piece, len(parts))
	for i, p := range parts {
		pieces[i] = p.print(rows)
		room -= len(pieces[i].name) + len(", ") // in case it has to be named
	}
	room -= len(leftOut([]piece{{}}))
	used, kept := 0, pieces
	for _, p := range pieces {
		used += len(p.text())
	}
	for len(kept) > 0 && used > room {
		used -= len(kept[len(kept)-1].text())
		kept = kept[:len(kept)-1]
	}
	for i := range kept {
		for p := &kept[i]; p.shown < len(p.rows) && used+p.next() <= room; p.shown++ {
			used += p.next()
		}
	}
	var b strings.Builder
	for _, p := range kept {
		b.WriteString(p.text())
	}
	if gone := pieces[len(kept):]; len(gone) > 0 {
		b.WriteString(leftOut(gone))
	}
	return b.String()
}

// leftOut names the parts that did not fit.
func leftOut(gone []piece) string {
	names := make([]string, len(gone))
	for i, p := range gone {
		names[i] = p.name
	}
	return "\nLeft out for want of room: " + strings.Join(names, ", ") + ".\n"
}

// piece is a part, printed and safe, with as many rows as are to be shown.
type piece struct {
	name, top, bottom string
	rows              []string
	shown, total      int
}

func (p piece) text() string {
	var b strings.Builder
	b.WriteString(p.top)
	for _, row := range p.rows[:p.shown] {
		b.WriteString(row)
	}
	b.WriteString(furtherRows(p.total - p.shown))
	b.WriteString(p.bottom)
	return b.String()
}

// next is how many bytes the next row takes.
func (p piece) next() int {
	left := p.total - p.shown
	return len(p.rows[p.shown]) + len(furtherRows(left-1)) - len(furtherRows(left))
}

// furtherRows counts the rows that are not shown.
func furtherRows(n int) string {
	if n == 0 {
		return ""
	}
	return "\n" + grouped(int64(n)) + " more in the full report.\n"
}

// print makes the part safe, cut to rows.
func (p part) print(rows int) piece {
	printed := piece{name: noteText(p.title, longestTitle), total: len(p.rows)}
	if p.fold {
		printed.top = "\n<details>\n<summary>" + printed.name + " (" + grouped(int64(len(p.rows))) + ")</summary>\n"
		printed.bottom = "\n</details>\n"
	} else {
		printed.top = "\n### " + printed.name + "\n"
	}
	if p.lead != "" {
		printed.top += "\n> " + noteText(p.lead, longestText) + "\n"
	}
	printed.top += "\n"
	if p.heads != nil {
		heads, rule := "|", "|"
		for _, c := range p.heads {
			heads += " " + noteText(c.Title, longestTitle) + " |"
			if c.Align == report.Right {
				rule += " ---: |"
			} else {
				rule += " --- |"
			}
		}
		printed.top += heads + "\n" + rule + "\n"
	}
	for _, r := range p.rows[:min(len(p.rows), rows)] {
		printed.rows = append(printed.rows, r.line(p.heads != nil))
	}
	printed.shown = min(leastRows, len(printed.rows))
	for printed.shown < len(printed.rows) && printed.next() <= 0 { // shorter than to count it
		printed.shown++
	}
	return printed
}

// line is the row as one line of Markdown. It begins with a sign of ours: no text
// of a log begins a line, where bots look for orders.
func (r noteRow) line(table bool) string {
	cells := make([]string, len(r))
	for i, c := range r {
		cells[i] = noteText(c, longestText)
	}
	if table {
		return "| " + strings.Join(cells, " | ") + " |\n"
	}
	line := "- **" + cells[0] + ":** " + cells[1]
	if cells[2] != "" {
		line += " (" + cells[2] + ")"
	}
	return line + "\n"
}
