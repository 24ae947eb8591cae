package run

import "slices"

// places are different keys in the order in which they are met. Most runs have a handful of any kind, which are found
// sooner by looking than by a map.
type places[K comparable] struct {
	order []K
	many  map[K]int // their places; nil while there are at most fewPlaces
}

// find is where the key is; -1 where it was not met.
func (p *places[K]) find(key K) int {
	if p.many == nil {
		return slices.Index(p.order, key)
	}
	if at, known := p.many[key]; known {
		return at
	}
	return -1
}

// place is where the key is, where it is put if it is new.
func (p *places[K]) place(key K) (at int, isNew bool) {
	if at = p.find(key); at >= 0 {
		return at, false
	}
	at = len(p.order)
	p.order = append(p.order, key)
	switch {
	case p.many != nil:
		p.many[key] = at
	case len(p.order) > fewPlaces:
		p.many = make(map[K]int, 2*fewPlaces)
		for i, known := range p.order {
			p.many[known] = i
		}
	}
	return at, true
}

// fewPlaces is how many keys are looked through one by one.
const fewPlaces = 16
