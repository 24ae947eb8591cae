package spill

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"
)

// inFiles is where files are made, which is empty before and after.
func inFiles(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("lists have files on Linux alone")
	}
	dir, before := t.TempDir(), mapped.Load()
	t.Setenv("TMPDIR", dir)
	probe, err := mapFile(1)
	if err != nil {
		t.Skip("no files can be mapped here: ", err)
	}
	unmap(probe)
	t.Cleanup(func() {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left behind, %v", left, err)
		}
		if now := mapped.Load(); now != before {
			t.Errorf("%d bytes are mapped, %d before", now, before)
		}
	})
}

func TestListsInFiles(t *testing.T) {
	inFiles(t)
	r := Always()
	defer r.Close()
	longs, flags := Make[int64](r, 10_000), Make[bool](r, 3)
	if len(longs) != 10_000 || len(flags) != 3 || len(r.files) != 1 {
		t.Fatalf("%d and %d values in %d files", len(longs), len(flags), len(r.files))
	}
	if slices.ContainsFunc(longs, func(v int64) bool { return v != 0 }) || slices.Contains(flags, true) {
		t.Error("a new list is not zero")
	}
	for i := range longs {
		longs[i] = int64(i) * -3
	}
	flags[1] = true
	r.Rest()
	for i, v := range longs {
		if v != int64(i)*-3 {
			t.Fatalf("value %d is %d after a rest", i, v)
		}
	}
	if !slices.Equal(flags, []bool{false, true, false}) {
		t.Errorf("%v after a rest", flags)
	}
}

// Short lists lie side by side in files that grow, long ones have a file each. None has room for more, and the
// values of one do not reach into another.
func TestListsSideBySide(t *testing.T) {
	inFiles(t)
	r, before := Always(), mapped.Load()
	var lists [][]byte
	var want []int // bytes of files
	add := func(bytes int, files ...int) {
		list := Make[byte](r, bytes)
		if len(list) != bytes || cap(list) != bytes {
			t.Fatalf("a list of %d bytes has %d, and room for %d", bytes, len(list), cap(list))
		}
		for i := range list {
			if list[i] != 0 {
				t.Fatalf("a new list of %d bytes has a %d", bytes, list[i])
			}
			list[i] = byte(len(lists) + 1)
		}
		lists, want = append(lists, list), append(want, files...)
		got := []int{}
		for _, f := range r.files {
			got = append(got, len(f))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("behind a list of %d bytes the files have %v bytes, want %v", bytes, got, want)
		}
	}
	add(3, 1<<20)
	add(65)
	add(1 << 19)
	add(4<<20, 4<<20) // a file of its own
	add(1 << 18)
	add(1<<18, 2<<20) // which the first has no room for
	add(4<<20-1, 4<<20)
	add(3<<20, 8<<20)
	add(3 << 20)
	add(3<<20, 16<<20)
	for range 4 {
		add(3 << 20)
	}
	add(3<<20, 16<<20) // no longer than that
	all := 0
	for k, list := range lists {
		all += len(list)
		for i, v := range list {
			if v != byte(k+1) {
				t.Fatalf("value %d of list %d is %d", i, k, v)
			}
		}
	}
	if got := mapped.Load() - before; got != int64(all) {
		t.Errorf("lists have %d bytes in files, want %d", got, all)
	}
	r.Close()
	if list := Make[int64](r, 3<<17); len(r.files) != 1 || len(r.files[0]) != 3<<20 || len(list) != 3<<17 {
		t.Errorf("a first list of 3 MiB has %d files", len(r.files))
	}
	for range 3 {
		flag, number := Make[bool](r, 3), Make[int64](r, 1)
		for _, at := range []unsafe.Pointer{unsafe.Pointer(&flag[0]), unsafe.Pointer(&number[0])} {
			if uintptr(at)%64 != 0 {
				t.Errorf("a list begins at %v", at)
			}
		}
	}
	r.Close()
	if list := Make[byte](r, 1); len(r.files) != 1 || len(r.files[0]) != firstFile || list[0] != 0 {
		t.Errorf("a room that is used again has %d files", len(r.files))
	}
	r.Close()
}

// Lists that are stored lie one after the other, more of them than the system takes in one call too. They can be changed.
func TestStoredLists(t *testing.T) {
	inFiles(t)
	r, before := Always(), mapped.Load()
	var lists [][]byte
	var want []byte
	for i := range 3000 {
		list := bytes.Repeat([]byte{byte(i + 1)}, i%7*i%5000)
		lists, want = append(lists, list), append(want, list...)
	}
	given := slices.Clone(lists)
	got, ok := Stored(r, lists)
	if !ok || !bytes.Equal(got, want) || len(r.files) != 1 {
		t.Fatalf("stored: %t, %d bytes in %d files, want %d", ok, len(got), len(r.files), len(want))
	}
	if !slices.EqualFunc(lists, given, bytes.Equal) {
		t.Error("the lists that were given have changed")
	}
	if n := mapped.Load() - before; n != int64(len(want)) {
		t.Errorf("%d bytes are mapped, want %d", n, len(want))
	}
	got[7], want[7] = 'x', 'x'
	if r.Rest(); !bytes.Equal(got, want) {
		t.Error("after a rest there is something else")
	}
	short := Make[byte](r, 3)
	if again, ok := Stored(r, lists[:20]); !ok || !bytes.Equal(again, bytes.Join(lists[:20], nil)) || !bytes.Equal(short, make([]byte, 3)) {
		t.Error("beside another list there is something else")
	}
	r.Close()
	for _, c := range []struct {
		name  string
		room  *Room
		lists [][]byte
	}{
		{"no room", nil, lists},
		{"nothing", r, nil},
		{"empty lists", r, make([][]byte, 3)},
		{"not much memory in use", &Room{above: math.MaxInt64, least: 1}, lists},
		{"short lists", &Room{least: 9}, [][]byte{make([]byte, 4), make([]byte, 4)}},
	} {
		if file, ok := Stored(c.room, c.lists); ok || file != nil {
			t.Errorf("%s: %d bytes are stored", c.name, len(file))
		}
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if file, ok := Stored(r, lists); ok || file != nil || len(r.files) != 0 || r.lists != 0 {
		t.Errorf("%d bytes lie in %d files of a folder that is missing", len(file), len(r.files))
	}
}

// What points to something else is not put where a collection of garbage does not look.
func TestListsOfPointers(t *testing.T) {
	inFiles(t)
	r := Always()
	defer r.Close()
	type flat struct {
		a int32
		b [2]bool
	}
	for name, got := range map[string]struct{ plain, want bool }{
		"uint8":           {Plain[uint8](), true},
		"float64":         {Plain[float64](), true},
		"struct":          {Plain[flat](), true},
		"string":          {Plain[string](), false},
		"list":            {Plain[[]byte](), false},
		"pointer":         {Plain[*int](), false},
		"struct with one": {Plain[struct{ a, b *int }](), false},
		"array of them":   {Plain[[2]string](), false},
	} {
		if got.plain != got.want {
			t.Errorf("%s: plain %t", name, got.plain)
		}
	}
	if texts := Make[string](r, 10); len(texts) != 10 || len(r.files) != 0 {
		t.Errorf("%d texts, in %d files", len(texts), len(r.files))
	}
	list := Make[flat](r, 10)
	list[9] = flat{7, [2]bool{true, false}}
	if r.Rest(); len(list) != 10 || len(r.files) != 1 || list[9].a != 7 || !list[9].b[0] || list[8] != (flat{}) {
		t.Errorf("%v, in %d files", list, len(r.files))
	}
}

func TestWhenListsHaveFiles(t *testing.T) {
	inFiles(t)
	few := &Room{above: inUse() + Bytes() + 10<<20, least: 1 << 20}
	defer few.Close()
	for _, c := range []struct {
		n     int
		files int
	}{
		{9 << 20, 0},   // with it not much is in use
		{1<<20 - 1, 0}, // not long
		{16 << 20, 1},
		{1<<20 - 1, 1},
		{1 << 20, 2}, // what is in files counts
		{0, 2}, {-1, 2},
	} {
		if list, ok := Mapped[byte](few, c.n); len(few.files) != c.files || ok && len(list) != c.n {
			t.Errorf("a list of %d bytes: %d files, want %d", c.n, len(few.files), c.files)
		}
	}
	if list := Make[byte](nil, 5); len(list) != 5 {
		t.Error("no list without a room")
	}
	var none *Room
	none.Rest()
	none.Close()
	if none.Like() != nil {
		t.Error("a room like none")
	}
	if like := few.Like(); like.above != few.above || like.least != few.least || len(like.files) != 0 {
		t.Errorf("%+v is not like %+v", like, few)
	}
}

// A program that may take little memory has less of it in ordinary memory.
func TestMuchMemory(t *testing.T) {
	for limit, want := range map[int64]int64{math.MaxInt64: 256 << 20, 1 << 30: 256 << 20, 400 << 20: 100 << 20} {
		if r := roomIn(limit); r.above != want || r.least != 64<<10 {
			t.Errorf("of %d bytes much are %d, long are %d, want %d and 64 KiB", limit, r.above, r.least, want)
		}
	}
	if r := New(); r.above <= 0 || r.above > above {
		t.Errorf("here much is %d bytes", r.above)
	}
}

// Where there is no room for a file, or no folder for one, ordinary memory has to do.
func TestListsWithoutFiles(t *testing.T) {
	inFiles(t)
	r := Always()
	defer r.Close()
	if _, ok := Mapped[byte](r, 1<<50); ok {
		t.Error("a file of a pebibyte")
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if list := Make[byte](r, 10); len(list) != 10 || len(r.files) != 0 {
		t.Errorf("%d bytes, in %d files", len(list), len(r.files))
	}
}

// Lists on a slab are copies that lie side by side in few files, aligned, and stay apart from each other. Where there
// is no room, and of what points elsewhere, they are copies in ordinary memory.
func TestSlab(t *testing.T) {
	inFiles(t)
	room := Always()
	defer room.Close()
	for name, s := range map[string]*Slab{"files": NewSlab(room), "no room": NewSlab(nil), "none": nil} {
		before := mapped.Load()
		var bytes [][]byte
		var numbers [][]int64
		for i := range 300 {
			own := []byte{byte(i), byte(i >> 8), 1}
			bytes, numbers = append(bytes, Place(s, own)), append(numbers, Place(s, []int64{int64(i), -1}))
			own[0]++
		}
		for i := range 300 {
			if got := bytes[i]; !slices.Equal(got, []byte{byte(i), byte(i >> 8), 1}) || cap(got) > 8 {
				t.Fatalf("%s: list %d is %v, with room for %d", name, i, got, cap(got))
			}
			if got := numbers[i]; !slices.Equal(got, []int64{int64(i), -1}) {
				t.Fatalf("%s: list %d is %v", name, i, got)
			}
		}
		want := int64(0)
		if name == "files" {
			want = slabBytes
		}
		if got := mapped.Load() - before; got != want {
			t.Errorf("%s: %d bytes are in files, want %d", name, got, want)
		}
		if long := Place(s, make([]byte, slabBytes+1)); len(long) != slabBytes+1 {
			t.Errorf("%s: a list longer than a file has %d bytes", name, len(long))
		}
		if got := Place(s, []string{"a"}); !slices.Equal(got, []string{"a"}) {
			t.Errorf("%s: %v", name, got)
		}
		if got := Place(s, []int64(nil)); len(got) > 0 {
			t.Errorf("%s: of nothing: %v", name, got)
		}
	}
}

func TestAppendOnASlab(t *testing.T) {
	inFiles(t)
	room := Always()
	defer room.Close()
	for name, s := range map[string]*Slab{"files": NewSlab(room), "no room": NewSlab(nil), "none": nil} {
		before := mapped.Load()
		var numbers [100][]int64
		var texts []string
		for i := range int64(50) {
			for k := range numbers { // in turn, so that no list lies at the end of the slab
				numbers[k] = Append(s, numbers[k], int64(k)*1000+i)
			}
			texts = Append(s, texts, "a")
		}
		for k, list := range numbers {
			for i, v := range list {
				if v != int64(k)*1000+int64(i) {
					t.Fatalf("%s: value %d of list %d is %d", name, i, k, v)
				}
			}
			if len(list) != 50 {
				t.Errorf("%s: list %d has %d values", name, k, len(list))
			}
		}
		if len(texts) != 50 {
			t.Errorf("%s: %d texts", name, len(texts))
		}
		if got := mapped.Load() > before; got != (name == "files") {
			t.Errorf("%s: lies in files: %t", name, got)
		}
		given := make([]int64, 1, 4)
		if more := Append(s, given, 7); &more[0] != &given[0] || more[1] != 7 {
			t.Errorf("%s: a list with room moved, or is %v", name, more)
		}
	}
}

// Asking how much memory is in use takes longer than copying a short list, so it is asked once for a block of them.
func TestASlabAsksAgain(t *testing.T) {
	inFiles(t)
	room := &Room{above: math.MaxInt64, least: 1}
	defer room.Close()
	s := NewSlab(room)
	Place(s, make([]byte, 100))
	room.above = 0 // much memory is in use from now on
	placed := 104  // lists begin at multiples of 8
	for len(room.files) == 0 && placed < 2*blockBytes {
		Place(s, make([]byte, 100))
		placed += 104
	}
	if placed < blockBytes || placed > blockBytes+104 {
		t.Errorf("there is a file behind %d bytes of lists, want %d", placed, blockBytes)
	}
	Place(s, make([]byte, 100))
	if len(room.files) != 1 {
		t.Error("the next list has another file")
	}
}

// Where there are no files, short lists share blocks of memory and long ones have their own. A list that grows
// leaves nothing behind in a block.
func TestASlabWithoutFiles(t *testing.T) {
	s := NewSlab(nil)
	Place(s, make([]int64, 3))
	if left := len(s.block); left != blockBytes-24 {
		t.Errorf("%d bytes of a block are left, want %d", left, blockBytes-24)
	}
	Place(s, make([]byte, blockBytes))
	var grown []int64
	for i := range int64(100) {
		grown = Append(s, grown, i)
	}
	if left := len(s.block); left != blockBytes-24 || len(grown) != 100 || grown[99] != 99 {
		t.Errorf("behind long lists %d bytes of a block are left, want %d; %d values", left, blockBytes-24, len(grown))
	}
}
