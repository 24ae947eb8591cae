package recall

import (
	"fmt"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/ingest/table"
)

// measured is one run of a benchmark on one side of a lever.
type measured struct {
	row    int    // in Measurements
	basis  string // what it rests on, where that is no measurement: projected, argument-based
	lists  stat.BugLists
	recall stat.Recall
	place  table.Place
}

// side is all runs of a benchmark on one side.
type side struct{ runs []measured }

// empirical is the basis of a recall that was measured.
const empirical = "empirical"

// basis is what the side's recall rests on, where that is no measurement.
func (s side) basis() string {
	for _, m := range s.usable() {
		if m.basis != "" {
			return m.basis
		}
	}
	return ""
}

// usable are the runs that have a recall. Who changes them has to clone them.
func (s side) usable() []measured {
	if !slices.ContainsFunc(s.runs, func(m measured) bool { return !m.recall.Used.OK }) {
		return s.runs[:len(s.runs):len(s.runs)]
	}
	var out []measured
	for _, m := range s.runs {
		if m.recall.Used.OK {
			out = append(out, m)
		}
	}
	return out
}

// notComputable reports whether the log says of a run of the side that its recall cannot be
// computed, and no run has one.
func (s side) notComputable() bool {
	return len(s.usable()) == 0 && slices.ContainsFunc(s.runs, func(m measured) bool {
		return m.recall.Status == stat.RecallNotComputable
	})
}

// held are the runs that were measured, and whose lists were held against a reference list. Who
// changes them has to clone them.
func (s side) held() []measured {
	other := func(m measured) bool { return m.basis != "" || m.recall.Status == stat.RecallNotComputable }
	if !slices.ContainsFunc(s.runs, other) {
		return s.runs[:len(s.runs):len(s.runs)]
	}
	return slices.DeleteFunc(slices.Clone(s.runs), other)
}

// listSize is the size of the reference list that all runs of the side agree on; 0 when they do not.
func (s side) listSize() int {
	size := 0
	for _, m := range s.usable() {
		if size != 0 && m.recall.ListSize != size || m.recall.ListSize == 0 {
			return 0
		}
		size = m.recall.ListSize
	}
	return size
}

// single is the side's only usable run.
func (s side) single() (measured, bool) {
	u := s.usable()
	if len(u) != 1 {
		return measured{}, false
	}
	return u[0], true
}

// measurement reads one row and holds its recall against its lists.
func (c *cycle) measurement(row int) measured {
	t := &c.t.Measurements
	m := measured{row: row, place: t.Place(row), lists: stat.BugLists{Found: t.Found.At(row), Missed: t.Missed.At(row)}}
	if basis := t.Basis.At(row); basis != empirical {
		m.basis = basis
	}
	m.recall = stat.Reconcile(m.lists, t.Literal.At(row))
	if found, reported := t.FoundCount.Get(row); reported {
		m.recall = stat.ReconcileCounts(int(found), int(t.ListSize.At(row)), t.Literal.At(row))
	}
	c.checkRecall(m)
	return m
}

// checkRecall turns what does not fit into findings. Agreement is silent.
func (c *cycle) checkRecall(m measured) {
	t := &c.t.Measurements
	run, name, r := t.Cycle.At(m.row), t.Benchmark.At(m.row), m.recall
	lists := func() string { return fmt.Sprintf("%d found, %d missed", r.Found, r.Missed) }
	switch r.Status {
	case stat.RecallContradict:
		c.found.add(CodeRecall, m.place, run, name, fmt.Sprintf("%.4g from %s", r.FromLists.Value, lists()), "%s: recall %s", name, t.Literal.At(m.row))
	case stat.RecallAgreeNovel:
		c.found.add(codeNovel, m.place, run, name, fmt.Sprintf("a reference list of %d bugs", r.ListSize), "%s: recall %s with %s", name, t.Literal.At(m.row), lists())
	case stat.RecallAgreeCoarse:
		c.found.add(codeCoarse, m.place, run, name, fmt.Sprintf("%.4g from %s", r.FromLists.Value, lists()), "%s: recall %s", name, t.Literal.At(m.row))
	}
	if len(r.Overlap) > 0 {
		c.found.add(codeBothLists, m.place, run, name, "", "%s: %s", name, words.List(r.Overlap, 5))
	}
	if r.Duplicates > 0 {
		c.found.add(codeDuplicateBug, m.place, run, name, "", "%s: %d repeated", name, r.Duplicates)
	}
}

// recallOf is a side as the report gives it.
func (c *cycle) recallOf(s side, missing stat.Reason) report.Recall {
	out := report.Recall{Value: report.Missing(string(missing)), Num: metric.None(missing), Den: metric.None(missing),
		Lo: report.Missing(string(missing)), Hi: report.Missing(string(missing))}
	sum, usable := 0.0, s.usable()
	out.Runs = slices.Grow(out.Runs, len(s.runs))
	for _, m := range s.runs {
		out.Runs = append(out.Runs, c.recallRun(m))
	}
	if s.notComputable() {
		none := stat.ReasonNotComputable
		out.Value, out.Num, out.Den = report.Missing(string(none)), metric.None(none), metric.None(none)
		out.Lo, out.Hi = out.Value, out.Value
	}
	if len(usable) == 0 {
		return out
	}
	for _, m := range usable {
		sum += m.recall.Used.Value
	}
	out.Value = report.Known(sum / float64(len(usable)))
	several := stat.Reason("several_runs")
	out.Num, out.Den = metric.None(several), metric.None(several)
	out.Lo, out.Hi = report.Missing(string(several)), report.Missing(string(several))
	if m, ok := s.single(); ok {
		one := c.recallRun(m)
		out.Num, out.Den, out.Lo, out.Hi = one.Num, one.Den, one.Lo, one.Hi
	}
	return out
}

func (c *cycle) recallRun(m measured) report.RecallRun {
	r := report.RecallRun{Value: metric.Number(m.recall.Used), Status: string(m.recall.Status), Reported: metric.Number(m.recall.Reported),
		Novel: int64(m.recall.Novel), Evidence: metric.Cite(c.t, m.place), Restarts: c.t.Measurements.Restarts.At(m.row), Basis: m.basis,
		Num: metric.None(stat.ReasonNoReference), Den: metric.None(stat.ReasonNoReference),
		Lo: report.Missing(string(stat.ReasonNoReference)), Hi: report.Missing(string(stat.ReasonNoReference))}
	if n := m.recall.ListSize; n > 0 {
		share := metric.RateOf(m.recall.Num, n)
		r.Num, r.Den, r.Lo, r.Hi = report.Count(share.Num), report.Count(share.Den), share.Lo, share.Hi
	}
	if m.basis != "" { // an interval is about what was measured
		r.Lo, r.Hi = report.Missing(string(stat.ReasonNotMeasured)), report.Missing(string(stat.ReasonNotMeasured))
	}
	if m.recall.Status == stat.RecallNotComputable {
		lists := m.lists.Distinct()
		r.Found, r.Missed = lists.Found, lists.Missed
		r.FoundCount = max(int64(len(r.Found)), c.t.Measurements.FoundCount.At(m.row))
	}
	c.links.describe(m.row, &r)
	return r
}

// resultOf is what one bug came to in the run. One that both lists name is neither.
func (m measured) resultOf(bug string) stat.Result {
	found, missed := slices.Contains(m.lists.Found, bug), slices.Contains(m.lists.Missed, bug)
	switch {
	case found && !missed:
		return stat.Found
	case missed && !found:
		return stat.Missed
	}
	return stat.Unknown
}

// mentions calls yield once for each bug that the run found or missed. A bug that both
// lists name is neither.
func (m measured) mentions(yield func(bug string, r stat.Result)) {
	const both = stat.Missed + 1
	said := make(map[string]stat.Result, len(m.lists.Found)+len(m.lists.Missed))
	for _, id := range m.lists.Found {
		said[id] = stat.Found
	}
	for _, id := range m.lists.Missed {
		if r := said[id]; r == stat.Found || r == both {
			said[id] = both
		} else {
			said[id] = stat.Missed
		}
	}
	for _, ids := range [][]string{m.lists.Found, m.lists.Missed} {
		for _, id := range ids {
			if r := said[id]; id != "" && (r == stat.Found || r == stat.Missed) {
				yield(id, r)
			}
			delete(said, id) // a list may name it twice
		}
	}
}

// results is what each bug came to in each run, oldest first, for one benchmark.
func results(runs []measured) (bugs []string, histories map[string][]stat.Result) {
	histories = map[string][]stat.Result{}
	for i, m := range runs {
		note := func(ids []string, r stat.Result) {
			for _, id := range ids {
				if slices.Contains(m.recall.Overlap, id) || id == "" {
					continue
				}
				of := histories[id]
				if of == nil {
					of = make([]stat.Result, len(runs)) // all unknown
					histories[id] = of
					bugs = append(bugs, id)
				}
				of[i] = r
			}
		}
		note(m.lists.Found, stat.Found)
		note(m.lists.Missed, stat.Missed)
	}
	slices.Sort(bugs)
	return bugs, histories
}
