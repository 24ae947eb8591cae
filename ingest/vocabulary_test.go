package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// meanings are what the documents of the systems say of their words, by hand: system,
// word → result and cause. A word with two meanings stands once with each.
var meanings = map[string][]string{
	"kahn": {
		"clean=passed", "clean_with_flake=flaky", "partial=failed", "stuck=failed stuck", "catastrophic=failed critical-failure",
		"done=passed", "failed=failed", "blocked=blocked dependency", "max_ralph_iters_reached=failed retries", "ancestor_failed=blocked dependency",
	},
	"playbook": {
		"success=passed", "aborted=failed failure", "failed=failed failure", "aborted_missing_docs=failed missing-docs", "error=failed critical-failure",
		"pass=passed", "warn=passed", "skip=skipped", "fail=failed", "complete=passed",
	},
	"crabyard": {
		"queued=open", "leasing=open", "running=open", "review=passed", "completed=passed", "failed=failed failure", "stalled=stalled stall",
		"canceled=canceled canceled", "Todo=open", "Running=open", "Human Review=passed", "Done=passed", "stopped=unknown", "expired=unknown",
	},
	"cadre": {
		"not-started=open", "in-progress=open", "completed=passed", "code-complete=passed", "code-complete-no-pr=passed", "failed=failed", "blocked=blocked",
		"budget-exceeded=failed budget", "dep-failed=blocked dependency", "dep-merge-conflict=blocked dependency", "dep-build-broken=blocked dependency",
		"dep-blocked=blocked dependency", "interrupted=canceled signal", "skipped=skipped", "blocked=failed retries",
		"success=passed", "cancelled=canceled canceled", "timed-out=failed time-limit",
		"max-retries=failed retries", "max-retries-exhausted=failed retries", "convergence-limit=failed convergence", "critical-phase-failure=failed critical-failure",
		"signal-interrupted=canceled signal", "dependency-blocked=blocked dependency", "gate-hard-fail=failed gate", "wave-convergence-exhausted=failed convergence",
		"task-retries-exhausted=failed retries", "parity-non-minor-exhausted=failed convergence", "command-recovery-exhausted=failed retries",
	},
	"junit": {
		"failure=failed failure", "error=failed error", "skipped=skipped", "flakyFailure=failed failure", "flakyError=failed error",
		"rerunFailure=failed failure", "rerunError=failed error", "disabled=skipped", "notrun=skipped",
	},
	"gotest": {"pass=passed", "bench=passed", "fail=failed failure", "skip=skipped"},
	"ctrf":   {"passed=passed", "failed=failed failure", "skipped=skipped", "pending=skipped", "other=unknown", "timedOut=failed time-limit"},
	"claude-code": {
		"end_turn=passed", "stop_sequence=passed", "answered=passed", "tool_use=open", "pause_turn=open", "max_tokens=failed budget",
		"model_context_window_exceeded=failed budget", "refusal=failed failure", "interrupted=canceled canceled", "api error=failed failure",
	},
	"codex": {
		"task_complete=passed", "answered=passed", "interrupted=canceled canceled", "replaced=canceled canceled", "review_ended=passed",
		"budget_limited=failed budget", "turn_aborted=canceled canceled", "error=failed failure",
	},
	"github-actions": {
		"success=passed", "neutral=passed", "failure=failed failure", "timed_out=failed time-limit", "startup_failure=failed critical-failure",
		"cancelled=canceled canceled", "stale=canceled other", "skipped=skipped", "action_required=blocked gate", "queued=open", "requested=open",
		"waiting=open", "pending=open", "in_progress=open", "completed=unknown",
	},
	"own-log": {
		"passed=passed", "pass=passed", "ok=passed", "success=passed", "succeeded=passed", "true=passed", "flaky=flaky", "failed=failed", "fail=failed",
		"failure=failed", "error=failed", "false=failed", "skipped=skipped", "skip=skipped", "blocked=blocked", "stalled=stalled", "canceled=canceled",
		"cancelled=canceled", "open=open", "running=open", "unknown=unknown",
	},
	"fishbowl": {"verdict=passed", "budget=failed budget", "tick_cap=failed turn-limit", "user_stop=canceled signal"},
	"terminal-bench": {
		"true=passed", "false=failed", "null=unknown", "unset=unknown", "agent_timeout=unknown time-limit", "test_timeout=unknown time-limit",
		"parse_error=unknown infrastructure", "agent_installation_failed=unknown infrastructure", "unknown_agent_error=unknown other",
		"passed=passed", "failed=failed",
	},
	"harbor": {
		"full=passed", "none=failed", "absent=unknown", "AgentTimeoutError=failed time-limit", "VerifierTimeoutError=failed time-limit",
		"ApiUsageLimitError=failed budget", "DaytonaValidationError=failed infrastructure", "EnvironmentStartTimeoutError=failed infrastructure",
		"NetworkConnectionError=failed infrastructure", "NonZeroAgentExitCodeError=failed failure", "RewardFileNotFoundError=failed infrastructure",
	},
	"inspect": {
		"success=passed", "cancelled=canceled canceled", "error=failed critical-failure", "started=open", "C=passed", "I=failed", "P=failed", "N=failed",
		"time=unknown time-limit", "working=unknown time-limit", "token=unknown budget", "message=unknown budget", "cost=unknown budget",
	},
	"swe-bench": {
		"resolved=passed", "unresolved=failed", "empty patch=failed failure", "error=failed infrastructure", "failed=failed infrastructure", "pending=open",
	},
	"promptfoo":  {"true=passed", "false=failed", "0=passed", "1=failed", "2=failed infrastructure"},
	"lm-eval":    {"1=passed", "0=failed"},
	"playwright": {"expected=passed", "unexpected=failed failure", "flaky=flaky", "skipped=skipped", "timedOut=failed time-limit", "interrupted=canceled signal"},
	"allure":     {"passed=passed", "failed=failed failure", "broken=failed error", "skipped=skipped", "unknown=unknown"},
}

func TestWordsMeanWhatTheirSystemsSay(t *testing.T) {
	for _, s := range Systems {
		var declared []string
		for _, w := range s.Words {
			for word, m := range w.Means {
				declared = append(declared, strings.TrimSpace(word+"="+string(m.Result)+" "+string(m.Cause)))
			}
		}
		if len(meanings[s.Name]) == 0 {
			t.Errorf("%s: no word of it is written down here", s.Name)
		}
		for _, want := range meanings[s.Name] {
			if !slices.Contains(declared, want) {
				t.Errorf("%s: %s is not declared", s.Name, want)
			}
		}
	}
}

// Every table uses the results and causes of the vocabulary alone, and has a word once
// whatever its case, since a look-up goes by the word without it.
func TestVocabulariesAreSound(t *testing.T) {
	for _, s := range Systems {
		for _, w := range s.Words {
			seen := map[string]string{}
			for word, m := range w.Means {
				if !slices.Contains(table.Results(), m.Result) || m.Cause != "" && !slices.Contains(table.Causes(), m.Cause) {
					t.Errorf("%s, %s: %s means %+v", s.Name, w.Where, word, m)
				}
				if other, twice := seen[strings.ToLower(word)]; twice {
					t.Errorf("%s, %s: %s and %s are one word", s.Name, w.Where, word, other)
				}
				seen[strings.ToLower(word)] = word
			}
		}
	}
}

// A format that lists the words of a field that says how something ended has each of
// them in a vocabulary.
func TestListedWordsHaveAMeaning(t *testing.T) {
	tells := map[string]bool{"kahn.run_end.outcome": true, "playbook.run_end.status": true, "crabyard.run_attempt.status": true,
		"crabyard.card.lane": true, "cadre.fleet item.status": true, "cadre.invocation.status": true, "fishbowl.run.finished payload.reason": true}
	met := map[string]bool{}
	var walk func(s *record.System, k *record.Kind)
	walk = func(s *record.System, k *record.Kind) {
		for _, f := range k.Fields {
			if f.Of != nil {
				walk(s, f.Of)
			}
			if f.Enum == nil || !tells[s.Name+"."+k.Name+"."+f.Key] {
				continue
			}
			met[s.Name+"."+k.Name+"."+f.Key] = true
			for _, word := range f.Enum {
				if !slices.ContainsFunc(s.Words, func(w record.WordTable) bool { _, ok := w.Means[word]; return ok }) {
					t.Errorf("%s: %s %q has no meaning", s.Name, f.Key, word)
				}
			}
		}
	}
	for _, s := range Systems {
		for _, f := range s.Formats {
			for _, k := range f.Kinds {
				walk(s, k)
			}
		}
	}
	if len(met) != len(tells) {
		t.Errorf("fields met: %v, want all of %v", met, tells)
	}
}

// Every row of the shared corpus and of the demo has a result, and none of their words
// is unknown.
func TestEveryWordOfRealLogsIsKnown(t *testing.T) {
	corpus := filepath.Join("..", "..", "shared", "corpus")
	for _, c := range []struct {
		name  string
		paths []string
	}{
		{"demo", []string{filepath.Join("..", "testdata", "demo")}},
		{"corpus", []string{filepath.Join(corpus, "playbook"), filepath.Join(corpus, "crabyard"), filepath.Join(corpus, "cadre"),
			filepath.Join(corpus, "aamf"), filepath.Join(corpus, "fishbowl")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat(c.paths[0]); err != nil {
				t.Skip("the logs are not here")
			}
			s := read(t, Options{Paths: c.paths}).Tables
			for _, list := range []struct {
				what   string
				n      int
				result *table.String
				place  func(int) table.Place
			}{
				{"run", s.Runs.Len(), &s.Runs.Result, s.Runs.Place},
				{"step", s.Steps.Len(), &s.Steps.Result, s.Steps.Place},
				{"attempt", s.Attempts.Len(), &s.Attempts.Result, s.Attempts.Place},
			} {
				if list.n == 0 {
					t.Errorf("no %s", list.what)
				}
				for row := range list.n {
					if !slices.Contains(table.Results(), table.Result(list.result.At(row))) {
						p := list.place(row)
						t.Errorf("%s of %s:%d: result %q", list.what, s.Sources.Path.At(p.Source), p.Line, list.result.At(row))
					}
				}
			}
			for row := range s.Findings.Len() {
				if s.Findings.Code.At(row) == "unknown_result" {
					t.Errorf("%s: unknown word %q", s.Sources.Path.At(s.Findings.Place(row).Source), s.Findings.Seen.At(row))
				}
			}
		})
	}
}
