package ingest

import (
	"context"
	"sync"
	"sync/atomic"
)

// atOnce is how many of those that are left a goroutine takes at once: files that a history knows take some
// microseconds each, in which goroutines would meet at every single one. It is a few, since large files may lie side
// by side, and one towards the end, so that all end together.
func atOnce(left, jobs int) int {
	const most, rounds = 4, 32
	return min(max(left/(jobs*rounds), 1), most)
}

// forEach calls work for 0 to n-1 on up to o.Jobs goroutines. When the context is done it
// begins no more and returns the context's error. A panic in one of them is raised again here.
func forEach(ctx context.Context, o Options, stage string, n int, work func(i int)) error {
	var g sync.WaitGroup
	var mu sync.Mutex
	done := 0
	if o.Progress != nil {
		o.Progress(stage, 0, n)
	}
	jobs := min(max(o.Jobs, 1), n)
	var next atomic.Int64
	var fault atomic.Pointer[any]
	for range jobs { // a goroutine for each file would have its stack grow anew
		g.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, &p)
				}
			}()
			for {
				some := atOnce(n-int(next.Load()), jobs)
				to := int(next.Add(int64(some)))
				from := to - some
				if to = min(to, n); from >= to {
					return
				}
				for i := from; i < to; i++ {
					if ctx.Err() != nil || fault.Load() != nil {
						return
					}
					work(i)
				}
				if o.Progress != nil {
					mu.Lock()
					done += to - from
					o.Progress(stage, done, n)
					mu.Unlock()
				}
			}
		})
	}
	g.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
	return ctx.Err()
}
