package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// Objects and arrays that are cut off anywhere are never plain, nor are those with a byte more.
func TestScannerTakesNothingThatIsCutOff(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"bc":"x\ny","d":[1,{"e":null},[]],"f":{"g":true,"h":{}},"i":-1.5e+3}`, `{"ä":"größer","b":false}`,
		`{ "a" : [ 1 , 2 ] , "b" : { "c" : "d" } }`, `{"a":"01234567890\"\\","b":""}`, `{"0123456789abcdef":0}`,
	} {
		s := &scanner{}
		if members, ok := s.plain([]byte(text)); !ok || len(members) == 0 {
			t.Fatalf("%s is not plain", text)
		}
		for n := range len(text) { // also in the middle of a rune
			if _, ok := s.plain([]byte(text[:n])); ok { // its keys are known by now
				t.Errorf("%q is plain, with keys that are known", text[:n])
			}
			if _, ok := (&scanner{}).plain([]byte(text[:n])); ok {
				t.Errorf("%q is plain", text[:n])
			}
		}
		for _, more := range []string{"}", "{", "x", ",", "\x00", "1", "\xff"} {
			if _, ok := s.plain([]byte(text + more)); ok {
				t.Errorf("%q is plain", text+more)
			}
		}
		array := `[` + text + `,"x",` + text + `]`
		for n := range len(array) {
			if _, ok := (&scanner{}).elements([]byte(array[:n])); ok {
				t.Errorf("the array %q is plain", array[:n])
			}
		}
		objects := `[` + text + `, ` + text + ` ]`
		for n := range len(objects) {
			visited := 0
			got, ok := (&scanner{}).eachObject([]byte(objects[:n]), func() { visited++ })
			want := 0
			for _, end := range []int{1 + len(text), 3 + 2*len(text)} {
				if n >= end {
					want++
				}
			}
			if ok || got != want || visited != want {
				t.Errorf("the objects of %q: %d, %v; want %d", objects[:n], got, ok, want)
			}
		}
	}
	for _, text := range []string{"true", "false", "null"} {
		for n := range text {
			if _, ok := (&scanner{}).plain([]byte(`{"a":` + text[:n] + `}`)); ok {
				t.Errorf("%s is a word", text[:n])
			}
		}
		if _, ok := (&scanner{}).plain([]byte(`{"a":` + strings.ToUpper(text) + `}`)); ok {
			t.Errorf("%s in capitals is a word", text)
		}
	}
}

// Fields are held in the order of the kind, whatever order they are set in; what is neither given nor
// says anything takes its field out.
func TestValuesThatAreSet(t *testing.T) {
	for _, c := range []struct {
		set  string // fields; -n takes out
		want string
	}{
		{"0 1 2", "0 1 2"}, {"2 1 0", "0 1 2"}, {"1 5 3", "1 3 5"}, {"0 1 2 -1", "0 2"}, {"0 1 2 -0", "1 2"},
		{"0 1 2 -2", "0 1"}, {"3 -3", ""}, {"3 -2", "3"}, {"3 -4", "3"}, {"0 2 -1", "0 2"}, {"1 1 1", "1"},
		{"4 2 4 0 2", "0 2 4"}, {"-1", ""},
	} {
		var all values
		for _, word := range strings.Fields(c.set) {
			var n int
			if rest, out := strings.CutPrefix(word, "-"); out {
				fmt.Sscan(rest, &n)
				all.put(n, Value{})
				continue
			}
			fmt.Sscan(word, &n)
			all.put(n, TextValue(word))
		}
		var got []string
		for i := range all {
			got = append(got, fmt.Sprint(all[i].field))
			if v := all.value(int(all[i].field)); v.Text != fmt.Sprint(all[i].field) || !all.given(int(all[i].field)) {
				t.Errorf("%s: field %d is %q", c.set, all[i].field, v.Text)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: fields %q, want %s", c.set, got, c.want)
		}
		for n := range 7 {
			if all.given(n) != slices.Contains(got, fmt.Sprint(n)) {
				t.Errorf("%s: field %d is given: %v", c.set, n, all.given(n))
			}
		}
	}
	var all values
	if all.put(2, Value{Text: "noon"}); all.given(2) || all.value(2).Text != "noon" {
		t.Error("a text that could not be read is given, or gone")
	}
}

// What is taken as it is written: a value of the type in its plain form, within its bounds. All others
// are left to the rules, which may have something to say.
func TestWhatIsPlain(t *testing.T) {
	ones := strings.Repeat("1", 62)
	for _, c := range []struct {
		of      Field
		yes, no string // separated by blanks
	}{
		{Field{Type: String}, `"" "a" "a,b"`, `7 null true "ä" "\n" {}`},
		{Field{Type: String, Enum: []string{"up", "down"}}, `"up" "down"`, `"UP" "" "u" "upp"`},
		{Field{Type: Int, Range: Things}, `0 7 1000000000`, `-1 1000000001 7.0 7e2 "7" null 1234567890123456`},
		{Field{Type: Int}, `-7 999999999999999 -999999999999999`, `1000000000000000 true`},
		{Field{Type: Float, Range: Ratio}, `0 0.5 -1000000 1e6 0.` + ones, `1000000.5 "0.5" null 1e999 0.1` + ones},
		{Field{Type: Bool}, `true false`, `0 1 "true" null`},
		{Field{Type: Time}, `"2026-05-01T10:00:00Z" "2000-01-01T00:00:00Z" "2199-12-31T23:59:59Z"`,
			`"1999-12-31T23:59:59Z" "2200-01-01T00:00:00Z" "2026-05-01" 1777000005 null "0001-01-01T00:00:00Z"`},
		{Field{Type: String, Withheld: true}, ``, `"a"`}, {Field{Type: Float, None: true}, ``, `0.5`},
		{Field{Type: Int, Check: &Check{Holds: func(v Value) bool { return v.Int%2 == 0 }}}, `2 0`, `3 -1`},
		{Field{Type: Millis}, ``, `1777000005000`}, {Field{Type: Strings}, ``, `[]`}, {Field{Type: Any}, ``, `1`},
		{Field{Type: Object}, ``, `{}`}, {Field{Type: List}, ``, `[]`},
	} {
		m := &memory{}
		f := c.of
		f.origin = &f
		for want, list := range map[bool]string{true: c.yes, false: c.no} {
			for _, raw := range strings.Fields(list) {
				x := &member{key: "k", raw: jsontext.Value(raw)}
				_, x.ascii = plainText([]byte(raw))
				for range 2 { // the second time it may be remembered
					cell, ok := m.plain(&f, x, true, nil)
					if ok != want {
						t.Errorf("%s %s: plain %v", f.Type, raw, ok)
					}
					if !ok {
						continue
					}
					var h held
					if cell.put(&h, 0); !h.given || h.quiet != !h.isText() {
						t.Errorf("%s %s: %+v", f.Type, raw, h)
					}
				}
			}
		}
	}
}

// A short text is kept once, and a longer one each time; an array without objects is no list.
func TestShortTextsAreKeptOnce(t *testing.T) {
	m := &memory{}
	for n, want := range map[int]bool{1: true, 8: true, 64: true, 65: false, 100: false} {
		text := []byte(strings.Repeat("x", n))
		a, b := m.symbol(text), m.symbol(text)
		if once := unsafe.StringData(a) == unsafe.StringData(b); once != want || a != b {
			t.Errorf("%d bytes are kept once: %v", n, once)
		}
	}
	f := &File{Format: &Format{}}
	for _, raw := range []string{`[]`, `[ ]`, `[1]`} {
		v, _ := readList(&Field{Key: "k", Type: List, Of: inner.Compile()}, jsontext.Value(raw), f, 1)
		if list, ok := v.more.([]*Record); !ok || list != nil || !v.Given {
			t.Errorf("%s is %v", raw, v.more)
		}
	}
}
