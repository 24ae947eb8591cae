package cadre

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// nasty values for any field, as JSON.
var nasty = []string{`"</script><script>alert(1)</script>"`, `"\"><img src=x onerror=alert(1)>"`, `"a|b` + "`" + `\n\u001b[31m\u202e"`, `null`, `true`, `-1`, `1e300`, `99999999999999999999`,
	`""`, `[]`, `{}`, `[[[[[]]]]]`, `{"a":{"b":[1,2,{"c":null}]}}`, `["x",1,null,{}]`, `{"1":{"status":7,"errors":"x"},"x":[]}`}

// Every field of every kind takes every nasty value without a panic, and the
// ledger adds up all the same.
func TestNastyValues(t *testing.T) {
	for _, f := range formats {
		if f.Container == record.Prose {
			continue
		}
		for _, k := range f.Kinds {
			for _, v := range nasty {
				var lines []string
				for _, e := range record.Entries([]byte(k.Sample)) {
					lines = append(lines, strings.Replace(k.Sample, `"`+e.Key+`":`+string(e.Raw), `"`+e.Key+`":`+v, 1))
				}
				if f.Container == record.Lines {
					lines = []string{strings.Join(lines, "\n")}
				}
				for _, text := range lines {
					decodeAs(t, []input{{"work/issues/42/x", text}, {"work/issues/42/y", k.Sample}}, f, f)
				}
			}
		}
	}
}

// decodeAs decodes files in the given formats, whatever they hold.
func decodeAs(t testing.TB, files []input, as ...*record.Format) *read {
	t.Helper()
	res := &ingesttest.Result{}
	for i, in := range files {
		res.ReadAs(t, as[i], ingesttest.File{Path: in.path, Text: in.text})
	}
	res.Assemble(t, System)
	return &read{t, res}
}

func TestHostileTextIsKeptAsText(t *testing.T) {
	const bad = `</script><script>alert(1)</script>`
	r := ingest(t, input{"work/notifications.jsonl", notified(`"type":"task-blocked","workItemId":"`+bad+`","taskId":"`+bad+`","reason":"`+bad+`","retryCount":1`, at(0))})
	want(t, "steps", r.rows("Steps", "step", "reason"), bad+" "+bad)
	want(t, "runs", r.rows("Runs", "id"), bad)
}

func TestLongTextIsCut(t *testing.T) {
	long := strings.Repeat("x", 100000)
	r := ingest(t, input{"work/notifications.jsonl", notified(`"type":"issue-failed","workItemId":"`+long+`","issueTitle":"x","error":"`+long+`","phase":1`, at(0))})
	if id := r.Set.Runs.ID.At(0); len(id) > 210 {
		t.Errorf("an id of %d bytes", len(id))
	}
	if reason := r.Set.Runs.Reason.At(0); len(reason) > 410 {
		t.Errorf("a reason of %d bytes", len(reason))
	}
}

// The same input gives the same tables, and white space, carriage returns and a
// missing last newline change nothing but findings.
func TestSameTables(t *testing.T) {
	files := []input{
		{"work/fleet-checkpoint.json", tidepool},
		{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(9000), `"blockedTasks":["task-001"]`)},
		{"work/issues/7/metrics/invocations.jsonl", call("a", task1, "w", "failed", 0, 2000, "") + call("b", task1, "w", "success", 3000, 2000, "")},
		{"work/logs/fleet.log", logged(launch, at(100)) + logged(strings.ReplaceAll(retry, "%d", "1"), at(2000))},
		{"work/notifications.jsonl", notified(launch, at(101)) + notified(strings.ReplaceAll(retry, "%d", "1"), at(2001))},
		{"work/progress.md", "# CADRE Progress\n\n## Fleet Status\n- **Issues**: 4 total\n- **Last Updated**: 2026-04-22T10:32:00.000Z\n"},
	}
	first := ingest(t, slices.Clone(files)...)
	for name, change := range map[string]func(string) string{
		"again":            func(s string) string { return s },
		"crlf":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") },
		"byte order mark":  func(s string) string { return "\xef\xbb\xbf" + s },
		"keys in another order": func(s string) string {
			return strings.ReplaceAll(s, `"workItemId":"7","taskId":"task-001"`, `"taskId":"task-001","workItemId":"7"`)
		},
	} {
		var changed []input
		for _, f := range files {
			changed = append(changed, input{f.path, change(f.text)})
		}
		other := ingest(t, changed...)
		for i, table := range first.Set.Tables() {
			if table.Name == "sources" || table.Name == "findings" {
				continue
			}
			if a, b := first.table(i), other.table(i); !reflect.DeepEqual(a, b) {
				t.Errorf("%s: the table %s differs", name, table.Name)
			}
		}
	}
}

// table is the table at a place in the set's order, with its rows in memory.
func (r *read) table(i int) any { return reflect.ValueOf(r.Set).Elem().Field(i).Interface() }
