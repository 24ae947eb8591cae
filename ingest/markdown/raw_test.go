package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Texts of any shape have the blocks that they have where paragraphs and tables are left to the parser.
func TestRawNodes(t *testing.T) {
	plain := parser.NewParser(blockParsers,
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)))
	pieces := []string{"a", "b c", "\\", "`", "**", "<p>", "\t", "  ", "    ", " ", "\f", "\n", "\n", "\n", "\n\n", "- ", "* ", "1. ", "2) ", "> ", "# ",
		"|", "a|b", "\n-|-\n", "a|b\n-|-\n1|2\n", "| a |\n|---|\n", "---\n", "```\n", "é", "<!--", "[a]: b"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		got, _, _ := Read([]byte(b.String()))
		source, _ := limit([]byte(b.String()))
		root := plain.Parse(text.NewReader(source))
		makeRaw(root)
		w := newFlattener(source)
		w.children(root, 0)
		if diff := cmp.Diff(w.blocks, got); diff != "" {
			t.Fatalf("%q: want (-), got (+):\n%s", b.String(), diff)
		}
	}
}

// makeRaw makes raw nodes of the parser's paragraphs and tables.
func makeRaw(n ast.Node) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		switch c := c.(type) {
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
