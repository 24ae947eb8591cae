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
	if all.file, ok = spill.Stored(room, all.lists); !ok {
		return false
	}
	for _, t := range s.list() {
		all.take(t)
	}
	trim(s.list())
	s.Room = room
	return true
}

// shelf is where lists are put side by side: first they are gathered, and when they are in a file, each is
// found there again.
type shelf struct {
	lists [][]byte // in their order, with what fills up the places between them
	file  []byte   // from the next list on; nil: there is none yet
}

func (m *shelf) take(t Table) {
	for _, c := range ragged(t) {
		c.lie(m)
	}
}

// between is what fills up the place between two lists: each begins at a multiple of its length.
var between [8]byte

// put is the list, in the file where there is one. A list of what points to something else stays.
func put[T any](at *shelf, list []T) []T {
	if len(list) == 0 || !spill.Plain[T]() {
		return list
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(list[0])))
	odd := (len(between) - len(bytes)%len(between)) % len(between)
	if at.file == nil {
		at.lists = append(at.lists, bytes, between[:odd])
		return list
	}
	own := at.file[:len(bytes):len(bytes)]
	at.file = at.file[len(bytes)+odd:]
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(own))), len(list))
}

func (c *cells[T]) lie(at *shelf) { c.vals, c.valid = put(at, c.vals), put(at, c.valid) }

func (n *numbers) lie(at *shelf) { n.b, n.valid = put(at, n.b), put(at, n.valid) }
