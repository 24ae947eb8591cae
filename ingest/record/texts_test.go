package record

import (
	"math"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

var textLists = []struct {
	raw   string
	taken bool // by the quick reader
}{
	{`[]`, true}, {`[ ]`, true}, {`["a"]`, true}, {`["a","b"]`, true}, {"[ \"a\" ,\t\"b\"\r\n]", true}, {`["",""]`, true},
	{`["a, b","[c]"]`, true}, {`["` + string(make64('x')) + `yz"]`, true},
	{`["a",7]`, false}, {`[7]`, false}, {`[null]`, false}, {`[["a"]]`, false}, {`[{"a":"b"}]`, false}, {`["a\"b"]`, false},
	{`["\\"]`, false}, {`["\u0061"]`, false}, {`["ä"]`, false}, {`"a"`, false}, {`null`, false}, {`7`, false}, {`{"a":["b"]}`, false},
}

func make64(c byte) []byte { return slices.Repeat([]byte{c}, maxSymbol) }

// A list that is read quickly is what the rules make of it, and all others are left to them.
func TestListsOfPlainTexts(t *testing.T) {
	m := &memory{}
	for _, c := range textLists {
		if got := holdTexts(t, m, c.raw); got != c.taken {
			t.Errorf("%s: taken %v, want %v", c.raw, got, c.taken)
		}
	}
	field := Field{Key: "k", Type: Strings}
	for name, other := range map[string]Field{
		"another type": {Key: "k", Type: Any}, "withheld": {Key: "k", Type: Strings, Withheld: true}, "a word for none": {Key: "k", Type: Strings, None: true},
		"listed words": {Key: "k", Type: Strings, Enum: []string{"a"}}, "a check": {Key: "k", Type: Strings, Check: &Check{Holds: func(Value) bool { return true }}},
	} {
		if _, ok := m.texts(&other, &member{raw: jsontext.Value(`["a"]`)}, nil); ok {
			t.Errorf("%s: the list is read quickly", name)
		}
	}
	for _, c := range []struct {
		raw   string
		asks  func(string) bool
		quiet bool
	}{
		{`["a","b"]`, nil, false},
		{`["a","b"]`, func(text string) bool { return true }, true},
		{`["a","b"]`, func(text string) bool { return text == "a" }, false},
		{`["b","a"]`, func(text string) bool { return text == "a" }, false},
		{`[]`, func(text string) bool { return false }, true},
	} {
		if h, ok := m.texts(&field, &member{raw: jsontext.Value(c.raw)}, c.asks); !ok || h.quiet != c.quiet {
			t.Errorf("%s: quiet %v, want %v", c.raw, h.quiet, c.quiet)
		}
	}
}

// holdTexts fails where the quick reader takes a list that is another one by the rules.
func holdTexts(t *testing.T, m *memory, raw string) (taken bool) {
	t.Helper()
	field := Field{Key: "k", Type: Strings}
	h, ok := m.texts(&field, &member{raw: jsontext.Value(raw)}, nil)
	if !ok {
		return false
	}
	want, dev := readStrings(jsontext.Value(raw), jsontext.Value(raw).Kind())
	got := h.value()
	if dev != "" || got.Given != want.Given || got.Text != want.Text || !slices.Equal(got.more.([]string), want.more.([]string)) || got.more.([]string) == nil {
		t.Errorf("%s: %#v, by the rules %#v (%s)", raw, got, want, dev)
	}
	return true
}

// holdCompact fails where the value is another one without white space than the library makes it.
func holdCompact(t *testing.T, raw string) (done bool) {
	t.Helper()
	m := &member{raw: jsontext.Value(raw)}
	got, ok := m.appendCompact([]byte("before"))
	if ok && string(got) != "before"+string(m.compact()) {
		t.Errorf("%s becomes %s, want before%s", raw, got, m.compact())
	}
	return ok
}

func TestValuesWithoutWhiteSpace(t *testing.T) {
	for raw, want := range map[string]bool{
		`[ 1 , 2 ]`: true, "{\t\"a b\" :\r\n\"c  d\" }": true, `{"a\" b" : "\\"}`: true, `[ "a", [ true , null ] ]`: true, `" a b "`: true, `7`: true,
		`["ä" ]`: false, `{"ä": 1}`: false,
	} {
		if got := holdCompact(t, raw); got != want {
			t.Errorf("%s: done %v, want %v", raw, got, want)
		}
	}
	for _, cut := range []string{`["a`, `["a\`, `{"a": "b\"`} {
		if got, ok := (&member{raw: jsontext.Value(cut)}).appendCompact(nil); ok {
			t.Errorf("%s, which ends in a string, becomes %s", cut, got)
		}
	}
	tight := &member{raw: jsontext.Value(`["ä"]`), tight: true}
	if got, ok := tight.appendCompact(nil); !ok || string(got) != `["ä"]` {
		t.Errorf("a value without white space becomes %s, %v", got, ok)
	}
}

func FuzzTexts(f *testing.F) {
	for _, c := range textLists {
		f.Add([]byte(c.raw))
	}
	f.Add([]byte(`{"a" : [ 1 , "b\\" ] }`))
	m := &memory{}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !jsontext.Value(raw).IsValid() || raw[0] <= ' ' || raw[len(raw)-1] <= ' ' {
			return
		}
		holdTexts(t, m, string(raw))
		holdCompact(t, string(raw))
	})
}

// Records of which nothing can be a secret are not looked through. All others are.
func TestQuietRecordsAreNotRewritten(t *testing.T) {
	inner := (&Kind{Name: "inner", Fields: []Field{{Key: "text", Type: String}}}).Compile()
	open := (&Kind{Name: "open", Fields: []Field{
		{Key: "text", Type: String}, {Key: "n", Type: Int}, {Key: "list", Type: Strings}, {Key: "raw", Type: Any}, {Key: "one", Type: Object, Of: inner},
		{Key: "many", Type: List, Of: inner},
	}}).Compile()
	secret := (&Kind{Name: "secret", Fields: []Field{{Key: "text", Type: String}, {Key: "token", Type: String}, {Key: "list", Type: Strings}}}).Compile()
	for _, c := range []struct {
		kind  *Kind
		text  string
		asked string // the texts that were looked at
	}{
		{open, `{"text":"quiet","n":7,"list":["quiet","quiet"]}`, ""},
		{open, `{"n":7}`, ""},
		{open, `{"text":"loud","n":7}`, "loud "},
		{open, `{"text":"quiet","list":["quiet","loud"]}`, "quiet loud "},
		{open, `{"text":"quiet","list":["ä"]}`, "ä "},
		{open, `{"text":"qui\u0065t"}`, "quiet "},
		{open, `{"raw":"quiet"}`, `"quiet" `},
		{open, `{"one":{"text":"loud"}}`, "loud "},
		{open, `{"many":[{"text":"quiet"},{"text":"loud"}]}`, "loud "},
		{open, `{"text":"quiet","more":"quiet"}`, `{"more":"quiet"} `},
		{secret, `{"text":"quiet"}`, ""},
		{secret, `{"text":"quiet","token":"quiet"}`, "quiet "},
	} {
		f := &File{Format: &Format{}, Quiet: func(text string) bool { return text == "quiet" }}
		r := f.AddObject(c.kind, []byte(c.text), 1)
		asked := ""
		look := func(_, text string) string {
			if text != "" {
				asked += text + " "
			}
			return text
		}
		(&Rewriter{Text: look, JSON: look, Quiet: func(string) bool { return true },
			Secret: &SecretFields{Names: func(key string) bool { return key == "token" }}}).Records([]*Record{r})
		if asked != c.asked {
			t.Errorf("%s %s: %q was looked at, want %q", c.kind.Name, c.text, asked, c.asked)
		}
	}
}

// What is known of the kinds of the last records is remembered, of however many there are.
func TestSecretsOfManyKinds(t *testing.T) {
	by := &Rewriter{Text: func(_, text string) string { return "[" + text + "]" }, JSON: func(_, json string) string { return json },
		Quiet: func(text string) bool { return text != "loud" }, Secret: &SecretFields{Names: func(key string) bool { return key == "token" }}}
	f := &File{Format: &Format{}}
	var kinds []*Kind
	for i := range 2 * len(by.recent) {
		name := "quiet"
		if i%3 == 0 {
			name = "loud"
		}
		key := "text"
		if i%2 == 0 {
			key = "token"
		}
		kinds = append(kinds, (&Kind{Name: name, Fields: []Field{{Key: key, Type: String}}}).Compile())
	}
	for range 2 {
		for i, k := range kinds {
			r := &Record{Kind: k, Name: k.Name, File: f, quiet: true}
			r.vals.put(0, TextValue("x"))
			by.Records([]*Record{r})
			if want := map[bool]string{true: "[x]", false: "x"}[i%2 == 0]; r.Str(k.Fields[0].Key) != want {
				t.Errorf("kind %d: %s, want %s", i, r.Str(k.Fields[0].Key), want)
			}
			if want := map[bool]string{true: "[loud]", false: "quiet"}[i%3 == 0]; r.Name != want {
				t.Errorf("kind %d: the name is %s, want %s", i, r.Name, want)
			}
		}
	}
}

// A number is what the library makes of its digits, and words are the value as written.
func TestNumbersAndWords(t *testing.T) {
	for raw, want := range map[string]float64{"0": 0, "-0": math.Copysign(0, -1), "7": 7, "-12": -12, "123456789012345": 123456789012345, "1e3": 1000, "0.5": 0.5, `"7"`: 7} {
		if got, ok := Number(jsontext.Value(raw)); !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s is %v, %v, want %v", raw, got, ok, want)
		}
	}
	for _, raw := range []string{"true", "null", `"x"`, "[1]", "{}"} {
		if got, ok := Number(jsontext.Value(raw)); ok {
			t.Errorf("%s is the number %v", raw, got)
		}
	}
	for raw, want := range map[string]string{"7": "7", "0": "0", "9": "9", "12": "12", `"a b"`: "a b", "true": "true", "[1, 2]": "[1, 2]"} {
		if got := Words(jsontext.Value(raw)); got != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
	}
}
