package render

import (
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"
)

// inOrder makes n things, jobs of them at once (below 1: one for each processor), and
// gives them in order, to the first error. No more than two for each job are in memory. A panic while one is made
// is raised again in the goroutine that asks for it, with the stack where it happened.
func inOrder[T any](n, jobs int, one func(int) (T, error)) iter.Seq2[T, error] {
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	type made struct {
		thing    T
		err      error
		panicked string // what it panicked with, and where; "": it did not
	}
	work := func(i int) (m made) {
		defer func() {
			if p := recover(); p != nil {
				m.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		m.thing, m.err = one(i)
		return m
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
					next <- work(i)
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
			m := <-next
			if m.panicked != "" {
				panic(m.panicked)
			}
			if !yield(m.thing, m.err) || m.err != nil {
				return
			}
		}
	}
}
