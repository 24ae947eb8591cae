package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

// Short values are remembered by what they are, times and fractions by their field alone, and
// values of more than 66 bytes with their quotes not at all.
func TestWhereValuesAreRemembered(t *testing.T) {
	m := &memory{}
	a, b := &Field{Type: String, number: 1}, &Field{Type: String, number: 2}
	at, share, count := &Field{Type: Time, number: 3}, &Field{Type: Float, number: 4}, &Field{Type: Int, number: 5}
	text := func(n int) []byte { return []byte(`"` + strings.Repeat("x", n) + `"`) }
	for _, f := range []*Field{a, at, share, count} {
		if m.cell(f, text(64), true) == &m.passing || m.cell(f, text(65), true) != &m.passing {
			t.Errorf("a value of type %s: 64 bytes are not remembered, or 65 are", f.Type)
		}
	}
	for _, f := range []*Field{at, share} {
		if c := m.cell(f, []byte("1"), true); c != m.cell(f, []byte("2"), true) || c != &m.latest[f.number] {
			t.Errorf("two values of a field of type %s have two places", f.Type)
		}
	}
	if m.cell(at, []byte("1"), true) == m.cell(share, []byte("1"), true) || m.cell(a, []byte("1"), true) == m.cell(b, []byte("1"), true) {
		t.Error("two fields have one place")
	}
	for _, f := range []*Field{a, count} {
		one := m.cell(f, []byte("1"), true)
		if one == m.cell(f, []byte("2"), true) || one != m.cell(f, []byte("1"), true) {
			t.Errorf("the place of a value of type %s is not its own", f.Type)
		}
	}
}

// Records of one log are compared up to the end of the shorter one.
func TestCommonRecords(t *testing.T) {
	of := func(text string) *Fragment {
		f := &Fragment{}
		for _, c := range text {
			r := &Record{Name: string(c)}
			r.Sum.Lo = uint64(c)
			f.Records = append(f.Records, r)
		}
		return f
	}
	header := func(r *Record) bool { return r.Name == "H" }
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 0}, {"", "a", 0}, {"ab", "ab", 2}, {"ab", "abc", 2}, {"abc", "ab", 2}, {"axc", "abc", 1},
		{"Hab", "aHb", 2}, {"x", "a", 0},
	} {
		if got := common(of(c.a), of(c.b), header); got != c.want {
			t.Errorf("%q and %q have %d records in common, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := len(body(of("Hab"), nil)); got != 3 {
		t.Errorf("%d records without a header, want 3", got)
	}
	day := func(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }
	f := &Fragment{Records: []*Record{{}, {At: day(2)}, {At: day(1)}}}
	if !f.First().Equal(day(2)) || !(&Fragment{Records: []*Record{{}}}).First().IsZero() {
		t.Errorf("the first time is %v", f.First())
	}
}

// What is said of a whole database stands at no line of it.
func TestFindingsOfAWholeDatabase(t *testing.T) {
	f := &File{Format: &Format{Container: Database}}
	BrokenRow(f, errors.New("table t: malformed"))
	LeftTables(f, []string{"users"})
	in, err := source.New(strings.NewReader("no database"), 11)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f.Format.ReadTables = func(*sqlite.DB, *File) {}
	_ = readTables(f, in)
	all := f.Findings()
	if len(all) != 3 {
		t.Fatalf("%d findings, want 3", len(all))
	}
	for _, n := range all {
		if n.Line != 0 {
			t.Errorf("%s at line %d", n.Code.Name, n.Line)
		}
	}
	f = &File{Format: &Format{Container: Database}}
	if LeftTables(f, nil); len(f.Findings()) != 0 {
		t.Error("no tables are told of")
	}
	if got := string(fromColumn(Any, jsontext.Value(`"{\"a\":\"\\ud800\"}"`))); got != `{"a":"\ud800"}` {
		t.Errorf("an object with half of a surrogate pair is %s", got)
	}
}

// The objects of an array are read one behind the other, until one that the strict reader has to
// decide about.
func TestObjectsOfAnArray(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "0 true", `[ ]`: "0 true", `[{"a":1}]`: "1 true a", `[ {"a":1} , {"b":1,"c":2} ]`: "2 true a b,c",
		`[{"a":1},2]`: "1 false a", `[{"a":1} {"b":1}]`: "1 false a",
		`[{"a":1}]x`: "1 false a", `{"a":1}`: "0 false", ``: "0 false", `[`: "0 false", `[{"a":1},`: "1 false a",
		"[{\"a\":\"\xff\"}]": "0 false", "[{\"a\":\"é\"},{\"b\":1}]": "2 true a b", `[{"a":1,"a":2}]`: "0 false",
		"[{\"a\":\"é\"},{\"b\":\"\xff\"}]": "1 false a",
	} {
		s := &scanner{}
		var got []string
		n, ok := s.eachObject([]byte(text), func() {
			var keys []string
			for _, m := range s.members {
				keys = append(keys, m.key)
			}
			got = append(got, strings.Join(keys, ","))
		})
		if got := strings.Join(append([]string{fmt.Sprint(n, " ", ok)}, got...), " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"0": true, "-0": true, "10": true, "1.5": true, "1e5": true, "1E+5": true, "1e-5": true, "-": false, "": false,
		"1.": false, "1e": false, "1e+": false, "+1": false, ".5": false,
	} {
		s := &scanner{text: []byte(text)}
		if ok := s.number() && s.at == len(text); ok != want {
			t.Errorf("%q is a number: %v", text, ok)
		}
	}
}

// A name of a kind is asked for once, and the texts of records in a row that are the same are
// rewritten once.
func TestRewritingAsksOnce(t *testing.T) {
	a := (&Kind{Name: "a", Fields: []Field{{Key: "token", Type: String}, {Key: "text", Type: String}}}).Compile()
	b := (&Kind{Name: "b", Fields: []Field{{Key: "text", Type: String}}}).Compile()
	f := &File{Format: &Format{}, Quiet: func(text string) bool { return text == "quiet" }}
	for _, c := range []struct {
		kind *Kind
		text string
	}{
		{a, `{"token":"quiet","text":"quiet","x":1}`}, {a, `{"token":"loud","text":"loud","x":1}`},
		{b, `{"text":"quiet","x":2}`}, {a, `{"text":"loud","x":2}`}, {b, `{"text":"loud"}`},
	} {
		f.AddObject(c.kind, []byte(c.text), 1)
	}
	f.Records = append(f.Records, &Record{Name: "z", File: f, Extra: `{"x":3}`}, &Record{Name: "hush", File: f})
	var names, texts, extras []string
	by := &Rewriter{
		Text:   func(key, text string) string { texts = append(texts, key+"="+text); return text + "!" },
		JSON:   func(_, json string) string { extras = append(extras, json); return json + "!" },
		Seen:   func(text string) string { return text },
		Quiet:  func(text string) bool { return text == "hush" },
		Secret: &SecretFields{Names: func(key string) bool { names = append(names, key); return key == "token" }},
	}
	f.Rewrite(by)
	if want := []string{"token", "text", "text"}; !slices.Equal(names, want) {
		t.Errorf("keys that were asked for: %q, want %q", names, want)
	}
	again := &Rewriter{Quiet: by.Quiet, Secret: by.Secret}
	if again.keys(a); len(names) != 3 {
		t.Errorf("another file asks for keys again: %q", names)
	}
	if want := []string{"=a", "token=quiet", "token=loud", "text=loud", "=b", "=a", "text=loud", "=b", "text=loud", "=z"}; !slices.Equal(texts, want) {
		t.Errorf("texts: %q, want %q", texts, want)
	}
	var got []string
	for _, r := range f.Records {
		got = append(got, r.Name+" "+r.Extra)
	}
	if want := []string{`a! {"x":1}!`, `a! {"x":1}!`, `b! {"x":2}!`, `a! {"x":2}!`, `b! !`, `z! {"x":3}!`, `hush !`}; !slices.Equal(got, want) {
		t.Errorf("records %q, want %q", got, want)
	}
	if want := []string{`{"x":1}`, `{"x":2}`, ``, `{"x":3}`, ``}; !slices.Equal(extras, want) {
		t.Errorf("beside them %q, want %q", extras, want)
	}
}

// The times of a unit are those of its records and of the documents beside it, each once, though
// a document may be one of its records too.
func TestTimesOfCompanions(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }
	log, page := &File{Path: "log"}, &File{Path: "page"}
	log.Records = []*Record{{File: log, At: day(2)}, {File: log, At: day(3)}}
	page.Records = []*Record{{File: page, At: day(1)}}
	for _, c := range []struct {
		name       string
		companions []*File
		want       Stamps
	}{
		{"alone", nil, Stamps{N: 1, First: day(2), Last: day(2)}},
		{"its own file", []*File{log}, Stamps{N: 1, First: day(2), Last: day(2)}},
		{"a page", []*File{page}, Stamps{N: 2, First: day(1), Last: day(2)}},
		{"both", []*File{log, page}, Stamps{N: 2, First: day(1), Last: day(2)}},
	} {
		u := &Unit{Records: log.Records[:1], Companions: c.companions}
		if got := u.Stamps(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	last := &Record{File: log, At: day(9)}
	u := &Unit{Records: []*Record{last, {File: log, At: day(4)}}}
	log.Format = &Format{}
	if u.DropAfter(day(4), "x"); !last.At.IsZero() || u.Records[1].At.IsZero() {
		t.Error("a time after the last one stays, or the last one itself goes")
	}
}

// A text is what stands between quotes; a value that is none has no text.
func TestTextsOfMembers(t *testing.T) {
	const text = `{"a":"plain","b":"x\ty","c":7,"d":"","é":"é"}`
	mem := &memory{}
	list, ok := mem.scanner().plain([]byte(text))
	if !ok {
		t.Fatal("it is not plain")
	}
	for name, m := range map[string]Members{"on their own": MembersOf(jsontext.Value(text)), "of a file": {list, mem}} {
		for key, want := range map[string]string{"a": "plain", "b": "x\ty", "c": "", "d": "", "é": "é", "z": ""} {
			if got := m.Text(key); got != want {
				t.Errorf("%s, %s: %q, want %q", name, key, got, want)
			}
		}
	}
	entries := Entries(jsontext.Value(`{"b":1,"a":[2]}`))
	if len(entries) != 2 || entries[0].Key != "b" || string(entries[1].Raw) != "[2]" ||
		Entries(jsontext.Value("[1]")) != nil || Entries(nil) != nil {
		t.Errorf("entries %v", entries)
	}
	for raw, want := range map[string]string{`"a b"`: "a b", `"\u00e9"`: "é", `7`: "7", `[1]`: "[1]"} {
		if got := Words(jsontext.Value(raw)); got != want {
			t.Errorf("%s as words: %q", raw, got)
		}
	}
	for raw, want := range map[string]float64{`7`: 7, `"0.5"`: 0.5, `true`: -1, `"x"`: -1} {
		if got, ok := Number(jsontext.Value(raw)); ok != (want >= 0) || ok && got != want {
			t.Errorf("%s is %v, %v", raw, got, ok)
		}
	}
}
