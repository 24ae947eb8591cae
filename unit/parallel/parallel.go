// Package parallel does work at once whose parts do not depend on each other.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls work for 0 to n-1, in any order, on as many goroutines as there are processors, and
// returns when all calls did. A panic in one of them is raised again here.
func Each(n int, work func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	run(workers, func(failed func() bool) {
		for i := int(next.Add(1)) - 1; i < n && !failed(); i = int(next.Add(1)) - 1 {
			work(i)
		}
	})
}

// run calls work on so many goroutines, and returns when all calls did. failed says that one of them
// panicked; its panic is raised again here.
func run(goroutines int, work func(failed func() bool)) {
	var fault atomic.Pointer[any]
	failed := func() bool { return fault.Load() != nil }
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, &p)
				}
			}()
			work(failed)
		})
	}
	all.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
}

// Do calls each function, like [Each].
func Do(work ...func()) { Each(len(work), func(i int) { work[i]() }) }

// Ranges calls work for neighbouring parts of 0 to n-1, like [Each]: enough parts that no
// processor waits long for the last of them, and few enough that handing one out costs nothing.
func Ranges(n int, work func(from, to int)) {
	size := max(1, n/(8*runtime.GOMAXPROCS(0)))
	Each((n+size-1)/size, func(i int) { work(i*size, min(n, (i+1)*size)) })
}
