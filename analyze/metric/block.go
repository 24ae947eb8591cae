package metric

// block hands out lists that lie side by side in large pieces of memory. Of a million runs each has
// a few short ones, which the collector of garbage would look at one by one. All lists of a piece
// are freed together, with the last that is in use.
type block[T any] struct {
	free []T // of the last piece
	next int // how many elements the next piece has
}

// A piece of memory has twice as many elements as the one before, within these limits, and more
// where one list is longer.
const (
	firstPiece = 16
	piece      = 1024
)

// take is a list of n elements, all zero. It is never nil.
func (b *block[T]) take(n int) []T {
	if n == 0 {
		return []T{}
	}
	if n > len(b.free) {
		b.next = min(max(2*b.next, firstPiece), piece)
		b.free = make([]T, max(n, b.next))
	}
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}
