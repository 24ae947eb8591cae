package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit/spill"
)

// tally is the samples of a metric in groups.
type tally struct {
	column *Column
	of     []int32 // the group of each name
	sizes  []int   // of the groups
}

// sums are what the groups of a metric come to.
type sums struct {
	bad  []float64                                    // of each group; the higher, the earlier it is listed
	fill func(groups []report.Group, numbers []int32) // gives groups with these numbers what they come to
}

// sums sums the groups up. most is how many of them will be filled at most.
func (t *tally) sums(m *Metric, most int) sums {
	switch m.Kind {
	case Rate:
		return t.rates(m.Better)
	case Distribution:
		return t.distributions(most)
	default:
		return sums{make([]float64, len(t.sizes)), t.categories}
	}
}

func (t *tally) rates(better Better) sums {
	hits, bad := make([]int32, len(t.sizes)), make([]float64, len(t.sizes))
	for i, hit := range t.column.hit {
		if hit {
			hits[t.of[t.column.name[i]]]++
		}
	}
	for g, n := range t.sizes {
		switch better {
		case Lower:
			bad[g] = float64(hits[g]) / float64(n)
		case Higher:
			bad[g] = -float64(hits[g]) / float64(n)
		}
	}
	return sums{bad, func(groups []report.Group, numbers []int32) {
		rates := make([]report.Rate, len(groups))
		for i, g := range numbers {
			rates[i] = RateOf(int(hits[g]), t.sizes[g])
			groups[i].Rate = &rates[i]
		}
	}}
}

func (t *tally) distributions(most int) sums {
	c, next, at := t.column, make([]int, len(t.sizes)), 0
	for g, n := range t.sizes {
		next[g] = at
		at += n
	}
	room := c.of.t.Room.Like()
	values := spill.Make[float64](room, c.Len())
	for i, v := range c.value {
		g := t.of[c.name[i]]
		values[next[g]] = v
		next[g]++
	}
	own := func(g int) []float64 { return values[next[g]-t.sizes[g] : next[g]] }
	bad := make([]float64, len(t.sizes))
	if len(bad) <= most {
		all := make([]report.Distribution, len(bad))
		for g := range all {
			all[g] = distributionOf(own(g))
			bad[g] = all[g].P50.Value
		}
		room.Close()
		return sums{bad, func(groups []report.Group, numbers []int32) {
			for i, g := range numbers {
				groups[i].Distribution = &all[g]
			}
		}}
	}
	var scratch []float64 // since the order of the values decides how their sum is rounded
	for g := range bad {
		scratch = append(scratch[:0], own(g)...)
		bad[g] = stat.SummarizeInPlace(scratch).P50.Value
	}
	return sums{bad, func(groups []report.Group, numbers []int32) {
		defer room.Close()
		first := make([]report.Distribution, len(groups))
		for i, g := range numbers {
			first[i] = distributionOf(own(int(g)))
			groups[i].Distribution = &first[i]
		}
	}}
}

func (t *tally) categories(groups []report.Group, numbers []int32) {
	type in struct {
		group    int32
		category string
	}
	counts := map[in]int{}
	names := make([][]string, len(t.sizes))
	for i, w := range t.column.word {
		k := in{t.of[t.column.name[i]], t.column.of.words[w].category}
		if counts[k] == 0 {
			names[k.group] = append(names[k.group], k.category)
		}
		counts[k]++
	}
	for i, g := range numbers {
		count := func(category string) int { return counts[in{g, category}] }
		slices.SortFunc(names[g], func(x, y string) int { return cmp.Or(cmp.Compare(count(y), count(x)), strings.Compare(x, y)) })
		for _, n := range names[g] {
			groups[i].Categories = append(groups[i].Categories, report.Share{Category: n, Rate: RateOf(count(n), t.sizes[g])})
		}
	}
}

// cite gives groups with these numbers their first places.
func (t *tally) cite(groups []report.Group, numbers []int32) {
	c, place, cited := t.column, make([]int32, len(t.sizes)), 0 // of each group among these, counted from 1
	for i, g := range numbers {
		place[g] = int32(i) + 1
		cited += min(t.sizes[g], MaxEvidence)
	}
	room := make([]report.Evidence, cited)
	for i, g := range numbers {
		n := min(t.sizes[g], MaxEvidence)
		groups[i].Evidence, room = room[:0:n], room[n:]
	}
	for i, name := range c.name {
		at := place[t.of[name]]
		if at == 0 {
			continue
		}
		if g := &groups[at-1]; len(g.Evidence) < cap(g.Evidence) {
			g.Evidence = append(g.Evidence, Cite(c.of.t, c.place(i)))
		}
	}
}
