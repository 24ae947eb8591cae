package ingest

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// Every number that a log can state has a range, so that nothing is counted up to it and
// no sum overflows. A field without one fails here.
func TestEveryNumberHasARange(t *testing.T) {
	known, numbers := record.Ranges(), 0
	check := func(f *record.Format, k *record.Kind, _ bool) {
		for _, field := range k.Fields {
			switch number := field.Type == record.Int || field.Type == record.Float; {
			case number && !slices.Contains(known, field.Range):
				t.Errorf("%s, %s: %s has no range of ingest/record/limit.go", f.Name, k.Name, field.Key)
			case !number && field.Range != nil:
				t.Errorf("%s, %s: %s is no number and has a range", f.Name, k.Name, field.Key)
			case number:
				numbers++
			}
		}
	}
	everyKind(check)
	for _, s := range Systems {
		for _, f := range s.Formats {
			if f.Other != nil {
				check(f, f.Other, false)
			}
		}
	}
	if numbers < 70 {
		t.Errorf("only %d numbers were looked at", numbers)
	}
}

// Fields whose number says which attempt it was are held to that, since steps are
// summed up by their highest.
func TestAttemptNumbersAreDeclaredAsSuch(t *testing.T) {
	everyKind(func(f *record.Format, k *record.Kind, _ bool) {
		for _, field := range k.Fields {
			if field.Type == record.Int && (field.Column == "attempt" || field.Column == "attempts" || field.Key == "attempt") && field.Range != record.AttemptNumber {
				t.Errorf("%s, %s: %s has another range than the number of an attempt", f.Name, k.Name, field.Key)
			}
		}
	})
}

// kahnRun is a log of one run with one node. Its stamps are those given, in order: of the
// start, the transition, the attempt and the end.
func kahnRun(run string, stamps ...string) string {
	lines := []string{
		`"event":"run_start","total_nodes":1`,
		`"event":"node_transition","node_id":"lint","from":"ready","to":"running","attempt":1`,
		`"event":"node_attempt","node_id":"lint","attempt":1,"duration_s":10,"converged":true,"done_when_results":[]`,
		`"event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":10`,
	}
	if len(stamps) == 1 {
		lines = lines[1:2]
	}
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, `{"ts":"%s","run_id":"%s",%s}`+"\n", stamps[i], run, l)
	}
	return b.String()
}

func readLogs(t *testing.T, o Options, logs map[string]string) *Result {
	t.Helper()
	dir := t.TempDir()
	for name, text := range logs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o.Paths = []string{dir}
	return read(t, o)
}

// found lists the findings of the codes as code file:line.
func (res *Result) found(codes ...string) (out []string) {
	f := &res.Tables.Findings
	for row := range f.Len() {
		if slices.Contains(codes, f.Code.At(row)) {
			at := f.Place(row)
			out = append(out, fmt.Sprintf("%s %s:%d", f.Code.At(row), path.Base(res.Tables.Sources.Path.At(at.Source)), at.Line))
		}
	}
	slices.Sort(out)
	return out
}

// latest is the latest time of all events.
func (res *Result) latest() string {
	var last time.Time
	e := &res.Tables.Events
	for row := range e.Len() {
		if at := e.At.At(row); at.After(last) {
			last = at
		}
	}
	return last.Format(time.RFC3339)
}

func TestFarTimesAreFindingsAndNothingElse(t *testing.T) {
	day := func(d int) []string {
		s := make([]string, 4)
		for i := range s {
			s[i] = fmt.Sprintf("2026-04-%02dT10:00:%02d.000Z", d, 10*i)
		}
		return s
	}
	with := func(s []string, i int, stamp string) []string { s[i] = stamp; return s }
	good := kahnRun("good", day(20)...)
	for _, c := range []struct {
		name, log, latest string
		found             []string
	}{
		{"nothing far", kahnRun("other", day(2)...), "2026-04-20T10:00:30Z", nil},
		{"the end in 2093", kahnRun("other", with(day(2), 3, "2093-04-02T10:00:40.000Z")...), "2026-04-20T10:00:30Z", []string{"implausible_time other.jsonl:4"}},
		{"the end in 9999", kahnRun("other", with(day(2), 3, "9999-12-31T23:59:59.000Z")...), "2026-04-20T10:00:30Z", []string{"implausible_time other.jsonl:4"}},
		{"the end in 10000", kahnRun("other", with(day(2), 3, "9999-12-31T23:59:59.000-01:00")...), "2026-04-20T10:00:30Z", []string{"implausible_time other.jsonl:4"}},
		{"the start in 0", kahnRun("other", with(day(2), 0, "0000-04-02T10:00:40.000Z")...), "2026-04-20T10:00:30Z", []string{"implausible_time other.jsonl:1"}},
		{"one time, far ahead of the other files", kahnRun("other", "2093-04-02T10:00:00.000Z"), "2026-04-20T10:00:30Z", []string{"implausible_time other.jsonl:1"}},
		{"one time, far back", kahnRun("other", "2011-04-02T10:00:00.000Z"), "2026-04-20T10:00:30Z", nil},
		{"one time, a year ahead", kahnRun("other", "2027-04-02T10:00:00.000Z"), "2027-04-02T10:00:00Z", nil},
		{"a whole log of another year", kahnRun("other", "2031-04-02T10:00:00.000Z", "2031-04-02T10:00:01.000Z", "2031-04-02T10:00:02.000Z", "2031-04-02T10:00:03.000Z"), "2031-04-02T10:00:03Z", nil},
		{"a run of 100 days", kahnRun("other", with(day(20), 0, "2026-01-10T10:00:00.000Z")...), "2026-04-20T10:00:30Z", []string{"implausible_duration other.jsonl:1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := readLogs(t, Options{}, map[string]string{"good.jsonl": good, "other.jsonl": c.log})
			if got := res.found("implausible_time", "implausible_duration"); !slices.Equal(got, c.found) {
				t.Errorf("findings %q, want %q", got, c.found)
			}
			if got := res.latest(); got != c.latest {
				t.Errorf("the latest event is at %s, want %s", got, c.latest)
			}
			for row := range res.Tables.Runs.Len() {
				if s, ok := res.Tables.Runs.DurationS.Get(row); ok && s > 60 {
					t.Errorf("a run of %g s", s)
				}
			}
		})
	}
}

func TestLongestDurationCanBeSet(t *testing.T) {
	log := kahnRun("a", "2026-01-10T10:00:00.000Z", "2026-04-20T10:00:00.000Z", "2026-04-20T10:00:10.000Z", "2026-04-20T10:00:20.000Z")
	for days, want := range map[int]bool{99: false, 101: true} {
		res := readLogs(t, Options{LongestDuration: time.Duration(days) * 24 * time.Hour}, map[string]string{"a.jsonl": log})
		if _, ok := res.Tables.Runs.DurationS.Get(0); ok != want {
			t.Errorf("at most %d days: the run has a duration is %v", days, ok)
		}
	}
}

func TestAttemptsBeyondTheirRangeAreNotUsed(t *testing.T) {
	log := strings.ReplaceAll(kahnRun("a", "2026-04-20T10:00:00.000Z", "2026-04-20T10:00:01.000Z", "2026-04-20T10:00:11.000Z", "2026-04-20T10:00:12.000Z"),
		`"attempt":1`, `"attempt":9000000000000000000`)
	res := readLogs(t, Options{}, map[string]string{"a.jsonl": log})
	if got, want := res.found("out_of_range"), []string{"out_of_range a.jsonl:2"}; !slices.Equal(got, want) {
		t.Errorf("findings %q, want %q", got, want)
	}
	// The record is one attempt, whatever its number says.
	if n, _ := res.Tables.Steps.Attempts.Get(0); n != 1 || res.Tables.Attempts.Len() != 1 {
		t.Errorf("the step has %d attempts", n)
	}
}

// Units with one or two times are held against the latest time before them, which each of them
// may move on. What is more than 366 days after it is taken out.
func TestLoneTimes(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(days int) time.Time { return start.AddDate(0, 0, days) }
	for _, c := range []struct {
		name   string
		latest int // day of the other units; -1: there are none
		days   []int
		kept   []int // in the order of time
	}{
		{"the earliest is where to begin", -1, []int{5, 371, 0}, []int{0, 5, 371}},
		{"a year and a day", -1, []int{0, 366}, []int{0, 366}},
		{"a day more", -1, []int{0, 367}, []int{0}},
		{"others that can tell", 100, []int{466, 467}, []int{466, 467}},
		{"far from them", 100, []int{467, 468}, nil},
		{"before them", 4000, []int{0, 10}, []int{0, 10}},
		{"one after the other", -1, []int{0, 300, 600, 900}, []int{0, 300, 600, 900}},
		{"none carries on from what was taken out", -1, []int{0, 400, 700}, []int{0}},
	} {
		latest := time.Time{}
		if c.latest >= 0 {
			latest = at(c.latest)
		}
		file := &record.File{Path: "x"}
		var lone []datedUnit
		for _, d := range c.days {
			u := &record.Unit{Records: []*record.Record{{File: file, At: at(d)}}}
			lone = append(lone, datedUnit{u, u.Stamps()})
		}
		dropLone(slices.Clone(lone), latest)
		var kept []int
		for _, d := range lone {
			if s := d.unit.Stamps(); s.N > 0 {
				kept = append(kept, int(s.Last.Sub(start).Hours()/24))
			}
		}
		slices.Sort(kept)
		if !slices.Equal(kept, c.kept) {
			t.Errorf("%s: the days %v stay, want %v", c.name, kept, c.kept)
		}
		reported := int64(0)
		for _, f := range file.Findings() {
			reported += f.Count
		}
		if reported != int64(len(c.days)-len(c.kept)) {
			t.Errorf("%s: %d times are told of", c.name, reported)
		}
	}
}
