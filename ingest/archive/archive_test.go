package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/klauspost/compress/zstd"

	"runreport/ingest/source"
)

// entries are files of an archive, in its order.
type entries []struct{ name, content string }

var few = entries{{"b/two.jsonl", "{}\n"}, {"one.jsonl", strings.Repeat("a line\n", 999)}, {"b/c/empty", ""}}

// made is what b holds when nothing went wrong in writing it.
func made(t testing.TB, b *bytes.Buffer, errs ...error) []byte {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t testing.TB, list entries, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	var errs []error
	for _, e := range list {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		if err == nil {
			_, err = io.WriteString(w, e.content)
		}
		errs = append(errs, err)
	}
	return made(t, &b, append(errs, z.Close())...)
}

func tarred(t testing.TB, list entries) []byte {
	t.Helper()
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	var errs []error
	for _, e := range list {
		errs = append(errs, z.WriteHeader(&tar.Header{Name: e.name, Mode: 0o644, Size: int64(len(e.content))}))
		_, err := io.WriteString(z, e.content)
		errs = append(errs, err)
	}
	return made(t, &b, append(errs, z.Close())...)
}

func gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(content)
	return made(t, &b, err, z.Close())
}

func zstandard(t testing.TB, content []byte) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll(content, nil)
}

// all are archives of the same files.
func all(t testing.TB, list entries) map[string][]byte {
	plain := tarred(t, list)
	return map[string][]byte{"stored": zipped(t, list, zip.Store), "deflated": zipped(t, list, zip.Deflate), "zip with zstd": zipped(t, list, zstd.ZipMethodWinZip),
		"tar": plain, "gzip": gzipped(t, plain), "zstd": zstandard(t, plain)}
}

func opened(t testing.TB, content []byte) *Archive {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func content(t testing.TB, m *Member) string {
	t.Helper()
	rc, err := m.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer rc.Close()
	b, err := io.ReadAll(rc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// closed fails the test when the archive keeps something open that nobody reads.
func closed(t testing.TB, a *Archive) {
	t.Helper()
	if a.file != nil || a.packed != nil || a.busy != 0 || a.held != 0 {
		t.Errorf("still open: file %v, packed %v, %d read, %d held", a.file != nil, a.packed != nil, a.busy, a.held)
	}
	if a.outer != nil {
		closed(t, a.outer.of)
	}
}

func TestEveryKindIsTheSameTree(t *testing.T) {
	for name, b := range all(t, few) {
		t.Run(name, func(t *testing.T) {
			a := opened(t, b)
			if len(a.Notes) > 0 {
				t.Errorf("notes %+v", a.Notes)
			}
			if err := fstest.TestFS(a, "b/two.jsonl", "one.jsonl", "b/c/empty"); err != nil {
				t.Error(err)
			}
			closed(t, a)
			for _, e := range few {
				if got := content(t, a.Member(e.name)); got != e.content {
					t.Errorf("%s holds %d bytes, want %d", e.name, len(got), len(e.content))
				}
			}
			closed(t, a)
		})
	}
}

// Members are read by several at once while the archive is held, in an archive inside
// another too, and then everything is closed.
func TestManyReaders(t *testing.T) {
	var list entries
	for i := range 40 {
		list = append(list, struct{ name, content string }{fmt.Sprintf("n/%02d", i), strings.Repeat(fmt.Sprint(i), 5000)})
	}
	for inner, b := range all(t, list) {
		for outer, whole := range all(t, entries{{"in.tgz", string(b)}, {"other", "y"}}) {
			x, err := opened(t, whole).Member("in.tgz").Archive()
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range list {
				x.Member(e.name).Hold()
			}
			x.Rest()
			var g sync.WaitGroup
			for _, e := range list {
				g.Go(func() {
					m := x.Member(e.name)
					if got := content(t, m); got != e.content {
						t.Errorf("%s in %s: %s holds %d bytes", inner, outer, e.name, len(got))
					}
					m.Release()
				})
			}
			g.Wait()
			closed(t, x)
		}
	}
}

func TestTooMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what unpacks 300 MB")
	}
	zeros := strings.Repeat("\x00", 50<<20)
	large := entries{{"a", zeros}, {"b", zeros}, {"c", "x"}, {"d", zeros}}
	for name, b := range map[string][]byte{"zip": zipped(t, large, zstd.ZipMethodWinZip), "tar": zstandard(t, tarred(t, large))} {
		a := opened(t, b)
		sum, room := int64(0), int64(0)
		for _, m := range a.files {
			sum += m.Size
			room += m.Room()
		}
		if limit := source.Room(a.Size); sum > limit || a.bytes != sum || room > 2*limit {
			t.Errorf("%s: %d bytes, room for %d inside members, where %d may come out", name, sum, room, limit)
		}
		if len(a.Notes) == 0 || a.Notes[0].Kind != TooLarge || a.Member("a") == nil || a.Member("b") != nil {
			t.Errorf("%s: %d members, notes %+v", name, len(a.files), a.Notes)
		}
	}
	var many entries
	for i := range maxEntries/100 + 2 {
		many = append(many, struct{ name, content string }{strings.Repeat("x/", 99) + fmt.Sprint(i), ""})
	}
	for i := range many {
		many[i].name = fmt.Sprint(i, "/", many[i].name)
	}
	a := opened(t, zipped(t, many, zip.Store))
	if n := len(a.files) + len(a.folders); n > maxEntries+100 || len(a.Notes) != 1 || a.Notes[0].Kind != TooLarge {
		t.Errorf("%d files and folders, notes %+v", n, a.Notes)
	}
	if a := opened(t, zstandard(t, append(bytes.Repeat(tarred(t, entries{{"same", ""}})[:512], 2*maxEntries+1), make([]byte, 1024)...))); len(a.files) != 1 || a.Notes[len(a.Notes)-1].Kind != TooLarge {
		t.Errorf("one name again and again: %d files, notes %+v", len(a.files), a.Notes)
	}
	long := entries{{strings.Repeat("x", maxName+1), "y"}, {"z", ""}}
	if a := opened(t, tarred(t, long)); len(a.files) != 1 || len(a.Notes) != 1 {
		t.Errorf("a long name: %d files, notes %+v", len(a.files), a.Notes)
	}
}

// A list of members that is too long is not taken into memory.
func TestALongDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out a list of members of 70 MB")
	}
	var list entries
	for i := range 1100 {
		list = append(list, struct{ name, content string }{fmt.Sprintf("%d%s", i, strings.Repeat("x", 65000)), ""})
	}
	a := opened(t, zipped(t, list, zip.Store))
	if len(a.files) != 0 || len(a.Notes) != 1 || a.Notes[0].Kind != TooLarge {
		t.Errorf("%d files, notes %+v", len(a.files), a.Notes)
	}
}

// More members than the first zips could have are listed in another way.
func TestZip64(t *testing.T) {
	var list entries
	for i := range 70_000 {
		list = append(list, struct{ name, content string }{fmt.Sprint(i), "x"})
	}
	a := opened(t, zipped(t, list, zip.Store))
	if len(a.files) != len(list) || len(a.Notes) > 0 || content(t, a.Member("69999")) != "x" {
		t.Errorf("%d files, notes %+v", len(a.files), a.Notes)
	}
}

func TestAFileWithHoles(t *testing.T) {
	var b bytes.Buffer
	z := tar.NewWriter(&b)
	// One byte at 0 and nothing more up to 1000, as GNU tar writes it: a list of what is
	// there, then that. The writer knows no such keys, so they are put in afterwards.
	err := z.WriteHeader(&tar.Header{Name: "x", Size: 513, Mode: 0o644, PAXRecords: map[string]string{
		"VND.sparse.major": "1", "VND.sparse.minor": "0", "VND.sparse.realsize": "1000", "VND.sparse.name": "holes"}})
	list := "1\n0\n1\n"
	_, fault := io.WriteString(z, list+strings.Repeat("\x00", 512-len(list))+"y")
	behind := z.WriteHeader(&tar.Header{Name: "behind", Mode: 0o644}) // which a reader of zeros would run into
	whole := bytes.ReplaceAll(made(t, &b, err, fault, behind, z.Close()), []byte("VND.sparse."), []byte("GNU.sparse."))
	for name, whole := range map[string][]byte{"tar": whole, "gzip": gzipped(t, whole)} {
		a := opened(t, whole)
		if len(a.Notes) > 0 || a.Member("holes") == nil {
			t.Fatalf("%s: files %v, notes %+v", name, a.folders, a.Notes)
		}
		if got, want := content(t, a.Member("holes")), "y"+strings.Repeat("\x00", 999); got != want {
			t.Errorf("%s: %q", name, got)
		}
		closed(t, a)
	}
}

// An archive that is replaced while it is read is not read any further.
func TestChangedWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(path, zipped(t, few, zip.Deflate), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	when := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Member("one.jsonl").Open(); !errors.Is(err, errChanged) {
		t.Errorf("error %v", err)
	}
	closed(t, a)
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]bool{"logs.zip": true, "Logs.ZIP": true, "a.tar.gz": true, "a.tgz": true, "a.tar": true, "a.tar.zst": true, "a.tzst": true,
		"a.gz": false, "a.zst": false, ".zip": false, "zip": false, "a.jsonl": false, "a.zip.part": false} {
		if Named(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestClean(t *testing.T) {
	for raw, want := range map[string]string{"a/b": "a/b", "./a//b/": "a/b", "/a": "a", "../../a": "a", "a/../../b": "b", "..": "", "./": "", "a\x00b": "a\uFFFDb", "\xff": "\uFFFD", "C:/a": "C:/a"} {
		name, odd := clean(raw)
		if name != want {
			t.Errorf("%q is %q, want %q", raw, name, want)
		}
		if ordinary := raw == "a/b" || raw == "./a//b/" || raw == "./" || raw == "C:/a"; ordinary != (odd == "") {
			t.Errorf("%q: odd %q", raw, odd)
		}
		if name != "" && !fs.ValidPath(name) {
			t.Errorf("%q is no path", name)
		}
	}
}

// FuzzOpen takes arbitrary bytes for an archive: nothing may panic, names are paths,
// sizes keep to the limit, no member has more than its size, and nothing stays open.
func FuzzOpen(f *testing.F) {
	for _, b := range all(f, few) {
		f.Add(b)
		f.Add(b[:len(b)*2/3])
	}
	f.Add(zipped(f, entries{{"in.zip", string(zipped(f, few, zip.Deflate))}, {"in.tgz", string(gzipped(f, tarred(f, few)))}, {"../x", ""}, {"/x", ""}, {"x", ""}, {"x/y", ""}}, zip.Deflate))
	path := filepath.Join(f.TempDir(), "archive")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := Open(path)
		if err != nil {
			if len(b) > 0 {
				t.Errorf("an error about the file: %v", err)
			}
			return
		}
		readAll(t, a, 1)
	})
}

func readAll(t *testing.T, a *Archive, depth int) {
	for _, n := range a.Notes {
		if n.Seen == "" || n.Expected == "" || n.Count < 1 {
			t.Errorf("a note without words: %+v", n)
		}
	}
	sum := int64(0)
	_ = fs.WalkDir(a, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !fs.ValidPath(p) {
			t.Errorf("%q: %v", p, err)
		}
		m := a.Member(p)
		if d.IsDir() || m == nil {
			if m != nil || !d.IsDir() {
				t.Errorf("%q is a folder: %v, a file: %v", p, d.IsDir(), m != nil)
			}
			return nil
		}
		sum += m.Size
		rc, err := m.Open()
		if err != nil {
			return nil
		}
		if n, _ := io.CopyN(io.Discard, rc, min(m.Size, 1<<20)+1); n > m.Size {
			t.Errorf("%q has more than its %d bytes", p, m.Size)
		}
		rc.Close()
		if depth > 0 && m.Size < 1<<20 {
			if x, err := m.Archive(); err == nil {
				readAll(t, x, depth-1)
			}
		}
		return nil
	})
	if sum != a.bytes || sum > a.room {
		t.Errorf("%d bytes, counted as %d, of at most %d", sum, a.bytes, a.room)
	}
	closed(t, a)
}
