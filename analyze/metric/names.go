package metric

// namesOfUnits says what names stand for in one unit after the other. A map of each unit's own
// would be made a hundred thousand times, and one that is cleared for each takes as long to clear
// as the largest unit was.
type namesOfUnits[K comparable, T any] map[K]nameOfUnit[T]

// nameOfUnit is what a name stood for in the last unit that has it.
type nameOfUnit[T any] struct {
	unit *Unit
	is   T
}

func (n namesOfUnits[K, T]) set(u *Unit, name K, is T) { n[name] = nameOfUnit[T]{u, is} }

// of is what the name stands for in the unit.
func (n namesOfUnits[K, T]) of(u *Unit, name K) (is T, known bool) {
	if last := n[name]; last.unit == u {
		return last.is, true
	}
	return is, false
}
