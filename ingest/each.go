package ingest

import (
	"context"
	"sync"
	"sync/atomic"
)

// forEach calls work for 0 to n-1 on up to o.Jobs goroutines. When the context is done it
// begins no more and returns the context's error. A panic in one of them is raised again here.
func forEach(ctx context.Context, o Options, stage string, n int, work func(i int)) error {
	var g sync.WaitGroup
	var mu sync.Mutex
	done := 0
	if o.Progress != nil {
		o.Progress(stage, 0, n)
	}
	var next atomic.Int64
	var fault atomic.Pointer[any]
	for range min(max(o.Jobs, 1), n) { // a goroutine for each file would have its stack grow anew
		g.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, &p)
				}
			}()
			for ctx.Err() == nil && fault.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
				if o.Progress != nil {
					mu.Lock()
					done++
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
