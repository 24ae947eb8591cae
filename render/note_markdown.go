package render

import (
	"strings"

	"runreport/analyze/report"
)

// noteMarkdown writes parts as GitHub and GitLab read them.
var noteMarkdown = form{
	print:   markdownPiece("### ", noteText),
	further: func(n int) string { return "\n" + grouped(int64(n)) + " more in the full report.\n" },
	leftOut: func(names string) string { return "\nLeft out for want of room: " + names + ".\n" },
}

// markdownPiece writes a part with texts made safe by text, under a heading of that level.
func markdownPiece(heading string, text func(s string, limit int) string) func(p part, rows []noteRow) piece {
	return func(p part, rows []noteRow) piece {
		printed := piece{name: text(p.title, longestTitle)}
		if p.fold {
			printed.top = "\n<details>\n<summary>" + printed.name + " (" + grouped(int64(len(p.rows))) + ")</summary>\n"
			printed.bottom = "\n</details>\n"
		} else {
			printed.top = "\n" + heading + printed.name + "\n"
		}
		if p.lead != "" {
			printed.top += "\n> " + text(p.lead, longestText) + "\n"
		}
		printed.top += "\n"
		if p.heads != nil {
			heads, rule := "|", "|"
			for _, c := range p.heads {
				heads += " " + text(c.Title, longestTitle) + " |"
				if c.Align == report.Right {
					rule += " ---: |"
				} else {
					rule += " --- |"
				}
			}
			printed.top += heads + "\n" + rule + "\n"
		}
		for _, r := range rows {
			printed.rows = append(printed.rows, r.markdown(p.heads != nil, text))
		}
		return printed
	}
}

// markdown is the row as one line. It begins with a sign of ours: no text of a log
// begins a line, where bots look for orders.
func (r noteRow) markdown(table bool, text func(s string, limit int) string) string {
	cells := make([]string, len(r))
	for i, c := range r {
		cells[i] = text(c, longestText)
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
