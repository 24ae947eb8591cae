package playbook

import (
	"reflect"
	"testing"

	"golang.org/x/text/encoding/unicode"
)

// A run_state.jsonl none of whose events is of the playbook is of another program.
func TestForeignRunState(t *testing.T) {
	const foreign = `{"event":"ORCHESTRATOR_INIT","timestamp":"2026-09-30T20:22:15+05:30","mode":"OBSERVE","target":"site"}
{"event":"BUILD_GATE","timestamp":"2026-09-30T20:25:12+05:30","gate":"BUILD","status":"PASS"}
`
	l := load(t, map[string]string{"site/quality/run_state.jsonl": foreign})
	if len(l.files) != 0 || l.t.Runs.Len() != 0 {
		t.Errorf("claimed: %d files, %d runs", len(l.files), l.t.Runs.Len())
	}
	own := foreign + `{"event":"phase_start","timestamp":"2026-09-30T20:30:00Z","number":1}` + "\n"
	if l := load(t, map[string]string{"site/quality/run_state.jsonl": own}); l.t.Runs.Len() != 1 {
		t.Error("a log with an event of the playbook is not claimed")
	}
}

// TestUTF16 reads logs and documents that a redirect of PowerShell has written: the tables
// are the same.
func TestUTF16(t *testing.T) {
	texts := map[string]string{
		"harbor/quality/run_state.jsonl":              head + "\n" + lines(at("phase_start", "1", 0), at("phase_end", "1", 5)),
		"harbor/quality/PROGRESS.md":                  sample("progress"),
		"harbor/quality/BUGS.md":                      sample("bug"),
		"harbor/quality/INDEX.md":                     sample("run_index"),
		"harbor/quality/RUN_INDEX.md":                 sample("archived_run"),
		"harbor/quality/EXPLORATION.md":               sample("exploration"),
		"harbor/quality/bugs_manifest.json":           sample("bugs_manifest"),
		"harbor/quality/results/quality-gate.log":     sample("gate_log"),
		"harbor/quality/results/BUG-001.red.log":      sample("test_log"),
		"harbor/quality/results/tdd-results.json":     sample("tdd_results"),
		"harbor/quality/results/run-1.json":           sample("run_metadata"),
		"harbor/quality/results/recheck-results.json": sample("recheck_results"),
		"harbor/quality/results/integration.json":     sample("integration_results"),
		"cycles/a/run_state.jsonl":                    sample("_index") + "\n" + sample("cycle_start") + "\n",
		"cells/a.json":                                sample("cell"),
	}
	plain := load(t, texts)
	for _, endian := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, mark := range []unicode.BOMPolicy{unicode.UseBOM, unicode.IgnoreBOM} {
			wide := map[string]string{}
			for name, text := range texts {
				s, err := unicode.UTF16(endian, mark).NewEncoder().String(text)
				if err != nil {
					t.Fatal(err)
				}
				wide[name] = s
			}
			got := load(t, wide)
			if len(got.files) != len(texts) {
				t.Errorf("%d of %d files are claimed", len(got.files), len(texts))
			}
			for what, pair := range map[string][2]any{"runs": {got.t.Runs, plain.t.Runs}, "steps": {got.t.Steps, plain.t.Steps}, "claims": {got.t.Claims, plain.t.Claims},
				"bugs": {got.t.Bugs, plain.t.Bugs}, "counts": {got.t.Counts, plain.t.Counts}, "cycles": {got.t.Cycles, plain.t.Cycles}} {
				if !reflect.DeepEqual(pair[0], pair[1]) {
					t.Errorf("other %s", what)
				}
			}
			got.want(t, "text_encoding|UTF-16")
		}
	}
}
