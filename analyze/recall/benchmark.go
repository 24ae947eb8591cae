package recall

import (
	"cmp"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// compared is one benchmark of one cycle while it is worked out.
type compared struct {
	name          string
	pinned        bool
	pre, post     side
	row           report.Benchmark
	delta         stat.Number
	reportedClass stat.DeltaClass // by the recalls as the log states them
	pairs         stat.Pairs
	test          stat.Paired
	p             stat.Number
}

// compare works out one benchmark: delta, class, lost and gained bugs, test and
// interval. What depends on the other benchmarks of the cycle comes later.
func (x *cycle) compare(c *compared) {
	c.row = report.Benchmark{Benchmark: c.name, Pinned: c.pinned,
		RunsPre: int64(len(c.pre.usable())), RunsPost: int64(len(c.post.usable())),
		RecallPre: x.recallOf(c.pre, stat.ReasonMissingPre), RecallPost: x.recallOf(c.post, stat.ReasonMissingPost),
		Lost: []string{}, Gained: []string{}, Unpaired: []string{}, LessOften: []string{}, MoreOften: []string{}}
	c.delta = deltaOf(c.pre, c.post)
	if !c.delta.OK && (c.pre.notComputable() || c.post.notComputable()) {
		c.delta = stat.Missing(stat.ReasonNotComputable)
	}
	class, atFloor := stat.Classify(c.delta, x.floor)
	c.row.Delta, c.row.Class, c.row.AtFloor = metric.Number(c.delta), string(class), atFloor
	c.reportedClass, _ = stat.Classify(c.reportedDelta(), x.floor)
	c.row.OneBug = metric.Number(stat.OneBug(c.listSize()))
	missing := stat.Missing(c.delta.Reason)
	if c.delta.OK {
		missing = stat.Missing(stat.ReasonNoReference)
	}
	c.p = missing
	c.row.DeltaLo, c.row.DeltaHi, c.row.PExact, c.row.MinAttainableP = metric.Number(missing), metric.Number(missing), metric.Number(missing), metric.Number(missing)
	if !c.delta.OK {
		return
	}
	pre, onePre := c.pre.single()
	post, onePost := c.post.single()
	if onePre && onePost {
		c.pair(pre, post)
	} else {
		c.repeats()
	}
	if c.row.Basis = cmp.Or(c.post.basis(), c.pre.basis()); c.row.Basis != "" {
		missing = stat.Missing(stat.ReasonNotMeasured)
		c.p = missing
		c.row.DeltaLo, c.row.DeltaHi, c.row.PExact, c.row.MinAttainableP = metric.Number(missing), metric.Number(missing), metric.Number(missing), metric.Number(missing)
	}
	c.row.Displacement = len(c.row.Lost) > 0 && len(c.row.Gained) > 0
}

// deltaOf counts in whole bugs where there is one run a side, so that no rounding
// moves a delta across the floor.
func deltaOf(pre, post side) stat.Number {
	x, okPre := pre.single()
	y, okPost := post.single()
	if okPre && okPost && x.recall.ListSize > 0 && y.recall.ListSize > 0 {
		return stat.DeltaOf(stat.Fraction{Num: x.recall.Num, Den: x.recall.ListSize}, stat.Fraction{Num: y.recall.Num, Den: y.recall.ListSize})
	}
	return stat.MeanDelta(recalls(pre), recalls(post))
}

// reportedDelta is the delta of the recalls as the log states them; a run that states
// none, or no share, counts by its lists.
func (c *compared) reportedDelta() stat.Number {
	reported := func(s side) []float64 {
		var out []float64
		for _, m := range s.usable() {
			r := m.recall.Reported
			if !r.OK || r.Value < 0 || r.Value > 1 {
				r = m.recall.Used
			}
			out = append(out, r.Value)
		}
		return out
	}
	return stat.MeanDelta(reported(c.pre), reported(c.post))
}

// classDiffers reports whether the recalls that the log states put the benchmark into
// another class than its bug lists do.
func (c *compared) classDiffers() bool {
	return c.delta.OK && c.reportedClass != stat.DeltaClass(c.row.Class)
}

// contradicted reports whether the lists of some run contradict its recall.
func (c *compared) contradicted() bool {
	contradicts := func(m measured) bool { return m.recall.Status == stat.RecallContradict }
	return slices.ContainsFunc(c.pre.runs, contradicts) || slices.ContainsFunc(c.post.runs, contradicts)
}

func recalls(s side) []float64 {
	var out []float64
	for _, m := range s.usable() {
		out = append(out, m.recall.Used.Value)
	}
	return out
}

// listSize is the size of the reference list that both sides agree on; the side that has one, when only one
// was measured; else 0.
func (c *compared) listSize() int {
	pre, post := c.pre.listSize(), c.post.listSize()
	switch {
	case pre == post, len(c.post.usable()) == 0:
		return pre
	case len(c.pre.usable()) == 0:
		return post
	}
	return 0
}

// pair compares two single runs bug by bug.
func (c *compared) pair(pre, post measured) {
	d := stat.Displace(pre.lists, post.lists)
	c.pairs = d.Pairs
	if n := c.trustedListSize(); d.Pairs.N() > 0 && n > 0 {
		c.pairs = d.Pairs.WithListSize(n)
	}
	c.row.NPairs = int64(c.pairs.N())
	c.row.Lost, c.row.Gained = metric.NotNil(d.Lost), metric.NotNil(d.Gained)
	c.row.Unpaired = metric.NotNil(slices.Sorted(slices.Values(append(slices.Clone(d.PreOnly), d.PostOnly...))))
	if c.pairs.N() == 0 {
		return
	}
	c.test = stat.PairedTest(c.pairs.Lost, c.pairs.Gained)
	c.p = stat.Known(c.test.P)
	c.row.PExact, c.row.MinAttainableP = report.Known(c.test.P), report.Known(c.test.MinAttainableP)
	if ci := stat.PairedInterval(c.pairs); ci.OK {
		c.row.DeltaLo, c.row.DeltaHi = report.Known(ci.Lo), report.Known(ci.Hi)
	}
}

// trustedListSize is the size of the reference list if the recall of every run agrees with one
// of that size, else 0.
func (c *compared) trustedListSize() int {
	for _, s := range []side{c.pre, c.post} {
		for _, m := range s.usable() {
			if m.recall.Status != stat.RecallAgree && m.recall.Status != stat.RecallAgreeNovel {
				return 0
			}
		}
	}
	return c.listSize()
}

// repeats compares several runs a side: a bug is lost when every run before found
// it and none after did.
func (c *compared) repeats() {
	before, pre := results(c.pre.usable())
	after, post := results(c.post.usable())
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(before, after))))
	var bugs []stat.RepeatedBug
	for _, id := range all {
		b := stat.RepeatedBug{Pre: share(pre[id]), Post: share(post[id])}
		bugs = append(bugs, b)
		switch b.Move() {
		case stat.MoveLost:
			c.row.Lost = append(c.row.Lost, id)
		case stat.MoveGained:
			c.row.Gained = append(c.row.Gained, id)
		case stat.MoveLessOften:
			c.row.LessOften = append(c.row.LessOften, id)
		case stat.MoveMoreOften:
			c.row.MoreOften = append(c.row.MoreOften, id)
		case stat.MoveUnpaired:
			c.row.Unpaired = append(c.row.Unpaired, id)
		}
	}
	test := stat.SignFlip(bugs)
	c.row.NPairs = int64(test.Bugs)
	if n := c.trustedListSize(); test.Bugs > 0 && n > 0 {
		c.row.NPairs = int64(n)
	}
	c.test = stat.PairedTest(len(c.row.Lost), len(c.row.Gained))
	c.p = test.P
	c.row.PExact = metric.Number(test.P)
	several := report.Missing("several_runs")
	c.row.DeltaLo, c.row.DeltaHi, c.row.MinAttainableP = several, several, several
}

// share is in how many of the runs that mention it a bug was found.
func share(history []stat.Result) stat.Fraction {
	var f stat.Fraction
	for _, r := range history {
		switch r {
		case stat.Found:
			f.Num++
			f.Den++
		case stat.Missed:
			f.Den++
		}
	}
	return f
}
