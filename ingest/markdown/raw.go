package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// raw is a paragraph or a table whose text the parser leaves alone. In an ast.Paragraph and in the
// cells of a table it would look for inline elements, byte by byte, and make a node for each line.
type raw struct {
	ast.BaseBlock
	table *east.Table // nil: a paragraph
}

var kindRaw = ast.NewNodeKind("Raw")

func (*raw) Kind() ast.NodeKind { return kindRaw }

func (*raw) IsRaw() bool { return true }

func (n *raw) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// rawMaker makes raw nodes of each paragraph whose last line is known: one of the lines before a
// table, where there are any, and one of the table.
type rawMaker struct{}

var tables = extension.NewTableParagraphTransformer()

func (rawMaker) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	parent, before := n.Parent(), n.PreviousSibling()
	tables.Transform(n, r, pc)
	if n.Parent() != nil {
		p := &raw{}
		p.SetLines(n.Lines())
		parent.ReplaceChild(parent, n, p)
		before = p
	}
	next := parent.FirstChild()
	if before != nil {
		next = before.NextSibling()
	}
	if t, ok := next.(*east.Table); ok {
		parent.ReplaceChild(parent, t, &raw{table: t})
	}
}
