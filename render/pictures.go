package render

import (
	"runreport/analyze/report"
)

// drawAll draws every chart, jobs at once, and returns the pictures in order. Of
// several errors it returns that of the first chart.
func drawAll[T any](list []*report.Chart, jobs int, draw func(*report.Chart) (T, error)) ([]T, error) {
	drawn := make([]T, 0, len(list))
	for picture, err := range inOrder(len(list), jobs, func(i int) (T, error) { return draw(list[i]) }) {
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, picture)
	}
	return drawn, nil
}
