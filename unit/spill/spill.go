// Package spill gives long lists of numbers their place in temporary files that are mapped into
// memory, when much memory is in use. The system takes the memory of such a list for something else when
// it is short, and reads back from the file what is asked for; a collection of garbage neither looks
// at the list nor lets garbage gather in proportion to it.
//
// A file has no name from the start, or loses it at once where the file system cannot do that, so it goes
// with the program. Files lie where [os.TempDir] says. Lists lie in ordinary memory on other systems
// than Linux, where the folder lies in memory itself, and where the disk would be nearly full.
package spill

import (
	"math"
	"reflect"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"runreport/unit/memory"
)

// above is how many bytes are much memory. Of a program that may take less than four times as many, a
// fourth of that is: what stays in ordinary memory, and its garbage, need the rest.
const above = 256 << 20

// least is the size of the smallest list that is kept in a file, in bytes.
const least = 64 << 10

// Lists shorter than ownFile lie side by side in files of firstFile to lastFile bytes, each twice as long as the one
// before it in its room: making a file, mapping it and giving it up takes some 0.4 ms, and 100,000 runs have 500 lists.
// Longer lists have a file each. Of mapped files a program may have some 65,000 (vm.max_map_count).
const (
	firstFile = 1 << 20
	lastFile  = 16 << 20
	ownFile   = 4 << 20
)

// mapped is how many bytes the lists in all files have.
var mapped atomic.Int64

// Room is some lists that are given up together. A nil one has them in ordinary memory. It may be
// used from several goroutines.
type Room struct {
	above, least int64

	mu    sync.Mutex
	files [][]byte
	free  []byte // what is left of the latest file with several lists
	next  int64  // bytes of the next such file; 0: firstFile
	lists int64  // bytes of all lists
}

// New is a room for lists of 64 KiB and more, once much memory is in use.
func New() *Room {
	return roomIn(memory.Limit())
}

// roomIn is New for a program that may take so many bytes.
func roomIn(limit int64) *Room { return &Room{above: min(above, limit/4), least: least} }

// Always is a room for lists of any length, whatever memory is in use.
func Always() *Room { return &Room{least: 1} }

// Like is an empty room for lists of the same kind; nil where there is none.
func (r *Room) Like() *Room {
	if r == nil {
		return nil
	}
	return &Room{above: r.above, least: r.least}
}

// Plain reports whether values of the type are made of numbers alone: a collection of garbage does not
// look into files, and would free what is pointed to from there.
func Plain[T any]() bool { return plain(reflect.TypeFor[T]()) }

func plain(t reflect.Type) bool {
	switch kind := t.Kind(); kind {
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return plain(t.Elem())
	default:
		return kind >= reflect.Bool && kind <= reflect.Complex128 && kind != reflect.Uintptr
	}
}

// Make is a list of n zeros, wherever there is room for it.
func Make[T any](r *Room, n int) []T {
	if list, ok := Mapped[T](r, n); ok {
		return list
	}
	return make([]T, n)
}

// Mapped is a list of n zeros in a file; false where it is not to have one.
func Mapped[T any](r *Room, n int) ([]T, bool) {
	var zero T
	size := int64(unsafe.Sizeof(zero))
	if r == nil || n <= 0 || size == 0 || !Plain[T]() || int64(n) > math.MaxInt64/size || !r.wants(int64(n)*size) {
		return nil, false
	}
	place, err := r.place(int64(n) * size)
	if err != nil { // ordinary memory may do
		return nil, false
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(place))), n), true
}

// Stored is what the lists hold, one after the other, in a file of its own; false where it is not to have one, or
// cannot be written. It takes memory of the program only when it is read.
func Stored(r *Room, lists [][]byte) ([]byte, bool) {
	var bytes int64
	for _, list := range lists {
		bytes += int64(len(list))
	}
	if r == nil || bytes == 0 || !r.wants(bytes) {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	file, err := r.file(bytes, lists...)
	if err != nil { // they stay where they are
		return nil, false
	}
	r.count(bytes)
	return file, true
}

// place is a place of so many zero bytes in a file, for values of any type.
func (r *Room) place(bytes int64) ([]byte, error) {
	const aligned = 64 // bytes, so that lists that are filled in parallel share no cache line
	all := (bytes + aligned - 1) / aligned * aligned
	r.mu.Lock()
	defer r.mu.Unlock()
	from := &r.free
	switch {
	case bytes >= ownFile:
		file, err := r.file(bytes)
		if err != nil {
			return nil, err
		}
		from, all = &file, bytes
	case all > int64(len(r.free)):
		next := max(r.next, firstFile)
		file, err := r.file(max(next, all))
		if err != nil {
			return nil, err
		}
		r.free, r.next = file, min(2*next, lastFile)
	}
	place := (*from)[:bytes:bytes]
	*from = (*from)[all:]
	r.count(bytes)
	return place, nil
}

// count counts the bytes of a list in a file.
func (r *Room) count(bytes int64) {
	mapped.Add(bytes)
	r.lists += bytes
}

// file adds a file of so many bytes, which begins with the lists and is zero behind them.
func (r *Room) file(bytes int64, lists ...[]byte) ([]byte, error) {
	file, err := mapFile(bytes, lists...)
	if err == nil {
		r.files = append(r.files, file)
	}
	return file, err
}

// wants reports whether a list of so many bytes is to have a file.
func (r *Room) wants(bytes int64) bool {
	return bytes >= r.least && inUse()+mapped.Load()+bytes >= r.above
}

// inUse is how many bytes of ordinary memory were in use at the last collection of garbage.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// Bytes is how many bytes the lists in files have now, in all rooms.
func Bytes() int64 { return mapped.Load() }

// Rest gives back the memory that the lists take, to the cache of files. What they hold stays, and is
// there again where it is asked for.
func (r *Room) Rest() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, file := range r.files {
		rest(file)
	}
}

// Close gives up the files. The lists must not be used any more. What is not closed goes with
// the program.
func (r *Room) Close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, file := range r.files {
		unmap(file)
	}
	mapped.Add(-r.lists)
	r.files, r.free, r.next, r.lists = nil, nil, 0, 0
}

// Slab is a place for many lists that are too short to have a file each: they lie side by side in files of
// 8 MiB, once much memory is in use. Until then they lie side by side in ordinary memory, which the collector of
// garbage has less work with than with a piece of memory for each. It may be used from several goroutines.
type Slab struct {
	room *Room
	mu   sync.Mutex
	last []byte // its latest file
	free []byte // of that

	block []byte // what is left of a block of ordinary memory
}

// NewSlab is one whose files are in the room.
func NewSlab(room *Room) *Slab { return &Slab{room: room} }

// slabBytes is how long a file of a slab is at least: few files for many lists (see least). Blocks of ordinary
// memory have blockBytes. How much memory is in use is asked once for each of these: the runtime takes 2 µs to tell,
// and lists of a hundred bytes come in three for each small log.
const (
	slabBytes  = 8 << 20
	blockBytes = 64 << 10
)

// Place is a copy of the list that lies on the slab. That of a nil one lies in memory of its own, and so do
// lists of what points to something else, and longer ones where there is no file for them.
func Place[T any](s *Slab, list []T) []T {
	own, ok := on[T](s, len(list), true)
	if !ok {
		return slices.Clone(list)
	}
	copy(own, list)
	return own
}

// Append is append, but that a list without room for the value moves to a file of the slab, if that has a place
// for it.
func Append[T any](s *Slab, list []T, value T) []T {
	if len(list) == cap(list) {
		if longer, ok := on[T](s, max(2, 2*len(list)), false); ok {
			list = longer[:copy(longer, list)]
		}
	}
	return append(list, value)
}

// on is a list of n zeros on the slab; false where it has no place for it. inBlock says that a block of
// ordinary memory will do.
func on[T any](s *Slab, n int, inBlock bool) ([]T, bool) {
	size := n * int(unsafe.Sizeof(*new(T)))
	if s == nil || size == 0 || !Plain[T]() {
		return nil, false
	}
	const aligned = 8
	all := (size + aligned - 1) / aligned * aligned
	s.mu.Lock()
	defer s.mu.Unlock()
	from := s.with(all, inBlock)
	if from == nil {
		return nil, false
	}
	place := (*from)[:all]
	*from = (*from)[all:]
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(place))), n), true
}

// with is what has so many bytes left: the file, or a block where that will do. nil: there is none.
func (s *Slab) with(bytes int, block bool) *[]byte {
	switch {
	case bytes <= len(s.free):
		return &s.free
	case block && bytes <= len(s.block):
		return &s.block
	}
	if file, ok := Mapped[byte](s.room, max(slabBytes, bytes)); ok {
		rest(s.last) // what lies there is seldom asked for, and is not to count as memory in use
		s.last, s.free = file, file
		return &s.free
	}
	if !block || bytes > blockBytes/16 {
		return nil
	}
	s.block = make([]byte, blockBytes)
	return &s.block
}
