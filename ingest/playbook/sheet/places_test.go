package sheet

import (
	"fmt"
	"testing"
)

// Texts have the same places whether they are looked for one by one or in a map.
func TestPlaces(t *testing.T) {
	var p Places[string]
	for round := range 2 {
		for i := range 3 * fewPlaces {
			at, isNew := p.Place(fmt.Sprint("text ", i))
			if at != i || isNew != (round == 0) {
				t.Errorf("round %d, text %d: place %d, new %v", round, i, at, isNew)
			}
			if at, isNew = p.Place("text 0"); at != 0 || isNew {
				t.Errorf("the first text behind %d others: place %d, new %v", i, at, isNew)
			}
		}
	}
	if len(p.Order) != 3*fewPlaces {
		t.Errorf("%d texts", len(p.Order))
	}
}
