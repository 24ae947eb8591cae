package gate

import (
	"fmt"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// called are the changes of a figure to the worse that are new on the last run date. The
// rules judge that date against those before it, never whole histories: 3 of 240 and then 4
// of 4 is a new flake, however small 7 of 244 is.
func (in *input) called(what string) map[[3]string]report.SeriesChange {
	out := map[[3]string]report.SeriesChange{}
	for _, c := range in.d.Changes {
		if c.What == what && c.State == report.ChangeNew && words.Higher(c) {
			out[[3]string{c.System, c.Subject, c.Step}] = c
		}
	}
	return out
}

// names are the names of a problem of a step.
func names(p report.Problem) [3]string { return [3]string{name(p, 0), name(p, 1), name(p, 2)} }

// couldSee says of how many series something could have been seen, and what.
func couldSee(t report.ChangeTest) string {
	return fmt.Sprintf("%s on %s; %s", words.NoneOf(int(t.Tested), t.Noun), t.Last, words.Visible(t))
}

// tooShort says why a figure could not be judged.
func (in *input) tooShort(t report.ChangeTest, thing string) outcome {
	why := in.notCompared("flakes")
	if why == "" {
		why = "too few runs since the baseline"
	}
	if t.Untested == 0 {
		return notEvaluated("no %s has %s; %s", t.Noun, thing, why)
	}
	return notEvaluated("%s has enough run dates to show a change; %s", words.NoneOf(int(t.Untested), t.Noun), why)
}

var newFlake = &Rule{
	Name: "new-flake", Default: Advisory, Noun: "new flake",
	Means: "No step may become flaky on the last run date, or since the baseline: by more than chance, over all steps looked at. One retry is no change.",
	limit: func(ruleValues) string {
		return "no step whose flake rate rose by more than chance on the last run date or since the baseline"
	},
	evaluate: func(in *input, _ ruleValues) outcome {
		t, called := words.TestOf(in.d, "flake_rate"), in.called("flake_rate")
		compared := in.notCompared("flakes") == ""
		if t.Tested == 0 && !compared {
			return in.tooShort(t, "attempts that would show a retry")
		}
		bad := in.problems(func(p report.Problem) bool {
			_, now := called[names(p)]
			return now || compared && p.State == "new"
		}, "flake", "new-flake")
		looked := "none since the baseline"
		if t.Tested > 0 {
			looked = couldSee(t)
		}
		return verdict(bad, looked, fmt.Sprintf("%s of %s", words.Count(len(bad)), count(max(int(t.Tested), len(in.d.Flakes.ByNode)), t.Noun)))
	},
}

var slower = &Rule{
	Name: "slower", Default: Advisory, Noun: "slower step",
	Settings: []Setting{{Name: "allowed_s", Kind: Seconds, Default: "0", Means: "by how many seconds a step may become slower for certain, at the lower end of the interval"}},
	Means:    "No step may become slower on the last run date, or since the baseline: by a tenth and a second at least, and by more than chance, over all steps looked at.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no step slower by more than %s for certain", unit.Seconds.Format(v.number("allowed_s")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		t, over := words.TestOf(in.d, "duration"), map[[3]string]bool{}
		for k, c := range in.called("duration") {
			over[k] = !c.Lo.OK || c.Lo.Value*c.From.Value > v.number("allowed_s")
		}
		able := 0
		since := map[[2]string]bool{} // steps of a shift, whose subject may have another name than its problem
		for _, s := range in.d.Durations.Shifts {
			if s.Call != "too_few" {
				able++
			}
			if s.Call == "slower" && s.LoS.Value > v.number("allowed_s") {
				since[[2]string{s.System, s.Step}] = true
			}
		}
		if t.Tested == 0 && able == 0 {
			return in.tooShort(t, "attempts with a duration")
		}
		bad := in.problems(func(p report.Problem) bool {
			return over[names(p)] || since[[2]string{name(p, 0), name(p, 2)}]
		}, "slower")
		var looked []string
		if t.Tested > 0 {
			looked = append(looked, couldSee(t))
		}
		if able > 0 {
			looked = append(looked, words.NoneOf(able, t.Noun)+" since the baseline")
		}
		return verdict(bad, strings.Join(looked, "; "), fmt.Sprintf("%s of %s", words.Count(len(bad)), count(max(int(t.Tested), able), t.Noun)))
	},
}

var commonSlowDown = &Rule{
	Name: "common-slow-down", Default: Advisory, Noun: "common slow-down",
	Settings: []Setting{{Name: "allowed", Kind: Share, Default: "0.05", Means: "by which share all steps of a subject together may become slower"}},
	Means:    "The steps of a subject must not become slower together, as on a loaded machine. The single steps are judged on what is left.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no subject whose steps are all slower by more than %s", unit.Ratio.Format(v.number("allowed")))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		t := words.TestOf(in.d, "duration")
		if t.Tested < fewestTogether {
			return notEvaluated("a common slow-down needs %s with enough run dates; there are %s", count(fewestTogether, t.Noun), words.Count(t.Tested))
		}
		over := map[[2]string]bool{}
		for _, c := range in.d.Changes {
			if c.What == "common_duration" && c.State == report.ChangeNew && c.To.Value > v.number("allowed") {
				over[[2]string{c.System, c.Subject}] = true
			}
		}
		bad := in.problems(func(p report.Problem) bool { return over[[2]string{name(p, 0), name(p, 1)}] }, "common-slow-down")
		return verdict(bad, fmt.Sprintf("none on %s; 5 %% of all %s would be seen in 1 run date, unless such days are usual", t.Last, words.Several(t.Noun)), fmt.Sprintf("%s on %s", count(len(bad), "subject"), t.Last))
	},
}

// fewestTogether is how many steps a common effect needs (STATISTICS 1.26).
const fewestTogether = 5

var stale = &Rule{
	Name: "stale", Default: Advisory, Noun: "stale subject", guard: true,
	Settings: []Setting{{Name: "allowed_days", Kind: Count, Default: "2", Means: "how many days before --as-of the last run of a subject may lie; one that usually runs less often is given its longest pause so far"}},
	Means:    "What runs on most dates must have run shortly before the time of the report: a nightly job that did not run is no green report. Only the time given by --as-of shows it. As the rule complete-input, it fails a gate and decides none.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no subject without a run in the last %s days before --as-of", v.text("allowed_days"))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		switch {
		case in.d.AsOfFrom != report.AsOfGiven:
			return notEvaluated("the time of the report is that of its last event: build with --as-of")
		case len(in.d.Runs) == 0:
			return notEvaluated("no run")
		}
		bad := in.problems(func(p report.Problem) bool {
			return in.d.AsOf.Sub(p.At) > time.Duration(v.number("allowed_days")*24*float64(time.Hour))
		}, "stale")
		return verdict(bad, "every subject that runs regularly ran", fmt.Sprintf("%s without a run", count(len(bad), "subject")))
	},
}
