package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// lineStarts adds the offset of each line.
func lineStarts(starts []int, source []byte) []int {
	starts = append(starts, 0)
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt is the number of the line that holds the offset.
func (p *Page) lineAt(offset int) int64 {
	i, found := slices.BinarySearch(p.starts, offset)
	if found {
		i++
	}
	return int64(i)
}

func (p *Page) children(n ast.Node, depth int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		p.node(c, depth)
	}
}

func (p *Page) node(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		p.fence(n)
	case *ast.CodeBlock:
		// Models indent prose as often as code, so that an indented block is read as lines.
		p.lines(n, depth)
	case *raw:
		switch {
		case n.table != nil:
			p.table(n.table)
		case n.level > 0:
			p.heading(n)
		default:
			p.lines(n, depth)
		}
	case *ast.List:
		p.children(n, depth+1)
	case *ast.HTMLBlock:
	default:
		p.children(n, depth)
	}
}

func (p *Page) heading(n *raw) {
	if n.Lines().Len() > 0 {
		s := n.Lines().At(0)
		p.Blocks = append(p.Blocks, Block{Kind: Heading, Level: n.level, No: p.lineAt(s.Start), Text: p.value(s)})
	}
}

func (p *Page) lines(n ast.Node, depth int) {
	_, code := n.(*ast.CodeBlock)
	_, inItem := n.Parent().(*ast.ListItem)
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		p.Blocks = append(p.Blocks, Block{
			Kind:  Line,
			No:    p.lineAt(s.Start),
			Depth: depth,
			First: i == 0 || code,
			Item:  i == 0 && inItem && n.PreviousSibling() == nil,
			Text:  p.value(s),
		})
	}
}

func (p *Page) fence(n *ast.FencedCodeBlock) {
	if n.Lines().Len() == 0 {
		return
	}
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(p.source))
	}
	p.Blocks = append(p.Blocks, Block{Kind: Fence, No: p.lineAt(n.Lines().At(0).Start), Text: b.String()})
}

func (p *Page) table(t *east.Table) {
	var head []string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		b := Block{Kind: Row, Head: head}
		from := len(p.cells)
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			value := ""
			if c.Lines().Len() > 0 {
				s := c.Lines().At(0)
				value = strings.ReplaceAll(p.value(s), `\|`, "|")
				if b.No == 0 {
					b.No = p.lineAt(s.Start)
				}
			}
			p.cells = append(p.cells, value)
		}
		b.Cells = slices.Clip(p.cells[from:])
		if _, isHead := r.(*east.TableHeader); isHead {
			head = b.Cells
			continue
		}
		if b.No > 0 {
			p.Blocks = append(p.Blocks, b)
		}
	}
}

// value is the text of a segment without the blanks around it, which are all that a segment may add to its part
// of the source.
func (p *Page) value(s text.Segment) string { return strings.TrimSpace(p.text[s.Start:s.Stop]) }
