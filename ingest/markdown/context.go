package markdown

import (
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// context is the state of the parser for one text, with the nodes it makes. It is reset and reused for the next
// text.
type context struct {
	parser.Context
	opened []parser.Block // buffer for the open blocks
	nodes  []*raw
	used   int // number of nodes in use
}

func newContext() context { return context{Context: parser.NewContext()} }

// SetOpenedBlocks sets the blocks that are open; nil: none, which the parser begins with.
func (c *context) SetOpenedBlocks(blocks []parser.Block) {
	if blocks == nil {
		blocks = c.opened[:0]
	}
	c.opened = blocks
	c.Context.SetOpenedBlocks(blocks)
}

// raw is a new node with those lines.
func (c *context) raw(lines *text.Segments) *raw {
	if c.used == len(c.nodes) {
		c.nodes = append(c.nodes, &raw{})
	}
	n := c.nodes[c.used]
	c.used++
	n.SetLines(lines)
	return n
}

// reset forgets the text.
func (c *context) reset() {
	for key := range parser.ContextKeyMax + 1 {
		c.Set(key, nil)
	}
	c.SetBlockOffset(-1)
	c.SetBlockIndent(-1)
	clear(c.opened[:cap(c.opened)])
	for _, n := range c.nodes[:c.used] {
		*n = raw{}
	}
	c.used = 0
}
