package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// cycle is one calibration cycle and iteration while it is worked out.
type cycle struct {
	a          *analysis
	row        int // in Cycles
	key        string
	place      table.Place
	floor      float64
	benchmarks []*compared
	claims     map[[2]string]claim // (benchmark, field) → what cycle_end says
	out        report.Cycle
}

// claim is a number that cycle_end states.
type claim struct {
	literal string
	place   table.Place
}

// cycles works out every cycle, oldest first.
func (a *analysis) cycles() []report.Cycle {
	t := &a.t.Cycles
	order := make([]int, t.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(t.StartedAt.At(x).Compare(t.StartedAt.At(y)), strings.Compare(t.Cycle.At(x), t.Cycle.At(y)),
			cmp.Compare(t.Iteration.At(x), t.Iteration.At(y)), strings.Compare(t.Key.At(x), t.Key.At(y)))
	})
	for _, row := range order {
		a.worked = append(a.worked, a.cycle(row))
	}
	for _, c := range a.worked {
		c.acrossBenchmarks()
	}
	a.histories()
	a.checkBaselines()
	var out []report.Cycle
	for _, c := range a.worked {
		c.conclude()
		out = append(out, c.out)
	}
	return out
}

func (a *analysis) cycle(row int) *cycle {
	t := &a.t.Cycles
	c := &cycle{a: a, row: row, key: t.Key.At(row), place: t.Place(row)}
	iteration := report.Whole{Reason: string(stat.ReasonNotReported)}
	if n, ok := t.Iteration.Get(row); ok {
		iteration = report.Count(n)
	}
	c.out = report.Cycle{Key: c.key, Cycle: t.Cycle.At(row), Iteration: iteration, Lever: t.Lever.At(row),
		Hypothesis: t.Hypothesis.At(row), StartedAt: t.StartedAt.At(row), EndedAt: t.EndedAt.At(row),
		Superseded: notNil(t.Superseded.At(row)), Incomplete: []string{}, Evidence: a.evidence(c.place)}
	c.noiseFloor()
	c.readClaims()
	c.readSides()
	for _, b := range c.benchmarks {
		a.compare(b, c.floor)
	}
	c.timeToVerdict()
	return c
}

func (c *cycle) noiseFloor() {
	logged := stat.Missing(stat.ReasonNotReported)
	if v, ok := c.a.t.Cycles.NoiseFloor.Get(c.row); ok {
		logged = stat.Known(v)
	}
	floor, asLogged := stat.NoiseFloor(logged)
	c.floor, c.out.NoiseFloor = floor, report.Known(floor)
	if !asLogged {
		seen := "none"
		if logged.OK {
			seen = short(logged.Value)
		}
		c.a.finding(codeFloor, c.place, c.key, "", "a number from 0 to below 1", "noise floor %s", seen)
	}
}

func (c *cycle) readClaims() {
	t := &c.a.t.Claims
	c.claims = map[[2]string]claim{}
	for row := range t.Len() {
		if t.Run.At(row) == c.key && t.By.At(row) == "cycle_end" {
			c.claims[[2]string{t.Subject.At(row), t.Field.At(row)}] = claim{t.Text.At(row), t.Place(row)}
		}
	}
}

// readSides groups the cycle's measurements by benchmark: pinned ones in their
// order, then others as they come.
func (c *cycle) readSides() {
	byName := map[string]*compared{}
	add := func(name string, pinned bool) *compared {
		if byName[name] == nil {
			byName[name] = &compared{name: name, pinned: pinned}
			c.benchmarks = append(c.benchmarks, byName[name])
		}
		return byName[name]
	}
	for _, name := range c.a.t.Cycles.Benchmarks.At(c.row) {
		add(name, true)
	}
	t := &c.a.t.Measurements
	for row := range t.Len() {
		if t.Cycle.At(row) != c.key {
			continue
		}
		b := add(t.Benchmark.At(row), false)
		if t.Fate.At(row) != "used" {
			continue
		}
		switch t.Side.At(row) {
		case "pre":
			b.pre.runs = append(b.pre.runs, c.a.measurement(row))
		case "post":
			b.post.runs = append(b.post.runs, c.a.measurement(row))
		}
	}
}

func (c *cycle) timeToVerdict() {
	c.out.TimeToVerdictS = report.Missing(string(stat.ReasonOpen))
	start, end := c.out.StartedAt, c.out.EndedAt
	switch {
	case start.IsZero():
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonNoData))
	case end.IsZero():
	case end.Before(start):
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonNegativeDuration))
	case end.Sub(start) > c.a.o.LongestDuration:
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonUncheckable))
	default:
		c.out.TimeToVerdictS = report.Known(end.Sub(start).Seconds())
	}
}

// acrossBenchmarks is what needs all benchmarks of the cycle: averages, the pooled
// test, the correction for looking at several, noise and grades.
func (c *cycle) acrossBenchmarks() {
	var ps []stat.Number
	var in []stat.BenchmarkRecall
	var tests []stat.Paired
	for _, b := range c.benchmarks {
		ps = append(ps, b.p)
		in = append(in, stat.BenchmarkRecall{Pre: back(b.row.RecallPre.Value), Post: back(b.row.RecallPost.Value), Baseline: b.baseline()})
		if b.p.OK {
			tests = append(tests, stat.PairedTest(len(b.row.Lost), len(b.row.Gained)))
		}
	}
	avg := stat.AverageRecall(in)
	c.out.Macro, c.out.Micro = averages(avg.Macro), averages(avg.Micro)
	if avg.Mixed() {
		c.a.finding(codeMixed, c.place, c.key, "", "", "macro %s, micro %s", points(avg.Macro.Delta.Value), points(avg.Micro.Delta.Value))
	}
	pooled := stat.PooledTest(tests)
	c.out.Pooled = report.Pooled{Lost: int64(pooled.Lost), Gained: int64(pooled.Gained), P: report.Missing(string(stat.ReasonNoData))}
	switch {
	case len(tests) > 0:
		c.out.Pooled.P = report.Known(pooled.P)
	case len(avg.Used) > 0: // recalls only: no bug was known on both sides
		c.out.Pooled.P = report.Missing(string(stat.ReasonNoBaseline))
	}
	noise := c.noise()
	for i, q := range stat.BenjaminiHochberg(ps) {
		b := c.benchmarks[i]
		b.row.QBH = number(q)
		band := noise.GradingBand(b.baseline(), int(b.row.RunsPre), int(b.row.RunsPost), len(avg.Used))
		b.row.Band = number(band)
		b.row.Grade = string(stat.GradeOf(stat.DeltaClass(b.row.Class), b.delta, band, q))
	}
}

func averages(x stat.Average) report.Averages {
	return report.Averages{Pre: number(x.Pre), Post: number(x.Post), Delta: number(x.Delta)}
}

// back is a number of the report for the statistics.
func back(n report.Number) stat.Number {
	if n.OK {
		return stat.Known(n.Value)
	}
	return stat.Missing(stat.Reason(n.Reason))
}

// noise pools the spread of repeats of one setup in this cycle.
func (c *cycle) noise() stat.Noise {
	var groups []stat.RepeatGroup
	var histories [][]stat.Result
	pre, post := c.usableRuns()
	for _, b := range c.benchmarks {
		for _, s := range []side{b.pre, b.post} {
			runs := s.usable()
			if len(runs) < 2 {
				continue
			}
			groups = append(groups, stat.RepeatGroup{Recalls: recalls(s), Baseline: s.baseline()})
			ids, all := results(runs)
			for _, id := range ids {
				histories = append(histories, all[id])
			}
		}
	}
	if c.a.o.NoiseAcrossCycles {
		groups = append(groups, c.a.controlsAcrossCycles()...)
	}
	n := stat.RunNoise(groups)
	flips := stat.FlipRate(histories)
	out := report.Noise{SD: report.Missing(string(stat.ReasonNotMeasured)), DF: int64(n.DF), Status: string(n.Status()),
		Band95: number(n.Band95(pre, post)), MDD80: number(n.MDD80(pre, post)),
		FlipRate: rate(flips.Num, flips.Den)}
	if n.DF > 0 {
		out.SD = report.Known(n.SD)
	}
	c.out.Noise = out
	return n
}

// usableRuns is how many runs with a recall the benchmark with the most has on each
// side, at least one: what the cycle's band of noise is of.
func (c *cycle) usableRuns() (pre, post int) {
	pre, post = 1, 1
	for _, b := range c.benchmarks {
		pre, post = max(pre, len(b.pre.usable())), max(post, len(b.post.usable()))
	}
	return pre, post
}

// controlsAcrossCycles takes a benchmark's single runs before the lever, in different
// cycles, as repeats of one setup, as long as the size of the baseline and the version
// of the playbook stay the same (one that no log tells is one of its own) and no lever
// was shipped in between. Whether the setup really was one, only the caller can know:
// it is off unless asked for.
func (a *analysis) controlsAcrossCycles() []stat.RepeatGroup {
	type setup struct {
		benchmark, version string
		baseline           int
	}
	var groups []stat.RepeatGroup
	at := map[setup]int{} // → its current group
	for _, c := range a.worked {
		for _, b := range c.benchmarks {
			m, ok := b.pre.single()
			if !ok {
				continue
			}
			of := setup{b.name, a.versionOf(m.row), m.recall.Baseline}
			i, known := at[of]
			if !known {
				i = len(groups)
				at[of] = i
				groups = append(groups, stat.RepeatGroup{Baseline: m.recall.Baseline})
			}
			groups[i].Recalls = append(groups[i].Recalls, m.recall.Used.Value)
		}
		if c.decided() == ship {
			clear(at) // a shipped lever begins another setup
		}
	}
	return groups
}
