package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// The verdict of build, the gate's status and the exit status of gate say the same of every
// input, whatever rules hold, and the banner is never quieter than the verdict.
func TestExitAgreesWithTheVerdict(t *testing.T) {
	tier.Seconds(t)
	made := func(name, text string) string {
		dir := filepath.Join(t.TempDir(), "logs")
		write(t, filepath.Join(dir, name), text)
		return dir
	}
	kahn := func(outcome, last string) string {
		return `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}
{"ts":"2026-04-22T10:00:01.000Z","run_id":"a","event":"node_transition","node_id":"e2e","from":"ready","to":"running","attempt":1}
{"ts":"2026-04-22T10:00:09.000Z","run_id":"a","event":"node_attempt","node_id":"e2e","attempt":1,"converged":` + map[bool]string{true: "true", false: "false"}[last == "done"] +
			`,"duration_s":8,"done_when_results":[{"cmd":"run e2e","rc":1,"tail":"+ run\nError: Timeout 30000 ms exceeded\nexit status 1"}]}
{"ts":"2026-04-22T10:00:10.000Z","run_id":"a","event":"node_transition","node_id":"e2e","from":"running","to":"` + last + `","reason":"max_ralph_iters_reached"}
{"ts":"2026-04-22T10:00:11.000Z","run_id":"a","event":"run_end","outcome":"` + outcome + `","done":0,"failed":1,"blocked":0,"total_duration_s":11,"total_attempts":1,"flake_retries":0,"exit_code":1}
`
	}
	failing := made("transitions.jsonl", kahn("partial", "failed"))
	corpus := map[string]string{
		"a run that failed": failing,
		"a run that passed": made("transitions.jsonl", kahn("clean", "done")),
		"an open run":       made("transitions.jsonl", strings.SplitAfter(kahn("", ""), "\n")[0]),
		"the demo":          demoLogs,
	}
	good := filepath.Join(t.TempDir(), "good")
	writeCycle(t, good, "one", "ship", healthy("chi")...)
	corpus["a cycle"] = good
	accepted := filepath.Join(t.TempDir(), "runreport.yaml")
	write(t, accepted, "acknowledge:\n  - {key: \"failure/**\", why: known, who: build team}\n")
	exits := map[string]int{"passed": exitOK, "changed": exitOK, "failed": exitFailed, "nothing_to_compare": exitUndecided}
	seen := map[string]bool{}
	for name, logs := range corpus {
		for _, rules := range [][]string{nil, {"--rule", "failed-run=off"}, {"--rule", "failed-run.failures=new"}, {"--rule", "failed-run.allowed=9"}, {"--config", accepted}} {
			dir := build(t, append([]string{logs, "--format", "json,badge,junit"}, rules...)...)
			s := summaryOf(t, dir)
			state := dig(s, "verdict", "state").(string)
			seen[state] = true
			code, stdout, stderr := call(t, append([]string{"gate", dir}, rules...)...)
			if want, known := exits[state]; !known || code != want {
				t.Errorf("%s, %v: the verdict is %s, gate ends with %d: %s%s", name, rules, state, code, stdout, stderr)
			}
			if status := dig(s, "gate", "status"); map[any]string{"passed": "passed", "failed": "failed", "undecided": "nothing_to_compare"}[status] != state {
				t.Errorf("%s, %v: the gate is %v, the verdict %s", name, rules, status, state)
			}
			if first := dig(s["attention"].([]any)[0], "severity"); state == "failed" && first != "error" {
				t.Errorf("%s, %v: the verdict is failed, the banner begins with %v", name, rules, first)
			}
			badge, err := os.ReadFile(filepath.Join(dir, "badge.json"))
			if err != nil || !strings.Contains(strings.ToLower(string(badge)), `"message": "`+strings.ReplaceAll(state, "_", " ")) {
				t.Errorf("%s, %v: the verdict is %s, the badge %s, %v", name, rules, state, badge, err)
			}
		}
	}
	for state := range exits {
		if !seen[state] && state != "changed" {
			t.Errorf("no input has the verdict %s", state)
		}
	}
	s := summaryOf(t, build(t, failing, "--format", "json"))
	if f := s["failures"].([]any)[0]; dig(f, "error") != "Error: Timeout 30000 ms exceeded" || dig(f, "step") != "e2e" || dig(f, "state") != "new" {
		t.Errorf("failure %v", f)
	}
}
