package harbor

import (
	"slices"
	"testing"

	"runreport/ingest/ingesttest"
)

// The phases of a trial are steps without a result, named alike in all tasks; one that has
// not ended, or never began, is none.
func TestPhases(t *testing.T) {
	text := `{"task_name":"hello","trial_name":"hello__a1","task_checksum":"25ee10fa33","agent_info":{"name":"goose"},"verifier_result":{"rewards":{"reward":1.0}},` +
		`"config":{"trial_name":"hello__a1","job_id":"j-1"},"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:02:00Z",` +
		`"environment_setup":{"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:00:20Z"},"agent_setup":null,` +
		`"agent_execution":{"started_at":"2026-04-01T08:00:20Z","finished_at":"2026-04-01T08:01:50Z"},` +
		`"verifier":{"started_at":"2026-04-01T08:01:50Z","finished_at":null}}`
	res := ingesttest.Run(t, System, ingesttest.File{Path: "job/hello__a1/result.json", Text: text})
	got := res.Rows(t, "Steps", "step", "stable_step", "parent", "kind", "result", "duration_s")
	want := []string{
		"hello hello@25ee10fa - task passed 120",
		"hello / environment setup environment setup hello phase - 20",
		"hello / agent execution agent execution hello phase - 90",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
