package actions

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

func load(t *testing.T, text string) *ingesttest.Result {
	t.Helper()
	return ingesttest.Run(t, System, ingesttest.File{Path: "runs.json", Text: text})
}

// The API's answers are read however they were saved: as one document, as several behind
// each other, as an array of them, and as a line each.
func TestForms(t *testing.T) {
	run, one := workflowRun.Sample, job.Sample
	page := func(key, items string) string { return `{"total_count":1,"` + key + `":[` + items + `]}` }
	for name, text := range map[string]string{
		"lists":           page("workflow_runs", run) + "\n" + page("jobs", one),
		"an array":        "[" + page("workflow_runs", run) + "," + page("jobs", one) + "]",
		"a run and a job": run + one,
		"lines":           run + "\n" + one + "\n",
		"jobs first":      "[" + one + "," + run + "]",
	} {
		t.Run(name, func(t *testing.T) {
			res := load(t, text)
			if got := strings.Join(res.Rows(t, "Runs", "id", "subject", "variant", "result"), ";"); got != "17 acme/shop CI main passed" {
				t.Errorf("runs: %s", got)
			}
			if got := strings.Join(res.Rows(t, "Steps", "step", "kind", "result", "duration_s"), ";"); got != "test (1.25) job passed 290;test (1.25) / Run tests step passed 270" {
				t.Errorf("steps: %s", got)
			}
			if names := res.CodeNames(); len(names) > 0 {
				t.Errorf("findings: %s", names)
			}
		})
	}
}

// What gh run view --json and gh run list --json print is the same run.
func TestCommandLine(t *testing.T) {
	const (
		steps = `"steps":[{"completedAt":"2026-05-01T10:04:50Z","conclusion":"success","name":"Run tests","number":3,"startedAt":"2026-05-01T10:00:20Z","status":"completed"}]`
		one   = `{"completedAt":"2026-05-01T10:05:00Z","conclusion":"success","databaseId":171,"name":"test (1.25)","startedAt":"2026-05-01T10:00:10Z","status":"completed",` + steps +
			`,"url":"https://github.com/acme/shop/actions/runs/17/job/171"}`
		open = `{"completedAt":"0001-01-01T00:00:00Z","conclusion":"","databaseId":172,"name":"lint","startedAt":"2026-05-01T10:00:10Z","status":"in_progress","steps":[],"url":"https://github.com/acme/shop/actions/runs/17/job/172"}`
		head = `{"attempt":1,"conclusion":"success","createdAt":"2026-05-01T10:00:00Z","databaseId":17,"displayTitle":"fix it","event":"push","headBranch":"main","headSha":"5f3a9c2e",`
		tail = `"name":"fix it","number":3,"startedAt":"2026-05-01T10:00:00Z","status":"completed","updatedAt":"2026-05-01T10:06:00Z","url":"https://github.com/acme/shop/actions/runs/17","workflowName":"CI"}`
	)
	const passed = "test (1.25) job passed 290;test (1.25) / Run tests step passed 270"
	for _, c := range []struct{ name, text, runs, steps string }{
		{"a run with jobs", head + `"jobs":[` + one + `],` + tail, "17 acme/shop CI main passed", passed},
		{"a job that goes on", head + `"jobs":[` + one + `,` + open + `],` + tail, "17 acme/shop CI main passed", passed + ";lint job open -"},
		{"without jobs", head + tail, "17 acme/shop CI main passed", ""},
		{"a list", "[" + head + tail + "]", "17 acme/shop CI main passed", ""},
		{"jobs alone", `{"jobs":[` + one + `]}`, "17 acme/shop - passed", passed},
		{"jobs alone, of no run", `{"jobs":[` + strings.Replace(one, "https://github.com/acme/shop/actions/runs/17/job/171", "", 1) + `]}`, "", ""},
		{"jobs, cut off", `{"jobs":[` + one + `,{"name":"x`, "17 acme/shop - passed", passed},
		{"few keys", `{"conclusion":"success","databaseId":17,"status":"completed","workflowName":"CI"}`, "17 CI - passed", ""},
	} {
		res := load(t, c.text)
		if got := strings.Join(res.Rows(t, "Runs", "id", "subject", "variant", "result"), ";"); got != c.runs {
			t.Errorf("%s: runs: %q, want %q", c.name, got, c.runs)
		}
		if got := strings.Join(res.Rows(t, "Steps", "step", "kind", "result", "duration_s"), ";"); got != c.steps {
			t.Errorf("%s: steps: %q, want %q", c.name, got, c.steps)
		}
	}
}

// What was read before a break counts, and the rest is one rejected record.
func TestBroken(t *testing.T) {
	for _, text := range []string{
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + `,{"id":18,"work`,
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample,
		workflowRun.Sample + "\n<html>",
		workflowRun.Sample + " 7",
		workflowRun.Sample + strings.Repeat("[", 40),
		"[" + workflowRun.Sample,
		"[" + workflowRun.Sample + ",",
		"[" + workflowRun.Sample + " " + workflowRun.Sample + "]",
		"[" + workflowRun.Sample + " [" + workflowRun.Sample + "]]",
		"[" + workflowRun.Sample + ",7]",
		"[" + workflowRun.Sample + "}",
		"[" + workflowRun.Sample + ",[[[[" + workflowRun.Sample + "]]]]]",
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + ` {"id":18}]}`,
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + `}`,
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + `] "jobs":[]}`,
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + `],7:1}`,
	} {
		res := load(t, text)
		if got := res.Fates(); got != [4]int64{1, 0, 0, 1} {
			t.Errorf("%s: %v", strings.ReplaceAll(text, workflowRun.Sample, "<run>"), got)
		}
	}
}

// A run that failed and passed when it was run again is flaky, whether or not its jobs
// were saved. The latest of several lists counts.
func TestRunAgain(t *testing.T) {
	first := strings.NewReplacer(`"success"`, `"failure"`).Replace(workflowRun.Sample)
	second := strings.NewReplacer(`"run_attempt":1`, `"run_attempt":2`, `"updated_at":"2026-05-01T10:06`, `"updated_at":"2026-05-01T10:26`).Replace(workflowRun.Sample)
	running := strings.NewReplacer(`"success"`, `null`, `completed`, `in_progress`, `"updated_at":"2026-05-01T10:06`, `"updated_at":"2026-05-01T10:02`).Replace(workflowRun.Sample)
	for _, c := range []struct{ name, text, want string }{
		{"fails, then passes", first + second, "flaky true"},
		{"passes", workflowRun.Sample, "passed false"},
		{"two lists", running + workflowRun.Sample, "passed false"},
		{"two lists, the older one later", workflowRun.Sample + running, "passed false"},
		{"runs", running, "open -"},
	} {
		if got := strings.Join(load(t, c.text).Rows(t, "Runs", "result", "logged_flaky"), ";"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Nothing is kept of people, links and messages that stand in the API's answers.
func TestPeopleAreNotKept(t *testing.T) {
	text := strings.Replace(workflowRun.Sample, `{"id":17`, `{"actor":{"login":"adalove"},"head_commit":{"author":{"email":"adalove@example.com"}},"display_title":"adalove","id":17`, 1)
	if all := ingesttest.Text(load(t, text).Set); strings.Contains(all, "adalove") {
		t.Error(all)
	}
}

// What is a job or a run of this program is told from other JSON by the fields that only it has.
func TestWhatIsARunOrAJob(t *testing.T) {
	const job = `"id":1,"run_id":2,"head_sha":"c","status":"completed","conclusion":"success","started_at":"2026-04-05T08:00:00Z"`
	const run = `"id":1,"workflow_id":2,"head_sha":"c","status":"completed","conclusion":"success"`
	for text, want := range map[string]string{
		`{` + job + `,"steps":[]}`:    "github-actions",
		`{` + job + `,"run_url":"x"}`: "github-actions",
		`{` + job + `,"labels":[]}`:   "github-actions",
		`{` + job + `}`:               "",
		`{` + strings.Replace(job, "run_id", "of", 1) + `,"steps":[]}`: "",
		`{` + run + `}`:   "github-actions",
		`[{` + run + `}]`: "github-actions",
		`{` + strings.Replace(run, "workflow_id", "of", 1) + `}`: "",
		`{"workflow_runs":[]}`:        "github-actions",
		`{"total_count":0,"jobs":[]}`: "github-actions",
		`{"jobs":[]}`:                 "",
		`{"jobs":["build"]}`:          "",
		`{"total_count":0,"runs":[]}`: "",
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "x.json", Text: text}, want)
	}
}

// An object that is neither a run, a job nor a list of them is no record.
func TestOtherObjects(t *testing.T) {
	for text, want := range map[string]int{
		`{"message":"Not Found","status":"404"}`:                          0,
		workflowRun.Sample + `{"message":"Not Found","status":"404"}`:     1,
		workflowRun.Sample + `{"total_count":0,"workflow_runs":[]}`:       1,
		workflowRun.Sample + `{"total_count":0,"jobs":[]}`:                1,
		workflowRun.Sample + `{}`:                                         1,
		workflowRun.Sample + `{"message":"x","message":"y"}`:              1,
		workflowRun.Sample + "{\"message\":\"\xff\"}":                     1,
		`[` + workflowRun.Sample + `,{"databaseId":18,"name":"no more"}]`: 1,
	} {
		f := &record.File{Path: "x.json", Format: System.Formats[0]}
		if read([]byte(text), f); len(f.Records) != want || f.Counts().Rejected != 0 {
			t.Errorf("%s: %d records, %d rejected; want %d", strings.ReplaceAll(text, workflowRun.Sample, "<run>"), len(f.Records), f.Counts().Rejected, want)
		}
	}
}
