package render

import (
	"fmt"

	"runreport/analyze/report"
)

func fixtureVerdict() report.Verdict {
	return report.Verdict{State: report.VerdictFailed, About: "2026-03-07", Reasons: []string{"1 recall regression", "1 new failure"}, Notes: []string{"1 acknowledged"}}
}

func fixtureFigures() []report.KeyFigure {
	series := func(values ...float64) (points []report.FigurePoint) {
		for i, v := range values {
			points = append(points, report.FigurePoint{Date: fmt.Sprintf("2026-03-0%d", i+1), Value: report.Known(v)})
		}
		return points
	}
	return []report.KeyFigure{
		{Name: "pass_rate", Title: "Runs passed", Unit: "ratio", Value: report.Known(0.75), Before: report.Known(1), Num: report.Count(3), Den: report.Count(4), Better: "higher", Section: "runs", Series: series(1, 1, 0.5, 0.75)},
		{Name: "recall", Title: "Recall of 1 benchmark", Value: report.Known(0.5), Before: report.Known(0.8), Note: "", Better: "higher", Section: "recall", Series: series(0.8, 0.5)},
		{Name: "flake_rate", Title: "Flaky steps", Unit: "ratio", Value: report.Known(0.125), Before: report.Known(0.115), Num: report.Count(1), Den: report.Count(8), Better: "lower", Section: "flakes", Series: series(0, 0.1, 0.125)},
		{Name: "run_duration_p50", Title: "Run time p50", Unit: "s", Value: report.Known(2820), Before: report.Known(2820), Better: "lower", Section: "durations", Series: series(2820, 2820)},
		{Name: "cost", Title: "Cost per run", Unit: "usd", Value: report.Known(0.48), Before: report.Missing("no_data"), Better: "lower", Section: "usage", Series: series(0.48)},
	}
}

func fixtureFailures() []report.Failure {
	return []report.Failure{
		{Run: "kahn/release/2026-03-07", System: "kahn", Subject: "release", Step: "integration-tests", Error: "Timeout 30000 ms exceeded waiting for #pay", Result: "failed", Cause: "task", Since: "2026-03-02", Runs: 1,
			RateNow: share(1, 1, 0.2, 1), RateBefore: share(4, 12, 0.1381, 0.6094), State: report.FailureKnownFlaky, Problem: "flake/kahn/release/integration-tests", Evidence: place("nights/2026-03-06.jsonl", 131)},
		{Run: "kahn/release/2026-03-07", System: "kahn", Subject: "release", Step: "bundle-size", Error: "storefront.js is 412 kB, limit 400 kB", Result: "failed", Cause: "task", Since: "2026-03-07", Runs: 2,
			State: report.FailureNew, Blocks: 3, Evidence: place("nights/2026-03-06.jsonl", 20)},
		{Run: "kahn/release/2026-03-06", System: "kahn", Subject: "release", Result: "stalled", Cause: "infrastructure", Since: "2026-03-06", Runs: 1, State: report.FailureInfrastructure, Evidence: report.Evidence{File: "board/runs.json"}},
		{Run: "kahn/release/2026-03-05", System: "kahn", Subject: "release", Step: "lint", Error: "unused variable", Since: "2026-03-04", State: report.FailureEnded, Evidence: place("nights/2026-03-05.jsonl", 9)},
	}
}

func fixtureChanges() []report.SeriesChange {
	points := fixtureFigures()[0].Series
	return []report.SeriesChange{
		{What: "flake_rate", System: "kahn", Subject: "release", Step: "search-e2e", Since: "2026-02-20", From: report.Known(0), To: report.Known(0.5), State: report.ChangeStanding, Strength: "strong",
			Text: "search-e2e became flaky: 5 of the last 10 runs, 0 of 100 before. Evidence: strong.", Points: points},
		{What: "recall", System: "playbook", Subject: "httpd-mini", Step: "httpd-mini", Since: "2026-03-04", From: report.Known(0.8), To: report.Known(0.5), State: report.ChangeNew, Strength: "weak",
			Text: "httpd-mini: recall 8 → 5 of 10 (−0.30). Evidence: weak, one run each side.", Points: points},
		{What: "duration", System: "kahn", Subject: "release", Step: "build", Since: "2026-03-06", From: report.Known(60), To: report.Known(95), State: report.ChangeSuspected, Strength: "weak",
			Text: "build is slower: median 60 → 95 s (+58 %) since 2026-03-06, 2 runs. Evidence: weak.", Points: points},
		{What: "failure_rate", System: "kahn", Subject: "release", Step: "cart-unit", Since: "2026-03-05", State: report.ChangeEnded, Text: "cart-unit no longer fails: passed in 6 of 6 runs since 2026-03-05.", Points: points},
	}
}
