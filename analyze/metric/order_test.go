package metric

import (
	"cmp"
	"math"
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

// The first elements are those with which the sorted list begins, however many are wanted.
func TestFirstOf(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := r.IntN(60)
		keys := make([]int, n)
		for i := range keys {
			keys[i] = r.IntN(1 + n/3)
		}
		by := func(i, j int32) int { return cmp.Or(cmp.Compare(keys[j], keys[i]), cmp.Compare(i, j)) }
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortFunc(want, by)
		for _, most := range []int{0, 1, n / 2, n, n + 1, math.MaxInt} {
			if got := firstOf(n, most, by); !slices.Equal(got, want[:min(n, most)]) {
				t.Fatalf("seed %d: the first %d are %v, want %v", seed, most, got, want[:min(n, most)])
			}
		}
	}
}
