package cadre

import (
	"strings"
	"testing"
)

// What events say a phase came to.
func TestOutcomeOfAPhase(t *testing.T) {
	event := func(kind, more string, n int) string {
		return notified(`"type":"phase-`+kind+`","workItemId":"7","phase":1,"phaseName":"A"`+more, at(1000*n))
	}
	for _, c := range []struct{ kind, more, want string }{
		{"completed", "", "completed -"},
		{"completed", `,"success":true`, "completed -"},
		{"completed", `,"success":false`, "failed -"},
		{"skipped", `,"reason":"none left"`, "skipped none left"},
	} {
		r := ingest(t, input{"work/notifications.jsonl", event("started", "", 0) + event(c.kind, c.more, 1)})
		want(t, c.kind+c.more, r.rows("Steps", "status", "reason"), c.want)
	}
}

// A retry target has a decimal number of tries; a row without one is a line of the page.
func TestRetryTargetsOfAPage(t *testing.T) {
	for cell, wanted := range map[string]string{"2/3": "retry_targets wave 1", "2": "retry_targets wave 1", "10/12": "retry_targets wave 1", "a/3": "", "2.5/3": "", "": ""} {
		r := ingest(t, input{".aamf/migration/billing/reports/progress.md", "# Migration Progress: billing\n\n**Started:** 2026-04-22T10:00:00.000Z\n\n## Phases\n\n| Phase | Name | Status | Notes |\n|---|---|---|---|\n| 3 | Planning | completed |  |\n\n" +
			"## Retry Targets\n\n| Scope | Attempt | Task | Wave | Check | Summary |\n|---|---|---|---|---|---|\n| wave | " + cell + " |  | 2 | build | again |\n"})
		got := ""
		for _, c := range countsOf(r) {
			if strings.HasPrefix(c, "retry_targets") {
				got = c
			}
		}
		if got != wanted {
			t.Errorf("%q: %q, want %q", cell, got, wanted)
		}
	}
}
