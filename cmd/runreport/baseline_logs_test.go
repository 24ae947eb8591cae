package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/tier"
)

// lostLogs are the findings on logs that a baseline read otherwise.
var lostLogs = []string{"as_of_before_baseline", "ended_run_changed", "log_missing", "log_shorter_than_baseline"}

// foundOf are those codes among the findings of a report, with their files.
func foundOf(s map[string]any, codes []string) (found []string) {
	all, _ := s["findings"].([]any)
	for _, f := range all {
		if code := dig(f, "code").(string); slices.Contains(codes, code) {
			file, _ := dig(f, "file").(string)
			found = append(found, strings.TrimSpace(code+" "+file))
		}
	}
	slices.Sort(found)
	return found
}

// Logs that hold less than the baseline read of them, or say something else, are findings
// that fail the gate. New logs, and more of the log of a run that is open, are none.
func TestLogsThatTheBaselineReadOtherwise(t *testing.T) {
	tier.Seconds(t)
	night := func(day int) string {
		return "logs/shop/shop-" + time.Date(2026, 4, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) + "/transitions.jsonl"
	}
	rewrite := func(file string, change func(string) string) func(t *testing.T, root string) {
		return func(t *testing.T, root string) {
			path := filepath.Join(root, filepath.FromSlash(file))
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			is := change(string(b))
			if is == string(b) {
				t.Fatalf("%s is as it was", file)
			}
			write(t, path, is)
		}
	}
	remove := func(file string) func(t *testing.T, root string) {
		return func(t *testing.T, root string) {
			if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Fatal(err)
			}
		}
	}
	lines := func(text string, from, to int) string {
		return strings.Join(strings.SplitAfter(text, "\n")[from:to], "")
	}
	const calls = "logs/cadre-fleet/tidepool-api/issues/44/metrics/invocations.jsonl"
	for _, c := range []struct {
		name   string
		change func(t *testing.T, root string)
		want   []string
	}{
		{"as it was", func(*testing.T, string) {}, nil},
		{"a new night", func(t *testing.T, root string) { writeNight(t, filepath.Join(root, "logs"), 15, step{"e2e", 30, 0}) }, nil},
		{"more of an open run", rewrite(night(7), func(s string) string { return s + s[:strings.Index(s, "\n")] + "\n" }), nil},
		{"a log that lacks a line", rewrite(night(3), func(s string) string { return lines(s, 0, 2) + lines(s, 3, 6) }), []string{"log_shorter_than_baseline " + night(3)}},
		{"a log that lacks its end", rewrite(night(3), func(s string) string { return lines(s, 0, 5) }),
			[]string{"ended_run_changed " + night(3), "log_shorter_than_baseline " + night(3)}},
		{"an ended run that says something else", rewrite(night(3), func(s string) string { return strings.Replace(s, `"outcome":"clean"`, `"outcome":"failed"`, 1) }),
			[]string{"ended_run_changed " + night(3)}},
		{"a file of a run is missing", remove(calls), []string{"ended_run_changed logs/cadre-fleet/tidepool-api/issues/44/checkpoint.json", "log_missing " + calls}},
		{"the newest night is missing", remove("logs/shop/shop-2026-04-14"), []string{"as_of_before_baseline"}},
	} {
		root := t.TempDir()
		logs := filepath.Join(root, "logs")
		if err := os.CopyFS(filepath.Join(logs, "cadre-fleet"), os.DirFS(filepath.Join(demoLogs, "cadre-fleet"))); err != nil {
			t.Fatal(err)
		}
		for day := 1; day <= 14; day++ {
			writeNight(t, logs, day, step{"e2e", 30, 0})
		}
		rewrite(night(7), func(s string) string { return lines(s, 0, 4) })(t, root) // open
		before := build(t, logs, "--format", "json")
		c.change(t, root)
		report := build(t, logs, "--format", "json", "--baseline", before)
		got := foundOf(summaryOf(t, report), lostLogs)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		_, out, _ := call(t, "gate", report, "--no-config")
		if said := lineWith(out, "complete-input"); strings.HasPrefix(said, "fail") != (len(c.want) > 0) {
			t.Errorf("%s: the gate says %q", c.name, said)
		}
	}
}

// A log of many runs that lost its oldest ones was rolled, and nothing is wrong with it. A line
// that is missing in a run that it still has is told all the same.
func TestARolledLog(t *testing.T) {
	tier.Seconds(t)
	root := t.TempDir()
	var nights []string
	for day := 1; day <= 5; day++ {
		writeNight(t, root, day, step{"e2e", 30, 0})
		name := "shop-" + time.Date(2026, 4, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		b, err := os.ReadFile(filepath.Join(root, "shop", name, "transitions.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		nights = append(nights, string(b))
	}
	last := strings.SplitAfter(nights[4], "\n")
	for _, c := range []struct {
		name string
		is   []string
		want []string
	}{
		{"rolled", nights[2:], nil},
		{"without a run in the middle", append(slices.Clone(nights[:2]), nights[3:]...), []string{"log_shorter_than_baseline logs/transitions.jsonl"}},
		{"rolled, and without its end", append(slices.Clone(nights[2:4]), strings.Join(last[:len(last)-2], "")), []string{"ended_run_changed logs/transitions.jsonl"}},
	} {
		at := t.TempDir()
		log := filepath.Join(at, "logs", "transitions.jsonl")
		write(t, log, strings.Join(nights, ""))
		before := build(t, filepath.Join(at, "logs"), "--format", "json")
		write(t, log, strings.Join(c.is, ""))
		got := foundOf(summaryOf(t, build(t, filepath.Join(at, "logs"), "--format", "json", "--baseline", before)), lostLogs)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// lineWith is the first line of a text that holds something.
func lineWith(text, with string) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, with) {
			return l
		}
	}
	return ""
}

// Reports, tables and histories of earlier builds among the logs change no number, hide no
// log and fail no gate, whether this build writes there too or not.
func TestOldOutputsAmongTheLogs(t *testing.T) {
	root := t.TempDir()
	logs := filepath.Join(root, "logs")
	for day := 1; day <= 3; day++ {
		writeNight(t, logs, day, step{"e2e", 30, day % 2})
	}
	alone := summaryOf(t, build(t, logs, "--format", "json"))
	history, report := filepath.Join(logs, "history"), filepath.Join(logs, "report")
	outputs := []string{"-o", report, "--format", "all", "--tables", filepath.Join(logs, "tables"), "--history", history, "-q"}
	for range 2 { // the second has those of the first among its logs
		if code, _, stderr := call(t, append([]string{"build", logs}, outputs...)...); code != exitOK {
			t.Fatalf("exit %d: %s", code, stderr)
		}
	}
	write(t, filepath.Join(logs, "report", ".runreport-lock"), "") // as a killed build leaves it
	own := summaryOf(t, report)
	other := summaryOf(t, build(t, logs, "--format", "json"))
	for name, s := range map[string]map[string]any{"into the same folders": own, "into others": other} {
		for _, what := range [][]any{{"runs"}, {"flakes"}, {"as_of"}} {
			if a, b := dig(alone, what...), dig(s, what...); !cmp.Equal(a, b) {
				t.Errorf("%s: %v differ:\n%v\n%v", name, what, a, b)
			}
		}
		if bad := foundOf(s, []string{"log_passed_over", "unknown_format", "empty_file", "decoder_failed", "unreadable"}); len(bad) > 0 {
			t.Errorf("%s: %v", name, bad)
		}
		if claimed := dig(s, "ledger", "total", "claimed"); claimed != 3.0 {
			t.Errorf("%s: %v logs, want 3", name, claimed)
		}
	}
}
