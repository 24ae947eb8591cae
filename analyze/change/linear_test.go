package change

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"runreport/analyze/stat"
)

// Twice as many subjects, each of which ran for some days of its own, take at most 2.3 times the
// memory: on a date only those are looked at that ran on it.
func TestSubjectsOneAfterTheOtherAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it replays thousands of dates")
	}
	work := func(subjects int) uint64 {
		var all []Series
		first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range subjects {
			times := Series{Key: Key{What: Duration, Group: fmt.Sprintf("%05d", i), Name: "e2e"}}
			rate := Series{Key: Key{What: FlakeRate, Group: times.Group, Name: "e2e"}}
			for d := range 6 {
				date := first.AddDate(0, 0, 6*i+d).Format(time.DateOnly)
				times.Points = append(times.Points, Point{Date: date, Values: []float64{float64(60 + d)}})
				rate.Points = append(rate.Points, Point{Date: date, Count: stat.Fraction{Num: d % 2, Den: 2}})
			}
			all = append(all, times, rate)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Find(all, "")
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	work(10) // what is made once
	one, two := work(1000), work(2000)
	if float64(two) > 2.3*float64(one) {
		t.Errorf("%d bytes for 1,000 subjects, %d for 2,000: %.2f times that", one, two, float64(two)/float64(one))
	}
}
