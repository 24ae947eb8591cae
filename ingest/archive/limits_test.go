package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// An archive has 524,288 members at most, with names of up to 4096 bytes and of 64 MiB together.
func TestMostMembers(t *testing.T) {
	a := &Archive{room: 10, tree: tree{files: map[string]*Member{}, taken: map[string]int{}, names: 64<<20 - 1}}
	if !a.add("a", &Member{}) || a.add("b", &Member{}) {
		t.Errorf("%d members", len(a.files))
	}
	want := Note{TooLarge, "1 members with 67108864 bytes of names, and more", "at most 524288 members with 67108864 bytes of names", 1}
	if len(a.Notes) != 1 || a.Notes[0] != want || maxName != 4096 {
		t.Errorf("notes %+v; names of %d bytes", a.Notes, maxName)
	}
}

// The limit of the list of a zip is none of its members, however much is read of them.
func TestMembersBeyondTheLimitOfTheList(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 1<<18) // 4 MiB
	a := opened(t, zipped(t, entries{{"a", text}}, zip.Store))
	m := a.Member("a")
	m.Hold()
	defer m.Release()
	for i := range 17 { // 68 MiB, and the list may have 64
		rc, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, rc)
		rc.Close()
		if err != nil || n != int64(len(text)) {
			t.Fatalf("reading %d: %d bytes, %v", i+1, n, err)
		}
	}
}

// A folder lists what lies in it, some at a time, and ends with io.EOF as a folder on disk does.
func TestListingAFolder(t *testing.T) {
	a := opened(t, zipped(t, entries{{"b/x", "1"}, {"a", "22"}, {"c", ""}}, zip.Store))
	f, err := a.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dir := f.(fs.ReadDirFile)
	var got []string
	for {
		list, err := dir.ReadDir(2)
		for _, e := range list {
			got = append(got, e.Name())
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(list) == 0 || len(list) > 2 {
			t.Fatalf("%d entries, %v", len(list), err)
		}
	}
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("two at a time: %q", got)
	}
	for _, n := range []int{0, -1} {
		if list, err := dir.ReadDir(n); len(list) != 0 || err != nil {
			t.Errorf("at the end, ReadDir(%d): %d entries, %v", n, len(list), err)
		}
	}
	again, err := a.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if list, err := again.(fs.ReadDirFile).ReadDir(-1); len(list) != 3 || err != nil {
		t.Errorf("all at once: %d entries, %v", len(list), err)
	}
	for name, want := range map[string]string{"a": "a 2 false", "b": "b 0 true", "b/x": "x 1 false", ".": ". 0 true"} {
		info, err := a.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Name() + " " + strconv.FormatInt(info.Size(), 10) + " " + strconv.FormatBool(info.IsDir()); got != want || !info.ModTime().Equal(a.Modified) || info.Sys() != nil {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// The room of a member is its part of what may come out, and never less than one of as many equal parts.
func TestRoomOfMembers(t *testing.T) {
	a := &Archive{room: 1000, tree: tree{files: map[string]*Member{}, taken: map[string]int{}}}
	large, small := &Member{Size: 90}, &Member{Size: 10}
	a.add("large", large)
	a.add("small", small)
	if large.Room() != 900 || small.Room() != 500 {
		t.Errorf("room for %d and %d bytes, want 900 and 500", large.Room(), small.Room())
	}
	empty := &Member{of: &Archive{room: 1000}}
	if empty.Room() != 1000 {
		t.Errorf("room of the only member, which is empty: %d", empty.Room())
	}
	for name, want := range map[string]string{"a.txt": "a (2).txt", "a": "a (2)", "a.tar.gz": "a.tar (2).gz", "x/.b": "x/ (2).b"} {
		if got := numbered(name, 2); got != want {
			t.Errorf("%s becomes %q, want %q", name, got, want)
		}
	}
}

// The bytes that a tar is read to are counted, and the zeros at their end.
func TestMeter(t *testing.T) {
	m := &meter{}
	for _, c := range []struct {
		text     string
		n, zeros int64
	}{{"ab", 2, 0}, {"\x00\x00", 4, 2}, {"\x00", 5, 3}, {"a\x00", 7, 1}, {"", 7, 1}, {"\x00a", 9, 0}} {
		m.r = strings.NewReader(c.text)
		_, _ = m.Read(make([]byte, 8))
		if m.n != c.n || m.zeros != c.zeros {
			t.Errorf("behind %q: %d bytes, %d zeros; want %d, %d", c.text, m.n, m.zeros, c.n, c.zeros)
		}
	}
	content := strings.NewReader("0123456789")
	s := &seeker{&meter{r: content, n: 3, zeros: 2}, content}
	for _, c := range []struct{ offset, n, zeros int64 }{{3, 3, 2}, {5, 5, 0}} {
		if at, err := s.Seek(c.offset, io.SeekStart); err != nil || at != c.offset || s.n != c.n || s.zeros != c.zeros {
			t.Errorf("seek %d: at %d, %d bytes, %d zeros, %v", c.offset, at, s.n, s.zeros, err)
		}
	}
	if _, err := s.Seek(-1, io.SeekStart); err == nil || s.n != 5 {
		t.Errorf("a seek before the begin: %v, at %d", err, s.n)
	}
	e := &exactly{strings.NewReader("abc"), 3}
	if b, err := io.ReadAll(e); err != nil || string(b) != "abc" {
		t.Errorf("as long as it says: %q, %v", b, err)
	}
	e = &exactly{strings.NewReader("abc"), 4}
	if _, err := io.ReadAll(e); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a byte less than it says: %v", err)
	}
}

// Behind the last block of a compressed tar its end is read too: a fault of the disk there is one of the
// reading, and any other is damage. A tar that is not compressed has nothing behind it to be read.
func TestEndOfATar(t *testing.T) {
	disk := &fs.PathError{Op: "read", Path: "x", Err: fs.ErrInvalid}
	for _, c := range []struct {
		name       string
		zeros      int64
		compressed bool
		fault      error
		want       error
		notes      int
	}{
		{"plain", 512, false, disk, nil, 0}, {"compressed", 512, true, io.EOF, nil, 0}, {"a fault of the disk", 512, true, disk, disk, 0}, {"a damaged end", 512, true, errors.New("bad sum"), nil, 1},
		{"no end", 511, true, io.EOF, nil, 1}, {"no end of a plain one", 511, false, io.EOF, nil, 1},
	} {
		a := &Archive{tree: tree{files: map[string]*Member{"a": {}}}}
		err := a.ends(&passage{compressed: c.compressed, meter: &meter{r: iotest.ErrReader(c.fault), zeros: c.zeros}})
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || len(a.Notes) != c.notes {
			t.Errorf("%s: %v, notes %+v", c.name, err, a.Notes)
		}
	}
	for err, want := range map[error][2]bool{nil: {false, false}, io.EOF: {true, false}, disk: {false, true}, fmt.Errorf("wrapped: %w", disk): {false, true}} {
		if IsDamage(err) != want[0] || ofDisk(err) != want[1] {
			t.Errorf("%v: damage %v, of the disk %v", err, IsDamage(err), ofDisk(err))
		}
	}
}

// A temporary file that cannot be closed or removed says so.
func TestClosingATemporaryFile(t *testing.T) {
	b, err := temporary()
	if err != nil {
		t.Fatal(err)
	}
	if first, second := b.Close(), b.Close(); first != nil || !errors.Is(second, os.ErrClosed) {
		t.Errorf("closed: %v, closed again: %v", first, second)
	}
	name := filepath.Join(t.TempDir(), "x")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := (&backing{f, true}).Close(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// Members of a compressed tar that are read later are packed beside those that were read before.
func TestPackedOneAfterTheOther(t *testing.T) {
	a := opened(t, gzipped(t, tarred(t, entries{{"a", strings.Repeat("one ", 1000)}, {"b", strings.Repeat("two ", 2000)}, {"c", "three"}})))
	a.Member("a").Hold()
	defer a.Member("a").Release()
	for range 2 {
		for _, c := range []struct{ name, want string }{{"b", strings.Repeat("two ", 2000)}, {"a", strings.Repeat("one ", 1000)}, {"c", "three"}, {"a", strings.Repeat("one ", 1000)}, {"b", strings.Repeat("two ", 2000)}} {
			if got := content(t, a.Member(c.name)); got != c.want {
				t.Errorf("%s has %d bytes, want %d", c.name, len(got), len(c.want))
			}
		}
	}
}
