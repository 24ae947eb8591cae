package run_test

import (
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// What a log and the documents beside it say of one run, each difference beside what is none. The
// run began at 09:00, ended phase 1 at 09:10 and itself at 09:30.
func TestLogAgainstDocuments(t *testing.T) {
	progress := func(lines ...string) map[string]string {
		text := "# Quality Playbook Progress\n\n" + strings.Join(lines, "\n") + "\n\n"
		if !strings.Contains(text, "- [") {
			text += "## Phases\n- [x] Phase 1 - Explore\n"
		}
		return map[string]string{"PROGRESS.md": text}
	}
	metadata := func(fields string) map[string]string {
		return map[string]string{"results/run-2026-03-02T09-00-00.json": `{"skill_version":"1.5.6","runner":"claude","start_time":"2026-03-02T09:00:00Z","phases_completed":[1],` + fields + `}`}
	}
	bugs := func(list string, more map[string]string) map[string]string {
		files := map[string]string{"BUGS.md": "# Bugs\n\n### BUG-001: a\n\n### BUG-002: b\n"}
		if list != "" {
			files["PROGRESS.md"] = "# Quality Playbook Progress\n\n## Phases\n- [x] Phase 1 - Explore\n\n## Cumulative BUG tracker\n\n| ID | Severity |\n|---|---|\n" + list
		}
		for name, text := range more {
			files[name] = text
		}
		return files
	}
	tdd := func(ids ...string) string {
		var all []string
		for _, id := range ids {
			all = append(all, `{"id":"`+id+`","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}`)
		}
		return `{"schema_version":"1.1","skill_version":"1.5.6","bugs":[` + strings.Join(all, ",") + `],"summary":{}}`
	}
	manifest := func(ids ...string) string {
		var all []string
		for _, id := range ids {
			all = append(all, `{"id":"`+id+`","title":"a","severity":"HIGH","disposition":"code-fix"}`)
		}
		return `{"schema_version":"1.5.6","generated_at":"2026-03-02T10:00:00Z","records":[` + strings.Join(all, ",") + `]}`
	}
	code := []string{`{"event":"documentation_state","ts":"2026-03-02T09:00:02Z","state":"code_only","reason":"empty"}`}
	aborted := []string{`{"event":"aborted_missing_docs","ts":"2026-03-02T09:00:02Z","reason":"empty"}`}
	found := func(ids ...string) (lines []string) {
		for _, id := range ids {
			lines = append(lines, `{"event":"finding_logged","ts":"2026-03-02T09:05:00Z","phase":1,"finding_id":"`+id+`","category":"code-bug"}`)
		}
		return lines
	}
	for _, c := range []struct {
		name string
		log  []string // beside its phases
		docs map[string]string
		want string // "" where they agree
	}{
		{"the version", nil, progress("Playbook version: v1.5.6", "Skill version: 1.5.6"), ""},
		{"another version", nil, progress("Playbook version: 1.5.7"), "playbook version: the log says 1.5.6; PROGRESS.md says 1.5.7"},
		{"two other versions", nil, progress("Playbook version: 1.5.6", "Skill version: 1.6"), "PROGRESS.md says 1.5.6; PROGRESS.md (skill) says 1.6"},
		{"another version of the skill", nil, progress("Skill version: 1.6"), "playbook version: the log says 1.5.6; PROGRESS.md (skill) says 1.6"},
		{"the runner in other words", nil, progress("Runner: Claude Code (by hand)"), ""},
		{"another runner", nil, progress("Runner: codex"), "runner: the log says claude; PROGRESS.md says codex"},
		{"another runner, then the log's in other words", nil, map[string]string{
			"PROGRESS.md": progress("Runner: codex")["PROGRESS.md"],
			"results/run.json": `{"skill_version":"1.5.6","runner":"Claude Code",` +
				`"start_time":"2026-03-02T09:00:00Z","phases_completed":[1]}`},
			"runner: the log says claude; PROGRESS.md says codex; run metadata says Claude Code"},
		{"a version that is not known", nil, progress("Skill version: unknown"), ""},
		{"the benchmark in capitals", nil, progress("Benchmark: HARBOR-2.1 (again)"), ""},
		{"the lever and more", nil, progress("Lever: Baseline (by hand)"), ""},

		{"the start", nil, progress("Started: 2026-03-02T09:00:59Z"), ""},
		{"a minute off", nil, progress("Started: 2026-03-02T09:01:00Z"), ""},
		{"more than a minute", nil, progress("Started: 2026-03-02T09:01:01Z"), "start in PROGRESS.md: the log says 2026-03-02T09:00:00Z; PROGRESS.md says 2026-03-02T09:01:01Z, 1m1s apart"},
		{"before it", nil, progress("Started: 2026-03-02T08:58:59Z"), "1m1s apart"},
		{"the date alone", nil, progress("Started: 2026-03-02"), ""},
		{"another date", nil, progress("Started: 2026-03-03"), "start in PROGRESS.md: the log says 2026-03-02T09:00:00Z; PROGRESS.md says 2026-03-03"},
		{"no date at all", nil, progress("Started: yesterday"), ""},
		{"the end", nil, metadata(`"end_time":"2026-03-02T09:30:30Z"`), ""},
		{"another end", nil, metadata(`"end_time":"2026-03-02T09:40:00Z"`), "end in run metadata: the log says 2026-03-02T09:30:00Z; run metadata says 2026-03-02T09:40:00Z, 10m0s apart"},
		{"an end in the form of the archive", nil, metadata(`"end_time":"20260302-093000"`), ""},

		{"the phases", nil, progress("- [x] Phase 1 - Explore", "- [ ] Phase 2 - Generate"), ""},
		{"one more phase", nil, progress("- [x] Phase 1 - Explore", "- [x] Phase 2 - Generate"), "ended phases: the log says 1; PROGRESS.md says 1, 2"},
		{"no phase", nil, progress("- [ ] Phase 1 - Explore"), "ended phases: the log says 1; PROGRESS.md says none"},
		{"a phase behind the sixth", nil, progress("- [x] Phase 1 - Explore", "- [x] Phase 7 - Present"), ""},
		{"the end of a phase", nil, progress("- [x] Phase 1 - Explore (completed 2026-03-02T09:11:00Z)"), ""},
		{"another end of a phase", nil, progress("- [x] Phase 1 - Explore (completed 2026-03-02T09:11:01Z)"), "end of phase 1: the log says 2026-03-02T09:10:00Z"},

		{"code only", code, progress("Documentation state: code_only (none)"), ""},
		{"with documents", code, progress("Documentation state: with_docs"), "documentation state: the log says code_only; PROGRESS.md says with_docs"},
		{"by an earlier name", code, progress("With docs: no (none)"), ""},
		{"by an earlier name, with documents", code, progress("With docs: yes"), "documentation state: the log says code_only; PROGRESS.md says with_docs"},
		{"not at all", code, progress("Runner: claude"), "documentation state: the log says code_only; PROGRESS.md says nothing"},
		{"code only, which the log does not say", nil, progress("Documentation state: code_only"), "documentation state: the log says nothing, so with documents; PROGRESS.md says code_only"},
		{"an abort", aborted, progress("ERROR: aborted_missing_docs: reference_docs/ empty"), ""},
		{"an abort that is not told", aborted, progress("Runner: claude"), "abort: the log says aborted_missing_docs; PROGRESS.md says no ERROR line"},

		{"the bugs", nil, bugs("| BUG-001 | LOW |\n| BUG-002 | LOW |\n", nil), ""},
		{"candidates are no bugs", nil, bugs("| BUG-001 | LOW |\n| BUG-002 | LOW |\n| CB-003 | LOW |\n", nil), ""},
		{"one less", nil, bugs("| BUG-001 | LOW |\n", nil), "number of bugs: BUGS.md says 2; the tracker in PROGRESS.md says 1"},
		{"as many others", nil, bugs("| BUG-001 | LOW |\n| BUG-003 | LOW |\n", nil), "bugs of the tracker: BUGS.md alone says BUG-002; the tracker alone says BUG-003"},
		{"the bugs of the tests", nil, bugs("", map[string]string{"results/tdd-results.json": tdd("BUG-001", "BUG-002")}), ""},
		{"fewer tests", nil, bugs("", map[string]string{"results/tdd-results.json": tdd("BUG-002")}), "bugs of tdd-results.json: BUGS.md alone says BUG-001; tdd-results.json alone says none"},
		{"fewer tests, by their number", nil, bugs("", map[string]string{"results/tdd-results.json": tdd("BUG-002")}), "number of bugs: BUGS.md says 2; tdd-results.json says 1"},
		{"the bugs of the manifest", nil, bugs("", map[string]string{"bugs_manifest.json": manifest("BUG-001", "BUG-002")}), ""},
		{"fewer in the manifest", nil, bugs("", map[string]string{"bugs_manifest.json": manifest("BUG-001")}), "number of bugs: BUGS.md says 2; bugs_manifest.json says 1"},
		{"as many others in the manifest", nil, bugs("", map[string]string{"bugs_manifest.json": manifest("BUG-001", "BUG-003")}),
			"bugs of bugs_manifest.json: BUGS.md alone says BUG-002; bugs_manifest.json alone says BUG-003"},
		{"the number alone", nil, bugs("", metadata(`"bug_count":2`)), ""},
		{"another number", nil, bugs("", metadata(`"bug_count":3`)), "number of bugs: BUGS.md says 2; run metadata says 3"},
		{"what the log found", found("BUG-001", "BUG-002", "BUG-001"), bugs("", nil), ""},
		{"what the log found, and candidates", found("BUG-001", "BUG-002", "CB-003"), bugs("", nil), ""},
		{"more than the log found", found("BUG-001"), bugs("", nil), "number of bugs: BUGS.md says 2; finding_logged says 1"},
		{"less than the log found", found("BUG-001", "BUG-002", "BUG-003"), bugs("", nil), "number of bugs: BUGS.md says 2; finding_logged says 3"},
		{"the log of a test", nil, bugs("", map[string]string{"results/tdd-results.json": tdd("BUG-001", "BUG-002"), "results/BUG-001.red.log": "RED\nExit: 1\n"}), ""},
		{"another log of a test", nil, bugs("", map[string]string{"results/tdd-results.json": tdd("BUG-001", "BUG-002"), "results/BUG-001.red.log": "GREEN\nExit: 0\n"}),
			"test of BUG-001, red phase: tdd-results.json says fail; BUG-001.red.log says GREEN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := append([]string{playbooktest.Head, playbooktest.At("phase_start", "1", 1)}, c.log...)
			log = append(log, playbooktest.At("phase_end", "1", 10), `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success"}`)
			files := map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(log...)}
			for name, text := range c.docs {
				files["harbor/quality/"+name] = text
			}
			l := playbooktest.Load(t, files)
			if c.want == "" {
				l.Quiet(t, "companion_disagrees")
			} else {
				l.Want(t, "companion_disagrees|"+c.want)
			}
		})
	}
}

// What single events say: time that goes back, errors, and gates that were checked again.
func TestEventsOfARun(t *testing.T) {
	check := func(minute, name, verdict string) string {
		return `{"event":"gate_check","ts":"2026-03-02T09:` + minute + `:00Z","phase":1,"gate_name":"` + name + `","verdict":"` + verdict + `"}`
	}
	failure := func(minute, fields string) string {
		return `{"event":"error","ts":"2026-03-02T09:` + minute + `:00Z","phase":1,"message":"no room"` + fields + `}`
	}
	one := playbooktest.At("phase_start", "1", 1)
	for _, c := range []struct {
		name string
		log  []string
		want string   // a finding; "" for none of these
		none []string // codes that must not be there
	}{
		{"time that goes on", []string{one, playbooktest.At("phase_end", "1", 1)}, "", []string{"out_of_order_ts"}},
		{"time that goes back", []string{playbooktest.At("phase_start", "1", 2), playbooktest.At("phase_end", "1", 1)}, "out_of_order_ts|time goes back: 09:01:00 after 09:02:00", nil},
		{"an error that is not recoverable", []string{one, failure("02", `,"recoverable":false`)}, "unrecoverable_error|no room", nil},
		{"an error that is", []string{one, failure("02", `,"recoverable":true`)}, "", []string{"unrecoverable_error"}},
		{"an error that does not say", []string{one, failure("02", ``)}, "", []string{"unrecoverable_error"}},
		{"a phase that starts twice", []string{one, playbooktest.At("phase_start", "1", 2)}, "duplicate_phase_marker|phase 1 starts twice", nil},
		{"a phase that ends twice", []string{one, playbooktest.At("phase_end", "1", 2), playbooktest.At("phase_end", "1", 3)}, "duplicate_phase_marker|phase 1 ends twice", nil},
		{"phases in turn", []string{one, playbooktest.At("phase_end", "1", 2), playbooktest.At("phase_start", "2", 3)}, "", []string{"phase_order", "duplicate_phase_marker"}},
		{"a phase within another", []string{one, playbooktest.At("phase_start", "2", 3)}, "phase_order|phase 2 starts while phase 1 has not ended", nil},
		{"a phase behind a later one", []string{playbooktest.At("phase_start", "2", 1), playbooktest.At("phase_end", "2", 2), playbooktest.At("phase_start", "1", 3)},
			"phase_order|phase 1 starts behind phase 2", nil},
		{"a record behind the end", []string{`{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success"}`, playbooktest.At("phase_start", "1", 31)}, "after_run_end|phase_start", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(c.log...)})
			if c.want != "" {
				l.Want(t, c.want)
			}
			if len(c.none) > 0 {
				l.Quiet(t, c.none...)
			}
		})
	}
	for _, c := range []struct {
		name   string
		checks []string
		failed string // the reason of the run
	}{
		{"failed", []string{check("02", "lint", "fail")}, "gate lint: fail"},
		{"failed and passed", []string{check("02", "lint", "fail"), check("03", "lint", "pass")}, ""},
		{"passed and failed", []string{check("02", "lint", "pass"), check("03", "lint", "fail")}, "gate lint: fail"},
		{"failed without a name, and passed", []string{check("02", "", "fail"), check("03", "", "pass")}, "fail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := append([]string{one}, c.checks...)
			log = append(log, playbooktest.At("phase_end", "1", 10), `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success","final_verdict":"fail"}`)
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(log...)})
			if got := l.Set.Runs.Reason.At(0); !strings.Contains(got, c.failed) || c.failed == "" && got != "final_verdict: fail" {
				t.Errorf("the reason is %q", got)
			}
		})
	}
}

// Why a run failed whose end gives no verdict: as the end says, else by the error that ended it,
// by a gate that failed, and by the last error.
func TestWhyARunFailed(t *testing.T) {
	failure := func(minute, fields string) string {
		return `{"event":"error","ts":"2026-03-02T09:` + minute + `:00Z","message":"no room at ` + minute + `"` + fields + `}`
	}
	gate := func(name, verdict string) string {
		return `{"event":"gate_check","ts":"2026-03-02T09:05:00Z","gate_name":"` + name + `","verdict":"` + verdict + `"}`
	}
	const stated = `,"reason":"out of budget"`
	for _, c := range []struct {
		name string
		log  []string
		end  string
		want string
	}{
		{"nothing is said", nil, "", "status: failed"},
		{"the end says why", []string{failure("02", `,"recoverable":false`), gate("lint", "fail")}, stated, "status: failed; out of budget"},
		{"an error that it could not recover from", []string{failure("02", `,"recoverable":false`), failure("03", ""), gate("lint", "fail")}, "", "status: failed; no room at 02"},
		{"a gate", []string{failure("02", ""), gate("lint", "fail")}, "", "status: failed; gate lint: fail"},
		{"the first of two gates", []string{gate("lint", "fail"), gate("tests", "fail")}, "", "status: failed; gate lint: fail"},
		{"a gate that passed", []string{gate("lint", "fail"), gate("lint", "pass"), failure("02", "")}, "", "status: failed; no room at 02"},
		{"the last of two errors", []string{failure("02", ""), failure("03", "")}, "", "status: failed; no room at 03"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := append(c.log, `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"failed"`+c.end+`}`)
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(log...)})
			if got := l.Set.Runs.Reason.At(0); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Logs without a header are copies of each other where they begin alike: with one record in one
// benchmark, with three in two.
func TestCopiesWithoutAHeader(t *testing.T) {
	all := []string{playbooktest.At("phase_start", "1", 1), playbooktest.At("phase_end", "1", 2), playbooktest.At("phase_start", "2", 3), playbooktest.At("phase_end", "2", 4)}
	other := []string{playbooktest.At("phase_start", "1", 31), playbooktest.At("phase_end", "1", 32), playbooktest.At("phase_start", "2", 33), playbooktest.At("phase_end", "2", 34)}
	for same, want := range map[int]struct{ here, elsewhere int }{1: {1, 2}, 2: {1, 2}, 3: {1, 1}, 4: {1, 1}} {
		second := append(append([]string{}, all[:same]...), other[same:]...)
		for folder, runs := range map[string]int{"harbor/quality/archive/run_state.jsonl": want.here, "till/quality/run_state.jsonl": want.elsewhere} {
			l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(all...), folder: playbooktest.Lines(second...)})
			if got := l.Set.Runs.Len(); got != runs {
				t.Errorf("%d records in common, in %s: %d runs, want %d", same, folder, got, runs)
			}
		}
	}
}
