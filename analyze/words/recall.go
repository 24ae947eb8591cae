package words

import (
	"fmt"
	"time"

	"runreport/analyze/report"
)

// What every sentence about recall says the same way.

func CycleTitle(c *report.Cycle) string {
	if c.Iteration.OK {
		return fmt.Sprintf("%s, iteration %d", c.Cycle, c.Iteration.Value)
	}
	return c.Cycle
}

// ShortTitle is a cycle where there is little room: the day it began.
func ShortTitle(c *report.Cycle) string {
	if c.StartedAt.IsZero() {
		return CycleTitle(c)
	}
	day := c.StartedAt.UTC().Format(time.DateOnly)
	if c.Iteration.OK && c.Iteration.Value != 1 {
		day += fmt.Sprintf(" #%d", c.Iteration.Value)
	}
	return day
}

// FallOrRise says how a benchmark's recall moved, in bugs where that is possible.
func FallOrRise(b report.Benchmark) string {
	verb := "stayed at"
	switch {
	case !b.Delta.OK:
		return b.Benchmark + " has no comparison"
	case b.Delta.Value > 1e-9:
		verb = "rose from"
	case b.Delta.Value < -1e-9:
		verb = "fell from"
	}
	pre, post := b.RecallPre, b.RecallPost
	bugs := pre.Num.OK && post.Num.OK && pre.Den.Value == post.Den.Value
	switch {
	case bugs && verb == "stayed at":
		return fmt.Sprintf("%s stayed at %d of %d bugs", b.Benchmark, post.Num.Value, post.Den.Value)
	case bugs:
		return fmt.Sprintf("%s %s %d to %d of %d bugs (%s)", b.Benchmark, verb, pre.Num.Value, post.Num.Value, post.Den.Value, Points(b.Delta.Value))
	case verb == "stayed at":
		return fmt.Sprintf("%s stayed at a recall of %.2f", b.Benchmark, post.Value.Value)
	}
	return fmt.Sprintf("%s %s %.2f to %.2f (%s; %s before, %s after)", b.Benchmark, verb, pre.Value.Value, post.Value.Value,
		Points(b.Delta.Value), Plural(int(b.RunsPre), "run"), Plural(int(b.RunsPost), "run"))
}

// NoDelta says why a benchmark has no comparison. A run without a recall is not the
// same as no run.
func NoDelta(b report.Benchmark) string {
	before, after := len(b.RecallPre.Runs) > 0, len(b.RecallPost.Runs) > 0
	switch {
	case b.RecallPost.Value.OK && before:
		return "no run before the lever has a recall"
	case b.RecallPre.Value.OK && after:
		return "no run after the lever has a recall"
	case b.RecallPre.Value.OK || b.RecallPost.Value.OK || !before && !after:
		return Why(b.Delta.Reason)
	case !after:
		return "no run before the lever has a recall, and none was made after it"
	case !before:
		return "no run after the lever has a recall, and none was made before it"
	}
	return "no run on either side has a recall"
}
