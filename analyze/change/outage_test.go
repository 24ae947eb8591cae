package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"runreport/analyze/stat"
)

// A date on which many steps fail is told once. It makes no change point and no call of its own
// for the steps, wherever it lies among the dates and whatever they did before.
func TestAnOutageIsNoChangePoint(t *testing.T) {
	for _, c := range []struct {
		name         string
		dates        int
		outage       []int
		rate, failed float64 // of all runs; of those on the outage's dates
		outages      int     // told
	}{
		{"last date", 130, []int{129}, 0, 1, 1},
		{"among the last three dates", 150, []int{148}, 0, 1, 1},
		{"in the middle", 80, []int{40}, 0, 1, 1},
		{"two dates in a row", 80, []int{40, 41}, 0, 1, 2},
		{"two dates a week apart", 80, []int{40, 47}, 0, 1, 2},
		{"first dates", 130, []int{2}, 0, 1, 1},
		{"steps that fail at random", 150, []int{148}, 0.03, 0.8, 1},
		{"two dates and steps that fail at random", 100, []int{60, 61}, 0.03, 0.8, 2},
		{"three a month", 120, []int{70, 80, 90}, 0.02, 0.9, 3},
		{"last two dates", 80, []int{78, 79}, 0, 1, 2},
		{"two among the first three dates", 80, []int{1, 2}, 0, 1, 2},
		{"three in the last ten dates", 80, []int{70, 75, 78}, 0, 1, 3},
		{"two in the last ten dates, and steps that fail at random", 60, []int{52, 57}, 0.02, 0.9, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(31, uint64(c.dates)))
			all := make([]Series, 20)
			for i := range all {
				all[i] = Series{Key: Key{FailureRate, "shop", stepName(i)}}
				for d := range c.dates {
					rate, count := c.rate, stat.Fraction{Den: 4}
					if slices.Contains(c.outage, d) {
						rate = c.failed
					}
					for range 4 {
						if r.Float64() < rate {
							count.Num++
						}
					}
					all[i].Points = append(all[i].Points, Point{Date: dateName(d), Count: count})
				}
			}
			got := Find(all, "")
			if len(got.Outages) != c.outages {
				t.Errorf("%d outages, want %d", len(got.Outages), c.outages)
			}
			var points []string
			for _, p := range got.Points {
				near := slices.ContainsFunc(c.outage, func(d int) bool { return p.index >= d-5 && p.index <= d+5 })
				if p.Certain || near { // elsewhere one in twenty steps that fail at random has one by chance
					points = append(points, p.Name+" "+p.Date)
				}
			}
			if len(points) > 0 {
				t.Errorf("%d change points: %v", len(points), points)
			}
			for _, x := range got.Changes {
				t.Errorf("%s is %s since %s", x.Name, x.State, x.Since)
			}
		})
	}
}
