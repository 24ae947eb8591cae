package render

import (
	"strings"
	"unicode/utf8"
)

// widest is the widest a column is set for the sake of alignment, in characters.
// Longer cells stand out of it.
const widest = 32

// GFM sets an escaped table as GitHub-flavoured Markdown, a line for the header,
// one for the alignments and one for each row, in columns that a person can read
// in a terminal.
func (t *tableView) GFM() []string {
	head := make([]string, len(t.Heads))
	for i, h := range t.Heads {
		head[i] = h.Title
		if h.Unit != "" {
			head[i] += " (" + h.Unit + ")"
		}
	}
	grid := [][]string{head}
	for _, r := range t.Rows {
		cells := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			cells[i] = c.Text
			if c.Why != "" {
				cells[i] += " (" + c.Why + ")"
			}
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
		grid[0] = append(grid[0], "Where")
	}
	return aligned(grid, func(i int) bool { return i < len(t.Heads) && t.Heads[i].Right })
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
