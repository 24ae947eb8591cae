package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Texts of any shape, read one after the other, have the blocks that they have where headings, paragraphs and
// tables are left to the parser.
func TestRawNodes(t *testing.T) {
	plain := parser.NewParser(blockParsers(parser.NewATXHeadingParser()),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)))
	pieces := []string{"a", "b c", "\\", "`", "**", "<p>", "\t", "  ", "    ", " ", "\f", "\n", "\n", "\n", "\n\n", "- ", "* ", "1. ", "2) ", "> ", "# ",
		"|", "a|b", "\n-|-\n", "a|b\n-|-\n1|2\n", "| a |\n|---|\n", "---\n", "```\n", "é", "<!--", "[a]: b"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		got, _ := Read([]byte(b.String()))
		source, _ := limit(nil, []byte(b.String()))
		want := &Page{source: source, text: string(source), starts: lineStarts(nil, source)}
		root := plain.Parse(text.NewReader(source))
		makeRaw(root)
		want.children(root, 0)
		if diff := cmp.Diff(want.Blocks, got.Blocks, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q: want (-), got (+):\n%s", b.String(), diff)
		}
		got.Release()
	}
}

// makeRaw makes raw nodes of the parser's headings, paragraphs and tables.
func makeRaw(n ast.Node) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		switch c := c.(type) {
		case *ast.Heading:
			p := &raw{level: c.Level}
			p.SetLines(c.Lines())
			n.ReplaceChild(n, c, p)
		case *ast.Paragraph, *ast.TextBlock:
			p := &raw{}
			p.SetLines(c.Lines())
			n.ReplaceChild(n, c, p)
		case *east.Table:
			n.ReplaceChild(n, c, &raw{table: c})
		default:
			makeRaw(c)
		}
		c = next
	}
}
