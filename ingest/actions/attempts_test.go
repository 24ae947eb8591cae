package actions

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// A record is of the first attempt of its run where it names none that can be.
func TestAttemptOfARecord(t *testing.T) {
	f := &record.File{Path: "x.json", Format: &record.Format{}}
	for text, want := range map[string]int64{
		`{}`: 1, `{"run_attempt":0}`: 1, `{"run_attempt":-2}`: 1, `{"run_attempt":1}`: 1, `{"run_attempt":2}`: 2,
		`{"run_attempt":"2"}`: 2, `{"run_attempt":"two"}`: 1, `{"run_attempt":null}`: 1,
	} {
		for _, kind := range []*record.Kind{workflowRun, job} {
			if got := attemptOf(f.AddObject(kind, []byte(text), 1)); got != want {
				t.Errorf("%s %s is of attempt %d, want %d", kind.Name, text, got, want)
			}
		}
	}
}

// Of the records of one attempt of a run, or of one job, the latest counts, of two of one time the first. A
// file of which some record counts is none that was replaced.
func TestLatestOfEachThing(t *testing.T) {
	type made struct {
		file   string
		kind   *record.Kind
		text   string
		second int
	}
	run := func(file string, id, attempt, second int, more string) made {
		return made{file, workflowRun, fmt.Sprintf(`{"id":%d,"run_attempt":%d,"status":"completed"%s}`, id, attempt, more), second}
	}
	of := func(file string, id, run, second int) made {
		return made{file, job, fmt.Sprintf(`{"id":%d,"run_id":%d,"run_attempt":1}`, id, run), second}
	}
	const other = `,"conclusion":"failure"`
	for _, c := range []struct {
		name  string
		made  []made
		fates string
		units string // id: files, then the replaced ones
	}{
		{"one", []made{run("a", 1, 1, 0, "")}, "kept", "1: a"},
		{"a copy", []made{run("a", 1, 1, 0, ""), run("b", 1, 1, 0, "")}, "kept duplicate", "1: a over b"},
		{"another of one time", []made{run("a", 1, 1, 0, ""), run("b", 1, 1, 0, other)}, "kept superseded", "1: a over b"},
		{"a later one", []made{run("a", 1, 1, 0, ""), run("b", 1, 1, 1, other)}, "superseded kept", "1: b over a"},
		{"an earlier one", []made{run("a", 1, 1, 1, ""), run("b", 1, 1, 0, other)}, "kept superseded", "1: a over b"},
		{"another attempt", []made{run("a", 1, 1, 0, ""), run("b", 1, 2, 1, "")}, "kept kept", "1: a b"},
		{"another run", []made{run("a", 1, 1, 0, ""), run("b", 2, 1, 1, "")}, "kept kept", "1: a; 2: b"},
		{"a job of one number", []made{run("a", 1, 1, 0, ""), of("a", 1, 1, 0)}, "kept kept", "1: a"},
		{"a job of another run", []made{run("a", 1, 1, 0, ""), of("b", 7, 2, 0)}, "kept kept", "1: a; 2: b"},
		{"a file that counts in part", []made{run("a", 1, 1, 0, ""), of("a", 7, 1, 0), run("b", 1, 1, 1, other), of("b", 7, 1, 0)}, "superseded kept kept duplicate", "1: a b"},
		{"jobs without a run", []made{{"a", job, `{"id":7}`, 0}, {"b", job, `{"id":7}`, 0}}, "kept kept", ": a; : b"},
	} {
		files := map[string]*record.File{}
		var order []*record.File
		var all []*record.Record
		for _, m := range c.made {
			f := files[m.file]
			if f == nil {
				f = &record.File{Path: m.file, Format: &record.Format{}}
				files[m.file], order = f, append(order, f)
			}
			r := f.AddObject(m.kind, []byte(m.text), 1)
			r.At = time.Date(2026, 5, 1, 10, 0, m.second, 0, time.UTC)
			all = append(all, r)
		}
		var units, fates []string
		for _, u := range stitch(order) {
			s := u.ID + ": " + strings.Join(u.Files, " ")
			if len(u.Superseded) > 0 {
				s += " over " + strings.Join(u.Superseded, " ")
			}
			units = append(units, s)
		}
		for _, r := range all {
			fates = append(fates, map[record.Fate]string{record.Kept: "kept", record.Duplicate: "duplicate", record.Superseded: "superseded"}[r.Fate])
		}
		if got := strings.Join(fates, " "); got != c.fates {
			t.Errorf("%s: %s, want %s", c.name, got, c.fates)
		}
		if got := strings.Join(units, "; "); got != c.units {
			t.Errorf("%s: %s, want %s", c.name, got, c.units)
		}
	}
}

// Members are written as one object, texts with what is broken in them replaced; one that is unset says nothing.
func TestMembersOfAnObject(t *testing.T) {
	var m members
	if got := string(m.object()); got != "{}" {
		t.Errorf("no members are %s, want {}", got)
	}
	m.add("a", []byte("1"))
	m.text("b", "x\"\xff")
	if got, want := string(m.object()), `{"a":1,"b":"x\"`+"\uFFFD"+`"}`; got != want {
		t.Errorf("two members are %s, want %s", got, want)
	}
	for raw, want := range map[string]bool{
		`""`: true, `"0001-01-01T00:00:00Z"`: true, `"0001-01-01T00:00:01Z"`: false, `null`: false, `0`: false,
		`" "`: false,
	} {
		if got := unset([]byte(raw)); got != want {
			t.Errorf("%s is unset: %v", raw, got)
		}
	}
}
