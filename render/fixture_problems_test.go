package render

import "runreport/analyze/report"

func fixtureProblems() []report.Problem {
	return []report.Problem{
		{Key: "recall-regression/httpd-mini/cycle-03", Kind: "recall-regression", Severity: "error", Title: "httpd-mini lost bugs in cycle-03", Section: "recall", Since: night(4), At: night(4), State: "new",
			Text: "httpd-mini fell from 8 to 5 of 10 bugs.", Evidence: []report.Evidence{place("cycle-03/calibration.jsonl", 57)}},
		{Key: "flake/kahn/release/integration-tests", Kind: "flake", Severity: "warning", Title: "integration-tests of release is flaky", Section: "flakes", Since: night(2), At: night(6), State: "still",
			Text: "integration-tests needed a retry in 4 of 12 runs.", Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131), place("nights/2026-03-05.jsonl", 96)}},
		{Key: "flake/kahn/release/lint", Kind: "new-flake", Severity: "warning", Title: "lint of release is flaky for the first time", Section: "flakes", Since: night(7), At: night(7), State: "new",
			Text: "lint needed a retry in the last night for the first time.", Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 20)}},
		{Key: "finding/torn_line/nights", Kind: "finding", Names: []string{"torn_line", "kahn", "nights"}, Severity: "warning", Title: "a log was cut", Section: "findings", Since: night(4), At: night(4), State: "still", Acknowledged: "finding/torn_line/*",
			Text: "One log was cut in the middle of a line.", Evidence: []report.Evidence{place("nights/2026-03-04.jsonl", 212)}},
	}
}

func fixtureBaseline() *report.Baseline {
	p := fixtureProblems()
	fixed := report.Problem{Key: "stall/kahn/release/build", Kind: "stall", Severity: "warning", Title: "build of release stalled", Text: "build stopped sending heartbeats.", Section: "stops", Since: night(1), At: night(1)}
	return &report.Baseline{Label: "main", Status: "compared", Compared: []string{"recall", "flakes", "durations"}, AsOf: night(1), New: []report.Problem{p[0], p[2]}, Fixed: []report.Problem{fixed}, Still: []report.Problem{p[1], p[3]},
		Recall: []report.RecallChange{{Benchmark: "httpd-mini", Before: report.RecallAtCycle{Cycle: "cycle-02", Side: "post", Value: report.Known(0.8), Num: report.Count(8), Den: report.Count(10)},
			Now: report.RecallAtCycle{Cycle: "cycle-03", Side: "post", Value: report.Known(0.5), Num: report.Count(5), Den: report.Count(10)}},
			{Benchmark: "sqlite-mini", Before: report.RecallAtCycle{Value: report.Known(0.6)}, Now: report.RecallAtCycle{Value: report.Known(0.6)}}},
		Flakes: []report.RateChange{{System: "kahn", Subject: "release", Node: "integration-tests", Before: share(1, 12, 0.01, 0.35), Now: share(8, 12, 0.39, 0.86), Call: "more"},
			{System: "kahn", Subject: "release", Node: "lint", Before: share(1, 12, 0.01, 0.35), Now: share(2, 12, 0.05, 0.45), Call: "cannot_tell"}},
		Durations: []report.DurationChange{{System: "kahn", Subject: "release", Step: "build", NBefore: 12, P50BeforeS: report.Known(60), NNow: 12, P50NowS: report.Known(95), Call: "slower"},
			{System: "kahn", Subject: "release", Step: "lint", P50BeforeS: report.Missing("n_too_small"), P50NowS: report.Missing("n_too_small"), Call: "too_few"}}}
}

func fixtureGate() *report.Gate {
	return &report.Gate{Status: "failed", Rules: []report.GateRule{
		{Name: "no-stalls", Level: "blocking", Status: "pass", Limit: "at most 0", Reason: "no attempt stalled", Means: "attempts that stop sending heartbeats"},
		{Name: "recall-regression", Level: "blocking", Status: "fail", Limit: "none of grade moderate or above", Reason: "httpd-mini fell from 8 to 5 of 10 bugs", Means: "benchmarks that lost bugs", Problems: []string{"recall-regression/httpd-mini/cycle-03"}},
		{Name: "flake-rate", Level: "advisory", Status: "fail", Limit: "at most 10 %", Reason: "integration-tests: 33 %, at least 14 %", Means: "steps that need retries", Problems: []string{"flake/kahn/release/integration-tests"}},
		{Name: "missing-benchmark", Level: "advisory", Status: "not_evaluated", Limit: "none", Reason: "no list of pinned benchmarks was read", Means: "benchmarks that were not measured"},
	}}
}
