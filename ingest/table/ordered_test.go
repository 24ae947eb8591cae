package table

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A text is found wherever it is looked for: in order, with gaps, again, and from the end to the beginning.
func TestOrderedTexts(t *testing.T) {
	const n = 50
	random := rand.New(rand.NewPCG(1, 3))
	for name, next := range map[string]func(i int) int{
		"in order":  func(i int) int { return i },
		"with gaps": func(i int) int { return i * 3 },
		"far gaps":  func(i int) int { return i * (ahead + 2) },
		"again":     func(i int) int { return i / 2 },
		"backwards": func(i int) int { return n - 1 - i },
		"anyhow":    func(int) int { return random.IntN(n + 10) },
	} {
		var o orderedTexts
		for i := range n {
			if at := o.find(fmt.Sprint(i)); at != -1 {
				t.Errorf("%s: %d is at %d before it was added", name, i, at)
			}
			if at := o.add(fmt.Sprint(i)); at != i {
				t.Errorf("%s: %d was added at %d", name, i, at)
			}
		}
		for i := range 2 * n {
			at := next(i)
			want := at
			if at < 0 || at >= n {
				want = -1
			}
			if got := o.find(fmt.Sprint(at)); got != want {
				t.Errorf("%s: %d is at %d, want %d", name, at, got, want)
			}
		}
	}
}
