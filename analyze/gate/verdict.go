package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// Apply evaluates the rules and writes the gate and the verdict into the report. Without
// values the default rules hold.
func Apply(d *report.Data, values Values, o Options) {
	if values == nil {
		values = Defaults()
	}
	d.Gate = Evaluate(d, values, o)
	d.Verdict = verdictOf(d, o)
}

// verdictOf is what the gate and the changes come to.
func verdictOf(d *report.Data, o Options) report.Verdict {
	v := report.Verdict{State: report.VerdictPassed, About: lastRunDate(d), Reasons: []string{}, Notes: notes(d, o)}
	switch {
	case d.Gate.Status == Failed:
		v.State = report.VerdictFailed
		for _, r := range d.Gate.Rules {
			if r.Level == Blocking && r.Status == Fail {
				v.Reasons = append(v.Reasons, reasonsOf(d, r)...)
			}
		}
	case d.Gate.Status == Undecided:
		v.State = report.VerdictNothingToCompare
		v.Reasons = itemReasons(d)
		if len(d.Items.Comparisons) > 0 && !itemsCompared(d) {
			v.Reasons = append(v.Reasons, "too few "+words.Several(cmp.Or(d.Items.Noun, report.ItemNoun))+" to compare")
		}
		if len(v.Reasons) == 0 {
			v.Reasons = append(v.Reasons, undecidedReason(d))
		}
	default:
		v.Reasons = append(append(v.Reasons, changeReasons(d.Changes)...), comparisonReasons(&d.Items)...)
		if len(v.Reasons) > 0 {
			v.State = report.VerdictChanged
		}
	}
	return v
}

// lastRunDate is the latest UTC date on which a run started, without runs that of the
// latest cycle; empty without either.
func lastRunDate(d *report.Data) string {
	var last time.Time
	for i := range d.Runs {
		if at := d.Runs[i].StartedAt; at.After(last) {
			last = at
		}
	}
	for i := range d.Cycles {
		if at := words.CycleTime(&d.Cycles[i]); len(d.Runs) == 0 && at.After(last) {
			last = at
		}
	}
	if last.IsZero() {
		return ""
	}
	return last.UTC().Format(time.DateOnly)
}

// reasonsOf are what a rule failed on, each in a few words: "2 new failures".
func reasonsOf(d *report.Data, r report.GateRule) []string {
	if r.Name == failedRun.Name {
		if out := failureReasons(d, r.Problems); len(out) > 0 {
			return out
		}
	}
	noun := strings.ReplaceAll(r.Name, "-", " ")
	for _, rule := range Rules {
		if rule.Name == r.Name && rule.Noun != "" {
			noun = rule.Noun
		}
	}
	if noun == slower.Noun {
		noun = "slower " + words.TestOf(d, "duration").Noun
	}
	if len(r.Problems) == 0 {
		return []string{noun}
	}
	return []string{count(len(r.Problems), noun)}
}

// itemReasons is the score of an eval with nothing to compare it with, as the key figures
// give it: "0 of 10 samples passed". Where scores are not yes or no it is their means.
func itemReasons(d *report.Data) []string {
	for _, f := range d.KeyFigures {
		if f.Name == "item_pass_rate" && f.Num.OK && f.Den.OK {
			return []string{fmt.Sprintf("%s of %s passed", words.Count(f.Num.Value), count(int(f.Den.Value), cmp.Or(f.Noun, report.ItemNoun)))}
		}
	}
	return scoreReasons(d.Items.Scores)
}

// mostScores is how many mean scores stand in a verdict.
const mostScores = 3

// scoreReasons are the mean scores of evals without items that pass or fail.
func scoreReasons(scores []report.ScoreGroup) []string {
	out := []string{}
	for _, s := range scores {
		if s.Mean.OK {
			text := fmt.Sprintf("mean %s of %s %s", s.Scorer, s.Benchmark, unit.Decimal(s.Mean.Value, 2))
			if len(scores) > 1 && s.Model != "" {
				text += " (" + s.Model + ")"
			}
			out = append(out, text)
		}
	}
	if more := len(out) - mostScores; more > 1 {
		out = append(out[:mostScores], fmt.Sprintf("%s more mean scores", words.Count(more)))
	}
	return out
}

// comparisonReasons counts the comparisons of items that show a difference, and the mean scores
// that do. Whether a higher score is the better one is not in the logs.
func comparisonReasons(x *report.Items) (out []string) {
	comparisons, noun := x.Comparisons, words.Several(cmp.Or(x.Noun, report.ItemNoun))
	items, benchmarks, scores := map[bool]int{}, map[bool]int{}, map[bool]int{} // by whether they rose
	rates, means := 0, 0                                                        // of sides of equal standing, which rise and fall by their order alone
	for _, c := range comparisons {
		if c.Order == report.OrderNone {
			if report.ItemsDiffer(c.Evidence) || len(c.Differing()) > 0 {
				rates++
			}
			for _, d := range c.Scores {
				if report.ItemsDiffer(d.Evidence) {
					means++
				}
			}
			continue
		}
		if report.ItemsDiffer(c.Evidence) {
			items[c.Delta.Value > 0]++
		} else {
			for _, b := range c.Differing() {
				benchmarks[b.Delta.Value > 0]++
			}
		}
		for _, d := range c.Scores {
			if report.ItemsDiffer(d.Evidence) {
				scores[d.Delta.Value > 0]++
			}
		}
	}
	for _, rose := range []bool{false, true} {
		if items[rose] > 0 {
			word := map[bool]string{false: "fewer", true: "more"}[rose]
			out = append(out, fmt.Sprintf("%s %s pass in %s", word, noun, count(items[rose], "comparison")))
		}
	}
	for _, rose := range []bool{false, true} {
		if benchmarks[rose] > 0 {
			word := map[bool]string{false: "fewer", true: "more"}[rose]
			out = append(out, fmt.Sprintf("%s %s of %s pass", word, noun, count(benchmarks[rose], "benchmark")))
		}
	}
	for _, rose := range []bool{false, true} {
		if scores[rose] > 0 {
			out = append(out, count(scores[rose], "mean score")+map[bool]string{false: " fell", true: " rose"}[rose])
		}
	}
	if rates > 0 {
		out = append(out, "pass rates differ in "+count(rates, "comparison"))
	}
	if means > 0 {
		out = append(out, count(means, "mean score")+map[bool]string{true: " differs", false: " differ"}[means == 1])
	}
	return out
}

// undecidedReason says why no rule decides.
func undecidedReason(d *report.Data) string {
	if n := len(d.Runs); n > 0 && unended(d) == n && len(d.Cycles) == 0 {
		return "no run has ended"
	}
	var open []string
	decided := false
	for _, r := range d.Gate.Rules {
		if r.Status == NotEvaluated && r.Level != Off && !r.Absent {
			open = append(open, r.Name)
		}
		decided = decided || r.Level == Blocking && r.Status != NotEvaluated && !guards(r.Name)
	}
	if decided && len(open) > 0 {
		return "not evaluated: " + strings.Join(open, ", ")
	}
	return "no blocking rule could be evaluated"
}

// guards reports whether a rule's pass decides no gate.
func guards(name string) bool {
	return slices.ContainsFunc(Rules, func(r *Rule) bool { return r.Name == name && r.guard })
}

// unended counts the runs that go on, or of which the log stops before its end.
func unended(d *report.Data) (n int) {
	for i := range d.Runs {
		if d.Runs[i].Result == "open" {
			n++
		}
	}
	return n
}

// notes are what limits the verdict: how many runs have not ended, that there is no baseline, which blocking rules about
// cycles could not be evaluated though there are cycles, and which advisory rules failed.
func notes(d *report.Data, o Options) []string {
	out := []string{}
	if n := unended(d); n > 0 {
		text := count(n, "run") + map[bool]string{true: " has not ended", false: " have not ended"}[n == 1]
		if o.Cut["runs"] > 0 {
			text = "at least " + text
		}
		out = append(out, text)
	}
	if why := d.Items.Uncompared(); why != "" {
		out = append(out, "not compared: "+why)
	}
	if d.Baseline == nil {
		out = append(out, "no baseline")
	} else if len(d.Baseline.Compared) == 0 && !strings.Contains(d.Items.NotCompared, report.BaselineNotComparable) {
		out = append(out, "baseline not comparable")
	}
	var open []string
	for _, r := range d.Gate.Rules {
		switch {
		case r.Level == Blocking && r.Status == NotEvaluated && len(d.Cycles) > 0 && slices.Contains(ofCycles, r.Name):
			open = append(open, r.Name)
		case r.Level == Advisory && r.Status == Fail:
			out = append(out, fmt.Sprintf("%s (advisory)", strings.Join(reasonsOf(d, r), ", ")))
		}
	}
	if len(open) > 0 && d.Gate.Status != Undecided {
		out = append(out, "not evaluated: "+strings.Join(open, ", "))
	}
	return out
}

// ofCycles are the rules that look at cycles.
var ofCycles = []string{recallRegression.Name, verdictNotSupported.Name, contradiction.Name, missingBenchmark.Name}

// changeReasons counts the changes that are new, and those that ended. What a lever did to
// recall ends when the lever is reverted: it is handled, and in no verdict.
func changeReasons(changes []report.SeriesChange) (out []string) {
	n := map[string]int{}
	for _, c := range changes {
		if c.State != report.ChangeEnded || c.What != "recall" {
			n[c.State]++
		}
	}
	if n[report.ChangeNew] > 0 {
		out = append(out, count(n[report.ChangeNew], "new change"))
	}
	if n[report.ChangeEnded] > 0 {
		out = append(out, count(n[report.ChangeEnded], "change")+" ended")
	}
	return out
}
