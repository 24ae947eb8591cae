package markdown

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// faulty is a parser that does something before it parses.
type faulty struct {
	parser.Parser
	before func()
}

func (f faulty) Parse(r text.Reader, options ...parser.ParseOption) ast.Node {
	f.before()
	return f.Parser.Parse(r, options...)
}

// A text that the parser does not get through has no blocks, and its page is not given out.
func TestFaultsOfTheParser(t *testing.T) {
	sound := blocksOnly
	defer func() { blocksOnly = sound }()
	const cut = "the end of a long line"
	source := []byte("# a\n" + strings.Repeat("x", longLine+1))
	for _, c := range []struct {
		name  string
		fault func(p *Page, returned chan bool)
	}{
		{"a panic", func(*Page, chan bool) { panic("a fault") }},
		{"no end", func(p *Page, returned chan bool) {
			if !p.timer.Stop() {
				t.Error("a text that is read into a used page has no time limit")
			}
			p.timer.Reset(0) // the limit is reached
			<-returned
		}},
	} {
		p, returned, parsed := newPage(), make(chan bool), make(chan bool)
		if _, ok := p.read([]byte("# before\n")); !ok {
			t.Fatalf("%s: the text before it is not read", c.name)
		}
		blocksOnly = faulty{sound, func() {
			defer close(parsed)
			c.fault(p, returned)
		}}
		got, ok := p.read(source)
		if ok || got == p || len(got.Blocks) > 0 || got.Cut != cut {
			t.Errorf("%s: ok %v, the page that is parsed: %v, blocks %v, cut %q",
				c.name, ok, got == p, got.Blocks, got.Cut)
		}
		got.Release()
		close(returned)
		<-parsed
		blocksOnly = sound
	}
}

// A page is given back once for each text, and not where its text is long.
func TestRelease(t *testing.T) {
	for _, c := range []struct {
		name, source string
		kept         bool // the page keeps the text
	}{
		{"a text", "# a\n", false},
		{"the next one", "# b\n", false},
		{"as long as may be", strings.Repeat("x\n", maxReused/2), false},
		{"too long", strings.Repeat("x\n", maxReused/2+1), true},
	} {
		p, ok := Read([]byte(c.source))
		if !ok {
			t.Fatalf("%s is not read", c.name)
		}
		p.Release()
		if kept := p.text != ""; kept != c.kept {
			t.Errorf("%s: the page keeps the text: %v", c.name, kept)
		}
		p.text = "untouched"
		if p.Release(); p.text != "untouched" {
			t.Errorf("%s: the page is given back twice", c.name)
		}
	}
}
