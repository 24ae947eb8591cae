package cadre

import (
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// Only the entries of a page's log have a day: by the last update, or by their own stamps, of which the
// last then is the last update.
func TestDaysOfEntries(t *testing.T) {
	const updated = "2026-02-25T00:10:00Z"
	for _, c := range []struct {
		name, updated string
		texts         []string
		want          string // of each: day and time, or -
	}{
		{"over midnight", updated, []string{"`23:59:00` a", "`00:09:00` b"}, "24 23:59:00, 25 00:09:00"},
		{"no time", updated, []string{"a", "`00:01:00` b", "`99:00:00` c"}, "-, 25 00:01:00, -"},
		{"no update", "", []string{"`00:01:00` a", "`00:02:00` b"}, "-, -"},
		{"whole stamps", "", []string{"[2026-02-24T10:00:00Z] a", "[2026-02-25T10:00:00Z] b"}, "24 10:00:00, 25 10:00:00"},
	} {
		r := &reader{file: &record.File{Path: "progress.md", Format: &record.Format{}}, head: values{}}
		if c.updated != "" {
			at, err := time.Parse(time.RFC3339, c.updated)
			if err != nil {
				t.Fatal(err)
			}
			r.head["updated"] = record.TimeValue(at, c.updated)
		}
		for _, text := range c.texts {
			r.lines = append(r.lines, line{section: "Event Log", block: block{text: text}})
		}
		// What is no entry of the log has no day, and says nothing of that of others.
		r.lines = append(r.lines,
			line{section: "Event Log", block: block{text: "`12:00:00` x", level: 3}},
			line{section: "Event Log", block: block{text: "`12:00:00` x", plain: true}},
			line{section: "Event Log", block: block{text: "`12:00:00` x", cells: []string{"x"}}},
			line{section: "Phases", block: block{text: "`12:00:00` x"}})
		r.dates()
		var got []string
		for i, l := range r.lines {
			switch {
			case i >= len(c.texts):
				if !l.at.IsZero() {
					t.Errorf("%s: line %d, which is no entry, is of %v", c.name, i, l.at)
				}
			case l.at.IsZero():
				got = append(got, "-")
			default:
				got = append(got, l.at.Format("02 15:04:05"))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
		want := 0
		if c.updated == "" && strings.Contains(c.want, "-") {
			want = 1 // times that are of no known day
		}
		if unlisted := len(r.file.Findings()); unlisted != want {
			t.Errorf("%s: %d findings, want %d", c.name, unlisted, want)
		}
		if at := r.head["updated"]; c.name == "whole stamps" && (!at.Given || at.When.Day() != 25) {
			t.Errorf("the last update is %v", at.When)
		}
	}
}

// Words and entries as pages write them, with signs around them.
func TestWordsOfPages(t *testing.T) {
	for text, want := range map[string]string{
		"✅ completed": "completed", "⚠️ warn": "warn", "": "", "🚫": "", " a b ": "a b", "9 x": "9 x",
	} {
		if got := withoutSigns(text); got != want {
			t.Errorf("%q without signs: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"✅": "completed", "❌": "failed", "🔄": "in-progress", "⏳": "not-started", "⬜": "not-started", "✅ done": "done",
		"—": "—", "": "",
	} {
		if got := phaseStatus(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"`23:50:12` a b": "23:50:12 a b", "[2026-02-25] x": "2026-02-25 x", "a": " a", "`23:50` a": " `23:50` a",
		"x `23:50:12` a": " x `23:50:12` a",
	} {
		clock, what := logEntry(text)
		if clock+" "+what != want {
			t.Errorf("%s: %q, %q", text, clock, what)
		}
	}
}

// Which words say that a unit goes on, and which that it is over.
func TestFinalWords(t *testing.T) {
	for status, want := range map[string]bool{
		"": false, "not-started": false, "in-progress": false, "completed": true, "failed": true, "interrupted": true,
		"odd": true,
	} {
		if final(status) != want || (ending{status: status}).over() != want {
			t.Errorf("%q is over: %v", status, !want)
		}
	}
}

// The summary of a fleet counts each state once: the first number of two stands, and what is no number is none.
func TestFleetParts(t *testing.T) {
	total, sum, parts, order := fleetParts("1,003 total | 1,001 completed | 2 in-progress | 5 completed | x odd")
	if total != 1003 || sum != 1003 || len(parts) != 3 || strings.Join(order, " ") != "total completed in-progress" ||
		parts["completed"] != 1001 {
		t.Errorf("total %d, sum %d, parts %v in the order %v", total, sum, parts, order)
	}
}
