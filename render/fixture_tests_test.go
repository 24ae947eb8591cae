package render

import "runreport/analyze/report"

// fixtureTests are two runs of a workflow, of which one failed, and a card that stalled,
// which somebody has acknowledged.
func fixtureTests() report.Tests {
	return report.Tests{Left: 1, Runs: []report.TestRun{
		{Key: "kahn/release/7", System: "kahn", Subject: "release", Unit: "release-07", Kind: "run", Result: "failed", Error: "storefront.js is 412 kB, limit 400 kB",
			Started: night(7), Duration: report.Known(95.5), Evidence: place("nights/2026-03-07.jsonl", 1), Steps: []report.TestStep{
				{Name: "build", Kind: "node", Result: "passed", Duration: report.Known(61)},
				{Name: "bundle-size", Kind: "node", Result: "failed", Error: "storefront.js is 412 kB, limit 400 kB", Problem: "failure/kahn/release/bundle-size",
					Duration: report.Known(3.25), Evidence: place("nights/2026-03-07.jsonl", 18),
					Failed: []report.TestAttempt{{Error: "storefront.js is 413 kB, limit 400 kB", Evidence: place("nights/2026-03-07.jsonl", 9)}}},
				{Name: "deploy", Kind: "node", Result: "blocked", Duration: report.Missing("open")},
				{Name: "docs", Kind: "node", Result: "skipped", Duration: report.Missing("open")},
			}},
		{Key: "crabyard/CY-7", System: "crabyard", Subject: "tidepool-api", Unit: "CY-7", Kind: "card", Result: "stalled", Error: "lease expired", Problem: "failure/crabyard/tidepool-api/-",
			Started: night(6), Duration: report.Missing("open"), Evidence: report.Evidence{File: "board/runs.json"}},
		{Key: "playbook/chi", System: "playbook", Subject: "chi", Unit: "chi", Kind: "run", Result: "failed", Error: "release_recommendation: BLOCK", Problem: "failure/playbook/chi/-",
			Duration: report.Missing("open"), Steps: []report.TestStep{{Name: "phase 1", Kind: "phase", Result: "passed", Duration: report.Known(60)}}},
		{Key: "kahn/release/6", System: "kahn", Subject: "release", Unit: "release-06", Kind: "run", Result: "flaky", Started: night(6), Duration: report.Known(80), Steps: []report.TestStep{
			{Name: "build", Kind: "node", Result: "flaky", Duration: report.Known(70), Evidence: place("nights/2026-03-06.jsonl", 3),
				Failed: []report.TestAttempt{{Error: "Timeout 30000 ms exceeded", Evidence: place("nights/2026-03-06.jsonl", 3)}}},
			{Name: "lint", Kind: "node", Result: "failed", Error: "2 warnings", Duration: report.Known(1)},
		}},
	}}
}
