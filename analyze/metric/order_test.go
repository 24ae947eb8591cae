package metric

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// A list is as slices.SortFunc sorts it, whatever its order and however many elements are equal
// but for what they are compared by.
func TestSortLarge(t *testing.T) {
	type element struct{ key, place int }
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		all := make([]element, r.IntN(30))
		for i := range all {
			all[i] = element{r.IntN(1 + len(all)), i}
		}
		by := func(x, y element) int { return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.place, x.place)) }
		want := slices.Clone(all)
		slices.SortFunc(want, by)
		if sortLarge(all, func(i, j int32) int { return by(all[i], all[j]) }); !slices.Equal(all, want) {
			t.Fatalf("seed %d: %v, want %v", seed, all, want)
		}
	}
}
