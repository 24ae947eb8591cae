package record

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLineSpans(t *testing.T) {
	var none *LineSpans
	if !none.Has(1) || none.After(1) {
		t.Error("nil are all lines")
	}
	if s := FromLine(7); s.Has(6) || !s.Has(7) || !s.Has(math.MaxInt64) || !s.After(6) || s.After(7) {
		t.Error("from the seventh line on")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const lines = 40
	for range 2000 {
		want, first := [lines + 1]bool{}, int64(lines+1)
		var all []LineSpan
		for range rng.IntN(6) {
			from := 1 + rng.Int64N(lines)
			x := LineSpan{from, from + rng.Int64N(lines+1-from)}
			for i := x.From; i <= x.To; i++ {
				want[i] = true
			}
			all, first = append(all, x), min(first, x.From)
		}
		s := NewLineSpans(all)
		for i := int64(1); i <= lines; i++ {
			if s.Has(i) != want[i] || s.After(i) != (i < first) {
				t.Fatalf("%v: line %d is there: %v, and before all: %v", s.list, i, s.Has(i), s.After(i))
			}
		}
	}
}
