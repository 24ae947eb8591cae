package stat

// SignFlipTest is the exact test of repeated runs, bug by bug.
type SignFlipTest struct {
	Bugs    int    // known on both sides
	Changed int    // of these, found in different shares of the two sides
	Delta   Number // mean change of the share of runs that find a bug
	P       Number // exact, two-sided
	Scale   int    // the share changes are whole multiples of 1/Scale
}

// Bounds of the dynamic program: 32 MB and about half a second. Real reference lists need
// some hundreds of sums and some thousands of steps.
const (
	signFlipSums  = 1 << 22
	signFlipSteps = 1 << 29
)

// SignFlip tests whether the post runs find the bugs in other shares than the pre
// runs, by flipping the sign of each bug's change: P is the share of all 2^Changed
// patterns of signs whose sum is at least as far from zero as the observed one.
// With one run a side it equals [PairedTest] exactly.
//
// Bugs not known on both sides are left out. Without any, Delta and P are
// ReasonNoData; without a changed one P is 1. Numbers of runs so different
// that the exact count is out of reach give ReasonUncheckable for P.
//
// Source: R. A. Fisher, "The Design of Experiments" (1935), paired randomisation
// test, counted by dynamic programming over the sums of whole numbers.
func SignFlip(bugs []RepeatedBug) SignFlipTest {
	paired := make([]RepeatedBug, 0, len(bugs))
	for _, b := range bugs {
		if b.Move() != MoveUnpaired {
			paired = append(paired, b)
		}
	}
	t := SignFlipTest{Bugs: len(paired), Delta: Missing(ReasonNoData), P: Missing(ReasonNoData)}
	if len(paired) == 0 {
		return t
	}
	shares := 0.0
	for _, b := range paired {
		shares += float64(b.Post.Num)/float64(b.Post.Den) - float64(b.Pre.Num)/float64(b.Pre.Den)
		if b.Move() != MoveNone {
			t.Changed++
		}
	}
	t.Delta = Known(shares / float64(len(paired)))

	var bounded bool
	if t.Scale, bounded = commonScale(paired); !bounded {
		t.P = Missing(ReasonUncheckable)
		return t
	}
	sizes := make([]int, 0, t.Changed)
	sum, total := 0, 0
	for _, b := range paired {
		d := t.Scale/b.Post.Den*b.Post.Num - t.Scale/b.Pre.Den*b.Pre.Num
		sum += d
		if d != 0 {
			sizes = append(sizes, abs(d))
			total += abs(d)
		}
	}
	if total > signFlipSums || total*len(sizes) > signFlipSteps {
		t.P = Missing(ReasonUncheckable)
		return t
	}
	t.P = Known(signFlipP(sizes, abs(sum), total))
	return t
}

// signFlipP is the share of sign patterns over sizes, which sum to total, whose
// signed sum is at least observed or at most -observed. If the positive ones sum to
// T the signed sum is 2T - total, so by symmetry it is twice the share with
// T <= (total-observed)/2: a subset-sum count, kept as shares.
func signFlipP(sizes []int, observed, total int) float64 {
	if observed == 0 {
		return 1
	}
	limit := (total - observed) / 2
	share := make([]float64, limit+1)
	share[0] = 1
	for _, size := range sizes {
		for s := limit; s >= 0; s-- {
			share[s] /= 2
			if s >= size {
				share[s] += share[s-size] / 2
			}
		}
	}
	p := 0.0
	for _, v := range share {
		p += v
	}
	return min(1, 2*p)
}

// commonScale is the least common multiple of all numbers of runs; bounded is
// false once it is too large for the dynamic program anyway.
func commonScale(bugs []RepeatedBug) (scale int, bounded bool) {
	scale = 1
	for _, b := range bugs {
		for _, runs := range [2]int{b.Pre.Den, b.Post.Den} {
			factor := runs / gcd(scale, runs)
			if factor > signFlipSums/scale {
				return 0, false
			}
			scale *= factor
		}
	}
	return scale, true
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// SignFlipOf is the exact two-sided p of whole moves under flips of their signs: the share
// of all patterns of signs whose sum is at least as far from zero as the sum of the moves.
// Moves of 0 do not matter. It is 1 without a move, and for sums too large to be counted.
func SignFlipOf(moves []int) float64 {
	var sizes []int
	sum, total := 0, 0
	for _, d := range moves {
		sum += d
		if d != 0 {
			sizes = append(sizes, abs(d))
			total += abs(d)
		}
	}
	if total > signFlipSums || total*len(sizes) > signFlipSteps {
		return 1
	}
	return signFlipP(sizes, abs(sum), total)
}
