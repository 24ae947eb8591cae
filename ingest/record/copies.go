package record

import "slices"

// moveTo makes the record and those inside it records of the file.
func (r *Record) moveTo(f *File) {
	r.File = f
	r.eachInner(func(inner *Record) { inner.moveTo(f) })
}

// copyAll has the list hold copies of its records, and of those inside them, in memory of their own,
// which is made at once.
func copyAll(list []*Record, f *File) {
	var n copies
	for _, r := range list {
		n.count(r)
	}
	n.records, n.vals = make([]Record, 0, n.ofRecords), make([]held, 0, n.ofVals)
	for i, r := range list {
		list[i] = n.copy(r, f)
	}
}

// copies is memory for copies of records.
type copies struct {
	ofRecords, ofVals int
	records           []Record
	vals              []held
}

func (n *copies) count(r *Record) {
	n.ofRecords++
	n.ofVals += len(r.vals)
	r.eachInner(n.count)
}

func (n *copies) copy(r *Record, f *File) *Record {
	n.records = append(n.records, *r)
	c := &n.records[len(n.records)-1]
	c.File = f
	from := len(n.vals)
	n.vals = append(n.vals, r.vals...)
	c.vals = slices.Clip(n.vals[from:])
	if r.Kind == nil || !r.Kind.nests {
		return c
	}
	for i := range c.vals {
		switch x := c.vals[i].more.(type) {
		case *Record:
			c.vals[i].more = n.copy(x, f)
		case []*Record:
			list := make([]*Record, len(x))
			for i, inner := range x {
				list[i] = n.copy(inner, f)
			}
			c.vals[i].more = list
		}
	}
	return c
}

// eachInner visits the records inside of the record.
func (r *Record) eachInner(visit func(*Record)) {
	if r.Kind == nil || !r.Kind.nests {
		return
	}
	for i := range r.vals {
		switch x := r.vals[i].more.(type) {
		case *Record:
			visit(x)
		case []*Record:
			for _, inner := range x {
				visit(inner)
			}
		}
	}
}
