package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// gathered are the Lines of a text as number+further:column text, with a ! where one is torn.
func gathered(t testing.TB, text string) (got []string) {
	t.Helper()
	in, err := New(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := in.Objects(func(l Line) bool {
		mark := ""
		if l.Torn {
			mark = "!"
		}
		got = append(got, fmt.Sprintf("%d+%d:%d%s %s", l.No, l.Further, l.Column, mark, l.Text))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestObjects(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"one a line", "{\"a\":1}\n{\"a\":2}\n", []string{`1+0:0 {"a":1}`, `2+0:0 {"a":2}`}},
		{"over lines", "{\n \"a\": [\n  1\n ]\n}\n{\"a\":2}\n", []string{`1+4:0 {"a":[1]}`, `6+0:0 {"a":2}`}},
		{"over lines of CRLF", "{\r\n\"a\":1\r\n}\r\n", []string{`1+2:0 {"a":1}`}},
		{"no newline at the end", "{\n\"a\":1\n}", []string{`1+2:0! {"a":1}`}},
		{"several on a line", `{"a":1}{"a":2}` + "\n", []string{`1+0:0 {"a":1}{"a":2}`}},
		{"glued and over lines", "{\n\"a\":1\n}{\n\"a\":2\n}\n", []string{`1+1:0 {"a":1}`, `3+2:1 {"a":2}`}},
		{"a whole one before", `{"a":1}, {"a":` + "\n2}\n", []string{`1+0:0 {"a":1}, `, `1+1:9 {"a":2}`}},
		{"an array", "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  }\n]\n",
			[]string{"1+0:0 [", `2+2:0 {"a":1}`, `5+2:0 {"a":2}`, "8+0:0 ]"}},
		{"an array that begins with its object", "[{\n \"a\": 1\n}, {\n \"a\": 2\n}]\n", []string{`1+1:0 [{"a":1}`, `3+2:3 {"a":2}`}},
		{"text between", "ok\n{\n\"a\":1\n}\nnot {\n", []string{"1+0:0 ok", `2+2:0 {"a":1}`, "5+0:0 not {"}},
		{"text behind", "{\n\"a\":1\n} ok\n{\"a\":2}\n", []string{"1+0:0 {", `2+0:0 "a":1`, "3+0:0 } ok", `4+0:0 {"a":2}`}},
		{"broken off", "{\n\"a\":1\n{\n\"a\":2\n}\n", []string{"1+0:0 {", `2+0:0 "a":1`, `3+2:0 {"a":2}`}},
		{"broken off in a value", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n", []string{`1+0:0 {"a":`, `2+0:0 {"a":2}`, `3+0:0 {"a":3}`}},
		{"broken off in a text", "{\"a\":\"x\n{\"a\":2}\n", []string{`1+0:0 {"a":"x`, `2+0:0 {"a":2}`}},
		{"its own lines go with it", "{\n \"a\": [\n  {\n   \"b\": 1\n  }\n{\"a\":2}\n", []string{"1+4:0 {", `6+0:0 {"a":2}`}},
		{"and its end", "{\n \"a\": 1\n \"b\": [\n  {\"c\": 1}\n ]\n},\n{\n \"a\": 2\n}\n", []string{"1+5:0 {", `7+2:0 {"a":2}`}},
		{"and another behind its end", "{\n \"a\": 1,\n \"a\" 2\n}{\n \"a\": 2\n}\n", []string{"1+2:0 {", `4+2:0 {"a":2}`}},
		{"cut off", "{\"a\":1}\n{\n \"a\":\n", []string{`1+0:0 {"a":1}`, "2+1:0! {"}},
		{"cut off on its line", "{\"a\":1}\n{\"a\":", []string{`1+0:0 {"a":1}`, `2+0:0! {"a":`}},
		{"a list of records in an object", "{\"a\": [\n{\"b\":1},\n{\n\"b\":2\n}\n]}\n{\"a\":[1,\n2]}\n",
			[]string{`1+0:0 {"a": [`, `2+0:0 {"b":1},`, `3+2:0 {"b":2}`, "6+0:0 ]}", `7+1:0 {"a":[1,2]}`}},
		{"a list of records in an object, indented", "{\"a\":[\n  {\"b\":1},\n  {\"b\":2}\n]}\n",
			[]string{`1+0:0 {"a":[`, `2+0:0   {"b":1},`, `3+0:0   {"b":2}`, "4+0:0 ]}"}},
		{"a list within a record", "{\"a\":1,\"b\":[\n{\"c\":1}\n]}\n", []string{`1+2:0 {"a":1,"b":[{"c":1}]}`}},
		{"braces in texts", "{\n\"a\":\"}{\\\"\"\n}\n", []string{`1+2:0 {"a":"}{\""}`}},
	} {
		if got := gathered(t, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{`{"a":1}`, []string{`0 {"a":1}`}},
		{`  {"a":1}{"a":2} {"a":3}`, []string{`2 {"a":1}`, `9 {"a":2}`, `17 {"a":3}`}},
		{`[{"a":1}, {"a":2}]`, []string{`1 {"a":1}`, `10 {"a":2}`}},
		{`{"a":1}{"a":`, []string{`0 {"a":1}`, `7 {"a":`}},
		{`{"a":1}{"a":"x{"b":1}{"a":2}`, []string{`0 {"a":1}`, `7 {"a":"x{"b":1}`, `21 {"a":2}`}},
		{`{"a":1} ok`, []string{`0 {"a":1} ok`}},
		{`{"a":"}{"}`, []string{`0 {"a":"}{"}`}},
		{"ok", []string{"0 ok"}},
		{"[1]", []string{"0 [1]"}},
	} {
		var got []string
		for at, part := range Split([]byte(c.line)) {
			got = append(got, fmt.Sprintf("%d %s", at, part))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}

// A line of very many objects that all break off is one part, and is not read again for each.
func TestSplitOfObjectsThatBreakOff(t *testing.T) {
	for name, object := range map[string]string{"at once": `{"a":[}`, "in a list": `{"a":[1},`, "without an end": `{"a":{}`} {
		line := []byte(strings.Repeat(object, 60_000))
		began, parts := time.Now(), 0
		for range Split(line) {
			parts++
		}
		if took := time.Since(began); took > 30*time.Second || parts == 0 || parts > 2 {
			t.Errorf("%s: %d parts in %v", name, parts, took)
		}
	}
}

// FuzzObjects reads any text with two records behind it. Each line is in one Line, or several
// objects that stand on it are, in their order; and both records are found.
func FuzzObjects(f *testing.F) {
	for _, text := range []string{
		"{\"a\":1}\n{\"a\":2}\n", "{\n \"a\": [1,\n {}]\n}{\n}\n", "[{\n},{\n}]\n", "{\n \"a\": 1\n \"b\"\n {}\n}\n{\"a\":2}",
		"{\"a\":[\n{\"a\":[\n]}\n", "}\n{\r\n\"}{\\\"\"\n", "\x00{\n\x00}\n", "{\n \"a\":\n", "{\"a\":", "{}{\"a\":{}{",
	} {
		f.Add([]byte(text))
	}
	const first, second = `{"k":1}`, `{"k":2}`
	f.Fuzz(func(t *testing.T, text []byte) {
		text = append(bytes.TrimSuffix(text, []byte("\r")), "\n"+first+"\n"+second+"\n"...)
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		in, err := New(bytes.NewReader(text), int64(len(text)))
		if err != nil || in.Encoding != "" || in.Compression != "" || in.BOM {
			return
		}
		defer in.Close()
		next, column := int64(1), 0 // of the Line that is expected
		var found []string
		if err := in.Objects(func(l Line) bool {
			switch {
			case l.No == next && l.Column == 0:
			case l.No == next-1 && l.Column > column || l.No == next && l.Column > 0:
			default:
				t.Fatalf("line %d:%d where %d is next", l.No, l.Column, next)
			}
			stands := bytes.Join(lines[l.No-1:], []byte("\n"))[l.Column:]
			behind := bytes.TrimLeft(stands, "}"+separators+padding) // the end of one that broke off
			if !bytes.HasPrefix(stands, l.Text) && !bytes.HasPrefix(withoutSpace(stands), withoutSpace(l.Text)) &&
				!bytes.HasPrefix(withoutSpace(behind), withoutSpace(l.Text)) {
				t.Fatalf("line %d:%d is %q, and %q is read", l.No, l.Column, stands, l.Text)
			}
			column = 0
			if l.Further == 0 {
				column = l.Column
			}
			next = l.No + l.Further + 1
			found = append(found, string(l.Text))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if next != int64(len(lines))+1 {
			t.Fatalf("%d of %d lines", next-1, len(lines))
		}
		if n := len(found); n < 2 || found[n-2] != first || found[n-1] != second {
			t.Fatalf("the last of %q are not the two records", found)
		}
	})
}

func withoutSpace(text []byte) []byte { return bytes.Join(bytes.Fields(text), nil) }

// An object that breaks off before a line that is passed through is not cut by the end of the input: its
// writer went on.
func TestObjectsBeforeALineThatIsPassedThrough(t *testing.T) {
	for _, c := range []struct {
		name string
		then *Line // nil: the input ends
		torn bool
	}{
		{"with a line break in it", &Line{No: 2, Text: []byte("a\nb")}, false},
		{"too long", &Line{No: 2, Text: []byte("a"), TooLong: true}, false}, {"none", nil, true},
	} {
		var got []Line
		g := &gatherer{yield: func(l Line) bool {
			l.Text = bytes.Clone(l.Text)
			got = append(got, l)
			return true
		}}
		g.line(Line{No: 1, Text: []byte(`{"a":`)})
		if c.then != nil {
			g.line(*c.then)
		}
		g.finish(true)
		want := 1
		if c.then != nil {
			want = 2
		}
		if len(got) != want || string(got[0].Text) != `{"a":` || got[0].No != 1 || got[0].Torn != c.torn {
			t.Errorf("%s: %+v", c.name, got)
		}
		if c.then != nil && (got[1].No != 2 || string(got[1].Text) != string(c.then.Text)) {
			t.Errorf("%s: then %+v", c.name, got[1])
		}
	}
}
