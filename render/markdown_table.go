package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// widest is the widest a column is set for the sake of alignment, in characters.
// Longer cells stand out of it.
const widest = 32

// GFM sets an escaped table as GitHub-flavoured Markdown, a line for the header,
// one for the alignments and one for each row, in columns that a person can read
// in a terminal. Why a value is not given stands below the table, said once.
func (t *tableView) GFM() []string {
	head := make([]string, len(t.Heads))
	for i, h := range t.Heads {
		head[i] = h.Title
		if h.Unit != "" {
			head[i] += " (" + h.Unit + ")"
		}
	}
	grid := [][]string{head}
	var notes []string
	for _, r := range t.Rows {
		cells := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			cells[i] = c.Text
			if c.Why == "" {
				continue
			}
			n := slices.Index(notes, c.Why)
			if n < 0 {
				n = len(notes)
				notes = append(notes, c.Why)
			}
			cells[i] += raised(n + 1)
		}
		if t.Where {
			place := r.Place.Short
			if r.More != "" {
				place += " (" + r.More + ")"
			}
			cells = append(cells, place)
		}
		grid = append(grid, cells)
	}
	if t.Where {
		grid[0] = append(grid[0], "Source")
	}
	lines := aligned(grid, func(i int) bool { return i < len(t.Heads) && t.Heads[i].Right })
	if len(notes) == 0 {
		return lines
	}
	for i, why := range notes {
		notes[i] = raised(i+1) + " " + why
	}
	return append(lines, "", strings.Join(notes, "; ")+".")
}

// raised is the number of a note, as small digits that every terminal has.
func raised(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var b strings.Builder
	for _, d := range strconv.Itoa(n) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}

// aligned pads a grid's columns and puts the line of alignments below its head.
func aligned(grid [][]string, right func(column int) bool) []string {
	widths := make([]int, len(grid[0]))
	for i := range widths {
		widths[i] = len("---:")
		for _, row := range grid {
			if w := utf8.RuneCountInString(row[i]); w <= widest {
				widths[i] = max(widths[i], w)
			}
		}
	}
	lines := make([]string, 0, len(grid)+1)
	for r, row := range grid {
		line := "|"
		for i, text := range row {
			gap := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(text)))
			if right(i) {
				line += " " + gap + text + " |"
			} else {
				line += " " + text + gap + " |"
			}
		}
		lines = append(lines, line)
		if r > 0 {
			continue
		}
		rule := "|"
		for i, w := range widths {
			if right(i) {
				rule += " " + strings.Repeat("-", w-1) + ": |"
			} else {
				rule += " " + strings.Repeat("-", w) + " |"
			}
		}
		lines = append(lines, rule)
	}
	return lines
}
