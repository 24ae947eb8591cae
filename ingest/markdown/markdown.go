// Package markdown reads the structure of a Markdown text: its headings, lines, rows of
// tables and fenced blocks, each with its line in the file. What stands inside them stays
// as it is written: `**Runner:** claude` is one line with its asterisks.
//
// The texts come from models and untrusted logs, so that all of them are read under one
// set of limits: see Read.
package markdown

import (
	"sync"
	"time"

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

// Page is a text that was read. Blocks must not be used after Release. Their strings stay valid.
type Page struct {
	Blocks []Block
	Cut    string // what was left out of the text for its size or shape, "" where nothing was

	source  []byte
	text    string // source as a string; the texts of blocks are parts of it
	starts  []int  // offset of each line
	cells   []string
	context context
	done    chan bool
	timer   *time.Timer
	resting bool // it is in the pool
}

// pages is a pool of unused pages. For a short text, allocating a page takes as long as parsing it.
var pages = sync.Pool{New: func() any { return newPage() }}

func newPage() *Page {
	return &Page{context: newContext(), done: make(chan bool, 1), timer: time.NewTimer(parseLimit)}
}

// maxReused is the longest text, in bytes, whose page goes back to the pool.
const maxReused = 64 << 10

// Read parses a text with goldmark and lists its blocks. Only the structure of blocks
// and tables is parsed. The inline parsers are left out, since their time can grow with
// the square of the text. Underlined headings are left out too: a model that writes a
// rule ("---") directly below a paragraph does not mean a heading.
//
// ok is false when the parser took too long or failed. The page has no blocks then.
func Read(source []byte) (p *Page, ok bool) { return pages.Get().(*Page).read(source) }

func (p *Page) read(source []byte) (read *Page, ok bool) {
	p.resting = false
	p.source, p.Cut = limit(p.source[:0], source)
	p.timer.Reset(parseLimit)
	go p.parse()
	select {
	case ok = <-p.done:
		p.timer.Stop()
	case <-p.timer.C:
	}
	if !ok { // a parser that still runs uses the page
		return &Page{Cut: p.Cut}, false
	}
	return p, true
}

// Release gives the page back. Blocks must not be used afterwards. A second call does nothing, but it must not come
// after another Read, which may have been given the page.
func (p *Page) Release() {
	if p.resting || p.timer == nil || len(p.source) > maxReused {
		return
	}
	p.resting = true
	clear(p.Blocks)
	clear(p.cells)
	p.Blocks, p.cells, p.text = p.Blocks[:0], p.cells[:0], ""
	p.context.reset()
	pages.Put(p)
}

// parse fills the page.
func (p *Page) parse() {
	ok := false
	defer func() {
		_ = recover()
		p.done <- ok
	}()
	p.text, p.starts = string(p.source), lineStarts(p.starts[:0], p.source)
	p.children(blocksOnly.Parse(text.NewReader(p.source), parser.WithContext(&p.context)), 0)
	ok = true
}

// blocksOnly parses blocks and tables. Parsing changes nothing of it, so that one serves all texts.
var blocksOnly = parser.NewParser(blockParsers(headingParser{parser.NewATXHeadingParser()}),
	parser.WithParagraphTransformers(util.Prioritized(rawMaker{}, 200)))

func blockParsers(heading parser.BlockParser) parser.Option {
	return parser.WithBlockParsers(
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(heading, 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000))
}
