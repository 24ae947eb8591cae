package stat

import (
	"cmp"
	"slices"
)

// midranks ranks the values of both samples together, those of x first in the result,
// equal values sharing the mean of their ranks. Ranks are doubled to stay whole numbers.
// ties is Σ(t³-t) over groups of t equal values.
func midranks(x, y []float64) (doubled []int, ties float64) {
	type entry struct {
		value float64
		at    int
	}
	n := len(x) + len(y)
	entries := make([]entry, n)
	for i, v := range slices.Concat(x, y) {
		entries[i] = entry{v, i}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.value, b.value) })
	doubled = make([]int, n)
	for i := 0; i < n; {
		j := i
		for j < n && entries[j].value == entries[i].value {
			j++
		}
		for _, e := range entries[i:j] {
			doubled[e.at] = i + 1 + j // first and last rank of the group
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return doubled, ties
}

func sumOf(ranks []int) int {
	sum := 0
	for _, r := range ranks {
		sum += r
	}
	return sum
}

// rankSums counts, for each sum, the ways to draw size of the given ranks.
func rankSums(ranks []int, size int) []float64 {
	sorted := slices.Clone(ranks)
	slices.Sort(sorted)
	sums := make([]int, len(sorted)+1) // sums[i]: of the i smallest
	for i, r := range sorted {
		sums[i+1] = sums[i] + r
	}
	last := sums[len(sorted)]
	ways := make([][]float64, size+1) // ways[k][s]: k of the ranks so far, sum s
	for k := range ways {
		ways[k] = make([]float64, last-sums[len(sorted)-k]+1)
	}
	ways[0][0] = 1
	for i, r := range sorted {
		for k := min(size, i+1); k >= 1; k-- {
			// The k-1 ranks before this one sum to no less than the smallest of all,
			// and to no more than the largest so far.
			least, most := sums[k-1], sums[i]-sums[i+1-k]
			from, to := ways[k-1][least:most+1], ways[k][least+r:]
			for s, n := range from {
				to[s] += n
			}
		}
	}
	return ways[size]
}

// uCounts counts, for u = 0..m·n, the orderings of m and n distinct values in which u
// pairs stand the other way round: the coefficients of the Gaussian binomial
// Π (1-q^(n+i))/(1-q^i), i = 1..m.
func uCounts(m, n int) []float64 {
	counts := make([]float64, m*n+1)
	counts[0] = 1
	for i := 1; i <= m; i++ {
		for u := m * n; u >= n+i; u-- {
			counts[u] -= counts[u-n-i]
		}
		for u := i; u <= m*n; u++ {
			counts[u] += counts[u-i]
		}
	}
	return counts
}
