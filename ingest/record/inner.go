package record

import "slices"

// innerObject is an object that is a member's value, or an element of it. The scanner reads it with the object around
// it, so that it is not read once more.
//
//	{"results":[{"cmd":"go vet","rc":0},{"cmd":"go test","rc":1}]}    two objects of two members
type innerObject struct {
	members []member
	shape   *shape // of the members; nil: it is not known
}

// maxInner is about how many inner objects, and members of them, are kept of a text. Where there are more, they are
// read once more when they are needed: keeping them would take much memory.
const maxInner = 4096

// nested steps over a member's value that may be an object or an array. objects is the value if it is an object, and
// its elements if it is an array of objects alone; nil: it is something else, an empty array, or has too many.
func (s *scanner) nested() (objects []innerObject, ok bool) {
	around, from := s.shape, s.at
	inner, before := len(s.inner), len(s.objects)
	switch s.text[from] {
	case '{':
		ok = s.innerObject(around, 1)
	case '[':
		var known bool
		if known, ok = s.innerArray(around); known || !ok {
			break
		}
		s.forget(inner, before)
		s.at, s.shape = from, around
		fallthrough
	default:
		return nil, s.value(0)
	}
	s.shape = around
	return slices.Clip(s.objects[before:]), ok
}

// innerArray steps over an array of objects behind the key of the shape. known is false where the array may hold
// something else, or too much.
func (s *scanner) innerArray(around *shape) (known, ok bool) {
	s.at++
	for s.space(); ; s.space() {
		if s.at == len(s.text) || s.text[s.at] != '{' || max(len(s.inner), len(s.objects)) > maxInner {
			return false, true
		}
		if !s.innerObject(around, 2) {
			return false, false
		}
		s.space()
		if s.next(']') {
			return true, true
		}
		if !s.next(',') {
			return false, false
		}
	}
}

// innerObject steps over an object of that depth and keeps it. Its shape begins where those of objects behind the same
// key begin.
func (s *scanner) innerObject(around *shape, depth int) (ok bool) {
	s.shape = around.inside()
	first := len(s.inner)
	s.inner, ok = s.object(s.inner, depth)
	s.objects = append(s.objects, innerObject{slices.Clip(s.inner[first:]), s.shape})
	return ok
}

// forget lets go of the inner objects behind the first ones, and of their members. The next texts may have fewer of them.
func (s *scanner) forget(members, objects int) {
	clear(s.inner[members:])
	clear(s.objects[objects:])
	s.inner, s.objects = s.inner[:members], s.objects[:objects]
}

// inside is the root of the shapes of objects in the values of the last key.
func (s *shape) inside() *shape {
	if s == nil {
		return nil
	}
	if s.inner == nil {
		s.inner = &shape{}
	}
	return s.inner
}

// innerValue is the value of a field that is declared to hold objects of a kind, if the objects are known; otherwise it
// is the zero Value.
func innerValue(r *Record, f *Field, m *member) Value {
	if len(m.objects) == 0 || f.Of == nil {
		return Value{}
	}
	isList := m.raw[0] == '['
	switch {
	case f.Type == Object && !isList:
		o := &m.objects[0]
		return Value{Given: true, more: innerRecord(r.File, f.Of, f.Key, r.Line, o.members, o.shape)}
	case f.Type == List && isList:
		var room [8]*Record
		items := room[:0]
		for _, o := range m.objects {
			items = append(items, innerRecord(r.File, f.Of, f.Key, r.Line, o.members, o.shape))
		}
		return Value{Given: true, more: r.File.memory().list(items)}
	}
	return Value{}
}
