package table

import (
	"unsafe"

	"runreport/unit/spill"
)

// Shelve has the numbers of all columns lie side by side in a file, where much memory is in use, and
// gives up what only more rows would need. The rows can be read and joined as before. It is false
// where they stay where they are.
func Shelve(s *Set, room *spill.Room) bool {
	var all shelf
	for _, t := range s.list() {
		all.take(t)
	}
	var ok bool
	if all.room, ok = spill.Mapped[byte](room, all.bytes); !ok {
		return false
	}
	for _, t := range s.list() {
		all.take(t)
	}
	trim(s.list())
	s.Room = room
	room.Rest()
	return true
}

// shelf is memory in which lists are put side by side. One without room only counts how much they
// take.
type shelf struct {
	room  []byte
	bytes int // of all lists
}

func (m *shelf) take(t Table) {
	for _, c := range ragged(t) {
		c.lie(m)
	}
}

// put is the list, on the shelf where that has room. A list of what points to something else stays.
func put[T any](at *shelf, list []T) []T {
	const aligned = 8
	if len(list) == 0 || !spill.Plain[T]() {
		return list
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(list[0])))
	all := (len(bytes) + aligned - 1) / aligned * aligned
	if at.room == nil {
		at.bytes += all
		return list
	}
	on := at.room[:len(bytes):len(bytes)]
	copy(on, bytes)
	at.room = at.room[all:]
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(on))), len(list))
}

func (c *cells[T]) lie(at *shelf) { c.vals, c.valid = put(at, c.vals), put(at, c.valid) }

func (n *numbers) lie(at *shelf) { n.b, n.valid = put(at, n.b), put(at, n.valid) }
