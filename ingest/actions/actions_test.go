package actions

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
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

// What was read before a break counts, and the rest is one rejected record.
func TestBroken(t *testing.T) {
	for _, text := range []string{
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample + `,{"id":18,"work`,
		`{"total_count":2,"workflow_runs":[` + workflowRun.Sample,
		workflowRun.Sample + "\n<html>",
		workflowRun.Sample + " 7",
		workflowRun.Sample + strings.Repeat("[", 40),
	} {
		res := load(t, text)
		if got := res.Fates(); got != [4]int64{1, 0, 0, 1} {
			t.Errorf("%.60s…: %v", text[len(workflowRun.Sample):], got)
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
