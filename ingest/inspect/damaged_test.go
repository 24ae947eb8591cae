package inspect

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// What is damaged in a log costs the one record that it is in. A member that stands twice says two
// things, so its record counts for nothing.
func TestDamagedLogs(t *testing.T) {
	const sample = `{"id":1,"epoch":1,"scores":{"m":{"value":"C"}}}`
	const summary = `{"id":1,"epoch":1,"input":"x"}`
	for _, c := range []struct {
		name, path, text string
		kept, rejected   int64
		codes            string
		runs             int
	}{
		{"whole", "a.json", `{"eval":{},"status":"success","samples":[` + sample + `]}`, 2, 0, "", 1},
		{"a status twice", "a.json", `{"eval":{},"status":"success","status":"error","samples":[` + sample + `]}`, 1, 1, "duplicate_key", 1},
		{"a sample with its id twice", "a.json", `{"eval":{},"status":"success","samples":[{"id":1,"id":2,"epoch":1},` + sample + `]}`, 2, 1, "duplicate_key", 1},
		{"a sample that is a number", "a.json", `{"eval":{},"status":"success","samples":[7,` + sample + `]}`, 2, 1, "eval_element", 1},
		{"an eval that is a text", "a.json", `{"eval":"x","status":"success","samples":[` + sample + `]}`, 2, 0, "bad_value missing_field", 1},
		{"nothing but damage", "a.json", `{"eval":{},"status":"success","status":"error"}`, 0, 1, "duplicate_key", 0},
		{"a sample alone", "a.json", sample, 1, 0, "", 1},
		{"a sample alone, with its id twice", "a.json", `{"id":1,"id":2,"epoch":1,"scores":{}}`, 0, 1, "duplicate_key", 0},
		{"summaries", "s.json", "[" + summary + "]", 1, 0, "", 1},
		{"summaries that are cut off", "s.json", "[" + summary + ",", 1, 1, "broken_document", 1},
		{"summaries that are cut off in one", "s.json", "[" + summary + `,{"id":2`, 1, 1, "broken_document", 1},
		{"summaries with other text", "s.json", "[" + summary + `,oops]`, 1, 1, "broken_document", 1},
		{"summaries of which one is a number", "s.json", "[" + summary + `,7]`, 1, 1, "eval_element", 1},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: c.path, Text: c.text})
		if got := res.Fates(); got != [4]int64{c.kept, 0, 0, c.rejected} {
			t.Errorf("%s: kept, duplicate, superseded, rejected: %v, want %d kept and %d rejected", c.name, got, c.kept, c.rejected)
		}
		if got := strings.Join(res.CodeNames(), " "); got != c.codes {
			t.Errorf("%s: findings %s, want %s", c.name, got, c.codes)
		}
		if got := res.Set.Runs.Len(); got != c.runs {
			t.Errorf("%s: %d runs, want %d", c.name, got, c.runs)
		}
	}
}

// What holds no object gives no record, and says so once.
func TestLogsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "7", "[]"} {
		for name, read := range map[string]func([]byte, *record.File){"log": readLog, "sample": readSample} {
			f := &record.File{Format: logFormat}
			read([]byte(text), f)
			if len(f.Records) != 0 || len(f.Findings()) != 1 {
				t.Errorf("%q as a %s: %d records, %d findings, want none and one", text, name, len(f.Records), len(f.Findings()))
			}
		}
	}
}

// A log is of the time at which its eval ended, else of that at which it was made; a sample of its
// end, else of its start.
func TestTimesOfRecords(t *testing.T) {
	const made, ended = `"created":"2026-04-01T08:00:00Z"`, `"completed_at":"2026-04-01T08:00:09Z"`
	for _, c := range []struct{ text, want string }{
		{`{"eval":{` + made + `},"status":"success"}`, "log 00"},
		{`{"eval":{` + made + `},"stats":{` + ended + `},"status":"success"}`, "log 09"},
		{`{"eval":{},"stats":{` + ended + `},"status":"success"}`, "log 09"},
		{`{"eval":{"created":"2026-04-01T08:00:30Z"},"stats":{` + ended + `},"status":"success"}`, "log 30"},
		{`{"eval":{` + made + `},"stats":{"completed_at":""},"status":"success"}`, "log 00"},
		{`{"eval":{` + made + `},"stats":{"completed_at":"soon"},"status":"success"}`, "log 00"},
		{`{"id":1,"epoch":1,"scores":{},"started_at":"2026-04-01T08:00:03Z",` + ended + `}`, "sample 09"},
		{`{"id":1,"epoch":1,"scores":{},"started_at":"2026-04-01T08:00:03Z"}`, "sample 03"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "a.json", Text: c.text})
		got := ""
		for _, r := range res.Files[0].Records {
			got = fmt.Sprint(r.Name, " ", r.At.Format("05"))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// Of two heads of one log the first that says how it ended counts, wherever it stands.
func TestHeadsOfALog(t *testing.T) {
	head := func(status string) string {
		return fmt.Sprintf(`{"version":2,"status":%q,"eval":{"eval_id":"e","task":"t","created":"2026-04-01T08:00:00Z"}}`, status)
	}
	for _, c := range []struct{ header, start, want string }{
		{"success", "error", "success"},
		{"error", "success", "error"},
		{"success", "", "success"},
		{"", "error", "error"},
		{"", "", ""},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "a/header.json", Text: head(c.header)}, ingesttest.File{Path: "a/start.json", Text: head(c.start)})
		res.WantFates(t, [4]int64{1, 0, 1, 0})
		got := ""
		for _, r := range res.Units[0].Records {
			if r.Fate == record.Kept {
				got = r.Str("status")
			}
		}
		if got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.header, c.start, got, c.want)
		}
	}
}
