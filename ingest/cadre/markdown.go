package cadre

import (
	"strings"

	"runreport/ingest/markdown"
)

// block is a heading, a list item, a row of a table or a line of text.
type block struct {
	level int      // of a heading, from 1; 0 otherwise
	plain bool     // a line of text outside of lists and tables
	cells []string // of a row of a table; nil otherwise
	text  string   // of a heading, a list item or a line
	line  int64    // in the page, from 1
}

// page picks the blocks that a progress page is made of: headings, rows of tables, lines
// of text, and the items of lists, but not what is nested in an item.
//
//   - **Current Phase**: 3        one block
//     and the same sentence       goes on with it
//   - a list in the item        left out
func page(list []markdown.Block) []block {
	out := make([]block, 0, len(list))
	inItem := false // the lines that follow belong to the last block
	for _, b := range list {
		begins := b.Kind == markdown.Line && b.Depth == 1 && b.Item
		inItem = begins || inItem && b.Kind == markdown.Line && b.Depth == 1 && !b.First
		switch {
		case begins:
			out = append(out, block{text: b.Text, line: b.No})
		case inItem:
			last := &out[len(out)-1]
			last.text = strings.TrimSpace(last.text + " " + b.Text)
		case b.Kind == markdown.Line && b.Depth == 0:
			out = append(out, block{plain: true, text: b.Text, line: b.No})
		case b.Kind == markdown.Heading:
			out = append(out, block{level: b.Level, text: b.Text, line: b.No})
		case b.Kind == markdown.Row:
			out = append(out, block{cells: b.Cells, line: b.No})
		}
	}
	return out
}

// cell is the text of a column, "" where the row is shorter.
func (b block) cell(i int) string {
	if i < len(b.cells) {
		return b.cells[i]
	}
	return ""
}
