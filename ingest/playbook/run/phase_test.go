package run

import "testing"

// A log may have any number of phases.
func TestManyPhases(t *testing.T) {
	var all phases
	for round := range 2 {
		for n := range int64(40) {
			p := all.of(n * 7)
			if p.n != n*7 || p != all.of(n*7) || p != all.find(n*7) || all.list[n] != p {
				t.Errorf("round %d: phase %d is another one", round, n*7)
			}
		}
	}
	if len(all.list) != 40 || all.find(1) != nil || all.ended(1) != nil || all.counts(1) != nil {
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
