package gate

import (
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

var findings = &Rule{
	Name: "findings", Default: Advisory, Noun: "log problem",
	Settings: []Setting{{Name: "severity", Kind: Word, Of: append([]string{"none"}, report.Severities...), Default: report.SeverityError, Means: "the least urgent findings that fail; none: only those that codes lists"},
		{Name: "codes", Kind: Words, Means: "findings that fail whatever their severity, by code or pattern, as bad_line or logged_*"}},
	Means: "Logs must not have findings: deviations from their format or contradictions in themselves. Lines that could not be parsed are excluded from all numbers.",
	limit: func(v ruleValues) string {
		out := fmt.Sprintf("no finding of severity %s", v.text("severity"))
		if v.text("severity") == "none" {
			out = "no finding"
		}
		if codes := v.text("codes"); codes != "" {
			out += " and none of " + codes
		}
		return out
	},
	evaluate: func(in *input, v ruleValues) outcome {
		if in.d.Ledger.Total.Claimed == 0 {
			return notEvaluated("no log was read")
		}
		urgent := report.Severities[:slices.Index(report.Severities, v.text("severity"))+1]
		bad := in.problems(func(p report.Problem) bool {
			return slices.Contains(urgent, p.Severity) || slices.ContainsFunc(v.words("codes"), func(code string) bool {
				ok, err := doublestar.Match(code, name(p, 0))
				return err == nil && ok
			})
		}, "finding", "contradiction")
		return verdict(bad, fmt.Sprintf("none in %s", count(int(in.d.Ledger.Total.Claimed), "log")), fmt.Sprintf("%s in %s", count(len(bad), "log problem"), count(int(in.d.Ledger.Total.Claimed), "log")))
	},
}

var gone = &Rule{
	Name: "gone", Default: Blocking, guard: true, Noun: "missing baseline item",
	Settings: []Setting{{Name: "severity", Kind: Word, Of: report.Severities, Default: report.SeverityError, Means: "the least urgent that fails: error for systems, runs and cycles, warning for subjects and steps too"}},
	Means:    "A system, a run, a cycle or a step of the baseline must be in the report: one that no longer runs cannot fail. Benchmarks belong to the rule missing-benchmark. Runs and cycles that are older than all that both reports have may be missing. The rule can fail a gate, but its pass alone decides none.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("nothing of the baseline missing, of severity %s", v.text("severity"))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		if why := in.notCompared("flakes"); why != "" {
			return notEvaluated("%s", why)
		}
		steps, subjects := 0, 0
		urgent := report.Severities[:slices.Index(report.Severities, v.text("severity"))+1]
		bad := in.problems(func(p report.Problem) bool {
			if name(p, 0) == "benchmark" {
				return false
			}
			switch {
			case slices.Contains(urgent, p.Severity):
				return true
			case name(p, 0) == "subject":
				subjects++
			default:
				steps++
			}
			return false
		}, "gone")
		pass := "nothing missing"
		if steps+subjects > 0 {
			var parts []string
			if subjects > 0 {
				parts = append(parts, count(subjects, "subject"))
			}
			if steps > 0 {
				parts = append(parts, count(steps, words.StepNoun(in.d)))
			}
			pass = fmt.Sprintf("no system missing; %s missing", words.List(parts, 2))
		}
		if n := in.d.Baseline.Older; n > 0 {
			pass += fmt.Sprintf("; %s of the baseline older than these logs", count(int(n), "run"))
		}
		return verdict(bad, pass, fmt.Sprintf("%s missing", words.Count(len(bad))))
	},
}

var minimumRuns = &Rule{
	Name: "minimum-runs", Default: Advisory, Noun: "too few runs",
	Settings: []Setting{{Name: "runs", Kind: Count, Default: "1", Means: "how many runs the report needs at least"},
		{Name: "repeats", Kind: Count, Default: "1", Means: "how many runs each side of each compared benchmark needs at least"}, cyclesSetting},
	Means: "There must be enough runs. Three repeats a side make run-to-run noise measurable.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("at least %s, and %s a side of each benchmark %s", count(int(v.number("runs")), "run"), v.text("repeats"), inCycles(v))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		runs, fewest, at := in.runs, -1, ""
		for _, c := range in.cyclesOf(v) {
			for _, b := range c.Benchmarks {
				runs += int(b.RunsPre + b.RunsPost)
				if n := int(min(b.RunsPre, b.RunsPost)); fewest < 0 || n < fewest {
					fewest, at = n, b.Benchmark
				}
			}
		}
		seen := fmt.Sprintf("%s and measurements", count(runs, "run"))
		if fewest >= 0 {
			seen += fmt.Sprintf("; %s has fewest a side, %d", at, fewest)
		}
		if float64(runs) < v.number("runs") || fewest >= 0 && float64(fewest) < v.number("repeats") {
			return outcome{status: Fail, reason: seen}
		}
		return outcome{status: Pass, reason: seen}
	},
}

var acknowledgements = &Rule{
	Name: "acknowledgements", Default: Advisory, Noun: "stale acknowledgement",
	Means: "What was accepted for a time must be looked at again when the time is over, or when it covers nothing any more.",
	limit: func(ruleValues) string { return "no acknowledgement that is expired or covers nothing" },
	evaluate: func(in *input, v ruleValues) outcome {
		if len(in.d.Acknowledged) == 0 {
			return notEvaluated("nothing is acknowledged")
		}
		stale := map[string]bool{}
		for _, a := range in.d.Acknowledged {
			if a.Status != Used {
				stale[a.Key] = true
			}
		}
		out := outcome{status: Pass, reason: fmt.Sprintf("all of %s hold and cover something", words.Count(len(in.d.Acknowledged)))}
		if len(stale) > 0 {
			out.status, out.reason = Fail, fmt.Sprintf("%s of %s are expired or cover nothing", words.Count(len(stale)), words.Count(len(in.d.Acknowledged)))
			out.problems = in.problems(func(p report.Problem) bool { return stale[name(p, 0)] }, "acknowledgement")
		}
		return out
	},
}
