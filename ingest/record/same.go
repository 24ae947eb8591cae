package record

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Same reports whether two records of one kind say the same, whatever names their
// fields go by and however values are spelled: what two exports of one store have
// in common. A field that is null is one that is absent.
func (r *Record) Same(o *Record) bool {
	if r == nil || o == nil {
		return r == o
	}
	if r.Kind != o.Kind || r.Name != o.Name || !sameJSON([]byte(r.Extra), []byte(o.Extra)) {
		return false
	}
	if r.Kind == nil {
		return true
	}
	for i := range r.Kind.Fields {
		if !r.vals.value(i).same(o.vals.value(i), r.Kind.Fields[i].Type) {
			return false
		}
	}
	return true
}

func (v Value) same(o Value, t Type) bool {
	if v.Given != o.Given {
		return false
	}
	switch t {
	case String:
		return v.Text == o.Text
	case Int, Float, Bool:
		return v.Num == o.Num && v.Int == o.Int
	case Time, Millis:
		return v.When.Equal(o.When)
	}
	switch x := v.more.(type) {
	case []string:
		y, ok := o.more.([]string)
		return ok && slices.Equal(x, y)
	case *Record:
		y, ok := o.more.(*Record)
		return ok && x.Same(y)
	case []*Record:
		y, ok := o.more.([]*Record)
		return ok && slices.EqualFunc(x, y, (*Record).Same)
	case jsontext.Value:
		y, ok := o.more.(jsontext.Value)
		return ok && sameJSON(x, y)
	}
	return o.more == nil
}

// sameJSON compares two JSON texts by what they mean: the order of keys, white
// space and the spelling of strings and numbers do not count.
func sameJSON(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = a.Clone(), b.Clone()
	if a.Canonicalize() != nil || b.Canonicalize() != nil {
		return false
	}
	return bytes.Equal(a, b)
}
