package change

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// Values of lists that ascend come together in one order, each once, as those of a map of them, also where the lists
// begin and end at different values.
func TestOrdered(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	for range 500 {
		var got ordered[int]
		met := map[int]bool{}
		for range random.IntN(6) {
			got.begin()
			for v := random.IntN(10); v < 30; v += 1 + random.IntN(4)*random.IntN(2) {
				got.add(v)
				met[v] = true
			}
		}
		got.begin()
		for range random.IntN(3) { // in no order
			v := random.IntN(40)
			got.add(v)
			met[v] = true
		}
		if want := slices.Sorted(maps.Keys(met)); !slices.Equal(got.values(), want) {
			t.Fatalf("%v, want %v", got.values(), want)
		}
	}
}

// A point is found by its date whether or not dates are left out before it.
func TestPointOfADate(t *testing.T) {
	for _, dates := range [][]int{nil, {4}, {0, 1, 2, 3}, {3, 4, 5, 9}, {2, 5, 6, 7, 20}} {
		x := &track{date: dates}
		for d := -1; d < 25; d++ {
			i, ok := x.at(d)
			want, known := slices.BinarySearch(dates, d)
			if i != want || ok != known {
				t.Errorf("date %d of %v is at %d, %v; want %d, %v", d, dates, i, ok, want, known)
			}
		}
	}
}
