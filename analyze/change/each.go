package change

import (
	"runtime"

	"golang.org/x/sync/errgroup"
)

// each calls work for 0 to n-1 on all processors. The calls share nothing that they change.
func each(n int, work func(i int)) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		g.Go(func() error {
			work(i)
			return nil
		})
	}
	_ = g.Wait() // no call fails
}
