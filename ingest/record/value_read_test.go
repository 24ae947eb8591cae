package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/table"
)

// TestReadingOfValues reads every way in which a value of a type is written. A value is told as
// its text or list, its number and its time; "-" is one that is not given.
func TestReadingOfValues(t *testing.T) {
	inner := &Kind{Name: "inner", Fields: []Field{{Key: "a", Type: Int, Range: Things}}}
	for _, c := range []struct {
		of            Type
		written, want string
	}{
		{String, `"a"`, "a"},
		{String, `7`, "7; not a string"},
		{String, `null`, "-"},
		{Int, `7`, "7 7"},
		{Int, `-0`, "-0 0"},
		{Int, `" 7 "`, "7 7; a number written as a string"},
		{Int, `7.0`, "7.0 7; a whole number written with a fraction or an exponent"},
		{Int, `7e2`, "7e2 700; a whole number written with a fraction or an exponent"},
		{Int, `7.5`, "-; not a whole number"},
		{Int, `4611686018427387904.0`, "-; not a whole number"},
		{Int, `-4611686018427387904.0`, "-; not a whole number"},
		{Int, `true`, "-; not a number"},
		{Int, `"x"`, "-; not a number that can be held"},
		{Float, `0.40`, "0.40 0.4"},
		{Float, `"0.40"`, "0.40 0.4; a number written as a string"},
		{Float, `"NaN"`, "-; not a number that can be held"},
		{Float, `"-Inf"`, "-; not a number that can be held"},
		{Float, `1e999`, "-; not a number that can be held"},
		{Float, `[]`, "-; not a number"},
		{Bool, `true`, "true 1"},
		{Bool, `false`, "false 0"},
		{Bool, `" True "`, " True  1; a truth value written as a string"},
		{Bool, `"FALSE"`, "FALSE 0; a truth value written as a string"},
		{Bool, `0`, "-; neither true nor false"},
		{Bool, `1`, "-; neither true nor false"},
		{Bool, `2`, "-; neither true nor false"},
		{Bool, `"yes"`, "-; neither true nor false"},
		{Time, `"2026-03-02T09:00:00Z"`, "2026-03-02T09:00:00Z at 2026-03-02T09:00:00Z"},
		{Time, `"2026-03-02T11:00:00.5+02:00"`, "2026-03-02T11:00:00.5+02:00 at 2026-03-02T09:00:00.5Z"},
		{Time, `"2026-03-02 09:00:00"`, "2026-03-02 09:00:00 at 2026-03-02T09:00:00Z; not RFC 3339; read as UTC where no zone is given"},
		{Time, `"20260302T090000Z"`, "20260302T090000Z at 2026-03-02T09:00:00Z; not RFC 3339; read as UTC where no zone is given"},
		{Time, `"noon"`, "-; not a time"},
		{Time, `true`, "-; not a time"},
		{Time, `1772442000`, "1772442000 at 2026-03-02T09:00:00Z; a time written as a number"},
		{Time, `1772442000000`, "1772442000000 at 2026-03-02T09:00:00Z; a time written as a number"},
		{Millis, `1772442000000`, "1772442000000 1772442000000 at 2026-03-02T09:00:00Z"},
		{Millis, `"1772442000000"`, "1772442000000 0 at 2026-03-02T09:00:00Z; a time written as text; a time written as a number in a string"},
		{Millis, `"noon"`, "-; not a number that can be held"},
		{Strings, `["a","b"]`, "[a b]"},
		{Strings, `[]`, "[]"},
		{Strings, `"a"`, "[a]; one string where an array of strings belongs"},
		{Strings, `["a",1]`, "[a 1]; an array that holds other things than strings"},
		{Strings, `1`, "-; not an array of strings"},
		{Object, `{"a":1}`, "{a:1}"},
		{Object, `"{\"a\":1}"`, "{a:1}; an object written as a string"},
		{Object, `"a"`, "-; not an object"},
		{Object, `[]`, "-; not an object"},
		{List, `[{"a":1},{"a":2}]`, "{a:1}{a:2}"},
		{List, `[{"a":1},2]`, "{a:1}; an array that holds other things than objects"},
		{List, `{"a":1}`, "-; not an array of objects"},
		{Any, `{"a":[1]}`, `{"a":[1]}`},
		{Any, `null`, "-"},
	} {
		f := &Field{Key: "k", Type: c.of}
		if c.of == Object || c.of == List {
			f.Of = inner.Compile()
		}
		v, dev := read(f, jsontext.Value(c.written), &File{Format: &Format{}}, 1)
		got := "-"
		switch x := v.more.(type) {
		case []string:
			got = fmt.Sprint(x)
		case *Record:
			got = fmt.Sprintf("{a:%d}", x.Value("a").Int)
		case []*Record:
			got = ""
			for _, r := range x {
				got += fmt.Sprintf("{a:%d}", r.Value("a").Int)
			}
		case jsontext.Value:
			got = string(x)
		default:
			if !v.Given {
				break
			}
			got = v.Text
			switch c.of {
			case Int, Millis, Bool:
				got += fmt.Sprint(" ", v.Int)
				if c.of != Bool && v.Num != float64(v.Int) {
					t.Errorf("%s %s: %v is no %v", c.of, c.written, v.Num, v.Int)
				}
			case Float:
				got += fmt.Sprint(" ", v.Num)
			}
			if !v.When.IsZero() {
				got += " at " + v.When.Format(time.RFC3339Nano)
			}
		}
		if dev != "" {
			got += "; " + string(dev)
		}
		if got != c.want {
			t.Errorf("%s %s: %s, want %s", c.of, c.written, got, c.want)
		}
	}
}

// Words for no number are an answer where a field says so.
func TestNoneIsAnAnswer(t *testing.T) {
	for written, want := range map[string]string{`null`: "null", `"n/a"`: "null", `" NOT COMPUTABLE "`: "null", `"none"`: "null", `0.5`: "0.5", `"no"`: ""} {
		v, _ := read(&Field{Key: "k", Type: Float, None: true}, jsontext.Value(written), &File{Format: &Format{}}, 1)
		if v.Text != want || v.Given != (want == "0.5") {
			t.Errorf("%s: %+v", written, v)
		}
	}
}

// The bounds of numbers are those that the formats' documents and the sums need.
func TestRanges(t *testing.T) {
	for r, bounds := range map[*Range][2]string{
		AttemptNumber: {"0", "10000"}, Ordinal: {"0", "1000000"}, Things: {"0", "1000000000"}, Tokens: {"0", "1000000000000"},
		Size: {"0", "1000000000000000"}, ExitStatus: {"-2147483648", "4294967295"}, Identifier: {"0", "9007199254740992"},
		Seconds: {"-1000000000", "1000000000"}, Minutes: {"-10000000", "10000000"}, Milliseconds: {"-1000000000000", "1000000000000"},
		Dollars: {"0", "1000000000"}, Ratio: {"-1000000", "1000000"}, Score: {"-1000000000", "1000000000"},
	} {
		if want := fmt.Sprintf("%s, from %s to %s", r.Means, bounds[0], bounds[1]); r.String() != want {
			t.Errorf("%s, want %s", r, want)
		}
	}
	for at, want := range map[time.Time]bool{
		time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC): false, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC): true,
		time.Date(2199, 12, 31, 0, 0, 0, 0, time.UTC): true, time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC): false,
	} {
		if Possible(at) != want {
			t.Errorf("%v is possible: %v", at, !want)
		}
	}
	for text, want := range map[string]bool{"2026-03-02T09:00:00Z": true, "1999-03-02T09:00:00Z": false, "noon": false} {
		if when, _, ok := ParseTime(text); ok != want || when.IsZero() == want {
			t.Errorf("%s is %v, %v", text, when, ok)
		}
	}
}

// A rewriter changes all texts of a record, of those inside it and of findings, and nothing
// else.
func TestRewrite(t *testing.T) {
	inner := &Kind{Name: "inner", Fields: []Field{{Key: "a", Type: String}}}
	kind := (&Kind{Name: "outer", Fields: []Field{
		{Key: "text", Type: String}, {Key: "n", Type: Int, Range: Things}, {Key: "at", Type: Time}, {Key: "list", Type: Strings},
		{Key: "one", Type: Object, Of: inner}, {Key: "many", Type: List, Of: inner}, {Key: "raw", Type: Any},
	}}).Compile()
	f := &File{Format: &Format{}}
	for range 2 {
		f.AddObject(kind, []byte(`{"text":"x","n":7,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":"x"},"many":[{"a":"x"}],"raw":"x","more":"x"}`), 0)
	}
	f.Finding(badLine, 3, "x", "")
	var keys []string
	f.Rewrite(&Rewriter{
		Text:   func(key, text string) string { keys = append(keys, key); return text + "!" },
		JSON:   func(key, json string) string { keys = append(keys, key); return strings.ReplaceAll(json, "x", "y") },
		Seen:   func(text string) string { return text + "?" },
		Quiet:  func(string) bool { return false },
		Secret: &SecretFields{Names: func(key string) bool { return false }},
	})
	for _, r := range f.Records {
		if r.Name != "outer!" || r.Extra != `{"more":"y"}` || r.Str("text") != "x!" || r.Value("n").Text != "7" || r.Value("at").Text != "2026-05-01T10:00:00Z" ||
			r.Item("one").Str("a") != "x!" || string(r.Raw("raw")) != `"y"` || !slices.Equal(r.List("list"), []string{"x!"}) || r.Items("many")[0].Str("a") != "x!" {
			t.Errorf("%s %s: %s, %s, %v, %s", r.Name, r.Extra, r.Str("text"), r.Item("one").Str("a"), r.List("list"), r.Raw("raw"))
		}
	}
	if got := f.Findings(); len(got) != 1 || got[0].Seen != "x?" {
		t.Errorf("findings %+v", got)
	}
	for _, key := range []string{"text", "list", "a", "raw", ""} {
		if !slices.Contains(keys, key) {
			t.Errorf("no text of the key %q was rewritten", key)
		}
	}
}

func TestSpans(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 5, 1, 10, minute, 0, 0, time.UTC) }
	for _, c := range []struct {
		start, end time.Time
		want       float64
		ok         bool
	}{{at(0), at(1), 60, true}, {at(1), at(1), 0, true}, {at(2), at(1), 0, false}, {time.Time{}, at(1), 0, false}, {at(0), time.Time{}, 0, false}} {
		if got, ok := Span(c.start, c.end); got != c.want || ok != c.ok {
			t.Errorf("%v to %v: %v, %v", c.start, c.end, got, ok)
		}
	}
	if got := LastTime([]*Record{{At: at(3)}, {At: at(5)}, {}, {At: at(4)}}); !got.Equal(at(5)) {
		t.Errorf("the last time is %v", got)
	}
}

// TestRepeats drops what a unit says twice: anywhere, or only one behind the other in one file.
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		near bool
		want string
	}{{false, "a b c"}, {true, "a b a c a a"}} {
		f, other := &File{Format: &Format{}}, &File{Format: &Format{}}
		u := &Unit{}
		kind := (&Kind{Name: "k", Fields: []Field{{Key: "a", Type: String}}}).Compile()
		for _, name := range []string{"a", "b", "a", "c", "c", "a"} {
			u.Records = append(u.Records, f.AddObject(kind, []byte(`{"a":"`+name+`"}`), 0))
		}
		u.Records = append(u.Records, other.AddObject(kind, []byte(`{"a":"a"}`), 0))
		u.DropRepeats(c.near)
		var got []string
		for _, r := range u.Records {
			got = append(got, r.Str("a"))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("near %v: %v, want %s", c.near, got, c.want)
		}
		repeats := map[bool]int64{false: 3, true: 1}[c.near]
		if n := f.Findings(); len(n) != 1 || n[0].Count != repeats {
			t.Errorf("near %v: findings %+v", c.near, n)
		}
	}
	twice := []*Record{{File: &File{}}, {File: &File{}}}
	u := &Unit{Records: twice}
	if u.DropRepeats(false); len(u.Records) != 1 || twice[0].Fate != Kept || twice[1].Fate != Duplicate {
		t.Errorf("of two records that say the same: %v", u.Records)
	}
	f := &Fragment{File: &File{Path: "a"}}
	for _, sum := range []uint64{1, 2, 1, 3} {
		r := &Record{File: f.File}
		r.Sum.Lo = sum
		f.Records = append(f.Records, r)
	}
	before := slices.Clone(f.Records)
	u = &Unit{}
	u.Log([]*Fragment{f}, nil)
	u.DropRepeats(false)
	if want := []*Record{before[0], before[1], before[3]}; !slices.Equal(u.Records, want) || !slices.Equal(f.Records, before) {
		t.Errorf("of a log in one file %v are left, want %v; the file has %v", u.Records, want, f.Records)
	}
}

// The newest document by its own stamp counts; the others are copies of it or older.
func TestLatest(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 5, 1, 10, minute, 0, 0, time.UTC) }
	doc := func(path string, minute int, sum uint64) *Record {
		r := &Record{File: &File{Path: path}, At: at(minute)}
		r.Sum.Lo = sum
		return r
	}
	u := &Unit{}
	docs := []*Record{doc("a", 1, 1), doc("b", 3, 2), doc("c", 3, 2), doc("d", 2, 4)}
	best := u.Latest(docs, func(r *Record) time.Time { return r.At })
	if best != docs[1] || docs[0].Fate != Superseded || docs[1].Fate != Kept || docs[2].Fate != Duplicate || docs[3].Fate != Superseded ||
		strings.Join(u.Superseded, "") != "acd" || strings.Join(u.Files, "") != "b" || len(u.Records) != 1 {
		t.Errorf("%s counts, %v are superseded, %v", best.File.Path, u.Superseded, u.Files)
	}
}

// Findings of a unit about one topic are one row with their number.
func TestFindingsOfAUnit(t *testing.T) {
	u, set := &Unit{Key: "k"}, &table.Set{}
	at := &Record{File: &File{Index: 2}, Line: 5}
	code := &Code{Name: "odd", Severity: Warning, Means: "it is odd"}
	for _, seen := range []string{"x: 1", "x: 2", "y: 1", "x: 3"} {
		u.Finding(set, code, at, seen, "even")
	}
	f := &set.Findings
	if f.Len() != 2 || f.Count.At(0) != 3 || f.Count.At(1) != 1 || f.Seen.At(0) != "x: 1" || f.Run.At(1) != "k" || f.Place(1) != (table.Place{Source: 2, Line: 5}) ||
		f.Severity.At(0) != "warning" || f.Message.At(0) != "it is odd" || f.Expected.At(0) != "even" {
		t.Errorf("%d findings, %d of the first", f.Len(), f.Count.At(0))
	}
}
