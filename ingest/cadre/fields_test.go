package cadre

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/ingesttest"
)

// Values inside of JSON that no kind declares are read by their keys.
func TestMembersOfJSON(t *testing.T) {
	const o = `{"a":"x y","n":7,"t":"2026-04-22T10:00:00Z","o":{"b":1},"bad":"noon"}`
	for key, want := range map[string]string{"a": `"x y" x y -`, "n": "7  -", "t": `"2026-04-22T10:00:00Z" 2026-04-22T10:00:00Z 10:00`, "o": `{"b":1}  -`, "bad": `"noon" noon -`, "z": "  -"} {
		raw := jsontext.Value(o)
		at := "-"
		if m := moment(raw, key); !m.IsZero() {
			at = m.Format("15:04")
		}
		if got := fmt.Sprint(string(member(raw, key)), " ", word(raw, key), " ", at); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	for raw, want := range map[string]string{`[1,2.9,"3",-4]`: "[1 2 3 -4]", `[1e15,-1e15,999999999999999]`: "[999999999999999]", `["x",null,[1]]`: "[]", `{"a":1}`: "[]", ``: "[]", `[]`: "[]"} {
		if got := fmt.Sprint(numbers(jsontext.Value(raw))); got != want {
			t.Errorf("numbers of %s: %s, want %s", raw, got, want)
		}
	}
	for _, pair := range [][2]float64{{9.99, 10}, {10, 9}, {10, 11}, {100, 95}, {0, 1}} {
		if differ(pair[0], pair[1]) {
			t.Errorf("%v and %v are taken for two durations", pair[0], pair[1])
		}
	}
	if !differ(0, 1.001) || !differ(100, 94.99) || !differ(10, 8.99) {
		t.Error("durations that are further apart are taken for one")
	}
}

// An event is of the item that it names in any of the ways in which programs do.
func TestItemsOfEvents(t *testing.T) {
	for members, want := range map[string]string{
		`"type":"task-started","workItemId":" 7 ","taskId":"t1"`: "7", `"type":"task-started","issueNumber":7,"taskId":"t1"`: "7", `"type":"issue-started","issueNumber":12`: "12",
		`"type":"terminal-exhaustion","reasonCode":"x","workUnit":7`: "7", `"type":"terminal-exhaustion","reasonCode":"x","workUnit":"8"`: "8", `"type":"terminal-exhaustion","reasonCode":"x","workUnit":{"a":1}`: "", `"type":"terminal-exhaustion","reasonCode":"x"`: "",
		`"type":"something-new","workItemId":"7"`: "7", `"type":"something-new","issueNumber":7`: "7", `"type":"something-new","workItemId":[7]`: "", `"type":"something-new","data":{"workItemId":"9"}`: "9",
	} {
		f := (&ingesttest.Result{}).ReadAs(t, System.Formats[indexOf(t, "work/notifications.jsonl", members)], ingesttest.File{Path: "work/notifications.jsonl", Text: notified(members, at(0))})
		if len(f.Records) != 1 {
			t.Fatalf("%s: %d records", members, len(f.Records))
		}
		if got := itemOf(f.Records[0]); got != want {
			t.Errorf("%s is of the item %q, want %q", members, got, want)
		}
	}
}

// indexOf is the format of notifications among those of the system.
func indexOf(t *testing.T, path, members string) int {
	t.Helper()
	res := ingesttest.Run(t, System, ingesttest.File{Path: path, Text: notified(`"type":"phase-started","workItemId":"7","phase":1,"phaseName":"A"`, at(0))})
	for i, f := range System.Formats {
		if len(res.Files) == 1 && res.Files[0].Format == f {
			return i
		}
	}
	t.Fatalf("no format claims %s", members)
	return -1
}

// What a fleet's last event says of tokens is held against the checkpoint of the same moment.
func TestTokensOfAFleet(t *testing.T) {
	for _, c := range []struct {
		ms, tokens int
		want       string
	}{{32 * 60000, 70, ""}, {32 * 60000, 71, "totalTokens: 71"}, {32*60000 + 1000, 71, "totalTokens: 71"}, {32*60000 + 1001, 71, ""}, {32*60000 - 1000, 69, "totalTokens: 69"}, {32*60000 - 1001, 69, ""}, {32 * 60000, 0, ""}} {
		r := ingest(t, input{"work/fleet-checkpoint.json", tidepool}, input{"work/notifications.jsonl", notified(`"type":"fleet-started","issueCount":4,"maxParallel":2`, at(0)) +
			notified(fmt.Sprintf(`"type":"fleet-completed","success":false,"prsCreated":1,"failedIssues":2,"totalDuration":1930000,"totalTokens":%d`, c.tokens), at(c.ms))})
		got := strings.Join(r.rows("Findings", "seen"), ", ")
		if got != c.want {
			t.Errorf("%d tokens at %s: %q, want %q", c.tokens, at(c.ms), got, c.want)
		}
	}
}

// A phase is named by its number.
func TestNamesOfPhases(t *testing.T) {
	for n := int64(-1); n < 12; n++ {
		if got, want := phaseStep(n), fmt.Sprint("phase ", n); got != want {
			t.Errorf("phase %d is named %q", n, got)
		}
	}
}
