package stat

// BenchmarkRecall is one benchmark's mean recall on both sides.
type BenchmarkRecall struct {
	Pre, Post Number
	ListSize  int // bugs in the reference list; 0 if unknown or not the same in all runs
}

// Averages are the two ways to average recall over benchmarks. Each value is in
// 0..1, Delta in points, and not OK if no benchmark entered it.
type Averages struct {
	Macro Average // each benchmark counts once
	Micro Average // each bug counts once

	Used     []int // indexes of the benchmarks with both sides
	Excluded []int // the others
	NoWeight []int // those of Used that Micro leaves out, for want of a list size
}

// Average is a mean recall before and after, and the difference.
type Average struct {
	Pre, Post, Delta Number
}

// Mixed reports whether the two averages move in opposite directions, as when small
// benchmarks get better and large ones worse.
func (a Averages) Mixed() bool {
	macro, micro := a.Macro.Delta, a.Micro.Delta
	if !macro.OK || !micro.OK {
		return false
	}
	return macro.Value > Eps && micro.Value < -Eps || macro.Value < -Eps && micro.Value > Eps
}

// AverageRecall averages over the benchmarks that have both sides. Macro is the mean
// of their recalls, Micro the mean weighted by the size of the reference list.
func AverageRecall(benchmarks []BenchmarkRecall) Averages {
	var a Averages
	var macro, micro weightedMean
	for i, b := range benchmarks {
		if !b.Pre.OK || !b.Post.OK {
			a.Excluded = append(a.Excluded, i)
			continue
		}
		a.Used = append(a.Used, i)
		macro.add(b, 1)
		if b.ListSize < 1 {
			a.NoWeight = append(a.NoWeight, i)
			continue
		}
		micro.add(b, float64(b.ListSize))
	}
	a.Macro, a.Micro = macro.average(), micro.average()
	return a
}

type weightedMean struct {
	pre, post, weight float64
}

func (m *weightedMean) add(b BenchmarkRecall, weight float64) {
	m.pre += weight * b.Pre.Value
	m.post += weight * b.Post.Value
	m.weight += weight
}

func (m weightedMean) average() Average {
	if m.weight == 0 {
		none := Missing(ReasonNoData)
		return Average{Pre: none, Post: none, Delta: none}
	}
	pre, post := m.pre/m.weight, m.post/m.weight
	return Average{Pre: Known(pre), Post: Known(post), Delta: Known(post - pre)}
}
