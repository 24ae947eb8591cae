//go:build unix

package change

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
)

// Cost over 365 dates and 4 runs a date: calls of every date below two CPU-seconds for
// 1,000 steps, change points below 30, both linear in the steps.
func benchmarkYear(b *testing.B, steps int) []*group {
	s := setting{shape: "independent", steps: steps, runs: 4, load: 0.05}
	groups, _ := prepareDurations(yearSeries(s.year(rand.New(rand.NewPCG(1, 1)), 365)), false)
	return groups
}

func BenchmarkCalls(b *testing.B) {
	for _, steps := range []int{250, 500, 1000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			s := setting{shape: "independent", steps: steps, runs: 4, load: 0.05}
			all := yearSeries(s.year(rand.New(rand.NewPCG(1, 1)), 365))
			defer reportCPU(b)()
			for b.Loop() {
				groups, dates := prepareDurations(all, false)
				replayDurations(groups, dates, judgeDurations)
			}
		})
	}
}

func BenchmarkChangePoints(b *testing.B) {
	for _, steps := range []int{250, 500, 1000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			tracks := benchmarkYear(b, steps)[0].tracks
			defer reportCPU(b)()
			for b.Loop() {
				searchLevels(tracks)
			}
		})
	}
}

// reportCPU adds the CPU time of the process per iteration, which other work on the machine
// does not change as it does the time on the clock.
func reportCPU(b *testing.B) (stop func()) {
	seconds := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	start := seconds()
	return func() { b.ReportMetric((seconds()-start)/float64(b.N), "CPU-s/op") }
}

// BenchmarkFind is all of it: calls and change points of durations, flakes and failures.
func BenchmarkFind(b *testing.B) {
	for _, steps := range []int{250, 1000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			s := setting{shape: "independent", steps: steps, runs: 4, load: 0.05}
			r := rand.New(rand.NewPCG(1, 1))
			all := yearSeries(s.year(r, 365))
			for _, what := range []What{FlakeRate, FailureRate} {
				for i := range steps {
					x := Series{Key: Key{what, all[i].Group, all[i].Name}}
					for _, p := range all[i].Points {
						p.Values, p.Count.Den = nil, 4
						for range 4 {
							if r.IntN(50) == 0 {
								p.Count.Num++
							}
						}
						x.Points = append(x.Points, p)
					}
					all = append(all, x)
				}
			}
			defer reportCPU(b)()
			for b.Loop() {
				Find(all, "")
			}
		})
	}
}
