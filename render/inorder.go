package render

import (
	"iter"
	"runtime"
	"sync"
)

// inOrder makes n things, jobs of them at once (below 1: one for each processor), and
// gives them in order, to the first error. No more than two for each job are in memory.
func inOrder[T any](n, jobs int, one func(int) (T, error)) iter.Seq2[T, error] {
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	type made struct {
		thing T
		err   error
	}
	return func(yield func(T, error) bool) {
		var wg sync.WaitGroup
		defer wg.Wait()
		wanted := make(chan struct{})
		defer close(wanted)
		queue := make(chan chan made, jobs)
		free := make(chan struct{}, jobs)
		wg.Go(func() {
			defer close(queue)
			for i := range n {
				next := make(chan made, 1)
				select {
				case free <- struct{}{}:
				case <-wanted:
					return
				}
				wg.Go(func() {
					thing, err := one(i)
					next <- made{thing, err}
					<-free
				})
				select {
				case queue <- next:
				case <-wanted:
					return
				}
			}
		})
		for next := range queue {
			if m := <-next; !yield(m.thing, m.err) || m.err != nil {
				return
			}
		}
	}
}
