package record

// arena hands out slices of elements as parts of larger blocks. Elements of a block that is
// used again still hold their old values.
type arena[T any] struct {
	free  []T   // of the last block
	used  [][]T // blocks of which something was taken since the last reset
	spare [][]T // blocks of which nothing is in use
}

// take is n elements. A new block has size of them, n being no more.
func (a *arena[T]) take(n, size int) []T {
	if len(a.free) < n {
		a.free = a.block(size)
		a.used = append(a.used, a.free)
	}
	taken := a.free[:n:n]
	a.free = a.free[n:]
	return taken
}

func (a *arena[T]) block(size int) []T {
	if n := len(a.spare); n > 0 {
		b := a.spare[n-1]
		a.spare = a.spare[:n-1]
		return b
	}
	return make([]T, size)
}

// reset says that nothing that was taken is in use any more.
func (a *arena[T]) reset() {
	a.free = nil
	a.spare = append(a.spare, a.used...)
	a.used = a.used[:0]
}

// leave says that what was taken stays in use. The arena gives it up to the garbage collector.
func (a *arena[T]) leave() {
	clear(a.used)
	a.used = a.used[:0]
}
