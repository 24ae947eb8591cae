package source

import (
	"strings"
	"testing"
)

// A block has no more lines than fit into little memory, however short they are, and all blocks
// together have all lines in their order.
func TestLinesOfABlock(t *testing.T) {
	const lines = 3*mostLines + 5
	text := strings.Repeat("\n", lines-1) + "{}\n"
	in, err := New(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var blocks, next int
	err = in.Blocks(BlockSize, func(b *Block) bool {
		blocks++
		if len(b.Lines) > mostLines {
			t.Errorf("a block has %d lines, at most %d", len(b.Lines), mostLines)
		}
		for _, l := range b.Lines {
			if next++; l.No != int64(next) {
				t.Fatalf("line %d is said to be line %d", next, l.No)
			}
		}
		b.Release()
		return true
	})
	if err != nil || blocks != 4 || next != lines {
		t.Errorf("%d blocks with %d lines, want 4 with %d, %v", blocks, next, lines, err)
	}
}
