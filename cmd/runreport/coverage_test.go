package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/ingest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// coveredItem is one thing that the document of a format asks for, and what becomes of it.
type coveredItem struct {
	item string
	// read names fields as "format/kind.field field …"; of a nested object as
	// "format/kind.object.field". It is "" where nothing is to be read.
	read string
	// does says what is computed and where it is shown. A name in backticks is a finding, a
	// metric, a rule, a section, a table, a column or a count.
	does string
	not  string // why something of it is not read; "": all of it is
}

// document is the document of one format, section by section.
type document struct {
	title    string
	kinds    []string // "format/kind" whose every documented field has to be in an item
	sections []struct {
		name  string
		items []coveredItem
	}
}

func (d *document) add(name string, items ...coveredItem) {
	d.sections = append(d.sections, struct {
		name  string
		items []coveredItem
	}{name, items})
}

// documents are the documents that define the formats.
func documents() []*document {
	return []*document{kahnDocument(), playbookDocument(), crabyardDocument(), cadreDocument(), fishbowlDocument()}
}

func kahnDocument() *document {
	d := &document{title: "kahn: CI transition event schema", kinds: []string{"kahn/run_start", "kahn/node_transition", "kahn/node_attempt", "kahn/run_end"}}
	d.add("Base fields",
		coveredItem{"ts, with three digits of a second and Z", "kahn/run_start.ts", "`bad_value` where it is written otherwise; `out_of_order_ts`", ""},
		coveredItem{"run_id and its pattern", "kahn/run_start.run_id kahn/node_transition.run_id kahn/node_attempt.run_id kahn/run_end.run_id", "keys `runs.run`; `bad_value`", ""},
		coveredItem{"event", "kahn/run_start.event", "`unknown_kind`", ""})
	d.add("Variant map",
		coveredItem{"run_start", "kahn/run_start.total_nodes", "`runs.total_steps`; held against the nodes", ""},
		coveredItem{"node_transition", "kahn/node_transition.node_id from to attempt reason", "`transitions`, waiting times, critical path in `runs`; `illegal_transition`, `transition_gap`", ""},
		coveredItem{"node_attempt", "kahn/node_attempt.node_id attempt duration_s converged backoff_s done_when_results", "`attempts`, `attempt-duration`, `step-flake-rate`; `attempts_missing`, `duplicate_attempt`", ""},
		coveredItem{"DoneWhenResult", "kahn/node_attempt.done_when_results.cmd rc duration_s tail truncated", "`checks`, `command-duration`, `command-flake-rate`; the tail on the run's page", ""},
		coveredItem{"run_end", "kahn/run_end.outcome done failed blocked total_duration_s total_attempts flake_retries exit_code", "`outcome-mix`, `run-flake-rate`; every count held against the events: `run_end_done`, `total_attempts`, `flake_retries`, `outcome_mismatch`, `duration_differs`", ""})
	d.add("Enum values", coveredItem{"NodeStatus and Outcome", "kahn/node_transition.from to", "`unknown_value`; results by one vocabulary", ""})
	d.add("Field conditionality",
		coveredItem{"attempt only where to is running", "kahn/node_transition.attempt", "`attempt_field`", ""},
		coveredItem{"backoff_s not on attempt 1", "kahn/node_attempt.backoff_s", "`backoff_on_first_attempt`", ""},
		coveredItem{"tail only where rc is not 0, at most 4096 characters", "kahn/node_attempt.done_when_results.tail", "`tail_on_success`, `tail_too_long`", ""},
		coveredItem{"exit_code on stuck and catastrophic, never 0", "kahn/run_end.exit_code", "`exit_code_rule`", ""})
	d.add("Reason grammar", coveredItem{"kind:detail, with max_ralph_iters_reached and ancestor_failed", "kahn/node_transition.reason", "`steps.cause`, `steps.blocked_by`; blocked steps in `stops`", ""})
	d.add("Key terms, Q&A and examples",
		coveredItem{"unknown fields are tolerated", "", "kept in `events.extra`", ""},
		coveredItem{"file offset breaks ties of ts", "", "file order is the order; a stamp gives durations alone", ""},
		coveredItem{"ELI5, reading time, neighbours on the map", "", "", "prose about the page itself; there is nothing to read in a log"})
	return d
}

func playbookDocument() *document {
	d := &document{title: "Quality Playbook: run-state schema", kinds: []string{"playbook-run/_index", "playbook-run/run_start", "playbook-run/phase_start", "playbook-run/pattern_walked",
		"playbook-run/pass_started", "playbook-run/pass_ended", "playbook-run/finding_logged", "playbook-run/artifact_written", "playbook-run/gate_check", "playbook-run/phase_end",
		"playbook-run/error", "playbook-run/documentation_state", "playbook-run/aborted_missing_docs", "playbook-run/run_end", "playbook-cycle/_index", "playbook-cycle/cycle_start",
		"playbook-cycle/benchmark_start", "playbook-cycle/benchmark_end", "playbook-cycle/lever_change_applied", "playbook-cycle/lever_change_reverted", "playbook-cycle/cycle_end"}}
	d.add("File locations and ownership",
		coveredItem{"quality/run_state.jsonl", "playbook-run/_index.event", "one run, whatever copies and fragments it lies in; `runs.stitched_by`", ""},
		coveredItem{"quality/PROGRESS.md", "playbook-companion/progress.started", "held against the log: `companion_disagrees`", ""},
		coveredItem{"Calibration Cycles/…/run_state.jsonl", "playbook-cycle/_index.event", "`cycles`, `measurements`; section `recall`", ""},
		coveredItem{"files are written by file tools, never by redirection", "", "", "a log does not tell how it was written; what redirection leaves, as UTF-16, is read: `text_encoding`"})
	d.add("Schema versioning", coveredItem{"schema_version, and 1.x stays readable", "playbook-run/_index.schema_version playbook-cycle/_index.schema_version", "`bad_value` for another first number; the rest is read all the same", ""})
	d.add("Required fields",
		coveredItem{"ts in UTC with Z", "playbook-run/phase_start.ts", "`bad_value`; another offset is read as the same instant", ""},
		coveredItem{"event, one of _index.event_types", "playbook-run/_index.event_types playbook-run/phase_start.event", "`event_missing`, `undeclared_event`", ""},
		coveredItem{"unknown fields are tolerated", "", "kept in `events.extra`", ""})
	d.add("_index", coveredItem{"benchmark, lever_state, started_at", "playbook-run/_index.benchmark lever_state started_at", "`runs.subject`, `runs.variant`, `runs.side`; `started_at_differs`, `playbook_no_index`", ""})
	d.add("run_start", coveredItem{"runner, playbook_version, target_path", "playbook-run/run_start.runner playbook_version target_path run_id log_layout", "`runs.runner`, `runs.version`; `unknown_value`, `absolute_path`, `playbook_no_run_start`", ""})
	d.add("phase_start", coveredItem{"phase 1 to 6", "playbook-run/phase_start.phase", "`steps`, `phase-duration`; `phase_order`, `duplicate_phase_marker`", ""})
	d.add("pattern_walked", coveredItem{"pattern, findings_count, duration_seconds", "playbook-run/pattern_walked.phase pattern findings_count duration_seconds", "`steps`; findings by pattern in `counts`; `pattern_by_name`", ""})
	d.add("pass_started and pass_ended", coveredItem{"pass A to D of phase 4, output_artifact", "playbook-run/pass_started.phase pass playbook-run/pass_ended.phase pass output_artifact", "`steps`; `unmatched_pass`", ""})
	d.add("finding_logged", coveredItem{"finding_id, category, phase", "playbook-run/finding_logged.phase finding_id category", "`bugs`; findings by phase and category in `counts`, with their course over runs in `runs`", ""})
	d.add("artifact_written", coveredItem{"relative_path, byte_size, line_count", "playbook-run/artifact_written.relative_path byte_size line_count phase", "`events`; the length of EXPLORATION.md: `phase_rule_broken`", ""})
	d.add("gate_check", coveredItem{"gate_name, verdict, reason", "playbook-run/gate_check.gate_name verdict reason phase", "`checks`, `gate-failure-rate`; by verdict in `counts`; `gate_verdict_dialect`", ""})
	d.add("phase_end",
		coveredItem{"key_counts per phase", "playbook-run/phase_end.phase key_counts", "`claims`; each number over runs in `counts`; `key_counts_dialect`, `key_count_differs`", ""},
		coveredItem{"artifacts_produced", "playbook-run/phase_end.artifacts_produced", "`artifact_not_a_file`", "the files themselves are not opened: what a phase has to leave behind is looked for by name"},
		coveredItem{"duration_seconds", "playbook-run/phase_end.duration_seconds", "`steps.logged_duration_s`; `logged_duration_differs`", ""})
	d.add("error", coveredItem{"message, recoverable, phase", "playbook-run/error.phase message recoverable", "`attempts`, `steps.reason`; a phase that is run again is flaky; `unrecoverable_error`", ""})
	d.add("documentation_state",
		coveredItem{"state code_only and reason", "playbook-run/documentation_state.state reason", "`claims`; held against PROGRESS.md: `companion_disagrees`", ""},
		coveredItem{"the section that EXPLORATION.md then has", "playbook-companion/exploration.code_only", "`phase_rule_broken`", ""},
		coveredItem{"the line that PROGRESS.md then has", "playbook-companion/progress.documentation_state with_docs", "`companion_disagrees`", ""})
	d.add("aborted_missing_docs", coveredItem{"reason; no phase behind it; the ERROR block of PROGRESS.md", "playbook-run/aborted_missing_docs.reason playbook-companion/progress.error", "the run failed, cause missing-docs in `stops`; `docs_state_conflict`, `phase_after_abort`", ""})
	d.add("run_end",
		coveredItem{"status", "playbook-run/run_end.status", "`runs.status`, `runs.result`, `outcome-mix`", ""},
		coveredItem{"total_findings", "playbook-run/run_end.total_findings", "`counts`, over runs in `runs`", ""},
		coveredItem{"final_verdict", "playbook-run/run_end.final_verdict", "`runs.verdict`; one that fails makes a failed run; `outcome_disagrees`", ""})
	d.add("Cycle-level events",
		coveredItem{"_index", "playbook-cycle/_index.event_types cycle_name lever_under_test benchmarks iteration", "`cycles`; benchmarks that are missing; `cycle_no_index`", ""},
		coveredItem{"cycle_start", "playbook-cycle/cycle_start.hypothesis noise_floor_threshold", "`cycles.noise_floor` beside the measured noise in `recall`", ""},
		coveredItem{"benchmark_start", "playbook-cycle/benchmark_start.benchmark lever_state", "`measurements.starts`; `open_benchmark`", ""},
		coveredItem{"lever_change_applied", "playbook-cycle/lever_change_applied.lever_id files_changed commit_sha description", "`cycles.commit`, `cycles.change`; `lever_state_order`", ""},
		coveredItem{"lever_change_reverted", "playbook-cycle/lever_change_reverted.files_changed commit_sha", "`cycles.lever_reverted_at`", ""},
		coveredItem{"benchmark_end", "playbook-cycle/benchmark_end.benchmark lever_state recall bugs_found bugs_missed historical_baseline_path", "recall recomputed from the lists, and from the reference list where it was read, in `recall`; `recall_contradicts_lists`", ""},
		coveredItem{"cycle_end", "playbook-cycle/cycle_end.verdict recall_before recall_after delta cross_benchmark_check", "the verdict against the cycle's own rule in `recall`; `logged_delta_conflict`, `cross_benchmark_conflict`, `verdict_not_supported`", ""})
	d.add("Cross-validation rules",
		coveredItem{"phase 1: EXPLORATION.md, 120 lines, a section of findings", "playbook-companion/exploration.lines sections", "`artefact_missing`, `phase_rule_broken`", ""},
		coveredItem{"phase 2: the nine artefacts and test_functional", "", "`artefact_missing`, by name and size", ""},
		coveredItem{"phase 3: a review, and patches where there are bugs", "playbook-companion/bug.id", "`artefact_missing`", ""},
		coveredItem{"phase 4: triage and auditors, else two files", "", "`artefact_missing`", ""},
		coveredItem{"phase 5: tdd-results, a writeup and a red log for each bug", "playbook-companion/tdd_results.bugs playbook-companion/test_log.id phase tag", "`artefact_missing`; a red log that does not begin with RED: `phase_rule_broken`; tests by result in `counts`", ""},
		coveredItem{"phase 6: quality-gate.log, Terminal Gate Verification", "playbook-companion/gate_log.result playbook-companion/progress.terminal_gate", "`artefact_missing`, `phase_rule_broken`; the gate's result counts where the log states none", ""},
		coveredItem{"run_end: six phases, and bugs_md_count is that of BUGS.md", "playbook-companion/bug_list.bugs", "`run_end_without_phases`, `bugs_md_count_differs`", ""})
	d.add("Resume semantics", coveredItem{"the phase in progress, and whether its artefacts are complete", "", "`phase_in_progress` with what is missing; `run_end_missing`", ""})
	d.add("PROGRESS.md format",
		coveredItem{"header", "playbook-companion/progress.started benchmark lever runner playbook_version", "`companion_disagrees`", ""},
		coveredItem{"phase checklist, with times", "playbook-companion/progress_phase.phase done in_progress started completed text", "`companion_disagrees`", ""},
		coveredItem{"recent events", "", "", "the last ten lines of the log again, in prose; the log itself is read"},
		coveredItem{"artifacts produced", "", "", "names and sizes of files as artifact_written has them; the files are looked for by name"})
	d.add("Format invariants",
		coveredItem{"_index is line 1, run_start line 2, run_end last", "", "`playbook_no_index`, `playbook_no_run_start`, `after_run_end`", ""},
		coveredItem{"every line is JSON with ts and event", "", "`bad_line`, `missing_field`", ""},
		coveredItem{"append-only", "", "`snapshot_diverged` where a later snapshot lacks what an earlier one has", ""},
		coveredItem{"phase markers at most once, in order", "", "`duplicate_phase_marker`, `phase_order`", ""})
	return d
}

func crabyardDocument() *document {
	d := &document{title: "Crabyard: runs", kinds: []string{"crabyard-runs/run_attempt"}}
	d.add("Run lifecycle", coveredItem{"queued to running to review, completed, failed, stalled, canceled", "crabyard-runs/run_attempt.id cardId attempt status createdAt updatedAt startedAt endedAt", "`attempts`, `outcome-mix`, `queue-time`; `crabyard_time_order`, `crabyard_end_and_status`", ""})
	d.add("Claiming",
		coveredItem{"the cap of runs at once", "crabyard-db/setting.key value", "`claims`; how many attempts ran at once in `usage`", ""},
		coveredItem{"capacity and scheduler events", "crabyard-db/card_event.message cardId createdAt", "`events`, on the run's page", ""},
		coveredItem{"repo allowlist, workflow config refresh", "", "", "neither leaves a record of its own"})
	d.add("Runtime selection",
		coveredItem{"runtime and selectionReason", "crabyard-runs/run_attempt.runtime selectionReason", "`attempts.runtime`, `attempts.reason`; `attempt-duration` by runtime", ""},
		coveredItem{"capabilities", "crabyard-runs/run_attempt.capabilities.terminal takeover vnc desktop logs artifacts", "`attempts.capabilities`; `crabyard_takeover_unsupported`", ""},
		coveredItem{"addresses to attach to", "crabyard-runs/run_attempt.leaseId attachUrl vncUrl ptyAvailable", "", "they hold for the time of the run and may carry credentials; nothing of them is copied"})
	d.add("Repo workflow defaults", coveredItem{"CRABYARD.md", "", "", "a configuration in the reviewed repository, not a log; what was chosen by it stands in the attempt"})
	d.add("Heartbeats and stalls", coveredItem{"lastHeartbeatAt, the threshold, heartbeat timeout", "crabyard-runs/run_attempt.lastHeartbeatAt error", "`stall-rate`, `stall-detection-lag`; `crabyard_heartbeat_overdue`; cut-off attempts are censored in `durations`", ""})
	d.add("Terminal grid", coveredItem{"take over: controlIntent and operator", "crabyard-runs/run_attempt.controlIntent operator", "`attempts.operator`", "tiles, focus and fonts leave no record"})
	d.add("Run APIs", coveredItem{"GET /api/cards/:id/runs", "crabyard-runs/run_attempt.id", "read as saved JSON; nothing is fetched", ""})
	d.add("Test stack", coveredItem{"checks of the program itself", "", "", "it is about Crabyard's own build"})
	return d
}

func cadreDocument() *document {
	d := &document{title: "CADRE and AAMF: structured terminal exhaustion"}
	d.add("Reason codes", coveredItem{"the seven codes, and others by augmentation", "cadre-checkpoint/checkpoint.terminalExhaustion.reasonCode", "`runs.cause`, `exhaustion-rate`, section `stops` with whether resuming helps; `unknown_reason_code`", ""})
	d.add("Checkpoint extension", coveredItem{"terminalExhaustion", "cadre-checkpoint/checkpoint.terminalExhaustion.workUnit phase taskId qualifier summary timestamp", "`runs.reason`, `runs.ended_at`", ""})
	d.add("Event type", coveredItem{"terminal-exhaustion", "cadre-events/terminal-exhaustion.reasonCode workUnit phase taskId qualifier summary", "held against the checkpoint: `exhaustion_disagrees`", ""})
	d.add("Error class", coveredItem{"TerminalExhaustionError", "", "", "it lives in the process; what it carries is written as the event and into the checkpoint"})
	d.add("Checkpoint manager", coveredItem{"recordTerminalExhaustion, getTerminalExhaustion, clearTerminalExhaustion", "cadre-checkpoint/checkpoint.resumeCount lastCheckpoint", "an exhaustion that was not cleared on a resume: `exhaustion_outlived`", ""})
	d.add("Implementation notes", coveredItem{"completed, failed and blocked work at the stop", "cadre-checkpoint/checkpoint.currentPhase currentTask completedPhases completedTasks failedTasks blockedTasks gateResults tokenUsage", "`steps`, `attempts`, `checks`, `runs.tokens`", ""})
	return d
}

func fishbowlDocument() *document {
	d := &document{title: "Fishbowl: event schema", kinds: []string{"fishbowl/run.finished", "fishbowl/judge.verdict"}}
	d.add("Envelope", coveredItem{"id, run_id, turn, kind, actor, payload, created_at, schema_version", "fishbowl/run.started.id run_id turn kind actor payload created_at schema_version session_id model_profile model_id", "`events`, `runs`; `fishbowl_id_reused`, `fishbowl_schema_version`, `fishbowl_clock_skew`", ""})
	d.add("Kinds are open", coveredItem{"any dot-namespaced kind", "fishbowl/agent.spoke.kind", "kinds that a scenario makes up are `events` like others; `bad_value` for a malformed one", ""},
		coveredItem{"authority: manifest.may_emit", "", "", "the manifest is a file of the scenario, not of a log"})
	d.add("Core kinds", coveredItem{"speech and thoughts", "fishbowl/world.observed.payload.text fishbowl/agent.spoke.payload.text fishbowl/agent.thought.payload.text fishbowl/agent.reflected.payload.text fishbowl/user.injected.payload.text", "`events.text`", "what only the audience may know is withheld"})
	d.add("judge.verdict", coveredItem{"winner, accused, correct, scores, no_contest", "fishbowl/judge.verdict.payload.winner accused correct scores no_contest text fishbowl/judge.verdict.id run_id turn kind actor payload created_at schema_version session_id model_profile model_id",
		"`verdicts`, `judge-correct-rate`; `fishbowl_unknown_winner`, `fishbowl_scores_cleaned`, `fishbowl_no_contest_winner`", ""},
		coveredItem{"the corrective re-ask", "", "", "it is one event with the tokens of both calls; a log does not tell it from one call"})
	d.add("run.finished", coveredItem{"winner, winner_kind, winning_model, winning_models", "fishbowl/run.finished.payload.reason winner winner_kind winning_model winning_models turns tokens fishbowl/run.finished.id run_id turn kind actor payload created_at schema_version session_id model_profile model_id",
		"`agent-win-rate`, `team-win-rate`, `model-win-rate`; `fishbowl_winner_kind`, `fishbowl_winner_differs`", ""})
	d.add("Evolution rules", coveredItem{"added fields, upcasters", "", "unknown fields in `events.extra`; `fishbowl_schema_version`", ""})
	return d
}

// TestCoverageIsCurrent holds the list against the declarations and against
// docs/formats/coverage.md, which is written from both. UPDATE_GOLDEN=1 rewrites it.
func TestCoverageIsCurrent(t *testing.T) {
	names := knownNames()
	var b strings.Builder
	b.WriteString("# What the formats' documents ask for\n\nEvery section of the documents that define the formats: what is read of it and where it lands, what is computed and where that is shown, and why something is not read. The columns are those of the declarations in `ingest/`; a test holds the list against them, and against the findings, metrics, rules and sections that it names.\n")
	for _, d := range documents() {
		seen := map[string]bool{} // "format/kind.field"
		fmt.Fprintf(&b, "\n## %s\n\n| Section | Item | Read | Computed and shown | Why not, or not all |\n|---|---|---|---|---|\n", d.title)
		for _, s := range d.sections {
			for _, c := range s.items {
				read, err := readOf(c.read, seen)
				if err != nil {
					t.Errorf("%s, %s: %v", s.name, c.item, err)
				}
				for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(c.does, -1) {
					if !names[m[1]] {
						t.Errorf("%s, %s: there is no %s", s.name, c.item, m[1])
					}
				}
				if read == "" && c.does == "" && c.not == "" {
					t.Errorf("%s, %s: not read, and no reason", s.name, c.item)
				}
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(s.name), cell(c.item), read, cell(c.does), cell(c.not))
			}
		}
		for _, k := range d.kinds {
			for _, f := range kindOf(t, k).Fields {
				if f.Key != "event" && f.Key != "ts" && !strings.Contains(f.Doc, "undocumented") && !seen[k+"."+f.Key] {
					t.Errorf("%s: %s.%s is in no item", d.title, k, f.Key)
				}
			}
		}
	}
	path := filepath.Join("..", "..", "docs", "formats", "coverage.md")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got, err := os.ReadFile(path); err != nil || string(got) != b.String() {
		t.Error("docs/formats/coverage.md is not what the list says; run UPDATE_GOLDEN=1 go test ./cmd/runreport -run Coverage")
	}
}

// knownNames are the names that a row may point to.
func knownNames() map[string]bool {
	names := map[string]bool{}
	for _, c := range append(ingest.Codes(), recall.Codes()...) {
		names[c.Name] = true
	}
	for _, m := range metric.Metrics {
		names[m.Name], names[m.Section] = true, true
	}
	for _, r := range gate.Rules {
		names[r.Name] = true
	}
	for _, n := range (&table.Set{}).Tables() {
		names[n.Name] = true
		for _, c := range n.Columns() {
			names[n.Name+"."+c.Name] = true
		}
	}
	for _, section := range []string{"recall", "runs", "findings", "usage", "ledger"} {
		names[section] = true
	}
	return names
}

// readOf is fields with the columns that take them, as "`run_end.status` → `runs.status`".
// seen takes note of them.
func readOf(refs string, seen map[string]bool) (string, error) {
	var out []string
	kind := ""
	for _, ref := range strings.Fields(refs) {
		if strings.Contains(ref, "/") {
			at := strings.LastIndex(ref, ".")
			if format, rest, ok := strings.Cut(ref, "/"); ok { // kinds may have dots of their own
				if n := kindPrefix(format, rest); n != "" {
					at = len(format) + 1 + len(n)
				}
			}
			kind, ref = ref[:at], ref[at+1:]
		}
		full := kind + "." + ref
		if prefix, field, nested := cutLast(ref); nested {
			seen[kind+"."+prefix] = true
			kind, ref = kind+"."+prefix, field
			full = kind + "." + field
		}
		column, err := columnOf(full)
		if err != nil {
			return "", err
		}
		seen[full] = true
		_, short, _ := strings.Cut(full, "/")
		text := "`" + short + "`"
		if column != "" {
			text += " → `" + column + "`"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", "), nil
}

func cutLast(ref string) (prefix, field string, nested bool) {
	i := strings.LastIndex(ref, ".")
	if i < 0 {
		return "", ref, false
	}
	return ref[:i], ref[i+1:], true
}

// kindPrefix is the longest name of a kind of the format that the text begins with.
func kindPrefix(format, text string) (best string) {
	for _, s := range ingest.Systems {
		for _, f := range s.Formats {
			for _, k := range f.Kinds {
				if f.Name == format && strings.HasPrefix(text, k.Name+".") && len(k.Name) > len(best) {
					best = k.Name
				}
			}
		}
	}
	return best
}

// columnOf is the column that takes a field, as "runs.status"; "" where it goes elsewhere.
func columnOf(full string) (string, error) {
	format, rest, _ := strings.Cut(full, "/")
	name := kindPrefix(format, rest+".")
	fields := strings.Split(strings.TrimPrefix(rest, name+"."), ".")
	k := findKind(format, name)
	for i, key := range fields {
		if k == nil {
			return "", fmt.Errorf("there is no %s", full)
		}
		at := slices.IndexFunc(k.Fields, func(f record.Field) bool { return f.Key == key })
		if at < 0 {
			return "", fmt.Errorf("%s has no %s", k.Name, key)
		}
		f := k.Fields[at]
		if i == len(fields)-1 {
			if f.Column == "" {
				return "", nil
			}
			return k.Table + "." + f.Column, nil
		}
		k = f.Of
	}
	return "", fmt.Errorf("%s names no field", full)
}

func findKind(format, name string) *record.Kind {
	for _, s := range ingest.Systems {
		for _, f := range s.Formats {
			if f.Name == format {
				return record.Find(f.Kinds, name)
			}
		}
	}
	return nil
}

func kindOf(t *testing.T, ref string) *record.Kind {
	format, name, _ := strings.Cut(ref, "/")
	k := findKind(format, name)
	if k == nil {
		t.Fatalf("there is no %s", ref)
	}
	return k
}
