package compare

import (
	"fmt"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// sentence is what a comparison shows: subject and change, then how sure. Where no item
// passed or failed on both sides it is that of the clearest score.
func sentence(c *report.ItemComparison, noun string) string {
	if c.Items == 0 && len(c.Scores) > 0 {
		return byStrength(c.Scores)[0].Text
	}
	items := words.Plural(int(c.Items), noun)
	delta, interval := unit.Points.Format(c.Delta.Value), ""
	if c.Items >= words.LeastForInterval && decides(c.Lo, c.Hi, c.Evidence) {
		interval = fmt.Sprintf("95 %% CI %s to %s", unit.Points.Format(c.Lo.Value), unit.Points.Format(c.Hi.Value))
	}
	text := ""
	switch verb := "more"; {
	case report.ItemsDiffer(c.Evidence) && c.Delta.OK:
		if c.Delta.Value < 0 {
			verb = "fewer"
		}
		if interval != "" {
			interval = ", " + interval
		}
		text = fmt.Sprintf("%s against %s: passes %s of the %s that both tried (%s%s)", c.After, c.Before, verb, items, delta, interval)
		if c.Order == report.OrderNone {
			text = fmt.Sprintf("%s passes %s than %s of the %s that both tried (%s%s)", c.After, verb, c.Before, items, delta, interval)
		}
	case c.StrongestBenchmark() != "":
		if interval != "" {
			interval = ", " + interval
		}
		return fmt.Sprintf("%s against %s: %s; %s over all of the %s that both tried (%s%s). Evidence: %s.", c.After, c.Before,
			byBenchmark(c), delta, items, moved(c), interval, c.StrongestBenchmark())
	default:
		if interval != "" {
			interval = " (" + interval + ")"
		}
		text = fmt.Sprintf("No clear difference between %s and %s: pass rates differ by %s%s over the %s that both tried", c.Before, c.After, delta, interval, items)
	}
	if benchmarks := byBenchmark(c); benchmarks != "" {
		text += "; " + benchmarks
	}
	return text + fmt.Sprintf("; %s. Evidence: %s.", moved(c), c.Evidence) + settling(c.Items, noun, c.Settle, func(v float64) string { return unit.Fixed(v, 2) })
}

// moved counts the items that passed on one side alone, and of items with several trials those of
// which a larger or smaller share passed.
func moved(c *report.ItemComparison) string {
	if c.Repeated && c.Order == report.OrderNone {
		return fmt.Sprintf("%s pass more often with %s, %s with %s", words.Count(c.Risen), c.After, words.Count(c.Fallen), c.Before)
	}
	if c.Repeated {
		return fmt.Sprintf("%s pass more often, %s less often", words.Count(c.Risen), words.Count(c.Fallen))
	}
	if c.Order == report.OrderNone {
		return fmt.Sprintf("%s only with %s, %s only with %s", words.Count(len(c.Gained)), c.After, words.Count(len(c.Lost)), c.Before)
	}
	return fmt.Sprintf("%s gained, %s lost", words.Count(len(c.Gained)), words.Count(len(c.Lost)))
}

// mostBenchmarks is how many benchmarks stand in a sentence.
const mostBenchmarks = 3

// byBenchmark names the benchmarks that show a difference by themselves, each with its evidence; it
// is empty where none does. Example: "arith +0.20 (moderate), 1 other benchmark without a clear
// difference".
func byBenchmark(c *report.ItemComparison) string {
	differ := c.Differing()
	if len(differ) == 0 {
		return ""
	}
	var said []string
	for _, b := range differ[:min(len(differ), mostBenchmarks)] {
		said = append(said, fmt.Sprintf("%s %s (%s)", b.Benchmark, unit.Points.Format(b.Delta.Value), b.Evidence))
	}
	if n := len(differ) - mostBenchmarks; n > 0 {
		verb := "differ"
		if n == 1 {
			verb = "differs"
		}
		said = append(said, words.Plural(n, "more benchmark")+" "+verb)
	}
	if n := len(c.Benchmarks) - len(differ); n > 0 {
		said = append(said, words.Plural(n, "other benchmark")+" without a clear difference")
	}
	return strings.Join(said, ", ")
}

// decides reports whether an interval is known and says the same as the evidence: one without
// 0 beside "inconclusive" would be read as a difference.
func decides(lo, hi report.Number, evidence string) bool {
	return lo.OK && hi.OK && (report.ItemsDiffer(evidence) || lo.Value <= 0 && hi.Value >= 0)
}

// settling says what would settle a comparison that is inconclusive, in numbers as written by format.
func settling(items int64, noun string, s *report.Settle, format func(float64) string) (text string) {
	switch {
	case s == nil:
		return ""
	case items < report.LeastItems:
		return fmt.Sprintf(" Fewer than %d %s show no difference, however large.", report.LeastItems, words.Several(noun))
	case s.Visible.OK:
		text = fmt.Sprintf(" With %s a change of %s or more can be seen.", words.Plural(int(items), noun), format(s.Visible.Value))
	}
	if s.Needed.OK {
		text += fmt.Sprintf(" To see one of this size takes about %s.", words.Plural(int(s.Needed.Value), noun))
	}
	return text
}
