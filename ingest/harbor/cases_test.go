package harbor

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// result is the result of a trial; more are its further fields.
func result(task, name, more string) string {
	return fmt.Sprintf(`{"id":%q,"task_name":%q,"trial_name":%q,"agent_info":{"name":"goose"},"config":{"job_id":"j-1","trials_dir":"jobs/smoke"},`+
		`"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:02:00Z"%s}`, name, task, name, more)
}

func rewards(text string) string { return `,"verifier_result":{"rewards":{` + text + `}}` }

func exception(kind string) string {
	return `,"exception_info":{"exception_type":"` + kind + `","exception_message":"it broke"}`
}

// TestTrials reads results of trials: the reward says how a trial ended, and an exception
// says why, before any reward that is not full.
func TestTrials(t *testing.T) {
	for _, c := range []struct {
		name, more string
		attempt    string // status, result, cause, error
		scores     string // scorer, value, unit
		findings   string // code, seen
	}{
		{"full", rewards(`"reward":1.0`), "reward 1.0 passed - -", "reward 1 ratio", ""},
		{"none", rewards(`"reward":0.0`), "reward 0.0 failed - -", "reward 0 ratio", ""},
		{"a part", rewards(`"reward":0.25`), "reward 0.25 failed - -", "reward 0.25 ratio", ""},
		{"more than full", rewards(`"reward":1.5`), "reward 1.5 passed - -", "reward 1.5 -", ""},
		{"less than none", rewards(`"reward":-1`), "reward -1 failed - -", "reward -1 -", ""},
		{"the one of that name counts", rewards(`"style":1,"reward":0,"speed":1`), "reward 0 failed - -", "reward 0 ratio, style 1 ratio, speed 1 ratio", ""},
		{"all of several", rewards(`"style":1,"speed":1`), "reward 1 passed - -", "style 1 ratio, speed 1 ratio", ""},
		{"the first of several is low", rewards(`"style":0,"speed":1`), "reward 0 failed - -", "style 0 ratio, speed 1 ratio", ""},
		{"the last of several is low", rewards(`"style":1,"speed":0.5`), "reward 1 failed - -", "style 1 ratio, speed 0.5 ratio", ""},
		{"no number", rewards(`"reward":"high"`), "no reward unknown - -", "", ""},
		{"no reward", rewards(``), "no reward unknown - -", "", ""},
		{"no verifier", ``, "no reward unknown - -", "", ""},
		{"an exception", exception("DaytonaValidationError"), "DaytonaValidationError failed infrastructure DaytonaValidationError: it broke", "", ""},
		{"a limit", exception("ApiUsageLimitError"), "ApiUsageLimitError failed budget ApiUsageLimitError: it broke", "", ""},
		{"a time limit of another name", exception("ReactorTimeoutError"), "ReactorTimeoutError failed time-limit ReactorTimeoutError: it broke", "", ""},
		{"canceled", exception("CancelledError"), "CancelledError canceled canceled CancelledError: it broke", "", ""},
		{
			"an exception and no reward of 1", rewards(`"reward":0.5`) + exception("AgentTimeoutError"),
			"AgentTimeoutError failed time-limit AgentTimeoutError: it broke", "reward 0.5 ratio", "reward_and_exception AgentTimeoutError: reward 0.5",
		},
		{
			"an exception and the full reward", rewards(`"reward":1`) + exception("AgentTimeoutError"),
			"AgentTimeoutError passed time-limit AgentTimeoutError: it broke", "reward 1 ratio", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "smoke/hello__a1/result.json", Text: result("hello", "hello__a1", c.more+`,"agent_result":null`)})
			res.Want(t, c.attempt, "Attempts", "status", "result", "cause", "error")
			res.Want(t, c.scores, "Scores", "scorer", "value", "unit")
			res.Want(t, c.findings, "Findings", "code", "seen")
		})
	}
}

// An agent that does not count writes 0 for all of it, and that is no measurement.
func TestUsage(t *testing.T) {
	for _, c := range []struct{ result, want string }{
		{`{"n_input_tokens":900,"n_cache_tokens":600,"n_output_tokens":100,"cost_usd":0.02}`, "900 600 100 0.02"},
		{`{"n_input_tokens":0,"n_cache_tokens":0,"n_output_tokens":0,"cost_usd":0.0}`, ""},
		{`{"n_input_tokens":0,"n_cache_tokens":0,"n_output_tokens":0,"cost_usd":0.5}`, "- - - 0.5"},
		{`{"n_input_tokens":10,"n_output_tokens":0,"cost_usd":0}`, "10 - - 0"},
		{`{"n_input_tokens":0,"n_output_tokens":10,"cost_usd":0}`, "- - 10 0"},
		{`{"n_input_tokens":10,"n_output_tokens":5}`, "10 - 5 -"},
	} {
		t.Run(c.result, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "smoke/hello__a1/result.json", Text: result("hello", "hello__a1", rewards(`"reward":1`)+`,"agent_result":`+c.result)})
			res.Want(t, c.want, "Attempts", "tokens_in", "tokens_cached", "tokens_out", "cost_usd")
		})
	}
}

// TestJobs reads folders of jobs: which trials are tries at one task, and whether the job is over.
func TestJobs(t *testing.T) {
	job := func(fields string) ingesttest.File {
		return ingesttest.File{Path: "smoke/result.json", Text: `{"id":"j-1","stats":{},` + fields + `}`}
	}
	full := rewards(`"reward":1`)
	trial := func(dir, task, more string) ingesttest.File {
		return ingesttest.File{Path: "smoke/" + dir + "/result.json", Text: result(task, dir, full+more)}
	}
	begun := func(dir, more string) ingesttest.File {
		return ingesttest.File{Path: "smoke/" + dir + "/config.json", Text: `{"trial_name":"` + dir + `","job_id":"j-1","trials_dir":"jobs/smoke","task":{"path":"sets\\core\\mend","source":"core"}` + more + `}`}
	}
	for _, c := range []struct {
		name     string
		files    []ingesttest.File
		run      string // id, variant, status, result, total_steps, version
		attempts string // step, attempt, result
		findings string // code, seen, expected
		fates    [4]int64
	}{
		{
			name:     "a job that is over",
			files:    []ingesttest.File{trial("hello__a1", "hello", ""), trial("mend__b2", "mend", ""), job(`"n_total_trials":2,"finished_at":"2026-04-01T10:05:00"`)},
			run:      "j-1 smoke finished passed 2 -",
			attempts: "hello 1 passed, mend 1 passed",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name:     "a job that runs",
			files:    []ingesttest.File{trial("hello__a1", "hello", ""), begun("mend__b2", ""), job(`"n_total_trials":1,"finished_at":null`)},
			run:      "j-1 smoke unfinished open 1 -",
			attempts: "hello 1 passed, mend 1 open",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name:     "a trial that never had a result, in a job that is over",
			files:    []ingesttest.File{trial("hello__a1", "hello", ""), begun("mend__b2", ""), job(`"n_total_trials":1,"finished_at":"2026-04-01T10:05:00"`)},
			run:      "j-1 smoke finished passed 1 -",
			attempts: "hello 1 passed, mend 1 unknown",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name: "two trials without a result, of a task whose trial with one names its version",
			files: []ingesttest.File{trial("mend__a1", "mend", `,"source":"core","task_checksum":"0123456789abcdef"`), begun("mend__b2", ""), begun("mend__c3", ""),
				job(`"n_total_trials":1,"finished_at":"2026-04-01T10:05:00"`)},
			run:      "j-1 smoke finished passed 1 -",
			attempts: "mend 1 passed, mend 2 unknown, mend 3 unknown",
			fates:    [4]int64{4, 0, 0, 0},
		},
		{
			name:     "a second trial of a task that never had a result",
			files:    []ingesttest.File{trial("mend__a1", "mend", `,"source":"core"`), begun("mend__b2", ""), job(`"n_total_trials":2,"finished_at":"2026-04-01T10:05:00"`)},
			run:      "j-1 smoke finished passed 2 -",
			attempts: "mend 1 passed, mend 2 unknown",
			fates:    [4]int64{3, 0, 0, 0},
			findings: "job_total n_total_trials: 2 1 results of trials",
		},
		{
			name:     "trials alone",
			files:    []ingesttest.File{trial("hello__a1", "hello", "")},
			run:      "j-1 smoke finished passed - -",
			attempts: "hello 1 passed",
			fates:    [4]int64{1, 0, 0, 0},
		},
		{
			name:     "trials alone, one of them begun",
			files:    []ingesttest.File{trial("hello__a1", "hello", ""), begun("hello__a1", ""), begun("mend__b2", "")},
			run:      "j-1 smoke unfinished open - -",
			attempts: "hello 1 passed, mend 1 open",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name:     "another number of trials than there are",
			files:    []ingesttest.File{trial("hello__a1", "hello", ""), job(`"n_total_trials":3,"finished_at":"2026-04-01T10:05:00"`)},
			run:      "j-1 smoke finished passed 3 -",
			attempts: "hello 1 passed",
			findings: "job_total n_total_trials: 3 1 results of trials",
			fates:    [4]int64{2, 0, 0, 0},
		},
		{
			name: "tries at one task in the order of their starts",
			files: []ingesttest.File{
				trial("hello__a1", "hello", `,"task_checksum":"25ee10fa33","source":"core"`),
				{Path: "smoke/hello__b2/result.json", Text: strings.Replace(result("hello", "hello__b2", rewards(`"reward":0`)+`,"task_checksum":"25ee10fa33","source":"core"`), "T08:00:00Z", "T07:00:00Z", 1)},
			},
			run:      "j-1 smoke finished passed - -",
			attempts: "hello 1 failed, hello 2 passed",
			fates:    [4]int64{2, 0, 0, 0},
		},
		{
			name: "a task in two versions, and one of another benchmark",
			files: []ingesttest.File{
				trial("hello__a1", "hello", `,"task_checksum":"25ee10fa33","source":"core"`), trial("hello__b2", "hello", `,"task_checksum":"77aa10fa33","source":"core"`),
				trial("hello__c3", "hello", `,"source":"extra"`),
			},
			run:      "j-1 smoke finished passed - -",
			attempts: "hello 1 passed, hello@77aa10fa 1 passed, extra/hello 1 passed",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name: "two versions of a task of another benchmark",
			files: []ingesttest.File{
				trial("hello__a1", "hello", `,"source":"core"`), trial("hello__b2", "hello", `,"task_checksum":"25ee10fa33","source":"extra"`),
				trial("hello__c3", "hello", `,"task_checksum":"77aa10fa33","source":"extra"`),
			},
			run:      "j-1 smoke finished passed - -",
			attempts: "hello 1 passed, extra/hello 1 passed, extra/hello@77aa10fa 1 passed",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name: "a copy of a trial, and a later state of one",
			files: []ingesttest.File{
				trial("hello__a1", "hello", ""), {Path: "copy/hello__a1/result.json", Text: result("hello", "hello__a1", full)},
				{Path: "later/hello__a1/result.json", Text: result("hello", "hello__a1", rewards(`"reward":0`))},
			},
			run:      "j-1 smoke finished passed - -",
			attempts: "hello 1 passed",
			fates:    [4]int64{1, 1, 1, 0},
		},
		{
			name: "the configuration and the lock of a job",
			files: []ingesttest.File{
				trial("hello__a1", "hello", ""), {Path: "smoke/config.json", Text: `{"job_name":"nightly","jobs_dir":"jobs"}`},
				{Path: "smoke/lock.json", Text: `{"created_at":"2026-04-01T08:00:00Z","harbor":{"version":"0.18.0"},"trials":[]}`},
			},
			run:      "j-1 nightly finished passed - 0.18.0",
			attempts: "hello 1 passed",
			fates:    [4]int64{3, 0, 0, 0},
		},
		{
			name:     "a job of which no trial is here",
			files:    []ingesttest.File{job(`"n_total_trials":3,"finished_at":null`)},
			run:      "j-1 - unfinished open 3 -",
			findings: "job_total n_total_trials: 3 0 results of trials",
			fates:    [4]int64{1, 0, 0, 0},
		},
		{
			name:  "a lock alone",
			files: []ingesttest.File{{Path: "smoke/lock.json", Text: `{"harbor":{"version":"0.18.0"},"trials":[]}`}},
			run:   "smoke - no results unknown - 0.18.0",
			fates: [4]int64{1, 0, 0, 0},
		},
		{
			name: "two agents in one job",
			files: []ingesttest.File{
				trial("hello__a1", "hello", ""),
				{Path: "smoke/hello__b2/result.json", Text: strings.Replace(result("hello", "hello__b2", full), `"goose"`, `"heron","model_info":{"name":"m-2"}`, 1)},
			},
			run:      "j-1 goose smoke finished passed - -, j-1 heron m-2 smoke finished passed - -",
			attempts: "hello 1 passed, hello 1 passed",
			fates:    [4]int64{2, 0, 0, 0},
		},
		{
			name: "an agent and none in one job",
			files: []ingesttest.File{
				trial("hello__a1", "hello", ""),
				{Path: "smoke/hello__b2/result.json", Text: strings.Replace(result("hello", "hello__b2", full), `"goose"`, `null`, 1)},
			},
			run:      "j-1 goose smoke finished passed - -, j-1 smoke finished passed - -",
			attempts: "hello 1 passed, hello 1 passed",
			fates:    [4]int64{2, 0, 0, 0},
		},
		{
			name:     "trials that name no job go by their folder",
			files:    []ingesttest.File{{Path: "smoke/hello__a1/result.json", Text: `{"task_name":"hello","trial_name":"hello__a1","verifier_result":{"rewards":{"reward":1}}}`}},
			run:      "smoke - finished passed - -",
			attempts: "hello 1 passed",
			fates:    [4]int64{1, 0, 0, 0},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, c.files...)
			res.Want(t, c.run, "Runs", "id", "variant", "status", "result", "total_steps", "version")
			res.Want(t, c.attempts, "Attempts", "step", "attempt", "result")
			res.Want(t, c.findings, "Findings", "code", "seen", "expected")
			res.WantFates(t, c.fates)
		})
	}
}

// The agent is the one that ran, else the class that it was started as; the model is the one
// with its provider.
func TestWhoRan(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{`"agent_info":{"name":"goose","model_info":{"name":"m-1"}}`, "goose m-1"},
		{`"agent_info":{"name":"goose","model_info":{"name":"m-1"}},"config":{"agent":{"name":"my.agents:Heron","model_name":"lab/m-1"}}`, "goose lab/m-1"},
		{`"agent_info":{},"config":{"agent":{"name":"my.agents:Heron"}}`, "Heron -"},
		{`"agent_info":null`, ""},
	} {
		t.Run(c.fields, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "smoke/hello__a1/result.json", Text: `{"task_name":"hello","trial_name":"hello__a1",` + c.fields + `}`})
			res.Want(t, c.want, "Attempts", "agent", "model")
		})
	}
}

// Files are told from those of other programs by their keys.
func TestClaims(t *testing.T) {
	for _, c := range []struct{ text, format string }{
		{`{"trial_name":"a","task_name":"b","verifier_result":null}`, "harbor-trial"},
		{`{"trial_name":"a","task_name":"b","exception_info":null}`, "harbor-trial"},
		{`{"trial_name":"a","task_name":"b"}`, ""},
		{`{"task_name":"b","agent_info":{}}`, ""},
		{`{"n_total_trials":1,"stats":{}}`, "harbor-job"},
		{`{"n_total_trials":1}`, ""},
		{`{"trial_name":"a","task":{},"job_id":"j"}`, "harbor-config"},
		{`{"trial_name":"a","task":{},"trials_dir":"j"}`, "harbor-config"},
		{`{"trial_name":"a","task":{}}`, ""},
		{`{"trial_name":"a","job_id":"j"}`, ""},
		{`{"trial_name":"a","job_name":"b","jobs_dir":"c"}`, ""},
		{`{"job_name":"b","jobs_dir":"c"}`, "harbor-config"},
		{`{"job_name":"b","orchestrator":{}}`, "harbor-config"},
		{`{"job_name":"b"}`, ""},
		{`{"harbor":{},"trials":[]}`, "harbor-lock"},
		{`{"harbor":{}}`, ""},
		{`{"trials":[]}`, ""},
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "a.json", Text: c.text}, c.format)
	}
}
