package playbook_test

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/playbook"
	"runreport/ingest/playbook/playbooktest"
)

// A log is told by an event together with the fields that only the playbook gives it.
func TestLogsByTheirEvents(t *testing.T) {
	const run, cycle, nobody = "playbook-run", "playbook-cycle", ""
	for line, want := range map[string]string{
		`"_index","cycle_name":"a"`:                                    cycle,
		`"_index","lever_under_test":"a"`:                              cycle,
		`"_index","benchmarks":[]`:                                     cycle,
		`"_index","benchmark":"a"`:                                     run,
		`"_index","event_types":[]`:                                    run,
		`"_index","schema_version":"1"`:                                run,
		`"_index"`:                                                     nobody,
		`"cycle_start","hypothesis":"a"`:                               cycle,
		`"cycle_start","noise_floor_threshold":0.05`:                   cycle,
		`"cycle_start"`:                                                nobody,
		`"benchmark_start","benchmark":"a"`:                            cycle,
		`"benchmark_end","lever_state":"a"`:                            cycle,
		`"benchmark_end"`:                                              nobody,
		`"lever_change_applied"`:                                       cycle,
		`"lever_change_reverted"`:                                      cycle,
		`"cycle_end","verdict":"ship"`:                                 cycle,
		`"cycle_end","cross_benchmark_check":{}`:                       cycle,
		`"cycle_end"`:                                                  nobody,
		`"error","recoverable":true,"benchmark":"a"`:                   cycle,
		`"error","recoverable":true,"lever_state":"a"`:                 cycle,
		`"error","benchmark":"a"`:                                      nobody,
		`"error","recoverable":true,"phase":1`:                         run,
		`"error","phase":1`:                                            nobody,
		`"error","recoverable":true`:                                   run, // unless another line tells
		`"error"`:                                                      nobody,
		`"run_start","runner":"a"`:                                     run,
		`"run_start","playbook_version":"1"`:                           run,
		`"run_start","target_path":"."`:                                run,
		`"run_start"`:                                                  nobody,
		`"run_end","status":"a"`:                                       run,
		`"run_end","final_verdict":"a"`:                                run,
		`"run_end"`:                                                    nobody,
		`"phase_start","phase":1`:                                      run,
		`"phase_end","phase":1`:                                        run,
		`"pass_started","phase":1`:                                     run,
		`"pass_ended","phase":1`:                                       run,
		`"phase_start"`:                                                nobody,
		`"iteration_start","strategy":"a"`:                             run,
		`"iteration_end","strategy":"a"`:                               run,
		`"iteration_end"`:                                              nobody,
		`"documentation_state","state":"a"`:                            run,
		`"documentation_state"`:                                        nobody,
		`"artifact_written","path":"a"`:                                run,
		`"artifact_written","relative_path":"a"`:                       run,
		`"artifact_written"`:                                           nobody,
		`"pattern_walked"`:                                             run,
		`"finding_logged"`:                                             run,
		`"gate_check"`:                                                 run,
		`"aborted_missing_docs"`:                                       run,
		`"recheck_end"`:                                                run,
		`"something"`:                                                  nobody,
		`"gate_check","node_id":"a"`:                                   nobody,
		`"gate_check","total_nodes":1`:                                 nobody,
		`"gate_check","outcome":"a"`:                                   nobody,
		`"gate_check","kind":"a"`:                                      nobody,
		`"gate_check","run_id":"a"`:                                    nobody,
		`"gate_check","run_id":"a","runner":"a"`:                       run,
		`"gate_check","run_id":"a","playbook_version":"1"`:             run,
		`"gate_check","run_id":"a","target_path":"."`:                  run,
		`"error","recoverable":true}` + "\n" + `{"event":"gate_check"`: run,
		`"error","recoverable":true}` + "\n" + `{"event":"cycle_end","verdict":"a"`: cycle,
		`"something"}` + "\n" + `{"event":"lever_change_applied"`:                   cycle,
		`"gate_check"}` + "\n" + `{"event":"lever_change_applied"`:                  run,
	} {
		text := `{"ts":"2026-03-02T09:00:00Z","event":` + line + "}\n"
		ingesttest.WantFormat(t, playbook.System, ingesttest.File{Path: "x.jsonl", Text: text}, want)
	}
}

// A log in a dialect is told by its name, with an event of a run in any case or a line of a
// phase without JSON.
func TestLogsByTheirName(t *testing.T) {
	const named, other = "quality/run_state.jsonl", "quality/state.jsonl"
	for _, c := range []struct{ path, text, want string }{
		{named, `{"event":"PHASE_START","ts":"2026-03-02T09:00:00Z"}`, "playbook-run"},
		{named, `{"event":"Phase_End","timestamp":"2026-03-02T09:00:00Z"}`, "playbook-run"},
		{"quality/old.run_state.jsonl", `{"event":"phase_start","ts":"2026-03-02T09:00:00Z"}`, "playbook-run"},
		{other, `{"event":"PHASE_START","ts":"2026-03-02T09:00:00Z"}`, ""},
		{named, `{"event":"PHASE_START"}`, ""},
		{named, `{"event":"BUILD","ts":"2026-03-02T09:00:00Z"}`, ""},
		{named, `{"event":"PHASE_START","ts":"2026-03-02T09:00:00Z","kind":"a"}`, ""},
		{named, "phase_start 1 at nine\n", "playbook-run"},
		{named, "x\nphase_end 1 at ten\n", "playbook-run"},
		{named, "phase one\n", ""},
		{other, "phase_start 1 at nine\n", ""},
		{named, "phase_start 1 at nine\n{\"a\":1}\n", ""},
	} {
		ingesttest.WantFormat(t, playbook.System, ingesttest.File{Path: c.path, Text: c.text + "\n"}, c.want)
	}
}

// Files of one quality folder or one folder may belong together, and so may copies of a log.
// A cell and an entry of a calibration log speak about every cycle, a list of bugs about none.
func TestTies(t *testing.T) {
	cycle := playbooktest.Sample("_index") + "\n" + playbooktest.Sample("cycle_start") + "\n"
	other := strings.NewReplacer("2026-", "2025-").Replace(cycle)
	run := playbooktest.Head + "\n"
	later := strings.ReplaceAll(run, "2026-", "2025-")
	cell, bugs, reported := playbooktest.Sample("cell"), playbooktest.Sample("bug"), playbooktest.Sample("calibration_entry")
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string
	}{
		{"a folder", []ingesttest.File{{Path: "a/1.json", Text: cell}, {Path: "a/2.json", Text: cell}}, "a/1.json a/2.json"},
		{"a quality folder", []ingesttest.File{{Path: "a/quality/BUGS.md", Text: bugs}, {Path: "a/quality/logs/1.jsonl", Text: run}},
			"a/quality/BUGS.md a/quality/logs/1.jsonl"},
		{"copies of a run", []ingesttest.File{{Path: "a/1.jsonl", Text: run}, {Path: "b/1.jsonl", Text: run}, {Path: "c/1.jsonl", Text: later}},
			"a/1.jsonl b/1.jsonl"},
		{"copies of a cycle", []ingesttest.File{{Path: "a/1.jsonl", Text: cycle}, {Path: "b/1.jsonl", Text: cycle}, {Path: "c/1.jsonl", Text: other}},
			"a/1.jsonl b/1.jsonl"},
		{"a cell and cycles", []ingesttest.File{{Path: "a/1.json", Text: cell}, {Path: "b/1.jsonl", Text: cycle}, {Path: "c/1.jsonl", Text: other}},
			"a/1.json b/1.jsonl, a/1.json c/1.jsonl"},
		{"an entry and a cycle", []ingesttest.File{{Path: "a/LOG.md", Text: reported}, {Path: "b/1.jsonl", Text: cycle}}, "a/LOG.md b/1.jsonl"},
		{"a list of bugs, a cycle and a run", []ingesttest.File{{Path: "a/BUGS.md", Text: bugs}, {Path: "b/1.jsonl", Text: cycle}, {Path: "c/1.jsonl", Text: run}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) { ingesttest.WantTies(t, playbook.System, c.want, c.files...) })
	}
	if folder, looks := playbook.System.Below("a/quality/logs"); folder != "a/quality" || !looks {
		t.Errorf("a log in a/quality/logs looks into %q: %v", folder, looks)
	}
}

// Logs stand for themselves; what lies beside them is read with them.
func TestCompanions(t *testing.T) {
	for _, f := range playbook.System.Formats {
		if want := f.Name == "playbook-cell" || f.Name == "playbook-companion"; f.Companion != want {
			t.Errorf("%s is a companion: %v", f.Name, f.Companion)
		}
	}
}
