package ingest

import (
	"fmt"
	"testing"

	"runreport/ingest/record"
)

// Units get their records in the order of the file. One that goes on does not hold on to the
// records of others by sharing a list with them.
func TestOwnUnits(t *testing.T) {
	name := func(r *record.Record) string { return r.Name }
	o := newOwnUnits(&record.Seal{Key: name, Ends: func(r *record.Record) bool { return r.Line == 9 }})
	line := int64(0)
	add := func(names string) (records []*record.Record) {
		for _, n := range names {
			line++
			records = append(records, &record.Record{Name: string(n), Line: line})
		}
		o.add(records)
		return records
	}
	lines := func(units []*ownRecords) (out string) {
		for _, u := range units {
			out += " " + u.name
			for _, r := range u.list {
				out += fmt.Sprint(r.Line)
			}
		}
		return out
	}
	first := add("aabba")
	if got, want := lines(o.take(func(u *ownRecords) bool { return u.name == "a" })), " a125"; got != want {
		t.Errorf("%s is taken, want%s", got, want)
	}
	if b := o.order[0]; &b.list[0] == &first[2] {
		t.Error("a unit that goes on shares the list of all")
	}
	add("bcbb")
	if got, want := lines(o.order), " b34689 c7"; got != want || !o.order[0].ended || o.order[1].ended {
		t.Errorf("%s are open, want%s", got, want)
	}
	for i, r := range first {
		if r.Line != int64(i+1) {
			t.Errorf("the list of all has line %d at %d", r.Line, i)
		}
	}
}
