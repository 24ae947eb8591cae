package record

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source/sqlite"
)

var column = (&Kind{Name: "column", Fields: []Field{
	{Key: "at", Type: Time}, {Key: "yes", Type: Bool}, {Key: "inside", Type: Object, Of: (&Kind{Name: "inside", Fields: []Field{{Key: "x", Type: Int}}}).Compile()},
	{Key: "any", Type: Any}, {Key: "names", Type: Strings}, {Key: "n", Alias: []string{"number_of"}, Type: Int},
}}).Compile()

func TestAddRow(t *testing.T) {
	format := &Format{Name: "columns", Container: Database, Kinds: []*Kind{column}, TimeKey: "at"}
	for _, c := range []struct {
		name, row string
		codes     []string
		lost      bool
	}{
		{"as a database holds it", `{"at":"2026-05-01 10:00:00.5","yes":1,"inside":"{\"x\":7}","any":"[1]","names":"[\"a\"]","number_of":3}`, nil, false},
		{"as JSON holds it", `{"at":"2026-05-01T10:00:00.5Z","yes":true,"inside":{"x":7},"any":[1],"names":["a"],"n":3}`, nil, false},
		{"text that is no object", `{"at":"2026-05-01 10:00:00.5","yes":1,"inside":"{\"x\":","n":3}`, []string{"bad_value"}, false},
		{"a number that is no truth value", `{"at":"2026-05-01 10:00:00.5","yes":2}`, []string{"bad_value"}, false},
		{"a key twice inside", `{"at":"2026-05-01 10:00:00.5","inside":"{\"x\":1,\"x\":2}"}`, []string{"duplicate_key"}, true},
		{"a column twice", `{"n":1,"n":2}`, []string{"duplicate_key"}, true},
		{"broken text", "{\"at\":\"2026-05-01 10:00:00.5\",\"any\":\"\xff\"}", []string{"invalid_utf8"}, false},
	} {
		f := &File{Format: format}
		r := f.AddRow("column", jsontext.Value(c.row), 4)
		var codes []string
		for _, n := range f.Findings() {
			codes = append(codes, n.Code.Name)
		}
		if len(codes) != len(c.codes) || len(codes) > 0 && codes[0] != c.codes[0] {
			t.Errorf("%s: findings %v, want %v", c.name, codes, c.codes)
		}
		if c.lost {
			if r != nil || f.counts.Rejected != 1 {
				t.Errorf("%s: not rejected", c.name)
			}
			continue
		}
		if r == nil || r.Line != 4 || r.At.IsZero() {
			t.Fatalf("%s: record %+v", c.name, r)
		}
		if len(c.codes) > 0 {
			continue
		}
		if yes, _ := r.Bool("yes"); !yes {
			t.Errorf("%s: yes is not true", c.name)
		}
		if x, _ := r.Item("inside").Int("x"); x != 7 || string(r.Raw("any")) != "[1]" || len(r.List("names")) != 1 {
			t.Errorf("%s: what is inside was not read", c.name)
		}
		if n, _ := r.Int("n"); n != 3 || r.Value("at").Text != "2026-05-01T10:00:00.5Z" || r.Extra != "" {
			t.Errorf("%s: n %d, at %s, extra %s", c.name, n, r.Value("at").Text, r.Extra)
		}
	}
}

// A column that the kind does not have is kept, and those behind it are read as ever.
func TestColumnsBehindAnUnknownOne(t *testing.T) {
	f := &File{Format: &Format{Name: "columns", Container: Database, Kinds: []*Kind{column}, TimeKey: "at"}}
	r := f.AddRow("column", jsontext.Value(`{"new":"x","at":"2026-05-01 10:00:00.5","yes":1,"names":"[\"a\"]"}`), 4)
	yes, _ := r.Bool("yes")
	if !yes || len(r.List("names")) != 1 || r.At.IsZero() || r.Extra != `{"new":"x"}` || len(f.Findings()) > 0 {
		t.Errorf("yes %v, names %q, at %v, beside them %s, findings %+v", yes, r.List("names"), r.At, r.Extra, f.Findings())
	}
	if !r.Is("column") || r.Is("other") || (&Record{}).Is("") {
		t.Error("a record is of another kind than its own")
	}
}

func TestBrokenRow(t *testing.T) {
	f := &File{Format: &Format{Container: Database}}
	BrokenRow(f, &sqlite.Fault{Line: 7, What: "a row of t: a value that is no literal"})
	BrokenRow(f, errors.New("table t: malformed"))
	LeftTables(f, []string{"users", "sessions"})
	LeftTables(f, nil)
	n := f.Findings()
	if f.counts.Rejected != 2 || len(n) != 3 || n[0].Code != badRow || n[0].Line != 7 || n[1].Code != badDoc || n[2].Code != tablesLeft || n[2].Seen != "users, sessions" {
		t.Errorf("rejected %d, findings %+v", f.counts.Rejected, n)
	}
}
