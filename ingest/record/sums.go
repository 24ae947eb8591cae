package record

import "github.com/zeebo/xxh3"

// Sums is a set of sums of records or texts, in one piece of memory that the collector of garbage
// need not look at. Two of one sum are taken for the same: of 128 bits none are by chance.
type Sums struct {
	slots []xxh3.Uint128 // a power of two of them; zero: free
	left  int            // how many more are added before there are twice as many slots
	zero  bool           // the sum zero is in the set
}

// NewSums makes a set with room for n sums. It is in the memory that is given if that is large
// enough, and zero: a unit of a few records takes none of its own.
func NewSums(n int, room []xxh3.Uint128) Sums {
	size := 16
	for size < n+n/2 {
		size *= 2
	}
	if size > len(room) {
		room = make([]xxh3.Uint128, size)
	}
	return Sums{slots: room[:size], left: size / 4 * 3}
}

// Add adds a sum. It reports whether it was not there before.
func (s *Sums) Add(sum xxh3.Uint128) bool {
	var free xxh3.Uint128
	if sum == free {
		was := s.zero
		s.zero = true
		return !was
	}
	mask := uint64(len(s.slots) - 1)
	i := sum.Lo & mask
	for s.slots[i] != free {
		if s.slots[i] == sum {
			return false
		}
		i = (i + 1) & mask
	}
	s.slots[i] = sum
	if s.left--; s.left == 0 {
		s.grow()
	}
	return true
}

func (s *Sums) grow() {
	more := NewSums(len(s.slots), nil)
	for _, sum := range s.slots {
		if sum != (xxh3.Uint128{}) {
			more.Add(sum)
		}
	}
	s.slots, s.left = more.slots, more.left
}
