package ingest

import (
	"context"
	"sync"

	"runreport/unit/parallel"
)

// forEach calls work for 0 to n-1 on up to o.Jobs goroutines, and tells the progress of the stage. When the context is
// done it begins no more and returns the context's error.
func forEach(ctx context.Context, o Options, stage string, n int, work func(i int)) error {
	var told func(done int)
	if o.Progress != nil {
		told = func(done int) { o.Progress(stage, done, n) }
	}
	return parallel.ForEach(ctx, o.Jobs, n, told, work)
}

// counting tells the progress of a stage of n steps, each time that it is called. Several goroutines may call it.
func (o Options) counting(stage string, n int) (one func()) {
	if o.Progress == nil {
		return func() {}
	}
	var mu sync.Mutex
	done := 0
	o.Progress(stage, done, n)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		o.Progress(stage, done, n)
	}
}

// partOf are the options for a part of a stage, before which so many of all were done.
func (o Options) partOf(done, all int) Options {
	if tell := o.Progress; tell != nil {
		o.Progress = func(stage string, n, _ int) { tell(stage, done+n, all) }
	}
	return o
}
