package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// factsOf are what doctor says, by name.
func factsOf(t *testing.T, args ...string) (code int, facts map[string]diagnosis) {
	t.Helper()
	code, out, stderr := call(t, append([]string{"doctor", "--json"}, args...)...)
	var x checkup
	if err := json.Unmarshal([]byte(out), &x); err != nil {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, stderr)
	}
	facts = map[string]diagnosis{}
	for _, f := range x.Facts {
		facts[f.Name] = f
	}
	return code, facts
}

func TestDoctorLooksAtPaths(t *testing.T) {
	small := filepath.Join("..", "..", "testdata", "small")
	history, old := earlier(t, "tables-1")
	made := sharedReport(t, small, "--format", "json")
	empty := t.TempDir()
	code, facts := factsOf(t, small, made, history, old, empty, filepath.Join(empty, "gone"))
	if code != exitFailed {
		t.Errorf("exit %d", code)
	}
	for name, want := range map[string]struct{ value, problem string }{
		"path 1":           {"kahn 1", ""},
		"path 1, findings": {"after_run_end 3", ""},
		"path 2":           {"a report of version " + version + ": runreport.summary/2, definitions " + fmt.Sprint(report.Definitions) + ", ", ""},
		"path 3":           {"a history: 25 files", "runreport upgrade makes them anew"},
		"path 4":           {"cannot read", "build it again"},
		"path 5":           {"0 files", "no log of a known format"},
		"path 6":           {"cannot be read", "not there"},
	} {
		f := facts[name]
		if !strings.Contains(f.Value, want.value) || !strings.Contains(f.Problem, want.problem) || (f.Problem == "") != (want.problem == "") {
			t.Errorf("%s: %+v, want %+v", name, f, want)
		}
	}
	if _, earlierDefinitions := earlier(t, "definitions-1"); earlierDefinitions != "" {
		if code, facts := factsOf(t, earlierDefinitions); code != exitFailed || !strings.Contains(facts["path 1"].Problem, "defined otherwise") {
			t.Errorf("a report of other definitions: exit %d, %+v", code, facts["path 1"])
		}
	}
}

func TestDoctorLooksAtTheMachine(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, facts := factsOf(t); code != exitOK || facts["configuration"].Value != "no runreport.yaml here or above" {
		t.Errorf("exit %d: %+v", code, facts)
	}
	put(t, "runreport.yaml", "gate: [")
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	code, facts := factsOf(t)
	var wrong []string
	for _, f := range facts {
		if f.Problem != "" {
			wrong = append(wrong, f.Name)
		}
	}
	slices.Sort(wrong)
	if code != exitFailed || !slices.Equal(wrong, []string{"configuration", "temporary files"}) {
		t.Errorf("exit %d: %v", code, wrong)
	}
}

// What doctor prints can be published: no text, name or path of a log is in it, and no value
// of a variable.
func TestDoctorTellsNoSecrets(t *testing.T) {
	dir := t.TempDir()
	logs := filepath.Join(dir, "secret-project")
	put(t, filepath.Join(logs, "secret-file.jsonl"), `{"ts":"2026-04-22T10:00:00.000Z","run_id":"secret-run","event":"secret-event","total_nodes":1}`+"\n"+
		`{"ts":"2026-04-22T10:00:00.000Z","run_id":"secret-run","event":"run_start","secret-field":"secret-value","total_nodes":1}`+"\nsecret-noise\n")
	put(t, filepath.Join(dir, "runreport.yaml"), "secret-setting: secret-text\n")
	t.Setenv("RUNREPORT_GATE_FLAKE_RATE_ALLOWED", "secret-number")
	t.Setenv("TMPDIR", filepath.Join(dir, "secret-folder"))
	t.Chdir(dir)
	for _, args := range [][]string{{"doctor", logs, "secret-gone"}, {"doctor", "--json", logs, "secret-gone"}} {
		code, out, stderr := call(t, args...)
		if code != exitFailed || strings.Contains(out+stderr, "secret") || strings.Contains(out+stderr, dir) {
			t.Errorf("exit %d:\n%s%s", code, out, stderr)
		}
		if !strings.Contains(out, "RUNREPORT_GATE_FLAKE_RATE_ALLOWED") || !strings.Contains(out, "1 files: kahn 1") {
			t.Errorf("the name of the variable or the log is not counted:\n%s", out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "report")); err == nil {
		t.Error("doctor wrote a report")
	}
}
