package testrun

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Times as runners write them, with whether their zone is known.
func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-01T02:10:05Z": "2026-11-01T02:10:05Z true", "2026-11-01T02:10:05.5+01:00": "2026-11-01T01:10:05.5Z true", "2026-11-01T02:10:05+00:00": "2026-11-01T02:10:05Z true",
		"2026-11-01T02:10:05.25": "2026-11-01T02:10:05.25Z false", "2026-11-01T02:10:05+0100": "2026-11-01T01:10:05Z true", "2026-11-01 02:10:05+01:00": "2026-11-01T01:10:05Z true",
		"2026-11-01 02:10:05 +01:00": "2026-11-01T01:10:05Z true", "2026-11-01 02:10:05 +0100": "2026-11-01T01:10:05Z true", "2026-11-01 02:10:05 UTC": "2026-11-01T02:10:05Z true",
		"2026-11-01 02:10:05 GMT": "2026-11-01T02:10:05Z true", "2026-11-01 02:10:05 CEST": "2026-11-01T02:10:05Z false", "2026-11-01T02:10:05 UTC": "2026-11-01T02:10:05Z true",
		"2026-11-01T02:10:05 PST": "2026-11-01T02:10:05Z false", "2026-11-01 02:10:05": "2026-11-01T02:10:05Z false", "2026-11-01T 02:10:05Z": "2026-11-01T02:10:05Z true",
		"Sun, 01 Nov 2026 02:10:05 GMT": "2026-11-01T02:10:05Z true", "Sun, 01 Nov 2026 02:10:05 CET": "2026-11-01T02:10:05Z false", "Sun, 01 Nov 2026 02:10:05 +0100": "2026-11-01T01:10:05Z true",
		"2026-11-01T02:10Z": "2026-11-01T02:10:00Z true", "2026-11-01T02:10": "2026-11-01T02:10:00Z false", "2026-11-01": "2026-11-01T00:00:00Z false", " 2026-11-01T02:10:05Z ": "2026-11-01T02:10:05Z true",
		"1793498405": "2026-11-01T02:00:05Z true", "1793498405.5": "2026-11-01T02:00:05.5Z true", "1793498405250": "2026-11-01T02:00:05.25Z true", "99999999999": "5138-11-16T09:46:39Z true",
		"100000000000": "1973-03-03T09:46:40Z true", "99999999999000": "5138-11-16T09:46:39Z true", "100000000000000": "", "0": "", "-1": "", "soon": "", "": "", "NaN": "", "02:10:05": "",
	} {
		at, zoned, ok := ParseTime(text)
		got := ""
		if ok {
			got = fmt.Sprint(at.Format(time.RFC3339Nano), " ", zoned)
		}
		if got != want || !ok && zoned {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Durations as runners write them.
func TestParseSeconds(t *testing.T) {
	for text, want := range map[string]string{
		"1.5": "1.5", "0.": "0", "1,234.56": "1234.56", "0,5": "0.5", "1,5": "1.5", "1,234": "1234", "0,234": "0.234", "1,234,567": "1.234567e+06", "12,34": "12.34", "1.5s": "1.5", "2 s": "2", " 7 ": "7", "-1": "-1",
		"": "", "x": "", "NaN": "", "Inf": "", "-Inf": "", "1e400": "", "s": "", ",": "", "1,x": "", "NaNs": "", "Infs": "",
	} {
		s, ok := ParseSeconds(text)
		got := ""
		if ok {
			got = fmt.Sprint(s)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A time or duration that is none, or says too little, is a finding.
func TestValuesOfTimes(t *testing.T) {
	for _, c := range []struct {
		read func(*record.File, int64, string, string) record.Value
		text string
		want string // given, text, then the finding
	}{
		{TimeValue, "2026-11-01T02:10:05Z", "true 2026-11-01T02:10:05Z "}, {TimeValue, "2026-11-01T02:10:05", "true 2026-11-01T02:10:05 time_without_zone at a time with its zone"},
		{TimeValue, "1970-01-01T00:00:00Z", "false  "}, {TimeValue, "1970-01-01T00:00:00", "false  "}, // no clock: time 0
		{TimeValue, "soon", "false soon bad_value at: soon a time"}, {TimeValue, " ", "false  "}, {TimeValue, "", "false  "},
		{SecondsValue, "1,5", "true 1,5 "}, {SecondsValue, "0", "true 0 "}, {SecondsValue, "-1", "false -1 negative_test_duration at a duration of zero or more"}, {SecondsValue, "long", "false long bad_value at: long a number of seconds"},
		{SecondsValue, " ", "false  "},
	} {
		f := &record.File{Path: "x", Format: &record.Format{}}
		v := c.read(f, 3, "at", c.text)
		got := fmt.Sprint(v.Given, " ", v.Text, " ")
		for _, n := range f.Findings() {
			got += n.Code.Name + " " + n.Seen + " " + n.Expected
			if n.Line != 3 {
				t.Errorf("%q: a finding of line %d", c.text, n.Line)
			}
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	for raw, want := range map[string]string{
		"1793498405": "02:00:05 true false", "1793498405.5": "02:00:05 true true", "1793498405250": "02:00:05 false false", "1793498405250.5": "02:00:05 false true", `"1793498405250"`: "02:00:05 false false",
		`"2026-11-01T02:10:05Z"`: "02:10:05 false false", "0": "", "-1": "", "100000000000000": "", "1": "", `"soon"`: "", "true": "", "null": "", "[1]": "", `"1969-01-01"`: "",
	} {
		at, ok := Millis(jsontext.Value(raw))
		got := ""
		if ok {
			got = fmt.Sprint(at.Format("15:04:05"), " ", at.InSeconds, " ", at.Fraction)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
	for text, want := range map[string]bool{"Timeout of 5 s": true, "it TIMED OUT": true, "time out": true, "context deadline exceeded": true, "out of time": false, "": false} {
		if TimedOut("x", text) != want {
			t.Errorf("%q says that a limit was reached: %v", text, !want)
		}
	}
}

// A document is read up to where it breaks off, and each value has its line.
func TestDocument(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\"a\": 1,\n \"list\": [2,\n {\"x\": 3}],\n \"b\": null}", "a=1@1 [2@2 {\"x\": 3}@3 b=null@4 <nil>"},
		{`{"a": 1, "list": {"x": 1}, "b": 2}`, "a=1@1 another value than the format has there"},
		{`{"a": 1, "list": null, "b": 2}`, "a=1@1 b=2@1 <nil>"},
		{`{"a": 1, "list": [2, 3`, "a=1@1 [2@1 3@1 early"},
		{"{\"a\": 1,\n \"list\": [2,\n", "a=1@1 [2@2 early"},
		{`{"a": 1`, "a=1@1 early"}, {`{"a"`, "early"}, {`{`, "early"}, {``, "early"}, {`[1]`, "another value than the format has there"}, {`null`, "<nil>"}, {`{"a": 1, "a": 2}`, "a=1@1 a=2@1 <nil>"},
		{`{"skip": {"x": [1]}, "b": 2}`, "b=2@1 <nil>"}, {`{"skip": {"x": , "b": 2}`, "broken"}, {`{"list": [1,, 2]}`, "[1@1 broken"}, {"{\"a\": \"\xff\"}", "a=\"\xff\"@1 <nil>"},
	} {
		x := NewDocument([]byte(c.text))
		var got []string
		value := func(name string) error {
			raw, line, err := x.Value()
			if err == nil {
				got = append(got, fmt.Sprintf("%s%s@%d", name, raw, line))
			}
			return err
		}
		err := x.Object(func(key string) (bool, error) {
			switch key {
			case "skip":
				return false, nil
			case "list":
				mark := "["
				return true, x.Array(func() error {
					defer func() { mark = "" }()
					return value(mark)
				})
			}
			return true, value(key + "=")
		})
		f := &record.File{Path: "x", Format: &record.Format{}}
		x.Broken(f, err)
		end := fmt.Sprint(err)
		for _, n := range f.Findings() {
			switch {
			case errors.Is(err, errOther):
			case n.Seen != "the document ends early":
				end = "broken"
			default:
				end = "early"
			}
		}
		if s := strings.Join(append(got, end), " "); s != c.want || (err == nil) != (len(f.Findings()) == 0) {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
	for text, want := range map[string]int{`{"a":1,"b":{"c":1}}`: 2, `{"a":1,"b":`: 2, `{}`: 0, `[1]`: 0, `{"a":1,"a":2}`: 1} {
		if got := Keys([]byte(text)); len(got) != want {
			t.Errorf("%s has the keys %v", text, got)
		}
	}
	var h Header
	if string(h.Object()) != "{}" {
		t.Errorf("no member is %s", h.Object())
	}
	h.Add("a", jsontext.Value("1"))
	h.Add(`"`, jsontext.Value("[]"))
	if got := string(h.Object()); got != `{"a":1,"\"":[]}` {
		t.Errorf("members are %s", got)
	}
}

// The parts of a name have single spaces, and a long name is cut at a letter.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "", "a": "a", "a b": "a b", "a  b": "a b", " a": "a", "a ": "a", "a\tb": "a b", "a\x1fb": "a\x1fb", "a\nb": "a b", "é  b": "é b", "a\u00a0b": "a b", "a~b": "a~b",
	} {
		if got := spaced(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for n, want := range map[int]string{400: strings.Repeat("x", 400), 401: strings.Repeat("x", 400) + "…"} {
		if got := Join(strings.Repeat("x", n)); got != want {
			t.Errorf("%d letters: %d bytes", n, len(got))
		}
	}
	if got, want := Join("x"+strings.Repeat("é", 300)), "x"+strings.Repeat("é", 199)+"…"; got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	for next, want := range map[string]bool{"ab": false, "a.b": true, "a/b": true, "a:b": true, "a$b": true, "a#b": true, "a b": true, "a›b": true, "a-b": false, "a": true, "": false, "b.a": false} {
		name := strings.TrimSuffix("a › "+next, " › ")
		if want {
			name = next
		}
		if got := Join("a", "", next); got != name {
			t.Errorf("a and %q: %q, want %q", next, got, name)
		}
	}
}

// TestRowsOfRuns holds what runs write of their tests against testdata/rows.txtar.
func TestRowsOfRuns(t *testing.T) {
	at := func(m int) time.Time { return time.Date(2026, 11, 1, 2, m, 0, 0, time.UTC) }
	const passed, failed, open = table.Passed, table.Failed, table.Open
	one := func(x Test) Run { return Run{Started: at(0), Tests: []*Test{&x}} }
	long := strings.Repeat("x", 5000)
	line := &record.Record{Line: 7}
	var got []ingesttest.File
	for _, c := range []struct {
		name, path string
		run        Run
	}{
		{"all that a run says", "a.xml", Run{Runner: "go", Version: "1", Variant: "shard 1", Started: at(0), Ended: at(5), Reason: "build failed", ReasonAt: line}},
		{"a reason without a line", "a.xml", Run{Started: at(0), Reason: long, ReasonAt: &record.Record{}}},
		{"groups", "a.xml", Run{Started: at(0), Groups: []*Group{{Name: "g", Title: "G", Parent: "p", Status: "done", Seconds: Known(3), Started: at(1)}, {Name: "g"}}}},
		{"a test", "a.xml", one(Test{Name: "a", Title: "A", Parent: "g", File: `x\y.go`, Status: "ok", Result: passed, Seconds: Known(2), Attempts: []Attempt{{Status: "ok", Result: passed, Started: at(1), Seconds: Known(30)}}})},
		{"a test of another kind", "a.xml", one(Test{Name: "a", Kind: "hook", Result: failed, Cause: table.CauseFailure, Reason: long, File: long, Attempts: []Attempt{{Result: failed, Error: long}}})},
		{"attempts that were not seen", "a.xml", one(Test{Name: "a", Result: passed, Unseen: 2, Attempts: []Attempt{{Result: passed, Started: at(1), Seconds: Known(30)}}})},
		{"a test that was not run", "a.xml", one(Test{Name: "a", Result: table.Skipped, Reason: "no truck", Started: at(1)})},
		{"an open test", "a.xml", one(Test{Name: "a", Result: open, Attempts: []Attempt{{Result: open, Started: at(1), Seconds: Known(30)}}})},
		{"a killed attempt", "a.xml", one(Test{Name: "a", Result: failed, Attempts: []Attempt{{Result: failed, Started: at(1), Seconds: Known(30), Cut: true}, {Result: failed, Seconds: Known(5)}}})},
		{"the duration of the test", "a.xml", one(Test{Name: "a", Result: passed, Started: at(1), Seconds: Known(60), Attempts: []Attempt{{Result: passed}}})},
		{"no duration", "a.xml", one(Test{Name: "a", Result: passed, Started: at(1), Attempts: []Attempt{{Result: passed, Started: at(1)}}})},
		{"two attempts", "a.xml", one(Test{Name: "a", Result: table.Flaky, Attempts: []Attempt{{Result: failed, Started: at(1), Seconds: Known(60)}, {Result: passed, Started: at(3), Seconds: Known(60)}}})},
		{"the last attempt is before the start", "a.xml", one(Test{Name: "a", Result: passed, Started: at(5), Attempts: []Attempt{{Result: passed, Started: at(1), Seconds: Known(60)}}})},
		{"checks", "a.xml", one(Test{Name: "a", Result: passed, Checks: []Check{{Name: "c", Verdict: "pass", Written: "ok", Reason: long, Seconds: Known(1)}, {Verdict: "fail"}}})},
		{"times of the tests", "a.xml", Run{Tests: []*Test{{Name: "a", Result: passed, Started: at(3)}, {Name: "b", Result: passed, Started: at(1)}, {Name: "c", Result: passed, Started: at(2)}}}},
		{"the run's time counts", "a.xml", Run{Started: at(2), Tests: []*Test{{Name: "a", Result: passed, Started: at(1)}, {Name: "b", Result: passed, Started: at(9)}}}},
		{"an end before the start", "a.xml", Run{Started: at(2), Ended: at(1)}},
		{"a year", "a.xml", Run{Started: at(0), Seconds: Known(31_622_400)}},
		{"more than a year", "a.xml", Run{Started: at(0), Seconds: Known(31_622_401)}},
		{"a negative duration", "a.xml", Run{Started: at(0), Seconds: Known(-1)}},
		{"not finished", "a.xml", Run{Started: at(0), Ended: at(1), Unfinished: true}},
		{"causes that differ", "a.xml", Run{Started: at(0), Tests: []*Test{{Name: "a", Result: failed, Cause: table.CauseTimeLimit}, {Name: "b", Result: table.Stalled, Cause: table.CauseStall}}}},
		{"one cause among tests that passed", "a.xml", Run{Started: at(0), Tests: []*Test{{Name: "a", Result: passed, Cause: table.CauseStall}, {Name: "b", Result: failed, Cause: table.CauseTimeLimit}, {Name: "c", Result: failed, Cause: table.CauseTimeLimit}}}},
		{"counts", "a.xml", Run{Started: at(0), Tests: []*Test{{Name: "a", Result: passed}, {Name: "b", Result: failed}, {Name: "c", Result: passed}, {Name: "h", Kind: "hook", Result: passed}}}},
		{"a date in the path", "2026-11-01/a.xml", Run{Tests: []*Test{{Name: "a", Result: passed}}}},
	} {
		if c.run.ReasonAt != nil {
			c.run.ReasonAt.File = nil
		}
		s := writtenAt(c.path, &c.run)
		text := strings.ReplaceAll(ingesttest.Text(s), long[:100], "100x")
		got = append(got, ingesttest.File{Path: c.name, Text: text + "\n"})
	}
	ingesttest.Texts(t, "rows.txtar", got)
}

// writtenAt is written with a reason that stands in the same file.
func writtenAt(path string, r *Run) *table.Set {
	reason := r.ReasonAt
	r.ReasonAt = nil
	s := written(path, r)
	if reason != nil {
		reason.File, r.ReasonAt = r.First.File, reason
		s = &table.Set{}
		r.Write(s)
	}
	named := &table.Set{}
	named.Sources.Path.Set(named.Sources.Add(table.Place{}), path)
	s.Sources = named.Sources
	return s
}

// A copy has the same records in the same order, and only a report with a time has copies.
func TestWhatIsACopy(t *testing.T) {
	kind := (&record.Kind{Name: "case", Fields: []record.Field{{Key: "name"}}}).Compile()
	file := func(path, names string) *record.File {
		f := &record.File{Path: path, Format: &record.Format{}}
		for _, n := range names {
			f.AddFields(kind, 1, []record.Value{record.TextValue(string(n))})
		}
		return f
	}
	for _, c := range []struct {
		names []string
		dated string // of the files
		want  string // those that are kept
	}{
		{[]string{"xy", "xy", "xy"}, "yyy", "a"}, {[]string{"xy", "yx"}, "yy", "ab"}, {[]string{"xy", "xyx"}, "yy", "ab"}, {[]string{"xy", "xy", "xy"}, "yny", "ab"}, {[]string{"xy", "xy"}, "ny", "a"}, {[]string{"", "x", ""}, "yyy", "b"},
	} {
		var files []*record.File
		dated := map[*record.File]bool{}
		for i, n := range c.names {
			f := file(string(rune('a'+i)), n)
			dated[f] = c.dated[i] == 'y'
			files = append(files, f)
		}
		kept, _ := DropCopies(files, func(f *record.File) bool { return dated[f] })
		got := ""
		for _, f := range kept {
			got += f.Path
		}
		if got != c.want {
			t.Errorf("%q, dated %s: kept %s, want %s", c.names, c.dated, got, c.want)
		}
	}
}
