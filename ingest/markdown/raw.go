package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// raw is a heading, a paragraph or a table whose text the parser leaves alone. In an ast.Heading, an
// ast.Paragraph and in the cells of a table it would look for inline elements, byte by byte, and make a node
// for each line.
type raw struct {
	ast.BaseBlock
	level int         // of a heading; 0: it is none
	table *east.Table // nil: it is none
}

var kindRaw = ast.NewNodeKind("Raw")

func (*raw) Kind() ast.NodeKind { return kindRaw }

func (*raw) IsRaw() bool { return true }

func (n *raw) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// headingParser makes raw nodes of headings.
type headingParser struct{ parser.BlockParser }

func (p headingParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, state := p.BlockParser.Open(parent, r, pc)
	h, ok := n.(*ast.Heading)
	if !ok {
		return n, state
	}
	made := pc.(*context).raw(h.Lines())
	made.level = h.Level
	return made, state
}

// rawMaker makes raw nodes of each paragraph whose last line is known: one of the lines before a
// table, where there are any, and one of the table.
type rawMaker struct{}

var tables = extension.NewTableParagraphTransformer()

func (rawMaker) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	parent, before := n.Parent(), n.PreviousSibling()
	tables.Transform(n, r, pc)
	if n.Parent() != nil {
		p := pc.(*context).raw(n.Lines())
		parent.ReplaceChild(parent, n, p)
		before = p
	}
	next := parent.FirstChild()
	if before != nil {
		next = before.NextSibling()
	}
	if t, ok := next.(*east.Table); ok {
		made := pc.(*context).raw(t.Lines())
		made.table = t
		parent.ReplaceChild(parent, t, made)
	}
}
