package gate

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

var flakeRate = &Rule{
	Name: "flake-rate", Default: Advisory, Noun: "high flake rate",
	Settings: []Setting{{Name: "allowed", Kind: Share, Default: "0.1", Means: "the flake rate that is accepted"}},
	Means: "No step may flake more often than is accepted. Only results since its flake rate last changed count. " +
		"It fails only when the lower end of the 95 % CI lies above: that of 3 of 10 is 11–60 %. Fewer than 3 results are not judged.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no step whose flake rate has a 95 %% CI above %s", unit.Ratio.Format(v.number("allowed")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		steps, able := 0, 0
		for _, n := range in.d.Flakes.ByNode {
			if n.Rate.Den > 0 {
				steps++
				if canExceed(cmp.Or(n.RateNow, &n.Rate).Den, v.number("allowed")) {
					able++
				}
			}
		}
		noun := words.StepNoun(in.d)
		switch {
		case steps == 0:
			return notEvaluated("no %s has attempts that would show a retry", noun)
		case able == 0:
			return notEvaluated("%s ran often enough to show such a rate", words.NoneOf(steps, noun))
		}
		bad := in.problems(above(v.number("allowed")), "flake", "new-flake")
		return verdict(bad, words.NoneOf(steps, noun), fmt.Sprintf("%s of %s", words.Count(len(bad)), count(steps, noun)))
	},
}

// enough reports whether n results say something of a share: as many as people are shown an interval
// of. One of one has a limit of 21 %, and says nothing. Where none is accepted a single one is too many.
func enough(n int64, share float64) bool { return n >= words.LeastForInterval || share <= 0 }

// canExceed reports whether n of n would have its lower limit above the share.
func canExceed(n int64, share float64) bool {
	if !enough(n, share) {
		return false
	}
	const z2 = 1.959963984540054 * 1.959963984540054
	return float64(n)/(float64(n)+z2) > share
}

// above fits problems whose rate is likely above the share, since it last changed.
func above(share float64) func(report.Problem) bool {
	return func(p report.Problem) bool {
		r := cmp.Or(p.RateNow, p.Rate)
		return r != nil && enough(r.Den, share) && r.Lo.OK && r.Lo.Value > share
	}
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

var stallRate = &Rule{
	Name: "stall-rate", Default: Advisory, Noun: "high stall rate",
	Settings: []Setting{{Name: "allowed", Kind: Share, Default: "0.1", Means: "the share of attempts that may stall"}},
	Means:    "Attempts must not lose their heartbeat more often than is accepted, in any repository and runtime. As with flakes, the lower end of the 95 % CI decides, of 3 results or more.",
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
