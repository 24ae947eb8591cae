package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const demoLogs = "../../testdata/demo"

// call runs the program and gives its exit code and what it printed.
func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// build runs build into a new folder and expects success.
func build(t *testing.T, args ...string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "report")
	code, _, stderr := call(t, append([]string{"build", "-o", dir, "--quiet"}, args...)...)
	if code != exitOK {
		t.Fatalf("build %v: exit %d: %s", args, code, stderr)
	}
	return dir
}

// tree reads all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// summaryOf reads the summary of a report.
func summaryOf(t *testing.T, dir string) map[string]any {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// wholeDemo is the folder of the demonstration logs by its full path.
func wholeDemo(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.Abs(demoLogs)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTheDemoIsReadWhole(t *testing.T) {
	made := []string{"index.html", "report.md", "summary.json", "runreport-manifest.json"}
	args := []string{wholeDemo(t)}
	if testing.Short() {
		made, args = made[2:], append(args, "--format", "json")
	}
	dir := sharedReport(t, args...)
	files := tree(t, dir)
	for _, name := range made {
		if len(files[name]) == 0 {
			t.Errorf("%s is not there", name)
		}
	}
	s := summaryOf(t, dir)
	for _, f := range s["ledger"].(map[string]any)["files"].([]any) {
		f := f.(map[string]any)
		name := f["path"].(string)
		if ext := filepath.Ext(name); f["format"] == nil && (ext == ".jsonl" || ext == ".ndjson") {
			t.Errorf("%s: no format claims it", name)
		}
		parts := 0.0
		for _, p := range []string{"kept", "blank", "ignored", "duplicate", "superseded", "rejected"} {
			parts += f[p].(float64)
		}
		whole := f["records"]
		if f["lines"] != nil {
			whole = f["lines"]
		}
		if parts != whole.(float64) {
			t.Errorf("%s: the parts make %v of %v", name, parts, whole)
		}
	}
	systems := map[string]bool{}
	for _, r := range s["runs"].([]any) {
		systems[r.(map[string]any)["system"].(string)] = true
	}
	for _, want := range []string{"kahn", "playbook", "crabyard", "cadre", "fishbowl"} {
		if !systems[want] {
			t.Errorf("no run of %s", want)
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	t.Parallel()
	abs := wholeDemo(t)
	first := []string{filepath.Join(abs, "shop-builds"), filepath.Join(abs, "playbook-calibration"), filepath.Join(abs, "fishbowl-duels")}
	var outputs []string
	if testing.Short() {
		outputs = []string{"--format", "json"} // all files are read, by many workers at a time, all the same
	}
	for _, group := range [][][]string{
		{{abs}, {demoLogs, "--jobs", "8"}, {demoLogs, "--jobs", "1"}, {demoLogs + "/../demo"}},
		{first, {first[2], first[0], first[1], first[0]}},
	} {
		if testing.Short() {
			group = group[:2]
		}
		want := tree(t, sharedReport(t, append(group[0], outputs...)...))
		for _, args := range group[1:] {
			got := tree(t, build(t, append(args, outputs...)...))
			if len(got) != len(want) {
				t.Errorf("%v: %d files, want %d", args, len(got), len(want))
			}
			for name, content := range want {
				if got[name] != content {
					t.Errorf("%v: %s has other bytes", args, name)
				}
			}
		}
	}
}

func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	put := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	log := `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}` + "\n"
	good := put("good/t.jsonl", log)
	dirty := put("dirty/t.jsonl", log+"noise\nnoise\n")
	put("dangling/t.jsonl", log)
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "dangling", "gone.jsonl")); err != nil {
		t.Fatal(err)
	}
	put("nologs/notes.txt", "nothing")
	put("taken/index.html", "somebody's page")
	out := func(name string) string { return filepath.Join(dir, "out", name) }
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"done", []string{"build", good, "-o", out("a")}, exitOK, "1 run"},
		{"no path", []string{"build", "-o", out("b")}, exitUsage, "needs at least one PATH"},
		{"unknown flag", []string{"build", good, "-o", out("b"), "--colour"}, exitUsage, "unknown flag --colour\n"},
		{"misspelt flag", []string{"build", good, "--ouput", out("b")}, exitUsage, "unknown flag --ouput; did you mean --output?"},
		{"unknown short flag", []string{"build", good, "-z"}, exitUsage, "unknown flag -z"},
		{"no number", []string{"build", good, "-o", out("b"), "--max-rejects", "x"}, exitUsage, `--max-rejects "x": expected a whole number`},
		{"no value", []string{"build", good, "-o"}, exitUsage, "--output needs a value"},
		{"misspelt command", []string{"buid"}, exitUsage, `"buid" is neither a command nor a file or folder; did you mean "build"?`},
		{"unknown format", []string{"build", good, "-o", out("b"), "--format", "pdf"}, exitUsage, "known are html, site, markdown, json"},
		{"not a time", []string{"build", good, "-o", out("b"), "--as-of", "yesterday"}, exitUsage, "neither RFC 3339"},
		{"broken pattern", []string{"build", good, "-o", out("b"), "--include", "[a-"}, exitUsage, "not valid"},
		{"no such path", []string{"build", filepath.Join(dir, "none"), "-o", out("b")}, exitInput, "no such file"},
		{"a dangling link", []string{"build", filepath.Join(dir, "dangling"), "-o", out("c")}, exitInput, "dangling/gone.jsonl: cannot be read"},
		{"rejects allowed", []string{"build", dirty, "-o", out("d")}, exitOK, "2 rejected"},
		{"rejects beyond the limit", []string{"build", dirty, "-o", out("e"), "--max-rejects", "1"}, exitInput, "more than --max-rejects 1"},
		{"nothing found", []string{"build", filepath.Join(dir, "nologs"), "-o", out("f")}, exitNothing, "no log was found below"},
		{"output taken", []string{"build", good, "-o", filepath.Join(dir, "taken")}, exitOutput, "index.html"},
		{"demo of nothing", []string{"demo", "-o", out("g"), "--runs", "0"}, exitUsage, "at least 1"},
		{"demo into a full folder", []string{"demo", "-o", dir}, exitOutput, "not empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := call(t, c.args...)
			if code != c.code || !strings.Contains(stdout+stderr, c.says) {
				t.Errorf("exit %d, want %d; it must say %q:\n%s%s", code, c.code, c.says, stdout, stderr)
			}
		})
	}
	for _, name := range []string{"c", "e"} {
		if _, err := os.Stat(filepath.Join(out(name), "index.html")); err != nil {
			t.Errorf("the report is not written: %v", err)
		}
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "taken", "index.html")); string(b) != "somebody's page" {
		t.Error("somebody else's file was overwritten")
	}
}

func TestNothingLeavesATraceOfThisMachine(t *testing.T) {
	abs := wholeDemo(t)
	parent := filepath.Dir(filepath.Dir(abs))
	for name, content := range tree(t, sharedReport(t, abs)) {
		if strings.Contains(content, parent) {
			t.Errorf("%s names a folder of this machine", name)
		}
	}
}

func TestOwnOutputIsPassedOver(t *testing.T) {
	dir := t.TempDir()
	log := `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "t.jsonl"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "report")
	var files []map[string]string
	for range 2 {
		if code, _, stderr := call(t, "build", dir, "-o", out, "--tables", filepath.Join(dir, "tables"), "-q"); code != exitOK {
			t.Fatal(stderr)
		}
		files = append(files, tree(t, out))
	}
	for name, content := range files[0] {
		if files[1][name] != content {
			t.Errorf("%s changed when the report was built again beside its own output", name)
		}
	}
}

func TestTerminalTextIsHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[31mred":       `\u001B[31mred`,
		"a\u202Eb":          `a\u202Eb`,
		"::error::x":        ":\u200b:error::x",
		":::error::x":       ":\u200b::error::x",
		"a ::error::x":      "a :\u200b:error::x",
		"a\u00a0::error":    "a\u00a0:\u200b:error",
		"a.py::C::test_b":   "a.py::C::test_b",
		"##[group]":         "#\u200b#[group]",
		"two\nlines":        "two lines",
		"plain – and ünïts": "plain – and ünïts",
	} {
		if got := safe(in); got != want {
			t.Errorf("safe(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestListsPrint(t *testing.T) {
	for _, name := range []string{"formats", "metrics", "findings"} {
		code, text, _ := call(t, name)
		if code != exitOK || len(text) < 100 {
			t.Errorf("%s: exit %d, %q", name, code, text)
		}
		code, text, _ = call(t, name, "--json")
		var list []map[string]any
		if err := json.Unmarshal([]byte(text), &list); code != exitOK || err != nil || len(list) == 0 {
			t.Errorf("%s --json: exit %d, %v", name, code, err)
		}
	}
	if code, text, _ := call(t, "help", "exit-codes"); code != exitOK || !strings.Contains(text, "130") {
		t.Errorf("help exit-codes: exit %d, %q", code, text)
	}
}
