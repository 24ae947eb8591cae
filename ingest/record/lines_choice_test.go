package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"

	"runreport/ingest/source"
)

// A file is read by several goroutines if there are two blocks of it, a compressed one being
// taken for ten times its size. Only the reading on one goroutine can say that no lines follow.
func TestWhichFilesAreReadInBlocks(t *testing.T) {
	const block = 4 * bytesOfRecord
	for _, c := range []struct {
		name        string
		jobs        int
		bytes       int64
		compression string
		blocks      bool
	}{
		{"two blocks", 2, 2 * block, "", true},
		{"a byte less", 2, 2*block - 1, "", false},
		{"one goroutine", 1, 2 * block, "", false},
		{"a fifth of a block, compressed", 2, (2*block + 9) / 10, "gzip", true},
		{"less, compressed", 2, (2*block - 10) / 10, "gzip", false},
	} {
		in, err := source.New(strings.NewReader("{\"name\":\"a\"}\n{\"name\":\"b\"}\n"), 26)
		if err != nil {
			t.Fatal(err)
		}
		in.Bytes, in.Compression = c.bytes, c.compression
		ended := false
		f := &File{Format: lineFormat, Jobs: c.jobs, SettleAt: 4}
		f.Settle = func(records []*Record, last bool) []*Record { ended = ended || last; return records }
		if err := (lines{f}).decode(in); err != nil || len(f.Records) != 2 {
			t.Errorf("%s: %d records, %v", c.name, len(f.Records), err)
		}
		in.Close()
		if ended == c.blocks {
			t.Errorf("%s: the end is told: %v", c.name, ended)
		}
	}
	if n := (lines{&File{SettleAt: 4}}).blockSize(); n != source.BlockSize {
		t.Errorf("without Settle a block has %d bytes, want %d", n, source.BlockSize)
	}
	draining := lines{&File{DrainAt: 8, Drain: func() {}}}
	if n := draining.blockSize(); n != 2*block {
		t.Errorf("with Drain a block has %d bytes, want %d", n, 2*block)
	}
	settling := lines{&File{SettleAt: 4, Settle: func(r []*Record, _ bool) []*Record { return r }}}
	if n := settling.blockSize(); n != block {
		t.Errorf("with Settle a block has %d bytes, want %d", n, block)
	}
}

// In pieces, records are settled when there are SettleAt of them, and the rest at the end.
func TestPiecesOfRecords(t *testing.T) {
	in, err := source.New(strings.NewReader(strings.Repeat("{\"name\":\"a\"}\n", 7)), 91)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var got []string
	f := &File{Format: lineFormat, SettleAt: 3}
	f.Settle = func(records []*Record, last bool) []*Record {
		got = append(got, fmt.Sprint(len(records), last))
		return records[:1]
	}
	if err := (lines{f}).decode(in); err != nil {
		t.Fatal(err)
	}
	if want := []string{"3 false", "3 false", "1 true"}; !slices.Equal(got, want) || len(f.Records) != 3 ||
		f.taken != 4 {
		t.Errorf("settled %v, want %v; %d records, %d taken", got, want, len(f.Records), f.taken)
	}
}

// Where less than half of the records are taken, the others stay where they are; else they are
// copied, so that the memory is used again. Both ways they are records of the whole file, and
// so are those inside them.
func TestSettledRecordsAreTheFiles(t *testing.T) {
	for _, c := range []struct {
		taken  int
		copied bool
	}{{0, false}, {1, false}, {2, true}, {3, true}} {
		whole := &File{Format: lineFormat}
		p := &part{file: lines{whole}.like()}
		for i := range 4 {
			p.file.AddObject(thing, fmt.Appendf(nil, `{"name":"n%d","one":{"n":%d},"many":[{"n":7},{"n":8}]}`, i, i), int64(i))
		}
		before := slices.Clone(p.file.Records)
		whole.Settle = func(records []*Record, _ bool) []*Record { return records[c.taken:] }
		p.settle(whole, false)
		if p.file.taken != c.taken || len(p.file.Records) != 4-c.taken || p.file.mem != nil {
			t.Errorf("%d taken: %d are counted, %d left", c.taken, p.file.taken, len(p.file.Records))
		}
		for i, r := range p.file.Records {
			at := c.taken + i
			if copied := r != before[at]; copied != c.copied {
				t.Errorf("%d taken: record %d is copied: %v", c.taken, at, copied)
			}
			if n, _ := r.Item("one").Int("n"); r.Str("name") != fmt.Sprint("n", at) || n != int64(at) ||
				len(r.Items("many")) != 2 {
				t.Errorf("%d taken: record %d is %s, %d", c.taken, at, r.Str("name"), n)
			}
			for _, r := range append(slices.Clone(r.Items("many")), r, r.Item("one")) {
				if r.File != whole {
					t.Errorf("%d taken: record %d, or one inside it, is of another file", c.taken, at)
				}
			}
			if copied := r.Item("one") != before[at].Item("one"); c.copied && !copied {
				t.Errorf("%d taken: the object in record %d is the old one", c.taken, at)
			}
		}
	}
}

// What is read of some lines is taken out as soon as there are DrainAt records.
func TestDrainAt(t *testing.T) {
	for n, want := range map[int]int{2: 0, 3: 1, 4: 1} {
		drained := 0
		f := &File{Format: lineFormat, DrainAt: 3}
		f.Drain = func() { drained++ }
		lines{f}.join(&part{file: &File{Records: make([]*Record, n), counts: Counts{1, 2, 3, 4}, gone: gone{taken: 5}}})
		if drained != want || f.counts != (Counts{1, 2, 3, 4}) || f.taken != 5 {
			t.Errorf("%d records: drained %d times, want %d; counts %+v, %d taken", n, drained, want, f.counts, f.taken)
		}
	}
}

// A panic at one line ends the reading there: few of the lines behind it are looked at.
func TestAPanicEndsTheReading(t *testing.T) {
	const n = 2000
	content := "{\"name\":\"bad\"}\n" + strings.Repeat("{\"name\":\"a\"}\n", n)
	var asked atomic.Int64
	format := *lineFormat
	format.KindOf = func(m Members) (string, bool) {
		asked.Add(1)
		if m.Text("name") == "bad" {
			panic("a bad line")
		}
		return "thing", false
	}
	in, err := source.New(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f := &File{Format: &format, Jobs: 2}
	if p := caught(func() { _ = lines{f}.blocks(in, 1) }); p != "a bad line" {
		t.Errorf("panic %v", p)
	}
	if got := asked.Load(); got > n/10 {
		t.Errorf("%d lines were read behind the one with the panic", got)
	}
}

// A part is read with all that the file is read with.
func TestAPartIsReadAsTheFile(t *testing.T) {
	f := &File{
		Path: "a/b", Dir: "a", Format: lineFormat, IncludeText: true, Strict: true,
		Clean: strings.ToUpper, CleanPage: strings.ToLower, Quiet: func(string) bool { return true },
		Foreign: func(source.Object) string { return "x" },
	}
	p := lines{f}.like()
	if p.Path != "a/b" || p.Dir != "a" || p.Format != lineFormat || !p.IncludeText || !p.Strict || p.Clean == nil ||
		p.CleanPage == nil || p.Quiet == nil || p.Foreign == nil || !p.isPart {
		t.Errorf("a part is %+v", p)
	}
}

// What a line is told by: how it ends, where it begins, and what is on it.
func TestFindingsOfLines(t *testing.T) {
	object := []byte(`{"name":"a"}`)
	for _, c := range []struct {
		name   string
		line   source.Line
		want   []string
		counts Counts
	}{
		{"plain", source.Line{Text: object}, nil, Counts{Lines: 1}},
		{"CRLF", source.Line{Text: object, CR: true}, []string{"crlf"}, Counts{Lines: 1}},
		{"CR", source.Line{Text: object, CR: true, Bare: true}, []string{"bare_carriage_return"}, Counts{Lines: 1}},
		{"second of its line", source.Line{Text: object, Column: 1}, []string{"objects_not_lines"}, Counts{Lines: 1}},
		{"over two lines", source.Line{Text: object, Further: 1}, []string{"objects_not_lines"}, Counts{Lines: 2, Ignored: 1}},
		{"blank", source.Line{Text: []byte(" \t")}, nil, Counts{Lines: 1, Blank: 1}},
		{"NUL bytes alone", source.Line{Text: []byte("\x00\x00")}, []string{"nul_bytes"}, Counts{Lines: 1, Rejected: 1}},
		{"a NUL byte inside", source.Line{Text: []byte("{\"name\":\x00}")}, []string{"nul_bytes"}, Counts{Lines: 1, Rejected: 1}},
		{"not whole", source.Line{Text: []byte(`{"name`), Torn: true}, []string{"torn_line"}, Counts{Lines: 1, Rejected: 1}},
		{"no JSON", source.Line{Text: []byte(`{"name`)}, []string{"bad_line"}, Counts{Lines: 1, Rejected: 1}},
		{"ignored", source.Line{Text: []byte(`{"ignore":1}`)}, nil, Counts{Lines: 1, Ignored: 1}},
		{"two objects", source.Line{Text: []byte(`{"name":"a"} {"name":"b"}`)}, []string{"objects_not_lines"}, Counts{Lines: 2}},
		{"an object and text", source.Line{Text: []byte(`{"name":"a"} b`)}, []string{"bad_line"}, Counts{Lines: 1, Rejected: 1}},
	} {
		f := &File{Format: lineFormat}
		lines{f}.line(c.line)
		if got := codesOf(f); !slices.Equal(got, c.want) || f.counts != c.counts {
			t.Errorf("%s: findings %v, counts %+v; want %v, %+v", c.name, got, f.counts, c.want, c.counts)
		}
	}
	judged := 0
	f := &File{Format: lineFormat, Clean: func(s string) string { judged = len(s); return s }}
	lines{f}.line(source.Line{No: 3, Text: make([]byte, maxJudged+1), TooLong: true})
	if n := f.Findings(); judged != 64<<10 || len(n) != 1 || n[0].Code != longLine || n[0].Line != 3 ||
		len(n[0].Seen) != 80+len("…") || f.counts.Rejected != 1 {
		t.Errorf("a line that is too long: %d bytes are judged, findings %+v", judged, n)
	}
}

// The sum of a record of fields is the hash of their texts, each with a NUL byte behind it, in
// the order of the kind's fields.
func TestSumOfFields(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "a", Type: String}, {Key: "b", Type: String}, {Key: "c", Type: String}}}).Compile()
	for want, values := range map[string][]Value{
		"x\x00y\x00z\x00": {TextValue("x"), TextValue("y"), TextValue("z")},
		"x\x00\x00\x00":   {TextValue("x")},
		"\x00y\x00\x00":   {{}, TextValue("y")},
		"\x00\x00z\x00":   {{}, {}, TextValue("z")},
		"\x00\x00\x00":    nil,
	} {
		r := (&File{Format: &Format{}}).AddFields(kind, 1, values)
		if r.Sum != xxh3.HashString128(want) {
			t.Errorf("%q: another sum", want)
		}
	}
	asked := 0
	f := &File{Format: &Format{}, Quiet: func(text string) bool { asked++; return text == "quiet" }}
	for _, text := range []string{"quiet", "loud"} {
		r := f.AddFields(kind, 1, []Value{{}, TextValue(text), IntValue(7)})
		if r.vals[0].quiet != (text == "quiet") || r.vals[1].quiet {
			t.Errorf("%s is quiet: %v, a number %v", text, r.vals[0].quiet, r.vals[1].quiet)
		}
	}
	if asked != 2 {
		t.Errorf("asked about %d texts, want 2", asked)
	}
	if r := (&File{Format: &Format{}}).AddFields(kind, 1, []Value{TextValue("x")}); r.vals[0].quiet {
		t.Error("a text is quiet though nobody was asked")
	}
}

// Texts are cut to the length that their value says; a length of 0 is no limit.
func TestTextsAtMost(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "a", Type: String}}}).Compile()
	for most, want := range map[int]string{0: "abc", 1: "a…", 2: "ab…", 3: "abc"} {
		f := &File{Format: &Format{}}
		v := TextValue("abc").AtMost(most)
		for name, r := range map[string]*Record{
			"fields": f.AddFields(kind, 1, []Value{v}), "values": f.AddValues(kind, 1, map[string]Value{"a": v}),
		} {
			if got := r.Str("a"); got != want {
				t.Errorf("%s, at most %d bytes: %s, want %s", name, most, got, want)
			}
		}
	}
}

// Of what is no plain JSON the strict reader says whether broken text is its only fault.
func TestStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`: "1 false", "{\"a\":\"\xff\"}": "1 true", `{"a":"\ud800"}`: "1 true", `{"a":1,"a":2}`: "error",
		"{\"a\":\"\xff\"": "error", `[]`: "error", `{"a":1} x`: "error", `{"a":1} `: "1 false", `{`: "error",
		``: "error", `{"a"`: "error", `{"a":`: "error",
	} {
		members, broken, err := strictly([]byte(text))
		got := "error"
		if err == nil {
			got = fmt.Sprint(len(members), " ", broken)
		}
		if got != want {
			t.Errorf("%q: %s (%v), want %s", text, got, err, want)
		}
	}
	if _, _, err := strictly([]byte(`{"a":1,"a":2}`)); !isDuplicateKey(err) {
		t.Errorf("a key twice: %v", err)
	}
	for text, want := range map[string]error{`[]`: errNoObject, `{} x`: errTrailing} {
		if _, _, err := strictly([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for text, want := range map[string]string{
		`[1,"b`: "1", `[1,2`: "1 2", `[1,]`: "1", `[`: "", `[1,2]`: "1 2", `{}`: "", `[{"a":1,"a":2}]`: "",
	} {
		var got []string
		for _, e := range strictElements(jsontext.Value(text)) {
			got = append(got, string(e))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the elements of %s are %q, want %s", text, got, want)
		}
	}
}
