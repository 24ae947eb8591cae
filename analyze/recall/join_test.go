package recall

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// second is so many seconds into a day.
func second(n int) time.Time { return time.Date(2026, 5, 1, 0, 0, n, 0, time.UTC) }

// A measurement is the one run of its benchmark that began in its window with its state of
// the lever, or, where no run has that name, on its side of the lever.
func TestTheRunOfAMeasurement(t *testing.T) {
	type run struct {
		at            int
		variant, side string
	}
	for _, c := range []struct {
		name        string
		from, to    int // -1: none
		state, side string
		runs        []run
		want        string // the number of the run, from 1, or why there is none
	}{
		{"one run", 10, 20, "post-lever", "post", []run{{15, "post-lever", "post"}}, "1"},
		{"in the first second", 10, 20, "a", "", []run{{10, "a", ""}}, "1"},
		{"in the last second", 10, 20, "a", "", []run{{20, "a", ""}}, "1"},
		{"a second before", 10, 20, "a", "", []run{{9, "a", ""}}, UnlinkedElsewhen},
		{"a second after", 10, 20, "a", "", []run{{21, "a", ""}}, UnlinkedElsewhen},
		{"a window of one second", 10, 10, "a", "", []run{{10, "a", ""}}, "1"},
		{"a window that ends before it begins", 10, 9, "a", "", []run{{10, "a", ""}}, UnlinkedNoWindow},
		{"no start", -1, 20, "a", "", []run{{15, "a", ""}}, UnlinkedNoWindow},
		{"no end", 10, -1, "a", "", []run{{15, "a", ""}}, UnlinkedNoWindow},
		{"no run", 10, 20, "a", "", nil, UnlinkedNoLog},
		{"another state", 10, 20, "a", "pre", []run{{15, "b", "post"}}, UnlinkedState},
		{"no state at all", 10, 20, "", "", []run{{15, "", ""}}, UnlinkedState},
		{"the case of letters", 10, 20, " Post-Lever", "", []run{{15, "post-lever ", ""}}, "1"},
		{"two runs", 10, 20, "a", "", []run{{12, "a", ""}, {15, "a", ""}}, UnlinkedSeveral},
		{"the second of two", 10, 20, "b", "", []run{{12, "a", ""}, {15, "b", ""}}, "2"},
		{"by the side", 10, 20, "a", "post", []run{{15, "b", "post"}}, "1"},
		{"two on that side", 10, 20, "a", "post", []run{{14, "b", "post"}, {15, "c", "post"}}, UnlinkedSeveral},
		{"the name outweighs the side", 10, 20, "a", "post", []run{{14, "b", "post"}, {15, "a", "post"}}, "2"},
		{"of another night", 10, 20, "a", "", []run{{5, "a", ""}, {15, "a", ""}, {25, "a", ""}}, "2"},
	} {
		s := &table.Set{}
		row := s.Measurements.Add(table.Place{})
		if c.from >= 0 {
			s.Measurements.StartedAt.Set(row, second(c.from))
		}
		if c.to >= 0 {
			s.Measurements.EndedAt.Set(row, second(c.to))
		}
		s.Measurements.LeverState.SetText(row, c.state)
		s.Measurements.Side.SetText(row, c.side)
		var units []*metric.Unit
		for _, r := range c.runs {
			at := s.Runs.Add(table.Place{})
			s.Runs.StartedAt.Set(at, second(r.at))
			s.Runs.Variant.SetText(at, r.variant)
			s.Runs.Side.SetText(at, r.side)
			units = append(units, &metric.Unit{Common: &metric.Common{}, Row: at})
		}
		j := link(s, row, units)
		got := j.why
		if j.unit != nil {
			got = fmt.Sprint(j.unit.Row + 1)
		}
		if got != c.want || j.unit != nil && j.why != "" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Only runs of which there is a log with a start are looked at.
func TestTheLogsOfRuns(t *testing.T) {
	s := &table.Set{}
	var units []*metric.Unit
	for i, subject := range []string{"Chi ", "chi", "chi", "", "till"} {
		row := s.Runs.Add(table.Place{})
		if i != 1 {
			s.Runs.StartedAt.Set(row, second(i))
		}
		if i == 2 {
			s.Runs.DocumentsOnly.Set(row, true)
		}
		units = append(units, &metric.Unit{Row: row, Common: &metric.Common{System: "playbook", Subject: subject}})
	}
	logs := runLogs(&s.Runs, units)
	if len(logs) != 2 || len(logs[logName{"playbook", "chi"}]) != 1 || len(logs[logName{"playbook", "till"}]) != 1 {
		t.Errorf("%v", logs)
	}
}

// A reported recall agrees with the lists when no whole bug lies between them; what bugs could
// match that say too little explains the rest.
func TestReportedAndRecomputedRecall(t *testing.T) {
	for _, c := range []struct {
		literal         string
		num, den, could int64
		want            string
		found           string
	}{
		{"0.40", 4, 10, 0, RecallAgrees, ""},
		{"0.44", 4, 10, 0, RecallAgrees, ""},
		{"0.45", 4, 10, 0, RecallDiffers, "4 of 10 by the bug lists"},
		{"0.35", 4, 10, 0, RecallDiffers, "4 of 10 by the bug lists"},
		{"0.36", 4, 10, 0, RecallAgrees, ""},
		{"0.50", 4, 10, 1, RecallExplained, ""},
		{"0.54", 4, 10, 1, RecallExplained, ""},
		{"0.56", 4, 10, 1, RecallDiffers, "4 of 10 by the bug lists, 5 at most"},
		{"0.30", 4, 10, 9, RecallDiffers, "4 of 10 by the bug lists, 13 at most"},
		{"0.004", 0, 200, 0, RecallAgrees, ""},
		{"0.006", 0, 200, 0, RecallDiffers, "0 of 200 by the bug lists"},
		{"0", 0, 10, 0, RecallAgrees, ""},
		{"1.0", 10, 10, 0, RecallAgrees, ""},
		{"1.01", 10, 10, 0, RecallUnchecked, ""},
		{"-0.1", 0, 10, 0, RecallUnchecked, ""},
		{"null", 0, 10, 0, RecallUnchecked, ""},
		{"", 0, 10, 0, RecallUnchecked, ""},
	} {
		s := &table.Set{}
		s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
		row := s.Measurements.Add(table.Place{})
		s.Measurements.Benchmark.Set(row, "chi")
		s.Measurements.LeverState.Set(row, "post")
		s.Measurements.Literal.SetText(row, c.literal)
		out := &report.Recomputed{Check: RecallUnchecked, Rate: report.Rate{Num: c.num, Den: c.den}, CouldMatch: c.could}
		all := &findings{t: s}
		checkRecomputed(s, out, row, all)
		found := ""
		for _, f := range all.all {
			found += f.Expected
			if f.Seen != "chi post: recall "+c.literal {
				t.Errorf("%s: seen %s", c.literal, f.Seen)
			}
		}
		if out.Check != c.want || found != c.found {
			t.Errorf("%s, %d of %d and %d: %s %q, want %s %q", c.literal, c.num, c.den, c.could, out.Check, found, c.want, c.found)
		}
	}
}

// What a measurement lists of each bug; one that is in both lists is neither.
func TestWhatAMeasurementSaysOfABug(t *testing.T) {
	s := &table.Set{}
	row := s.Measurements.Add(table.Place{})
	s.Measurements.Found.Set(row, []string{" BUG-1", "BUG-2", "BUG-2"})
	s.Measurements.Missed.Set(row, []string{"BUG-2 ", "BUG-3", "BUG-3", "BUG-2"})
	got := loggedResult(&s.Measurements, row)
	for id, want := range map[string]string{"BUG-1": "found", "BUG-2": "", "BUG-3": "missed", "BUG-4": ""} {
		if got[id] != want {
			t.Errorf("%s: %q, want %q", id, got[id], want)
		}
	}
}

// Names of bugs are in the order of their numbers.
func TestOrderOfNames(t *testing.T) {
	want := []string{"", "1", "BUG", "BUG-", "BUG-1", "BUG-2", "BUG-2a", "BUG-2b", "BUG-10", "BUG-10-1", "BUG-H1", "a"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, byName)
	slices.SortStableFunc(got, byName)
	if byName("BUG-1", "BUG-1") != 0 || byName("BUG-01", "BUG-1") == 0 {
		t.Error("names that differ are the same, or the other way round")
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%q, want %q", got, want)
	}
}

// Which bugs a list counts: those of BUGS.md, and of a manifest that lies alone beside it
// where it has as many.
func TestWhichBugsAListCounts(t *testing.T) {
	type bug struct{ file, id, state, title string }
	for _, c := range []struct {
		name  string
		bugs  []bug
		stand string
		want  string
	}{
		{"one list", []bug{{"a/BUGS.md", "BUG-2", "", "two"}, {"a/BUGS.md", "BUG-1", "", "one"}}, "a/BUGS.md", "BUG-1 one, BUG-2 two"},
		{"a bug named twice", []bug{{"a/BUGS.md", "BUG-1", "", ""}, {"a/BUGS.md", "BUG-1", "", "one"}}, "a/BUGS.md", "BUG-1 one"},
		{"dismissed and nameless ones", []bug{{"a/BUGS.md", "BUG-1", string(table.BugRetracted), "one"}, {"a/BUGS.md", " ", "", "x"}, {"a/BUGS.md", " BUG-3 ", "", "three"}}, "a/BUGS.md", "BUG-3 three"},
		{"a manifest of as many", []bug{{"a/BUGS.md", "BUG-1", "", "one"}, {"a/m.json", "BUG-1", "", ""}}, "a/m.json", "BUG-1 one"},
		{"a manifest of fewer", []bug{{"a/BUGS.md", "BUG-1", "", "one"}, {"a/BUGS.md", "BUG-2", "", ""}, {"a/m.json", "BUG-2", "", "two"}}, "a/BUGS.md", "BUG-1 one, BUG-2 two"},
		{"a manifest in another folder", []bug{{"a/BUGS.md", "BUG-1", "", "one"}, {"b/m.json", "BUG-1", "", "x"}}, "a/BUGS.md", "BUG-1 one"},
		{"two manifests", []bug{{"a/BUGS.md", "BUG-1", "", "one"}, {"a/m.json", "BUG-1", "", "x"}, {"a/n.json", "BUG-1", "", "y"}}, "a/BUGS.md", "BUG-1 one"},
		{"two lists", []bug{{"a/BUGS.md", "BUG-1", "", "one"}, {"a/more.md", "BUG-2", "", "x"}}, "a/BUGS.md", "BUG-1 one"},
	} {
		s := &table.Set{}
		sources := map[string]int{}
		for _, b := range c.bugs {
			if _, known := sources[b.file]; !known {
				sources[b.file] = s.Sources.Len()
				s.Sources.Path.Set(s.Sources.Add(table.Place{Source: len(sources) - 1}), b.file)
			}
			row := s.Bugs.Add(table.Place{Source: sources[b.file]})
			kind := table.ListDocument
			if strings.HasSuffix(b.file, ".json") {
				kind = table.ListManifest
			}
			s.Bugs.ListKind.Set(row, kind)
			s.Bugs.Bug.Set(row, b.id)
			s.Bugs.State.SetText(row, b.state)
			s.Bugs.Title.SetText(row, b.title)
		}
		stray := s.Bugs.Add(table.Place{Source: 0}) // of a list that is none of these
		s.Bugs.Bug.Set(stray, "BUG-9")
		f := bugFiles(s)[0]
		for range 2 { // asked again, it is the same
			stands, bugs := f.list()
			var got []string
			for _, b := range bugs {
				got = append(got, strings.TrimSpace(b.id+" "+b.title))
			}
			if stands.path != c.stand || strings.Join(got, ", ") != c.want {
				t.Errorf("%s: %s of %s, want %s of %s", c.name, strings.Join(got, ", "), stands.path, c.want, c.stand)
			}
		}
	}
}
