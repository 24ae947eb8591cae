package analyze

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// How far can this report be trusted on this very data? Control runs of one setup
// are split at random into a before and an after in which nothing changed: what the
// report calls a regression there is a false alarm. Then known losses are put in,
// to see how often it notices.

const (
	// resamples is how many made-up comparisons each question is asked of.
	resamples = 400
	// promisedFalseAlarm is what the report promises (STATISTICS 1.8): about one
	// cycle in fifteen in which nothing changed.
	promisedFalseAlarm = 1.0 / 15
	// slowdown is the factor by which a step is slowed.
	slowdown = 1.2
	// minSlowSeries is how many runs a step needs to be split into two windows.
	minSlowSeries = 10
	// maxSlowSeries is how many steps are resampled, those with most runs.
	maxSlowSeries = 25
)

// selfTest resamples with a fixed seed, so that the same logs give the same table.
func (a *analysis) selfTest() *report.SelfTest {
	s := &report.SelfTest{Promised: promisedFalseAlarm, Power: []report.Power{}}
	r := rand.New(rand.NewPCG(1, 2))
	alarms, floor := a.falseAlarms(r)
	s.FalseAlarm, s.FloorAlarm = alarms, floor
	for k := 1; k <= 3; k++ {
		s.Power = append(s.Power, a.lossPower(r, k))
	}
	s.DurationFalseAlarm = a.slowPower(r, 1).Called
	s.Power = append(s.Power, a.slowPower(r, slowdown))
	s.Status, s.Sentences = selfTestVerdict(s)
	return s
}

// controls are the benchmarks of a cycle that were measured at least twice before
// the lever: the same setup, so nothing changed between the runs.
func (c *cycle) controls() []*compared {
	var out []*compared
	for _, b := range c.benchmarks {
		if len(b.pre.usable()) >= 2 {
			out = append(out, b)
		}
	}
	return out
}

// split deals the control runs of every benchmark into two sides.
func (c *cycle) split(r *rand.Rand) []*compared {
	var out []*compared
	for _, b := range c.controls() {
		runs := slices.Clone(b.pre.usable())
		r.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
		half := len(runs) / 2
		out = append(out, &compared{name: b.name, pinned: b.pinned, pre: side{runs[half:]}, post: side{runs[:half]}})
	}
	return out
}

// judge compares made-up sides as a cycle of their own, by the very code that
// compares real ones. Findings about them are dropped.
func (c *cycle) judge(benchmarks []*compared) {
	made := &cycle{a: &analysis{t: c.a.t}, row: c.row, key: c.key, place: c.place, floor: c.floor, benchmarks: benchmarks}
	for _, b := range benchmarks {
		made.a.compare(b, c.floor)
	}
	made.acrossBenchmarks()
}

// called reports whether the report would call the benchmark a regression.
func (b *compared) called() bool {
	return b.noticed() && (b.row.Grade == string(stat.GradeStrong) || b.row.Grade == string(stat.GradeModerate))
}

// noticed reports whether the benchmark fell beyond the floor.
func (b *compared) noticed() bool {
	return b.row.Class == string(stat.DeltaRegressed) && !b.row.AtFloor
}

// controlled are the cycles that can be resampled.
func (a *analysis) controlled() []*cycle {
	var out []*cycle
	for _, c := range a.worked {
		if len(c.controls()) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// falseAlarms is how often a cycle in which nothing changed is called a regression,
// by evidence and by the floor alone.
func (a *analysis) falseAlarms(r *rand.Rand) (called, beyondFloor report.Rate) {
	cycles := a.controlled()
	alarms, floor, n := 0, 0, 0
	for i := 0; len(cycles) > 0 && i < resamples; i++ {
		c := cycles[i%len(cycles)]
		made := c.split(r)
		c.judge(made)
		n++
		if slices.ContainsFunc(made, (*compared).called) {
			alarms++
		}
		if slices.ContainsFunc(made, (*compared).noticed) {
			floor++
		}
	}
	return rate(alarms, n), rate(floor, n)
}

// lossPower is how often the loss of k bugs in one benchmark is noticed and called.
func (a *analysis) lossPower(r *rand.Rand, k int) report.Power {
	cycles := a.controlled()
	noticed, called, n := 0, 0, 0
	for i := 0; len(cycles) > 0 && i < resamples; i++ {
		c := cycles[i%len(cycles)]
		made := c.split(r)
		victim := made[r.IntN(len(made))]
		if !victim.lose(r, k) {
			continue
		}
		c.judge(made)
		n++
		if victim.noticed() {
			noticed++
		}
		if victim.called() {
			called++
		}
	}
	return report.Power{What: fmt.Sprintf("%s lost in one benchmark", plural(k, "bug")), Noticed: rate(noticed, n), Called: rate(called, n)}
}

// lose makes k bugs that some run after found missed in all runs after. It is false
// where there are not so many.
func (b *compared) lose(r *rand.Rand, k int) bool {
	ids, all := results(b.post.runs)
	var candidates []string
	for _, id := range ids {
		if slices.Contains(all[id], stat.Found) {
			candidates = append(candidates, id)
		}
	}
	if len(candidates) < k {
		return false
	}
	r.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	lost := candidates[:k]
	runs := slices.Clone(b.post.runs)
	for i := range runs {
		var lists stat.BugLists
		lists.Missed = slices.Clone(runs[i].lists.Missed)
		for _, id := range runs[i].lists.Found {
			if slices.Contains(lost, id) {
				lists.Missed = append(lists.Missed, id)
			} else {
				lists.Found = append(lists.Found, id)
			}
		}
		runs[i].lists = lists
		runs[i].recall = stat.Reconcile(lists, "")
	}
	b.post = side{runs}
	return true
}

// slowPower is how often a step that takes factor times as long in its new runs is
// called slower, all steps being looked at. A factor of 1 gives false alarms: some
// step called slower though none is.
func (a *analysis) slowPower(r *rand.Rand, factor float64) report.Power {
	var all []*series
	for _, s := range seriesOf(a.samples[attemptDuration.Name]) {
		if len(s.values) >= minSlowSeries {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(x, y *series) int { return cmp.Compare(len(y.values), len(x.values)) })
	all = all[:min(len(all), maxSlowSeries)]
	called, n := 0, 0
	for i := 0; len(all) > 0 && i < resamples/4; i++ {
		victim := all[r.IntN(len(all))]
		shifts := compareWindows(all, func(s *series) (before, after []float64) {
			values := slices.Clone(s.values)
			r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			fresh := min(5, len(values)/2)
			after, before = values[:fresh], values[fresh:min(len(values), fresh+oldRuns)]
			if s == victim {
				for j := range after {
					after[j] *= factor
				}
			}
			return before, after
		})
		n++
		hit := slices.ContainsFunc(shifts, func(x report.Shift) bool {
			return x.Call == "slower" && (factor == 1 || x.System == victim.key.system && x.Subject == victim.key.subject && x.Step == victim.key.step)
		})
		if hit {
			called++
		}
	}
	found := rate(called, n)
	return report.Power{What: "one step takes 20 % longer", Noticed: found, Called: found}
}

// selfTestVerdict says in words what the table shows.
func selfTestVerdict(s *report.SelfTest) (status string, sentences []string) {
	status = "cannot_tell"
	switch f := s.FalseAlarm; {
	case f.Den == 0:
		sentences = append(sentences, "Cannot tell how often a regression would be called by mistake: no benchmark was measured twice in one setup. Run each side at least twice.")
	case f.Lo.Value > s.Promised:
		status = "failed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression: more than the one in fifteen that this report promises. Do not act on its regressions alone.", ofRate(f)))
	default:
		status = "passed"
		sentences = append(sentences, fmt.Sprintf("Of cycles in which nothing changed, %s would be called a regression; this report promises one in fifteen. By the noise floor alone it would be %d of %d.", ofRate(f), s.FloorAlarm.Num, s.FloorAlarm.Den))
	}
	for _, p := range s.Power {
		if p.Called.Den > 0 {
			sentences = append(sentences, fmt.Sprintf("Put in on purpose, %s: called in %d of %d.", p.What, p.Called.Num, p.Called.Den))
		}
	}
	return status, sentences
}
