package cadre

import (
	"strings"
	"testing"
)

// How many bytes of a text are kept in each place: a text of that length whole, a longer one cut.
func TestLengthsOfTexts(t *testing.T) {
	doc := func(more string) input {
		return input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), more)}
	}
	migration := func(more string) input {
		return input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, more)}
	}
	retries := func(x string) input {
		return input{"m/reports/progress.md", "# Migration Progress: billing\n\n## Phases\n\n## Retry Targets\n\n| Scope | Attempt | Task | Wave | Check | Summary |\n" +
			"|---|---|---|---|---|---|\n| wave | 10/12 | t1 |  |  | " + x + " |\n"}
	}
	for _, c := range []struct {
		name       string
		most       int // bytes
		of, column string
		file       func(x string) input
	}{
		{"the name of an item", 200, "Runs", "id", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"issue-started","workItemId":"`+x+`"`, at(0))}
		}},
		{"the reason of a run", 400, "Runs", "reason", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"issue-failed","workItemId":"7","error":"`+x+`"`, at(0))}
		}},
		{"the reason of a step", 400, "Steps", "reason", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"task-blocked","workItemId":"7","taskId":"t","reason":"`+x+`"`, at(0))}
		}},
		{"the error of an attempt", 400, "Attempts", "error", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"agent-failed","workItemId":"7","taskId":"t","agent":"a","error":"`+x+`"`, at(0))}
		}},
		{"the messages of a gate", 400, "Checks", "reason", func(x string) input {
			return doc(`"gateResults":{"1":{"status":"warn","warnings":["` + x + `"]}}`)
		}},
		{"a reason code", 80, "Findings", "seen", func(x string) input {
			return doc(`"terminalExhaustion":{"reasonCode":"` + x + `"}`)
		}},
		{"the status of a gate", 80, "Findings", "seen", func(x string) input {
			return doc(`"gateResults":{"1":{"status":"` + x + `"}}`)
		}},
		{"a list that is none", 78, "Findings", "seen", func(x string) input {
			return migration(`"completedTaskDurationsMs":"` + x + `"`)
		}},
		{"an entry of a list", 78, "Findings", "seen", func(x string) input {
			return migration(`"completedTaskDurationsMs":["` + x + `"]`)
		}},
		{"a map that is none", 78, "Findings", "seen", func(x string) input {
			return migration(`"gateResults":"` + x + `"`)
		}},
		{"the decision on a finding", 80, "Counts", "part", func(x string) input {
			return migration(`"adjudicationEvents":[{"decision":"` + x + `"}]`)
		}},
		{"the name of an item that is none", 80, "Findings", "seen", func(x string) input { return fleetOf(`"`+x+`":7`, "") }},
		{"an item that is none", 78, "Findings", "seen", func(x string) input { return fleetOf(`"1":"`+x+`"`, "") }},
		{"the reason code of a fleet", 80, "Findings", "seen", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"terminal-exhaustion","reasonCode":"`+x+`"`, at(0))}
		}},
		{"a claim", 400, "Claims", "text", func(x string) input {
			return input{"work/notifications.jsonl", notified(`"type":"terminal-exhaustion","workItemId":"7","reasonCode":"`+x+`"`, at(0))}
		}},
		{"the summary of a retry", 400, "Events", "text", retries},
		{"the messages of a page's gate", 400, "Checks", "reason", func(x string) input {
			return input{"w/issues/31/progress.md", strings.Replace(nightPage, "one error\n- ⚠️ 9 ambiguities in the issue (threshold: 4)", x, 1)}
		}},
	} {
		for more, cut := range map[int]bool{0: false, 1: true} {
			got := strings.Join(ingest(t, c.file(strings.Repeat("x", c.most+more))).rows(c.of, c.column), "\n")
			if !strings.Contains(got, strings.Repeat("x", c.most)) || strings.Contains(got, "…") != cut {
				t.Errorf("%s of %d bytes: %s", c.name, c.most+more, got)
			}
		}
	}
}
