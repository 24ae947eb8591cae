package recall

import (
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/ingest/table"
)

// conclude holds what cycle_end says against the numbers and settles the report's
// row of the cycle. earlier are the bugs' records in the cycles before it.
func (c *cycle) conclude(earlier records) {
	for _, b := range c.benchmarks {
		c.checkLogged(b)
		if b.pinned && (!b.row.RecallPre.Value.OK || !b.row.RecallPost.Value.OK) {
			c.out.Incomplete = append(c.out.Incomplete, b.name)
		}
	}
	c.crossCheck()
	c.verdict()
	c.out.Benchmarks = slices.Grow(c.out.Benchmarks, len(c.benchmarks))
	for _, b := range c.benchmarks {
		b.row.Sentence = benchmarkSentence(b, c, earlier)
		c.out.Benchmarks = append(c.out.Benchmarks, b.row)
	}
	slices.SortStableFunc(c.out.Benchmarks, byConcern)
}

// checkLogged compares the numbers of cycle_end with the recomputed ones.
func (c *cycle) checkLogged(b *compared) {
	logged := c.claims[aboutBenchmark{b.name, table.TopicDelta}]
	before, after := c.claims[aboutBenchmark{b.name, table.TopicRecallBefore}], c.claims[aboutBenchmark{b.name, table.TopicRecallAfter}]
	check := stat.CheckLoggedDelta(b.delta, logged.literal, stat.LoggedRecall{Computed: back(b.row.RecallPre.Value), Literal: before.literal},
		stat.LoggedRecall{Computed: back(b.row.RecallPost.Value), Literal: after.literal})
	b.row.DeltaCheck = string(check)
	b.row.LoggedDelta = report.Missing(string(stat.ReasonNotReported))
	d, stated := stat.ParseDecimal(logged.literal)
	if stated {
		b.row.LoggedDelta = report.Known(d.Value)
	}
	if check == stat.LoggedValueConflict || check == stat.LoggedSignConflict {
		c.found.add(CodeDelta, logged.place, c.key, b.name, "delta "+words.Points(b.delta.Value)+" from the bug lists", "%s: delta %s", b.name, logged.literal)
	}
	for _, side := range []struct {
		claim  claim
		recall report.Number
		name   string
	}{{before, b.row.RecallPre.Value, table.TopicRecallBefore}, {after, b.row.RecallPost.Value, table.TopicRecallAfter}} {
		switch stat.CheckLogged(back(side.recall), side.claim.literal) {
		case stat.LoggedValueConflict, stat.LoggedSignConflict:
			c.found.add(CodeLoggedRecall, side.claim.place, c.key, b.name, words.Short(side.recall.Value)+" from the bug lists", "%s: %s %s", b.name, side.name, side.claim.literal)
		}
	}
	x, okX := stat.ParseDecimal(before.literal)
	y, okY := stat.ParseDecimal(after.literal)
	if okX && okY && stated && !stat.DifferenceFits(d, x, y) {
		c.found.add(codeLogSum, logged.place, c.key, b.name, words.Points(y.Value-x.Value), "%s: delta %s", b.name, logged.literal)
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
			clear := !b.row.AtFloor && !slices.ContainsFunc(c.writings(b), func(d stat.Number) bool { return !c.fell(d) })
			beyond = beyond || clear
			atFloor = atFloor || !clear
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
		c.found.add(CodeCross, c.end, c.key, "", words.List(out.OnlyRecomputed, 5), "clean: %v, regressions: %s", logged, words.List(listed, 5))
	}
}

// writings are the benchmark's deltas as the log writes them: the stated one, the
// difference of the stated recalls, and that of the runs' own recalls. Those that differ
// from the counted delta by more than their digits explain are left out.
//
// Example: 31 and 29 of 39 bugs are 0.79 and 0.74 to two digits. Their difference is
// exactly a floor of 0.05, though two bugs are 0.0513.
func (c *cycle) writings(b *compared) []stat.Number {
	if !b.delta.OK {
		return nil
	}
	var out []stat.Number
	if d, ok := stat.ParseDecimal(c.claims[aboutBenchmark{b.name, table.TopicDelta}].literal); ok && b.row.DeltaCheck == string(stat.LoggedAgree) {
		out = append(out, stat.Known(d.Value))
	}
	x, okX := c.statedRecall(b, table.TopicRecallBefore, b.row.RecallPre.Value)
	y, okY := c.statedRecall(b, table.TopicRecallAfter, b.row.RecallPost.Value)
	if okX && okY {
		out = append(out, stat.Known(y.Value-x.Value))
	}
	if !b.contradicted() {
		out = append(out, b.reportedDelta())
	}
	return out
}

// statedRecall is a recall that the end of the cycle states, where it is the counted one up
// to rounding.
func (c *cycle) statedRecall(b *compared, topic string, counted report.Number) (stat.Decimal, bool) {
	literal := c.claims[aboutBenchmark{b.name, topic}].literal
	d, ok := stat.ParseDecimal(literal)
	return d, ok && stat.CheckLogged(back(counted), literal) == stat.LoggedAgree
}

// fell reports whether a delta is below the floor by more than the floor itself.
func (c *cycle) fell(delta stat.Number) bool {
	class, atFloor := stat.Classify(delta, c.floor)
	return class == stat.DeltaRegressed && !atFloor
}

// iterateCap is the iteration at which the rule stops iterating.
const iterateCap = 3

// accepts is what the cycle's own rule allows for the numbers (STATISTICS 4.2): a
// delta exactly at the floor supports nothing by itself.
func (c *cycle) accepts() []table.Decision {
	return c.allowed(func(b *compared) stat.Number { return b.delta })
}

// acceptsAsWritten reports whether the rule allows a decision for the deltas as the log
// rounds them, in one of its ways of writing them.
func (c *cycle) acceptsAsWritten(decided table.Decision) bool {
	for way := range 3 {
		allowed := c.allowed(func(b *compared) stat.Number {
			if all := c.writings(b); way < len(all) {
				return all[way]
			}
			return b.delta
		})
		if slices.Contains(allowed, decided) {
			return true
		}
	}
	return false
}

// allowed is what the rule allows for some deltas.
func (c *cycle) allowed(deltaOf func(*compared) stat.Number) []table.Decision {
	var down, up, edge, edgeUp, any bool
	for _, b := range c.benchmarks {
		delta := deltaOf(b)
		any = any || delta.OK
		class, atFloor := stat.Classify(delta, c.floor)
		improved, regressed := class == stat.DeltaImproved, class == stat.DeltaRegressed
		edge = edge || atFloor && (improved || regressed)
		edgeUp = edgeUp || improved
		down = down || regressed && !atFloor
		up = up || improved && !atFloor
	}
	again := table.Iterate
	if n := c.out.Iteration; n.OK && n.Value >= iterateCap {
		again = table.Halt
	}
	switch {
	case !any:
		return nil
	case down:
		return []table.Decision{table.Revert}
	case edge && edgeUp:
		return []table.Decision{table.Ship, table.Revert, again}
	case edge:
		return []table.Decision{table.Revert, again}
	case up:
		return []table.Decision{table.Ship}
	default:
		return []table.Decision{table.Revert, again}
	}
}

// decided is what the logged verdict means; "" where there is none, or another word.
func (c *cycle) decided() table.Decision { return table.Decision(c.t.Cycles.Decision.At(c.row)) }

// acceptWords are the words of the summary for decisions.
var acceptWords = map[table.Decision]string{table.Ship: "ship", table.Revert: "revert", table.Iterate: "iterate", table.Halt: "halt-iterate-cap"}

// verdict says whether the numbers support what the log decided. It never decides.
func (c *cycle) verdict() {
	v := &c.out.Verdict
	v.Evidence = metric.Cite(c.t, c.end)
	accepts, decided := c.accepts(), c.decided()
	v.Logged, v.Decision, v.Accepts = c.t.Cycles.Verdict.At(c.row), string(decided), []string{}
	for _, d := range accepts {
		v.Accepts = append(v.Accepts, acceptWords[d])
	}
	switch {
	case len(accepts) == 0:
		v.Check = "cannot_check"
	case strings.TrimSpace(v.Logged) == "":
		v.Check = "no_log_verdict"
	case !slices.Contains(ruled, decided):
		v.Check = "unknown_verdict"
	case slices.Contains(accepts, decided):
		v.Check = "supported"
		if c.incomplete() {
			v.Check = "supported_incomplete"
		}
	case c.acceptsAsWritten(decided):
		v.Check, c.byRounding = "supported_incomplete", true
	case (decided == table.Iterate || decided == table.Halt) && slices.Equal(accepts, []table.Decision{table.Ship}):
		v.Check = "more_cautious_than_numbers"
	default:
		v.Check = "not_supported"
		c.found.add(CodeVerdict, c.end, c.key, "", words.List(v.Accepts, 4), "verdict: %s", v.Logged)
	}
	v.Reason = verdictSentence(c)
}

// incomplete reports whether something could have changed the answer: a side of a
// pinned benchmark that is missing or was not measured, a recall that its lists contradict, or one that
// puts the benchmark into another class than its lists do.
func (c *cycle) incomplete() bool {
	return len(c.out.Incomplete) > 0 || slices.ContainsFunc(c.benchmarks, func(b *compared) bool {
		return b.contradicted() || b.classDiffers() || b.row.Basis != ""
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
