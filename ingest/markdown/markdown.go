// Package markdown reads the structure of a Markdown text: its headings, lines, rows of
// tables and fenced blocks, each with its line in the file. What stands inside them stays
// as it is written: `**Runner:** claude` is one line with its asterisks.
//
// The texts come from models and untrusted logs, so that all of them are read under one
// set of limits: see Read.
package markdown

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// MaxBytes is how much of a text is read.
const MaxBytes = 1 << 20

// parseLimit is how long the parser may take. With the limits on the text it takes less
// than a second for any text, so that this is reached only by a fault of the parser.
const parseLimit = 60 * time.Second

// Kind is what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Heading Kind = iota
	Line         // one line of a paragraph or of a list item
	Row          // a row of a table, but not its head
	Fence        // a fenced block
)

// Block is one element of a Markdown text, in the order of the text.
type Block struct {
	Kind  Kind
	No    int64    // line in the file
	Level int      // of a heading
	Depth int      // of the list that a line stands in; 0: in none
	First bool     // a line begins its paragraph or item
	Item  bool     // a line begins a list item
	Text  string   // as written, with the marks of emphasis and code
	Cells []string // of a row
	Head  []string // cells of the head of the row's table
}

// Read parses a text with goldmark and lists its blocks. Only the structure of blocks
// and tables is parsed. The inline parsers are left out, since their time can grow with
// the square of the text. Underlined headings are left out too: a model that writes a
// rule ("---") directly below a paragraph does not mean a heading.
//
// cut names what was left out of the text for its size or shape, "" where nothing was.
// ok is false when the parser took too long or failed.
func Read(source []byte) (list []Block, cut string, ok bool) {
	source, cut = limit(source)
	done := make(chan []Block, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // the closed channel tells the caller
		w := newFlattener(source)
		w.children(blocksOnly.Parse(text.NewReader(source)), 0)
		done <- w.blocks
	}()
	select {
	case list, ok = <-done:
		return list, cut, ok
	case <-time.After(parseLimit):
		return nil, cut, false
	}
}

// blocksOnly parses blocks and tables. Parsing changes nothing of it, so that one serves all texts.
var blocksOnly = parser.NewParser(blockParsers, parser.WithParagraphTransformers(util.Prioritized(rawMaker{}, 200)))

var blockParsers = parser.WithBlockParsers(
	util.Prioritized(parser.NewThematicBreakParser(), 200),
	util.Prioritized(parser.NewListParser(), 300),
	util.Prioritized(parser.NewListItemParser(), 400),
	util.Prioritized(parser.NewCodeBlockParser(), 500),
	util.Prioritized(parser.NewATXHeadingParser(), 600),
	util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
	util.Prioritized(parser.NewBlockquoteParser(), 800),
	util.Prioritized(parser.NewHTMLBlockParser(), 900),
	util.Prioritized(parser.NewParagraphParser(), 1000))

// flattener turns the parser's tree into a list of blocks.
type flattener struct {
	source []byte
	starts []int // offset of each line
	blocks []Block
}

func newFlattener(source []byte) *flattener {
	starts := lineStarts(source)
	return &flattener{source: source, starts: starts, blocks: make([]Block, 0, min(len(starts), mostAtOnce))}
}

// mostAtOnce is for how many blocks there is room from the beginning. Most texts have fewer, and
// fewer than lines.
const mostAtOnce = 100

func lineStarts(source []byte) []int {
	starts := make([]int, 1, 1+bytes.Count(source, []byte("\n")))
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
			w.blocks = append(w.blocks, Block{Kind: Heading, Level: n.Level, No: w.lineAt(s.Start), Text: w.value(s)})
		}
	case *ast.FencedCodeBlock:
		w.fence(n)
	case *ast.CodeBlock:
		// Models indent prose as often as code, so that an indented block is read as lines.
		w.lines(n, depth)
	case *raw:
		if n.table != nil {
			w.table(n.table)
		} else {
			w.lines(n, depth)
		}
	case *ast.List:
		w.children(n, depth+1)
	case *ast.HTMLBlock:
	default:
		w.children(n, depth)
	}
}

func (w *flattener) lines(n ast.Node, depth int) {
	_, code := n.(*ast.CodeBlock)
	_, inItem := n.Parent().(*ast.ListItem)
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		w.blocks = append(w.blocks, Block{
			Kind:  Line,
			No:    w.lineAt(s.Start),
			Depth: depth,
			First: i == 0 || code,
			Item:  i == 0 && inItem && n.PreviousSibling() == nil,
			Text:  w.value(s),
		})
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
	w.blocks = append(w.blocks, Block{Kind: Fence, No: w.lineAt(n.Lines().At(0).Start), Text: b.String()})
}

func (w *flattener) table(t *east.Table) {
	var head []string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		b := Block{Kind: Row, Head: head, Cells: slices.Grow([]string(nil), r.ChildCount())}
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			value := ""
			if c.Lines().Len() > 0 {
				s := c.Lines().At(0)
				value = strings.ReplaceAll(w.value(s), `\|`, "|")
				if b.No == 0 {
					b.No = w.lineAt(s.Start)
				}
			}
			b.Cells = append(b.Cells, value)
		}
		if _, isHead := r.(*east.TableHeader); isHead {
			head = b.Cells
			continue
		}
		if b.No > 0 {
			w.blocks = append(w.blocks, b)
		}
	}
}

func (w *flattener) value(s text.Segment) string {
	return strings.TrimSpace(string(s.Value(w.source)))
}
