package gate

import (
	"slices"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// said is what a rule comes to: its state and its whole reason.
func said(d report.Data, rule string, set map[string]string) string {
	values := Defaults()
	for name, text := range set {
		values[rule+"."+name] = Value{text, "test"}
	}
	for _, r := range Evaluate(&d, values, Options{}).Rules {
		if r.Name == rule {
			return r.Status + ": " + r.Reason
		}
	}
	return ""
}

// bound is a report on one side of a limit, and what a rule says of it.
type bound struct {
	name string
	d    report.Data
	set  map[string]string
	want string
}

func checkBounds(t *testing.T, rule string, all []bound) {
	t.Helper()
	for _, c := range all {
		if got := said(c.d, rule, c.set); got != c.want {
			t.Errorf("%s, %s:\n%s, want\n%s", rule, c.name, got, c.want)
		}
	}
}

// n of n flakes has its lower limit of the 95 % CI by Wilson at n / (n + 1.96²): 3 of 3 is
// 44–100 %, 4 of 4 is 51–100 %, 72 of 72 is 94.93–100 %, 73 of 73 is 95.001–100 %.
func TestCanExceed(t *testing.T) {
	for _, c := range []struct {
		n     int64
		share float64
		want  bool
	}{{0, 0, false}, {1, 0, true}, {0, 0.1, false}, {1, 0.1, false}, {2, 0.1, false}, {3, 0.1, true}, {3, 0.5, false}, {4, 0.5, true},
		{72, 0.95, false}, {73, 0.95, true}, {1000, 1, false}} {
		if got := canExceed(c.n, c.share); got != c.want {
			t.Errorf("%d of %d above %g: %t", c.n, c.n, c.share, got)
		}
	}
}

func TestFlakeRateBounds(t *testing.T) {
	of := func(lo float64, dens ...int64) report.Data {
		p := problem("flake", "", "kahn", "shop", "e2e")
		p.Rate = rated(3, 10, lo)
		d := report.Data{Problems: []report.Problem{p}}
		for _, den := range dens {
			d.Flakes.ByNode = append(d.Flakes.ByNode, report.FlakeNode{Rate: *rated(1, den, 0)})
		}
		return d
	}
	lately := of(0.2, 40)
	lately.Flakes.ByNode[0].RateNow = rated(0, 0, 0)
	noRate := of(0.2, 40)
	noRate.Problems[0].Rate = nil
	noLimit := of(0.2, 40)
	noLimit.Problems[0].Rate.Lo = report.Number{Value: 0.2, Reason: "n_too_small"}
	checkBounds(t, "flake-rate", []bound{
		{"no step", of(0.2), nil, "not_evaluated: no step has attempts that would show a retry"},
		{"steps without attempts", of(0.2, 0, 0), nil, "not_evaluated: no step has attempts that would show a retry"},
		{"its limit at what is allowed", of(0.1, 40, 0, 2), nil, "pass: none of 2 steps"},
		{"its limit above", of(0.101, 40, 0, 2), nil, "fail: 1 of 2 steps"},
		{"three attempts show no half", of(0.2, 3, 3), map[string]string{"allowed": "0.5"},
			"not_evaluated: none of 2 steps ran often enough to show such a rate"},
		{"four of one step do", of(0.2, 3, 4), map[string]string{"allowed": "0.5"}, "pass: none of 2 steps"},
		{"none since the rate changed", lately, nil, "not_evaluated: 0 of 1 step ran often enough to show such a rate"},
		{"a problem without a rate", noRate, nil, "pass: 0 of 1 step"},
		{"a rate without an interval", noLimit, nil, "pass: 0 of 1 step"},
	})
}

func TestStallRateBounds(t *testing.T) {
	of := func(den int64, lo float64) report.Data {
		p := problem("stall", "", "crabyard", "", "container")
		p.Rate = rated(9, 20, lo)
		d := report.Data{Problems: []report.Problem{p}}
		d.Stops.StallRate.Den = den
		return d
	}
	checkBounds(t, "stall-rate", []bound{
		{"no attempt", of(0, 0.2), nil, "not_evaluated: too few attempts ended: 0 attempts"},
		{"at what is allowed", of(20, 0.1), nil, "pass: none in 20 attempts"},
		{"above", of(20, 0.11), nil, "fail: 1 place, of 20 attempts in all"},
		{"three attempts", of(3, 0.6), map[string]string{"allowed": "0.5"}, "not_evaluated: too few attempts ended: 3 attempts"},
		{"four attempts", of(4, 0.6), map[string]string{"allowed": "0.5"}, "fail: 1 place, of 4 attempts in all"},
	})
}

// A step counts as slower by the lower end of its interval: a tenth of 100 s is 10 s.
func TestSlowerBounds(t *testing.T) {
	change := func(state string, from, to, lo report.Number) report.Data {
		return report.Data{
			ChangeTests: []report.ChangeTest{{What: "duration", Tested: 7, Last: "2026-04-14"}},
			Changes: []report.SeriesChange{{What: "duration", System: "kahn", Subject: "shop", Step: "build", State: state,
				From: from, To: to, Lo: lo}},
			Problems: []report.Problem{problem("slower", "", "kahn", "shop", "build")},
		}
	}
	shift := func(call string, lo float64) report.Data {
		return report.Data{
			Durations: report.Durations{Shifts: []report.Shift{{System: "kahn", Step: "build", Call: call, LoS: report.Known(lo)}}},
			Problems:  []report.Problem{problem("slower", "", "kahn", "shop", "build")},
		}
	}
	both := change(report.ChangeStanding, report.Known(100), report.Known(130), report.Known(0.1))
	both.Durations.Shifts = make([]report.Shift, 9)
	compared := shift("too_few", 3)
	compared.Baseline = &report.Baseline{Compared: []string{"flakes"}}
	untested := report.Data{ChangeTests: []report.ChangeTest{{What: "duration", Untested: 3}}}
	n, none := report.Known, report.Missing("no_data")
	const seen = " on 2026-04-14; no change could have been seen: too few run dates"
	allowed := map[string]string{"allowed_s": "10"}
	checkBounds(t, "slower", []bound{
		{"10 s at least", change(report.ChangeNew, n(100), n(130), n(0.1)), nil, "fail: 1 of 7 steps"},
		{"10 s, which are allowed", change(report.ChangeNew, n(100), n(130), n(0.1)), allowed, "pass: none of 7 steps" + seen},
		{"10.1 s", change(report.ChangeNew, n(101), n(130), n(0.1)), allowed, "fail: 1 of 7 steps"},
		{"by how much is not known", change(report.ChangeNew, n(100), n(130), none), allowed, "fail: 1 of 7 steps"},
		{"as slow as before", change(report.ChangeNew, n(130), n(130), n(0.1)), nil, "pass: none of 7 steps" + seen},
		{"faster", change(report.ChangeNew, n(130), n(100), n(0.1)), nil, "pass: none of 7 steps" + seen},
		{"no level before", change(report.ChangeNew, none, n(100), n(0.1)), nil, "pass: none of 7 steps" + seen},
		{"slower for long", change(report.ChangeStanding, n(100), n(130), n(0.1)), nil, "pass: none of 7 steps" + seen},
		{"since the baseline, 3 s", shift("slower", 3), nil, "fail: 1 of 1 step"},
		{"since the baseline, as much as is allowed", shift("slower", 10), allowed, "pass: 0 of 1 step since the baseline"},
		{"since the baseline, more", shift("slower", 10.1), allowed, "fail: 1 of 1 step"},
		{"since the baseline, not called", shift("same", 3), nil, "pass: 0 of 1 step since the baseline"},
		{"since the baseline, too few", shift("too_few", 3), nil, "not_evaluated: no step has attempts with a duration; no baseline"},
		{"too few beside a baseline", compared, nil,
			"not_evaluated: no step has attempts with a duration; too few runs since the baseline"},
		{"too few run dates", untested, nil, "not_evaluated: none of 3 steps has enough run dates to show a change; no baseline"},
		{"on the last date and since the baseline", both, nil, "pass: none of 7 steps" + seen + "; none of 9 steps since the baseline"},
	})
	both.Changes[0].State = report.ChangeNew
	checkBounds(t, "slower", []bound{{"of the larger count", both, nil, "fail: 1 of 9 steps"}})
}

func TestNewFlakeBounds(t *testing.T) {
	flake := func(kind, state string, tested int64, nodes int) report.Data {
		p := problem(kind, "", "kahn", "shop", "e2e")
		p.State = state
		d := report.Data{Problems: []report.Problem{p}, Baseline: &report.Baseline{Compared: []string{"flakes"}},
			ChangeTests: []report.ChangeTest{{What: "flake_rate", Tested: tested, Last: "2026-04-14"}}}
		d.Flakes.ByNode = make([]report.FlakeNode, nodes)
		return d
	}
	alone := flake("flake", "new", 7, 3)
	alone.Baseline = nil
	const seen = " on 2026-04-14; no change could have been seen: too few run dates"
	checkBounds(t, "new-flake", []bound{
		{"new since the baseline", flake("flake", "new", 0, 3), nil, "fail: 1 of 3 steps"},
		{"of the larger count", flake("new-flake", "new", 7, 3), nil, "fail: 1 of 7 steps"},
		{"known", flake("flake", "known", 0, 3), nil, "pass: none since the baseline"},
		{"one series was tested", flake("flake", "known", 1, 3), nil, "pass: 0 of 1 step" + seen},
		{"new against no baseline", alone, nil, "pass: none of 7 steps" + seen},
	})
}

func TestCommonSlowDownBounds(t *testing.T) {
	of := func(tested int64, what, state string, to float64) report.Data {
		return report.Data{
			ChangeTests: []report.ChangeTest{{What: "duration", Tested: tested, Last: "2026-04-14"}},
			Changes:     []report.SeriesChange{{What: what, System: "kahn", Subject: "shop", State: state, To: report.Known(to)}},
			Problems:    []report.Problem{problem("common-slow-down", "", "kahn", "shop"), problem("common-slow-down", "", "kahn", "other")},
		}
	}
	const none = "pass: none on 2026-04-14; 5 % of all steps would be seen in 1 run date, unless such days are usual"
	checkBounds(t, "common-slow-down", []bound{
		{"four steps", of(4, "common_duration", report.ChangeNew, 0.2), nil,
			"not_evaluated: a common slow-down needs 5 steps with enough run dates; there are 4"},
		{"five steps", of(5, "common_duration", report.ChangeNew, 0.2), nil, "fail: 1 subject on 2026-04-14"},
		{"as much as is allowed", of(5, "common_duration", report.ChangeNew, 0.05), nil, none},
		{"more", of(5, "common_duration", report.ChangeNew, 0.051), nil, "fail: 1 subject on 2026-04-14"},
		{"for long", of(5, "common_duration", report.ChangeStanding, 0.2), nil, none},
		{"of one step", of(5, "duration", report.ChangeNew, 0.2), nil, none},
	})
}

func TestStaleBounds(t *testing.T) {
	of := func(from string, runs int, ago time.Duration) report.Data {
		p := problem("stale", "", "kahn", "shop")
		p.At = night.Add(-ago)
		return report.Data{AsOf: night, AsOfFrom: from, Runs: reporttest.Runs(runs), Problems: []report.Problem{p}}
	}
	checkBounds(t, "stale", []bound{
		{"two days", of(report.AsOfGiven, 1, 48*time.Hour), nil, "pass: every subject that runs regularly ran"},
		{"a second more", of(report.AsOfGiven, 1, 48*time.Hour+time.Second), nil, "fail: 1 subject without a run"},
		{"a day is allowed", of(report.AsOfGiven, 1, 25*time.Hour), map[string]string{"allowed_days": "1"}, "fail: 1 subject without a run"},
		{"no run", of(report.AsOfGiven, 0, 72*time.Hour), nil, "not_evaluated: no run"},
		{"time of the logs", of(report.AsOfLogs, 1, 72*time.Hour), nil,
			"not_evaluated: the time of the report is that of its last event: build with --as-of"},
	})
}

func TestCostReasons(t *testing.T) {
	none := report.Missing("no_data")
	of := func(value, before report.Number) report.Data {
		return report.Data{KeyFigures: []report.KeyFigure{{Name: "cost", Value: value, Before: before}}}
	}
	n := report.Known
	on := func(most string) map[string]string { return map[string]string{"level": Blocking, "most_usd": most} }
	checkBounds(t, "cost", []bound{
		{"off", of(n(9), n(1)), nil, "not_evaluated: switched off"},
		{"unknown", of(none, n(1)), on("0"), "not_evaluated: no log of the last run date states a cost, or no run of it passed"},
		{"a quarter more", of(n(1.25), n(1)), on("0"), "fail: $1.25 a passed run, $1.00 before (+25 %)"},
		{"a tenth more", of(n(1.1), n(1)), on("0"), "pass: $1.10 a passed run, $1.00 before (+10 %)"},
		{"a tenth less", of(n(3.6), n(4)), on("0"), "pass: $3.60 a passed run, $4.00 before (−10 %)"},
		{"above the most, and no more than before", of(n(1), n(1)), on("0.5"), "fail: $1.00 a passed run, above $0.50"},
		{"nothing before, below the most", of(n(1), none), on("2"), "pass: $1.00 a passed run; there is nothing to compare it with"},
		{"nothing before", of(n(1), none), on("0"), "not_evaluated: no cost of an earlier run date"},
		{"free before", of(n(1), n(0)), on("0"), "not_evaluated: no cost of an earlier run date"},
	})
}

// A strict gate is undecided where a rule that is on could not be evaluated; one that is off is none.
func TestStrictLooksAtRulesThatAreOn(t *testing.T) {
	d := report.Data{Cycles: []report.Cycle{cycle("new", 0, "supported", measured())}}
	values := Defaults()
	for _, r := range Rules {
		values[r.Name+".level"] = Value{Off, "test"}
	}
	values["verdict-not-supported.level"] = Value{Blocking, "test"}
	for _, c := range []struct {
		name, rule, level string
		want              string
	}{
		{"the one rule that is on passes", "drift", Off, Passed},
		{"an advisory one is open", "drift", Advisory, Undecided},
		{"a blocking one is open", "drift", Blocking, Undecided},
	} {
		values[c.rule+".level"] = Value{c.level, "test"}
		g := Evaluate(&d, values, Options{Strict: true})
		if g.Status != c.want {
			t.Errorf("%s: %s, want %s", c.name, g.Status, c.want)
		}
		i := slices.IndexFunc(g.Rules, func(r report.GateRule) bool { return r.Name == c.rule })
		if off := g.Rules[i].Reason == "switched off"; off != (c.level == Off) || g.Rules[i].Absent {
			t.Errorf("%s: %+v", c.name, g.Rules[i])
		}
	}
	only := Defaults() // a guard that passes decides nothing
	for _, r := range Rules {
		only[r.Name+".level"] = Value{map[bool]string{true: Blocking, false: Off}[r.Name == "complete-input"], "test"}
	}
	d.Ledger.Total.Claimed = 1
	if g := Evaluate(&d, only, Options{}); g.Status != Undecided {
		t.Errorf("complete-input alone: %s, want %s", g.Status, Undecided)
	}
}
