package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/tier"
)

// printed runs a command with that standard input and returns what it prints.
func printed(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out, stderr bytes.Buffer
	if code := run(args, strings.NewReader(in), &out, &stderr); code != exitOK {
		t.Fatalf("%q: exit %d: %s", args, code, stderr.String())
	}
	return out.String()
}

// Parts that go through lines of text, merged as a tree, are worth the folder of logs.
func TestStreamsAreWorthFolders(t *testing.T) {
	tier.Seconds(t)
	logs := filepath.Join("..", "..", "testdata", "small")
	base, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	var files []string
	for name := range tree(t, logs) {
		files = append(files, filepath.Join(logs, filepath.FromSlash(name)))
	}
	third := len(files) / 3
	var parts []string
	for _, list := range [][]string{files[:third], files[third : 2*third], files[2*third:]} {
		parts = append(parts, printed(t, strings.Join(list, "\n"), "ingest", "-", "--root", logs, "-o", "-"))
	}
	pair := printed(t, parts[0]+parts[1], "merge", "-", "-o", "-")
	file := filepath.Join(base, "pair")
	if err := os.WriteFile(file, []byte(pair), 0o600); err != nil {
		t.Fatal(err)
	}
	printed(t, parts[2], "merge", "-", file, "-o", filepath.Join(base, "dataset"))
	want := tree(t, build(t, logs, "--format", "json"))["summary.json"]
	got := tree(t, build(t, "--dataset", filepath.Join(base, "dataset"), "--format", "json"))["summary.json"]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folder (-) and streams (+):\n%.3000s", diff)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "runreport-part*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// Whatever a stream lacks, merge does not take the rest for all of it.
func TestStreamsThatAreRefused(t *testing.T) {
	tier.Seconds(t)
	// One system has all kinds of lines, and its dataset is unpacked for every case.
	logs := filepath.Join("..", "..", "testdata", "small", "kahn")
	part := printed(t, "", "ingest", logs, "-o", "-")
	lines := strings.SplitAfter(part, "\n")
	lines = lines[:len(lines)-1]
	cases := map[string]string{
		"empty":           "",
		"no stream":       "hello\n",
		"of another form": strings.Replace(part, "runreport-dataset/1", "runreport-dataset/9", 1),
		"path upwards":    strings.Replace(part, `"file":"table=`, `"file":"../table=`, 1),
		"two, one cut":    part + lines[0] + lines[1],
		"changed data":    strings.Replace(part, `{"data":"UEFS`, `{"data":"VEFS`, 1),
	}
	for i := range lines { // a line is lost, or all from there on
		cases[fmt.Sprint("line ", i, " lost")] = strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "")
		if i > 0 {
			cases[fmt.Sprint("cut at line ", i)] = strings.Join(lines[:i], "")
		}
	}
	for name, text := range cases {
		out := filepath.Join(t.TempDir(), "dataset")
		var stdout, stderr bytes.Buffer
		code := run([]string{"merge", "-", "-o", out}, strings.NewReader(text), &stdout, &stderr)
		if code != exitUsage || stderr.Len() == 0 {
			t.Errorf("%s: exit %d: %s", name, code, stderr.String())
		}
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			t.Errorf("%s: a dataset was written", name)
		}
	}
}
