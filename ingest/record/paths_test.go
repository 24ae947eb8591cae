package record

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPaths(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		var p, others Paths
		var want, left []string
		for range rng.IntN(4) {
			others.Add(fmt.Sprint(rng.IntN(12)))
		}
		for range rng.IntN(40) {
			path := fmt.Sprint(rng.IntN(1 + rng.IntN(25)))
			if p.Has(path) != slices.Contains(want, path) {
				t.Fatalf("%s is there: %v, of %v", path, p.Has(path), want)
			}
			p.Add(path)
			if !slices.Contains(want, path) {
				want = append(want, path)
			}
		}
		for _, path := range want {
			if !slices.Contains(others.List(), path) {
				left = append(left, path)
			}
		}
		if got := p.List(); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if got := p.Without(&others); !slices.Equal(got, left) {
			t.Fatalf("%v without %v: %v, want %v", want, others.List(), got, left)
		}
	}
}
