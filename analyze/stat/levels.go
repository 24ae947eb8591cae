package stat

import (
	"cmp"
	"math"
	"slices"
)

const (
	// MaxCorrelation is the lag-1 autocorrelation up to which single values are shuffled;
	// above it blocks are.
	MaxCorrelation = 0.2
	// enough is the count of shuffles at least as clear from which on p > Alpha is certain.
	enough = 50
)

// MethodBlocks marks a p from shuffles of blocks of values, which keep the
// autocorrelation of the series.
const MethodBlocks Method = "blocks"

// Level is a change of level in a long series, as found by [FindLevels].
type Level struct {
	ChangePoint
	Correlation float64 // lag-1 autocorrelation of the residuals about the two means
	Block       int     // length of the blocks that were shuffled, 1 for single values
	// Tail is the p by which many series are compared. P cannot be below 1/1000, which no
	// correction for more than 50 series lets pass; Tail continues it with a tail fitted to
	// the shuffles where at most ten of them are as clear as the series.
	Tail float64
	// Shift is the difference between the two sides by Hodges and Lehmann, with its interval,
	// widened by sqrt((1+r)/(1-r)) under an autocorrelation of r > MaxCorrelation.
	Shift Shift
}

// FindLevels looks for changes of level in a long series, oldest first, like [FindChanges],
// with three differences. Where the residuals about the two means of the best split have a
// lag-1 autocorrelation r above [MaxCorrelation], blocks of ceil(n^(1/3))+1 neighbours are
// shuffled instead of single values (the last block may be shorter). Shuffling stops once
// P > Alpha is certain; P is then (1+count)/(1+shuffles so far). And a change needs
// accept(change) instead of a fixed floor: durations are logs here, with floors in per cent
// and seconds. accept is asked before P is known, since P is what takes long.
//
// The first result is the search over the whole series; its Tail is the series' p in a
// family of series. The second are the accepted changes by Index.
//
// Source: blocks as in H. R. Künsch, Annals of Statistics 17 (1989); the tail as in T. A.
// Knijnenburg et al., "Fewer permutations, more accurate P-values", Bioinformatics 25
// (2009).
func FindLevels(series []float64, accept func(Level) bool) (Level, []Level) {
	whole := newLevelSearch(series)
	whole.test()
	var found []Level
	whole.split(series, accept, &found)
	whole.release()
	slices.SortFunc(found, func(a, b Level) int { return cmp.Compare(a.Index, b.Index) })
	for i := range found {
		from, to := 0, len(series)
		if i > 0 {
			from = found[i-1].Index
		}
		if i+1 < len(found) {
			to = found[i+1].Index
		}
		found[i].measure(series[from:found[i].Index], series[found[i].Index:to])
	}
	return whole.Level, found
}

// measure sets the means and the shift between the levels next to a change, once all
// changes are known.
func (l *Level) measure(before, after []float64) {
	l.MeanBefore, l.MeanAfter = mean(before), mean(after)
	l.Step = l.MeanAfter - l.MeanBefore
	l.Shift = HodgesLehmann(before, after)
	if l.Correlation > MaxCorrelation {
		l.Shift.Lo = Widened(Known(l.Shift.Lo), l.Shift.Value, l.Correlation).Value
		l.Shift.Hi = Widened(Known(l.Shift.Hi), l.Shift.Value, l.Correlation).Value
		l.Shift.Approximate = true
	}
}

// Widened is a limit of an interval of independent values around the estimate, moved away from
// it for values of a lag-1 autocorrelation above [MaxCorrelation]: by sqrt((1+r)/(1-r)), the
// ratio of the standard errors of a mean.
func Widened(limit Number, estimate, correlation float64) Number {
	if r := min(correlation, 0.95); limit.OK && r > MaxCorrelation {
		return Known(estimate + math.Sqrt((1+r)/(1-r))*(limit.Value-estimate))
	}
	return limit
}

// levelSearch is the search of one part of a series.
type levelSearch struct {
	Level
	energy  *energy
	classes []int
	tested  bool // P and Tail are known
}

// newLevelSearch finds the best split of a part, without P and Tail.
func newLevelSearch(series []float64) *levelSearch {
	s := &levelSearch{}
	s.Block, s.Tail = 1, 1
	if s.ChangePoint, s.energy, s.classes = bestChange(series); s.Status != ChangeOK {
		return s
	}
	s.Correlation = lagOne(series, s.Index)
	switch {
	case s.N <= enumerateTo:
		s.Method = MethodExact
	case s.Correlation > MaxCorrelation:
		s.Method = MethodBlocks
		s.Block = int(math.Ceil(math.Cbrt(float64(s.N))-Eps)) + 1
	default:
		s.Method = MethodPermutation
	}
	return s
}

// test finds P and Tail.
func (s *levelSearch) test() {
	switch {
	case s.Status != ChangeOK || s.tested:
	case s.Method == MethodExact:
		s.P = s.energy.exactP(s.classes, s.Q)
		s.Tail = s.P
	default:
		s.P, s.Tail = s.energy.levelP(s.classes, s.Q, s.Block)
	}
	s.tested = true
}

// split adds the change that was found, if it is one, and searches both sides of it.
func (s *levelSearch) split(series []float64, accept func(Level) bool, found *[]Level) {
	if s.Status != ChangeOK || !accept(s.Level) {
		return
	}
	if s.test(); s.P > Alpha+Eps {
		return
	}
	*found = append(*found, s.Level)
	for _, part := range [2][2]int{{s.From, s.Index}, {s.Index, s.From + s.N}} {
		next := newLevelSearch(series[part[0]:part[1]])
		next.From += part[0]
		next.Index += part[0]
		next.split(series, accept, found)
		next.release()
	}
}

// release gives the lists of the search to the next one.
func (s *levelSearch) release() {
	if s.energy != nil {
		energies.Put(s.energy)
	}
	s.energy, s.classes = nil, nil
}

// lagOne is the autocorrelation at lag 1 of the residuals about the means of the two
// sides of a split; 0 without variance.
func lagOne(series []float64, split int) float64 {
	before, after := mean(series[:split]), mean(series[split:])
	residuals := make([]float64, len(series))
	for i, v := range series {
		residuals[i] = v - after
		if i < split {
			residuals[i] = v - before
		}
	}
	return correlation(residuals)
}

// correlation is the autocorrelation at lag 1 of residuals; 0 without variance.
func correlation(residuals []float64) float64 {
	last, sum, squares := 0.0, 0.0, 0.0
	for i, v := range residuals {
		if i > 0 {
			sum += last * v
		}
		squares += v * v
		last = v
	}
	if squares <= Eps*Eps {
		return 0
	}
	return sum / squares
}

// levelP returns P and Tail of a split of the given clearness.
func (e *energy) levelP(classes []int, observed float64, block int) (p, tail float64) {
	if len(e.values) == 1 { // all orders of equal values are the same
		return 1, 1
	}
	generator := splitMix(shuffleSeed)
	e.order, e.shifted = sized(e.order, len(classes)), sized(e.shifted, (len(classes)+block-1)/block)
	order, blocks := e.order, e.shifted
	e.best = slices.Grow(e.best[:0], shuffles)
	best := e.best
	count := 0
	for len(best) < shuffles && count < enough {
		if block == 1 {
			copy(order, classes)
			generator.shuffle(order)
		} else {
			generator.shuffleBlocks(order, classes, blocks, block)
		}
		_, q := e.bestSplit(order, minSegment)
		best = append(best, q)
		if q >= observed-slack(observed) {
			count++
		}
	}
	p = float64(1+count) / float64(1+len(best))
	if len(best) < shuffles || count > 10 {
		return p, p
	}
	slices.Sort(best)
	t := TopTail(best, len(best), len(best)/10)
	return p, min(p, max(t.P(observed), math.SmallestNonzeroFloat64))
}

// shuffleBlocks fills order with the blocks of classes in a random order.
func (s *splitMix) shuffleBlocks(order, classes, blocks []int, length int) {
	for i := range blocks {
		blocks[i] = i
	}
	s.shuffle(blocks)
	at := 0
	for _, b := range blocks {
		at += copy(order[at:], classes[b*length:min((b+1)*length, len(classes))])
	}
}
