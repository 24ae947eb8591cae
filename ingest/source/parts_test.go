package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Where an object ends in a text, or that it goes on or breaks off, and at which byte.
func TestExtent(t *testing.T) {
	names := map[extent]string{goesOn: "goes on", ended: "ends", brokeOff: "breaks off"}
	for text, want := range map[string]string{
		`{}`: "2 ends", ` { } x`: "4 ends", `{"a":1}`: "7 ends", `{"a":[]}`: "8 ends", `{"a":{}}x`: "8 ends", `{"a":[1,"b",{"c":null}],"d":-1.5e+3}`: "36 ends",
		`{"a":true,"b":false,"c":null,"d":NaN,"e":Infinity,"f":-Infinity}`: "64 ends",
		``: "0 goes on", ` `: "1 goes on", `{`: "1 goes on", `{"a"`: "4 goes on", `{"a":`: "5 goes on", `{"a":1`: "6 goes on", `{"a":1,`: "7 goes on", `{"a":[`: "6 goes on",
		"{\n\"a\"\t:\r1": "9 goes on", `{"a":[1,`: "8 goes on",
		`{,`: "1 breaks off", `{]`: "1 breaks off", `{1`: "1 breaks off", `{"a"}`: "4 breaks off", `{"a",`: "4 breaks off", `{"a":}`: "5 breaks off", `{"a":,`: "5 breaks off",
		`{"a":]`: "5 breaks off", `{"a":1]`: "6 breaks off", `{"a":1 2`: "7 breaks off", `{"a":1 "b"`: "7 breaks off", `{"a":1,}`: "7 breaks off", `{"a":1,,`: "7 breaks off",
		`{"a":[1,]`: "8 breaks off", `{"a":[,`: "6 breaks off", `{"a":[}`: "6 breaks off", `{"a":[1}`: "7 breaks off", `{"a":x`: "5 breaks off", `{"a":tru`: "5 breaks off",
		`{"a":"b`: "5 breaks off", `{"a`: "1 breaks off", "{\"a\":\"b\nc\"": "5 breaks off", `{"a":"\"`: "5 breaks off", `{"a":+1`: "5 breaks off", `{"a":.1`: "5 breaks off",
		`x`: "0 breaks off", `[1]`: "3 ends", `"a"`: "3 ends", `{"a":"\\"}`: "10 ends", `{"a":"\""}`: "10 ends",
	} {
		var n nesting
		n.begin()
		at, how := n.extent([]byte(text))
		if got := fmt.Sprint(at, " ", names[how]); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	deep := strings.Repeat(`[`, 10_000)
	for text, want := range map[string]extent{deep: goesOn, deep + "[": brokeOff, deep + strings.Repeat("]", 10_000): ended} {
		var n nesting
		n.begin()
		if at, how := n.extent([]byte(text)); how != want {
			t.Errorf("%d brackets: %s at %d", len(text), names[how], at)
		}
	}
}

// Where the next object begins behind what separates those of an array.
func TestObjectAt(t *testing.T) {
	for text, want := range map[string]int{"": 0, "{": 0, "[], \t\r{": 6, ", ": 2, "x": -1, ",x{": -1, "}": -1, "\n{": -1} {
		if got := objectAt([]byte(text), 0); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := objectAt([]byte("{},{"), 2); got != 3 {
		t.Errorf("behind the first: %d", got)
	}
}

// A line opens a list of records where it holds a key and a bracket alone.
func TestOpensList(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":[`: true, ` [{ "a" : [ `: true, `{"a\"b":[`: true, `{"a":[1`: false, `{"a":`: false, `{"a":1,"b":[`: false, `{"a":[[`: false, `"a":[`: false, `{[`: false, `{`: false,
		`{"a"[`: false, `{"a:[`: false, `{"":[`: true, `{"a":{"b":[`: false,
	} {
		if got := opensList([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A JSON string or scalar at the beginning of a text is as long as JSON says.
func TestLengths(t *testing.T) {
	for text, want := range map[string]int{
		`""`: 2, `"a"b"`: 3, `"\""`: 4, `"\\"x`: 4, `"`: 0, `"a`: 0, `"a\"`: 0, "\"a\nb\"": 0, `"\`: 0,
	} {
		if got := stringLength([]byte(text)); got != want {
			t.Errorf("the string at the beginning of %q: %d bytes, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{
		"0": 1, "-1,": 2, "12.5e-3}": 7, "9E+9 ": 4, "true": 4, "falsex": 5, "null": 4, "NaN": 3, "Infinity": 8, "-Infinity]": 9, "x": 0, "": 0, "+1": 0, ".5": 0, "e5": 0, "/": 0, ":": 0, "1/": 1, "1:": 1, "-": 1,
	} {
		if got := scalarLength([]byte(text)); got != want {
			t.Errorf("the scalar at the beginning of %q: %d bytes, want %d", text, got, want)
		}
	}
}

// White space between the parts of an object goes, and that within its texts stays.
func TestTight(t *testing.T) {
	for text, want := range map[string]string{
		"{ \"a b\" :\t1,\r\n \"c\\\" d\" : [ 1 , 2 ] }": `{"a b":1,"c\" d":[1,2]}`, "{}": "{}", "": "", "{\n}": "{}", `{"a":""}`: `{"a":""}`,
	} {
		if got := string(tight([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Objects of a stream are read from any place of an input, and what is read ends with the reader's
// wish or with a fault.
func TestObjectsOfAStream(t *testing.T) {
	var got []string
	err := Objects(strings.NewReader("{\"a\":1}\n{\n\"a\":2}\nx\n"), 7, func(l Line) bool {
		got = append(got, fmt.Sprintf("%d+%d %s", l.No, l.Further, l.Text))
		return len(got) < 2
	})
	if err != nil || fmt.Sprint(got) != `[8+0 {"a":1} 9+1 {"a":2}]` {
		t.Errorf("%v: %q", err, got)
	}
	fault := errors.New("no disk")
	for text, want := range map[string]string{"{\"a\":1}\n{": `[1 {"a":1} 2! {]`, "{\"a\":1}\n": `[1 {"a":1}]`, "{\n\"a\":": `[1! { 2! "a":]`} {
		got = nil
		err := Objects(io.MultiReader(strings.NewReader(text), iotest.ErrReader(fault)), 0, func(l Line) bool {
			got = append(got, fmt.Sprintf("%d%s %s", l.No, map[bool]string{true: "!"}[l.Torn], l.Text))
			return true
		})
		if !errors.Is(err, fault) || fmt.Sprint(got) != want {
			t.Errorf("%q: %v: %q, want %s", text, err, got, want)
		}
	}
	for _, text := range []string{"{\n\"a\" 1\n \"b\"\n}\nx\n", "{\"a\":1}{\"a\":\n{\"b\":1}\n", "{\n\"a\":1\n}{\"b\":\n1}\nx\n"} {
		for stop := 1; stop < 5; stop++ {
			n := 0
			if err := Objects(strings.NewReader(text), 0, func(Line) bool { n++; return n < stop }); err != nil || n > stop {
				t.Errorf("%q: %d lines after the reader had enough with %d, %v", text, n, stop, err)
			}
		}
	}
}

// Wherever objects of a log break lines, each is found once and as it was.
func TestObjectsWhateverTheirLines(t *testing.T) {
	values := []string{`{"a":1}`, `{"b":[1,{"c":"} {"}],"d":{}}`, `{"e":"x\ny"}`, `{}`}
	for name, indent := range map[string]string{"none": "", "two": "  ", "a tab": "\t"} {
		for between, sep := range map[string]string{"a line": "\n", "nothing": "", "a comma": ",", "a comma and a line": ",\n", "two lines": "\n\n"} {
			var text bytes.Buffer
			for i, v := range values {
				if i > 0 {
					text.WriteString(sep)
				}
				if err := json.Indent(&text, []byte(v), "", indent); err != nil {
					t.Fatal(err)
				}
			}
			var found []string
			for _, l := range linesOf(t, text.String()) {
				inner, _ := Unwrap(l.Text)
				for _, part := range Split(inner) {
					var tight bytes.Buffer
					if json.Compact(&tight, bytes.TrimRight(part, ", ")) == nil && tight.Len() > 0 {
						found = append(found, tight.String())
					}
				}
			}
			if fmt.Sprint(found) != fmt.Sprint(values) {
				t.Errorf("indent of %s, %s between: found %q", name, between, found)
			}
		}
	}
}

// linesOf are the Lines of a text with their own texts.
func linesOf(t *testing.T, text string) (all []Line) {
	t.Helper()
	if err := Objects(strings.NewReader(text), 0, func(l Line) bool {
		l.Text = bytes.Clone(l.Text)
		all = append(all, l)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// More lines of which objects may be parts, and parts of which break off.
func TestPartsOfObjects(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a":1}x{"b":2}`, `0 {"a":1}x{"b":2}`},
		{`{"a":"x}{"b":1}`, `0 {"a":"x}{"b":1}`}, // a brace in a text
		{`{"a":1,"b"{"c":2}`, `0 {"a":1,"b"|10 {"c":2}`},
		{`{"a":1,"b"{"c":2`, `0 {"a":1,"b"{"c":2`},
		{`{"a":"x"}}{"b":1}`, `0 {"a":"x"}}|10 {"b":1}`},
		{`{"a":{"b":1}{"c":2}`, `0 {"a":{"b":1}|12 {"c":2}`},
		{`{"a":"x`, `0 {"a":"x`},
		{`{"a":1},`, `0 {"a":1}`},
		{`{"a":1}]`, `0 {"a":1}`},
		{" \x00{\"a\":1} \x00", `2 {"a":1}`},
		{" x ", "1 x"},
		{"", ""},
		{"  ", ""},
		{",", ""},
		{`{"a":1}{`, `0 {"a":1}|7 {`},
		{`{}{}{}`, `0 {}|2 {}|4 {}`},
	} {
		var got []string
		for at, part := range Split([]byte(c.text)) {
			got = append(got, fmt.Sprintf("%d %s", at, part))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		for range Split([]byte(c.text)) {
			break // a reader may have enough
		}
	}
}

// What is no log is looked at no further than its beginning, unless its name is one of a log.
func TestHowFarTheHeadLooks(t *testing.T) {
	long := "text\n" + `{"a":"` + strings.Repeat("x", 2*peekSize) + `"}` + "\n"
	for name, want := range map[string]string{"x.jsonl": "1 true", "x.ndjson": "1 true", "x.log": "1 true", "x.txt": "0 false", "x.json": "0 false", "log": "0 false"} {
		h := headOf(t, name, long)
		if got := fmt.Sprint(len(slices.Collect(h.Lines())), " ", h.Whole); got != want {
			t.Errorf("%s: lines, whole: %s, want %s", name, got, want)
		}
	}
	// What was made of the beginning does not count beside the whole line.
	whole := `{"a":1,"b":"` + strings.Repeat("x", 2*peekSize) + `"}` + "\n"
	if got := slices.Collect(headOf(t, "x.jsonl", whole).Lines()); len(got) != 1 || len(got[0]) != 2 {
		t.Errorf("of one long line: %.200q", got)
	}
	// Objects on one line are counted like those of several lines.
	if got := len(slices.Collect(headOf(t, "x.jsonl", strings.Repeat(`{"a":1}`, headObjects+1)+"\n").Lines())); got != headObjects {
		t.Errorf("%d objects of one line", got)
	}
	if h := headOf(t, "x.txt", "\n"+long[len("text\n"):]); h.HasObjects() || h.Whole {
		t.Errorf("behind an empty line: %d lines, whole %v", len(slices.Collect(h.Lines())), h.Whole)
	}
	short := "text\n" + `{"a":1}` + "\n"
	if h := headOf(t, "x.log", short+strings.Repeat("y\n", peekSize)); len(slices.Collect(h.Lines())) != 1 || h.Whole || len(h.Bytes) != peekSize {
		t.Errorf("a log with a record in its beginning: %d lines, %d bytes", len(slices.Collect(h.Lines())), len(h.Bytes))
	}
}

// The first objects of a log may be parts of one document where none stands on a line of its own.
func TestSpread(t *testing.T) {
	for text, want := range map[string]bool{
		"{\"a\":1}\n": false, "{\n\"a\":1\n}\n": true, "[{\"a\":1}]\n": true, "[{\"a\":1},\n{\"b\":1}]\n": false, "{\n\"a\":1\n}\n{\"b\":1}\n": false, "{\"b\":1}\n{\n\"a\":1\n}\n": false,
		"x\n": false, "": false, "[1]\n": false, "{\"a\":\n": false, "  {\"a\":1}\n": false,
		"{\"a\":1,\"b\":\n": false, // of which two keys are known, and which is none of the valid objects
	} {
		if h := headOf(t, "x", text); h.Spread() != want {
			t.Errorf("%q: spread %v", text, h.Spread())
		}
	}
}

// Names that a document has twice and bytes that are no text do not hide what it is.
func TestDamagedHeads(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1,"a":2,"runs":[{"b":1,"b":2,"c":3}]}`:      "a+runs | a+runs | b+c | ",
		"{\"a\":\"\xff\",\"runs\":[{\"b\":\"\xff\"}]}":    "a+runs | a+runs | b | ",
		`[{"a":1,"a":2,"b":3}]`:                           "a+b |  | a+b | ",
		`{"results":[{"a":1,"a":2,"b":1}],"results":[]}`:  "results | results |  | ",
		"{\"results\":[{\"a\":\"\xff\"}]}":                "results | results |  | a",
		`{"runs":{"a":1}}`:                                "runs | runs |  | ",
		`{"runs":[1],"cards":[{"a":1}]}`:                  "cards+runs | cards+runs | a | ",
		`{"runs":[{}],"bugs":[{"a":1}]}`:                  "bugs+runs | bugs+runs | a | ",
		`{"runs":[{"a":1}],"bugs":[{"b":1}]}`:             "bugs+runs | bugs+runs | a | ",
		`{"a":1`:                                          " | a |  | ",
		`{"a":1,"b"`:                                      "a+b | a+b |  | ",
		`{`:                                               " |  |  | ",
		`{"results":{"a":1}}`:                             "results | results |  | ",
		`[{"results":[{"a":1}]} x {"results":[{"b":1}]}]`: "results |  | results | a",
		"text": " |  |  | ",
	} {
		h := headOf(t, "x", text)
		item := []Object{h.Items}
		if len(h.Items) == 0 {
			item = nil
		}
		got := strings.Join(keysOf(slices.Collect(h.Lines())...), " ") + " | " + strings.Join(keysOf(h.Doc), " ") + " | " + strings.Join(keysOf(item...), " ") + " | " + strings.Join(keysOf(h.Rows...), " ")
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if h := headOf(t, "x", "text"); h.Doc != nil {
		t.Error("a text is a document")
	}
}

// A fault of reading is told where nothing came before it.
func TestFaultsOfReading(t *testing.T) {
	fault := errors.New("no disk")
	for text, want := range map[string]error{"": fault, "{\"a\":1}\n": nil} {
		in, err := New(io.MultiReader(strings.NewReader(text), iotest.ErrReader(fault)), 0)
		if err != nil {
			t.Fatal(err)
		}
		if h, err := in.Head("x"); !errors.Is(err, want) || len(slices.Collect(h.Lines())) != min(1, len(text)) {
			t.Errorf("%q: %v, %d lines", text, err, len(slices.Collect(h.Lines())))
		}
		if _, err := in.All(); !errors.Is(err, fault) {
			t.Errorf("%q: all: %v", text, err)
		}
		if err := in.Lines(func(Line) bool { return true }); text == "" && !errors.Is(err, fault) {
			t.Errorf("%q: lines: %v", text, err)
		}
		in.Close()
	}
}
