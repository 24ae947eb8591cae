package metric

// shared keeps equal values once. There may be as many different ones as units, so it starts over when it
// has many: values that are equal mostly come near each other.
type shared[T comparable] struct {
	last *T // which mostly comes again
	all  map[T]*T
}

// manyShared is how many different values are remembered.
const manyShared = 4096

func newShared[T comparable]() *shared[T] { return &shared[T]{last: new(T), all: map[T]*T{}} }

// one is a pointer to the value, mostly the same one for equal values. What it points to must not be changed.
func (s *shared[T]) one(v T) *T {
	if *s.last == v {
		return s.last
	}
	kept, known := s.all[v]
	if !known {
		if len(s.all) >= manyShared {
			clear(s.all)
		}
		kept = new(T)
		*kept = v
		s.all[v] = kept
	}
	s.last = kept
	return kept
}
