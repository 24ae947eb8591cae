package record

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"

	"runreport/ingest/table"
)

// Fate is what becomes of a record.
type Fate uint8

// The fates of records.
const (
	Kept       Fate = iota
	Duplicate       // the same record was written before
	Superseded      // it belongs to an older snapshot of its unit
	sealed          // it stands for a unit whose records were counted
)

// Record is one record of a file: a line of a log, an item of a document.
type Record struct {
	Kind  *Kind  // nil for a kind that the format does not define
	Name  string // the kind as written
	File  *File
	Line  int64     // 0 in a whole document
	At    time.Time // its own time; zero when it has none
	Extra string    // fields that the format does not define, as a JSON object; "" when there is none
	Fate  Fate
	// quiet is that no text among its values holds a secret, unless its key says so, and that no record is inside;
	// false where that is not known.
	quiet bool
	// Column is where on its line the record begins behind other records; 0 where it is the
	// first. It only tells records of a line apart.
	Column uint32
	// Sum is equal for records that say the same, whatever their white space and
	// the order of their keys.
	Sum  xxh3.Uint128
	vals values
}

// Value is the field's value, not Given when it is absent. It panics on a field
// that the kind does not declare: a test of every decoder reaches it.
func (r *Record) Value(key string) Value { return r.held(key).value() }

// noValue is what a record holds of a field that it has not.
var noValue held

// held is what the record holds of the field. It must not be changed.
func (r *Record) held(key string) *held {
	if r.Kind == nil {
		return &noValue
	}
	i, _, ok := r.Kind.keys.find(key)
	if !ok {
		panic("record: kind " + r.Kind.Name + " has no field " + key)
	}
	if at, ok := r.vals.at(i); ok {
		return &r.vals[at]
	}
	return &noValue
}

// Found is what a record holds of a field that its kind may not have.
type Found struct{ held *held }

// FindIn is what the record holds of the field with that documented key; nothing where its kind has
// no such field, or it is of no kind.
func FindIn(r *Record, key string) Found {
	if r.Kind != nil {
		if i, _, ok := r.Kind.keys.find(key); ok && r.Kind.Fields[i].Key == key {
			if at, ok := r.vals.at(i); ok {
				return Found{&r.vals[at]}
			}
		}
	}
	return Found{&noValue}
}

// Given reports whether the field is there and not null.
func (f Found) Given() bool { return f.held.given }

// Value is the field's value, not Given when it is absent.
func (f Found) Value() Value { return f.held.value() }

// Str is a string field, "" when absent.
func (f Found) Str() string { return f.held.text }

// Int is a whole number, 0 when absent.
func (f Found) Int() int64 { return f.held.integer() }

// Float is a number, 0 when absent.
func (f Found) Float() float64 { return f.held.number() }

// Item is a nested object of a declared kind; nil when absent.
func (f Found) Item() *Record { o, _ := f.held.more.(*Record); return o }

// Has reports whether the field is there and not null.
func (r *Record) Has(key string) bool { return r.held(key).given }

// Str is a string field, "" when absent.
func (r *Record) Str(key string) string { return r.held(key).text }

// Int is a whole number; false when absent.
func (r *Record) Int(key string) (int64, bool) { h := r.held(key); return h.integer(), h.given }

// Float is a number; false when absent.
func (r *Record) Float(key string) (float64, bool) { h := r.held(key); return h.number(), h.given }

// Bool is a truth value; false, false when absent.
func (r *Record) Bool(key string) (value, ok bool) {
	n, given := r.Int(key)
	return n == 1, given
}

// Time is an instant in UTC; the zero time when absent.
func (r *Record) Time(key string) time.Time { return r.held(key).when() }

// List is an array of strings; nil when absent.
func (r *Record) List(key string) []string { l, _ := r.held(key).more.([]string); return l }

// Items are the objects of an array; nil when absent.
func (r *Record) Items(key string) []*Record { l, _ := r.held(key).more.([]*Record); return l }

// Item is a nested object of a declared kind; nil when absent.
func (r *Record) Item(key string) *Record { o, _ := r.held(key).more.(*Record); return o }

// Raw is the JSON of an undeclared object or of any value; nil when absent.
func (r *Record) Raw(key string) jsontext.Value { v, _ := r.held(key).more.(jsontext.Value); return v }

// Is reports whether the record is of the kind.
func (r *Record) Is(kind string) bool { return r.Kind != nil && r.Kind.Name == kind }

// Place is where the record stands.
func (r *Record) Place() table.Place { return table.Place{Source: r.File.Index, Line: r.Line} }

// Fill sets the columns that the record's fields name.
func (r *Record) Fill(t table.Table, row int) {
	if r.Kind == nil {
		return
	}
	columns := r.Kind.columns(t)
	for i := range r.vals {
		h := &r.vals[i]
		if column := columns.Column(int(h.field)); column != nil && h.given {
			h.fill(column, row, r.Kind.Fields[h.field].Type)
		}
	}
}

// Finding records a deviation at the record.
func (r *Record) Finding(code *Code, seen, expected string) {
	r.File.Finding(code, r.Line, seen, expected)
}

// BadValue records that the field's value could not be read as what it should be.
func (r *Record) BadValue(key, seen, expected string) {
	r.Finding(badValue, key+": "+r.File.Cut(seen, 80), expected)
}
