package sheet

import "slices"

// Places are different keys in the order in which they are met. Most runs have a handful of any kind, which are found
// sooner by looking than by a map.
type Places[K comparable] struct {
	Order []K
	many  map[K]int // their places; nil while there are at most fewPlaces
}

// Find is where the key is; -1 where it was not met.
func (p *Places[K]) Find(key K) int {
	if p.many == nil {
		return slices.Index(p.Order, key)
	}
	if at, known := p.many[key]; known {
		return at
	}
	return -1
}

// Place is where the key is, where it is put if it is new.
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

// fewPlaces is how many keys are looked through one by one.
const fewPlaces = 16
