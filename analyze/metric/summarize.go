package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// Summarize sums every metric up over its systems and its groups.
func Summarize(metrics []*Metric, samples *Samples) []report.MetricResult {
	out := make([]report.MetricResult, len(metrics))
	parallel.Each(len(metrics), func(i int) {
		m, r := metrics[i], &out[i]
		*r = report.MetricResult{Name: m.Name, Title: m.Title, Unit: string(m.Unit), Better: string(m.Better), Doc: m.Doc, Section: m.Section}
		r.Systems = samples.summarize(m, func(s StepName) StepName { return StepName{System: s.System} })
		r.Groups = samples.summarize(m, nil)
	})
	return out
}

// MaxEvidence is how many places a group cites; the tables hold all of them.
const MaxEvidence = 5

// summarize groups the samples of a metric by what their names have in common and sums up each
// group, worst first. group is the name of the group of a name; nil: each is one of its own.
func (s *Samples) summarize(m *Metric, group func(StepName) StepName) []report.Group {
	c := s.Of(m)
	of, groups := s.grouped(c, group)
	if len(groups) == 0 {
		return nil
	}
	sizes := c.cite(groups, of)
	switch m.Kind {
	case Rate:
		c.sumRates(groups, of, sizes)
	case Distribution:
		c.sumDistributions(groups, of, sizes)
	case Categorical:
		c.sumCategories(groups, of, sizes)
	}
	worstFirst(m, groups)
	return groups
}

// grouped are the groups of the samples in the order in which they first come, and the group
// of each name that a sample has.
func (s *Samples) grouped(c *Column, group func(StepName) StepName) (of []int32, groups []report.Group) {
	of = make([]int32, len(s.names))
	for i := range of {
		of[i] = -1
	}
	known := map[StepName]int32{}
	var names []int32 // the first of each group
	for i := range c.Len() {
		name := c.name[i]
		if of[name] >= 0 {
			continue
		}
		at := int32(len(names))
		if group != nil { // else no other name is of the group: a test in a large report is one
			k := group(s.names[name])
			if first, seen := known[k]; seen {
				of[name] = first
				continue
			}
			known[k] = at
		}
		names = append(names, name)
		of[name] = at
	}
	groups = make([]report.Group, len(names))
	for i, name := range names {
		k := s.names[name]
		if group != nil {
			k = group(k)
		}
		groups[i] = report.Group{System: k.System, Subject: k.Subject, Step: k.Step}
	}
	return of, groups
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

// cite gives each group its first places, and says how many samples it has.
func (c *Column) cite(groups []report.Group, of []int32) (sizes []int) {
	sizes = make([]int, len(groups))
	for _, name := range c.name {
		sizes[of[name]]++
	}
	cited := 0
	for _, n := range sizes {
		cited += min(n, MaxEvidence)
	}
	room := make([]report.Evidence, cited)
	for g, n := range sizes {
		n = min(n, MaxEvidence)
		groups[g].Evidence, room = room[:0:n], room[n:]
	}
	for i, name := range c.name {
		if g := &groups[of[name]]; len(g.Evidence) < cap(g.Evidence) {
			g.Evidence = append(g.Evidence, Cite(c.of.t, c.place(i)))
		}
	}
	return sizes
}

func (c *Column) sumRates(groups []report.Group, of []int32, sizes []int) {
	hits := make([]int, len(groups))
	for i, hit := range c.hit {
		if hit {
			hits[of[c.name[i]]]++
		}
	}
	rates := make([]report.Rate, len(groups))
	for g := range groups {
		rates[g] = RateOf(hits[g], sizes[g])
		groups[g].Rate = &rates[g]
	}
}

func (c *Column) sumDistributions(groups []report.Group, of []int32, sizes []int) {
	room := c.of.t.Room.Like()
	defer room.Close()
	values, next := spill.Make[float64](room, c.Len()), make([]int, len(groups))
	at := 0
	for g, n := range sizes {
		next[g] = at
		at += n
	}
	for i, v := range c.value {
		g := of[c.name[i]]
		values[next[g]] = v
		next[g]++
	}
	spreads := make([]report.Distribution, len(groups))
	for g, n := range sizes {
		spreads[g] = distributionOf(values[next[g]-n : next[g]])
		groups[g].Distribution = &spreads[g]
	}
}

func (c *Column) sumCategories(groups []report.Group, of []int32, sizes []int) {
	type in struct {
		group    int32
		category string
	}
	counts := map[in]int{}
	names := make([][]string, len(groups))
	for i, w := range c.word {
		k := in{of[c.name[i]], c.of.words[w].category}
		if counts[k] == 0 {
			names[k.group] = append(names[k.group], k.category)
		}
		counts[k]++
	}
	for g := range groups {
		count := func(category string) int { return counts[in{int32(g), category}] }
		slices.SortFunc(names[g], func(x, y string) int { return cmp.Or(cmp.Compare(count(y), count(x)), strings.Compare(x, y)) })
		for _, n := range names[g] {
			groups[g].Categories = append(groups[g].Categories, report.Share{Category: n, Rate: RateOf(count(n), sizes[g])})
		}
	}
}

// worstFirst sorts groups, no two of which have one name: the worst first, then by name.
func worstFirst(m *Metric, groups []report.Group) {
	bad := make([]float64, len(groups))
	for i := range groups {
		switch g := &groups[i]; {
		case m.Kind == Rate && m.Better == Lower:
			bad[i] = g.Rate.Value.Value
		case m.Kind == Rate && m.Better == Higher:
			bad[i] = -g.Rate.Value.Value
		case m.Kind == Distribution:
			bad[i] = g.Distribution.P50.Value
		}
	}
	sortLarge(groups, func(i, j int32) int {
		if by := cmp.Compare(bad[j], bad[i]); by != 0 {
			return by
		}
		x, y := &groups[i], &groups[j]
		return cmp.Or(strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
	})
}
