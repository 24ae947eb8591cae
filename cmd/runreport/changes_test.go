package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/unit/tier"
)

// A nightly job that did not run leaves no log: only --as-of shows it.
func TestAJobThatDidNotRun(t *testing.T) {
	logs := filepath.Join(t.TempDir(), "logs")
	for day := 1; day <= 5; day++ {
		writeNight(t, logs, day, step{"build", 10, 0})
	}
	for _, c := range []struct {
		name   string
		args   []string
		status string
		says   string
	}{
		{"without --as-of", nil, gate.NotEvaluated, "build with --as-of"},
		{"the morning after", []string{"--as-of", "2026-04-05T06:00:00Z"}, gate.Pass, "every subject"},
		{"three days later", []string{"--as-of", "2026-04-08T06:00:00Z"}, gate.Fail, "1 subject without a run"},
	} {
		dir := build(t, append([]string{logs, "--format", "json"}, c.args...)...)
		code, rules := rulesOf(t, dir, "--rule", "stale=blocking")
		if r := rules["stale"]; r.Status != c.status || !strings.Contains(r.Reason, c.says) {
			t.Errorf("%s: %s (%s), want %s", c.name, r.Status, r.Reason, c.status)
		}
		if want := map[bool]int{true: exitFailed, false: exitOK}[c.status == gate.Fail]; code != want {
			t.Errorf("%s: the gate ends with %d, want %d", c.name, code, want)
		}
		if c.status == gate.Fail {
			p := with(summaryOf(t, dir)["problems"], "key", "stale/kahn/shop")
			if text, _ := dig(p, "text").(string); !strings.HasPrefix(text, "shop has not run for 3 d ") || dig(p, "severity") != "warning" {
				t.Errorf("%s: %v", c.name, p)
			}
		}
	}
	if code, _, stderr := call(t, "build", logs, "-o", filepath.Join(t.TempDir(), "r"), "--since-date", "yesterday"); code != exitUsage || !strings.Contains(stderr, "is no date") {
		t.Errorf("a date that is none: exit %d, %s", code, stderr)
	}
}

func TestPlanPrintsBothTables(t *testing.T) {
	tier.Seconds(t)
	code, stdout, stderr := call(t, "plan", demoLogs)
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, want := range []string{"with 1 / 2 / 4 runs a date", "checkout-e2e", "+25 %", "harbor-queue-2.1.0", "±0.20"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("it does not say %q:\n%s", want, stdout)
		}
	}
	var p report.Plan
	code, stdout, stderr = call(t, "plan", demoLogs, "--json")
	if err := json.Unmarshal([]byte(stdout), &p); err != nil || code != exitOK || len(p.Steps) < 7 || len(p.Benchmarks) != 4 {
		t.Errorf("exit %d, %v, %d steps, %d benchmarks: %s", code, err, len(p.Steps), len(p.Benchmarks), stderr)
	}
	few := filepath.Join(t.TempDir(), "logs")
	writeNight(t, few, 1, step{"build", 10, 0})
	if code, stdout, _ := call(t, "plan", few); code != exitOK || !strings.Contains(stdout, "No step has attempts with a duration on six run dates.") || !strings.Contains(stdout, "No benchmark") {
		t.Errorf("of one run: exit %d, %s", code, stdout)
	}
}

// The labels of each build stay with the logs that it read, so that a change is between the
// commits of two nights.
func TestLabelsOfEachBuildAreRevisions(t *testing.T) {
	logs, history := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
	night := func(day int, seconds float64) {
		writeNight(t, logs, day, step{"build", seconds, 0}, step{"e2e", 60 + float64(day%3), 0})
	}
	for day := 1; day <= 22; day++ {
		night(day, 100+float64(day%4))
	}
	numbers(t, logs, "--history", history, "--label", "commit=aaa111")
	night(23, 200)
	s := numbers(t, logs, "--history", history, "--label", "commit=bbb222")
	c := with(s["changes"], "step", "build")
	if dig(c, "what") != "duration" || dig(c, "since") != "2026-04-23" {
		t.Fatalf("no change of the build: %v", s["changes"])
	}
	r := with(dig(c, "revisions"), "name", "commit")
	if dig(r, "before") != "aaa111" || dig(r, "after") != "bbb222" {
		t.Errorf("revisions %v, want aaa111 to bbb222", dig(c, "revisions"))
	}
	if text, _ := dig(c, "text").(string); !strings.Contains(text, "commit aaa111 → bbb222") {
		t.Errorf("it says %q", text)
	}
	// Read at once, all logs have the labels of the one build.
	s = numbers(t, logs, "--label", "commit=bbb222")
	if got := dig(with(s["changes"], "step", "build"), "revisions"); len(got.([]any)) != 0 {
		t.Errorf("of one build: %v", got)
	}
}
