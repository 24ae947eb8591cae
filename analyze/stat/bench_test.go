package stat

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkSignFlip(b *testing.B) {
	bugs := make([]RepeatedBug, 200)
	for i := range bugs {
		bugs[i] = bug(i%6, 5, i*7%5, 4)
	}
	for b.Loop() {
		SignFlip(bugs)
	}
}

func BenchmarkMannWhitneyExact(b *testing.B) {
	x := every(20, func(i int) float64 { return float64(i * 29 % 41) })
	y := every(20, func(i int) float64 { return float64(i * 17 % 37) })
	for b.Loop() {
		MannWhitney(x, y)
	}
}

func BenchmarkMannWhitneyNormal(b *testing.B) {
	x := every(20, func(i int) float64 { return float64(i * 29 % 41) })
	y := every(20000, func(i int) float64 { return float64(i * 7919 % 10007) })
	for b.Loop() {
		MannWhitney(x, y)
	}
}

func BenchmarkHodgesLehmann(b *testing.B) {
	x := every(20, func(i int) float64 { return float64(i * 29 % 41) })
	y := every(20000, func(i int) float64 { return float64(i * 7919 % 10007) })
	for b.Loop() {
		HodgesLehmann(x, y)
	}
}

// What a week repeats, and noise.
func BenchmarkTrendOfWeeks(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := runs(1000), every(1000, func(i int) float64 { return float64(i%7) + r.NormFloat64() })
	for b.Loop() {
		TrendOf(x, y)
	}
}

func BenchmarkTrend(b *testing.B) {
	for name, n := range map[string]int{"exact50": 50, "normal150": 150, "normal1000": 1000} {
		x, y := runs(n), every(n, func(i int) float64 { return float64(i * 7919 % 10007) })
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				TrendOf(x, y)
			}
		})
	}
}

func BenchmarkFindChange(b *testing.B) {
	for name, n := range map[string]int{"exact8": 8, "shuffled30": 30, "shuffled1000": 1000} {
		series := every(n, func(i int) float64 { return float64(i * 7919 % 10007) })
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				FindChange(series)
			}
		})
	}
}

func BenchmarkKaplanMeier(b *testing.B) {
	observed := make([]Lifetime, 10000)
	for i := range observed {
		observed[i] = Lifetime{Duration: float64(i * 7919 % 10007), Ending: Ending(i % 3)}
	}
	for b.Loop() {
		KaplanMeier(observed)
	}
}

// Durations of many steps: the processor is not to learn those of one by heart.
func BenchmarkKthSmallest(b *testing.B) {
	for _, n := range []int{20, 200, 20_000} {
		for _, kinds := range []int{10, 1_000_000} {
			b.Run(fmt.Sprintf("%d of %d", n, kinds), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				steps := make([][]float64, 2_000_000/n)
				for i := range steps {
					steps[i] = every(n, func(int) float64 { return float64(r.IntN(kinds)) })
				}
				values := make([]float64, n)
				b.SetBytes(int64(8 * n))
				for i := 0; b.Loop(); i++ {
					copy(values, steps[i%len(steps)])
					kthSmallest(values, n/2)
				}
			})
		}
	}
}
