package record

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

func TestPlainInt(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "7": 7, "-12": -12, "007": 7, "123456789012345": 123456789012345, "-123456789012345": -123456789012345,
	} {
		if n, ok := plainInt([]byte(text)); n != want || !ok {
			t.Errorf("%s: %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"", "-", "1234567890123456", "-1234567890123456", "1.5", "1e3", "+1", "--1", "a", "1a", "/", ":"} {
		if n, ok := plainInt([]byte(text)); ok {
			t.Errorf("%s is %d", text, n)
		}
	}
}

func TestFractionOf(t *testing.T) {
	for text, want := range map[string]int64{"": 0, ".5": 500_000_000, ".05": 50_000_000, ".000000001": 1, ".123456789": 123_456_789} {
		if n, ok := fractionOf(text); n != want || !ok {
			t.Errorf("%s: %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{".", ".1234567891", ",5", "5", "55", ".5x", ".x"} {
		if n, ok := fractionOf(text); ok {
			t.Errorf("%s is %d", text, n)
		}
	}
}

// Objects with more keys and values that nest deeper than the scanner compares and follows
// are left to the strict reader.
func TestLimitsOfTheScanner(t *testing.T) {
	keys := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, `"k`+strings.Repeat("x", i)+`":0`)
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	nested := func(open, end string, n int) string {
		return strings.Repeat(open, n) + "1" + strings.Repeat(end, n)
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"128 keys", keys(128), true},
		{"129 keys", keys(129), false},
		{"128 keys, in an object", `{"a":` + keys(128) + `,"b":1}`, true},
		{"129 keys, in an object", `{"a":` + keys(129) + `,"b":1}`, false},
		{"32 objects", nested(`{"a":`, "}", 33), true},
		{"33 objects", nested(`{"a":`, "}", 34), false},
		{"32 arrays", `{"a":` + nested("[", "]", 32) + "}", true},
		{"33 arrays", `{"a":` + nested("[", "]", 33) + "}", false},
	} {
		if _, ok := (&scanner{}).plain([]byte(c.text)); ok != c.want {
			t.Errorf("%s: taken %v, want %v", c.name, ok, c.want)
		}
	}
	for n, want := range map[int]bool{32: true, 33: false} {
		for name, text := range map[string]string{"arrays": nested("[", "]", n), "objects": nested(`{"a":`, "}", n)} {
			if _, ok := (&scanner{}).elements([]byte("[" + text + "]")); ok != want {
				t.Errorf("%d %s in an array: taken %v, want %v", n, name, ok, want)
			}
		}
	}
}

// An element ends where it ends: appending to it does not write into the text behind it.
func TestElementsDoNotReachIntoEachOther(t *testing.T) {
	raw := []byte(`[1,2]`)
	all, ok := (&scanner{}).elements(raw)
	if !ok || len(all) != 2 {
		t.Fatalf("elements %q, %v", all, ok)
	}
	_ = append(all[0], '9')
	if string(raw) != `[1,2]` {
		t.Errorf("the text is now %s", raw)
	}
}

// A time keeps the number that stands beside it, also where only the fraction or only the
// whole number is not 0.
func TestHeldTimesWithNumbers(t *testing.T) {
	for name, v := range map[string]Value{
		"a fraction": {Given: true, Text: "5.5", Num: 5.5, When: time.Unix(5, 500_000_000).UTC()},
		"a whole":    {Given: true, Text: "5", Int: 5, When: time.Unix(5, 0).UTC()},
	} {
		h := hold(3, v)
		if got := h.value(); !reflect.DeepEqual(got, v) {
			t.Errorf("%s: %#v became %#v", name, v, got)
		}
	}
}

func TestCutName(t *testing.T) {
	long := strings.Repeat("x", 20)
	if got := CutName(long, 20); got != long {
		t.Errorf("a name of 20 bytes became %s", got)
	}
	a, b := CutName(long+"a", 20), CutName(long+"b", 20)
	for _, got := range []string{a, b} {
		if cut, hash, ok := strings.Cut(got, " #"); !ok || cut != long+"…" || len(hash) != 8 {
			t.Errorf("a name of 21 bytes became %s", got)
		}
	}
	if a == b {
		t.Errorf("two names became one: %s", a)
	}
}

// A line that cannot be read is quoted up to 120 bytes.
func TestQuotedLine(t *testing.T) {
	for length, want := range map[int]int{120: 120, 121: 120 + len("…")} {
		f := decode(t, `{"name":"a"}`+"\n"+"{"+strings.Repeat("x ", length)[:length-1]+"\n")
		n := f.Findings()
		if len(n) != 1 || n[0].Line != 2 || len(n[0].Seen) != want {
			t.Errorf("%d bytes: findings %v, want one of %d bytes", length, n, want)
		}
	}
}

// What the format does not define is kept, but not of a private file.
func TestExtraOfAPrivateFile(t *testing.T) {
	for _, c := range []struct {
		name             string
		private, include bool
		want             string
	}{
		{"open", false, false, `{"new":"x"}`}, {"private", true, false, ""}, {"private, texts asked for", true, true, `{"new":"x"}`},
	} {
		format := *lineFormat
		format.Private = c.private
		f := &File{Path: "x", Format: &format, IncludeText: c.include}
		r := f.AddObject(thing, []byte(`{"name":"a","new":"x"}`), 1)
		if r == nil || r.Str("name") != "a" {
			t.Fatalf("%s: record %+v", c.name, r)
		}
		if r.Extra != c.want {
			t.Errorf("%s: beside what is defined %s, want %s", c.name, r.Extra, c.want)
		}
	}
}

// NaN is told once a line, with how many there were.
func TestNaNIsToldOnce(t *testing.T) {
	f := &File{Path: "x", Format: &Format{NaN: true}}
	if got := string(withoutNaN(f, []byte(`{"a":NaN,"b":Infinity,"c":"NaN"}`), 7)); strings.Contains(got, ":NaN") || !strings.Contains(got, `"NaN"`) {
		t.Errorf("text %s", got)
	}
	n := f.Findings()
	if len(n) != 1 || n[0].Count != 1 || n[0].Line != 7 || n[0].Seen != "values: 2" {
		t.Errorf("findings %+v", n)
	}
}

// Texts are replaced, and neither a number, a time nor the text that a list does not have.
func TestRewriteLeavesNumbers(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{
		{Key: "text", Type: String}, {Key: "whole", Type: Int}, {Key: "share", Type: Float}, {Key: "zero", Type: Float},
		{Key: "ok", Type: Bool}, {Key: "at", Type: Time}, {Key: "words", Type: Strings}, {Key: "any", Type: Any},
	}}).Compile()
	f := &File{Path: "x", Format: &Format{Name: "x", Kinds: []*Kind{kind}}}
	r := f.AddObject(kind, []byte(`{"text":"a","whole":7,"share":0.4,"ok":true,"at":"2026-03-02T09:00:00Z","words":["b","c"],"any":[1]}`), 1)
	before := map[string]Value{}
	for _, key := range []string{"whole", "share", "ok", "at"} {
		before[key] = r.Value(key)
	}
	mark := func(_, text string) string { return "<" + text + ">" }
	f.Rewrite(&Rewriter{Text: mark, JSON: mark, Seen: func(s string) string { return s }, Quiet: func(string) bool { return false }, Secret: &SecretFields{Names: func(string) bool { return true }}})
	for key, want := range before {
		if got := r.Value(key); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v became %#v", key, want, got)
		}
	}
	if words := r.Value("words"); words.Text != "" || !reflect.DeepEqual(r.List("words"), []string{"<b>", "<c>"}) {
		t.Errorf("words: %#v", words)
	}
	if r.Str("text") != "<a>" || string(r.Raw("any")) != "<[1]>" {
		t.Errorf("text %s, any %s", r.Str("text"), r.Raw("any"))
	}
}

// A database that changes while it is read is told of, and so is one that is none.
func TestReadTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE t(a)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		during func()
		want   []string
	}{
		{"at rest", func() {}, nil},
		{"written to", func() {
			if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}, []string{dbChanged.Name}},
	} {
		in, err := source.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		f := &File{Path: "x.db", Format: &Format{Container: Database, ReadTables: func(*sqlite.DB, *File) { read++; c.during() }}}
		if err := readTables(f, in); err != nil || read != 1 || f.counts.Rejected != 0 {
			t.Errorf("%s: read %d times, %d rejected, %v", c.name, read, f.counts.Rejected, err)
		}
		in.Close()
		if got := codesOf(f); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: findings %v, want %v", c.name, got, c.want)
		}
		for _, n := range f.Findings() {
			if n.Line != 0 {
				t.Errorf("%s: of the whole file, told at line %d", c.name, n.Line)
			}
		}
	}
	in, err := source.New(strings.NewReader("no database"), 11)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f := &File{Path: "x.db", Format: &Format{Container: Database, ReadTables: func(*sqlite.DB, *File) { t.Error("read all the same") }}}
	if err := readTables(f, in); err == nil || f.counts.Rejected != 1 {
		t.Errorf("no database: %v, %d rejected", err, f.counts.Rejected)
	}
}

// A row that is broken is rejected where it stands, however the error is wrapped.
func TestBrokenRowWrapped(t *testing.T) {
	f := &File{Format: &Format{Container: Database}}
	BrokenRow(f, errors.Join(errors.New("table t"), &sqlite.Fault{Line: 7, What: "a value that is no literal"}))
	if n := f.Findings(); len(n) != 1 || n[0].Code != badRow || n[0].Line != 7 {
		t.Errorf("findings %+v", n)
	}
}
