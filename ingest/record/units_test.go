package record

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/table"
)

// A number is a time in the unit in which it lies between the years 1966 and 5138, which is the
// largest that it can be.
func TestUnitsOfNumbers(t *testing.T) {
	for literal, want := range map[string]string{
		"0": "1970-01-01T00:00:00Z", "-1": "1969-12-31T23:59:59Z",
		"99999999999": "5138-11-16T09:46:39Z", "100000000000": "1973-03-03T09:46:40Z", "-99999999999": "-1199-02-15T14:13:21Z", "-100000000000": "1966-10-31T14:13:20Z",
		"99999999999999": "5138-11-16T09:46:39.999Z", "100000000000000": "1973-03-03T09:46:40Z",
		"99999999999999984": "5138-11-16T09:46:39.999984Z", "100000000000000000": "1973-03-03T09:46:40Z",
		"1777000005.25": "2026-04-24T03:06:45.25Z", "1777000005250.5": "2026-04-24T03:06:45.2505Z", "1777000005250500.5": "2026-04-24T03:06:45.250501Z", "1777000005250500500.5": "2026-04-24T03:06:45.250501Z",
		"99999999999.0": "5138-11-16T09:46:39Z", "100000000000.0": "1973-03-03T09:46:40Z", "100000000000000.0": "1973-03-03T09:46:40Z", "100000000000000000.0": "1973-03-03T09:46:40Z",
		"1e9": "2001-09-09T01:46:40Z", "1e19": "", "9223372036854775808": "", "NaN": "", "x": "",
	} {
		at, ok := epoch(literal)
		got := ""
		if ok {
			got = at.Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%s is %s, want %s", literal, got, want)
		}
	}
	for text, want := range map[string]bool{"1000000000": true, "1000000000.5": true, "1000000000.": true, "999999999": false, "100000000.5": false, "10000000a0": false, "1000000000.x": false, "1.000000000": false, "": false, "-1000000000": false} {
		if isNumber(text) != want {
			t.Errorf("%q is a number: %v", text, !want)
		}
	}
}

// Times in words are those of the years that a log can have.
func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-05-01T10:00:00Z": "10:00:00 ", "1999-12-31T23:59:59Z": "- not a time of the years 2000 to 2199", "2026-05-01 10:00:00": "10:00:00 not RFC 3339; read as UTC where no zone is given",
		"noon": "- not a time", "1777000005": "03:06:45 a time written as a number in a string", "1000000000000000000000": "- not a time", "0000000001": "- not a time",
		"2026-05-01 10:00:00 UTC": "10:00:00 not RFC 3339; read as UTC where no zone is given", "2026-05-01t10:00:00z": "10:00:00 not RFC 3339; read as UTC where no zone is given", "2026-05-0t": "- not a time",
	} {
		at, dev, ok := ParseTime(text)
		got := "- " + string(dev)
		if ok {
			got = at.Format("15:04:05 ") + string(dev)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What a database holds for a value of a type is what JSON has for it.
func TestFromColumn(t *testing.T) {
	for _, c := range []struct {
		of        Type
		raw, want string
	}{
		{Object, `"{\"a\":1}"`, `{"a":1}`}, {List, `"[1]"`, `[1]`}, {Strings, `"[\"a\"]"`, `["a"]`}, {Any, `"{\"a\":1,\"a\":2}"`, `{"a":1,"a":2}`}, {Any, `"7"`, `"7"`}, {Any, `"{"`, `"{"`}, {Any, `7`, `7`}, {Object, `{"a":1}`, `{"a":1}`},
		{Bool, `0`, `false`}, {Bool, `1`, `true`}, {Bool, `2`, `2`}, {Bool, `"1"`, `"1"`},
		{Time, `"2026-05-01 10:00:00.5"`, `"2026-05-01T10:00:00.5Z"`}, {Time, `"noon"`, `"noon"`}, {Time, `1777000005`, `1777000005`},
		{String, `"[1]"`, `"[1]"`}, {Int, `0`, `0`},
	} {
		if got := fromColumn(c.of, jsontext.Value(c.raw)); string(got) != c.want {
			t.Errorf("%s %s: %s, want %s", c.of, c.raw, got, c.want)
		}
	}
}

// The members of an object by their keys; nothing has any.
func TestMembers(t *testing.T) {
	m := MembersOf(jsontext.Value(`{"a":"x\ty","n":7,"o":{"b":1},"null":null}`))
	for key, want := range map[string]string{"a": `"x\ty"`, "n": "7", "o": `{"b":1}`, "null": "null", "z": ""} {
		if got := string(m.Raw(key)); got != want || m.Has(key) != (want != "") {
			t.Errorf("%s: %s, has %v, want %s", key, got, m.Has(key), want)
		}
	}
	for key, want := range map[string]string{"a": "x\ty", "n": "", "o": "", "z": ""} {
		if got := m.Text(key); got != want {
			t.Errorf("%s as text: %q, want %q", key, got, want)
		}
	}
	more := m.With("z", jsontext.Value("1")).With("y", nil)
	if !more.Has("z") || more.Has("y") || m.None() {
		t.Error("what is added is not there, or nothing is")
	}
	for _, raw := range []string{"[1]", "7", `"a"`, "", "{", "{}"} {
		if !MembersOf(jsontext.Value(raw)).None() {
			t.Errorf("%s has members", raw)
		}
	}
}

// The times of records are of one clock where none is further from the others than a year and a day.
func TestStamps(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n) }
	for _, c := range []struct {
		days            []int
		alone, together bool
		first, last     int
	}{
		{[]int{0}, true, true, 0, 0}, {[]int{0, 1}, true, true, 0, 1}, {[]int{2, 1, 3}, false, true, 1, 3}, {[]int{0, 1, 366}, false, true, 0, 366}, {[]int{0, 1, 367}, false, false, 0, 367}, {[]int{367, 0}, true, false, 0, 367},
	} {
		u := &Unit{}
		for _, d := range c.days {
			u.Records = append(u.Records, &Record{At: day(d)})
		}
		s := u.Stamps()
		if s.N != len(c.days) || s.Alone() != c.alone || s.Together() != c.together || !s.First.Equal(day(c.first)) || !s.Last.Equal(day(c.last)) {
			t.Errorf("%v: %+v, alone %v, together %v", c.days, s, s.Alone(), s.Together())
		}
	}
	if s := (&Unit{}).Stamps(); s.N != 0 || !s.First.IsZero() || !s.Last.IsZero() {
		t.Errorf("of nothing: %+v", s)
	}
}

// The spelling of a stamp is kept with the event where it says more than the time.
func TestStampsAsWritten(t *testing.T) {
	kind := (&Kind{Name: "k"}).Compile(Field{Key: "at", Type: Time})
	for raw, want := range map[string]string{
		`"2026-05-01T10:00:00Z"`: "", `"2026-05-01T12:00:00+02:00"`: "2026-05-01T12:00:00+02:00", `"2026-05-01 10:00:00"`: "2026-05-01 10:00:00", `"noon"`: "noon", `"soonZ"`: "soonZ",
	} {
		f := &File{Path: "x", Format: &Format{Kinds: []*Kind{kind}, TimeKey: "at"}}
		r := f.AddObject(kind, jsontext.Value(`{"at":`+raw+`}`), 1)
		s := &table.Set{}
		(&Unit{}).Event(s, r, "", "", "")
		if got := s.Events.AtText.At(0); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	for name, c := range map[string]struct {
		of  *Kind
		key string
	}{"of a format without times": {kind, ""}, "of an unknown kind": {nil, "at"}} {
		r := &Record{Kind: c.of, File: &File{Format: &Format{TimeKey: c.key}}}
		s := &table.Set{}
		(&Unit{}).Event(s, r, "", "", "")
		if s.Events.Len() != 1 || s.Events.AtText.At(0) != "" {
			t.Errorf("%s: %d events, %q", name, s.Events.Len(), s.Events.AtText.At(0))
		}
	}
}

// Records that are in another log too are counted by those that differ.
func TestSnapshotsThatDiffer(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "n", Type: String}}}).Compile()
	of := func(path string, names string) *Fragment {
		f := &File{Path: path, Format: &Format{Kinds: []*Kind{kind}}}
		for i, n := range names {
			f.AddFields(kind, int64(i+1), []Value{TextValue(string(n))})
		}
		return &Fragment{File: f, Records: f.Records}
	}
	for _, c := range []struct {
		short, want string // findings, fate of the shorter one's records
	}{
		{"ab", " superseded"}, {"abx", "1 records are not in long superseded"}, {"axy", "2 records are not in long superseded"}, {"abcd", " duplicate"}, {"abcx", "1 records are not in long superseded"},
	} {
		long, short := of("long", "abcd"), of("short", c.short)
		u := &Unit{}
		u.Log([]*Fragment{long, short}, nil)
		said := ""
		if all := short.File.Findings(); len(all) > 0 {
			said = all[0].Seen
		}
		fate := map[Fate]string{Superseded: "superseded", Duplicate: "duplicate"}[short.Records[0].Fate]
		if got := said + " " + fate; got != c.want || len(u.Records) != 4 || fmt.Sprint(u.Superseded) != "[short]" {
			t.Errorf("%s: %s, want %s; %d records, superseded %v", c.short, got, c.want, len(u.Records), u.Superseded)
		}
	}
}
