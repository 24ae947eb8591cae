package fragment

import (
	"slices"

	"runreport/ingest/record"
)

// Unit is the records that one file has of one unit, or of several of one name.
type Unit struct {
	Name   string           // "": records of no unit that can be sealed
	List   []*record.Record // in the order of the file
	Ended  bool             // the last of them ends it
	shared bool             // the list is a part of a longer one
	at     int              // the round that brought the last one
}

// Units are the units of a file by their names, in the order in which they begin.
type Units struct {
	By    *record.Seal
	Order []*Unit
	Last  *Unit            // of the record that was added last
	names map[string]*Unit // made for a second one: most small files hold one unit
	round int              // of adding
}

// NewUnits is no units yet, of a format that tells them apart so.
func NewUnits(by *record.Seal) *Units { return &Units{By: by} }

// find is the unit of that name; nil: there is none.
func (o *Units) find(name string) *Unit {
	if o.names == nil && len(o.Order) > 0 && o.Order[0].Name == name {
		return o.Order[0]
	}
	return o.names[name]
}

// begin takes up a unit of a name of which there is none.
func (o *Units) begin(name string) *Unit {
	u := &Unit{Name: name}
	o.Order = append(o.Order, u)
	if o.names == nil && len(o.Order) > 1 {
		o.names = map[string]*Unit{o.Order[0].Name: o.Order[0]}
	}
	if o.names != nil {
		o.names[name] = u
	}
	return u
}

// Add gives the records, which follow those before in the file, to their units.
func (o *Units) Add(records []*record.Record) {
	o.round++
	from := 0 // of those in a row that are of the last unit
	for i, r := range records {
		name := o.By.Key(r)
		u := o.Last // records in a row mostly are of one unit
		if u == nil || u.Name != name {
			u = o.find(name)
		}
		if u == nil {
			u = o.begin(name)
		}
		if u != o.Last {
			o.Last.add(records[from:i])
			o.Last, from = u, i
		}
		u.at = o.round
		u.Ended = name != "" && o.By.Ends(r)
	}
	o.Last.add(records[from:])
}

// add adds records that follow each other. Most units stand in one piece, whose list they share.
func (u *Unit) add(records []*record.Record) {
	switch {
	case len(records) == 0:
	case u.List == nil:
		u.List, u.shared = slices.Clip(records), true
	default:
		u.List, u.shared = append(u.List, records...), false
	}
}

// own makes the list one of its own: the longer one holds on to the records of other units.
func (u *Unit) own() {
	if u.shared {
		u.List, u.shared = slices.Clone(u.List), false
	}
}

// Over reports whether the unit has ended and had no record in the last round, or has begun and had none for
// quietRounds: then its run was stopped, as a rule.
func (o *Units) Over(u *Unit) bool {
	silent := o.round - u.at
	return u.Ended && silent > 0 || u.Name != "" && silent > quietRounds && o.By.Begins(u.List[0])
}

// quietRounds is after how many rounds without a record a unit counts as stopped. Where no unit did, and one run
// in 36 was stopped, the records of such runs took more than 200 MB when two logs of 500 MB were read at once.
const quietRounds = 2

// Take takes out the units for which it is true. The others do not share their records' lists.
func (o *Units) Take(ready func(*Unit) bool) (taken []*Unit) {
	kept := o.Order[:0]
	for _, u := range o.Order {
		if !ready(u) {
			u.own()
			kept = append(kept, u)
			continue
		}
		taken = append(taken, u)
		delete(o.names, u.Name)
		if o.Last == u {
			o.Last = nil
		}
	}
	clear(o.Order[len(kept):])
	o.Order = kept
	return taken
}
