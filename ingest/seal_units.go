package ingest

import (
	"slices"

	"runreport/ingest/record"
)

// ownRecords are the records that one file has of one unit, or of several of one name.
type ownRecords struct {
	name   string
	list   []*record.Record
	shared bool // the list is a part of a longer one
	ended  bool
	at     int // the round that brought the last one
}

// ownUnits are the units of a file by their names, in the order in which they begin.
type ownUnits struct {
	by    *record.Seal
	names map[string]*ownRecords // made for a second one: most small files hold one unit
	order []*ownRecords
	last  *ownRecords // of the record that was added last
	round int         // of adding
}

func newOwnUnits(by *record.Seal) *ownUnits { return &ownUnits{by: by} }

// find is the unit of that name; nil: there is none.
func (o *ownUnits) find(name string) *ownRecords {
	if o.names == nil && len(o.order) > 0 && o.order[0].name == name {
		return o.order[0]
	}
	return o.names[name]
}

// begin takes up a unit of a name of which there is none.
func (o *ownUnits) begin(name string) *ownRecords {
	u := &ownRecords{name: name}
	o.order = append(o.order, u)
	if o.names == nil && len(o.order) > 1 {
		o.names = map[string]*ownRecords{o.order[0].name: o.order[0]}
	}
	if o.names != nil {
		o.names[name] = u
	}
	return u
}

// add gives the records, which follow those before in the file, to their units.
func (o *ownUnits) add(records []*record.Record) {
	o.round++
	from := 0 // of those in a row that are of the last unit
	for i, r := range records {
		name := o.by.Key(r)
		u := o.last // records in a row mostly are of one unit
		if u == nil || u.name != name {
			u = o.find(name)
		}
		if u == nil {
			u = o.begin(name)
		}
		if u != o.last {
			o.last.add(records[from:i])
			o.last, from = u, i
		}
		u.at = o.round
		u.ended = name != "" && o.by.Ends(r)
	}
	o.last.add(records[from:])
}

// add adds records that follow each other. Most units stand in one piece, whose list they share.
func (u *ownRecords) add(records []*record.Record) {
	switch {
	case len(records) == 0:
	case u.list == nil:
		u.list, u.shared = slices.Clip(records), true
	default:
		u.list, u.shared = append(u.list, records...), false
	}
}

// own makes the list one of its own: the longer one holds on to the records of other units.
func (u *ownRecords) own() {
	if u.shared {
		u.list, u.shared = slices.Clone(u.list), false
	}
}

// over reports whether the unit has ended and had no record in the last round, or has begun and had none for
// quietRounds: then its run was stopped, as a rule.
func (o *ownUnits) over(u *ownRecords) bool {
	silent := o.round - u.at
	return u.ended && silent > 0 || u.name != "" && silent > quietRounds && o.by.Begins(u.list[0])
}

// quietRounds is after how many rounds without a record a unit counts as stopped. Where no unit did, and one run
// in 36 was stopped, the records of such runs took more than 200 MB when two logs of 500 MB were read at once.
const quietRounds = 2

// take takes out the units for which it is true. The others do not share their records' lists.
func (o *ownUnits) take(ready func(*ownRecords) bool) (taken []*ownRecords) {
	kept := o.order[:0]
	for _, u := range o.order {
		if !ready(u) {
			u.own()
			kept = append(kept, u)
			continue
		}
		taken = append(taken, u)
		delete(o.names, u.name)
		if o.last == u {
			o.last = nil
		}
	}
	clear(o.order[len(kept):])
	o.order = kept
	return taken
}
