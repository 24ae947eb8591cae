package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// refCase is one worked case of the shared reference, where it lies beside the project.
type refCase struct {
	ID       string
	Inputs   map[string]any
	Expected map[string]any
}

func reference(t *testing.T, id string) refCase {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "reference", "statistics.json"))
	if err != nil {
		t.Skip("the reference cases are not here")
	}
	var doc struct{ Cases []refCase }
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.Cases {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no case %s", id)
	return refCase{}
}

// at follows keys and indexes into parsed JSON.
func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok {
				return nil
			}
			v = m[p]
		case int:
			l, ok := v.([]any)
			if !ok || p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

// with is the entry of a list whose key has the value.
func with(list any, key, value string) any {
	all, _ := list.([]any)
	for _, x := range all {
		if dig(x, key) == value {
			return x
		}
	}
	return nil
}

// same compares parsed JSON with the tolerance of the reference.
func same(got, want any) bool {
	g, ok := got.(float64)
	w, both := want.(float64)
	if ok && both {
		return math.Abs(g-w) <= 1e-6+1e-6*math.Abs(w)
	}
	if gl, ok := got.([]any); ok {
		wl, ok := want.([]any)
		return ok && slices.EqualFunc(gl, wl, same)
	}
	return reflect.DeepEqual(got, want)
}

func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if !same(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// expectRate compares a rate, whose limits the reference calls ci_lo and ci_hi.
func expectRate(t *testing.T, what string, got, want any) {
	t.Helper()
	for ours, theirs := range map[string]string{"num": "num", "den": "den", "value": "value", "lo": "ci_lo", "hi": "ci_hi"} {
		expect(t, what+"."+ours, dig(got, ours), dig(want, theirs))
	}
}

func buildFrom(t *testing.T, name, content string, args ...string) map[string]any {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return summaryOf(t, build(t, append([]string{path}, args...)...))
}

func TestReferenceKahn(t *testing.T) {
	c := reference(t, "log-kahn-three-runs")
	s := buildFrom(t, "transitions.jsonl", c.Inputs["jsonl"].(string))
	for id, want := range c.Expected["runs"].(map[string]any) {
		got := with(s["runs"], "unit", id)
		for ours, theirs := range map[string]string{"flaked": "flaked_nodes", "done": "done", "failed": "failed", "blocked": "blocked", "attempts": "total_attempts",
			"retries": "retries_of_converged", "retries_all": "retries_all", "outcome": "outcome", "duration_s": "wall_s", "path_coverage": "path_coverage"} {
			expect(t, id+"."+ours, dig(got, ours), dig(want, theirs))
		}
		var steps []any
		for _, p := range dig(got, "critical_path").([]any) {
			step := dig(p, "step").(string)
			steps = append(steps, step)
			expect(t, id+" share of "+step, dig(p, "share"), dig(want, "critical_share", step))
		}
		expect(t, id+".critical_path", steps, dig(want, "critical_path"))
	}
	f := s["flakes"]
	for node, want := range c.Expected["node_flake_rate"].(map[string]any) {
		expectRate(t, node, dig(with(dig(f, "by_node"), "node", node), "rate"), want)
	}
	for ours, theirs := range map[string]string{"overall": "overall_node_flake_rate", "first_attempt_pass": "first_attempt_pass_rate", "recovery": "recovery_rate", "run_rate": "run_flake_rate_among_clean"} {
		expectRate(t, ours, dig(f, ours), c.Expected[theirs])
	}
	expect(t, "runs with a flake", dig(f, "runs", "flaky"), dig(c.Expected, "runs_with_any_flaked_node", "num"))
	for ours, theirs := range map[string]string{"retries_per_step": "retries_per_started_node", "cost_s": "flake_cost_s", "cost_share": "flake_cost_share", "failure_cost_s": "failed_node_cost_s"} {
		expect(t, ours, dig(f, ours), c.Expected[theirs])
	}
	for outcome, want := range c.Expected["outcome_mix"].(map[string]any) {
		expectRate(t, outcome, dig(with(dig(s, "stops", "mix"), "reason", outcome), "rate"), want)
	}
	expect(t, "open", dig(s, "stops", "open"), c.Expected["open_runs"])
	expect(t, "findings", dig(s, "findings"), []any{})
}

func TestReferenceCycle(t *testing.T) {
	c := reference(t, "log-qpb-real-shape")
	s := buildFrom(t, "run_state.jsonl", c.Inputs["jsonl"].(string))
	got := dig(s, "cycles", 0)
	for name, want := range c.Expected["benchmarks"].(map[string]any) {
		b := with(dig(got, "benchmarks"), "benchmark", name)
		for _, key := range []string{"runs_pre", "runs_post", "delta", "class", "at_floor", "lost", "gained", "unpaired", "n_pairs", "p_exact", "one_bug", "displacement", "q_bh"} {
			if w, given := want.(map[string]any)[key]; given {
				expect(t, name+"."+key, dig(b, key), w)
			}
		}
		expect(t, name+".recall_pre", dig(b, "recall_pre", "value"), dig(want, "recall_pre"))
		expect(t, name+".recall_post", dig(b, "recall_post", "value"), dig(want, "recall_post"))
		if _, given := want.(map[string]any)["ci_lo"]; given {
			expect(t, name+".delta_lo", dig(b, "delta_lo"), dig(want, "ci_lo"))
			expect(t, name+".delta_hi", dig(b, "delta_hi"), dig(want, "ci_hi"))
		}
		if reason := dig(want, "reason"); reason != nil {
			expect(t, name+".delta_reason", dig(b, "delta_reason"), reason)
		}
		expect(t, name+".delta_check", dig(b, "delta_check"), dig(c.Expected, "delta_check", name))
	}
	for ours, theirs := range map[string]string{"macro.pre": "macro_pre", "macro.post": "macro_post", "macro.delta": "macro_delta", "micro.pre": "micro_pre",
		"micro.post": "micro_post", "micro.delta": "micro_delta", "pooled.lost": "lost_total", "pooled.gained": "gained_total", "pooled.p": "p_pooled"} {
		family, key, _ := strings.Cut(ours, ".")
		expect(t, ours, dig(got, family, key), dig(c.Expected, "aggregate", theirs))
	}
	for ours, theirs := range map[string]string{"logged_clean": "reported_clean", "status": "status", "only_in_log": "only_in_log", "only_recomputed": "only_recomputed"} {
		expect(t, "cross."+ours, dig(got, "cross_benchmark", ours), dig(c.Expected, "cross_check", theirs))
	}
	expect(t, "incomplete", dig(got, "incomplete"), c.Expected["incomplete"])
	expect(t, "accepts", dig(got, "verdict", "accepts"), c.Expected["rule_accepts"])
	expect(t, "logged", dig(got, "verdict", "logged"), c.Expected["log_verdict"])
	expect(t, "check", dig(got, "verdict", "check"), c.Expected["verdict_check"])
	expect(t, "time to verdict", dig(got, "time_to_verdict_s"), c.Expected["time_to_verdict_s"])
	expect(t, "floor", dig(got, "noise_floor"), c.Expected["floor"])
}

func TestReferenceAttempts(t *testing.T) {
	c := reference(t, "log-crabyard-attempts")
	var rows []map[string]any
	for _, r := range c.Inputs["rows"].([]any) {
		row := map[string]any{"runtime": "container"}
		for key, v := range r.(map[string]any) {
			row[camel(key)] = v
		}
		rows = append(rows, row)
	}
	content, err := json.Marshal(map[string]any{"runs": rows})
	if err != nil {
		t.Fatal(err)
	}
	asOf := time.UnixMilli(int64(c.Inputs["as_of_ms"].(float64))).UTC().Format(time.RFC3339)
	s := buildFrom(t, "runs.json", string(content), "--as-of", asOf)
	expectRate(t, "stall rate", dig(s, "stops", "stall_rate"), c.Expected["stall_rate"])
	expectRate(t, "card flake rate", dig(with(dig(s, "flakes", "by_node"), "system", "crabyard"), "rate"), c.Expected["card_flake_rate"])
	v := dig(s, "durations", "survival", 0)
	for ours, theirs := range map[string]string{"n": "n_durations", "events": "n_events", "censored": "n_censored", "p50_s": "km_p50_s", "p90_s": "km_p90_s", "curve": "km_curve",
		"p50_if_never_s": "p50_if_stalled_never_finish_s", "p90_if_never_s": "p90_if_stalled_never_finish_s", "p90_finished_only_s": "naive_p90_finished_only_s"} {
		expect(t, ours, dig(v, ours), c.Expected[theirs])
	}
	counts := map[string]float64{}
	for _, r := range dig(s, "runs").([]any) {
		counts[fmt.Sprint(dig(r, "status"))]++
	}
	if counts["review"] != 2 || counts["running"] != 1 || counts["queued"] != 1 || counts["canceled"] != 1 || counts["completed"] != 2 {
		t.Errorf("last status of the cards: %v", counts)
	}
	if with(s["findings"], "code", "never_started") == nil {
		t.Errorf("no finding never_started: %v", s["findings"])
	}
}

func camel(key string) string {
	parts := strings.Split(key, "_")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}
