package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"runreport/unit/tier"
)

// ciStep is a step of a workflow or of the action.
type ciStep struct {
	Name string
	Uses string
	Run  string
	Env  map[string]string
}

// workflow is what these tests look at of a workflow on GitHub.
type workflow struct {
	On          any
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Steps       []ciStep
	}
}

func readYAML(t *testing.T, path string, into any) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return string(raw)
}

// actionSteps are the steps of action.yml.
func actionSteps(t *testing.T) []ciStep {
	t.Helper()
	var action struct {
		Runs struct{ Steps []ciStep }
	}
	readYAML(t, "action.yml", &action)
	return action.Runs.Steps
}

// stepOf is the step of that name in a workflow with one job that has it.
func stepOf(t *testing.T, steps []ciStep, name string) ciStep {
	t.Helper()
	i := slices.IndexFunc(steps, func(s ciStep) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no step is called %s", name)
	}
	return steps[i]
}

// bench is a place to run the shell steps of a workflow, with stand-ins for the
// programs that would talk to a host.
type bench struct {
	dir string // the workspace; bin, tmp and calls are below it
	env []string
}

func newBench(t *testing.T, stubs map[string]string) *bench {
	t.Helper()
	for _, tool := range []string{"bash", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not there", tool)
		}
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	real := asProgram + "=1 exec '" + binary + "'"
	b := &bench{dir: t.TempDir()}
	for _, d := range []string{"bin", "tmp"} {
		if err := os.MkdirAll(b.path(d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	programs := map[string]string{"runreport": `REAL "$@"` + "\n"}
	maps.Copy(programs, stubs)
	for name, script := range programs {
		if err := os.WriteFile(b.path("bin/"+name), []byte("#!/usr/bin/env bash\n"+strings.ReplaceAll(script, "REAL", real)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	b.env = append(os.Environ(), "PATH="+b.path("bin")+":"+os.Getenv("PATH"), "RUNNER_TEMP="+b.path("tmp"), "BENCH="+b.dir,
		"GITHUB_STEP_SUMMARY="+b.path("summary"), "GITHUB_OUTPUT="+b.path("output"), "GITHUB_PATH="+b.path("added-to-path"))
	return b
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

func (b *bench) read(name string) string {
	raw, _ := os.ReadFile(b.path(name))
	return string(raw)
}

// run runs a script the way the host's runner does.
func (b *bench) run(t *testing.T, shell []string, script string, env map[string]string) (code int, output string) {
	t.Helper()
	file := b.path("tmp/step.sh")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(shell[0], append(shell[1:], file)...)
	c.Dir, c.Env = b.dir, b.env
	for name, value := range env {
		c.Env = append(c.Env, name+"="+value)
	}
	out, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), string(out)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(out)
}

var (
	github = []string{"bash", "--noprofile", "--norc", "-eo", "pipefail"}
	gitlab = []string{"sh", "-e"}
)

var githubFiles = []string{"docs/ci/github-pull-request.yml", "docs/ci/github-comment.yml", "docs/ci/github-nightly.yml"}

// What people copy has to be safe as it stands.
func TestWorkflowsAreCareful(t *testing.T) {
	pinned := regexp.MustCompile(`^\s*(?:- )?uses: (?:[\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|example/runreport@main # .*)$`)
	for _, path := range append([]string{"action.yml"}, githubFiles...) {
		var w workflow
		raw := readYAML(t, path, &w)
		steps := actionSteps(t)
		for _, j := range w.Jobs {
			steps = append(steps, j.Steps...)
		}
		for _, s := range steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: the script of %q holds an expression: what an event says would be code", path, s.Name)
			}
			if s.Run != "" && !strings.HasPrefix(s.Run, "set -euo pipefail\n") && !strings.HasPrefix(s.Run, "./run-everything ") {
				t.Errorf("%s: the script of %q goes on after an error", path, s.Name)
			}
		}
		for _, line := range strings.Split(raw, "\n") {
			if strings.Contains(line, "uses: ") && !pinned.MatchString(line) {
				t.Errorf("%s: not pinned to a commit: %s", path, line)
			}
		}
		if strings.Contains(raw, "pull_request_target") {
			t.Errorf("%s runs a stranger's code with our rights", path)
		}
	}
	var pull, comment workflow
	readYAML(t, githubFiles[0], &pull)
	if len(pull.Permissions) != 1 || pull.Permissions["contents"] != "read" || pull.Jobs["report"].Permissions != nil {
		t.Errorf("the job that runs a stranger's code may %v, %v", pull.Permissions, pull.Jobs["report"].Permissions)
	}
	raw := readYAML(t, githubFiles[1], &comment)
	if len(comment.Permissions) != 0 || strings.Contains(raw, "actions/checkout") || strings.Contains(raw, "contents: write") {
		t.Error("the job that posts checks out code, or may do more than post")
	}
}

func TestActionWritesTheReport(t *testing.T) {
	tier.Seconds(t)
	logs, err := filepath.Abs(demoLogs)
	if err != nil {
		t.Fatal(err)
	}
	step := stepOf(t, actionSteps(t), "Write the report")
	env := func(logs string) map[string]string {
		return map[string]string{"LOGS": logs, "OUTPUT": "report", "TITLE": "::error::a $(touch pwned) `touch pwned`", "LABELS": "commit=abc\n\njob=$(touch pwned)", "FORMATS": "badge", "BASELINE": "", "HISTORY": "history", "AS_OF": "now", "REPORT_URL": "https://example.org/runs/1", "ANNOTATIONS": "true"}
	}
	for name := range env("") {
		if step.Env[name] == "" {
			t.Errorf("the step sets no %s", name)
		}
	}
	for _, c := range []struct {
		name, logs string
		code       int
		written    bool
	}{
		{"all is well", logs + "/shop-builds\n", 0, true},
		{"two paths, one line empty", logs + "/shop-builds\n\n" + logs + "/crabyard-cards\n", 0, true},
		{"no log", "nothing", exitNothing, false},
		{"no such path", "-rf", exitInput, false},
		{"a link that leads nowhere", "dangling", exitInput, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			put(t, b.path("nothing/notes.txt"), "x")
			put(t, b.path("dangling/t.jsonl"), `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}`+"\n")
			if err := os.Symlink("nowhere", b.path("dangling/gone.jsonl")); err != nil {
				t.Fatal(err)
			}
			code, out := b.run(t, github, step.Run, env(c.logs))
			if code != c.code {
				t.Fatalf("exit %d, want %d: %s", code, c.code, out)
			}
			if got := strings.Contains(b.read("summary"), "(https://example.org/runs/1)"); got != c.written {
				t.Errorf("the job's page has the note: %t, want %t", got, c.written)
			}
			if got := strings.Contains(b.read("summary"), "commit abc, job &#36;(touch pwned)"); got != c.written {
				t.Errorf("the job's page has the labels: %t, want %t", got, c.written)
			}
			if _, err := os.Stat(b.path("history")); c.written && err != nil {
				t.Errorf("the history: %v", err)
			}
			if got := b.read("output") == "report=report\n"; got != c.written {
				t.Errorf("output %q", b.read("output"))
			}
			if got := len(b.read("report/badge.json")) > 0; got != c.written {
				t.Errorf("there is a badge: %t, want %t", got, c.written)
			}
			for _, line := range strings.Split(out, "\n") {
				if strings.HasPrefix(line, "::") && !regexp.MustCompile(`^::(error|warning|notice) title=`).MatchString(line) {
					t.Errorf("a command that is no annotation: %s", line)
				}
			}
			if _, err := os.Stat(b.path("pwned")); err == nil {
				t.Error("the title ran as code")
			}
		})
	}
}

func TestActionAsksTheGate(t *testing.T) {
	step := stepOf(t, actionSteps(t), "Ask the gate")
	for code, verdict := range map[string]string{"0": "passed", "1": "failed", "4": "undecided", "2": "none", "3": "none", "70": "none"} {
		b := newBench(t, map[string]string{"runreport": `echo "$*" > "$BENCH/calls"; exit ` + code + "\n"})
		got, out := b.run(t, github, step.Run, map[string]string{"OUTPUT": "a report"})
		if b.read("output") != "verdict="+verdict+"\n" || b.read("calls") != "gate -- a report\n" || code != strconv.Itoa(got) {
			t.Errorf("exit %s of the gate: the step says %q, exit %d, called with %q: %s", code, b.read("output"), got, b.read("calls"), out)
		}
	}
}

func TestActionFailsWithTheGate(t *testing.T) {
	dir := build(t, demoLogs+"/playbook-calibration", "--format", "json")
	b := newBench(t, nil)
	if code, out := b.run(t, github, stepOf(t, actionSteps(t), "Ask the gate").Run, map[string]string{"OUTPUT": dir}); code != exitFailed || b.read("output") != "verdict=failed\n" {
		t.Errorf("exit %d, output %q: %s", code, b.read("output"), out)
	}
}
