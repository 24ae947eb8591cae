package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A path in the place of a command is built into report/, and what build says stands on
// stdout.
func TestPathWithoutCommand(t *testing.T) {
	logs, err := filepath.Abs(filepath.Join("..", "..", "testdata", "small"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	code, stdout, stderr := call(t, logs, "--format", "json")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join("report", "summary.json")); err != nil || !strings.HasSuffix(stdout, "\n"+filepath.Join("report", "summary.json")+"\n") {
		t.Errorf("%v\n%s", err, stdout)
	}
	if strings.Contains(stdout, "\x1b") {
		t.Error("it is coloured where there is no terminal")
	}
}

// A command is a command, also where a folder has its name.
func TestCommandBeforePath(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("version", 0o700); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := call(t, "version"); code != exitOK || !strings.HasPrefix(stdout, "runreport version "+version+"\n") {
		t.Errorf("exit %d: %s", code, stdout)
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"output", "output", 0}, {"ouput", "output", 1}, {"outupt", "output", 2}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"größe", "grösse", 2}} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
