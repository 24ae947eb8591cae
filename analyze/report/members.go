package report

import (
	"reflect"
	"strings"
	"time"
)

// The types that summary.json writes in a way of its own.
var (
	numberType = reflect.TypeFor[Number]()
	wholeType  = reflect.TypeFor[Whole]()
	momentType = reflect.TypeFor[time.Time]()
)

// member is one member of a JSON object: a field of a struct, as its tags
// declare it.
type member struct {
	name      string
	index     []int // of the field, through embedded structs
	typ       reflect.Type
	omitEmpty bool  // left out where it is nil or empty
	counted   bool  // a list that may be cut, with its full length beside it
	latest    bool  // in order of time: its first entries are cut, not its last ones
	kept      bool  // cut only when no other list is left to cut
	beyond    []int // of the field that counts further entries of a list, which are not in it; nil: there is none
}

// members lists the members of struct type t in order of declaration. Embedded
// structs, and those that an embedded pointer leads to, are part of the one that embeds them;
// fields without a tag are left out.
func members(t reflect.Type) []member {
	var list []member
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			for _, m := range members(embedded(f.Type)) {
				m.index = append([]int{i}, m.index...)
				if m.beyond != nil {
					m.beyond = append([]int{i}, m.beyond...)
				}
				list = append(list, m)
			}
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		counting, how, _ := strings.Cut(f.Tag.Get("list"), ",")
		if name == "" {
			continue
		}
		further, _ := t.FieldByName(f.Tag.Get("beyond"))
		list = append(list, member{
			name: name, index: []int{i}, typ: f.Type,
			omitEmpty: options == "omitempty",
			counted:   counting == "total", latest: how == "latest", kept: how == "kept", beyond: further.Index,
		})
	}
	return list
}

// embedded is the struct that an embedded field is or points to.
func embedded(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// field is the member's field of the struct; that of an empty struct where an embedded pointer is nil.
func (m *member) field(v reflect.Value) reflect.Value {
	if field, err := v.FieldByIndexErr(m.index); err == nil {
		return field
	}
	return reflect.Zero(m.typ)
}

// further is how many entries of the list follow those that the struct has.
func (m *member) further(v reflect.Value) int64 {
	if m.beyond == nil {
		return 0
	}
	return v.FieldByIndex(m.beyond).Int()
}

// withEmbedded gives a struct, which can be set, what its embedded pointers lead to.
func withEmbedded(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Pointer && v.Field(i).IsNil() {
			v.Field(i).Set(reflect.New(f.Type.Elem()))
		}
	}
}

// sizeOf is how many bytes a value of the type takes, with what its embedded pointers lead to.
func sizeOf(t reflect.Type) uintptr {
	size := t.Size()
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if f := t.Field(i); f.Anonymous && f.Type.Kind() == reflect.Pointer {
			size += f.Type.Elem().Size()
		}
	}
	return size
}

// reasoned says that a null of type t is explained by a sibling: numbers that
// cannot be given, and whole parts that were not computed.
func reasoned(t reflect.Type) bool {
	return t == numberType || t == wholeType || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}

// The suffixes of the siblings of a member.
const (
	reasonSuffix = "_reason"
	totalSuffix  = "_total"
)
