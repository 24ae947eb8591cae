package sheet

import (
	"testing"

	"runreport/ingest/table"
)

// The words are those of public lists of bugs.
func TestStateOf(t *testing.T) {
	for _, test := range []struct {
		status, severity string
		want             table.BugState
	}{
		{"confirmed", "HIGH", table.BugConfirmed},
		{"TDD verified (FAIL→PASS)", "MEDIUM", table.BugConfirmed},
		{"confirmed open", "", table.BugOpen},
		{"STILL_OPEN", "", table.BugOpen},
		{"FIXED", "", table.BugFixed},
		{"**RESOLVED**. The route rejects bodies over 1 MiB.", "MEDIUM", table.BugFixed},
		{"PARTIALLY_FIXED", "", table.BugPartlyFixed},
		{"false_positive", "RETRACTED", table.BugRetracted},
		{"false_positive", "LOW", table.BugFalsePositive},
		{"mis-read", "", table.BugFalsePositive},
		{"duplicate of BUG-002", "", table.BugDuplicate},
		{"REJECTED by the Phase 5 challenge gate", "DISMISSED", table.BugRetracted},
		{"deferred", "HIGH", table.BugDeferred},
		{"test_bug_001_recover (xfail)", "High", table.BugExpected},
		{"expected_fail", "", table.BugExpected},
		{"code-fix", "", table.BugConfirmed},
		{"confirmed, after a duplicate was rejected", "", table.BugConfirmed},
		{"never rejected", "", ""},
		{"", "HIGH", ""},
		{"INCONCLUSIVE", "", ""},
	} {
		for range 2 { // the second time it is known
			if got := StateOf(test.status, test.severity); got != test.want {
				t.Errorf("%q, severity %q: %q, want %q", test.status, test.severity, got, test.want)
			}
		}
	}
}

func TestLevelOf(t *testing.T) {
	for severity, want := range map[string]string{
		"HIGH": "high", "High": "high", "**MEDIUM**": "medium", "Medium (Phase 5 challenge DOWNGRADED from High)": "medium",
		"LOW-MED": "low", "Critical": "critical", "RETRACTED": "", "": "", "5": "",
	} {
		if got := LevelOf(severity); got != want {
			t.Errorf("%q: %q, want %q", severity, got, want)
		}
	}
	for word := range levels {
		if first := firstLetters.FindString(word); first != word {
			t.Errorf("the severity %q begins with %q", word, first)
		}
	}
}
