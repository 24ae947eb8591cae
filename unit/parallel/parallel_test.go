package parallel

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// withProcessors runs the test on so many.
func withProcessors(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func TestEveryPartIsDoneOnce(t *testing.T) {
	for _, processors := range []int{1, 2, 7} {
		withProcessors(t, processors)
		for _, n := range []int{0, 1, 2, 15, 16, 17, 1000} {
			each, ranges := make([]atomic.Int32, n), make([]atomic.Int32, n)
			Each(n, func(i int) { each[i].Add(1) })
			Ranges(n, func(from, to int) {
				if from >= to {
					t.Errorf("%d of %d: the part from %d to %d is empty", n, processors, from, to)
				}
				for i := from; i < to; i++ {
					ranges[i].Add(1)
				}
			})
			for i := range n {
				if a, b := each[i].Load(), ranges[i].Load(); a != 1 || b != 1 {
					t.Errorf("on %d processors %d of %d was done %d and %d times, want once", processors, i, n, a, b)
				}
			}
		}
		if now := runtime.GOMAXPROCS(0); now != processors { // they are counted, not set
			t.Errorf("%d processors became %d", processors, now)
		}
	}
}

// There are about eight parts for each processor, all as large but the last, and none is smaller than one.
func TestSizeOfTheParts(t *testing.T) {
	for _, c := range []struct{ processors, n, size, parts int }{
		{1, 0, 1, 0}, {1, 7, 1, 7}, {1, 15, 1, 15}, {1, 16, 2, 8}, {1, 17, 2, 9}, {2, 1000, 62, 17}, {4, 64, 2, 32}, {7, 1000, 17, 59},
	} {
		withProcessors(t, c.processors)
		var parts atomic.Int32
		Ranges(c.n, func(from, to int) {
			parts.Add(1)
			if from%c.size != 0 || to != min(c.n, from+c.size) {
				t.Errorf("%d on %d processors: a part from %d to %d, want %d each", c.n, c.processors, from, to, c.size)
			}
		})
		if n := int(parts.Load()); n != c.parts {
			t.Errorf("%d on %d processors: %d parts, want %d", c.n, c.processors, n, c.parts)
		}
	}
}

func TestFunctionsRunAtOnce(t *testing.T) {
	withProcessors(t, 2)
	a, b := make(chan int, 1), make(chan int, 1)
	var got []int
	// Each waits for the other.
	Do(func() { a <- 1; got = append(got, <-b) }, func() { b <- 2; <-a })
	if !slices.Equal(got, []int{2}) {
		t.Errorf("got %v, want 2", got)
	}
}

func TestAPanicIsRaisedInTheCaller(t *testing.T) {
	for _, processors := range []int{1, 4} {
		withProcessors(t, processors)
		func() {
			defer func() {
				if p := recover(); p != "part 3" {
					t.Errorf("on %d processors the panic is %v, want that of the part", processors, p)
				}
			}()
			Each(100, func(i int) {
				if i == 3 {
					panic("part 3")
				}
			})
			t.Errorf("on %d processors there was no panic", processors)
		}()
	}
}

// One processor, or one part, needs no goroutine: the caller itself does the work, in order.
func TestWorkOfOneProcessorIsDoneByTheCaller(t *testing.T) {
	for _, c := range []struct{ processors, n int }{{1, 3}, {4, 1}} {
		withProcessors(t, c.processors)
		var order []int
		Each(c.n, func(i int) {
			stack := make([]byte, 1<<16)
			if s := string(stack[:runtime.Stack(stack, false)]); !strings.Contains(s, t.Name()+"(") {
				t.Errorf("%d on %d processors: another goroutine does it:\n%s", i, c.processors, s)
			}
			order = append(order, i)
		})
		if want := []int{0, 1, 2}[:c.n]; !slices.Equal(order, want) {
			t.Errorf("on %d processors the order is %v, want %v", c.processors, order, want)
		}
	}
}
