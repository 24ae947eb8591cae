package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"runreport/analyze/gate"
	"runreport/unit/tier"
)

// The rule flake-rate judges what a step does since its flake rate last changed: what was mended
// weeks ago fails nothing, and what is flaky since yesterday is not hidden by the weeks before.
func TestFlakeRateSinceItChanged(t *testing.T) {
	tier.Seconds(t)
	for _, c := range []struct {
		name    string
		flaky   func(day int) bool
		status  string
		changed string
		now     string // rate_now
	}{
		{"mended", func(day int) bool { return day <= 20 && day%3 > 0 }, gate.Pass, "2026-04-21", "0 of 25"},
		{"flaky since lately", func(day int) bool { return day > 42 }, gate.Fail, "2026-05-13", "3 of 3"},
		{"always so", func(day int) bool { return day%2 == 0 }, gate.Fail, "", ""},
		{"never", func(int) bool { return false }, gate.Pass, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			logs := filepath.Join(t.TempDir(), "logs")
			for day := 1; day <= 45; day++ {
				fails := 0
				if c.flaky(day) {
					fails = 1
				}
				writeNight(t, logs, day, step{"build", 10, fails})
			}
			dir := build(t, logs, "--format", "json")
			code, rules := rulesOf(t, dir, "--rule", "flake-rate=blocking")
			if r := rules["flake-rate"]; r.Status != c.status {
				t.Errorf("%s (%s), want %s", r.Status, r.Reason, c.status)
			}
			if want := map[bool]int{true: exitFailed, false: exitOK}[c.status == gate.Fail]; code != want {
				t.Errorf("the gate ends with %d, want %d", code, want)
			}
			n := with(dig(summaryOf(t, dir), "flakes", "by_node"), "node", "build")
			changed, now := "", ""
			if n.(map[string]any)["rate_now"] != nil {
				changed, now = dig(n, "changed").(string), fmt.Sprintf("%v of %v", dig(n, "rate_now", "num"), dig(n, "rate_now", "den"))
			}
			if changed != c.changed || now != c.now {
				t.Errorf("changed on %q, %s since, want %q, %s", changed, now, c.changed, c.now)
			}
		})
	}
}
