package cadre

import (
	"strings"
	"testing"
)

// runsOf are the kinds, names and homes of the units, in their order.
func runsOf(r *read) (list []string) {
	for i, row := range r.rows("Runs", "kind", "id") {
		list = append(list, row+" in "+r.Units[i].Home)
	}
	return list
}

// Which unit a file's records belong to, by the names in them, by their folder and by their writer.
func TestUnitsOfFiles(t *testing.T) {
	started := func(more string) string { return notified(`"type":"task-started","taskId":"t1"`+more, at(0)) }
	line := func(source, data string) string {
		return `{"timestamp":"` + at(0) + `","level":"info","source":"` + source + `","message":"task-started","data":{"taskId":"t1"` + data + `}}` + "\n"
	}
	aamf := strings.ReplaceAll(call("a", task1, "w", "success", 0, 2500, ""), `"workItemId":"7",`, "")
	aamf = strings.Replace(aamf, `"success":true,`, "", 1)
	cadre := strings.Replace(call("a", task1, "w", "success", 0, 2500, ""), `"workItemId":"7",`, "", 1)
	doc := input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, "")}
	const missing = "event_without_item"
	for _, c := range []struct {
		name     string
		files    []input
		want     string
		findings string
	}{
		{"an event of an item", []input{{"w/notifications.jsonl", started(`,"workItemId":"7"`)}}, "work item 7 in w", ""},
		{"in the folder of an item", []input{{"w/issues/8/notifications.jsonl", started("")}}, "work item 8 in w", missing},
		{"in the folder of another item", []input{{"w/issues/8/notifications.jsonl", started(`,"workItemId":"7"`)}}, "work item 7 in w", ""},
		{"of no item", []input{{"w/notifications.jsonl", started("")}}, "fleet w in w", missing},
		{"in the log of an item", []input{{"w/logs/x.log", line("workitem-9", `,"type":"task-started"`)}}, "work item 9 in w", missing},
		{"in the log of an item, in the folder of another", []input{{"w/issues/8/logs/x.log", line("workitem-9", `,"type":"task-started"`)}}, "work item 8 in w", missing},
		{"in another log", []input{{"w/logs/x.log", line("fleet", `,"type":"task-started"`)}}, "fleet w in w", missing},
		{"in the top folder", []input{{"notifications.jsonl", started("")}}, "fleet fleet in ", missing},
		{"of a fleet's budget", []input{{"w/notifications.jsonl", notified(`"type":"budget-warning","scope":"fleet"`, at(0))}}, "fleet w in w", ""},
		{"of an item's budget", []input{{"w/notifications.jsonl", notified(`"type":"budget-warning","scope":"issue"`, at(0))}}, "fleet w in w", missing},
		{"of a stop", []input{{"w/notifications.jsonl", notified(`"type":"terminal-exhaustion","reasonCode":"max-retries"`, at(0))}}, "fleet w in w", ""},
		{"without data", []input{{"w/logs/x.log", line("fleet", `,"type":"task-started"`) +
			`{"timestamp":"` + at(1) + `","level":"info","source":"fleet","message":"git-push"}` + "\n"}}, "fleet w in w", missing},

		{"a log of AAMF", []input{{"m/logs/runtime/migration.log", line("runtime", "")}}, "migration m in m", ""},
		{"a log of AAMF with a name", []input{{"m/logs/runtime/migration.log", bare("migration-started", `"projectName":"billing"`, at(0))}}, "migration billing in m", ""},
		{"a log of AAMF in the top folder", []input{{"migration.log", line("runtime", "")}}, "migration migration in ", ""},
		{"a log of AAMF without data", []input{{"m/logs/runtime/migration.log",
			`{"timestamp":"` + at(0) + `","level":"info","source":"runtime","message":"checkpoint-saved"}` + "\n"}}, "migration m in m", ""},
		{"a log of any sort beside a migration", []input{doc, {"m/logs/runtime/migration.log",
			`{"timestamp":"` + at(0) + `","level":"info","source":"runtime","message":"git-push"}` + "\n"}}, "migration billing in m", ""},
		{"a log of any sort", []input{{"m/logs/runtime/migration.log",
			`{"timestamp":"` + at(0) + `","level":"info","source":"runtime","message":"git-push"}` + "\n"}}, "fleet m in m", ""},
		{"a log of CADRE beside a migration", []input{doc, {"m/logs/x.log", line("fleet", `,"type":"task-started","workItemId":"7"`)}},
			"migration billing in m, work item 7 in m", ""},

		{"invocations of AAMF", []input{{"m/metrics/invocations.jsonl", aamf}}, "migration m in m", ""},
		{"invocations of a fleet", []input{{"w/metrics/invocations.jsonl", cadre}}, "fleet w in w", ""},
		{"invocations in the folder of an item", []input{{"w/issues/8/metrics/invocations.jsonl", cadre}}, "work item 8 in w", ""},
		{"a page of a fleet", []input{{"w/progress.md", "# CADRE Progress\n\n## Fleet Status\n- **Last Updated**: " + at(0) + "\n"}}, "fleet w in w", ""},
		{"a page of an item", []input{{"w/progress.md", nightPage}}, "work item 31 in w", ""},
		{"a page of a migration", []input{migrationPage("", "")}, "migration billing in m", ""},
		{"a page of a migration without a name", []input{{"m/reports/progress.md", "# Migration Progress:\n\n## Phases\n"}}, "migration m in m", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, c.files...)
			if got := strings.Join(runsOf(r), ", "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := strings.Join(r.CodeNames(), " "); got != c.findings {
				t.Errorf("findings %q, want %q", got, c.findings)
			}
		})
	}
}

// A signal cuts off the items that it names, in the run that had begun by then, and no others.
func TestSignals(t *testing.T) {
	doc := func(name, id, start string) input {
		return input{"work/issues/" + id + "/" + name, strings.Replace(checkpoint(`"workItemId":"`+id+`"`, start, ""), "2026-04-22T10:00:00.000Z", start, 1)}
	}
	for more, want := range map[string]string{
		`"workItemsInProgress":["7"]`:                            "7 -, 7 SIGINT, 8 -",
		`"workItemsInProgress":["7","8"]`:                        "7 -, 7 SIGINT, 8 SIGINT",
		`"issuesInProgress":[8,9]`:                               "7 -, 7 -, 8 SIGINT",
		`"workItemsInProgress":["7"],"issuesInProgress":[8,"x"]`: "7 -, 7 SIGINT, 8 SIGINT",
		`"workItemsInProgress":[]`:                               "7 -, 7 -, 8 -",
	} {
		r := ingest(t, doc("checkpoint.backup.json", "7", at(1000)), doc("checkpoint.json", "7", at(9000)), doc("checkpoint.json", "8", at(1000)),
			input{"work/notifications.jsonl", notified(`"type":"fleet-interrupted","signal":"SIGINT",`+more, at(20000))})
		var got []string
		for _, row := range r.rows("Runs", "kind", "id", "reason") {
			if rest, ok := strings.CutPrefix(row, "work item "); ok {
				got = append(got, rest)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", more, got, want)
		}
	}
	log := logged(`"type":"fleet-interrupted","signal":"SIGTERM","workItemsInProgress":["7"],"issuesInProgress":[8]`, at(20000))
	r := ingest(t, doc("checkpoint.json", "7", at(1000)), doc("checkpoint.json", "8", at(1000)), input{"work/logs/fleet.log", log})
	want(t, "in a log", r.rows("Runs", "kind", "id", "reason")[:2], "work item 7 SIGTERM", "work item 8 SIGTERM")
}
