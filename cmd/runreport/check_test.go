package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckFailsBySeverity(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "transitions.jsonl"), kahnNight+`{"event":"transi`)
	for _, c := range []struct {
		fail string
		code int
		says string
	}{
		{"error", exitOK, ""},
		{"warning", exitFailed, "of severity error or warning"},
		{"info", exitFailed, "of severity error or warning or info"},
		{"never", exitOK, ""},
		{"act", exitUsage, `--fail "act" is none of error, warning, info and never; did you mean "error"?`},
		{"look", exitUsage, `did you mean "warning"?`},
		{"know", exitUsage, `did you mean "info"?`},
		{"thin", exitUsage, `--fail "thin" is none of error, warning, info and never`},
	} {
		code, stdout, stderr := call(t, "check", dir, "--fail", c.fail)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("--fail %s: exit %d, want %d: %s%s", c.fail, code, c.code, stdout, stderr)
		}
		if c.fail == "thin" && strings.Contains(stderr, "did you mean") {
			t.Errorf("a grade is suggested as a severity: %s", stderr)
		}
		if c.code != exitUsage && !strings.Contains(stdout, "torn_line [warning]") {
			t.Errorf("--fail %s: %s", c.fail, stdout)
		}
	}
}
