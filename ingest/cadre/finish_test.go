package cadre

import (
	"strings"
	"testing"
	"time"
)

// Of several files that say the same sort of thing of one unit, the newest counts.
func TestNewestCounts(t *testing.T) {
	t.Run("fleets", func(t *testing.T) {
		newer := strings.NewReplacer(`"startedAt":"2026-04-22T10:00:00.000Z"`, `"startedAt":"2026-04-22T10:00:01.000Z"`).Replace(fleetOf(fleetEntry("7", "completed", 9000, ""), "").text)
		older := fleetOf(fleetEntry("7", "failed", 5000, ""), "").text
		for _, c := range [][2]string{{older, newer}, {newer, older}} {
			r := ingest(t, input{"work/a.json", c[0]}, input{"work/b.json", c[1]})
			var items []string
			for _, row := range r.rows("Runs", "kind", "status", "ended_at") {
				if rest, ok := strings.CutPrefix(row, "work item "); ok {
					items = append(items, rest)
				}
			}
			want(t, "items", items, "completed 10:00:09.000")
		}
	})
	t.Run("pages", func(t *testing.T) {
		page := func(name, status string, ms int) input {
			return input{"work/issues/7/" + name, "# Work Item 7: x\n\n## Pipeline Status\n- **Last Updated**: " + at(ms) + "\n\n## Phases\n\n| # | Phase | Status | Duration |\n|---|---|---|---|\n| 1 | A | " + status + " | — |\n"}
		}
		r := ingest(t, page("a.md", "failed", 1000), page("b.md", "completed", 3000), page("c.md", "skipped", 2000))
		want(t, "phase", r.rows("Steps", "step", "status"), "phase 1 completed")
		want(t, "run", r.rows("Runs", "files", "superseded_files", "last_at"), "[work/issues/7/b.md] [work/issues/7/a.md work/issues/7/c.md] 10:00:03.000")
	})
	t.Run("totals", func(t *testing.T) {
		totals := func(n string) string { return `{"totalInvocations":` + n + `,"invocationsByAgent":{"a":` + n + `}}` }
		r := ingest(t, input{"m/metrics/a.json", totals("3")}, input{"m/metrics/b.json", totals("3")}, input{"m/metrics/c.json", totals("4")})
		want(t, "claims", r.rows("Claims", "by", "field", "number"), "a.json totalInvocations 3", "c.json totalInvocations 4")
		want(t, "sources", r.rows("Sources", "kept", "duplicate"), "1 0", "0 1", "1 0")
		want(t, "run", r.rows("Runs", "files", "superseded_files", "stitched_by"), "[m/metrics/a.json m/metrics/c.json] [m/metrics/b.json] folder of the migration")
	})
}

// Why files are one unit.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		file input
		want string
	}{
		{input{"work/notifications.jsonl", notified(launch, at(0))}, "state folder and work item 7"},
		{input{"work/notifications.jsonl", notified(`"type":"fleet-started","issueCount":1`, at(0))}, "state folder"},
		{input{"m/logs/runtime/migration.log", bare("checkpoint-saved", `"phase":5`, at(0))}, "folder of the migration"},
	} {
		want(t, c.file.text, ingest(t, c.file).rows("Runs", "stitched_by"), c.want)
	}
}

// A record belongs to the run of its name that was the last to begin by its time, else to the first.
func TestRunsOfOneName(t *testing.T) {
	runs := map[string]*draft{"early": {started: momentOf(at(1000))}, "late": {started: momentOf(at(9000))}, "never": {}}
	for _, c := range []struct {
		when, one, other string
		want             bool // the one fits better
	}{
		{at(20000), "late", "early", true}, {at(20000), "early", "late", false}, {at(5000), "late", "early", false}, {at(5000), "early", "late", true},
		{at(500), "early", "late", true}, {at(500), "late", "early", false}, {at(9000), "late", "early", true}, {at(1000), "early", "never", true},
		{"", "late", "early", true}, {"", "early", "late", false}, {at(5000), "early", "early", false}, {at(500), "early", "early", false},
	} {
		if got := runs[c.one].fits(momentOf(c.when), runs[c.other]); got != c.want {
			t.Errorf("a record of %q fits the %s run better than the %s one: %v", c.when, c.one, c.other, got)
		}
	}
}

// momentOf is a time as the logs write it; the zero time for "".
func momentOf(text string) (when time.Time) {
	when, _ = time.Parse(time.RFC3339, text)
	return when
}
