package cadre

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gm "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blocks parses headings, lists and tables and leaves the text inside them as it
// is written: what stands in a title is text, never markup.
var blocks = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
)

// What is read of a page, in bytes, and of one of its lines: the time that nested
// quotes and lists take grows with the square of a line's length. Real pages have
// a few kilobytes.
const (
	maxPage = 256 << 10
	maxLine = 4 << 10
)

// shorten cuts a page and its lines at their limits and reports whether it did.
func shorten(src []byte) (page []byte, cut bool) {
	if len(src) > maxPage {
		src, cut = src[:maxPage], true
	}
	if len(src) <= maxLine {
		return src, cut
	}
	for line := range bytes.Lines(src) {
		if len(line) > maxLine {
			line, cut = append(line[:maxLine:maxLine], '\n'), true
		}
		page = append(page, line...)
	}
	return page, cut
}

// block is a heading, a list item or a row of a table.
type block struct {
	level int      // of a heading, from 1; 0 otherwise
	cells []string // of a row of a table; nil otherwise
	text  string   // of a heading or a list item
	line  int64    // in the page, from 1
}

// page lists the blocks of a Markdown text in their order. Header rows of tables
// come without a mark of their own: their readers know what they say.
func page(src []byte) []block {
	var out []block
	lines := newLineIndex(src)
	doc := blocks.Parse(gm.NewReader(src))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			s, at := written(n, src)
			out = append(out, block{level: n.Level, text: s, line: lines.of(at)})
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				if first := item.FirstChild(); first != nil {
					s, at := written(first, src)
					out = append(out, block{text: s, line: lines.of(at)})
				}
			}
		case *east.Table:
			for row := n.FirstChild(); row != nil; row = row.NextSibling() {
				if _, ok := row.(*east.TableRow); ok {
					out = append(out, tableRow(row, src, lines))
				}
			}
		}
	}
	return out
}

func tableRow(row ast.Node, src []byte, lines lineIndex) block {
	b := block{cells: []string{}}
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		s, at := written(cell, src)
		b.cells = append(b.cells, strings.ReplaceAll(s, `\|`, "|"))
		if b.line == 0 && at >= 0 {
			b.line = lines.of(at)
		}
	}
	return b
}

// cell is the text of a column, "" where the row is shorter.
func (b block) cell(i int) string {
	if i < len(b.cells) {
		return b.cells[i]
	}
	return ""
}

// written is the text of a block as it is written, and where it begins; -1 for none.
func written(n ast.Node, src []byte) (text string, at int) {
	segments := n.Lines()
	if segments.Len() == 0 {
		return "", -1
	}
	var parts []string
	for i := range segments.Len() {
		s := segments.At(i)
		parts = append(parts, strings.TrimSpace(string(s.Value(src))))
	}
	return strings.Join(parts, " "), segments.At(0).Start
}

// lineIndex holds where each line begins.
type lineIndex []int

func newLineIndex(src []byte) lineIndex {
	starts := lineIndex{0}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, at)
	}
}

// of is the line of an offset, from 1; 0 for none.
func (l lineIndex) of(at int) int64 {
	if at < 0 {
		return 0
	}
	lo, hi := 0, len(l)
	for lo+1 < hi {
		if mid := (lo + hi) / 2; l[mid] <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return int64(lo + 1)
}
