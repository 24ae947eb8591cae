package words

import (
	"fmt"
	"math"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/unit"
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

// RecallMove says how a benchmark's recall moved, in bugs where that is possible:
// "chi: recall 9 → 6 of 12 (−0.25)".
func RecallMove(b report.Benchmark) string {
	pre, post := b.RecallPre, b.RecallPost
	bugs := pre.Num.OK && post.Num.OK && pre.Den.Value == post.Den.Value
	still := math.Abs(b.Delta.Value) <= 1e-9
	switch {
	case !b.Delta.OK:
		return b.Benchmark + ": no comparison"
	case bugs && still:
		return fmt.Sprintf("%s: recall unchanged at %s of %s", b.Benchmark, Count(post.Num.Value), Count(post.Den.Value))
	case bugs:
		return fmt.Sprintf("%s: recall %s → %s of %s (%s)", b.Benchmark, Count(pre.Num.Value), Count(post.Num.Value), Count(post.Den.Value),
			Points(b.Delta.Value))
	case still:
		return fmt.Sprintf("%s: recall unchanged at %s", b.Benchmark, unit.Fixed(post.Value.Value, 2))
	}
	return fmt.Sprintf("%s: recall %s → %s (%s; %s before, %d after)", b.Benchmark, unit.Fixed(pre.Value.Value, 2), unit.Fixed(post.Value.Value, 2),
		Points(b.Delta.Value), Plural(int(b.RunsPre), "run"), b.RunsPost)
}

// RecallMoveCI is RecallMove with the 95 % interval of the delta:
// "chi: recall 9 → 6 of 12 (−0.25, 95 % CI −0.49 to +0.04)".
func RecallMoveCI(b report.Benchmark) string {
	move := RecallMove(b)
	if !b.DeltaLo.OK || !b.DeltaHi.OK || Overruled(b) {
		return move
	}
	ci := fmt.Sprintf("95 %% CI %s to %s)", Points(b.DeltaLo.Value), Points(b.DeltaHi.Value))
	if bracketed, ok := strings.CutSuffix(move, ")"); ok {
		return bracketed + ", " + ci
	}
	return move + " (" + ci
}

// Overruled reports whether the interval of the delta leaves out 0 and the exact test is
// inconclusive. The test decides, so the interval is not shown beside it.
func Overruled(b report.Benchmark) bool {
	if !b.DeltaLo.OK || !b.DeltaHi.OK || !b.PExact.OK {
		return false
	}
	return b.PExact.Value > 0.05 && (b.DeltaLo.Value > 0 || b.DeltaHi.Value < 0)
}

// NoDelta says why a benchmark has no comparison. A run without a recall is not the
// same as no run.
func NoDelta(b report.Benchmark) string {
	before, after := len(b.RecallPre.Runs) > 0, len(b.RecallPost.Runs) > 0
	switch {
	case NotComputable(b):
		return "recall not computable, as the log says" + listed(b)
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

// NotComputable reports whether a benchmark has no comparison since the log says that its
// recall cannot be computed.
func NotComputable(b report.Benchmark) bool { return b.Delta.Reason == "not_computable" }

// listed counts the bugs of runs without a reference list. They are no recall.
func listed(b report.Benchmark) string {
	count := func(r report.Recall) (found int, ok bool) {
		for _, m := range r.Runs {
			found, ok = found+int(m.FoundCount), ok || m.Status == "not_computable"
		}
		return found, ok
	}
	before, okBefore := count(b.RecallPre)
	after, okAfter := count(b.RecallPost)
	switch {
	case okBefore && okAfter:
		return fmt.Sprintf("; %s found before, %s after", Plural(before, "bug"), Count(after))
	case okBefore:
		return fmt.Sprintf("; %s found before", Plural(before, "bug"))
	}
	return fmt.Sprintf("; %s found after", Plural(after, "bug"))
}

// Across says how all benchmarks of a cycle moved together; "" where they did not fall for
// certain.
func Across(c *report.Cycle) string {
	a := c.Across
	if !a.Loss {
		return ""
	}
	strength := "moderate"
	if a.P.Value <= 0.001 {
		strength = "strong"
	}
	s := fmt.Sprintf("%s together: mean recall %s, %s lost, %s gained. Evidence: %s (p = %.2g",
		Plural(int(a.Benchmarks), "benchmark"), Points(a.MacroDelta.Value),
		Plural(int(a.Lost), "bug"), Count(a.Gained), strength, a.P.Value)
	if a.Correlated {
		s += ", by whole benchmarks"
	}
	return s + ")."
}

// Reverted reports whether a cycle was decided to be reverted and its log takes the change
// back: what the lever did is undone.
func Reverted(c *report.Cycle) bool { return c.Verdict.Decision == "revert" && !c.RevertedAt.IsZero() }

// latestCycles is how far before the newest cycle another may have ended and still be one
// of the latest: several levers may be tried in one night.
const latestCycles = 24 * time.Hour

// LatestCycles returns the cycles that ended within 24 hours of the newest one.
func LatestCycles(cycles []report.Cycle) (out []report.Cycle) {
	var newest time.Time
	for i := range cycles {
		if at := CycleTime(&cycles[i]); at.After(newest) {
			newest = at
		}
	}
	for i := range cycles {
		if newest.Sub(CycleTime(&cycles[i])) <= latestCycles {
			out = append(out, cycles[i])
		}
	}
	return out
}

// CycleTime is when a cycle ended, or started while it is open. An end so late that the
// time to the verdict does not count is no end to go by: it would hide the other cycles. A
// document about a cycle tells days, so that there is an end and no such time.
func CycleTime(c *report.Cycle) time.Time {
	notReported := c.TimeToVerdictS.Reason == "not_reported"
	if c.EndedAt.After(c.StartedAt) && (c.TimeToVerdictS.OK || notReported || c.StartedAt.IsZero()) {
		return c.EndedAt
	}
	return c.StartedAt
}
