package run

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The numbers that a run comes to.
var (
	countBugs = &record.CountKind{
		Name:  "bugs",
		Title: "Bugs",
		Doc:   "entries of the list of bugs that counts; by severity those that are bugs, by state all of them",
	}
	countActive = &record.CountKind{
		Name:   "active_bugs",
		Title:  "Active bugs",
		Better: table.LowerIsBetter,
		Doc:    "bugs that are not repaired, as run_end, a gate check or the last round of exploration states",
	}
	countFindings = &record.CountKind{
		Name:  "findings",
		Title: "Findings",
		Doc: "total_findings of run_end; by phase and by category the findings that the log names, " +
			"by pattern what pattern_walked states",
	}
	countRed = &record.CountKind{
		Name:  "red_tests",
		Title: "Tests without the fix",
		Doc:   "the bugs' tests by what they did without the fix: fail, as they should, which shows the bug",
	}
	countGreen = &record.CountKind{
		Name:  "green_tests",
		Title: "Tests with the fix",
		Doc:   "the bugs' tests by what they did with the fix: pass, as they should",
	}
	countExpected = &record.CountKind{
		Name:  "expected_fail",
		Title: "Tests expected to fail",
		Doc:   "tests of bugs that are known and not repaired, as run_end or a gate check states",
	}
	countChecks = &record.CountKind{
		Name:  "gate_checks",
		Title: "Gate checks",
		Doc:   "gate_check events by verdict",
	}
	countGate = &record.CountKind{
		Name:  "gate",
		Title: "Checks of the quality gate",
		Doc:   "by verdict, as quality-gate.log prints them, else as the run metadata states",
	}
	countEdits = &record.CountKind{
		Name:   "source_edits",
		Title:  "Files changed outside quality",
		Better: table.LowerIsBetter,
		Doc:    "files that the run was not to change, as the runner lists them behind the gate",
	}
	countRecheck = &record.CountKind{
		Name:  "recheck",
		Title: "Bugs rechecked",
		Doc:   "bugs by what became of them since, as recheck_end or recheck-results.json states",
	}
	countGroups = &record.CountKind{
		Name:  "integration_groups",
		Title: "Groups of integration tests",
		Doc:   "by result, as integration-results.json states",
	}
	countKey = &record.CountKind{
		Name:  "key_counts",
		Title: "Key counts",
		Minor: true,
		Doc:   "the numbers of phase_end's key_counts, by phase",
	}
)

// Counts are the numbers that runs come to.
var Counts = []*record.CountKind{countBugs, countActive, countFindings, countRed, countGreen, countExpected, countChecks,
	countGate, countEdits, countRecheck, countGroups, countKey}
