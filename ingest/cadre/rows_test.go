package cadre

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) {
	ingesttest.Rows(t, System, nil)
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestDemonstration holds the rows of the demonstration's logs.
func TestDemonstration(t *testing.T) {
	ingesttest.Folder(t, System, "../../testdata/demo/cadre-fleet", "testdata/cadre-fleet.golden")
	ingesttest.Folder(t, System, "../../testdata/demo/aamf-migration", "testdata/aamf-migration.golden")
}

// The time in phases counts where each that is completed states its own; a migration adds it up itself.
func TestActiveTime(t *testing.T) {
	phase := func(n, more string, ms int) string {
		return notified(`"type":"phase-completed","workItemId":"7","phase":`+n+more, at(ms))
	}
	skipped := notified(`"type":"phase-skipped","workItemId":"7","phase":3`, at(9000))
	for _, c := range []struct {
		name string
		file input
		want string
	}{
		{"two phases", input{"work/notifications.jsonl", phase("1", `,"duration":1000`, 1000) + phase("2", `,"duration":500`, 2000) + skipped}, "1.5"},
		{"one does not say", input{"work/notifications.jsonl", phase("1", `,"duration":1000`, 1000) + phase("2", ``, 2000)}, "-"},
		{"none", input{"work/notifications.jsonl", skipped}, "-"},
		{"a migration", input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, `"cumulativeDurationMs":1`)}, "0.001"},
		{"a migration that did not count", input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, `"cumulativeDurationMs":0`)}, "-"},
	} {
		if got := ingest(t, c.file).rows("Runs", "kind", "active_s")[0]; !strings.HasSuffix(got, " "+c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Tokens are those of the checkpoint, else of the invocations, else of the last event, the fleet and
// the page, the first that counted any.
func TestTokensOfARun(t *testing.T) {
	doc := func(n string) input {
		return input{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(0), ""), `"total":0`, `"total":`+n, 1)}
	}
	calls := input{"work/issues/7/metrics/invocations.jsonl", call("a", task1, "w", "success", 0, 2500, "") + strings.Replace(call("b", task1, "w", "success", 0, 2500, ""), `"tokens":100`, `"tokens":0`, 1)}
	silent := input{calls.path, strings.ReplaceAll(calls.text, `"tokens":100`, `"tokens":0`)}
	end := func(n string) input {
		return input{"work/notifications.jsonl", notified(`"type":"issue-completed","workItemId":"7","success":true,"tokenUsage":`+n, at(0))}
	}
	fleet := func(n string) input {
		f := fleetOf(fleetEntry("7", "completed", 0, ""), "")
		return input{f.path, strings.Replace(f.text, `"byWorkItem":{}`, `"byWorkItem":{"7":`+n+`}`, 1)}
	}
	page := input{"work/issues/7/progress.md", strings.NewReplacer("#31", "#7", "**Token Usage**: 0", "**Token Usage**: 6").Replace(nightPage)}
	for _, c := range []struct {
		name  string
		files []input
		want  string
	}{
		{"the checkpoint", []input{doc("1"), calls, end("4"), fleet("5"), page}, "1"},
		{"the invocations", []input{doc("0"), calls, end("4"), fleet("5"), page}, "100"},
		{"an invocation of one token", []input{{calls.path, strings.ReplaceAll(calls.text, `"tokens":100`, `"tokens":1`)}, end("4")}, "1"},
		{"the last event", []input{doc("0"), silent, end("4"), fleet("5"), page}, "4"},
		{"the fleet", []input{fleet("5"), page}, "5"},
		{"the page", []input{fleet("0"), page}, "6"},
		{"one token", []input{fleet("1")}, "1"},
		{"nobody", []input{fleet("0")}, "-"},
	} {
		got := ""
		for _, row := range ingest(t, c.files...).rows("Runs", "kind", "tokens") {
			if rest, ok := strings.CutPrefix(row, "work item "); ok {
				got = rest
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A fleet is ahead of an item where the item's checkpoint has not completed the phase that the fleet names.
func TestFleetsAheadOfItems(t *testing.T) {
	for _, c := range []struct{ status, phase, want string }{
		{"completed", "2", ""}, {"completed", "1", "completed in phase 1"}, {"completed", "3", "completed in phase 3"}, {"completed", "0", ""}, {"failed", "3", ""},
	} {
		fleet := fleetOf(strings.Replace(fleetEntry("7", c.status, 0, ""), `"lastPhase":1`, `"lastPhase":`+c.phase, 1), "")
		r := ingest(t, fleet, input{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(0), ""), "[1,2]", "[2]", 1)})
		if got := strings.Join(r.rows("Findings", "seen"), ", "); got != c.want {
			t.Errorf("%s in phase %s: %q, want %q", c.status, c.phase, got, c.want)
		}
	}
}
