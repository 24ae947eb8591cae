package sheet

import "slices"

// Places numbers distinct keys in order of first occurrence. Up to fewPlaces keys are searched linearly, which is
// faster than a map.
type Places[K comparable] struct {
	Order []K
	many  map[K]int // their places; nil while there are at most fewPlaces
}

// Find returns the index of the key; -1 if it is not there.
func (p *Places[K]) Find(key K) int {
	if p.many == nil {
		return slices.Index(p.Order, key)
	}
	if at, known := p.many[key]; known {
		return at
	}
	return -1
}

// Place returns the index of the key and adds it if it is new.
func (p *Places[K]) Place(key K) (at int, isNew bool) {
	if at = p.Find(key); at >= 0 {
		return at, false
	}
	at = len(p.Order)
	if at == 0 {
		p.Order = slices.Grow(p.Order, fewPlaces/2)
	}
	p.Order = append(p.Order, key)
	switch {
	case p.many != nil:
		p.many[key] = at
	case len(p.Order) > fewPlaces:
		p.many = make(map[K]int, 2*fewPlaces)
		for i, known := range p.Order {
			p.many[known] = i
		}
	}
	return at, true
}

// fewPlaces is the number of keys up to which they are searched linearly.
const fewPlaces = 16
