// Package record declares the records of a format as data and reads them: the
// key of each field, its type, whether it must be there, what else writers call
// it, and the column where it lands.
//
// Reading is lenient: a value that can be understood is taken over, and every deviation
// from the declaration is a finding. Example: "attempt":"2" of an Int is read as 2, with
// the finding that a number is written as a string.
package record

import (
	"slices"
	"strings"
	"sync/atomic"

	"runreport/ingest/table"
)

// Type is the type that a field's values have.
type Type uint8

// The types of fields.
const (
	String  Type = iota // a JSON string
	Int                 // a whole JSON number
	Float               // a JSON number; its literal is kept, since 0.40 says more than 0.4
	Bool                // true or false
	Time                // RFC 3339 in a string, any offset and fraction; without a zone it is UTC
	Millis              // milliseconds since 1970 as a JSON number
	Strings             // an array of strings
	Object              // an object of the kind in Field.Of, or any object when that is nil
	List                // an array of objects of the kind in Field.Of
	Any                 // whatever is written, kept raw
)

func (t Type) String() string {
	return [...]string{"a string", "a whole number", "a number", "true or false", "an RFC 3339 time",
		"milliseconds since 1970", "an array of strings", "an object", "an array of objects", "any value"}[t]
}

// Field declares one field of a kind of record.
type Field struct {
	Key      string
	Also     []string // other names that writers use for it; a finding says so
	Alias    []string // names of equal standing, as the columns of a database; no finding
	Type     Type
	Required bool

	// None says that null, "n/a" and the like are an answer: the writer knows of no such
	// number. Such a value is not given, and its text is "null".
	None bool

	// Withheld fields are known to be there; nothing of their value is kept, in a
	// history neither.
	Withheld bool

	number uint32 // tells most fields apart; it and origin are near Type, with which they are read
	origin *Field // as it was declared: one that kinds have in common is the same for all of them

	Column string   // column of the kind's table that takes the value
	Enum   []string // the values the format defines; others are kept, with a finding
	Of     *Kind    // kind of the object or objects inside
	Range  *Range   // what an Int or a Float can mean; every one of them has it
	Check  *Check   // a rule of the format beyond the type
	Doc    string
}

// Check is a rule that a value keeps.
type Check struct {
	Expected string
	Holds    func(Value) bool
}

// Kind declares one kind of record.
type Kind struct {
	Name   string
	Also   []string // other names that writers use for it
	Table  string   // table whose columns the fields name
	Fields []Field
	Doc    string
	// Undocumented kinds are seen in real logs and stand in no document of the format.
	Undocumented bool
	// Sample is one record of the kind, made up, as its writer would write it.
	Sample string

	keys     *keyTable
	required []int  // the fields that must be there
	nests    bool   // a field holds objects of a kind
	times    int    // fields that hold times, those of the objects inside counted as many
	moment   int    // the last of them
	timeKey  string // that names it; "": none, or the key names another field too
	bound    *atomic.Pointer[table.Binding]
}

// maxFields is how many fields a kind may have.
const maxFields = 255

// manyTimes is how many times the objects in a record may hold.
const manyTimes = 1 << 20

// Compile makes a kind ready for reading. common fields come first, as in every
// record of the format.
func (k *Kind) Compile(common ...Field) *Kind {
	if k.keys != nil {
		return k
	}
	k.Fields = append(append([]Field{}, common...), k.Fields...)
	if len(k.Fields) > maxFields {
		panic("record: kind " + k.Name + " has too many fields")
	}
	names := 0
	for _, f := range k.Fields {
		names += 1 + len(f.Also) + len(f.Alias)
	}
	k.keys = newKeyTable(names)
	k.bound = new(atomic.Pointer[table.Binding])
	for i := range k.Fields {
		f := &k.Fields[i]
		f.origin, f.number = f, keyHash(f.Key)
		if i < len(common) {
			f.origin = &common[i]
		}
	}
	for i, f := range k.Fields {
		k.keys.set(f.Key, i, false)
		if f.Required {
			k.required = append(k.required, i)
		}
		for _, a := range f.Also {
			k.keys.set(a, i, true)
		}
		for _, a := range f.Alias {
			k.keys.set(a, i, false)
		}
		if f.Type == Time || f.Type == Millis {
			k.times++
			k.moment = i
		}
		if f.Of != nil {
			k.nests = true
			if f.Of.Compile().times > 0 {
				k.times = manyTimes
			}
		}
	}
	if k.times > 0 {
		if i, _, _ := k.keys.find(k.Fields[k.moment].Key); i == k.moment {
			k.timeKey = k.Fields[i].Key
		}
	}
	return k
}

// Declares reports whether the kind has a field with that documented key; nil has none.
func (k *Kind) Declares(key string) bool {
	if k == nil {
		return false
	}
	i, _, ok := k.keys.find(key)
	return ok && k.Fields[i].Key == key
}

// Compile makes kinds that share common fields ready for reading.
func Compile(common []Field, kinds ...*Kind) []*Kind {
	for _, k := range kinds {
		k.Compile(common...)
	}
	return kinds
}

// Find is the kind of that name among kinds, nil when none has it.
func Find(kinds []*Kind, name string) *Kind {
	for _, k := range kinds {
		if k.Name == name {
			return k
		}
		for _, a := range k.Also {
			if a == name {
				return k
			}
		}
	}
	return nil
}

// OneOf is the enum's own spelling of a value, whatever the case it is written in.
func OneOf(enum []string, value string) (string, bool) {
	if slices.Contains(enum, value) {
		return value, true
	}
	for _, e := range enum {
		if strings.EqualFold(e, strings.TrimSpace(value)) {
			return e, true
		}
	}
	return value, false
}
