package gate

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/unit"
)

var flakeRate = &Rule{
	Name: "flake-rate", Default: Advisory, Noun: "high flake rate",
	Settings: []Setting{{Name: "allowed", Kind: Share, Default: "0.1", Means: "the flake rate that is accepted"}},
	Means:    "No step may flake more often than is accepted. It fails only when the lower end of the 95 % CI lies above: that of 3 of 10 is 11–60 %, that of 1 of 2 is 9–91 %.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no step whose flake rate has a 95 %% CI above %s", unit.Ratio.Format(v.number("allowed")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		steps, able := 0, 0
		for _, n := range in.d.Flakes.ByNode {
			if n.Rate.Den > 0 {
				steps++
				if canExceed(n.Rate.Den, v.number("allowed")) {
					able++
				}
			}
		}
		if able == 0 {
			return notEvaluated("none of %s ran often enough to show such a rate", count(steps, "step"))
		}
		bad := in.problems(above(v.number("allowed")), "flake", "new-flake")
		return verdict(bad, fmt.Sprintf("none of %s", count(steps, "step")), fmt.Sprintf("%d of %s", len(bad), count(steps, "step")))
	},
}

// canExceed reports whether n of n would have its lower limit above the share.
func canExceed(n int64, share float64) bool {
	const z2 = 1.959963984540054 * 1.959963984540054
	return float64(n)/(float64(n)+z2) > share
}

// above fits problems whose rate is likely above the share.
func above(share float64) func(report.Problem) bool {
	return func(p report.Problem) bool { return p.Rate != nil && p.Rate.Lo.OK && p.Rate.Lo.Value > share }
}

var newFlake = &Rule{
	Name: "new-flake", Default: Advisory, Noun: "new flake",
	Means: "No step may flake that did not flake in the baseline. One retry is enough, so it is advice by default: of 20 steps that flake once in 100 runs, one does so every fifth run date.",
	limit: func(ruleValues) string { return "no step that flakes and did not in the baseline" },
	evaluate: func(in *input, v ruleValues) outcome {
		if why := in.notCompared("flakes"); why != "" {
			return notEvaluated("%s", why)
		}
		bad := in.problems(func(p report.Problem) bool { return p.State == "new" }, "flake", "new-flake")
		return verdict(bad, fmt.Sprintf("none of %s", count(len(in.d.Flakes.ByNode), "step")), fmt.Sprintf("%d of %s", len(bad), count(len(in.d.Flakes.ByNode), "step")))
	},
}

// notCompared says why a section was not compared with a baseline; "" when it was.
func (in *input) notCompared(section string) string {
	b := in.d.Baseline
	switch {
	case b == nil:
		return "no baseline"
	case !slices.Contains(b.Compared, section):
		return "baseline not comparable: " + b.Why
	}
	return ""
}

var slower = &Rule{
	Name: "slower", Default: Advisory, Noun: "slower step",
	Settings: []Setting{{Name: "allowed_s", Kind: Seconds, Default: "0", Means: "by how many seconds a step may become slower, at the lower end of the 95 % CI"}},
	Means:    "No step may become slower. It fails only on what the report calls slower: by 10 % and 1 s at least, significant over all steps compared.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no step slower by more than %s at the lower end of the 95 %% CI", unit.Seconds.Format(v.number("allowed_s")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		able := 0
		over := map[[2]string]bool{}
		for _, s := range in.d.Durations.Shifts {
			if s.Call != "too_few" {
				able++
			}
			if s.Call == "slower" && s.LoS.Value > v.number("allowed_s") {
				over[[2]string{s.System, s.Step}] = true
			}
		}
		if able == 0 {
			return notEvaluated("no step has 4 new and 4 old attempts, which a change needs to show")
		}
		bad := in.problems(func(p report.Problem) bool { return over[[2]string{name(p, 0), name(p, 2)}] }, "slower")
		return verdict(bad, fmt.Sprintf("none of %s", count(able, "step")), fmt.Sprintf("%d of %s", len(bad), count(able, "step")))
	},
}

var stallRate = &Rule{
	Name: "stall-rate", Default: Advisory, Noun: "high stall rate",
	Settings: []Setting{{Name: "allowed", Kind: Share, Default: "0.1", Means: "the share of attempts that may stall"}},
	Means:    "Attempts must not lose their heartbeat more often than is accepted, in any repository and runtime. As with flakes, the lower end of the 95 % CI decides.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no stall rate with a 95 %% CI above %s", unit.Ratio.Format(v.number("allowed")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		n := in.d.Stops.StallRate.Den
		if !canExceed(n, v.number("allowed")) {
			return notEvaluated("too few attempts ended: %s", count(int(n), "attempt"))
		}
		bad := in.problems(above(v.number("allowed")), "stall")
		return verdict(bad, fmt.Sprintf("none in %s", count(int(n), "attempt")), fmt.Sprintf("%s, of %s in all", count(len(bad), "place"), count(int(n), "attempt")))
	},
}
