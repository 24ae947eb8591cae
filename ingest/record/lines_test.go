package record

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"runreport/ingest/source"
)

// inBlocks reads the content as things, in blocks of that size on several goroutines;
// size 0: on one, line by line. fault is what the source ends with.
func inBlocks(t testing.TB, content string, size int, fault error) (f *File, err error) {
	t.Helper()
	from := io.Reader(strings.NewReader(content))
	if fault != nil {
		from = io.MultiReader(from, iotest.ErrReader(fault))
	}
	in, err := source.New(from, int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f = &File{Path: "things.jsonl", Format: lineFormat, Jobs: 3}
	if size == 0 {
		err = in.Objects(func(l source.Line) bool {
			lines{f}.line(l)
			return true
		})
	} else {
		err = lines{f}.blocks(in, size)
	}
	return f, err
}

// holdBlocks fails where reading in blocks differs from reading line by line.
func holdBlocks(t testing.TB, content string, fault error) {
	t.Helper()
	want, wantErr := inBlocks(t, content, 0, fault)
	records, findings := want.Store()
	for _, size := range []int{1, 70, 1000, 1 << 20} {
		got, err := inBlocks(t, content, size, fault)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("blocks of %d bytes: error %v, want %v", size, err, wantErr)
		}
		again, found := got.Store()
		if !bytes.Equal(again, records) || got.Counts() != want.Counts() {
			t.Errorf("blocks of %d bytes: %d records, counts %+v; want %d, %+v", size, len(got.Records), got.Counts(), len(want.Records), want.Counts())
		}
		if !bytes.Equal(found, findings) {
			t.Errorf("blocks of %d bytes: %d findings, want %d", size, len(got.Findings()), len(want.Findings()))
		}
		for _, r := range got.Records {
			all := append(slices.Clone(r.Items("many")), r)
			if inner := r.Item("one"); inner != nil {
				all = append(all, inner)
			}
			if slices.ContainsFunc(all, func(r *Record) bool { return r.File != got }) {
				t.Fatalf("line %d: a record of another file", r.Line)
			}
		}
	}
}

func TestBlocksReadAsLinesDo(t *testing.T) {
	var many strings.Builder
	for i := range 2000 { // more deviations than are listed, some of them again and again
		fmt.Fprintf(&many, "{\"name\":\"n%d\",\"count\":\"x\",\"state\":\"s%d: y\",\"one\":{\"n\":%d},\"many\":[{\"n\":1},{}]}\n", i%7, i%600, i)
		switch i % 50 {
		case 3:
			many.WriteString("no object\n")
		case 4:
			many.WriteString("\n{\"name\":1,\"name\":2}\r\n")
		case 5:
			many.WriteString("\x00\x00{\"ignore\":1}\n  \n{\"title\":\"\xff\"}\n")
		case 6:
			fmt.Fprintf(&many, "{\"new%d\":1}\n\x00\n", i)
		}
	}
	for name, content := range map[string]string{
		"empty":     "",
		"one":       `{"name":"a"}`,
		"torn":      "{\"name\":\"a\"}\n{\"name\":",
		"bare":      "{\"name\":\"a\"}\r{\"name\":\"b\"}\r",
		"many":      many.String(),
		"many torn": many.String() + `{"na`,
		"glued":     strings.Repeat(`{"name":"a"}{"name":"b"} {"name":`, 3) + "\n",
		"indented":  strings.Repeat("{\n \"name\": \"a\"\n}{\n \"name\": \"b\"\n}\n", 50) + "{\n \"name\":\n",
		"an array":  "[" + strings.Repeat("{\n \"name\": \"a\"\n}, ", 50) + "{}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			holdBlocks(t, content, nil)
			holdBlocks(t, content, io.ErrUnexpectedEOF)
		})
	}
}

// A fault of the program at one line leaves what was read before it, wherever it is met.
// TestPiecesHoldFewFindings reads a file without a single record in pieces: what is held of it
// must not grow with its lines.
func TestPiecesHoldFewFindings(t *testing.T) {
	const n = 20 * maxFindings
	var content strings.Builder
	for i := range n {
		fmt.Fprintf(&content, "no object %d\n", i)
	}
	in, err := source.New(strings.NewReader(content.String()), int64(content.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	pieces := 0
	f := &File{Path: "things.jsonl", Format: lineFormat, Jobs: 1, SettleAt: 1000}
	f.Settle = func(records []*Record, _ bool) []*Record { pieces++; return records }
	if err := (lines{f}).decode(in); err != nil {
		t.Fatal(err)
	}
	if least := n / (maxFindings + 1); pieces < least {
		t.Errorf("%d pieces, want at least %d", pieces, least)
	}
	if got := len(f.Findings()); got != maxFindings+1 || f.Counts().Rejected != n {
		t.Errorf("%d findings, %d lines rejected; want %d, %d", got, f.Counts().Rejected, maxFindings+1, n)
	}
}

func TestAPanicInABlockIsThatOfTheReader(t *testing.T) {
	format := *lineFormat
	format.KindOf = func(m Members) (string, bool) {
		if m.Text("name") == "bad" {
			panic("a bad line")
		}
		return "thing", false
	}
	content := strings.Repeat("{\"name\":\"a\",\"count\":\"x\"}\n", 100) + "{\"name\":\"bad\"}\n" + strings.Repeat("{\"name\":\"b\",\"share\":\"x\"}\n", 100)
	for _, size := range []int{0, 1, 300, 1 << 20} {
		in, err := source.New(strings.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Path: "things.jsonl", Format: &format, Jobs: 3}
		func() {
			defer func() {
				if p := recover(); p != "a bad line" {
					t.Errorf("blocks of %d bytes: panic %v", size, p)
				}
			}()
			if size == 0 {
				_ = f.Decode(in)
			} else {
				_ = lines{f}.blocks(in, size)
			}
		}()
		in.Close()
		if len(f.Records) != 100 || len(f.Findings()) != 1 || f.Findings()[0].Count != 100 {
			t.Errorf("blocks of %d bytes: %d records, findings %v", size, len(f.Records), codesOf(f))
		}
	}
}

// Two lines that say the same under another key are two lines: what is remembered of a value holds for the
// key that it stood under.
func TestSynonymsAreOtherLines(t *testing.T) {
	const documented, synonym = `{"name":"b"}`, `{"title":"b"}`
	for _, lines := range [][]string{{documented, synonym}, {synonym, documented, synonym}} {
		f, err := inBlocks(t, strings.Join(lines, "\n"), 0, nil)
		if err != nil || len(f.Records) != len(lines) {
			t.Fatalf("%q: %d records, %v", lines, len(f.Records), err)
		}
		for i, r := range f.Records[1:] {
			if before := f.Records[i]; before.Sum == r.Sum || before.Str("name") != r.Str("name") {
				t.Errorf("%q: line %d has the sum of line %d, or another name", lines, r.Line, before.Line)
			}
		}
	}
}

// FuzzBlocks holds reading in blocks against reading line by line.
func FuzzBlocks(f *testing.F) {
	f.Add("{\"name\":\"a\"}\n{\"name\":")
	f.Add("{\"name\":\"a\",\"many\":[{\"n\":1}]}\r\n\x00{\"title\":\"b\"}\n\n[]\n")
	f.Add("{\"name\":\"b\"}\n{\"title\":\"b\"}\n")
	f.Fuzz(func(t *testing.T, content string) { holdBlocks(t, content, nil) })
}
