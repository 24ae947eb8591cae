package harbor

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// What is broken gives no record. NaN is read, which Python writes. The time of a record is the
// last that it states.
func TestBrokenDocuments(t *testing.T) {
	for _, c := range []struct {
		format  *record.Format
		text    string
		records int
		at      string
	}{
		{trialFormat, "", 0, ""}, {trialFormat, "[]", 0, ""}, {jobFormat, "7", 0, ""}, {lockFormat, "", 0, ""}, {configFormat, "x", 0, ""},
		{trialFormat, `{"score":NaN,"started_at":"2026-04-01T08:00:00Z"}`, 1, "08:00"}, {jobFormat, `{"x":NaN}`, 1, "00:00"}, {configFormat, `{"x":NaN}`, 1, "00:00"},
		{trialFormat, `{"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:02:00Z"}`, 1, "08:02"},
		{lockFormat, `{"x":NaN,"created_at":"2026-04-01T07:59:00Z"}`, 1, "07:59"}, {jobFormat, `{"created_at":"2026-04-01T07:59:00Z","finished_at":"2026-04-01T07:59:00Z"}`, 1, "00:00"},
		{trialFormat, `{"id":"a","id":"b"}`, 0, ""},
	} {
		res := &ingesttest.Result{}
		f := res.ReadAs(t, c.format, ingesttest.File{Path: "a/b/c.json", Text: c.text})
		if len(f.Records) != c.records {
			t.Errorf("%s of %q: %d records, want %d", c.format.Name, c.text, len(f.Records), c.records)
			continue
		}
		if c.records > 0 && f.Records[0].At.UTC().Format("15:04") != c.at {
			t.Errorf("%s of %q: at %s, want %s", c.format.Name, c.text, f.Records[0].At, c.at)
		}
		res.Assemble(t, System)
	}
}

// The job of a record is the one that it names, else its folder.
func TestLinks(t *testing.T) {
	for _, c := range []struct {
		format *record.Format
		text   string
		want   string
	}{
		{jobFormat, `{"id":"j-1"}`, "job j-1, folder jobs/smoke"}, {jobFormat, `{}`, "job jobs/smoke, folder jobs/smoke"}, {lockFormat, `{"id":"x"}`, "job jobs/smoke, folder jobs/smoke"},
		{configFormat, `{"job_id":"j-1"}`, "job j-1, folder jobs/smoke"}, {configFormat, `{"job_name":"x"}`, "job jobs/smoke, folder jobs/smoke"},
		{configFormat, `{"trial_name":"a","job_id":"j-1"}`, "job j-1, folder jobs"}, {configFormat, `{"trial_name":"a","trials_dir":"x\\y"}`, "job y, folder jobs"},
		{configFormat, `{"trial_name":"a"}`, "job jobs, folder jobs"}, {trialFormat, `{"config":{"job_id":"j-1","trials_dir":"x/y"}}`, "job j-1, folder jobs"},
		{trialFormat, `{"config":{"trials_dir":"x/y"}}`, "job y, folder jobs"}, {trialFormat, `{"config":{}}`, "job jobs, folder jobs"}, {trialFormat, `{}`, "job jobs, folder jobs"},
	} {
		f := (&ingesttest.Result{}).ReadAs(t, c.format, ingesttest.File{Path: "jobs/smoke/x.json", Text: c.text})
		var got []string
		for _, l := range links(f) {
			got = append(got, strings.ReplaceAll(l.Name, "\x00", " "))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %s: %q, want %s", c.format.Name, c.text, got, c.want)
		}
	}
}

// A second result of a trial is a copy where it is the same, and an older one where it is not.
func TestCopiesOfTrials(t *testing.T) {
	a, b := result("hello", "hello__a1", rewards(`"reward":1`)), result("hello", "hello__a1", rewards(`"reward":0`))
	for _, c := range []struct {
		second string
		fates  [4]int64
	}{{a, [4]int64{1, 1, 0, 0}}, {b, [4]int64{1, 0, 1, 0}}} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "1/hello__a1/result.json", Text: a}, ingesttest.File{Path: "2/hello__a1/result.json", Text: c.second})
		res.WantFates(t, c.fates)
		if u := res.Units[0]; len(res.Units) != 1 || !slices.Equal(u.Files, []string{"1/hello__a1/result.json"}) || u.Home != "1" {
			t.Errorf("%d units, files %q, home %q", len(res.Units), u.Files, u.Home)
		}
	}
}

// The benchmark of a trial is its source, else that of the task in its configuration.
func TestSources(t *testing.T) {
	for fields, want := range map[string]string{
		`"source":"core"`: "core", `"source":"core","config":{"task":{"source":"other"}}`: "core", `"config":{"task":{"source":"other"}}`: "other",
		`"config":{"task":{}}`: "harbor", `"config":{}`: "harbor",
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "j/a/result.json", Text: `{"task_name":"hello","trial_name":"a","agent_info":{"name":"goose"},` + fields + `}`})
		if got := res.Set.Runs.Subject.At(0); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %s", fields, got, want)
		}
	}
}

// A trial without a reward is open until it has an end.
func TestTrialsWithoutAnEnd(t *testing.T) {
	for fields, want := range map[string]string{
		`"started_at":"2026-04-01T08:00:00Z"`: "no reward open", `"finished_at":"2026-04-01T08:00:00Z"`: "no reward unknown", `"verifier_result":{"rewards":{"reward":0}}`: "reward 0 failed",
		`"verifier_result":{"rewards":{"a":"x","b":1}}`: "reward 1 passed", `"verifier_result":{"rewards":{"a":0,"b":0}}`: "reward 0 failed",
		`"exception_info":{"exception_message":"x"}`: "exception failed", `"verifier_result":{"rewards":{"a":-1,"b":-2}}`: "reward -1 failed",
	} {
		ingesttest.Run(t, System, ingesttest.File{Path: "j/a/result.json", Text: `{"task_name":"hello","trial_name":"a","agent_info":{"name":"goose"},` + fields + `}`}).
			Want(t, want, "Attempts", "status", "result")
	}
}

// Rewards that are not full are a part where one of them is above 0, whatever their order.
func TestRewardWords(t *testing.T) {
	for text, want := range map[string]string{
		`"reward":1`: "full", `"reward":0.99`: "partial", `"reward":0.01`: "partial", `"reward":0`: "none", `"reward":-1`: "none", `"a":0,"reward":1`: "full", `"reward":1,"a":0`: "full",
		`"a":1,"b":1`: "full", `"a":1,"b":0`: "partial", `"a":0,"b":1`: "partial", `"a":0,"b":0`: "none", `"a":1,"b":2,"c":1`: "full", `"a":"x"`: "absent", ``: "absent",
	} {
		f := (&ingesttest.Result{}).ReadAs(t, trialFormat, ingesttest.File{Path: "j/a/result.json", Text: `{"verifier_result":{"rewards":{` + text + `}}}`})
		if got, _ := reward(f.Records[0]); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What an agent spent is 0 where it counted something, and not known where it counted nothing.
func TestCosts(t *testing.T) {
	for text, want := range map[string]string{
		`"cost_usd":0`: "-", `"cost_usd":0,"n_input_tokens":0,"n_output_tokens":0`: "-", `"cost_usd":0,"n_input_tokens":1`: "0", `"cost_usd":0,"n_output_tokens":1`: "0",
		`"cost_usd":0.5`: "0.5", `"n_input_tokens":1`: "-",
	} {
		ingesttest.Run(t, System, ingesttest.File{Path: "j/a/result.json", Text: result("hello", "hello__a1", `,"agent_result":{`+text+`}`)}).
			Want(t, "hello "+want, "Attempts", "step", "cost_usd")
	}
}
