package change

import (
	"math"

	"runreport/analyze/stat"
)

// BenchmarkMove is what one benchmark lost and gained between the two sides of a lever.
type BenchmarkMove struct {
	Name         string
	Lost, Gained int     // bugs found before and missed after, and the reverse
	Pre, Post    float64 // recall
}

// Across is the pooled comparison of a cycle's benchmarks (STATISTICS 1.27).
type Across struct {
	Lost, Gained int
	Macro        float64 // mean recall after less before
	P            float64 // what is judged: of the pooled test, or the larger of both where Correlated
	Pooled       float64 // exact paired test of all changed bugs together, two-sided
	Permuted     float64 // sign flips of whole benchmarks, two-sided
	Correlated   bool    // bugs of one benchmark moved together more than chance allows
	Opposite     bool    // some benchmark clearly gained while another clearly lost
	Loss         bool    // a statement: it points down at P <= 0.01 and Macro falls by the floor at least
}

const (
	lossP     = 0.01
	togetherP = 0.05
)

// AcrossBenchmarks asks whether all benchmarks together lost recall, which no single one
// may be able to show. Bugs of one benchmark may move together, since a whole run has a
// good or a bad day: then the losses differ between benchmarks more than a binomial with
// the common share allows (chi-squared test of homogeneity, p <= 0.05), and the test flips
// the signs of whole benchmarks instead, if that gives the larger p. Where a benchmark
// gained and another lost at q <= 0.05 each, nothing is said of them together.
//
// No benchmark, or none with a changed bug, gives P 1 and no loss.
func AcrossBenchmarks(moves []BenchmarkMove, floor float64) Across {
	a := Across{P: 1, Pooled: 1, Permuted: 1}
	if len(moves) == 0 {
		return a
	}
	net := make([]int, len(moves))
	single := make([]float64, len(moves))
	for i, m := range moves {
		a.Lost, a.Gained = a.Lost+m.Lost, a.Gained+m.Gained
		a.Macro += (m.Post - m.Pre) / float64(len(moves))
		net[i] = m.Gained - m.Lost
		single[i] = stat.PairedTest(m.Lost, m.Gained).P
	}
	a.Pooled = stat.PairedTest(a.Lost, a.Gained).P
	a.Permuted = stat.SignFlipOf(net)
	a.P = a.Pooled
	if a.Correlated = homogeneityP(moves, a) <= togetherP; a.Correlated {
		a.P = max(a.Pooled, a.Permuted)
	}
	up, down := false, false
	for i, q := range stat.StepUp(single) {
		up = up || q <= stat.Alpha && net[i] > 0
		down = down || q <= stat.Alpha && net[i] < 0
	}
	a.Opposite = up && down
	a.Loss = !a.Opposite && a.Lost > a.Gained && a.P <= lossP && a.Macro <= -floor+stat.Eps
	return a
}

// homogeneityP is the p of the lost share of the changed bugs being one and the same in all
// benchmarks: chi-squared with one degree of freedom per changed benchmark but one.
func homogeneityP(moves []BenchmarkMove, a Across) float64 {
	share := float64(a.Lost) / float64(a.Lost+a.Gained)
	if a.Lost == 0 || a.Gained == 0 {
		return 1
	}
	sum, changed := 0.0, 0
	for _, m := range moves {
		n := float64(m.Lost + m.Gained)
		if n == 0 {
			continue
		}
		changed++
		sum += math.Pow(float64(m.Lost)-n*share, 2) / (n * share * (1 - share))
	}
	if changed < 2 {
		return 1
	}
	return stat.ChiSquareTail(sum, changed-1)
}
