package sheet

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func TestSideOf(t *testing.T) {
	for state, want := range map[string]string{
		"pre": "pre", " Pre-lever ": "pre", "baseline": "pre", "baselines": "", "post": "post", "POST-lever": "post",
		"post-revert": "post-revert", "post-reverted": "post-revert", "": "", "after": "",
	} {
		if got := SideOf(state); got != want {
			t.Errorf("%q: %q, want %q", state, got, want)
		}
	}
	if got := PhaseLabel(3); got != "phase 3" {
		t.Errorf("a phase is %q", got)
	}
	if JoinKey("a", "bc") == JoinKey("ab", "c") {
		t.Error("two lists of parts share a key")
	}
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		check *record.Check
		text  string
		want  bool
	}{
		{utc, "2026-03-05T01:00:00Z", true}, {utc, "2026-03-05T01:00:00+02:00", false}, {Version1, "1.2", true}, {Version1, "2.1", false}, {Version1, "11", false},
	} {
		if got := c.check.Holds(record.Value{Text: c.text}); got != c.want {
			t.Errorf("%q, %s: %t", c.text, c.check.Expected, got)
		}
	}
	for _, f := range LogFields {
		if !f.Required {
			t.Errorf("a line of a log may lack %s", f.Key)
		}
	}
}

// Records of kinds that nobody knows have the time of the other name for it. Those without a name are counted
// where they are looked for, however often the others are asked for their time.
func TestAdoptUnknown(t *testing.T) {
	at := time.Date(2026, 3, 5, 1, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name     string
		r        record.Record
		want     time.Time
		findings int
	}{
		{"another name of the time", record.Record{Name: "x", Extra: `{"a":"2020-01-01T00:00:00Z","timestamp":"2026-03-05T01:00:00Z"}`}, at, 0},
		{"a time of its own", record.Record{Name: "x", At: at, Extra: `{"timestamp":"2020-01-01T00:00:00Z"}`}, at, 0},
		{"no time", record.Record{Name: "x", Extra: `{"a":"2020-01-01T00:00:00Z"}`}, time.Time{}, 0},
		{"a known kind", record.Record{Kind: &record.Kind{}, Extra: `{"timestamp":"2026-03-05T01:00:00Z"}`}, time.Time{}, 0},
		{"no event", record.Record{Extra: `{"timestamp":"2026-03-05T01:00:00Z"}`}, at, 1},
	} {
		c.r.File = &record.File{}
		AdoptUnknown(&c.r)
		AdoptUnknown(&c.r)
		FindNameless([]*record.Record{&c.r})
		if !c.r.At.Equal(c.want) || len(c.r.File.Findings()) != c.findings {
			t.Errorf("%s: %s, %d findings", c.name, c.r.At, len(c.r.File.Findings()))
		}
	}
}

func TestEntries(t *testing.T) {
	r := &record.Record{File: &record.File{}}
	sheet := &Sheet{Set: &table.Set{}, Unit: &record.Unit{System: System}}
	sheet.Entries(r, "run_end", "bugs", jsontext.Value(`{"high": 3, "text": "two words", "list": [1, {"a": 2}], "none": "", "yes": true}`))
	c := &sheet.Set.Claims
	want := []struct {
		field, text string
		number      float64
		isNumber    bool
	}{{"high", "3", 3, true}, {"text", "two words", 0, false}, {"list", `[1,{"a":2}]`, 0, false}, {"yes", "true", 0, false}}
	if c.Len() != len(want) {
		t.Fatalf("%d statements, want %d", c.Len(), len(want))
	}
	for row, w := range want {
		n, isNumber := c.Number.Get(row)
		if c.Field.At(row) != w.field || c.Text.At(row) != w.text || n != w.number || isNumber != w.isNumber || c.By.At(row) != "run_end" || c.Subject.At(row) != "bugs" {
			t.Errorf("row %d: %s %q %v", row, c.Field.At(row), c.Text.At(row), n)
		}
	}
}
