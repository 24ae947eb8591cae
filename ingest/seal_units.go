package ingest

import "runreport/ingest/record"

// ownRecords are the records that one file has of one unit, or of several of one name.
type ownRecords struct {
	name  string
	list  []*record.Record
	ended bool
	at    int // the round that brought the last one
}

// ownUnits are the units of a file by their names, in the order in which they begin.
type ownUnits struct {
	by    *record.Seal
	names map[string]*ownRecords
	order []*ownRecords
	last  *ownRecords // of the record that was added last
	round int         // of adding
}

func newOwnUnits(by *record.Seal) *ownUnits {
	return &ownUnits{by: by, names: map[string]*ownRecords{}}
}

// add gives the records, which follow those before in the file, to their units.
func (o *ownUnits) add(records []*record.Record) {
	o.round++
	for _, r := range records {
		name := o.by.Key(r)
		u := o.last // records in a row mostly are of one unit
		if u == nil || u.name != name {
			u = o.names[name]
		}
		if u == nil {
			u = &ownRecords{name: name}
			o.names[name] = u
			o.order = append(o.order, u)
		}
		u.list = append(u.list, r)
		u.at = o.round
		u.ended = name != "" && o.by.Ends(r)
		o.last = u
	}
}

// take takes out the units for which it is true.
func (o *ownUnits) take(ready func(*ownRecords) bool) (taken []*ownRecords) {
	kept := o.order[:0]
	for _, u := range o.order {
		if !ready(u) {
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
