package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What build cannot do is said before anything is written.
func TestBuildRefuses(t *testing.T) {
	dir := t.TempDir()
	logs := filepath.Join(dir, "transitions.jsonl")
	put(t, logs, kahnNight)
	round := filepath.Join(dir, "round", summaryFile)
	put(t, filepath.Join(dir, "round", "x"), "")
	if err := os.Symlink(summaryFile, round); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--format", "html,pdf"}, exitUsage, "pdf"},
		{[]string{"--max-page-bytes", "0"}, exitUsage, "--max-page-bytes 0: 1 at least"},
		{[]string{"--max-page-bytes", "-1"}, exitUsage, "--max-page-bytes -1: 1 at least"},
		{[]string{"--report-url", "ftp://h.example/x"}, exitUsage, "--report-url: the address of the report \"ftp://h.example/x\" is not a plain https:// address"},
		{[]string{"--report-url", "https://h.example/x#y"}, exitUsage, "without a fragment"},
		{[]string{"--since-date", "yesterday"}, exitUsage, "--since-date \"yesterday\" is no date, as 2026-03-12"},
		{[]string{"--compare", "what"}, exitUsage, "--compare"},
		{[]string{"--baseline", filepath.Dir(round)}, exitInput, "cannot read"},
		{[]string{"--baseline", round}, exitInput, "cannot read"},
	} {
		out := filepath.Join(t.TempDir(), "report")
		code, _, stderr := call(t, append([]string{"build", logs, "-q", "-o", out}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit %d, want %d; stderr must say %q:\n%s", c.args, code, c.code, c.says, stderr)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: a report was written", c.args)
		}
	}
}
