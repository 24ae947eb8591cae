package demo

import (
	"math"
	"slices"
	"time"
)

// Durations summarises a list of durations, in seconds. A quantile is null
// where there are too few values to show it: fewer than 1/(1-p), and fewer
// than two for the median.
type Durations struct {
	N   int      `json:"n"`
	Sum float64  `json:"sum"`
	P50 *float64 `json:"p50"`
	P90 *float64 `json:"p90"`
	P95 *float64 `json:"p95"`
	P99 *float64 `json:"p99"`
	Max *float64 `json:"max"`
}

// summarise sorts list and summarises it.
func summarise(list []time.Duration) Durations {
	slices.Sort(list)
	s := Durations{N: len(list)}
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	s.Sum = inSeconds(sum)
	if len(list) == 0 {
		return s
	}
	longest := inSeconds(list[len(list)-1])
	s.Max = &longest
	s.P50 = quantile(list, 50)
	s.P90 = quantile(list, 90)
	s.P95 = quantile(list, 95)
	s.P99 = quantile(list, 99)
	return s
}

// quantile is the type 7 quantile (Hyndman and Fan 1996) of a sorted list at
// percent, or nil where the list is shorter than 1/(1-p). One value is its own median.
func quantile(sorted []time.Duration, percent int) *float64 {
	n := len(sorted)
	if n*(100-percent) < 100 && !(percent == 50 && n == 1) {
		return nil
	}
	h := float64(n-1) * float64(percent) / 100
	low := int(math.Floor(h))
	high := min(low+1, n-1)
	v := inSeconds(sorted[low]) + (h-float64(low))*inSeconds(sorted[high]-sorted[low])
	return &v
}

// inSeconds is d in seconds, exact to the millisecond it was made with.
func inSeconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }
