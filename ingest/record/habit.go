package record

import (
	"strings"
	"unicode/utf8"
)

// habit is which fields the keys of an object name. Most objects of a kind have the keys of
// the one before in its order, so that none has to be looked up.
type habit struct {
	kind *Kind
	keys []meaning // by their places in the object
}

// meaning is what a key means in the objects of a kind.
type meaning struct {
	key         string
	field       int  // that it names, where it is known
	also, known bool // as the kind's keys have it
	odd         bool // it is not known, and may be a damaged one
}

// known is how many of the members name fields, and finds out which.
func (h *habit) known(members []member) (n int) {
	for len(h.keys) < len(members) {
		h.keys = append(h.keys, h.meaning(members[len(h.keys)].key))
	}
	for i := range members {
		if m := &h.keys[i]; m.key != members[i].key {
			*m = h.meaning(members[i].key)
		}
		if h.keys[i].known {
			n++
		}
	}
	return n
}

func (h *habit) meaning(key string) meaning {
	m := meaning{key: key}
	m.field, m.also, m.known = h.kind.keys.find(key)
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

// habit is the one of the kind's objects that were read before.
func (m *memory) habit(k *Kind) *habit {
	if h := m.habits[k]; h != nil {
		return h
	}
	if m.habits == nil || len(m.habits) >= maxKinds {
		m.habits = map[*Kind]*habit{}
	}
	h := &habit{kind: k}
	m.habits[k] = h
	return h
}
