package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What compact --keep takes out of a history is in no later report, though its logs still
// lie there, and a finding counts it; what stays is what its logs alone give.
func TestCompactKeepsWhatItIsTold(t *testing.T) {
	root := t.TempDir()
	logs, history := filepath.Join(root, "logs"), filepath.Join(root, "history")
	for day := 26; day <= 35; day++ {
		writeNight(t, logs, day, step{"build", 10, 0}, step{"e2e", 30, day % 2})
	}
	alone := numbers(t, logs)
	for day := 1; day <= 5; day++ {
		writeNight(t, logs, day, step{"build", 10, 0}, step{"e2e", 30, 1})
	}
	runs := func(s map[string]any) int { return len(s["runs"].([]any)) }
	if got := runs(numbers(t, logs, "--history", history)); got != 15 {
		t.Fatalf("%d runs, want 15", got)
	}
	for _, c := range []struct{ keep, says string }{
		{"40d", "15 logs, 0 of them older than what is kept"},
		{"20d", "15 logs, 5 of them older than what is kept"},
		{"20d", "15 logs, 5 of them older than what is kept"},
		{"", "15 logs, 5 of them older than what is kept"},
	} {
		code, out, stderr := call(t, "compact", history, "--keep", c.keep)
		if code != exitOK || !strings.HasPrefix(out, c.says) {
			t.Fatalf("keeping %q: exit %d, %q %s", c.keep, code, out, stderr)
		}
	}
	s := numbers(t, logs, "--history", history)
	for _, what := range []string{"runs", "flakes", "as_of"} {
		if !cmp.Equal(alone[what], s[what]) {
			t.Errorf("%s of the recent logs alone and after compacting:\n%v\n%v", what, alone[what], s[what])
		}
	}
	if got := foundOf(s, []string{"past_retention"}); len(got) != 1 {
		t.Errorf("findings on what is left out: %v", got)
	}
	if got := runs(numbers(t, logs, "--history", filepath.Join(root, "another"))); got != 15 {
		t.Errorf("a new history of the same logs has %d runs, want 15", got)
	}
}

func TestDaysToKeep(t *testing.T) {
	history := filepath.Join(t.TempDir(), "history")
	logs := filepath.Join(t.TempDir(), "logs")
	writeNight(t, logs, 1, step{"build", 10, 0})
	numbers(t, logs, "--history", history)
	for keep, want := range map[string]int{"1d": exitOK, "100000d": exitOK, "0d": exitUsage, "100001d": exitUsage, "-1d": exitUsage,
		"1": exitUsage, "1.5d": exitUsage, "d": exitUsage, "1dd": exitUsage, "99999999999999999999d": exitUsage} {
		if code, _, stderr := call(t, "compact", history, "--keep="+keep); code != want {
			t.Errorf("%q: exit %d, want %d: %s", keep, code, want, stderr)
		}
	}
	if code, _, stderr := call(t, "compact", logs); code != exitUsage {
		t.Errorf("logs: exit %d: %s", code, stderr)
	}
}
