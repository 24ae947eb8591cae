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

// form is a way to write parts.
type form struct {
	print   func(p part, rows []noteRow) piece
	further func(n int) string        // counts rows that are not shown
	leftOut func(names string) string // names parts that are not there
}

// piece is a part as it is written, safe, with as many rows as are to be shown.
type piece struct {
	name, top, bottom string
	rows              []string
	shown, total      int
}

// fit writes as much of the parts as room bytes take, and at most rows rows of each.
// The parts stand in order of their weight. Those that come last go first and whole;
// of those that stay, the rows at the end go, of the first part last. What is not
// there is counted where it would be, or named at the end.
func (f form) fit(parts []part, room, rows int) string {
	pieces := make([]piece, len(parts))
	for i, p := range parts {
		pieces[i] = f.least(p, rows)
		room -= len(pieces[i].name) + len(", ") // in case it has to be named
	}
	room -= len(f.leftOut(""))
	used, kept := 0, pieces
	for _, p := range pieces {
		used += len(f.text(p))
	}
	for len(kept) > 0 && used > room {
		used -= len(f.text(kept[len(kept)-1]))
		kept = kept[:len(kept)-1]
	}
	for i := range kept {
		for p := &kept[i]; p.shown < len(p.rows) && used+f.next(*p) <= room; p.shown++ {
			used += f.next(*p)
		}
	}
	var b strings.Builder
	for _, p := range kept {
		b.WriteString(f.text(p))
	}
	if gone := pieces[len(kept):]; len(gone) > 0 {
		names := make([]string, len(gone))
		for i, p := range gone {
			names[i] = p.name
		}
		b.WriteString(f.leftOut(strings.Join(names, ", ")))
	}
	return b.String()
}

// least is a part with as few rows as it may have, and where it is as short as that
// with some more.
func (f form) least(p part, rows int) piece {
	least := f.print(p, p.rows[:min(len(p.rows), rows)])
	least.total, least.shown = len(p.rows), min(leastRows, len(least.rows))
	for least.shown < len(least.rows) && f.next(least) <= 0 { // shorter than to count it
		least.shown++
	}
	return least
}

func (f form) text(p piece) string {
	text := p.top + strings.Join(p.rows[:p.shown], "")
	if p.shown < p.total {
		text += f.further(p.total - p.shown)
	}
	return text + p.bottom
}

// next is how many bytes the next row takes.
func (f form) next(p piece) int {
	size := len(p.rows[p.shown]) - len(f.further(p.total-p.shown))
	if left := p.total - p.shown - 1; left > 0 {
		size += len(f.further(left))
	}
	return size
}
