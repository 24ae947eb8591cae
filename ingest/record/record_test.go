package record

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/source"
)

var inner = &Kind{Name: "inner", Fields: []Field{{Key: "n", Type: Int, Required: true}}}

var thing = (&Kind{Name: "thing", Fields: []Field{
	{Key: "name", Also: []string{"title"}, Type: String, Required: true},
	{Key: "count", Type: Int},
	{Key: "share", Type: Float},
	{Key: "ok", Type: Bool},
	{Key: "words", Type: Strings},
	{Key: "state", Type: String, Enum: []string{"up", "down"}},
	{Key: "one", Type: Object, Of: inner},
	{Key: "many", Type: List, Of: inner},
	{Key: "any", Type: Any},
}}).Compile(Field{Key: "ts", Type: Time})

var lineFormat = &Format{Name: "things", System: "test", Container: Lines, Kinds: []*Kind{thing}, TimeKey: "ts",
	KindOf: func(m Members) (string, bool) { return "thing", m.Has("ignore") }}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// decode reads lines as things.
func decode(t *testing.T, content string) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "things.jsonl")
	write(t, path, content)
	in, err := source.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f := &File{Path: "things.jsonl", Format: lineFormat}
	if err := f.Decode(in); err != nil {
		t.Fatal(err)
	}
	return f
}

func codesOf(f *File) []string {
	var out []string
	for _, n := range f.Findings() {
		out = append(out, n.Code.Name)
	}
	return out
}

func TestLenientReadingStrictFindings(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       []string // findings
		check      func(*Record) bool
	}{
		{"as declared", `{"name":"a","count":3,"share":0.40,"ok":true,"words":["x","y"],"state":"up","ts":"2026-04-22T10:00:00Z"}`, nil, func(r *Record) bool {
			n, _ := r.Int("count")
			return n == 3 && r.Value("share").Text == "0.40" && slices.Equal(r.List("words"), []string{"x", "y"}) && r.At.Hour() == 10
		}},
		{"null is absent", `{"name":"a","count":null}`, nil, func(r *Record) bool { return !r.Has("count") }},
		{"required and null", `{"name":null}`, []string{"missing_field"}, func(r *Record) bool { return !r.Has("name") }},
		{"another name", `{"title":"a"}`, []string{"synonym"}, func(r *Record) bool { return r.Str("name") == "a" }},
		{"both names", `{"name":"a","title":"b"}`, []string{"synonym"}, func(r *Record) bool { return r.Str("name") == "a" && strings.Contains(r.Extra, `"title":"b"`) }},
		{"number in a string", `{"name":"a","count":"7"}`, []string{"bad_value"}, func(r *Record) bool { n, _ := r.Int("count"); return n == 7 }},
		{"whole with a fraction", `{"name":"a","count":7.0}`, []string{"bad_value"}, func(r *Record) bool { n, _ := r.Int("count"); return n == 7 }},
		{"not whole", `{"name":"a","count":7.5}`, []string{"bad_value"}, func(r *Record) bool { return !r.Has("count") && strings.Contains(r.Extra, "7.5") }},
		{"too large", `{"name":"a","share":1e400}`, []string{"bad_value"}, func(r *Record) bool { return !r.Has("share") }},
		{"2^53+1 keeps its digits", `{"name":"a","count":9007199254740993}`, nil, func(r *Record) bool { n, _ := r.Int("count"); return n == 9007199254740993 }},
		{"truth in words", `{"name":"a","ok":"True"}`, []string{"bad_value"}, func(r *Record) bool { ok, given := r.Bool("ok"); return ok && given }},
		{"one word for a list", `{"name":"a","words":"x"}`, []string{"bad_value"}, func(r *Record) bool { return slices.Equal(r.List("words"), []string{"x"}) }},
		{"name is a number", `{"name":5}`, []string{"bad_value"}, func(r *Record) bool { return r.Str("name") == "5" }},
		{"other case", `{"name":"a","state":"UP"}`, []string{"spelling"}, func(r *Record) bool { return r.Str("state") == "UP" }},
		{"outside the list", `{"name":"a","state":"sideways"}`, []string{"unknown_value"}, func(r *Record) bool { return r.Str("state") == "sideways" }},
		{"key case counts", `{"name":"a","NAME":"b"}`, nil, func(r *Record) bool { return r.Str("name") == "a" && r.Extra == `{"NAME":"b"}` }},
		{"a key with another letter", `{"name":"a","coumt":3}`, []string{"damaged_name"}, func(r *Record) bool { return !r.Has("count") && r.Extra == `{"coumt":3}` }},
		{"a key that lacks a letter", `{"name":"a","cont":3}`, []string{"damaged_name"}, nil},
		{"a key with a letter more", `{"name":"a","countt":3}`, []string{"damaged_name"}, nil},
		{"a key that is not UTF-8", "{\"name\":\"a\",\"c\xffnt\":3}", []string{"invalid_utf8", "damaged_name"}, nil},
		{"a required key with another letter", `{"nbme":"a"}`, []string{"missing_field", "damaged_name"}, nil},
		{"a plural is another key", `{"name":"a","counts":3}`, nil, nil},
		{"a like key beside the known one", `{"name":"a","count":1,"coumt":3}`, nil, nil},
		{"short keys are like many", `{"name":"a","amy":3}`, nil, nil},
		{"unknown fields stay", `{"name":"a","z":{"k": [1, 2]}}`, nil, func(r *Record) bool { return r.Extra == `{"z":{"k":[1,2]}}` }},
		{"a large unknown field", `{"name":"a","z":"` + strings.Repeat("A", 5000) + `"}`, nil, func(r *Record) bool { return r.Extra == `{"z":"(5002 bytes left out)"}` }},
		{"nested", `{"name":"a","one":{"n":1},"many":[{"n":2},{}]}`, []string{"missing_field"}, func(r *Record) bool {
			n, _ := r.Item("one").Int("n")
			return n == 1 && len(r.Items("many")) == 2
		}},
		{"nested of another type", `{"name":"a","one":[1],"many":{"n":1}}`, []string{"bad_value", "bad_value"}, func(r *Record) bool { return r.Item("one") == nil && r.Items("many") == nil }},
		{"time without a zone", `{"name":"a","ts":"2026-04-22 10:00:00.5"}`, []string{"bad_value"}, func(r *Record) bool { return r.At.Equal(time.Date(2026, 4, 22, 10, 0, 0, 5e8, time.UTC)) }},
		{"time with an offset", `{"name":"a","ts":"2026-04-22T12:00:00+02:00"}`, nil, func(r *Record) bool { return r.At.Equal(time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)) }},
		{"no time at all", `{"name":"a","ts":"yesterday"}`, []string{"bad_value"}, func(r *Record) bool { return r.At.IsZero() }},
		{"broken text", "{\"name\":\"a\xff\"}", []string{"invalid_utf8"}, func(r *Record) bool { return r.Str("name") == "a\uFFFD" }},
		{"lone surrogate", `{"name":"a\ud800"}`, []string{"invalid_utf8"}, func(r *Record) bool { return r.Str("name") == "a\uFFFD" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := decode(t, c.line+"\n")
			if got := codesOf(f); !slices.Equal(got, c.want) {
				t.Errorf("findings %v, want %v", got, c.want)
			}
			if len(f.Records) != 1 || c.check != nil && !c.check(f.Records[0]) {
				t.Errorf("records %+v", f.Records)
			}
		})
	}
}

func TestRejectedLines(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"not JSON", "phase_start phase=3\n{\"name\":\"a\"}\n", "bad_line"},
		{"text behind", "{\"name\":\"a\"} b\n", "bad_line"},
		{"trailing comma", "{\"name\":\"a\",}\n", "bad_line"},
		{"an array", "[1]\n", "bad_line"},
		{"key twice", `{"name":"a","name":"b"}` + "\n", "duplicate_key"},
		{"cut off", `{"name":"a"}` + "\n" + `{"name":"b`, "torn_line"},
		{"NaN", `{"name":"a","share":NaN}` + "\n", "bad_line"},
	} {
		f := decode(t, c.content)
		if got := codesOf(f); !slices.Equal(got, []string{c.want}) || f.counts.Rejected != 1 {
			t.Errorf("%s: findings %v, %d rejected; want %s", c.name, got, f.counts.Rejected, c.want)
		}
	}
}

func TestRepeatedFindingsAreCounted(t *testing.T) {
	f := decode(t, strings.Repeat(`{"title":"a"}`+"\n", 50))
	if len(f.Findings()) != 1 || f.Findings()[0].Count != 50 || f.Findings()[0].Line != 1 {
		t.Errorf("findings %+v", f.Findings())
	}
}

func TestAHostileFileCannotFillTheFindings(t *testing.T) {
	var b strings.Builder
	for i := range 5 * maxFindings {
		b.WriteString(strings.Repeat("x", i%7) + "{\n")
		b.WriteString(`{"state":"s` + strings.Repeat("y", i) + `","name":"a"}` + "\n")
	}
	f := decode(t, b.String())
	if n := len(f.Findings()); n > maxFindings+1 {
		t.Errorf("%d findings listed", n)
	}
}

func TestSumIgnoresSpaceAndOrderOnly(t *testing.T) {
	f := decode(t, `{"name":"a","many":[{"n":1}]}`+"\n"+`{ "many" : [ { "n" : 1 } ], "name" : "a" }`+"\n"+`{"name":"b","many":[{"n":1}]}`+"\n")
	if f.Records[0].Sum != f.Records[1].Sum {
		t.Error("white space and the order of keys count")
	}
	if f.Records[0].Sum == f.Records[2].Sum {
		t.Error("another value does not count")
	}
}

func TestSnapshotsCollapseAndPiecesFollow(t *testing.T) {
	content := `{"name":"a","ts":"2026-04-22T10:00:00Z"}
{"name":"b","ts":"2026-04-22T10:00:01Z"}
{"name":"c","ts":"2026-04-22T10:00:02Z"}
`
	whole, early := decode(t, content), decode(t, content[:strings.Index(content, `{"name":"c"`)])
	later := decode(t, `{"name":"d","ts":"2026-04-22T10:00:03Z"}`+"\n")
	whole.Path, early.Path, later.Path = "whole", "early", "later"
	u := &Unit{}
	u.Log([]*Fragment{{File: later, Records: later.Records}, {File: early, Records: early.Records}, {File: whole, Records: whole.Records}}, nil)
	var names []string
	for _, r := range u.Records {
		names = append(names, r.Str("name"))
	}
	if want := []string{"a", "b", "c", "d"}; !slices.Equal(names, want) {
		t.Errorf("records %v, want %v", names, want)
	}
	if !slices.Equal(u.Superseded, []string{"early"}) || early.Records[0].Fate != Superseded {
		t.Errorf("superseded %v, fate %v", u.Superseded, early.Records[0].Fate)
	}
}

// Logs that hold nothing but a header are one where they begin at the same time.
func TestLogsWithoutABody(t *testing.T) {
	head := func(r *Record) bool { return r.Str("name") == "head" }
	const one, two = `{"name":"head","ts":"2026-04-22T10:00:00Z"}` + "\n", `{"name":"head","ts":"2026-04-22T10:00:01Z"}` + "\n"
	const body = `{"name":"a","ts":"2026-04-22T10:00:02Z"}` + "\n"
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"one time", one, one, true},
		{"another time", one, two, false},
		{"one with a body", one, one + body, false},
		{"both with a body", one + body, one + body, true},
		{"another head, one body", one + body, two + body, true},
		{"nothing", "", "", false},
		{"nothing and a head", "", one, false},
	} {
		a, b := decode(t, c.a), decode(t, c.b)
		x, y := &Fragment{File: a, Records: a.Records}, &Fragment{File: b, Records: b.Records}
		of := beginningOf(x, head)
		if got := of.records && of == beginningOf(y, head); got != c.want {
			t.Errorf("%s: alike %v, want %v", c.name, got, c.want)
		}
	}
}

func TestADivergedSnapshotIsSaid(t *testing.T) {
	one := decode(t, `{"name":"a"}`+"\n"+`{"name":"b"}`+"\n"+`{"name":"c"}`+"\n")
	two := decode(t, `{"name":"a"}`+"\n"+`{"name":"x"}`+"\n")
	u := &Unit{}
	u.Log([]*Fragment{{File: one, Records: one.Records}, {File: two, Records: two.Records}}, nil)
	if got := codesOf(two); !slices.Equal(got, []string{"snapshot_diverged"}) {
		t.Errorf("findings %v", got)
	}
}

func TestCutEndsAtARune(t *testing.T) {
	if got := Cut("aé", 2); got != "a…" {
		t.Errorf("Cut = %q", got)
	}
	if got := Cut("abc", 3); got != "abc" {
		t.Errorf("Cut = %q", got)
	}
}

// A finding that follows when the records were let go is counted with those before it.
func TestFindingsAfterRelease(t *testing.T) {
	f := &File{Path: "a.jsonl"}
	for i := range maxFindings + 3 {
		f.Finding(unknownKind, 1, fmt.Sprint("kind ", i), "")
	}
	f.Release()
	f.Finding(unknownKind, 9, "kind 7", "")
	f.Finding(carriage, 9, "", "")
	all := f.Findings()
	last := all[len(all)-1]
	if len(all) != maxFindings+1 || all[7].Count != 2 || last.Code != tooMany || last.Count != 4 {
		t.Errorf("%d findings, the eighth counts %d, the last is %s and counts %d; want %d, 2, %s and 4",
			len(all), all[7].Count, last.Code.Name, last.Count, maxFindings+1, tooMany.Name)
	}
}
