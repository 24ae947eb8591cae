package record

import "slices"

// shape is the keys of an object, in their order. The shapes that a scanner has seen are a tree:
// a shape is the one with a key less, and that key. Most lines of a log have one of a few shapes.
// So a key that may come next is compared with the text instead of being read, a key that stands
// twice is in no shape, and what the keys of a shape mean in a kind is looked up once.
//
//	{"ts":…,"event":…,"node":…}
//	{"ts":…,"event":…,"total":…}    root → ts → event → node, total
type shape struct {
	key    string // the last one
	quoted string // with its quotes and the colon behind it
	next   []*shape
	habits []*habit // what its keys mean in some kinds
	inner  *shape   // root of the shapes of objects in values of the last key; nil: there are none
}

// The most of what a scanner keeps of shapes. A document may have ids as its keys.
const (
	maxShapes = 1024 // then it forgets all
	maxNext   = 12   // keys that may follow the same ones
	maxHabits = 16   // a kind is often told by a value, so that objects of many kinds have the same keys
)

// follows is the shape of the next key, if the text begins with it; nil: it is not known.
func (s *shape) follows(text []byte) *shape {
	if s == nil {
		return nil
	}
	for _, n := range s.next {
		if len(text) >= len(n.quoted) && string(text[:len(n.quoted)]) == n.quoted {
			return n
		}
	}
	return nil
}

// with is the shape with one more key of ASCII characters, which it has not; nil: it is not kept.
// isNew says that it was not there before: a known key is read again where white space is between
// it and its colon.
func (s *shape) with(key string) (n *shape, isNew bool) {
	if s == nil {
		return nil, false
	}
	for _, n := range s.next {
		if n.key == key {
			return n, false
		}
	}
	if len(s.next) >= maxNext {
		return nil, false
	}
	n = &shape{key: key, quoted: `"` + key + `":`}
	s.next = append(s.next, n)
	return n, true
}

// habit is what the keys of the shape, which are those of the members, mean in the kind.
func (s *shape) habit(k *Kind, members []member) *habit {
	for _, h := range s.habits {
		if h.kind == k {
			return h
		}
	}
	h := &habit{kind: k}
	h.know(members)
	h.settle()
	if len(s.habits) >= maxHabits {
		s.habits = slices.Delete(s.habits, 0, 1)
	}
	s.habits = append(s.habits, h)
	return h
}

// key steps over the next key of an object and its colon, unless it is among the members before it.
func (s *scanner) key(before []member) (key string, ok bool) {
	if next := s.shape.follows(s.text[s.at:]); next != nil {
		s.at += len(next.quoted)
		s.shape = next
		return next.key, true
	}
	from := s.at
	if !s.string() || s.escape || len(before) >= maxPlainKeys {
		return "", false
	}
	name := s.text[from+1 : s.at-1]
	s.space()
	if !s.next(':') {
		return "", false
	}
	key = s.name(name)
	for i := range before {
		if before[i].key == key {
			return "", false
		}
	}
	switch {
	case !s.ascii:
		s.shape = nil
	case s.shapes >= maxShapes:
		s.root, s.shapes, s.shape = shape{}, 0, nil
	default:
		next, isNew := s.shape.with(key)
		if isNew {
			s.shapes++
		}
		s.shape = next
	}
	return key, true
}

// name is the key as a string, mostly the same one for equal keys.
func (s *scanner) name(key []byte) string {
	name := &s.names[mixed(key)%nameSlots]
	if *name != string(key) {
		*name = string(key)
	}
	return *name
}
