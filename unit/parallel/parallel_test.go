package parallel

import (
	"runtime"
	"slices"
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
