package render

import (
	"time"

	"runreport/analyze/report"
)

// fixture is a made-up report with every part a report can have. Its numbers are
// chosen, not computed, but hang together.
func fixture() *report.Report {
	return &report.Report{
		Data: report.Data{
			Schema: report.Schema, Version: "0.1.0", Title: "Nightly calibration, week 10",
			AsOf: night(7).Add(5 * time.Hour), GeneratedAt: night(7).Add(5*time.Hour + 250*time.Millisecond),
			Verdict: fixtureVerdict(), KeyFigures: fixtureFigures(), Failures: fixtureFailures(), Changes: fixtureChanges(),
			Attention: fixtureAttention(), Ledger: fixtureLedger(), Findings: fixtureFindings(),
			Problems: fixtureProblems(), Baseline: fixtureBaseline(), Gate: fixtureGate(),
			Runs: fixtureRuns(), Cycles: fixtureCycles(),
			Bugs:   []report.Bug{{Benchmark: "httpd-mini", Bug: "BUG-004", Found: 3, Of: 6, Flips: 2, Label: "sometimes", PredictedMiss: report.Missing("n_too_small"), Last: "missed"}},
			Flakes: fixtureFlakes(),
			Durations: report.Durations{
				Attempts: []report.AttemptDuration{{System: "kahn", Subject: "release", Step: "integration-tests", Converged: true, N: 12,
					P50S: report.Known(412.5), P90S: report.Known(655), P95S: report.Missing("n_too_small"), P99S: report.Missing("n_too_small"),
					MaxS: report.Known(701.25), SumS: report.Known(5120), Evidence: place("nights/2026-03-07.jsonl", 88)}},
				Survival: []report.Survival{{System: "kahn", N: 12, Events: 11, Censored: 1, P50S: report.Known(412.5), P90S: report.Missing("censored"),
					P50IfNeverS: report.Known(430), P90IfNeverS: report.Missing("censored"), Curve: [][2]float64{{0, 1}, {300, 0.75}, {655, 0.25}}}},
			},
			Stops: report.Stops{
				Reasons:   []report.StopReason{{System: "kahn", Reason: "exhausted", Cause: "task", Rate: share(2, 12, 0.0470, 0.4480)}},
				Exhausted: share(2, 12, 0.0470, 0.4480), StallRate: report.Rate{Value: report.Missing("no_data"), Lo: report.Missing("no_data"), Hi: report.Missing("no_data")},
				ByCause: []report.StopCause{{Cause: "task", Count: 2, LostS: report.Known(3120), Resume: "no"}},
			},
			Metrics: []report.MetricResult{{Name: "attempt-duration", Title: "Attempt duration", Unit: "s", Better: "lower", Doc: "Wall time of one attempt.", Section: "durations",
				Systems: []report.Group{{System: "kahn", Distribution: &report.Distribution{N: 12, Min: report.Known(3), P50: report.Known(412.5), P90: report.Missing("n_too_small"),
					P95: report.Missing("n_too_small"), P99: report.Missing("n_too_small"), Max: report.Known(701.25), Sum: report.Known(5120)}}}}},
		},
		Sections: fixtureSections(),
		Tests:    func() (report.Tests, error) { return fixtureTests(), nil },
		Absent:   []string{"Competitions"},
		Quotes: []report.Quote{
			{File: "cycle-03/calibration.jsonl", Line: 41, Text: `{"event":"benchmark_end","benchmark":"httpd-mini","recall_after":0.5}`},
			{File: "nights/2026-03-06.jsonl", Line: 131, Text: `{"event":"node_attempt_end","node":"integration-tests","tail":"connection refused`, Cut: true},
		},
	}
}

// night is the start of the n-th night of the fixture.
func night(n int) time.Time { return time.Date(2026, 3, n, 1, 0, 0, 0, time.UTC) }

func line(n int64) *int64       { return &n }
func number(v float64) *float64 { return &v }
func text(s string) *string     { return &s }

func place(file string, n int64) report.Evidence { return report.Evidence{File: file, Line: line(n)} }

func share(num, den int64, lo, hi float64) report.Rate {
	return report.Rate{Num: num, Den: den, Value: report.Known(float64(num) / float64(den)), Lo: report.Known(lo), Hi: report.Known(hi)}
}

func fixtureAttention() []report.Attention {
	return []report.Attention{
		{Severity: "error", Section: "recall", Text: "The lever stricter-triage lost 3 bugs on httpd-mini (recall 0.80 to 0.50, p = 0.03); the cycle's log says ship, and the numbers do not support it.",
			Evidence: []report.Evidence{place("cycle-03/calibration.jsonl", 41), place("cycle-03/calibration.jsonl", 57)}},
		{Severity: "warning", Section: "flakes", Text: "integration-tests was flaky in 4 of 12 runs of release (33 %, 14-61 %) and cost 1 h 04 min of machine time.",
			Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131)}},
		{Severity: "warning", Section: "problems", Text: "One log was cut in the middle of a line, and 2 lines could not be read.", Evidence: []report.Evidence{place("nights/2026-03-04.jsonl", 212)}},
		{Severity: "info", Text: "sqlite-mini gained 2 bugs, more than the noise between its runs (band 0.09)."},
	}
}

func fixtureLedger() report.Ledger {
	files := []report.LedgerFile{
		{Path: "nights/2026-03-06.jsonl", Format: text("kahn"), Bytes: 61440, Lines: line(214), Records: 211, Fates: report.Fates{Kept: 211, Blank: 3}},
		{Path: "nights/2026-03-04.jsonl", Format: text("kahn"), Compression: text("gzip"), Bytes: 9216, Lines: line(212), Records: 210, Fates: report.Fates{Kept: 210, Rejected: 2}},
		{Path: "cycle-03/calibration.jsonl", Format: text("playbook-cycle"), Bytes: 20480, Lines: line(88), Records: 88, Fates: report.Fates{Kept: 80, Duplicate: 2, Superseded: 6}},
		{Path: "board/runs.json", Format: text("crabyard-runs"), Bytes: 4096, Records: 9, Fates: report.Fates{Kept: 9}},
		{Path: "notes.txt", Bytes: 120},
	}
	total := report.LedgerTotal{Files: 5, Bytes: 95352, Lines: 514, Records: 518, Claimed: 4,
		Fates: report.Fates{Kept: 510, Blank: 3, Duplicate: 2, Superseded: 6, Rejected: 2}}
	return report.Ledger{Total: total, Files: files}
}

func fixtureFindings() []report.Finding {
	return []report.Finding{
		{Code: "torn_line", Severity: "error", File: "nights/2026-03-04.jsonl", Line: line(212), Message: "the last line ends in the middle of a record", Seen: `{"event":"node_att`, Expected: "one JSON object", Count: 1},
		{Code: "unknown_field", Severity: "info", File: "board/runs.json", Message: "a field that the format does not have was kept", Seen: "mood", Count: 9},
	}
}

func fixtureRuns() []report.Run {
	var runs []report.Run
	for n := 7; n >= 1; n-- {
		runs = append(runs, report.Run{Key: "kahn/release/2026-03-0" + string(rune('0'+n)), System: "kahn", Unit: "2026-03-0" + string(rune('0'+n)), StartedAt: night(n), EndedAt: night(n).Add(47 * time.Minute), DurationS: report.Known(2820), RunDetails: &report.RunDetails{
			Attempts: report.Count(9), Retries: report.Count(1), RetriesAll: report.Count(1), Done: report.Count(8), Failed: report.Count(0), Blocked: report.Whole{Reason: "open"},
			Flaked: []string{"integration-tests"}, CriticalPath: []report.PathStep{{Step: "build", Share: report.Known(0.4)}, {Step: "integration-tests", Share: report.Known(0.6)}},
			PathCoverage: report.Known(1), Files: []string{"nights/2026-03-06.jsonl"}, Evidence: place("nights/2026-03-06.jsonl", 1),
			Checks: []report.Check{{Name: "lint", Step: "verify", Verdict: "pass", Evidence: place("nights/2026-03-06.jsonl", 190)}}}, ActiveS: report.Missing("not_measured"), RunSetup: &report.RunSetup{Kind: "run", Subject: "release"}, RunEnd: &report.RunEnd{Status: "clean", Outcome: "passed"}})
	}
	runs = append(runs, report.Run{Key: "playbook/httpd-mini/7", System: "playbook", Unit: "httpd-mini 7", StartedAt: night(5), DurationS: report.Missing("open"), RunDetails: &report.RunDetails{Attempts: report.Whole{Reason: "not_measured"}, Evidence: report.Evidence{File: "board/runs.json"}}, ActiveS: report.Missing("open"), RunSetup: &report.RunSetup{Kind: "run", Subject: "httpd-mini"}, RunEnd: &report.RunEnd{Status: "open"}})
	return runs
}

func fixtureCycles() []report.Cycle {
	side := func(num, den int64, lo, hi float64) report.Recall {
		r := share(num, den, lo, hi)
		return report.Recall{Value: r.Value, Num: report.Count(num), Den: report.Count(den), Lo: r.Lo, Hi: r.Hi,
			Runs: []report.RecallRun{{Value: r.Value, Num: report.Count(num), Den: report.Count(den), Lo: r.Lo, Hi: r.Hi, Status: "agrees", Reported: r.Value, Evidence: place("cycle-03/calibration.jsonl", 41)}}}
	}
	clean := false
	return []report.Cycle{{
		Key: "cycle-03/1", Cycle: "cycle-03", Iteration: report.Count(1), Lever: "stricter-triage", NoiseFloor: report.Known(0.05), StartedAt: night(3), EndedAt: night(4),
		TimeToVerdictS: report.Known(86400), Verdict: report.CycleVerdict{Logged: "ship", Check: "not_supported", Accepts: []string{"revert"}, Reason: "httpd-mini lost 3 bugs."},
		CrossBenchmark: report.CrossBenchmark{LoggedClean: &clean, Status: "agrees", Regressions: []string{"httpd-mini/BUG-004", "httpd-mini/BUG-007"}},
		Macro:          report.Averages{Pre: report.Known(0.75), Post: report.Known(0.7), Delta: report.Known(-0.05)},
		Pooled:         report.Pooled{Lost: 3, Gained: 2, P: report.Known(1)}, Evidence: place("cycle-03/calibration.jsonl", 1),
		Benchmarks: []report.Benchmark{{Benchmark: "httpd-mini", Pinned: true, RunsPre: 1, RunsPost: 1, RecallPre: side(8, 10, 0.49, 0.9433), RecallPost: side(5, 10, 0.2366, 0.7634),
			Delta: report.Known(-0.3), Class: "regression", OneBug: report.Known(0.1), NPairs: 10, Lost: []string{"BUG-004", "BUG-007", "BUG-009"}, QBH: report.Missing("n_too_small"), Sentence: "httpd-mini lost 3 bugs."}},
	}}
}

func fixtureFlakes() report.Flakes {
	return report.Flakes{
		Overall: share(5, 96, 0.0224, 0.1160), FirstAttemptPass: share(88, 96, 0.8441, 0.9570), Recovery: share(5, 8, 0.3057, 0.8632),
		RetriesPerStep: report.Known(0.0833), RunRate: share(4, 12, 0.1381, 0.6094), Runs: report.FlakeRuns{Flaky: 4, Clean: 8}, CostS: report.Known(3840), CostShare: report.Known(0.11),
		ByNode: []report.FlakeNode{{System: "kahn", Subject: "release", Node: "integration-tests", Rate: share(4, 12, 0.1381, 0.6094), Shrunk: report.Known(0.21), CostS: report.Known(3600),
			FirstSeen: night(2), LastSeen: night(6), New: true, Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131)}}},
	}
}
