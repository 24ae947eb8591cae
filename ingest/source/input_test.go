package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// Texts in wide encodings are read as UTF-8, with a mark however short they are.
func TestEncodings(t *testing.T) {
	const text = "{\"a\":\"é 😀\"}\r\n{\"b\":1}\n"
	wide := func(order binary.AppendByteOrder, size int, text string) (out []byte) {
		if size == 4 {
			for _, r := range text {
				out = order.AppendUint32(out, uint32(r))
			}
			return out
		}
		for _, u := range utf16.Encode([]rune(text)) {
			out = order.AppendUint16(out, u)
		}
		return out
	}
	ascii := strings.Repeat("{\"a\":1}\n", 4)
	for _, c := range []struct {
		name     string
		content  []byte
		want     string
		encoding string
		mark     bool
	}{
		{"UTF-8", []byte(text), text, "", false},
		{"UTF-8 with its mark", []byte("\xef\xbb\xbf" + text), text, "", true},
		{"little 16", wide(binary.LittleEndian, 2, "\ufeff"+text), text, "UTF-16LE", true},
		{"big 16", wide(binary.BigEndian, 2, "\ufeff"+text), text, "UTF-16BE", true},
		{"little 32", wide(binary.LittleEndian, 4, "\ufeff"+text), text, "UTF-32LE", true},
		{"big 32", wide(binary.BigEndian, 4, "\ufeff"+text), text, "UTF-32BE", true},
		{"a mark and one letter", wide(binary.BigEndian, 2, "\ufeffx"), "x", "UTF-16BE", true},
		{"little without a mark", wide(binary.LittleEndian, 2, ascii), ascii, "UTF-16LE", false},
		{"big without a mark", wide(binary.BigEndian, 2, ascii), ascii, "UTF-16BE", false},
		{"two bytes of a mark of three", []byte("\xef\xbbx"), "\xef\xbbx", "", false},
	} {
		for kind, content := range map[string][]byte{"": c.content, "gzip": gzipped(t, c.content), "zstd": zstandard(t, c.content)} {
			in, err := Open(write(t, content))
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, kind, err)
			}
			got, err := in.All()
			if err != nil || string(got) != c.want || in.Encoding != c.encoding || in.BOM != c.mark || in.Compression != kind {
				t.Errorf("%s, %s: %q, %q, mark %v, %q, error %v", c.name, kind, got, in.Encoding, in.BOM, in.Compression, err)
			}
			in.Close()
			in.Close() // a second time does nothing
		}
	}
}

// A carriage return ends a line where no line ends with a newline, however late one comes.
func TestCarriageReturns(t *testing.T) {
	far := strings.Repeat("x", 2*peekSize)
	for _, c := range []struct {
		name, content, document string
		want                    []Line
	}{
		{"alone", "a\rb\r", "a\nb\n", []Line{{No: 1, Text: []byte("a"), CR: true, Bare: true}, {No: 2, Text: []byte("b"), CR: true, Bare: true}}},
		{"beside a newline", "a\rb\n", "a\rb\n", []Line{{No: 1, Text: []byte("a\rb")}}},
		{"a newline far behind", "a\r" + far + "\n", "a\r" + far + "\n", []Line{{No: 1, Text: []byte("a\r" + far)}}},
		{"no newline far behind", "a\r" + far + "\r", "a\n" + far + "\n",
			[]Line{{No: 1, Text: []byte("a"), CR: true, Bare: true}, {No: 2, Text: []byte(far), CR: true, Bare: true}}},
		{"two before a newline", "a\r\r\n", "a\r\r\n", []Line{{No: 1, Text: []byte("a\r"), CR: true}}},
		{"a torn line that ends with one", "a\nb\r", "a\nb\r", []Line{{No: 1, Text: []byte("a")}, {No: 2, Text: []byte("b"), CR: true, Torn: true}}},
	} {
		path := write(t, []byte(c.content))
		got, _, err := lines(t, path)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %.80v, want %.80v, error %v", c.name, got, c.want, err)
		}
		in, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := in.All(); err != nil || string(all) != c.document {
			t.Errorf("%s: the document is %.60q, error %v", c.name, all, err)
		}
		in.Close()
	}
}

// Only so much of a file is read as it was long when it was found, and a reader that stops
// gets no more lines.
func TestWhereReadingEnds(t *testing.T) {
	path := write(t, []byte("a\nb\nc\n"))
	in, err := OpenFirst(path, 4)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := in.All(); err != nil || string(all) != "a\nb\n" {
		t.Errorf("the first four bytes are %q, error %v", all, err)
	}
	in.Close()
	if in, err = Open(path); err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := in.Lines(func(l Line) bool { n++; return l.No < 2 }); err != nil || n != 2 {
		t.Errorf("%d lines, error %v", n, err)
	}
	in.Close()
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := OpenFirst(filepath.Join(t.TempDir(), "none"), 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the beginning of one: %v", err)
	}
	for _, content := range []string{"\x1f\x8bx", "\x28\xb5\x2f\xfdx"} {
		in, err := Open(write(t, []byte(content)))
		if err == nil {
			_, err = in.All()
			in.Close()
		}
		if err == nil {
			t.Errorf("%q is no compressed file, and no error", content)
		}
	}
}

// A reader goes on where an earlier one stopped, with the numbers of its lines.
func TestSkip(t *testing.T) {
	for name, content := range map[string]string{"plain": "a\nb\nc\n", "with a mark": "\xef\xbb\xbfa\nb\nc\n"} {
		in, err := Open(write(t, []byte(content)))
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Skip(int64(strings.Index(content, "b")), 1); err != nil {
			t.Fatal(err)
		}
		var got []Line
		if err := in.Lines(func(l Line) bool { got = append(got, Line{No: l.No, Text: bytes.Clone(l.Text)}); return true }); err != nil {
			t.Fatal(err)
		}
		if want := []Line{{No: 2, Text: []byte("b")}, {No: 3, Text: []byte("c")}}; !reflect.DeepEqual(got, want) || in.BOM {
			t.Errorf("%s: %v, mark %v", name, got, in.BOM)
		}
		if err := in.Skip(1, 0); err == nil {
			t.Errorf("%s: more is passed over than there is", name)
		}
		in.Close()
	}
}

// closer tells whether it was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

// What comes out of compressed data is limited by its size, or by the room of a member where
// that is less.
func TestRoom(t *testing.T) {
	for size, want := range map[int64]int64{0: 64 << 20, 1 << 15: 64 << 20, 1 << 20: 2000 << 20, 8 << 20: 16000 << 20, 1 << 40: 16 << 30} {
		if got := Room(size); got != want {
			t.Errorf("%d bytes have room for %d, want %d", size, got, want)
		}
	}
	plain := bytes.Repeat([]byte("line\n"), 100)
	for name, b := range map[string][]byte{"plain": plain, "gzip": gzipped(t, plain), "zstd": zstandard(t, plain)} {
		for room, short := range map[int64]bool{499: true, 501: false} {
			from := &closer{Reader: bytes.NewReader(b)}
			in, err := OpenMember(from, int64(len(b)), room)
			if err != nil {
				t.Fatal(err)
			}
			got, err := in.All()
			if want := short && name != "plain"; errors.Is(err, ErrInflated) != want || !want && string(got) != string(plain) {
				t.Errorf("%s with room for %d: %d bytes, error %v", name, room, len(got), err)
			}
			if in.Bytes != int64(len(b)) {
				t.Errorf("%s has %d bytes, want %d", name, in.Bytes, len(b))
			}
			in.Close()
			if !from.closed {
				t.Errorf("%s is left open", name)
			}
		}
	}
	from := &closer{Reader: strings.NewReader("\x1f\x8bno gzip")}
	if _, err := OpenMember(from, 9, 100); err == nil || !from.closed {
		t.Errorf("no gzip: error %v, closed %v", err, from.closed)
	}
}

// Blocks hold all lines in order, each as many as fit, and one that is too long alone.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, content string
		stop          int // after so many blocks; 0: never
		want          []string
	}{
		{"nothing", "", 0, nil},
		{"as many as fit", "aaaa\nbbbb\ncc\n\nd\n", 0, []string{"1:aaaa 2:bbbb", "3:cc 4: 5:d"}},
		{"one too long", "a\nbbbbbbbbbbbb\nccccc\n", 0, []string{"1:a", "2:bbbbbbbbbbbb", "3:ccccc"}},
		{"the reader stops", "aaaaaa\nbbbbbb\ncccccc\n", 1, []string{"1:aaaaaa"}},
	} {
		in, err := New(strings.NewReader(c.content), 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for blocks.Get().(*Block).text != nil { // what other tests gave back is larger
		}
		err = in.Blocks(8, func(b *Block) bool {
			var all []string
			for _, l := range b.Lines {
				all = append(all, string('0'+rune(l.No))+":"+string(l.Text))
			}
			got = append(got, strings.Join(all, " "))
			return len(got) != c.stop
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q, error %v", c.name, got, c.want, err)
		}
		in.Close()
	}
}

// A database is opened once, however often it is asked for.
func TestDatabaseIsOpenedOnce(t *testing.T) {
	in, err := Open(database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	first, err := in.Database()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := in.Database(); err != nil || again != first {
		t.Errorf("another database, error %v", err)
	}
}

// A stream goes on where the input stands, and is what the input reads too.
func TestStream(t *testing.T) {
	in, err := New(strings.NewReader("abc\ndef\n"), 8)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := in.Skip(4, 1); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 2)
	if n, err := io.ReadFull(in.Stream(), b); n != 2 || err != nil || string(b) != "de" {
		t.Errorf("%q, %v", b[:n], err)
	}
	if rest, err := in.All(); err != nil || string(rest) != "f\n" {
		t.Errorf("then %q, %v", rest, err)
	}
}

// The buffers of compressed and of wide inputs are used again, which are a hundred times as long as most logs.
func TestBuffersAreUsedAgain(t *testing.T) {
	text := []byte(`{"a":"` + "long enough to be told" + `"}` + "\n")
	wide := []byte{0xff, 0xfe}
	for _, c := range text {
		wide = append(wide, c, 0)
	}
	for what, content := range map[string][]byte{"plain": text, "gzip": gzipped(t, text), "UTF-16": wide} {
		name := write(t, content)
		read := func() {
			in, err := Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if got, err := in.All(); err != nil || string(got) != string(text) {
				t.Fatalf("%s is %q: %v", what, got, err)
			}
		}
		read()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const rounds = 20
		for range rounds {
			read()
		}
		runtime.ReadMemStats(&after)
		// Some are made anew: a collection of garbage takes those that are not in use, and so does the race detector.
		if each := (after.TotalAlloc - before.TotalAlloc) / rounds; each > peekSize*3/2 {
			t.Errorf("%s takes %d bytes each time", what, each)
		}
	}
}
