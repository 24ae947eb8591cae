package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// step is one node of a made-up run: how long each attempt takes, and how many
// attempts fail before the one that passes.
type step struct {
	name    string
	seconds float64
	fails   int
}

// writeNight writes a made-up kahn run of one night.
func writeNight(t testing.TB, logs string, day int, steps ...step) {
	t.Helper()
	start := time.Date(2026, 4, 1, 1, 0, 0, 0, time.UTC).AddDate(0, 0, day-1)
	at := start
	id := "shop-" + at.Format(time.DateOnly)
	var b strings.Builder
	put := func(fields string, args ...any) {
		fmt.Fprintf(&b, `{"ts":%q,"run_id":%q,%s}`+"\n", at.Format("2006-01-02T15:04:05.000Z"), id, fmt.Sprintf(fields, args...))
	}
	outcome, attempts, retries := "clean", 0, 0
	put(`"event":"run_start","total_nodes":%d`, len(steps))
	for _, s := range steps {
		put(`"event":"node_transition","node_id":%q,"from":"pending","to":"ready"`, s.name)
		for n := 1; n <= s.fails+1; n++ {
			from := "running"
			if n == 1 {
				from = "ready"
			}
			put(`"event":"node_transition","node_id":%q,"from":%q,"to":"running","attempt":%d`, s.name, from, n)
			at = at.Add(time.Duration(s.seconds * float64(time.Second)))
			put(`"event":"node_attempt","node_id":%q,"attempt":%d,"duration_s":%g,"converged":%v,"done_when_results":[]`, s.name, n, s.seconds, n > s.fails)
			attempts++
		}
		if s.fails > 0 {
			outcome = "clean_with_flake"
			retries += s.fails
		}
		put(`"event":"node_transition","node_id":%q,"from":"running","to":"done"`, s.name)
	}
	put(`"event":"run_end","outcome":%q,"done":%d,"failed":0,"blocked":0,"total_attempts":%d,"flake_retries":%d,"total_duration_s":%g`, outcome, len(steps), attempts, retries, at.Sub(start).Seconds())
	write(t, filepath.Join(logs, "shop", id, "transitions.jsonl"), b.String())
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// measuredBugs is one benchmark of a made-up cycle: how many bugs its baseline has,
// and for every run of a side which of them it missed, as "3,4".
type measuredBugs struct {
	name      string
	size      int
	pre, post []string
}

// writeCycle writes a made-up calibration cycle.
func writeCycle(t testing.TB, logs, name, verdict string, benchmarks ...measuredBugs) {
	t.Helper()
	at := time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC)
	var b strings.Builder
	put := func(event string, fields map[string]any) {
		at = at.Add(time.Minute)
		line := map[string]any{"event": event, "ts": at.Format(time.RFC3339)}
		for k, v := range fields {
			line[k] = v
		}
		j, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(j, '\n'))
	}
	var names []string
	for _, m := range benchmarks {
		names = append(names, m.name)
	}
	put("_index", map[string]any{"schema_version": "1.5.6", "event_types": []string{"_index", "cycle_start", "benchmark_start", "benchmark_end", "lever_change_applied", "cycle_end"},
		"cycle_name": name, "lever_under_test": "lever-1", "benchmarks": names, "iteration": 1})
	put("cycle_start", map[string]any{"hypothesis": "made up", "noise_floor_threshold": 0.05})
	before, after, delta := map[string]float64{}, map[string]float64{}, map[string]float64{}
	run := func(m measuredBugs, state, missed string) float64 {
		put("benchmark_start", map[string]any{"benchmark": m.name, "lever_state": state})
		found, lost := []string{}, []string{}
		for i := range m.size {
			if id := fmt.Sprint(i + 1); slices.Contains(strings.Split(missed, ","), id) {
				lost = append(lost, "bug-"+id)
			} else {
				found = append(found, "bug-"+id)
			}
		}
		recall := float64(len(found)) / float64(m.size)
		put("benchmark_end", map[string]any{"benchmark": m.name, "lever_state": state, "recall": recall, "bugs_found": found, "bugs_missed": lost,
			"historical_baseline_path": m.name + "/BUGS.md"})
		return recall
	}
	side := func(state string, runs func(measuredBugs) []string, means map[string]float64) {
		for _, m := range benchmarks {
			for _, missed := range runs(m) {
				means[m.name] += run(m, state, missed) / float64(len(runs(m)))
			}
		}
	}
	side("pre-lever", func(m measuredBugs) []string { return m.pre }, before)
	put("lever_change_applied", map[string]any{"lever_id": "lever-1", "files_changed": []string{"a.md"}, "commit_sha": "f66e2cd", "description": "made up"})
	side("post-lever", func(m measuredBugs) []string { return m.post }, after)
	for name, r := range after {
		if _, both := before[name]; both {
			delta[name] = r - before[name]
		}
	}
	put("cycle_end", map[string]any{"verdict": verdict, "cross_benchmark_check": map[string]any{"clean": verdict == "ship", "regressions": []string{}}, "recall_before": before, "recall_after": after, "delta": delta})
	write(t, filepath.Join(logs, "Calibration Cycles", name, "run_state.jsonl"), b.String())
}
