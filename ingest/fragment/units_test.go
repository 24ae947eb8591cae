package fragment

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Units get their records in the order of the file. One that goes on does not hold on to the
// records of others by sharing a list with them.
func TestUnits(t *testing.T) {
	name := func(r *record.Record) string { return r.Name }
	o := NewUnits(&record.Seal{Key: name, Ends: func(r *record.Record) bool { return r.Line == 9 }})
	line := int64(0)
	add := func(names string) (records []*record.Record) {
		for _, n := range names {
			line++
			records = append(records, &record.Record{Name: string(n), Line: line})
		}
		o.Add(records)
		return records
	}
	lines := func(units []*Unit) (out string) {
		for _, u := range units {
			out += " " + u.Name
			for _, r := range u.List {
				out += fmt.Sprint(r.Line)
			}
		}
		return out
	}
	first := add("aabba")
	if got, want := lines(o.Take(func(u *Unit) bool { return u.Name == "a" })), " a125"; got != want {
		t.Errorf("%s is taken, want%s", got, want)
	}
	if b := o.Order[0]; &b.List[0] == &first[2] {
		t.Error("a unit that goes on shares the list of all")
	}
	add("bcbb")
	if got, want := lines(o.Order), " b34689 c7"; got != want || !o.Order[0].Ended || o.Order[1].Ended {
		t.Errorf("%s are open, want%s", got, want)
	}
	for i, r := range first {
		if r.Line != int64(i+1) {
			t.Errorf("the list of all has line %d at %d", r.Line, i)
		}
	}
}

// Records are those of the unit that they name, in the order in which units are met. A unit has
// ended when its last record ends it.
func TestRecordsOfUnits(t *testing.T) {
	by := &record.Seal{
		Key:  func(r *record.Record) string { return strings.TrimRight(r.Name, ".") },
		Ends: func(r *record.Record) bool { return strings.HasSuffix(r.Name, ".") },
	}
	units := NewUnits(by)
	add := func(names string) {
		var list []*record.Record
		for _, n := range strings.Split(names, " ") {
			list = append(list, &record.Record{Name: n})
		}
		units.Add(list)
	}
	said := func() (out []string) {
		for _, u := range units.Order {
			s := fmt.Sprintf("%s:%d@%d", u.Name, len(u.List), u.at)
			if u.Ended {
				s += "."
			}
			out = append(out, s)
		}
		return out
	}
	add("a b a. b")
	if got := strings.Join(said(), " "); got != "a:2@1. b:2@1" {
		t.Errorf("after one round: %s", got)
	}
	add("a c c.")
	add("b.")
	if got := strings.Join(said(), " "); got != "a:3@2 b:3@3. c:2@2." { // a goes on behind its end
		t.Errorf("after three rounds: %s", got)
	}
	taken := units.Take(func(u *Unit) bool { return u.Ended })
	if len(taken) != 2 || taken[0].Name != "b" || taken[1].Name != "c" || strings.Join(said(), " ") != "a:3@2" {
		t.Errorf("taken %d, left %v", len(taken), said())
	}
	add("b") // the one that was taken does not go on
	if got := strings.Join(said(), " "); got != "a:3@2 b:1@4" {
		t.Errorf("after it was taken: %s", got)
	}
	add(".") // a record of no unit ends none
	if u := units.Order[2]; u.Name != "" || u.Ended {
		t.Errorf("a record without a name: %+v", u)
	}
}

// A unit that was stopped is sealed while its log is read, long before the end, unless it lacks its start or
// is no unit's.
func TestUnitsThatAreOver(t *testing.T) {
	units := NewUnits(&record.Seal{
		Key:    func(r *record.Record) string { return strings.TrimRight(r.Name, ".") },
		Begins: func(r *record.Record) bool { return r.Line == 1 },
		Ends:   func(r *record.Record) bool { return strings.HasSuffix(r.Name, ".") },
	})
	add := func(names ...string) {
		var records []*record.Record
		for _, name := range names {
			line := int64(1)
			if units.find(strings.TrimRight(name, ".")) != nil || name == "headless" {
				line = 2
			}
			records = append(records, &record.Record{Name: name, Line: line})
		}
		units.Add(records)
	}
	for round, want := range []string{"", "ended", "ended", "stopped ended"} {
		switch round {
		case 0:
			add("stopped", "headless", "alive", "", "ended.")
		case 1:
			add("alive")
		default:
			add("other")
		}
		var over []string
		for _, u := range units.Order {
			if units.Over(u) {
				over = append(over, u.Name)
			}
		}
		if got := strings.Join(over, " "); got != want {
			t.Errorf("after round %d over are %q, want %q", round, got, want)
		}
	}
}
