package render

import (
	"runtime"
	"sync"

	"runreport/analyze/report"
)

// drawAll draws every chart, jobs at once, and returns the pictures in order. Of
// several errors it returns that of the first chart.
func drawAll[T any](list []*report.Chart, jobs int, draw func(*report.Chart) (T, error)) ([]T, error) {
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	drawn, errs := make([]T, len(list)), make([]error, len(list))
	free := make(chan struct{}, jobs)
	var wg sync.WaitGroup
	for i, c := range list {
		free <- struct{}{}
		wg.Go(func() {
			drawn[i], errs[i] = draw(c)
			<-free
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return drawn, nil
}
