package recall

import (
	"math"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// conclude holds what cycle_end says against the numbers and settles the report's
// row of the cycle. earlier are the cycles before it.
func (c *cycle) conclude(earlier []*cycle) {
	for _, b := range c.benchmarks {
		c.checkLogged(b)
		if b.pinned && (!b.row.RecallPre.Value.OK || !b.row.RecallPost.Value.OK) {
			c.out.Incomplete = append(c.out.Incomplete, b.name)
		}
	}
	c.crossCheck()
	c.verdict()
	for _, b := range c.benchmarks {
		b.row.Sentence = benchmarkSentence(b, c, earlier)
		c.out.Benchmarks = append(c.out.Benchmarks, b.row)
	}
	slices.SortStableFunc(c.out.Benchmarks, byConcern)
}

// checkLogged compares the numbers of cycle_end with the recomputed ones.
func (c *cycle) checkLogged(b *compared) {
	logged := c.claims[[2]string{b.name, "delta"}]
	check := stat.CheckLogged(b.delta, logged.literal)
	b.row.DeltaCheck = string(check)
	b.row.LoggedDelta = report.Missing(string(stat.ReasonNotReported))
	d, stated := stat.ParseDecimal(logged.literal)
	if stated {
		b.row.LoggedDelta = report.Known(d.Value)
	}
	if check == stat.LoggedValueConflict || check == stat.LoggedSignConflict {
		c.found.add(CodeDelta, logged.place, c.key, b.name, "delta "+words.Points(b.delta.Value)+" from the bug lists", "%s: delta %s", b.name, logged.literal)
	}
	before, after := c.claims[[2]string{b.name, "recall_before"}], c.claims[[2]string{b.name, "recall_after"}]
	for _, side := range []struct {
		claim  claim
		recall report.Number
		name   string
	}{{before, b.row.RecallPre.Value, "recall_before"}, {after, b.row.RecallPost.Value, "recall_after"}} {
		switch stat.CheckLogged(back(side.recall), side.claim.literal) {
		case stat.LoggedValueConflict, stat.LoggedSignConflict:
			c.found.add(CodeLoggedRecall, side.claim.place, c.key, b.name, words.Short(side.recall.Value)+" from the bug lists", "%s: %s %s", b.name, side.name, side.claim.literal)
		}
	}
	x, okX := stat.ParseDecimal(before.literal)
	y, okY := stat.ParseDecimal(after.literal)
	if okX && okY && stated {
		// Each of the three may have been rounded by half a unit of its last digit.
		slack := x.HalfUnit() + y.HalfUnit() + d.HalfUnit() + stat.Eps
		if math.Abs(y.Value-x.Value-d.Value) > slack {
			c.found.add(codeLogSum, logged.place, c.key, b.name, words.Points(y.Value-x.Value), "%s: delta %s", b.name, logged.literal)
		}
	}
}

// crossCheck recomputes which bugs were lost and compares with the logged list.
func (c *cycle) crossCheck() {
	out := &c.out.CrossBenchmark
	var beyond, atFloor bool
	for _, b := range c.benchmarks {
		for _, bug := range b.row.Lost {
			out.Regressions = append(out.Regressions, b.name+"/"+bug)
		}
		if b.row.Class == string(stat.DeltaRegressed) {
			beyond = beyond || !b.row.AtFloor
			atFloor = atFloor || b.row.AtFloor
		}
	}
	slices.Sort(out.Regressions)
	logged, said := c.t.Cycles.LoggedClean.Get(c.row)
	listed := c.t.Cycles.LoggedLost.At(c.row)
	out.OnlyInLog, out.OnlyRecomputed = words.Without(listed, out.Regressions), words.Without(out.Regressions, listed)
	out.Regressions = metric.NotNil(out.Regressions)
	if !said {
		out.Status = "not_in_log"
		return
	}
	out.LoggedClean = &logged
	switch {
	case logged && beyond:
		out.Status = "contradicts_benchmark_regression"
	case logged && atFloor:
		out.Status = "borderline_at_floor"
	case logged && len(out.Regressions) > 0:
		out.Status = "clean_but_bugs_lost_inside_floor"
	case !logged && len(out.Regressions) == 0 && !beyond && !atFloor:
		out.Status = "not_clean_but_none_found"
	case logged && len(listed) > 0:
		out.Status = "clean_true_with_listed_regressions"
	default:
		out.Status = "agree"
	}
	if logged && (beyond || len(listed) > 0) {
		c.found.add(CodeCross, c.place, c.key, "", words.List(out.OnlyRecomputed, 5), "clean: %v, regressions: %s", logged, words.List(listed, 5))
	}
}

// The verdicts of the format's own rule.
const (
	Ship    = "ship"
	revert  = "revert"
	iterate = "iterate"
	halt    = "halt-iterate-cap"
	// iterateCap is the iteration at which the rule stops iterating.
	iterateCap = 3
)

var verdicts = []string{Ship, revert, iterate, halt}

// accepts is what the cycle's own rule allows for the numbers (STATISTICS 4.2): a
// delta exactly at the floor supports nothing by itself.
func (c *cycle) accepts() []string {
	var down, up, edge, edgeUp, any bool
	for _, b := range c.benchmarks {
		any = any || b.delta.OK
		improved, regressed := b.row.Class == string(stat.DeltaImproved), b.row.Class == string(stat.DeltaRegressed)
		edge = edge || b.row.AtFloor && (improved || regressed)
		edgeUp = edgeUp || improved
		down = down || regressed && !b.row.AtFloor
		up = up || improved && !b.row.AtFloor
	}
	again := iterate
	if n := c.out.Iteration; n.OK && n.Value >= iterateCap {
		again = halt
	}
	switch {
	case !any:
		return []string{}
	case down:
		return []string{revert}
	case edge && edgeUp:
		return []string{Ship, revert, again}
	case edge:
		return []string{revert, again}
	case up:
		return []string{Ship}
	default:
		return []string{revert, again}
	}
}

// decided is the logged verdict as the format spells it; one outside the format stays
// as it is written, folded.
func (c *cycle) decided() string { return Folded(c.t.Cycles.Verdict.At(c.row)) }

// verdict says whether the numbers support what the log decided. It never decides.
func (c *cycle) verdict() {
	v := &c.out.Verdict
	v.Logged, v.Accepts = c.t.Cycles.Verdict.At(c.row), c.accepts()
	decided := c.decided()
	switch {
	case len(v.Accepts) == 0:
		v.Check = "cannot_check"
	case decided == "":
		v.Check = "no_log_verdict"
	case !slices.Contains(verdicts, decided):
		v.Check = "unknown_verdict"
	case slices.Contains(v.Accepts, decided):
		v.Check = "supported"
		if c.incomplete() {
			v.Check = "supported_incomplete"
		}
	case (decided == iterate || decided == halt) && slices.Equal(v.Accepts, []string{Ship}):
		v.Check = "more_cautious_than_numbers"
	default:
		v.Check = "not_supported"
		c.found.add(CodeVerdict, c.place, c.key, "", words.List(v.Accepts, 4), "verdict: %s", v.Logged)
	}
	v.Reason = verdictSentence(c)
}

// incomplete reports whether something could have changed the answer: a side of a
// pinned benchmark that is missing, a recall that its lists contradict, or one that
// puts the benchmark into another class than its lists do.
func (c *cycle) incomplete() bool {
	return len(c.out.Incomplete) > 0 || slices.ContainsFunc(c.benchmarks, func(b *compared) bool {
		return b.contradicted() || b.classDiffers()
	})
}

// byConcern orders benchmarks worst first: regressed, traded bugs, cannot tell,
// unchanged, improved.
func byConcern(x, y report.Benchmark) int {
	return concern(x) - concern(y)
}

func concern(b report.Benchmark) int {
	switch {
	case b.Class == string(stat.DeltaRegressed) && !b.AtFloor:
		return 0
	case b.Class == string(stat.DeltaRegressed):
		return 1
	case len(b.Lost) > 0:
		return 2
	case b.Class == string(stat.DeltaInsufficient):
		return 3
	case b.Class == string(stat.DeltaWithinNoise):
		return 4
	default:
		return 5
	}
}
