package metric

import (
	"cmp"
	"math"
	"slices"

	"runreport/analyze/report"
	"runreport/unit/parallel"
)

// Summarize sums every metric up over its systems and its groups. Of its groups the first report.MaxList are there,
// which are all that summary.json may list, unless other passes need all (see Kept).
func Summarize(metrics []*Metric, samples *Samples) []report.MetricResult {
	out := make([]report.MetricResult, len(metrics))
	parallel.Each(len(metrics), func(i int) {
		m, r := metrics[i], &out[i]
		*r = report.MetricResult{Name: m.Name, Title: m.Title, Unit: string(m.Unit), Better: string(m.Better), Doc: m.Doc, Section: m.Section}
		r.Systems, _ = samples.summarize(m, func(s StepName) StepName { return StepName{System: s.System} }, math.MaxInt)
		most := report.MaxList
		if m.Groups != keptIfListed || m.Kind == Categorical { // of which pages count the rows
			most = math.MaxInt
		}
		r.Groups, r.Further = samples.summarize(m, nil, most)
	})
	return out
}

// LetGo lets go of groups that nobody needs after the families of numbers were made, and that summary.json does not
// list.
func LetGo(metrics []*Metric, results []report.MetricResult) {
	for i := range results {
		if r := &results[i]; metrics[i].Groups == keptUntilFamilies && len(r.Groups) > report.MaxList {
			r.Further += int64(len(r.Groups) - report.MaxList)
			r.Groups = copied(r.Groups[:report.MaxList])
		}
	}
}

// copied are the groups in memory of their own.
func copied(groups []report.Group) []report.Group {
	groups = slices.Clone(groups)
	for i := range groups {
		g := &groups[i]
		if g.Rate != nil {
			rate := *g.Rate
			g.Rate = &rate
		}
		if g.Distribution != nil {
			spread := *g.Distribution
			g.Distribution = &spread
		}
		g.Evidence = slices.Clone(g.Evidence)
	}
	return groups
}

// MaxEvidence is how many places a group cites; the tables hold all of them.
const MaxEvidence = 5

// summarize groups the samples of a metric by what their names have in common and sums up the first groups, worst first.
// group is the name of the group of a name; nil: each is one of its own. most is how many groups are wanted, and
// further how many there are beyond these.
func (s *Samples) summarize(m *Metric, group func(StepName) StepName, most int) (groups []report.Group, further int64) {
	c := s.Of(m)
	of, first := s.grouped(c, group)
	if len(first) == 0 {
		return nil, 0
	}
	nameOf := func(g int32) StepName {
		k := s.names[first[g]]
		if group != nil {
			k = group(k)
		}
		return k
	}
	sizes := make([]int, len(first))
	for _, name := range c.name {
		sizes[of[name]]++
	}
	t := tally{column: c, of: of, sizes: sizes}
	sums := t.sums(m, most)
	order := firstOf(len(first), most, func(i, j int32) int {
		if by := cmp.Compare(sums.bad[j], sums.bad[i]); by != 0 {
			return by
		}
		return nameOf(i).compare(nameOf(j)) // no two groups have one name
	})
	groups = make([]report.Group, len(order))
	for at, g := range order {
		k := nameOf(g)
		groups[at] = report.Group{System: k.System, Subject: k.Subject, Step: k.Step}
	}
	sums.fill(groups, order)
	t.cite(groups, order)
	return groups, int64(len(first) - len(order))
}

// grouped are the groups of the samples in the order in which they first come, each as the first name of it, and the
// group of each name that a sample has.
func (s *Samples) grouped(c *Column, group func(StepName) StepName) (of, first []int32) {
	if c.Len() == 0 { // as of most metrics, where a large report has a million names
		return nil, nil
	}
	of = make([]int32, len(s.names))
	for i := range of {
		of[i] = -1
	}
	known := map[StepName]int32{}
	for i := range c.Len() {
		name := c.name[i]
		if of[name] >= 0 {
			continue
		}
		at := int32(len(first))
		if group != nil { // else no other name is of the group: a test in a large report is one
			k := group(s.names[name])
			if same, seen := known[k]; seen {
				of[name] = same
				continue
			}
			known[k] = at
		}
		first = append(first, name)
		of[name] = at
	}
	return of, first
}

// overall is the rate of a metric over all systems.
func overall(results []report.MetricResult, m *Metric) report.Rate {
	hits, n := int64(0), int64(0)
	for _, s := range Find(results, m).Systems {
		hits, n = hits+s.Rate.Num, n+s.Rate.Den
	}
	return RateOf(int(hits), int(n))
}

// ratesBySystem gives the rate of a metric in each system, 0 of 0 where it has no samples.
func ratesBySystem(results []report.MetricResult, m *Metric) func(system string) report.Rate {
	groups := Find(results, m).Systems
	return func(system string) report.Rate {
		i := slices.IndexFunc(groups, func(g report.Group) bool { return g.System == system })
		if i < 0 {
			return RateOf(0, 0)
		}
		return *groups[i].Rate
	}
}
