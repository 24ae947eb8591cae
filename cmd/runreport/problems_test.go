package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/problem"
	"runreport/unit/tier"
)

// keysOf are the keys of the problems of a report, in its order.
func keysOf(t *testing.T, s map[string]any) []string {
	t.Helper()
	var keys []string
	list, _ := s["problems"].([]any)
	for _, p := range list {
		keys = append(keys, dig(p, "key").(string))
	}
	return keys
}

func TestProblemsOfTheDemo(t *testing.T) {
	s := numbers(t, demoLogs)
	keys := keysOf(t, s)
	for _, want := range []string{
		"verdict/2026-03-09-smaller-budget/1",
		"contradiction/cross_benchmark_conflict/2026-03-09-smaller-budget/1/-",
		"contradiction/logged_delta_conflict/2026-03-09-smaller-budget/1/harbor-queue-2.1.0",
		"recall-regression/2026-03-09-smaller-budget/1/harbor-queue-2.1.0",
		"flake/kahn/shop-builds/checkout-e2e",
		"stall/crabyard/-/crabbox",
		"failure/cadre/tidepool-api/task",
		"failure/kahn/shop-builds/storefront-bundle",
		"slower/kahn/shop-builds/checkout-e2e",
		"finding/torn_line/playbook-run/-",
	} {
		if !slices.Contains(keys, want) {
			t.Errorf("no problem %s in\n%s", want, strings.Join(keys, "\n"))
		}
	}
	known := map[string]bool{}
	for _, k := range problem.Kinds {
		known[k.Name] = true
	}
	seen := map[string]bool{}
	urgency, last := []string{"error", "warning", "info"}, 0
	for i, p := range s["problems"].([]any) {
		if seen[keys[i]] {
			t.Errorf("two problems have the key %s", keys[i])
		}
		seen[keys[i]] = true
		if kind := dig(p, "kind").(string); !known[kind] {
			t.Errorf("%s: no kind is called %s", keys[i], kind)
		}
		for _, field := range []string{"title", "text", "section"} {
			if dig(p, field) == "" {
				t.Errorf("%s has no %s", keys[i], field)
			}
		}
		if len(dig(p, "evidence").([]any)) == 0 {
			t.Errorf("%s has no evidence", keys[i])
		}
		if at := slices.Index(urgency, dig(p, "severity").(string)); at < last {
			t.Errorf("%s stands below less urgent ones", keys[i])
		} else {
			last = at
		}
	}
}

// A problem has the same key wherever the logs lie, and when more logs lie beside.
func TestProblemKeysLast(t *testing.T) {
	tier.Seconds(t)
	keys := keysOf(t, numbers(t, demoLogs))
	moved := filepath.Join(t.TempDir(), "another name")
	if err := os.CopyFS(moved, os.DirFS(demoLogs)); err != nil {
		t.Fatal(err)
	}
	if got := keysOf(t, numbers(t, moved)); !slices.Equal(got, keys) {
		t.Errorf("below another folder the keys are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(keys, "\n"))
	}
	got := keysOf(t, numbers(t, moved, filepath.Join(demoLogs, "fishbowl-duels")))
	for _, k := range keys {
		if !slices.Contains(got, k) {
			t.Errorf("beside more logs there is no %s", k)
		}
	}
}
