package source

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func headOf(t *testing.T, name, text string) *Head {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	h, err := in.Head("logs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for range h.Lines() { // which are read from the input, and that is closed
	}
	return h
}

func keysOf(all ...Object) (keys []string) {
	for _, o := range all {
		var of []string
		for key := range o {
			of = append(of, key)
		}
		slices.Sort(of)
		keys = append(keys, strings.Join(of, "+"))
	}
	return keys
}

// What a file is recognised by: the first objects on lines of their own, the keys of a
// document as far as it goes, the first object of its first list and the rows of answers.
func TestWhatTheHeadTells(t *testing.T) {
	many := strings.Repeat(`{"a":1}`+"\n", 20)
	for _, c := range []struct {
		name, text       string
		lines, doc, item string
		rows             string
	}{
		{"lines", `{"a":1,"b":2}` + "\n\n" + `text` + "\n" + `{"c":1}`, "a+b c", "a+b", "", ""},
		{"twelve of many", many, strings.TrimSpace(strings.Repeat("a ", 12)), "a", "", ""},
		{"a broken one does not count beside whole ones", `{"x":1,"y":` + "\n" + `{"a":1}`, "a", "x+y", "", ""},
		{"broken ones where nothing is whole", `{"x":1,"y":[1,` + "\n" + `{"z":` + "\n", "x+y", "x+y", "", ""},
		{"objects over lines", "{\n \"a\": 1,\n \"b\": [\n  {\"c\":1}\n ]\n}{\n \"d\": 1\n}\n", "a+b d", "a+b", "", ""},
		{"a line inside a document", "{\n \"a\": [\n  {\"b\": 1, \"c\":\n", "", "a", "", ""},
		{"a power cut", "\x00\x00" + `{"a":1}` + "\x00\n", "a", "a", "", ""},
		{"lines that end with a carriage return", `{"a":1}` + "\r" + `{"b":1}`, "a b", "a", "", ""},
		{"a number that is none", `{"a":NaN,"b":1}`, "a+b", "a+b", "", ""},
		{"a list", `[{"a":1,"b":2},{"c":1}]`, "a+b c", "", "a+b", ""},
		{"a list of numbers", `[1,{"c":1}]`, "", "", "", ""},
		{"a list in a document", `{"k":1,"records":[{"a":1}],"runs":[{"b":1}]}`, "k+records+runs", "k+records+runs", "b", ""},
		{"an empty list before one that is not", `{"runs":[],"cards":[{"b":1}]}`, "cards+runs", "cards+runs", "b", ""},
		{"a document that breaks off in a list", `{"k":1,"bugs":[{"a":1},{"b"`, "bugs+k", "bugs+k", "a", ""},
		{"an answer", `{"success":true,"results":[{"a":1},{"b":1}]}`, "results+success", "results+success", "", "a"},
		{"answers", `[{"results":[{"a":1}]},{"results":[]},{"results":[{"b":1}]}]`, "results results results", "", "results", "a b"},
		{"an answer that breaks off", `{"success":true,"results":[{"a":1},{"b"`, "results+success", "results+success", "", "a"},
		{"no JSON", "hello\n", "", "", "", ""},
	} {
		h := headOf(t, "x.txt", c.text)
		var item []Object
		if len(h.Items) > 0 {
			item = []Object{h.Items}
		}
		for what, pair := range map[string][2]string{
			"lines": {strings.Join(keysOf(slices.Collect(h.Lines())...), " "), c.lines}, "document": {strings.Join(keysOf(h.Doc), " "), c.doc},
			"item": {strings.Join(keysOf(item...), " "), c.item}, "rows": {strings.Join(keysOf(h.Rows...), " "), c.rows},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s, %s: %q, want %q", c.name, what, pair[0], pair[1])
			}
		}
	}
}

// The name has no suffix of compression. A log by its name is looked at as far as its first
// line goes, however long a document stands in it.
func TestNamesInTheHead(t *testing.T) {
	for path, want := range map[string]string{"a/b.jsonl.gz": "b.jsonl", "b.log.zst": "b.log", "b.gz.log": "b.gz.log", "c": "c"} {
		if got := (&Head{Path: path}).Name(); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	long := "text\n" + `{"a":"` + strings.Repeat("x", 2*peekSize) + `"}` + "\n"
	for name, want := range map[string]int{"x.jsonl": 1, "x.ndjson": 1, "x.log": 1} {
		if h := headOf(t, name, long[len("text\n"):]); len(slices.Collect(h.Lines())) != want || !h.Whole {
			t.Errorf("%s: %d lines, whole %v", name, len(slices.Collect(h.Lines())), h.Whole)
		}
	}
}

func TestObject(t *testing.T) {
	o := Object{"a": []byte(`"x\ty"`), "n": []byte("1"), "bad": []byte(`"x`)}
	for keys, want := range map[string][2]bool{"a": {true, true}, "a n": {true, true}, "a z": {false, true}, "z": {false, false}} {
		if got := [2]bool{o.Has(strings.Fields(keys)...), o.HasAny(strings.Fields(keys)...)}; got != want {
			t.Errorf("%s: all, any: %v, want %v", keys, got, want)
		}
	}
	for key, want := range map[string]string{"a": "x\ty", "n": "", "z": "", "bad": ""} {
		if got := o.Text(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	h := &Head{Bytes: []byte("# one\n## two\n"), lines: headLines{all: []Object{{"b": nil}, o}}}
	for prefix, want := range map[string]bool{"# one": true, "## two": true, "two": false} {
		if h.HasLine(prefix) != want {
			t.Errorf("a line that begins with %q: %v", prefix, !want)
		}
	}
	if !h.AnyLine(func(o Object) bool { return o.Has("n") }) || h.AnyLine(func(o Object) bool { return o.Has("z") }) {
		t.Error("the lines with a key are others")
	}
}

// No more lines are read than are asked for, and those that were read stay.
func TestLinesAreReadOneByOne(t *testing.T) {
	text := "noise\n{\"a\":1}{\"b\":2}\n\n{\"c\":3}\n{\"d\":4}\n"
	in, err := New(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	h, err := in.Head("x.log")
	if err != nil {
		t.Fatal(err)
	}
	has := func(key string) func(Object) bool { return func(o Object) bool { return o.Has(key) } }
	for _, c := range []struct {
		key  string
		want bool
		read string
	}{{"a", true, "a b"}, {"b", true, "a b"}, {"c", true, "a b c"}, {"a", true, "a b c"}, {"x", false, "a b c d"}, {"d", true, "a b c d"}} {
		if got := h.AnyLine(has(c.key)); got != c.want {
			t.Errorf("a line with %s: %v", c.key, got)
		}
		if got := strings.Join(keysOf(h.lines.all...), " "); got != c.read {
			t.Errorf("behind %s these were read: %s, want %s", c.key, got, c.read)
		}
	}
	if h.Spread() || !h.HasObjects() || len(slices.Collect(h.Lines())) != 4 {
		t.Errorf("in the end: spread %v, %q", h.Spread(), slices.Collect(h.Lines()))
	}
	if got := slices.Collect(HeadOf(Object{"a": nil}).Lines()); len(got) != 1 || !got[0].Has("a") || HeadOf(nil).Spread() {
		t.Errorf("of one object: %q", got)
	}
}

// The object of the first line, which is read as the document too, is what it is by itself: also where it ends before
// the line does, goes on behind it, or stands in a list.
func TestFirstLineAndDocument(t *testing.T) {
	for _, text := range []string{
		"{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}", " {\"a\": 1 }\r\n{\"b\":2}\r\n", "{\"a\":1}{\"b\":2}\n", "{\"a\":1} x\n", "\x00{\"a\":1}\x00\n",
		"{\"a\":\n1}\n{\"b\":2}\n", "[{\"a\":1},\n{\"b\":2}]", "{\"a\":1},\n{\"b\":2}\n", "{\"a\":1,\"a\":2}\n", "{\"a\":NaN}\n{\"b\":2}\n",
		"{\"log\":\"{\\\"a\\\":1}\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n", "{\"a\":\"\xff\"}\n", "{}\n{\"a\":1}\n", "{\"a\":{\"b\":[1, 2]}}\n",
	} {
		heads := [2]*Head{}
		for i := range heads {
			in, err := New(strings.NewReader(text), int64(len(text)))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if heads[i], err = in.Head("x.jsonl"); err != nil {
				t.Fatal(err)
			}
		}
		heads[1].lines.docText = nil // the lines are read by themselves
		got, want := slices.Collect(heads[0].Lines()), slices.Collect(heads[1].Lines())
		if len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: lines %q, want %q", text, got, want)
		}
		if got, want := heads[0].Spread(), heads[1].Spread(); got != want {
			t.Errorf("%q: spread %v, want %v", text, got, want)
		}
	}
}
