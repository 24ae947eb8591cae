package record

import (
	"sync"
	"sync/atomic"
)

// arena hands out slices of elements as parts of larger blocks. Elements of a block that is
// used again still hold their old values.
type arena[T any] struct {
	free  []T         // of the last block
	used  []*block[T] // blocks of which something was taken since the last reset or leave
	spare []*block[T] // blocks of which nothing is in use
	stock *sync.Pool  // blocks of which nothing is in use, for all arenas of the kind; nil: there is none
}

// block is elements of which an arena hands out some, and of which files may have some: small files share
// their blocks. Who lets go of it last may use it again.
type block[T any] struct {
	items []T
	users atomic.Int32
}

// take is n elements. A new block has size of them, n being no more.
func (a *arena[T]) take(n, size int) []T {
	if len(a.free) < n {
		b := a.block(size)
		a.free, a.used = b.items, append(a.used, b)
	}
	taken := a.free[:n:n]
	a.free = a.free[n:]
	return taken
}

// block is one that nobody else uses.
func (a *arena[T]) block(size int) *block[T] {
	if n := len(a.spare); n > 0 {
		b := a.spare[n-1]
		a.spare = a.spare[:n-1]
		return b
	}
	if a.stock != nil {
		if b, ok := a.stock.Get().(*block[T]); ok {
			return b
		}
	}
	b := &block[T]{items: make([]T, size)}
	b.users.Store(1)
	return b
}

// reset says that nothing that was taken since the last leave is in use any more.
func (a *arena[T]) reset() {
	a.free = nil
	for _, b := range a.used {
		if b.letGo() {
			a.spare = append(a.spare, b)
		}
	}
	clear(a.used)
	a.used = a.used[:0]
}

// leave says that what was taken stays in use. It returns the blocks of it, which are given back with
// giveBack, or left to the garbage collector. The arena goes on with what is free of the last one.
func (a *arena[T]) leave() []*block[T] {
	left := a.used
	if a.used = nil; len(left) > 0 && len(a.free) > 0 {
		last := left[len(left)-1]
		last.users.Add(1)
		a.used = append(a.used, last)
	}
	return left
}

// letGo says that one of its users uses the block no more. true: nobody does, and it is as if it were new.
func (b *block[T]) letGo() bool {
	if b.users.Add(-1) > 0 {
		return false
	}
	b.users.Store(1)
	return true
}

// giveBack says that nothing is in use any more that was left in the blocks.
func giveBack[T any](stock *sync.Pool, left []*block[T]) {
	for _, b := range left {
		if b.letGo() {
			stock.Put(b)
		}
	}
}
