package metric

// block hands out lists that lie side by side in large pieces of memory. Of two million runs each
// has a few short ones, which the collector of garbage would look at one by one. They are kept as
// long as each other.
type block[T any] struct{ free []T }

// blockLength is how many elements a piece of memory has, and more where one list is longer.
const blockLength = 1024

// take is a list of n elements, all zero. It is never nil.
func (b *block[T]) take(n int) []T {
	if b.free == nil || n > len(b.free) {
		b.free = make([]T, max(n, blockLength))
	}
	taken := b.free[:n:n]
	b.free = b.free[n:]
	return taken
}
