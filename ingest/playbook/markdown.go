package playbook

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// MaxCompanion is how much of a document beside a log is read, in bytes.
const MaxCompanion = 1 << 20

// parseLimit is how long the Markdown parser may take. tame keeps it below a
// second for any text, so that no text of a log comes near the limit.
const parseLimit = 60 * time.Second

// blockKind is what a block is.
type blockKind uint8

const (
	heading blockKind = iota
	line              // one line of a paragraph or of an item
	row               // a row of a table
	fence             // a fenced block
)

// block is a piece of a Markdown document, in document order.
type block struct {
	kind   blockKind
	no     int64    // line in the file
	level  int      // of a heading
	depth  int      // of the list that a line stands in; 0: in none
	first  bool     // a line begins its paragraph or item
	text   string   // as written, inline marks and all
	info   string   // language of a fence
	cells  []string // of a row
	header []string // cells of the head of the row's table
}

// blocks parses Markdown with goldmark and flattens its tree. Only the structure
// of blocks and tables is parsed: the inline parsers, whose time can grow with the
// square of the text, are left out, and so are underlined headings, which a rule
// below a paragraph would make of the paragraph. cut is what was left out of the
// text for its size or shape; ok is false when parsing took too long or failed.
func blocks(source []byte) (list []block, cut string, ok bool) {
	source, cut = tame(source)
	done := make(chan []block, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // a closed channel says that nothing was parsed
		p := parser.NewParser(
			parser.WithBlockParsers(
				util.Prioritized(parser.NewThematicBreakParser(), 200),
				util.Prioritized(parser.NewListParser(), 300),
				util.Prioritized(parser.NewListItemParser(), 400),
				util.Prioritized(parser.NewCodeBlockParser(), 500),
				util.Prioritized(parser.NewATXHeadingParser(), 600),
				util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
				util.Prioritized(parser.NewBlockquoteParser(), 800),
				util.Prioritized(parser.NewHTMLBlockParser(), 900),
				util.Prioritized(parser.NewParagraphParser(), 1000)),
			parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)))
		w := &flattener{source: source, starts: lineStarts(source)}
		w.children(p.Parse(text.NewReader(source)), 0)
		done <- w.blocks
	}()
	select {
	case list, ok = <-done:
		return list, cut, ok
	case <-time.After(parseLimit):
		return nil, cut, false
	}
}

// flattener turns the tree into blocks.
type flattener struct {
	source []byte
	starts []int // offset of each line
	blocks []block
}

func lineStarts(source []byte) []int {
	starts := []int{0}
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt is the number of the line that holds the offset.
func (w *flattener) lineAt(offset int) int64 {
	i, found := slices.BinarySearch(w.starts, offset)
	if found {
		i++
	}
	return int64(i)
}

func (w *flattener) children(n ast.Node, depth int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, depth)
	}
}

func (w *flattener) node(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Lines().Len() > 0 {
			s := n.Lines().At(0)
			w.blocks = append(w.blocks, block{kind: heading, level: n.Level, no: w.lineAt(s.Start), text: w.value(s)})
		}
	case *ast.FencedCodeBlock:
		w.fence(n)
	case *ast.Paragraph, *ast.TextBlock, *ast.CodeBlock:
		// An indented block is prose as often as code in documents that a model wrote.
		_, code := n.(*ast.CodeBlock)
		for i := range n.Lines().Len() {
			s := n.Lines().At(i)
			w.blocks = append(w.blocks, block{kind: line, no: w.lineAt(s.Start), depth: depth, first: i == 0 || code, text: w.value(s)})
		}
	case *ast.List:
		w.children(n, depth+1)
	case *east.Table:
		w.table(n)
	case *ast.HTMLBlock:
	default:
		w.children(n, depth)
	}
}

func (w *flattener) fence(n *ast.FencedCodeBlock) {
	if n.Lines().Len() == 0 {
		return
	}
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(w.source))
	}
	info := ""
	if n.Info != nil {
		info = strings.TrimSpace(string(n.Info.Segment.Value(w.source)))
	}
	w.blocks = append(w.blocks, block{kind: fence, no: w.lineAt(n.Lines().At(0).Start), text: b.String(), info: info})
}

func (w *flattener) table(t *east.Table) {
	var head []string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		b := block{kind: row, header: head}
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			value := ""
			if c.Lines().Len() > 0 {
				s := c.Lines().At(0)
				value = w.value(s)
				if b.no == 0 {
					b.no = w.lineAt(s.Start)
				}
			}
			b.cells = append(b.cells, value)
		}
		if _, isHead := r.(*east.TableHeader); isHead {
			head = b.cells
			continue
		}
		if b.no > 0 {
			w.blocks = append(w.blocks, b)
		}
	}
}

func (w *flattener) value(s text.Segment) string {
	return strings.TrimSpace(string(s.Value(w.source)))
}
