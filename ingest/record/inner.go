package record

// insides are the objects of a value that is one, or an array of objects. The scanner reads them with the object that the
// value is in, so that they are not read once more.
//
//	{"results":[{"cmd":"go vet","rc":0},{"cmd":"go test","rc":1}]}    two objects of two members
type insides struct {
	members []member // of all objects, one behind the other
	objects []innerObject
}

// innerObject is one of the objects.
type innerObject struct {
	end   int    // of its members, among those of all
	shape *shape // of its members; nil: it is not known
}

// maxInner is about how many members the objects of a value may have that are kept. Where there are more, they are read
// once more when they are needed: keeping them would take much memory.
const maxInner = 4096

// each visits the objects in their order.
func (in *insides) each(visit func(members []member, shape *shape)) {
	from := 0
	for _, o := range in.objects {
		visit(in.members[from:o.end], o.shape)
		from = o.end
	}
}

// inside steps over a value of a member. in is its objects; nil: it has none, or other values as well, or too many.
func (s *scanner) inside() (in *insides, ok bool) {
	around := s.shape
	defer func() { s.shape = around }()
	switch from := s.at; s.text[from] {
	case '{':
		in = s.room()
		return in, s.innerObject(in, 1)
	case '[':
		if in, ok = s.innerArray(); in != nil || !ok {
			return in, ok
		}
		s.at = from
	}
	return nil, s.value(0)
}

// innerArray steps over an array of objects. It is nil, true where the array may hold something else.
func (s *scanner) innerArray() (in *insides, ok bool) {
	s.at++
	for s.space(); ; s.space() {
		if s.at == len(s.text) || s.text[s.at] != '{' || in != nil && len(in.members) > maxInner {
			return nil, true
		}
		if in == nil {
			in = s.room()
		}
		if !s.innerObject(in, 2) {
			return nil, false
		}
		s.space()
		if s.next(']') {
			return in, true
		}
		if !s.next(',') {
			return nil, false
		}
	}
}

// innerObject steps over an object of that depth and adds it to the others.
func (s *scanner) innerObject(in *insides, depth int) (ok bool) {
	s.shape = &s.within
	in.members, ok = s.object(in.members, depth)
	in.objects = append(in.objects, innerObject{len(in.members), s.shape})
	return ok
}

// room is for the objects of one more value.
func (s *scanner) room() *insides {
	if s.inUse == len(s.inners) {
		s.inners = append(s.inners, &insides{})
	}
	in := s.inners[s.inUse]
	in.members, in.objects = in.members[:0], in.objects[:0]
	s.inUse++
	return in
}

// innerValue is the value of a field that is declared to hold objects of a kind, if the member's objects are known.
func innerValue(r *Record, f *Field, m *member) Value {
	if m.inner == nil || f.Of == nil {
		return Value{}
	}
	isList := m.raw[0] == '['
	switch {
	case f.Type == Object && !isList:
		return Value{Given: true, more: innerRecord(r.File, f.Of, f.Key, r.Line, m.inner.members, m.inner.objects[0].shape)}
	case f.Type == List && isList:
		var room [8]*Record
		items := room[:0]
		m.inner.each(func(members []member, shape *shape) {
			items = append(items, innerRecord(r.File, f.Of, f.Key, r.Line, members, shape))
		})
		return Value{Given: true, more: r.File.memory().list(items)}
	}
	return Value{}
}
