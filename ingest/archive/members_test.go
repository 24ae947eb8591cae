package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an archive may hold is limited by the length of names, alone and together, and by
// what comes out of it.
func TestLimitsOfMembers(t *testing.T) {
	long := strings.Repeat("x", maxName)
	for _, c := range []struct {
		name    string
		sizes   map[string]int64
		room    int64
		kept    int
		notes   int
		outside string // a member that is left out
	}{
		{"a name as long as allowed", map[string]int64{long: 1}, 10, 1, 0, ""},
		{"a longer name", map[string]int64{long + "x": 1}, 10, 0, 1, long + "x"},
		{"no name", map[string]int64{"./": 1}, 10, 0, 1, ""},
		{"all that may come out", map[string]int64{"a": 10}, 10, 1, 0, ""},
		{"one byte more", map[string]int64{"a": 11}, 10, 0, 1, "a"},
		{"all that may come out, of two", map[string]int64{"a": 4, "b": 6}, 10, 2, 0, ""},
		{"less than nothing", map[string]int64{"a": -1}, 10, 0, 1, "a"},
	} {
		a := &Archive{room: c.room, tree: tree{files: map[string]*Member{}, taken: map[string]int{}}}
		for name, size := range c.sizes {
			if !a.add(name, &Member{Size: size}) {
				t.Errorf("%s: no more members are taken", c.name)
			}
		}
		if len(a.files) != c.kept || len(a.Notes) != c.notes || a.files[c.outside] != nil {
			t.Errorf("%s: %d members, notes %+v", c.name, len(a.files), a.Notes)
		}
		for _, n := range a.Notes {
			if n.Kind != TooLarge {
				t.Errorf("%s: a note of the kind %d", c.name, n.Kind)
			}
		}
	}
	a := &Archive{room: 10, tree: tree{files: map[string]*Member{}, taken: map[string]int{}, names: maxNames - 1}}
	if !a.add("a", &Member{}) || a.add("b", &Member{}) || len(a.files) != 1 || len(a.Notes) != 1 {
		t.Errorf("names together: %d members, notes %+v", len(a.files), a.Notes)
	}
}

// member is one of a zip, with the header that a program may write.
type member struct {
	zip.FileHeader
	mode    fs.FileMode
	content string
}

func zipOf(t *testing.T, all ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range all {
		m.SetMode(m.mode)
		m.CompressedSize64, m.UncompressedSize64 = uint64(len(m.content)), uint64(len(m.content))
		w, err := z.CreateRaw(&m.FileHeader)
		if err == nil {
			_, err = io.WriteString(w, m.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return made(t, &b, z.Close())
}

// Members of a zip that are no files to be read say why, and folders are none.
func TestMembersOfAZip(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     member
		at    string // "": it is no member
		fault error  // of reading it
		other string // a part of the error where it is no fixed one
	}{
		{"a file", member{zip.FileHeader{Name: "a/b"}, 0o644, ""}, "a/b", nil, ""},
		{"a name as old programs write it", member{zip.FileHeader{Name: `a\b`}, 0o644, ""}, "a/b", nil, ""},
		{"a folder by its name", member{zip.FileHeader{Name: "a/"}, 0o644, ""}, "", nil, ""},
		{"a folder by its old name", member{zip.FileHeader{Name: `a\`}, 0o644, ""}, "", nil, ""},
		{"a folder by its mode", member{zip.FileHeader{Name: "a"}, fs.ModeDir | 0o755, ""}, "", nil, ""},
		{"a link", member{zip.FileHeader{Name: "a"}, fs.ModeSymlink | 0o777, "b"}, "a", ErrLink, ""},
		{"a pipe", member{zip.FileHeader{Name: "a"}, fs.ModeNamedPipe | 0o644, ""}, "a", errOdd, ""},
		{"one with a password", member{zip.FileHeader{Name: "a", Flags: 1}, 0o644, "x"}, "a", errEncrypted, ""},
		{"a flag that says something else", member{zip.FileHeader{Name: "a", Flags: 8}, 0o644, ""}, "a", nil, ""},
		{"another compression", member{zip.FileHeader{Name: "a", Method: 12}, 0o644, "x"}, "a", nil, "compression method 12"},
	} {
		a := opened(t, zipOf(t, c.m))
		if len(a.Notes) > 0 || a.Kind != "zip" {
			t.Errorf("%s: %q, notes %+v", c.name, a.Kind, a.Notes)
		}
		m := a.Member(c.at)
		if c.at == "" {
			if len(a.files) > 0 {
				t.Errorf("%s: %d members", c.name, len(a.files))
			}
			continue
		}
		if m == nil {
			t.Errorf("%s: no member %s", c.name, c.at)
			continue
		}
		rc, err := m.Open()
		if c.other == "" && !errors.Is(err, c.fault) || c.other != "" && (err == nil || !strings.Contains(err.Error(), c.other)) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if err == nil {
			rc.Close()
		}
		closed(t, a)
	}
}

// Members of a tar that are no files to be read say why; folders and comments are none.
func TestMembersOfATar(t *testing.T) {
	for name, c := range map[string]struct {
		h     tar.Header
		fault error
		none  bool
	}{
		"a file":           {tar.Header{Typeflag: tar.TypeReg, Size: 1}, nil, false},
		"a folder":         {tar.Header{Typeflag: tar.TypeDir}, nil, true},
		"a link to a name": {tar.Header{Typeflag: tar.TypeSymlink, Linkname: "b"}, ErrLink, false},
		"a link to a file": {tar.Header{Typeflag: tar.TypeLink, Linkname: "b"}, ErrLink, false},
		"a pipe":           {tar.Header{Typeflag: tar.TypeFifo}, errOdd, false},
		"another type":     {tar.Header{Typeflag: 'V'}, errOdd, false},
	} {
		var b bytes.Buffer
		z := tar.NewWriter(&b)
		c.h.Name, c.h.Mode = "a", 0o644
		err := z.WriteHeader(&c.h)
		_, fault := io.WriteString(z, strings.Repeat("x", int(c.h.Size)))
		plain := made(t, &b, err, fault, z.Close())
		for kind, content := range map[string][]byte{"tar": plain, "gzip": gzipped(t, plain)} {
			a := opened(t, content)
			if len(a.Notes) > 0 || a.Kind != "tar" {
				t.Errorf("%s, %s: %q, notes %+v", name, kind, a.Kind, a.Notes)
			}
			m := a.Member("a")
			if (m == nil) != c.none {
				t.Errorf("%s, %s: a member: %v", name, kind, m != nil)
			}
			if m == nil {
				continue
			}
			rc, err := m.Open()
			if !errors.Is(err, c.fault) {
				t.Errorf("%s, %s: error %v", name, kind, err)
			}
			if err == nil {
				rc.Close()
			}
		}
	}
}

// What is cut or damaged is noted, and what stands before is there.
func TestDamage(t *testing.T) {
	two := entries{{"a", "first"}, {"b", strings.Repeat("second", 200)}}
	plain, whole := tarred(t, two), zipped(t, two, zip.Deflate)
	sum := gzipped(t, plain)
	sum[len(sum)-5] ^= 1
	for name, c := range map[string]struct {
		content []byte
		members int
		kind    Kind
		seen    string
	}{
		"a tar without its end":       {plain[:len(plain)-1024], 2, Damaged, "no block of zeros behind 2 members"},
		"a tar cut in a header":       {plain[:1024+100], 1, Damaged, "behind 1 members"},
		"a wrong sum of a gzip":       {sum, 2, Damaged, "behind 2 members"},
		"a zip without its directory": {whole[:len(whole)/2], 0, Damaged, "no list of members"},
		"a text":                      {[]byte("hello, this is a text and no archive"), 0, Damaged, `begins with "hello, this is a"`},
		"no gzip":                     {[]byte("\x1f\x8bxxxxxxxxxxxxxxxxx"), 0, Damaged, "gzip"},
	} {
		a := opened(t, c.content)
		if len(a.files) != c.members || len(a.Notes) != 1 || a.Notes[0].Kind != c.kind || !strings.Contains(a.Notes[0].Seen, c.seen) {
			t.Errorf("%s: %d members, notes %+v", name, len(a.files), a.Notes)
		}
		if c.members > 0 && content(t, a.Member("a")) != "first" {
			t.Errorf("%s: the first member is another one", name)
		}
		closed(t, a)
	}
	path := filepath.Join(t.TempDir(), "empty.zip")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrEmpty) {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := Open(path + "none"); !errors.Is(err, fs.ErrNotExist) || IsDamage(err) {
		t.Errorf("no file: %v", err)
	}
	if IsDamage(nil) || !IsDamage(errDirectory) {
		t.Error("what is damage is not told from what is none")
	}
}

// Names that members share, or that no file in a folder has, are noted, and every member but
// those that are the same is there.
func TestOddNames(t *testing.T) {
	type note struct {
		kind  Kind
		count int64
	}
	for name, c := range map[string]struct {
		list  entries
		files map[string]string
		notes []note
	}{
		"the same name":           {entries{{"a", "1"}, {"b", "2"}, {"a", "333"}}, map[string]string{"a": "333", "b": "2"}, []note{{Twice, 1}}},
		"three times":             {entries{{"a", "1"}, {"a", "2"}, {"a", "333"}}, map[string]string{"a": "333"}, []note{{Twice, 2}}},
		"names that become one":   {entries{{"a.x", "1"}, {"/a.x", "2"}, {"../a.x", "3"}}, map[string]string{"a.x": "1", "a (2).x": "2", "a (3).x": "3"}, []note{{OddName, 1}, {OddName, 1}}},
		"a file and a folder":     {entries{{"a", "1"}, {"a/b", "2"}}, map[string]string{"a/b": "2"}, []note{{Twice, 1}}},
		"a name that says little": {entries{{"./a//b", "1"}}, map[string]string{"a/b": "1"}, nil},
	} {
		a := opened(t, tarred(t, c.list))
		var got []note
		for _, n := range a.Notes {
			got = append(got, note{n.Kind, n.Count})
		}
		if len(a.files) != len(c.files) || len(got) != len(c.notes) {
			t.Errorf("%s: %d files, notes %+v", name, len(a.files), a.Notes)
			continue
		}
		sum := int64(0)
		for path, want := range c.files {
			sum += int64(len(want))
			if m := a.Member(path); m == nil || content(t, m) != want || m.Of() != a {
				t.Errorf("%s: %s is missing or another one", name, path)
			}
		}
		if a.bytes != sum {
			t.Errorf("%s: %d bytes, want %d", name, a.bytes, sum)
		}
		for i := range got {
			if got[i] != c.notes[i] {
				t.Errorf("%s: notes %+v", name, a.Notes)
			}
		}
	}
}

// What a member costs to read is its size, or all that is unpacked on the way to it.
func TestCosts(t *testing.T) {
	list := entries{{"a", "12345"}, {"b", "1234567890"}}
	plain := tarred(t, list)
	for name, c := range map[string]struct {
		content []byte
		want    int64
	}{"zip": {zipped(t, list, zip.Deflate), 5}, "tar": {plain, 5}, "gzip": {gzipped(t, plain), 15}} {
		if got := opened(t, c.content).Member("a").Costs(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
		inner, err := opened(t, zipped(t, entries{{"in.zip", string(c.content)}}, zip.Store)).Member("in.zip").Archive()
		if err != nil {
			t.Fatal(err)
		}
		if got := inner.Member("a").Costs(); got != 15+int64(len(c.content)) {
			t.Errorf("%s in a zip: %d", name, got)
		}
	}
	a := opened(t, zipped(t, entries{{"db", "x"}, {"db-wal", "beside"}}, zip.Store))
	for ending, want := range map[string]string{"-wal": "beside", "-shm": ""} {
		rc, err := a.Member("db").Beside(ending)
		if err != nil || (rc == nil) != (want == "") {
			t.Errorf("beside it, %s: %v, error %v", ending, rc != nil, err)
		}
		if rc != nil {
			if b, _ := io.ReadAll(rc); string(b) != want {
				t.Errorf("beside it, %s: %q", ending, b)
			}
			rc.Close()
		}
	}
	m := a.Member("db-wal") // 6 of 7 bytes
	if got, want := m.Room(), int64(float64(a.room)*6/7); got < want-1 || got > want+1 {
		t.Errorf("room for %d, want %d", got, want)
	}
	if got := a.Member("db").Room(); got != a.room/2 {
		t.Errorf("room for %d, want an equal share of %d", got, a.room)
	}
}

// What stands behind a folder, a link or a member that is left out is read all the same.
func TestMembersBehindOthers(t *testing.T) {
	file := func(name, content string) member { return member{zip.FileHeader{Name: name}, 0o644, content} }
	a := opened(t, zipOf(t, file("a/", ""), file("a/one", "1"), member{zip.FileHeader{Name: "link"}, fs.ModeSymlink | 0o777, "a"}, file("./", ""),
		file(strings.Repeat("x", maxName+1), ""), file("two", "2")))
	for name, want := range map[string]string{"a/one": "1", "two": "2"} {
		if m := a.Member(name); m == nil || content(t, m) != want {
			t.Errorf("%s is missing or another one", name)
		}
	}
	if len(a.files) != 3 {
		t.Errorf("%d files, want these and the link; notes %+v", len(a.files), a.Notes)
	}
}
