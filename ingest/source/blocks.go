package source

import "sync"

// Block is some lines of an input in a row, so that several goroutines can share the work
// on a long input. Its lines are valid until it is released.
type Block struct {
	Lines []Line
	// To is where the lines end in the input, in bytes. Before it there may be lines that are handed out
	// with the next block, when it was seen whether an object goes on over them.
	To int64

	text []byte // that the lines are parts of
}

// BlockSize is how long the text of a block is, in bytes: long enough that handing it over
// costs nothing, short enough that a few of them take little memory. A longer line has a
// block of its own.
const BlockSize = 4 << 20

// mostLines is how many lines a block has at most: blank ones have no text, and 400 kB of a compressed log
// may be 30 million of them.
const mostLines = 1 << 16

var blocks = sync.Pool{New: func() any { return &Block{} }}

// Blocks is Objects with the lines in blocks of up to size bytes. Whoever gets a block
// releases it. It returns the first error of reading; blocks before it were handed out.
func (in *Input) Blocks(size int, yield func(*Block) bool) error {
	b, stopped := newBlock(size), false
	err := in.Objects(func(l Line) bool {
		if len(b.Lines) == mostLines || len(b.Lines) > 0 && len(b.text)+len(l.Text) > cap(b.text) {
			if stopped = !yield(b); stopped {
				b = nil
				return false
			}
			b = newBlock(size)
		}
		from := len(b.text)
		b.text = append(b.text, l.Text...)
		l.Text = b.text[from:len(b.text):len(b.text)]
		b.Lines, b.To = append(b.Lines, l), in.read
		return true
	})
	switch {
	case stopped:
	case len(b.Lines) > 0:
		yield(b)
	default:
		b.Release()
	}
	return err
}

func newBlock(size int) *Block {
	b := blocks.Get().(*Block)
	b.Lines = b.Lines[:0]
	if b.text = b.text[:0]; cap(b.text) < size {
		b.text = make([]byte, 0, size)
	}
	return b
}

// Release gives the block's memory back.
func (b *Block) Release() {
	if cap(b.text) > 2*BlockSize { // it held one very long line
		b.text = nil
	}
	blocks.Put(b)
}
