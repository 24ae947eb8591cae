package recall

import (
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// noise pools the spread of repeats of one setup, in this cycle and from others.
func (c *cycle) noise(repeats []stat.RepeatGroup) stat.Noise {
	var groups []stat.RepeatGroup
	var histories [][]stat.Result
	pre, post := c.usableRuns()
	for _, b := range c.benchmarks {
		for _, s := range []side{b.pre, b.post} {
			runs := s.usable()
			if len(runs) < 2 || s.basis() != "" {
				continue
			}
			groups = append(groups, stat.RepeatGroup{Recalls: recalls(s), ListSize: s.listSize()})
			ids, all := results(runs)
			for _, id := range ids {
				histories = append(histories, all[id])
			}
		}
	}
	groups = append(groups, repeats...)
	n := stat.RunNoise(groups)
	flips := stat.FlipRate(histories)
	out := report.Noise{SD: report.Missing(string(stat.ReasonNotMeasured)), DF: int64(n.DF), Status: string(n.Status()),
		Band95: metric.Number(n.Band95(pre, post)), MDD80: metric.Number(n.MDD80(pre, post)),
		FlipRate: metric.RateOf(flips.Num, flips.Den)}
	if n.DF > 0 {
		out.SD = report.Known(n.SD)
	}
	c.out.Noise = out
	return n
}

// usableRuns is how many runs with a recall the comparison with the narrowest band has on each
// side, one each without a comparison: what the cycle's band of noise is of. Counts of two
// benchmarks are not mixed: two runs against one and one against two are no two against two.
func (c *cycle) usableRuns() (pre, post int) {
	pre, post = 1, 1
	for _, b := range c.benchmarks {
		x, y := len(b.pre.usable()), len(b.post.usable())
		if x > 0 && y > 0 && 1/float64(x)+1/float64(y) < 1/float64(pre)+1/float64(post)-stat.Eps {
			pre, post = x, y
		}
	}
	return pre, post
}

// controlsAcrossCycles takes a benchmark's single runs before the lever, in different
// cycles, as repeats of one setup, as long as the size of the reference list and the version
// of the program stay the same (one that no log tells is one of its own) and no lever
// was shipped in between. Whether the setup really was one, only the caller can know:
// it is off unless asked for.
func controlsAcrossCycles(cycles []*cycle, links *Links) []stat.RepeatGroup {
	type setup struct {
		benchmark, version string
		reference          int
	}
	var groups []stat.RepeatGroup
	at := map[setup]int{} // → its current group
	for _, c := range cycles {
		for _, b := range c.benchmarks {
			m, ok := b.pre.single()
			if !ok || m.basis != "" {
				continue
			}
			of := setup{b.name, links.versionOf(m.row), m.recall.ListSize}
			i, known := at[of]
			if !known {
				i = len(groups)
				at[of] = i
				groups = append(groups, stat.RepeatGroup{ListSize: m.recall.ListSize})
			}
			groups[i].Recalls = append(groups[i].Recalls, m.recall.Used.Value)
		}
		if c.decided() == table.Ship {
			clear(at) // a shipped lever begins another setup
		}
	}
	return groups
}
