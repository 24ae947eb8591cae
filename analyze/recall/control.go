package recall

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// Control runs of one setup are split at random into a before and an after in which
// nothing changed: what is called a regression there is a false alarm. Then known losses
// are put in, to see how often they are noticed.

// controls are the benchmarks of a cycle that were measured at least twice before
// the lever: the same setup, so nothing changed between the runs.
func controls(c *cycle) []*compared {
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
	for _, b := range controls(c) {
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
	made := &cycle{t: c.t, links: &Links{}, found: &findings{t: c.t}, row: c.row, key: c.key, place: c.place, floor: c.floor, benchmarks: benchmarks}
	for _, b := range benchmarks {
		made.compare(b)
	}
	made.acrossBenchmarks(nil)
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
func controlled(cycles []*cycle) (out []*cycle) {
	for _, c := range cycles {
		if len(controls(c)) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// FalseAlarms is how often a cycle in which nothing changed is called a regression,
// by evidence and by the floor alone, in so many comparisons.
func (r *Result) FalseAlarms(random *rand.Rand, resamples int) (called, beyondFloor report.Rate) {
	cycles := r.controlled
	alarms, floor, n := 0, 0, 0
	for i := 0; len(cycles) > 0 && i < resamples; i++ {
		c := cycles[i%len(cycles)]
		made := c.split(random)
		c.judge(made)
		n++
		if slices.ContainsFunc(made, (*compared).called) {
			alarms++
		}
		if slices.ContainsFunc(made, (*compared).noticed) {
			floor++
		}
	}
	return metric.RateOf(alarms, n), metric.RateOf(floor, n)
}

// LossPower is how often the loss of k bugs in one benchmark is noticed and called, in so
// many comparisons.
func (r *Result) LossPower(random *rand.Rand, resamples, k int) report.Power {
	cycles := r.controlled
	noticed, called, n := 0, 0, 0
	for i := 0; len(cycles) > 0 && i < resamples; i++ {
		c := cycles[i%len(cycles)]
		made := c.split(random)
		victim := made[random.IntN(len(made))]
		if !victim.lose(random, k) {
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
	return report.Power{What: fmt.Sprintf("%s lost in one benchmark", words.Plural(k, "bug")), Noticed: metric.RateOf(noticed, n), Called: metric.RateOf(called, n)}
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
