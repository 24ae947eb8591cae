package record

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// habit is which fields the keys of an object name. Most objects of a kind have the keys of
// the one before in its order, so that none has to be looked up.
type habit struct {
	kind  *Kind
	keys  []meaning // by their places in the object
	known int       // how many of them name fields
	whole bool      // all fields that must be there are named; false: it is not known
}

// meaning is what a key means in the objects of a kind.
type meaning struct {
	key         string
	field       int  // that it names, where it is known
	also, known bool // as the kind's keys have it
	other       bool // it is known, and not the documented key
	odd         bool // it is not known, and may be a damaged one
}

// know finds out what the keys of the members mean.
func (h *habit) know(members []member) {
	h.keys = slices.Grow(h.keys, max(0, len(members)-len(h.keys)))
	for len(h.keys) < len(members) {
		h.keys = append(h.keys, h.meaning(members[len(h.keys)].key))
	}
	h.known = 0
	for i := range members {
		if m := &h.keys[i]; m.key != members[i].key {
			*m = h.meaning(members[i].key)
		}
		if h.keys[i].known {
			h.known++
		}
	}
}

// settle finds out whether the keys name all fields that must be there.
func (h *habit) settle() {
	h.whole = !slices.ContainsFunc(h.kind.required, func(field int) bool {
		return !slices.ContainsFunc(h.keys, func(m meaning) bool { return m.known && m.field == field })
	})
}

func (h *habit) meaning(key string) meaning {
	m := meaning{key: key}
	m.field, m.also, m.known = h.kind.keys.find(key)
	m.other = m.known && key != h.kind.Fields[m.field].Key
	m.odd = !m.known && h.kind.mayMean(key)
	return m
}

// mayMean reports whether an unknown key can be a damaged one of the kind's.
func (k *Kind) mayMean(key string) bool {
	if strings.ContainsRune(key, utf8.RuneError) {
		return true
	}
	for i := range k.Fields {
		if oneOff(key, k.Fields[i].Key) {
			return true
		}
	}
	return false
}

// habit is what the keys of the members mean in the kind. shape is theirs; nil: it is not known.
func (m *memory) habit(k *Kind, members []member, shape *shape) *habit {
	if shape != nil {
		return shape.habit(k, members)
	}
	h := m.habits[k]
	if h == nil {
		if m.habits == nil || len(m.habits) >= maxKinds {
			m.habits = map[*Kind]*habit{}
		}
		h = &habit{kind: k}
		m.habits[k] = h
	}
	h.know(members)
	return h
}
