package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// noRoom makes the folder of temporary files one that is not there.
func noRoom(t *testing.T) { t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none")) }

// Where no temporary file can be made, what has to be unpacked cannot be read: that is a fault
// of the machine, and nothing stays open.
func TestWithoutTemporaryFiles(t *testing.T) {
	packed := opened(t, gzipped(t, tarred(t, few)))
	outer := opened(t, zipped(t, entries{{"in.zip", string(zipped(t, few, zip.Store))}}, zip.Store))
	inner, err := outer.Member("in.zip").Archive()
	if err != nil {
		t.Fatal(err)
	}
	noRoom(t)
	for name, open := range map[string]func() error{
		"a member of a compressed tar": func() error { _, err := packed.Member("one.jsonl").Open(); return err },
		"an archive in another":        func() error { _, err := outer.Member("in.zip").Archive(); return err },
		"a member of it":               func() error { _, err := inner.Member("one.jsonl").Open(); return err },
	} {
		if err := open(); !errors.Is(err, fs.ErrNotExist) || IsDamage(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	closed(t, packed)
	closed(t, inner)
}

// A temporary file has no name where the system lets it go without, and loses it when it is
// closed elsewhere.
func TestTemporary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	b, err := temporary()
	if err != nil {
		t.Fatal(err)
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 || b.named {
		t.Errorf("it has a name: %v", list)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	f, err := os.Create(filepath.Join(dir, "named"))
	if err != nil {
		t.Fatal(err)
	}
	if err := (&backing{f, true}).Close(); err != nil {
		t.Error(err)
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}

// replaced opens an archive and puts other content of the same length and time in its place.
func replaced(t *testing.T, before []byte, after []byte) *Archive {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive")
	when := time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)
	write := func(content []byte) {
		if err := errors.Join(os.WriteFile(path, content, 0o600), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	write(before)
	a, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	write(append(after, make([]byte, len(before)-len(after))...))
	return a
}

// An archive that was replaced by something as long and as old is an error where it is read.
func TestReplacedUnseen(t *testing.T) {
	packed := gzipped(t, tarred(t, few))
	for name, after := range map[string][]byte{"no gzip": []byte("\x1f\x8bxx"), "zeros": nil, "a shorter one": gzipped(t, tarred(t, few[:1]))} {
		a := replaced(t, packed, after)
		rc, err := a.Member("one.jsonl").Open()
		if err == nil {
			_, err = io.ReadAll(rc)
			rc.Close()
		}
		if !IsDamage(err) {
			t.Errorf("%s: %v", name, err)
		}
		closed(t, a)
	}
	a := replaced(t, tarred(t, few), []byte("x"))
	if got := content(t, a.Member("b/two.jsonl")); got != "\x00\x00\x00" {
		t.Errorf("a tar that is not compressed is read where its members lay: %q", got)
	}
}

// A member is as long as the archive says, or its end is an error.
func TestAMemberThatIsCutOff(t *testing.T) {
	plain := tarred(t, entries{{"a", strings.Repeat("x", 2000)}})
	for name, c := range map[string]struct {
		content []byte
		read    int
	}{"tar": {plain[:512+700], 700}, "gzip": {gzipped(t, plain[:512+700]), 700}} {
		a := opened(t, c.content)
		rc, err := a.Member("a").Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(rc)
		rc.Close()
		if len(b) != c.read || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
		if len(a.Notes) != 1 || a.Notes[0].Kind != Damaged {
			t.Errorf("%s: notes %+v", name, a.Notes)
		}
		closed(t, a)
	}
}

// What is held is packed with the member that is read first, and nothing else is.
func TestWhatIsPacked(t *testing.T) {
	list := entries{{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}}
	a := opened(t, gzipped(t, tarred(t, list)))
	packed := func() (names string) {
		for _, e := range list {
			if a.Member(e.name).pack != nil {
				names += e.name
			}
		}
		return names
	}
	for _, name := range []string{"b", "d"} {
		a.Member(name).Hold()
	}
	for _, c := range []struct{ read, want string }{{"a", "abd"}, {"d", "abd"}, {"c", "abcd"}} {
		if got := content(t, a.Member(c.read)); !strings.Contains("1234", got) || packed() != c.want {
			t.Errorf("%s is %q; packed are %s, want %s", c.read, got, packed(), c.want)
		}
	}
	a.Rest()
	if packed() != "" {
		t.Errorf("at rest %s are packed", packed())
	}
	a.Member("b").Release()
	if got := content(t, a.Member("d")); got != "4" || packed() != "d" {
		t.Errorf("d is %q; packed are %s", got, packed())
	}
	a.Member("d").Release()
	closed(t, a)
}

// The archive around another is held as long as members of the inner one are.
func TestHoldingAnArchiveInAnother(t *testing.T) {
	outer := opened(t, zipped(t, entries{{"in.zip", string(zipped(t, few, zip.Store))}}, zip.Store))
	inner, err := outer.Member("in.zip").Archive()
	if err != nil {
		t.Fatal(err)
	}
	one, two := inner.Member("one.jsonl"), inner.Member("b/two.jsonl")
	for i, c := range []struct {
		do   func()
		want int // holds of the outer archive
	}{{one.Hold, 1}, {two.Hold, 1}, {one.Release, 1}, {two.Release, 0}, {two.Hold, 1}, {two.Release, 0}} {
		if c.do(); outer.held != c.want || outer.Member("in.zip").held != c.want {
			t.Errorf("after %d: %d holds of the outer one, want %d", i+1, outer.held, c.want)
		}
	}
	one.Hold()
	content(t, one)
	file := inner.file
	if content(t, two); file == nil || inner.file != file {
		t.Error("it is closed, or opened again, though a member is held")
	}
	one.Release()
	closed(t, inner)
}

// Of an archive in another that cannot be read to its end what came before is there.
func TestAnArchiveInADamagedOne(t *testing.T) {
	plain := tarred(t, entries{{"in.tar", string(tarred(t, entries{{"a", "first"}, {"b", "second"}}))}})
	whole := gzipped(t, plain[:512+1024+512+100])
	inner, err := opened(t, whole).Member("in.tar").Archive()
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, n := range inner.Notes {
		seen = append(seen, fmt.Sprint(n.Kind, " ", n.Seen, "; ", n.Expected))
	}
	if content(t, inner.Member("a")) != "first" || content(t, inner.Member("b")) != "second" || !strings.Contains(strings.Join(seen, "\n"), "0 in the archive around it: unexpected EOF; all of its bytes") {
		t.Errorf("%d members, notes %q", len(inner.files), seen)
	}
}

// An archive in another is unpacked up to 4 GiB.
func TestTheLargestArchiveInAnother(t *testing.T) {
	other := errors.New("not read")
	for size, want := range map[int64]string{4 << 30: "not read", 4<<30 + 1: "an archive of 4294967297 bytes in another: at most 4294967296 are unpacked"} {
		m := &Member{Size: size, Fault: other, of: &Archive{room: 1}}
		if _, err := m.Archive(); err == nil || err.Error() != want {
			t.Errorf("%d bytes: %v, want %s", size, err, want)
		}
	}
}

// The list of members at the end of a zip is read up to a limit, and then the members are.
func TestLimitOfADirectory(t *testing.T) {
	a := opened(t, zipped(t, few, zip.Store))
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.ensure(); err != nil {
		t.Fatal(err)
	}
	defer a.rest()
	d := &directory{Archive: a, left: 10}
	for i, c := range []struct {
		bytes int
		whole bool
		want  error
	}{{4, false, nil}, {6, false, nil}, {1, false, errDirectory}, {20, false, errDirectory}, {20, true, nil}} {
		d.whole = c.whole
		n, err := d.ReadAt(make([]byte, c.bytes), 0)
		if !errors.Is(err, c.want) || (err == nil) != (n == c.bytes) {
			t.Errorf("read %d: %d of %d bytes, %v", i+1, n, c.bytes, err)
		}
	}
	if (&directory{left: maxDirectory}).left != 67_108_864 || errDirectory.Error() != "a list of members longer than 67108864 bytes" {
		t.Errorf("the limit is another: %v", errDirectory)
	}
}

// A file with holes as GNU tar wrote it before, with what is there in the header.
func TestAFileWithHolesInTheOldWay(t *testing.T) {
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	err := z.WriteHeader(&tar.Header{Name: "holes", Mode: 0o644, Size: 1, Format: tar.FormatGNU})
	_, fault := io.WriteString(z, "y")
	whole := made(t, &b, err, fault, z.WriteHeader(&tar.Header{Name: "behind", Mode: 0o644}), z.Close())
	h := whole[:512]
	h[156] = 'S'
	copy(h[386:], fmt.Sprintf("%011o\x00%011o\x00%011o\x00%011o\x00", 0, 1, 1000, 0)) // one byte at 0, and an end at 1000
	copy(h[483:], fmt.Sprintf("%011o\x00", 1000))
	copy(h[148:156], "        ")
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	for name, whole := range map[string][]byte{"tar": whole, "gzip": gzipped(t, whole)} {
		a := opened(t, whole)
		if m := a.Member("holes"); len(a.Notes) > 0 || m == nil || content(t, m) != "y"+strings.Repeat("\x00", 999) {
			t.Errorf("%s: notes %+v, or another content", name, a.Notes)
		}
		closed(t, a)
	}
}

// Only a file with holes has to be unpacked where a tar is not compressed.
func TestOtherRecordsOfATar(t *testing.T) {
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	err := z.WriteHeader(&tar.Header{Name: "a", Mode: 0o644, Size: 1, PAXRecords: map[string]string{"VND.note": "x"}})
	_, fault := io.WriteString(z, "y")
	a := opened(t, made(t, &b, err, fault, z.Close()))
	a.Member("a").Hold()
	if got := content(t, a.Member("a")); got != "y" || a.packed != nil {
		t.Errorf("%q, unpacked %v", got, a.packed != nil)
	}
	a.Member("a").Release()
	closed(t, a)
}

// A tar that ends early is told from what is none by its first header.
func TestHowATarEnds(t *testing.T) {
	folder := func(name string) []byte {
		var b bytes.Buffer
		z := tar.NewWriter(&b)
		return made(t, &b, z.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeDir, Mode: 0o755}), z.Close())[:512]
	}
	for want, content := range map[string][]byte{
		"the end of the file, and no block of zeros behind 1 members, at byte 512":  tarred(t, entries{{"a", ""}})[:512],
		"the end of the file, and no block of zeros behind 0 members, at byte 1024": append(folder("a/"), folder("b/")...),
		"archive/tar: invalid tar header behind 1 members, at byte 1024":            append(tarred(t, entries{{"a", ""}})[:512], bytes.Repeat([]byte("x"), 512)...),
	} {
		if a := opened(t, content); len(a.Notes) != 1 || a.Notes[0].Seen != want || a.Notes[0].Expected != "a tar to its end; what stands before was read" {
			t.Errorf("notes %+v, want %s", a.Notes, want)
		}
	}
}

// Zeros that a member holds are no end of a tar.
func TestZerosAreNoEnd(t *testing.T) {
	plain := tarred(t, entries{{"zeros", strings.Repeat("\x00", 5000) + "x"}})
	for name, content := range map[string][]byte{"tar": plain[:len(plain)-1024], "gzip": gzipped(t, plain[:len(plain)-1024])} {
		if a := opened(t, content); len(a.Notes) != 1 || !strings.Contains(a.Notes[0].Seen, "no block of zeros") {
			t.Errorf("%s: notes %+v", name, a.Notes)
		}
	}
	for name, content := range map[string][]byte{"tar": plain, "gzip": gzipped(t, plain), "one block": plain[:len(plain)-512]} {
		if a := opened(t, content); len(a.Notes) != 0 {
			t.Errorf("%s: notes %+v", name, a.Notes)
		}
	}
}

// What is asked for and not there is an error of its path.
func TestWhatIsNotThere(t *testing.T) {
	a := opened(t, zipped(t, few, zip.Store))
	for op, do := range map[string]func() error{
		"open":    func() error { _, err := a.Open("none"); return err },
		"stat":    func() error { _, err := a.Stat("none"); return err },
		"readdir": func() error { _, err := a.ReadDir("none"); return err },
	} {
		var e *fs.PathError
		if err := do(); !errors.As(err, &e) || e.Op != op || e.Path != "none" || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if _, err := a.ReadDir("one.jsonl"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file as a folder: %v", err)
	}
	f, err := a.Open("b")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Read(make([]byte, 1)); n != 0 || !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a folder is read: %d, %v", n, err)
	}
	d := f.(fs.ReadDirFile)
	for i, c := range []struct {
		n    int
		want int
		err  error
	}{{1, 1, nil}, {5, 1, nil}, {1, 0, io.EOF}, {0, 0, nil}, {-1, 0, nil}} {
		if list, err := d.ReadDir(c.n); len(list) != c.want || !errors.Is(err, c.err) {
			t.Errorf("reading %d: %d entries, %v", i+1, len(list), err)
		}
	}
	for _, n := range []int{0, -1, 2} {
		f, err := a.Open("b")
		if err != nil {
			t.Fatal(err)
		}
		if list, err := f.(fs.ReadDirFile).ReadDir(n); len(list) != 2 || err != nil {
			t.Errorf("reading %d at once: %d entries, %v", n, len(list), err)
		}
	}
	info, err := a.Stat("b")
	if err != nil || !info.IsDir() || info.Mode() != fs.ModeDir|0o555 || info.Name() != "b" || info.Size() != 0 || !info.ModTime().Equal(a.Modified) {
		t.Errorf("%v: %+v", err, info)
	}
	bad := opened(t, zipOf(t, member{zip.FileHeader{Name: "a", Method: 12}, 0o644, "x"}))
	if _, err := bad.Open("a"); !errors.As(err, new(*fs.PathError)) || !strings.Contains(err.Error(), "open a: compression method 12; expected stored, deflate or zstd") {
		t.Errorf("a member that cannot be read: %v", err)
	}
}

// Notes of one sort about one thing are one, and count how often.
func TestNotesAreCounted(t *testing.T) {
	a := &Archive{}
	for _, n := range []Note{{Damaged, "x: 1", "y", 0}, {Damaged, "x: 2", "z", 0}, {TooLarge, "x: 1", "y", 0}, {Damaged, "w", "y", 0}, {Damaged, "x", "y", 0}} {
		a.note(n.Kind, n.Seen, n.Expected)
	}
	if got, want := fmt.Sprint(a.Notes), "[{0 x: 1 y 3} {1 x: 1 y 1} {0 w y 1}]"; got != want {
		t.Errorf("notes %s, want %s", got, want)
	}
}

// What a note says can be looked for in the archive.
func TestWordsOfNotes(t *testing.T) {
	for name, c := range map[string]struct {
		list entries
		want string
	}{
		"twice":    {entries{{"a", "1"}, {"a", "2"}}, "3 a member whose name a later one has too: a | each name once"},
		"a folder": {entries{{"a", "1"}, {"a/b", "2"}}, "3 a file that has the name of a folder: a | each name once"},
		"absolute": {entries{{"/a", "1"}}, `2 an absolute name: "/a" | a name below the archive, as a file in a folder has one`},
		"outside":  {entries{{"../a", "1"}}, `2 a name that leads out of its folder: "../a" | a name below the archive, as a file in a folder has one`},
		"long":     {entries{{strings.Repeat("x", 4097), "1"}}, "1 a name of 4097 bytes | 1 to 4096 bytes"},
	} {
		a := opened(t, tarred(t, c.list))
		if len(a.Notes) != 1 || fmt.Sprint(a.Notes[0].Kind, " ", a.Notes[0].Seen, " | ", a.Notes[0].Expected) != c.want {
			t.Errorf("%s: notes %+v", name, a.Notes)
		}
	}
	a := opened(t, []byte("x"))
	if want := `a file that begins with "x"`; len(a.Notes) != 1 || a.Notes[0].Seen != want || a.Kind != "" {
		t.Errorf("no archive: notes %+v, want %s", a.Notes, want)
	}
	if a := opened(t, []byte("PK\x03\x04x")); len(a.Notes) != 1 || a.Notes[0].Seen != "no list of members at the end of its 5 bytes" {
		t.Errorf("a zip that is cut off: notes %+v", a.Notes)
	}
}

// A fault of the disk is told as such and not as damage, whatever is read.
func TestFaultsOfTheDisk(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); err == nil || IsDamage(err) {
		t.Errorf("a folder as an archive: %v", err)
	}
	for name, b := range all(t, few) {
		a := opened(t, b)
		a.open = func() (*backing, error) { // it can be opened and not be read
			f, err := os.Open(dir)
			return &backing{File: f}, err
		}
		rc, err := a.Member("one.jsonl").Open()
		if err == nil {
			_, err = io.ReadAll(rc)
			rc.Close()
		}
		if err == nil || IsDamage(err) {
			t.Errorf("%s: %v", name, err)
		}
		closed(t, a)
		outer := opened(t, zipped(t, entries{{"in", string(b)}}, zip.Store))
		outer.open = a.open
		if _, err := outer.Member("in").Archive(); err == nil || IsDamage(err) {
			t.Errorf("%s in another: %v", name, err)
		}
		closed(t, outer)
		listed := &Archive{open: a.open, room: 1 << 20}
		if err := listed.list(); err == nil || IsDamage(err) {
			t.Errorf("%s, listed: %v", name, err)
		}
		closed(t, listed)
	}
}
