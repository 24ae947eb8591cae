package cadre

import (
	"strings"
	"testing"
)

// Why and where a unit stopped for good, in words.
func TestReasonsOfAStop(t *testing.T) {
	for more, want := range map[string]string{
		``:                              "max-retries",
		`,"summary":"no more"`:          "no more",
		`,"phase":12,"wave":10`:         "max-retries at phase 12, wave 10",
		`,"taskId":"t1","check":"lint"`: "max-retries at t1, lint",
		`,"wave":0,"check":"lint"`:      "max-retries at wave 0, lint",
	} {
		r := ingest(t, input{"m/migration.log", bare("terminal-exhaustion", `"reasonCode":"max-retries"`+more, at(5))})
		if got := r.rows("Runs", "id", "reason")[0]; !strings.HasSuffix(got, " "+want) {
			t.Errorf("%s: %s, want %s", more, got, want)
		}
	}
}

// A stop on a checkpoint counts from its own stamp, else from when the checkpoint was written. It is
// counted once with the event of the same code.
func TestStopsOfACheckpoint(t *testing.T) {
	event := bare("terminal-exhaustion", `"reasonCode":"max-retries"`, at(3000))
	for _, c := range []struct{ name, block, log, end, counts string }{
		{"its own stamp", `"reasonCode":"max-retries","timestamp":"` + at(2000) + `"`, "", "10:00:02.000", "max-retries 1"},
		{"no stamp", `"reasonCode":"max-retries"`, "", "10:00:09.000", "max-retries 1"},
		{"an event of the code", `"reasonCode":"max-retries"`, event, "10:00:03.000", "max-retries 1"},
		{"two events of the code", `"reasonCode":"max-retries"`, event + strings.Replace(event, at(3000), at(4000), 1), "10:00:04.000", "max-retries 2"},
		{"an event of another", `"reasonCode":"budget-exceeded"`, event, "10:00:03.000", "budget-exceeded 1, max-retries 1"},
		{"at one moment", `"reasonCode":"budget-exceeded","timestamp":"` + at(3000) + `"`, event, "10:00:03.000", "budget-exceeded 1, max-retries 1"},
		{"no code", `"summary":"s"`, "", "10:00:09.000", "not given 1"},
	} {
		files := []input{{"m/state/checkpoint.json", migrationAt(at(9000), `"completedTasks":[]`, `"terminalExhaustion":{`+c.block+`}`)}}
		if c.log != "" {
			files = append(files, input{"m/logs/runtime/migration.log", c.log})
		}
		r := ingest(t, files...)
		want(t, c.name, r.rows("Runs", "ended_at"), c.end)
		var got []string
		for _, row := range countsOf(r) {
			if rest, ok := strings.CutPrefix(row, "terminal_exhaustions "); ok {
				got = append(got, rest)
			}
		}
		if got := strings.Join(got, ", "); got != c.counts {
			t.Errorf("%s: %s, want %s", c.name, got, c.counts)
		}
	}
}

// Numbers of a migration: what none has said is no number.
func TestNumbersOfAMigration(t *testing.T) {
	for more, want := range map[string]string{
		`"phaseCursors":{"5":{"iteration":1}}`:                                     "parity_rounds 1",
		`"phaseCursors":{"5":{"iteration":0}}`:                                     "parity_rounds 0",
		`"phaseCursors":{"5":{"iteration":-1}}`:                                    "",
		`"phaseCursors":{"5":{"iteration":1e9}}`:                                   "",
		`"phaseCursors":{"5":{"iteration":999999999}}`:                             "parity_rounds 9.99999999e+08",
		`"phaseCursors":{"5":{"failedFixes":[]}}`:                                  "",
		`"phaseCursors":{"4":{"iteration":2}}`:                                     "",
		`"adjudicationEvents":[{"decision":"fixed"},{"decision":""},{},{"x":"y"}]`: "adjudications fixed 1",
	} {
		r := ingest(t, input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, more)})
		got := ""
		for _, row := range countsOf(r) {
			if !strings.HasPrefix(row, "phases ") {
				got += strings.TrimSuffix(row, " said by migration checkpoint")
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", more, got, want)
		}
	}
	log := bare("parity-early-stop", `"scope":"per-task"`, at(0)) + bare("parity-targeted-recovery", `"scope":"final-gate"`, at(1000)) +
		bare("parity-targeted-recovery", `"scope":"final-gate","targetedIssueCount":0`, at(2000))
	r := ingest(t, input{"m/migration.log", log})
	want(t, "parity", countsOf(r), "parity_retries single gaps repaired 2", "parity_retries stopped early 1", "parity_gaps 0")
	r = ingest(t, input{"m/migration.log", bare("parity-early-stop", `"scope":"per-task"`, at(0))})
	want(t, "an early stop", countsOf(r), "parity_retries stopped early 1")
	r = ingest(t, input{"work/notifications.jsonl", notified(`"type":"phase-started","workItemId":"7","phase":1`, at(0))})
	want(t, "an item", countsOf(r), "phases in-progress 1")
}
