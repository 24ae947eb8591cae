package chart

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

func TestMemory(t *testing.T) {
	var m memory
	var drawn atomic.Int64
	ask := func(source string) string {
		s, err := m.get(source, func() (sketch, error) {
			drawn.Add(1)
			return sketch{Cuts: [][2]string{{source}}}, nil
		})
		if err != nil {
			t.Error(err)
		}
		return s.Cuts[0][0]
	}
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			if source := strconv.Itoa(i % 4); ask(source) != source {
				t.Errorf("asked for %s and got another", source)
			}
		})
	}
	all.Wait()
	if n := drawn.Load(); n != 4 {
		t.Errorf("4 pictures were drawn %d times", n)
	}
	for i := range 3 * maxSketches {
		ask("more " + strconv.Itoa(i))
	}
	if len(m.drawn) != maxSketches || len(m.order) != maxSketches {
		t.Errorf("%d pictures are remembered in an order of %d, want %d", len(m.drawn), len(m.order), maxSketches)
	}
	if before := drawn.Load(); ask("0") != "0" || drawn.Load() != before+1 {
		t.Error("what was forgotten is not drawn again")
	}
}
