package gate

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// failureKind is the kind of the problems that tell of failures.
const failureKind = "failure"

var failedRun = &Rule{
	Name: "failed-run", Default: Blocking,
	Settings: []Setting{
		{Name: "failures", Kind: Word, Of: []string{"any", "new"}, Default: "any", Means: "any: every failure counts; new: only one that did not fail on the run date before, is not in the baseline and is not known to be flaky"},
		{Name: "allowed", Kind: Count, Default: "0", Means: "how many may fail"},
	},
	Means: "No run may have failed, stalled or been blocked on the last run date of its subject. Steps of one subject count by name; what failed earlier and passes again does not count. Where a failure is known and has to wait, acknowledge it.",
	limit: func(v ruleValues) string {
		which := "failures"
		if v.text("failures") == "new" {
			which = "new failures"
		}
		if v.number("allowed") == 0 {
			return fmt.Sprintf("no %s on the last run date", which)
		}
		return fmt.Sprintf("at most %s %s on the last run date", v.text("allowed"), which)
	},
	evaluate: func(in *input, v ruleValues) outcome {
		ended, judged := 0, itemsCompared(in.d)
		evals := evalSystems(in.d)
		for _, r := range in.d.Runs {
			if slices.Contains([]string{"passed", "flaky", "failed", "stalled", "blocked"}, r.Result) {
				ended++
				judged = judged || !evals[r.System]
			}
		}
		fresh := map[string]bool{}
		for _, f := range in.d.Failures {
			fresh[f.Problem] = fresh[f.Problem] || f.State == report.FailureNew
		}
		noun := "failure"
		if v.text("failures") == "new" {
			noun = "new failure"
		}
		bad := in.problems(func(p report.Problem) bool { return v.text("failures") == "any" || fresh[p.Key] }, failureKind)
		switch {
		case ended == 0 && len(bad) == 0:
			return notEvaluated("no run has ended")
		case float64(len(bad)) > v.number("allowed"):
			return outcome{Fail, count(len(bad), noun) + failureDates(in.d, bad), bad}
		case len(bad) > 0:
			return outcome{status: Pass, reason: fmt.Sprintf("%s, %s allowed", count(len(bad), noun), v.text("allowed"))}
		case !judged && in.d.Items.Uncompared() != "":
			return notEvaluated("no %s on the last run dates, %s of evals in all; not compared: %s", noun, count(in.runs, "run"), in.d.Items.Uncompared())
		case !judged:
			return notEvaluated("no %s on the last run dates, %s of evals in all, and too few %s on two sides to compare", noun, count(in.runs, "run"), words.Several(cmp.Or(in.d.Items.Noun, report.ItemNoun)))
		}
		reason := fmt.Sprintf("no %s on the last run dates, %s in all", noun, count(in.runs, "run"))
		if n := unended(in.d); n > 0 {
			reason += fmt.Sprintf("; %s not ended", words.Count(n))
		}
		return outcome{status: Pass, reason: reason}
	},
}

// failureDates is when the failures behind the problems were, as " on 2026-03-10": the last run
// dates of their subjects, which need not be one. It is empty where no date is known.
func failureDates(d *report.Data, problems []report.Problem) string {
	first, last := "", ""
	keys := map[string]bool{}
	for i := range problems {
		keys[problems[i].Key] = true
	}
	for _, f := range d.Failures {
		if f.Date == "" || !keys[f.Problem] {
			continue
		}
		if first == "" || f.Date < first {
			first = f.Date
		}
		last = max(last, f.Date)
	}
	switch {
	case last == "":
		return ""
	case first == last:
		return " on " + last
	}
	return fmt.Sprintf(", %s to %s", first, last)
}

// evalSystems are the systems whose runs are of evals or benchmarks: they have items, or scores and no
// steps that can be tried again. Example: a log of one's own may give its tests scores.
func evalSystems(d *report.Data) map[string]bool {
	systems := map[string]bool{}
	for _, g := range d.Items.Groups {
		systems[g.System] = true
	}
	for _, g := range d.Items.Scores {
		if !slices.ContainsFunc(d.Flakes.BySystem, func(f report.FlakeSystem) bool { return f.System == g.System }) {
			systems[g.System] = true
		}
	}
	return systems
}

// itemsCompared reports whether a comparison has enough items, or scores of them, to show a
// difference, or means whose standard errors are stated.
func itemsCompared(d *report.Data) bool {
	enough := func(s report.ScoreDifference) bool { return s.Items >= report.LeastItems || s.Stated && s.P.OK }
	return slices.ContainsFunc(d.Items.Comparisons, func(c report.ItemComparison) bool {
		return c.Items >= report.LeastItems || slices.ContainsFunc(c.Scores, enough)
	})
}

// failureWords are the failures of a state in a reason, most urgent first.
var failureWords = []struct{ state, one, many string }{
	{report.FailureNew, "new failure", "new failures"},
	{report.FailureBefore, "failure as before", "failures as before"},
	{report.FailureKnownFlaky, "known flaky failure", "known flaky failures"},
	{report.FailureInfrastructure, "infrastructure failure", "infrastructure failures"},
}

// failureReasons counts the failures behind the problems by their state.
func failureReasons(d *report.Data, problems []string) (out []string) {
	keys := map[string]bool{}
	for _, key := range problems {
		keys[key] = true
	}
	n := map[string]int{}
	for _, f := range d.Failures {
		if keys[f.Problem] {
			n[f.State]++
		}
	}
	for _, w := range failureWords {
		switch {
		case n[w.state] == 1:
			out = append(out, "1 "+w.one)
		case n[w.state] > 1:
			out = append(out, fmt.Sprintf("%s %s", words.Count(n[w.state]), w.many))
		}
	}
	return out
}
