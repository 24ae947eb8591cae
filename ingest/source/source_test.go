package source

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func write(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func gzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func zstandard(t *testing.T, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

// lines reads a file and copies its lines.
func lines(t *testing.T, path string) (all []Line, in *Input, err error) {
	t.Helper()
	in, err = Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	err = in.Lines(func(l Line) bool {
		l.Text = bytes.Clone(l.Text)
		if l.Text == nil {
			l.Text = []byte{}
		}
		all = append(all, l)
		return true
	})
	return all, in, err
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []Line
	}{
		{"empty", "", nil},
		{"one", "a\n", []Line{{No: 1, Text: []byte("a")}}},
		{"torn", "a\nb", []Line{{No: 1, Text: []byte("a")}, {No: 2, Text: []byte("b"), Torn: true}}},
		{"blank lines count", "\n\na\n", []Line{{No: 1, Text: []byte{}}, {No: 2, Text: []byte{}}, {No: 3, Text: []byte("a")}}},
		{"crlf", "a\r\nb\r\n", []Line{{No: 1, Text: []byte("a"), CR: true}, {No: 2, Text: []byte("b"), CR: true}}},
		{"mark", "\xef\xbb\xbfa\n", []Line{{No: 1, Text: []byte("a")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for kind, content := range map[string][]byte{"plain": []byte(c.content), "gzip": gzipped(t, []byte(c.content)), "zstd": zstandard(t, []byte(c.content))} {
				got, _, err := lines(t, write(t, content))
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				if !reflect.DeepEqual(got, c.want) {
					t.Errorf("%s: got %+v, want %+v", kind, got, c.want)
				}
			}
		})
	}
}

func TestALineLongerThanTheBuffer(t *testing.T) {
	long := strings.Repeat("x", 3*peekSize+17)
	got, _, err := lines(t, write(t, []byte(long+"\nshort\n")))
	if err != nil || len(got) != 2 || string(got[0].Text) != long || got[0].TooLong || string(got[1].Text) != "short" {
		t.Errorf("got %d lines, error %v", len(got), err)
	}
}

func TestALineLongerThanTheLimitIsCountedAndSkipped(t *testing.T) {
	got, _, err := lines(t, write(t, append(bytes.Repeat([]byte("x"), MaxLine+1000), "\nafter\n"...)))
	if err != nil || len(got) != 2 || !got[0].TooLong || string(got[1].Text) != "after" || got[1].No != 2 {
		t.Fatalf("got %d lines, error %v", len(got), err)
	}
	if len(got[0].Text) > MaxLine+2 {
		t.Errorf("kept %d bytes of the line", len(got[0].Text))
	}
}

func TestDamagedCompressionGivesTheLinesBefore(t *testing.T) {
	var b strings.Builder
	for i := range 20000 {
		b.WriteString(strings.Repeat("log ", i%7) + "\n")
	}
	z := gzipped(t, []byte(b.String()))
	got, in, err := lines(t, write(t, z[:len(z)-20]))
	if err == nil {
		t.Error("a cut gzip file gives no error")
	}
	if len(got) == 0 || in.Compression != "gzip" {
		t.Errorf("%d lines before the damage, compression %q", len(got), in.Compression)
	}
}

func TestABombEndsAtTheLimit(t *testing.T) {
	z := gzipped(t, make([]byte, 200<<20))
	path := write(t, z)
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	total := 0
	err = in.Lines(func(l Line) bool { total += len(l.Text); return true })
	if limit := max(len(z)*maxRatio, 64<<20); err == nil && total > limit {
		t.Errorf("%d bytes came out of %d, the limit is %d", total, len(z), limit)
	}
}

func TestWhatIsNoFileIsNotOpened(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(pipe); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a pipe: %v", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
}

func TestTheFirstRecordMayBeLong(t *testing.T) {
	for name, content := range map[string]string{
		"the large value first": `{"x":"` + strings.Repeat("y", 2*peekSize) + `","event":"run_start"}` + "\n{}\n",
		"the large value last":  `{"event":"run_start","x":"` + strings.Repeat("y", 2*peekSize) + `"}` + "\n{}\n",
		"beyond the limit":      `{"event":"run_start","run_id":"a","x":"` + strings.Repeat("y", MaxLine+10) + `"}` + "\n{}\n",
	} {
		in, err := Open(write(t, []byte(content)))
		if err != nil {
			t.Fatal(err)
		}
		h, err := in.Head("log.jsonl")
		if err != nil || !h.HasObjects() || slices.Collect(h.Lines())[0].Text("event") != "run_start" {
			t.Errorf("%s: %d objects, error %v", name, len(slices.Collect(h.Lines())), err)
		}
		n := 0
		if err := in.Lines(func(Line) bool { n++; return true }); err != nil || n != 2 {
			t.Errorf("%s: %d lines, error %v", name, n, err)
		}
		in.Close()
	}
}

func TestHead(t *testing.T) {
	for _, c := range []struct {
		name, content string
		lines         int
		doc, items    string // a key that must be there
	}{
		{"log", "{\"a\":1}\nnoise\n{\"b\":2}\n", 2, "", ""},
		{"document", "{\n  \"runs\": [\n {\n \"cardId\": 1}\n ]\n}\n", 1, "runs", "cardId"},
		{"one line is both", `{"runs":[{"cardId":1}]}`, 1, "runs", "cardId"},
		{"cut document", "{\n \"x\": 1,\n \"runs\": [ {\"cardId\": 1, \"y\":", 0, "x", "cardId"},
		{"array", `[{"results":[]}]`, 1, "", "results"},
		{"text", "# A heading\n", 0, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := Open(write(t, []byte(c.content)))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			h, err := in.Head("folder/file.json.gz")
			if err != nil {
				t.Fatal(err)
			}
			if len(slices.Collect(h.Lines())) != c.lines {
				t.Errorf("%d lines with objects, want %d", len(slices.Collect(h.Lines())), c.lines)
			}
			if c.doc != "" && !h.Doc.Has(c.doc) {
				t.Errorf("document %v lacks %s", h.Doc, c.doc)
			}
			if c.items != "" && !h.Items.Has(c.items) {
				t.Errorf("items %v lack %s", h.Items, c.items)
			}
			if h.Name() != "file.json" {
				t.Errorf("name %q", h.Name())
			}
		})
	}
}
