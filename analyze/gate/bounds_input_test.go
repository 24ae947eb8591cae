package gate

import (
	"testing"

	"runreport/analyze/report"
)

func TestFindingsBounds(t *testing.T) {
	of := func(kind, severity string, names ...string) report.Data {
		p := problem(kind, "", names...)
		p.Severity = severity
		d := report.Data{Problems: []report.Problem{p}}
		d.Ledger.Total.Claimed = 1
		return d
	}
	set := func(severity, codes string) map[string]string {
		return map[string]string{"severity": severity, "codes": codes}
	}
	checkBounds(t, "findings", []bound{
		{"an error", of("finding", "error", "torn_line"), nil, "fail: 1 log problem in 1 log"},
		{"a warning", of("finding", "warning", "torn_line"), nil, "pass: none in 1 log"},
		{"a warning, from warnings on", of("finding", "warning", "torn_line"), set("warning", ""), "fail: 1 log problem in 1 log"},
		{"an info, from warnings on", of("finding", "info", "torn_line"), set("warning", ""), "pass: none in 1 log"},
		{"an info, from info on", of("finding", "info", "torn_line"), set("info", ""), "fail: 1 log problem in 1 log"},
		{"an error, where only codes fail", of("finding", "error", "torn_line"), set("none", "bad_*"), "pass: none in 1 log"},
		{"a code that fits", of("finding", "info", "torn_line"), set("none", "bad_* torn_*"), "fail: 1 log problem in 1 log"},
		{"a pattern that is none", of("finding", "info", "torn_line"), set("none", "[ torn"), "pass: none in 1 log"},
		{"a contradiction", of("contradiction", "error", "logged_total"), nil, "fail: 1 log problem in 1 log"},
		{"of another kind", of("flake", "error", "torn_line"), nil, "pass: none in 1 log"},
		{"a problem without names", of("finding", "warning"), set("none", "*_line"), "pass: none in 1 log"},
	})
}

func TestCompleteInputBounds(t *testing.T) {
	of := func(names ...string) report.Data {
		d := report.Data{Problems: []report.Problem{problem("finding", "", names...)}}
		d.Ledger.Total.Claimed = 2
		return d
	}
	const whole = "pass: nothing is missing of 2 logs"
	checkBounds(t, "complete-input", []bound{
		{"a line that was not read", of("bad_line", "kahn", ""), nil, "fail: 1 problem of missing input"},
		{"a torn last line", of("torn_line", "kahn", ""), nil, whole},
		{"a folder left out by its name", of("log_passed_over", "", "node_modules"), nil, "fail: 1 problem of missing input"},
		{"left out by a flag", of("log_passed_over", "", "--since"), nil, whole + "; not counted: logs that flags left out"},
		{"a flag of another finding", of("bad_line", "", "--since"), nil, "fail: 1 problem of missing input"},
		{"a pattern that is none", of("bad_line"), map[string]string{"codes": "[ bad"}, whole},
	})
}

func TestGoneBounds(t *testing.T) {
	of := func(older int64, problems ...report.Problem) report.Data {
		return report.Data{Problems: problems, Baseline: &report.Baseline{Compared: []string{"flakes"}, Older: older}}
	}
	step, system := problem("gone", "", "step", "kahn", "shop", "e2e"), urgent(problem("gone", "", "system", "kahn"))
	other := of(0, system)
	other.Baseline.Compared, other.Baseline.Why = []string{"recall"}, "its definitions are old"
	checkBounds(t, "gone", []bound{
		{"nothing", of(0), nil, "pass: nothing missing"},
		{"old runs", of(1), nil, "pass: nothing missing; 1 run of the baseline older than these logs"},
		{"two steps and old runs", of(3, step, step), nil,
			"pass: no system missing; 2 steps missing; 3 runs of the baseline older than these logs"},
		{"a subject and a step", of(0, step, problem("gone", "", "subject", "kahn", "shop")), nil, "pass: no system missing; 1 subject and 1 step missing"},
		{"a system beside a step", of(0, step, system), nil, "fail: 1 missing"},
		{"from warnings on", of(0, step, system), map[string]string{"severity": "warning"}, "fail: 2 missing"},
		{"a benchmark", of(0, urgent(problem("gone", "", "benchmark", "chi"))), nil, "pass: nothing missing"},
		{"no baseline", report.Data{Problems: []report.Problem{system}}, nil, "not_evaluated: no baseline"},
		{"a baseline of something else", other, nil, "not_evaluated: baseline not comparable: its definitions are old"},
	})
}

func TestAcknowledgementBounds(t *testing.T) {
	of := func(states ...string) report.Data {
		d := report.Data{}
		for i, s := range states {
			key := "flake/" + string(rune('a'+i))
			d.Acknowledged = append(d.Acknowledged, report.Acknowledgement{Key: key, Status: s})
			d.Problems = append(d.Problems, problem("acknowledgement", "", key))
		}
		return d
	}
	for _, c := range []struct {
		d    report.Data
		want string
		n    int
	}{
		{of(), "not_evaluated: nothing is acknowledged", 0},
		{of(Used, Used), "pass: all of 2 hold and cover something", 0},
		{of(Used, Unused, Expired), "fail: 2 of 3 are expired or cover nothing", 2},
	} {
		if got := said(c.d, "acknowledgements", nil); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		for _, r := range Evaluate(&c.d, Defaults(), Options{}).Rules {
			if r.Name == "acknowledgements" && len(r.Problems) != c.n {
				t.Errorf("%s: problems %q, want %d", c.want, r.Problems, c.n)
			}
		}
	}
}

// An entry holds to its last moment, and covers what no earlier entry does.
func TestAcknowledgeUntil(t *testing.T) {
	for _, c := range []struct {
		name   string
		given  report.Acknowledgement
		status string
		covers int64
	}{
		{"without an end", report.Acknowledgement{Key: "flake/**"}, Used, 2},
		{"to this moment", report.Acknowledgement{Key: "flake/**", Until: night}, Used, 2},
		{"over since a second", report.Acknowledgement{Key: "flake/**", Until: night.Add(-1e9)}, Expired, 2},
		{"of nothing", report.Acknowledgement{Key: "slower/**"}, Unused, 0},
		{"a pattern that is none", report.Acknowledgement{Key: "flake/["}, Unused, 0},
		{"of acknowledgements", report.Acknowledgement{Key: "acknowledgement/**"}, Unused, 0},
		{"of everything", report.Acknowledgement{Key: "**"}, Used, 2},
	} {
		d := report.Data{AsOf: night, Problems: []report.Problem{problem("flake", "", "a"), problem("acknowledgement", "", "x"), problem("flake", "", "b")}}
		Acknowledge(&d, []report.Acknowledgement{c.given, c.given})
		first, again := d.Acknowledged[0], d.Acknowledged[1]
		if first.Status != c.status || int64(first.Covers) != c.covers {
			t.Errorf("%s: %s, covers %d; want %s, %d", c.name, first.Status, first.Covers, c.status, c.covers)
		}
		if c.status == Used && (again.Status != Unused || again.Covers != 0) {
			t.Errorf("%s, given twice: %s, covers %d", c.name, again.Status, again.Covers)
		}
	}
}

// One of one result says nothing of a rate, though its interval lies above the limit.
func TestRatesOfFewResults(t *testing.T) {
	if !canExceed(1, 0) {
		t.Error("one is not more than none")
	}
	for n, want := range map[int64]bool{1: false, 2: false, 3: true} {
		if canExceed(n, 0.1) != want {
			t.Errorf("%d results: %t", n, !want)
		}
		r := &report.Rate{Num: n, Den: n, Lo: report.Known(0.2)}
		if above(0.1)(report.Problem{Rate: r}) != want {
			t.Errorf("a problem of %d results: %t", n, !want)
		}
	}
}
