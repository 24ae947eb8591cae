package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// objects, and whether they are plain.
var objectsAsWritten = []struct {
	text  string
	plain bool
}{
	{`{"a":1}`, true},
	{`{ "a" : -0.25 , "b":"x" }`, true},
	{"{\n\t\"a\": true,\r\n\t\"b\": null,\n\t\"c\": false\n}", true},
	{`{"a":"text behind an object is of no concern"}]} {`, true},
	{`{"a":"one","a":"two"}`, true},
	{`{"größe":"µs","":""}`, true},
	{"{\"a\":\"not \xff UTF-8\",\"\xff\":1}", true},
	{`{"a":"eight bytes and more, and then some text that is long"}`, true},
	{`{"a":-9007199254740993}`, true},
	{`{}`, false},
	{``, false},
	{`[{"a":1}]`, false},
	{`{"a":{"b":1},"c":[1,"two",[],{},{"d":null}]}`, true},
	{`{"a":{ } , "b":[ ]}`, true},
	{`{"a":[[[[[[[[1]]]]]]]]}`, true},
	{`{"a":[[[[[[[[[1]]]]]]]]]}`, false},
	{`{"a":[[[[[[[[[]]]]]]]]]}`, true},
	{`{"a":[1,]}`, false},
	{`{"a":[1 2]}`, false},
	{`{"a":[}`, false},
	{`{"a":{]`, false},
	{`{"a":[1`, false},
	{`{"a":[1}`, false},
	{`{"a":{"b":1,}}`, false},
	{`{"a":{"b":1e1}}`, false},
	{`{"a":["\n"]}`, false},
	{`{"a":1e3}`, false},
	{`{"a":"an \" escape"}`, false},
	{"{\"a\":\"a \x01 control character\"}", false},
	{"{\"a\":\"a line\nfeed\"}", false},
	{`{"a\n":1}`, false},
	{`{"a":01}`, false},
	{`{"a":1.}`, false},
	{`{"a":-}`, false},
	{`{"a":.5}`, false},
	{`{"a":1 "b":2}`, false},
	{`{"a":tru}`, false},
	{`{"a":truely}`, false},
	{`{"a":1,}`, false},
	{`{"a"`, false},
	{`{"a":`, false},
	{`{"a":1`, false},
	{`{"a":"`, false},
	{`{"a":"seven b`, false},
	{`{a:1}`, false},
	{`{"a";1}`, false},
}

// What is written plainly is read as the reader of JSON reads it, and nothing else is.
func TestPlainMembers(t *testing.T) {
	for _, c := range objectsAsWritten {
		if plain := asTheReaderOfJSON(t, c.text); plain != c.plain {
			t.Errorf("%q is plain: %v, want %v", c.text, plain, c.plain)
		}
	}
	for n := range 20 { // wherever the end of a string lies among eight bytes
		for _, end := range []string{`"`, `\"`, "\x1f\"", "\""} {
			text := `{"` + strings.Repeat("k", n) + `":"` + strings.Repeat("v", n) + end + `}`
			if plain, want := asTheReaderOfJSON(t, text), end == `"`; plain != want {
				t.Errorf("%q is plain: %v, want %v", text, plain, want)
			}
		}
	}
}

// asTheReaderOfJSON reads the object both ways, and reports whether it is plain.
func asTheReaderOfJSON(t *testing.T, text string) bool {
	t.Helper()
	room := &headRoom{names: map[string]string{}}
	members, end := room.plain([]byte(text))
	if end == 0 {
		return false
	}
	got := room.made([]byte(text), members)
	var none *headRoom
	want, broken, err := none.members(decoder([]byte(text)), []byte(text))
	if err != nil || broken != (brokenAt{}) {
		t.Errorf("%q is not read by the reader of JSON: %v", text, err)
	}
	if text[end-1] != '}' {
		t.Errorf("%q ends at %d", text, end)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q:\n%s", text, diff)
	}
	for key := range got {
		if !utf8.ValidString(key) {
			t.Errorf("%q: the key %q is no UTF-8", text, key)
		}
	}
	return true
}

func FuzzPlainMembers(f *testing.F) {
	for _, c := range objectsAsWritten {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) { asTheReaderOfJSON(t, text) })
}
