package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// ForEach calls work for 0 to n-1, in about that order, on so many goroutines, at least one. When the context is done it begins no
// more and returns the context's error. told is told how many were done, at first none, by one goroutine at a time; nil:
// nobody is told. A panic in one of the calls is raised again here.
func ForEach(ctx context.Context, goroutines, n int, told func(done int), work func(i int)) error {
	var mu sync.Mutex
	done := 0
	if told != nil {
		told(0)
	}
	workers := min(max(goroutines, 1), n)
	var next atomic.Int64
	run(workers, func(failed func() bool) { // a goroutine for each would have its stack grow anew
		for {
			some := atOnce(n-int(next.Load()), workers)
			to := int(next.Add(int64(some)))
			from := to - some
			if to = min(to, n); from >= to {
				return
			}
			for i := from; i < to; i++ {
				if ctx.Err() != nil || failed() {
					return
				}
				work(i)
			}
			if told != nil {
				mu.Lock()
				done += to - from
				told(done)
				mu.Unlock()
			}
		}
	})
	return ctx.Err()
}

// atOnce is how many of those that are left a goroutine of ForEach takes at once: files that a history knows take some
// microseconds each, in which goroutines would meet at every single one. It is a few, since large files may lie side
// by side, and one towards the end, so that all end together.
func atOnce(left, workers int) int {
	const most, rounds = 4, 32
	return min(max(left/(workers*rounds), 1), most)
}
