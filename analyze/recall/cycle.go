package recall

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/ingest/table"
)

// cycle is one calibration cycle and iteration while it is worked out.
type cycle struct {
	t          *table.Set
	links      *Links
	found      *findings // what it contradicts goes there
	row        int       // in Cycles
	key        string
	place      table.Place
	end        table.Place // of its verdict; where it starts, if no statement tells
	floor      float64
	benchmarks []*compared
	claims     map[aboutBenchmark]claim // what its end says
	byRounding bool                     // the rule allows the verdict only for the numbers as the log rounds them
	out        report.Cycle
}

// aboutBenchmark is what a claim is about: a benchmark, and a topic as the tables name it.
type aboutBenchmark struct{ benchmark, topic string }

// claim is a number that the end of a cycle states.
type claim struct {
	literal string
	place   table.Place
}

// Result is what comes of the cycles.
type Result struct {
	Cycles       []report.Cycle // oldest first
	Files        [][]string     // of each cycle, what it was read from
	Trajectories []report.Trajectory
	Bugs         []report.Bug
	Grid         BugGrid
	Findings     []report.Finding

	controlled []*cycle // with repeats before the lever, which the self-test splits at random
}

// Options say how cycles are worked out.
type Options struct {
	// AcrossCycles also takes runs before the lever in different cycles as repeats of one
	// setup, as long as no lever was shipped in between.
	AcrossCycles    bool
	LongestDuration time.Duration // the longest that counts
}

// Work works every cycle out.
func Work(t *table.Set, links *Links, o Options) *Result {
	found := &findings{t: t}
	cycles := readCycles(t, links, found, o.LongestDuration)
	var controls []stat.RepeatGroup
	if o.AcrossCycles {
		controls = controlsAcrossCycles(cycles, links)
	}
	for _, c := range cycles {
		c.acrossBenchmarks(controls)
	}
	recallsBefore(cycles)
	checkListSizes(t, cycles, found)
	r := &Result{Bugs: bugRecords(histories(cycles)), Grid: bugGrid(cycles)}
	earlier := records{}
	r.Cycles, r.Files = slices.Grow(r.Cycles, len(cycles)), slices.Grow(r.Files, len(cycles))
	for _, c := range cycles {
		c.conclude(earlier)
		for _, b := range c.benchmarks {
			earlier.add(b.name, b.pre.held())
			earlier.add(b.name, b.post.held())
		}
		r.Cycles = append(r.Cycles, c.out)
		r.Files = append(r.Files, t.Cycles.Files.At(c.row))
	}
	r.Trajectories = trajectories(cycles, found)
	r.Findings = found.all
	r.controlled = controlled(cycles)
	return r
}

// readCycles reads the cycles with their measurements, oldest first, and compares the
// sides of each benchmark.
func readCycles(all *table.Set, links *Links, found *findings, longest time.Duration) []*cycle {
	t := &all.Cycles
	order := make([]int, t.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(t.StartedAt.At(x).Compare(t.StartedAt.At(y)), strings.Compare(t.Cycle.At(x), t.Cycle.At(y)),
			cmp.Compare(t.Iteration.At(x), t.Iteration.At(y)), strings.Compare(t.Key.At(x), t.Key.At(y)))
	})
	said := sayingsOf(all)
	var out []*cycle
	for _, row := range order {
		c := newCycle(all, links, found, row, said)
		c.timeToVerdict(longest)
		out = append(out, c)
	}
	return out
}

// sayings are the rows that tell of each cycle, by its key.
type sayings struct{ claims, measurements map[string][]int }

func sayingsOf(all *table.Set) sayings {
	cycles := map[string]bool{}
	for row := range all.Cycles.Len() {
		cycles[all.Cycles.Key.At(row)] = true
	}
	by := func(n int, key func(row int) string) map[string][]int {
		rows := map[string][]int{}
		if len(cycles) == 0 {
			return rows
		}
		for row := range n {
			if k := key(row); cycles[k] { // most claims are of runs
				rows[k] = append(rows[k], row)
			}
		}
		return rows
	}
	return sayings{claims: by(all.Claims.Len(), all.Claims.Run.At), measurements: by(all.Measurements.Len(), all.Measurements.Cycle.At)}
}

func newCycle(all *table.Set, links *Links, found *findings, row int, said sayings) *cycle {
	t := &all.Cycles
	c := &cycle{t: all, links: links, found: found, row: row, key: t.Key.At(row), place: t.Place(row), end: t.Place(row)}
	iteration := report.Whole{Reason: string(stat.ReasonNotReported)}
	if n, ok := t.Iteration.Get(row); ok {
		iteration = report.Count(n)
	}
	c.out = report.Cycle{Key: c.key, System: t.System.At(row), Cycle: t.Cycle.At(row), Iteration: iteration, Lever: t.Lever.At(row),
		Hypothesis: t.Hypothesis.At(row), Symptom: t.Symptom.At(row), ToldBy: metric.NotNil(t.ToldBy.At(row)), StartedAt: t.StartedAt.At(row), EndedAt: t.EndedAt.At(row), RevertedAt: t.RevertedAt.At(row),
		Superseded: metric.NotNil(t.Superseded.At(row)), Incomplete: []string{}, Evidence: metric.Cite(all, c.place)}
	c.noiseFloor()
	c.readClaims(said.claims[c.key])
	c.readSides(said.measurements[c.key])
	for _, b := range c.benchmarks {
		c.compare(b)
	}
	return c
}

func (c *cycle) noiseFloor() {
	logged := stat.Missing(stat.ReasonNotReported)
	if v, ok := c.t.Cycles.NoiseFloor.Get(c.row); ok {
		logged = stat.Known(v)
	}
	floor, asLogged := stat.NoiseFloor(logged)
	c.floor, c.out.NoiseFloor = floor, report.Known(floor)
	if !asLogged && c.logged() {
		seen := "none"
		if logged.OK {
			seen = words.Short(logged.Value)
		}
		c.found.add(codeFloor, c.place, c.key, "", "a number from 0 to below 1", "noise floor %s", seen)
	}
}

// logged reports whether the cycle has a log of events. A document about past cycles need not
// state what the format of the log asks for.
func (c *cycle) logged() bool { return len(c.out.ToldBy) == 0 || slices.Contains(c.out.ToldBy, "log") }

func (c *cycle) readClaims(rows []int) {
	t := &c.t.Claims
	c.claims = map[aboutBenchmark]claim{}
	for _, row := range rows {
		switch topic := t.Topic.At(row); topic {
		case table.TopicRecallBefore, table.TopicRecallAfter, table.TopicDelta:
			c.end = t.Place(row)
			c.claims[aboutBenchmark{t.Subject.At(row), topic}] = claim{t.Text.At(row), t.Place(row)}
		}
	}
}

// readSides groups the cycle's measurements by benchmark: pinned ones in their
// order, then others as they come.
func (c *cycle) readSides(rows []int) {
	byName := map[string]*compared{}
	add := func(name string, pinned bool) *compared {
		if byName[name] == nil {
			byName[name] = &compared{name: name, pinned: pinned}
			c.benchmarks = append(c.benchmarks, byName[name])
		}
		return byName[name]
	}
	for _, name := range c.t.Cycles.Benchmarks.At(c.row) {
		add(name, true)
	}
	t := &c.t.Measurements
	for _, row := range rows {
		b := add(t.Benchmark.At(row), false)
		if t.Fate.At(row) != "used" {
			continue
		}
		switch t.Side.At(row) {
		case "pre":
			b.pre.runs = append(b.pre.runs, c.measurement(row))
		case "post":
			b.post.runs = append(b.post.runs, c.measurement(row))
		}
	}
}

func (c *cycle) timeToVerdict(longest time.Duration) {
	c.out.TimeToVerdictS = report.Missing(string(stat.ReasonOpen))
	start, end := c.out.StartedAt, c.out.EndedAt
	switch {
	case start.IsZero():
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonNoData))
	case end.IsZero():
	case end.Before(start):
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonNegativeDuration))
	case end.Sub(start) > longest:
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonUncheckable))
	case !c.logged(): // a document tells days
		c.out.TimeToVerdictS = report.Missing(string(stat.ReasonNotReported))
	default:
		c.out.TimeToVerdictS = report.Known(end.Sub(start).Seconds())
	}
}

// acrossBenchmarks is what needs all benchmarks of the cycle: averages, the pooled
// test, the correction for looking at several, noise and grades. Repeats from other
// cycles add to the noise.
func (c *cycle) acrossBenchmarks(repeats []stat.RepeatGroup) {
	var ps []stat.Number
	var in []stat.BenchmarkRecall
	var tests []stat.Paired
	for _, b := range c.benchmarks {
		ps = append(ps, b.p)
		if b.row.Basis != "" { // argued, not measured
			none := stat.Missing(stat.ReasonNotMeasured)
			in = append(in, stat.BenchmarkRecall{Pre: none, Post: none})
			continue
		}
		in = append(in, stat.BenchmarkRecall{Pre: back(b.row.RecallPre.Value), Post: back(b.row.RecallPost.Value), ListSize: b.listSize()})
		if b.p.OK {
			tests = append(tests, stat.PairedTest(len(b.row.Lost), len(b.row.Gained)))
		}
	}
	avg := stat.AverageRecall(in)
	c.out.Macro, c.out.Micro = averages(avg.Macro), averages(avg.Micro)
	if avg.Mixed() {
		c.found.add(codeMixed, c.place, c.key, "", "", "macro %s, micro %s", words.Points(avg.Macro.Delta.Value), words.Points(avg.Micro.Delta.Value))
	}
	pooled := stat.PooledTest(tests)
	c.out.Pooled = report.Pooled{Lost: int64(pooled.Lost), Gained: int64(pooled.Gained), P: report.Missing(string(stat.ReasonNoData))}
	switch {
	case len(tests) > 0:
		c.out.Pooled.P = report.Known(pooled.P)
	case len(avg.Used) > 0: // recalls only: no bug was known on both sides
		c.out.Pooled.P = report.Missing(string(stat.ReasonNoReference))
	}
	noise := c.noise(repeats)
	for i, q := range stat.BenjaminiHochberg(ps) {
		b := c.benchmarks[i]
		b.row.QBH = metric.Number(q)
		band := noise.GradingBand(b.listSize(), int(b.row.RunsPre), int(b.row.RunsPost), len(avg.Used))
		b.row.Band = metric.Number(band)
		if b.row.Basis != "" {
			b.row.Band, b.row.Grade = metric.Number(stat.Missing(stat.ReasonNotMeasured)), string(stat.GradeNone)
			continue
		}
		grade := stat.GradeOf(stat.DeltaClass(b.row.Class), b.delta, band, q)
		b.row.Grade = string(grade)
		if grade == stat.GradeInsideNoise || grade == stat.GradeWeak {
			b.row.Settle = metric.Settle(noise.Settle(b.delta, b.listSize(), int(b.row.RunsPre), int(b.row.RunsPost), len(avg.Used)))
		}
	}
}

func averages(x stat.Average) report.Averages {
	return report.Averages{Pre: metric.Number(x.Pre), Post: metric.Number(x.Post), Delta: metric.Number(x.Delta)}
}

// back is a number of the report for the statistics.
func back(n report.Number) stat.Number {
	if n.OK {
		return stat.Known(n.Value)
	}
	return stat.Missing(stat.Reason(n.Reason))
}
