package run

import "slices"

// places are different texts in the order in which they are met. Most runs have a handful of any kind, which are found
// sooner by looking than by a map.
type places struct {
	order []string
	many  map[string]int // their places, where there are more; nil: there are not
}

// place is where the text is, where it is put if it is new.
func (p *places) place(text string) (at int, isNew bool) {
	if p.many == nil {
		if at = slices.Index(p.order, text); at >= 0 {
			return at, false
		}
	} else if at, known := p.many[text]; known {
		return at, false
	}
	at = len(p.order)
	p.order = append(p.order, text)
	switch {
	case p.many != nil:
		p.many[text] = at
	case len(p.order) > fewPlaces:
		p.many = make(map[string]int, 2*fewPlaces)
		for i, known := range p.order {
			p.many[known] = i
		}
	}
	return at, true
}

const fewPlaces = 16
