package run

import (
	"fmt"
	"testing"
)

// Texts have the same places whether they are looked for one by one or in a map.
func TestPlaces(t *testing.T) {
	var p places[string]
	for round := range 2 {
		for i := range 3 * fewPlaces {
			at, isNew := p.place(fmt.Sprint("text ", i))
			if at != i || isNew != (round == 0) {
				t.Errorf("round %d, text %d: place %d, new %v", round, i, at, isNew)
			}
			if at, isNew = p.place("text 0"); at != 0 || isNew {
				t.Errorf("the first text behind %d others: place %d, new %v", i, at, isNew)
			}
		}
	}
	if len(p.order) != 3*fewPlaces {
		t.Errorf("%d texts", len(p.order))
	}
}

// A log may have any number of phases.
func TestManyPhases(t *testing.T) {
	var all phases
	for round := range 2 {
		for n := range int64(3 * fewPlaces) {
			p := all.of(n * 7)
			if p.n != n*7 || p != all.of(n*7) || p != all.find(n*7) || all.list[n] != p {
				t.Errorf("round %d: phase %d is another one", round, n*7)
			}
		}
	}
	if len(all.list) != 3*fewPlaces || all.find(1) != nil || all.ended(1) != nil || all.counts(1) != nil {
		t.Errorf("%d phases, phase 1 is %v", len(all.list), all.find(1))
	}
}

// Patterns are named by their numbers as written.
func TestPatternLabels(t *testing.T) {
	for name, want := range map[string]string{"1": "pattern 1", "7": "pattern 7", "0": "pattern 0", "8": "pattern 8", "12": "pattern 12", "": "pattern ", "null checks": "pattern null checks"} {
		if got := patternLabel(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
