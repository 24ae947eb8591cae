package record

// arena hands out elements in a row as parts of larger blocks. They are as whoever had them
// before left them.
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

// leave says that what was taken stays in use: it is collected when that ends.
func (a *arena[T]) leave() {
	clear(a.used)
	a.used = a.used[:0]
}
