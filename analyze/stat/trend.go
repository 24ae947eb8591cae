package stat

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

const (
	minTrend    = 4    // values; fewer say nothing about a trend
	exactTrend  = 50   // longest series whose p is counted out
	trendWindow = 1000 // values looked at; all pairs of them are compared
)

// Trend is the slope of a series and a test of whether it rises or falls at all.
type Trend struct {
	OK     bool // else Reason is ReasonNoData or ReasonTooFew, and the rest but N is not set
	Reason Reason
	N      int // points used: finite ones, the last 1000 by x

	Slope  Number  // Theil-Sen, unit of y per unit of x; ReasonUncheckable if x is constant
	S      int     // Mann-Kendall: pairs that rise less pairs that fall
	TauB   Number  // Kendall's tau-b, -1..1; ReasonUncheckable if x or y is constant
	P      float64 // two-sided, of S
	Method Method  // exact without ties up to 50 points, else normal
}

// TrendOf looks for a monotone trend of y over x, for a series of runs the run's number.
// Points beyond the shorter slice, or with a value that is not finite, are left out, and
// fewer than four are not tested. A constant series has P 1.
//
// Source: H. Theil (1950) and P. K. Sen, "Estimates of the regression coefficient based
// on Kendall's tau", JASA 63 (1968): median of the slopes of all pairs. H. B. Mann,
// Econometrica 13 (1945), M. G. Kendall, "Rank Correlation Methods" (1970): S and its
// variance with ties in x and y; the normal p moves S one step towards zero.
func TrendOf(x, y []float64) Trend {
	room := trendRooms.Get().(*trendRoom)
	defer trendRooms.Put(room)
	room.points = trendPoints(room.points, x, y)
	points := room.points
	t := Trend{N: len(points)}
	if t.N == 0 {
		t.Reason = ReasonNoData
		return t
	}
	if t.N < minTrend {
		t.Reason = ReasonTooFew
		return t
	}
	t.OK = true
	t.S, t.Slope = comparePairs(points)
	tiesX, tiesY := room.countTies()
	pairs := float64(t.N) * float64(t.N-1) / 2
	t.TauB = Missing(ReasonUncheckable)
	if comparable := (pairs - tiesX.pairs) * (pairs - tiesY.pairs); comparable > 0 {
		t.TauB = Known(float64(t.S) / math.Sqrt(comparable))
	}
	if t.N <= exactTrend && tiesX.pairs == 0 && tiesY.pairs == 0 {
		t.Method, t.P = MethodExact, exactKendallP(t.S, t.N)
	} else {
		t.Method, t.P = MethodNormal, normalKendallP(t.S, t.N, tiesX, tiesY)
	}
	return t
}

type point struct{ x, y float64 }

// trendRoom is what one trend after another needs.
type trendRoom struct {
	points []point
	values []float64
}

var trendRooms = sync.Pool{New: func() any { return new(trendRoom) }}

// trendPoints returns the last trendWindow usable points by x, in the room of others.
func trendPoints(room []point, x, y []float64) []point {
	from, n := 0, min(len(x), len(y))
	if slices.IsSorted(x[:n]) { // then the last ones are those of the end
		from = n
		for found := 0; from > 0 && found < trendWindow; from-- {
			if usable(x[from-1]) && usable(y[from-1]) {
				found++
			}
		}
	}
	points := slices.Grow(room[:0], n-from)
	for i := from; i < n; i++ {
		if usable(x[i]) && usable(y[i]) {
			points = append(points, point{x[i], y[i]})
		}
	}
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	return points[max(0, len(points)-trendWindow):]
}

// ties sums over the groups of t equal values in one coordinate.
type ties struct {
	pairs    float64 // Σ t(t-1)/2
	triples  float64 // Σ t(t-1)(t-2)
	variance float64 // Σ t(t-1)(2t+5)
}

func (r *trendRoom) countTies() (x, y ties) {
	r.values = sized(r.values, len(r.points))
	for i, p := range r.points {
		r.values[i] = p.x
	}
	x = tiesOf(r.values)
	for i, p := range r.points {
		r.values[i] = p.y
	}
	return x, tiesOf(r.values)
}

// tiesOf sorts values.
func tiesOf(values []float64) ties {
	slices.Sort(values)
	var sum ties
	for i := 0; i < len(values); {
		j := i
		for j < len(values) && values[j] == values[i] {
			j++
		}
		t := float64(j - i)
		sum.pairs += t * (t - 1) / 2
		sum.triples += t * (t - 1) * (t - 2)
		sum.variance += t * (t - 1) * (2*t + 5)
		i = j
	}
	return sum
}

// exactKendallP is the two-sided p of S for n distinct values: the share of orderings
// with S at least this far from zero.
func exactKendallP(s, n int) float64 {
	p := 0.0
	for _, v := range inversions[n]()[:(n*(n-1)/2-abs(s))/2+1] {
		p += v
	}
	return min(1, 2*p)
}

// inversions has for each number of distinct values what share of their orderings has 0, 1, 2 …
// inversions. They are counted once: a thousand tests may have as many runs each.
var inversions = func() (all [exactTrend + 1]func() []float64) {
	for n := range all {
		all[n] = sync.OnceValue(func() []float64 { return countInversions(n) })
	}
	return all
}()

// countInversions adds the values one at a time; the k-th brings 0 to k-1 inversions, all
// equally likely.
func countInversions(n int) []float64 {
	all := n * (n - 1) / 2
	share := make([]float64, all+1)
	share[0] = 1
	for k := 2; k <= n; k++ {
		next := make([]float64, all+1)
		for d := range k*(k-1)/2 + 1 {
			for _, v := range share[max(0, d-k+1) : d+1] {
				next[d] += v / float64(k)
			}
		}
		share = next
	}
	return share
}

func normalKendallP(s, n int, x, y ties) float64 {
	size := float64(n)
	pairs := size * (size - 1)
	variance := (pairs*(2*size+5)-x.variance-y.variance)/18 +
		2*x.pairs*y.pairs/pairs +
		x.triples*y.triples/(9*pairs*(size-2))
	if variance <= Eps {
		return 1
	}
	return min(1, 2*normalCDF(float64(1-abs(s))/math.Sqrt(variance)))
}
