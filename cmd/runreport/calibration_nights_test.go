package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/unit/tier"
)

// calibration is a calibration repository as the playbook lays it out: benchmarks in
// repos/archive with a quality folder each, whose runs are archived before the next one
// starts, cycles with snapshots of the lists of bugs, and the cells of each cycle.
type calibration struct {
	t    *testing.T
	root string
}

// referenceBugs are the bugs that are known of each benchmark.
const referenceBugs = 8

var calibrated = []string{"chi-1.3.45", "express-1.3.50", "virtio-1.5.1"}

func bugEntry(n int) string {
	return fmt.Sprintf("### BUG-%03d: defect number %d of the %s\n\n- Severity: %s\n- Primary requirement: REQ-%03d\n- File: `src/part%d.go:%d-%d`\n- Status: confirmed\n",
		n, n, []string{"parser", "router", "cache", "writer"}[n%4], []string{"HIGH", "MEDIUM", "LOW"}[n%3], n, n, 10*n, 10*n+4)
}

func bugList(found []int) string {
	var b strings.Builder
	b.WriteString("# Bug Report\n\n")
	for _, n := range found {
		b.WriteString(bugEntry(n) + "\n")
	}
	return b.String()
}

func upTo(n int) (list []int) {
	for i := 1; i <= n; i++ {
		list = append(list, i)
	}
	return list
}

func (c calibration) quality(bench string) string {
	return filepath.Join(c.root, "repos", "archive", bench, "quality")
}

// reference writes the list that recall is measured against: an archived list alone.
func (c calibration) reference(bench string) {
	write(c.t, filepath.Join(c.quality(bench), "previous_runs", "20260201T000000Z", "quality", "BUGS.md"), bugList(upTo(referenceBugs)))
}

// archive moves what a run left in the quality folder to previous_runs, as the playbook
// does before the next run, and adds the run to RUN_INDEX.md.
func (c calibration) archive(bench string, started time.Time, verdict string, found int) {
	quality, stamp := c.quality(bench), started.Format("20060102T150405Z")
	to := filepath.Join(quality, "previous_runs", stamp, "quality")
	if err := os.MkdirAll(to, 0o755); err != nil {
		c.t.Fatal(err)
	}
	entries, err := os.ReadDir(quality)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "previous_runs" || e.Name() == "RUN_INDEX.md" {
			continue
		}
		if err := os.Rename(filepath.Join(quality, e.Name()), filepath.Join(to, e.Name())); err != nil {
			c.t.Fatal(err)
		}
	}
	index := filepath.Join(quality, "RUN_INDEX.md")
	text, err := os.ReadFile(index)
	if err != nil {
		text = []byte("# QPB RUN_INDEX\n\n| Run | QPB version | Role breakdown | Gate verdict | Bug count | Per-run INDEX |\n|---|---|---|---|---|---|\n")
	}
	write(c.t, index, string(text)+fmt.Sprintf("| %s | 1.5.6 | n/a | %s | %d | [INDEX.md](quality/previous_runs/%s/INDEX.md) |\n", stamp, verdict, found, stamp))
}

// ending is how a made-up run ends.
type ending struct{ runEnd, gate string }

var (
	passes  = ending{`"status":"success","total_findings":%d,"final_verdict":"pass"`, "pass"}
	fails   = ending{`"status":"success","total_findings":%d,"final_verdict":"fail"`, "fail"}
	blocked = ending{`"status":"success","active_bugs":%d,"release_recommendation":"BLOCK"`, "pass"}
)

// run writes a run with everything that the format wants of it by the end.
func (c calibration) run(bench, state string, start time.Time, found int, end ending) {
	var b strings.Builder
	at := start
	event := func(name, fields string, args ...any) {
		fmt.Fprintf(&b, `{"event":%q,"ts":%q%s}`+"\n", name, at.Format(time.RFC3339), fmt.Sprintf(fields, args...))
	}
	event("_index", `,"schema_version":"1.5.6","event_types":["_index","run_start","phase_start","pattern_walked","pass_started","pass_ended","finding_logged","artifact_written","gate_check","phase_end","run_end"],"benchmark":%q,"lever_state":%q,"started_at":%q`,
		bench, state, at.Format(time.RFC3339))
	event("run_start", `,"runner":"claude","playbook_version":"1.5.6","target_path":"."`)
	counts := []string{1: fmt.Sprintf(`"findings_total":%d,"patterns_walked":7`, found), 2: fmt.Sprintf(`"findings_promoted":%d,"findings_dropped":0`, found),
		3: fmt.Sprintf(`"bugs_identified":%d,"bug_writeups":%d`, found, found), 4: `"req_count":12,"uc_count":4,"passes_complete":4`,
		5: `"gate_checks_total":2,"gate_failures":0`, 6: fmt.Sprintf(`"bugs_md_count":%d,"gate_verdict":%q`, found, end.gate)}
	progress := fmt.Sprintf("# QPB Run Progress\n\n**Started:** %s **Benchmark:** %s **Lever:** %s\n**Runner:** claude **Playbook version:** 1.5.6\n\n## Phases\n", at.Format(time.RFC3339), bench, state)
	for phase := 1; phase <= 6; phase++ {
		at = at.Add(10 * time.Second)
		event("phase_start", `,"phase":%d`, phase)
		at = at.Add(4 * time.Minute)
		switch phase {
		case 1:
			for p := 1; p <= 7; p++ {
				event("pattern_walked", `,"phase":1,"pattern":%d,"findings_count":%d`, p, found/7)
			}
		case 3:
			for n := 1; n <= found; n++ {
				event("finding_logged", `,"phase":3,"finding_id":"BUG-%03d","category":"code-bug"`, n)
			}
		case 4:
			for _, pass := range []string{"A", "B", "C", "D"} {
				event("pass_started", `,"phase":4,"pass":%q`, pass)
				at = at.Add(time.Minute)
				event("pass_ended", `,"phase":4,"pass":%q`, pass)
			}
		case 5:
			event("gate_check", `,"phase":5,"gate_name":"entry_gate","verdict":"pass"`)
			event("gate_check", `,"phase":5,"gate_name":"tdd_closure","verdict":"pass"`)
		}
		event("phase_end", `,"phase":%d,"key_counts":{%s},"artifacts_produced":[]`, phase, counts[phase])
		progress += fmt.Sprintf("- [x] Phase %d — %s\n", phase, []string{1: "Explore", 2: "Generate", 3: "Code Review", 4: "Spec Audit", 5: "Reconciliation", 6: "Verify"}[phase])
	}
	at = at.Add(5 * time.Second)
	event("run_end", ","+end.runEnd, found)
	quality := c.quality(bench)
	files := map[string]string{"run_state.jsonl": b.String(), "PROGRESS.md": progress + "\n## Terminal Gate Verification\n\nBUG tracker reconciles.\n", "BUGS.md": bugList(upTo(found)),
		"EXPLORATION.md": "# Exploration\n\n## Open Exploration Findings\n" + strings.Repeat("text\n", 130), "test_functional.go": "x",
		"code_reviews/one.md": "# Review\n", "spec_audits/2026-triage.md": "# Triage\n", "spec_audits/2026-auditor-1.md": "# Audit\n"}
	for _, name := range []string{"REQUIREMENTS", "QUALITY", "CONTRACTS", "COVERAGE_MATRIX", "COMPLETENESS_REPORT", "RUN_CODE_REVIEW", "RUN_INTEGRATION_TESTS", "RUN_SPEC_AUDIT", "RUN_TDD_TESTS"} {
		files[name+".md"] = "# " + name + "\n"
	}
	var tdd []string
	for n := 1; n <= found; n++ {
		id := fmt.Sprintf("BUG-%03d", n)
		files["patches/"+id+"-regression-test.patch"], files["writeups/"+id+".md"], files["results/"+id+".red.log"] = "x", "# "+id+"\n", "RED\nExit: 1\n"
		tdd = append(tdd, fmt.Sprintf(`{"id":%q,"requirement":"REQ-%03d","red_phase":"fail","green_phase":"skipped","verdict":"confirmed open"}`, id, n))
	}
	files["results/tdd-results.json"] = `{"schema_version":"1.1","skill_version":"1.5.6","date":"` + start.Format(time.DateOnly) + `","project":"` + bench + `","bugs":[` + strings.Join(tdd, ",") + `],"summary":{}}`
	files["results/quality-gate.log"] = "=== Quality Gate — Post-Run Validation ===\nVersion:    1.5.6\nTotal: 0 FAIL, 0 WARN\nRESULT: GATE PASSED\n"
	if end.gate == "fail" {
		files["results/quality-gate.log"] = "=== Quality Gate — Post-Run Validation ===\nVersion:    1.5.6\n  FAIL: BUG-002.green.log is missing\nTotal: 1 FAIL, 0 WARN\nRESULT: GATE FAILED — 1 substantive issue(s) must be fixed\n"
	}
	for name, text := range files {
		write(c.t, filepath.Join(quality, filepath.FromSlash(name)), text)
	}
}

// night is one night: a cycle over all benchmarks, with what each found before the lever
// and behind it, and how the run behind it ended.
type night struct {
	day     int
	before  int
	after   int
	verdict string
	ends    map[string]ending // by benchmark; else it passes
}

// write adds the night to the repository.
func (c calibration) write(n night) {
	name := fmt.Sprintf("2026-03-%02d-lever-%d", n.day, n.day)
	cycle := filepath.Join(c.root, "Calibration Cycles", name)
	start := time.Date(2026, 3, n.day, 20, 0, 0, 0, time.UTC)
	var log strings.Builder
	event := func(at time.Time, name, fields string, args ...any) {
		fmt.Fprintf(&log, `{"event":%q,"ts":%q,%s}`+"\n", name, at.Format(time.RFC3339), fmt.Sprintf(fields, args...))
	}
	event(start, "_index", `"schema_version":"1.5.6","event_types":["_index","cycle_start","benchmark_start","benchmark_end","lever_change_applied","lever_change_reverted","cycle_end"],"cycle_name":%q,"lever_under_test":"lever-1","benchmarks":["%s"],"iteration":1`,
		name, strings.Join(calibrated, `","`))
	event(start, "cycle_start", `"hypothesis":"it finds more","noise_floor_threshold":0.05`)
	measure := func(at time.Time, bench, state string, found int) {
		ids := func(from, to int) string {
			var list []string
			for i := from; i <= to; i++ {
				list = append(list, fmt.Sprintf(`"BUG-%03d"`, i))
			}
			return strings.Join(list, ",")
		}
		event(at, "benchmark_end", `"benchmark":%q,"lever_state":%q,"recall":%.4f,"bugs_found":[%s],"bugs_missed":[%s],"historical_baseline_path":"repos/archive/%s/quality/previous_runs/20260201T000000Z/quality/BUGS.md"`,
			bench, state, float64(found)/referenceBugs, ids(1, found), ids(found+1, referenceBugs), bench)
	}
	at := start
	one := func(bench, state, run string, found int, end ending) {
		at = at.Add(time.Minute)
		if _, err := os.Stat(filepath.Join(c.quality(bench), "run_state.jsonl")); err == nil {
			c.archive(bench, c.startOf(bench), "pass", found)
		}
		event(at, "benchmark_start", `"benchmark":%q,"lever_state":%q`, bench, state)
		at = at.Add(time.Second)
		c.run(bench, run, at, found, end)
		at = at.Add(40 * time.Minute)
		measure(at, bench, state, found)
	}
	for _, bench := range calibrated {
		one(bench, "pre-lever", "pre-lever", n.before, passes)
	}
	event(at, "lever_change_applied", `"lever_id":"lever-1","files_changed":["references/patterns.md"],"commit_sha":"abc%d","description":"cap"`, n.day)
	for _, bench := range calibrated {
		end, ok := n.ends[bench]
		if !ok {
			end = passes
		}
		one(bench, "post-lever", "post-lever", n.after, end)
		write(c.t, filepath.Join(cycle, "post-lever-snapshots", bench+".md"), bugList(upTo(n.after)))
	}
	if n.verdict == "revert" {
		event(at, "lever_change_reverted", `"files_changed":["references/patterns.md"],"commit_sha":"def%d"`, n.day)
	}
	each := func(v float64) string {
		var list []string
		for _, bench := range calibrated {
			list = append(list, fmt.Sprintf("%q:%.4f", bench, v))
		}
		return "{" + strings.Join(list, ",") + "}"
	}
	b, a := float64(n.before)/referenceBugs, float64(n.after)/referenceBugs
	event(at, "cycle_end", `"verdict":%q,"recall_before":%s,"recall_after":%s,"delta":%s,"cross_benchmark_check":{"clean":true,"regressions":[]}`, n.verdict, each(b), each(a), each(a-b))
	write(c.t, filepath.Join(cycle, "run_state.jsonl"), log.String())
	write(c.t, filepath.Join(cycle, "audit.md"), "# Cycle audit\n\nVerdict: "+n.verdict+"\n")
}

// startOf is when the run in the live quality folder began, by its log.
func (c calibration) startOf(bench string) time.Time {
	text, err := os.ReadFile(filepath.Join(c.quality(bench), "run_state.jsonl"))
	if err != nil {
		c.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `"ts":"`)
	at, err := time.Parse(time.RFC3339, rest[:len("2006-01-02T15:04:05Z")])
	if err != nil {
		c.t.Fatal(err)
	}
	return at
}

// TestCalibrationNights builds the report of a calibration repository after each of five
// nights: every run has the result that its log tells, the gate says the same, and nothing
// is found that only tells of how the playbook archives.
func TestCalibrationNights(t *testing.T) {
	tier.Seconds(t)
	nights := []night{
		{day: 2, before: 5, after: 7, verdict: "ship"},
		{day: 3, before: 7, after: 7, verdict: "revert", ends: map[string]ending{"express-1.3.50": fails}},
		{day: 4, before: 7, after: 7, verdict: "revert"},
		{day: 5, before: 7, after: 7, verdict: "revert", ends: map[string]ending{"virtio-1.5.1": blocked}},
		{day: 6, before: 7, after: 8, verdict: "ship"},
	}
	for _, way := range []struct {
		name    string
		history bool
	}{{"read anew", false}, {"with a history", true}} {
		t.Run(way.name, func(t *testing.T) {
			c := calibration{t, filepath.Join(t.TempDir(), "calibration")}
			for _, bench := range calibrated {
				c.reference(bench)
			}
			history, before := filepath.Join(t.TempDir(), "history"), ""
			wrong := map[string]string{} // runs that did not pass, with their reason, by benchmark and start date
			for i, n := range nights {
				c.write(n)
				for bench, end := range n.ends {
					reason := "final_verdict: fail"
					if end == blocked {
						reason = "release_recommendation: BLOCK, 7 active bugs"
					}
					wrong[fmt.Sprintf("%s 2026-03-%02d", bench, n.day)] = reason
				}
				args := []string{c.root, "--format", "json"}
				if way.history {
					args = append(args, "--history", history)
				}
				if before != "" {
					args = append(args, "--baseline", before)
				}
				dir := build(t, args...)
				before = dir
				checkNight(t, dir, 2*len(calibrated)*(i+1), len(n.ends) > 0, wrong)
			}
		})
	}
}

func checkNight(t *testing.T, dir string, runs int, failed bool, wrong map[string]string) {
	t.Helper()
	d := dataOf(t, dir)
	if len(d.Runs) != runs {
		t.Errorf("%d runs, want %d", len(d.Runs), runs)
	}
	seen := 0
	for _, r := range d.Runs {
		reason, bad := wrong[r.Subject+" "+r.StartedAt.Format(time.DateOnly)]
		bad = bad && r.Variant == "post-lever"
		switch {
		case bad && (r.Result != "failed" || !strings.HasPrefix(r.Reason, reason)):
			t.Errorf("%s: %s (%s), want failed by %s", r.Unit, r.Result, r.Reason, reason)
		case !bad && r.Result != "passed":
			t.Errorf("%s: %s (%s), want passed", r.Unit, r.Result, r.Reason)
		}
		if bad {
			seen++
		}
	}
	if seen != len(wrong) {
		t.Errorf("%d runs that did not pass, want %d", seen, len(wrong))
	}
	for _, f := range d.Findings {
		t.Errorf("finding %s in %s: %s, expected %s", f.Code, f.File, f.Seen, f.Expected)
	}
	code, rules := rulesOf(t, dir, "--no-config")
	var broken []string
	for name, r := range rules {
		if r.Status == "fail" {
			broken = append(broken, name)
		}
	}
	slices.Sort(broken)
	want, exit := []string(nil), exitOK
	if failed {
		want, exit = []string{"failed-run"}, exitFailed
	}
	if !slices.Equal(broken, want) || code != exit {
		t.Errorf("the gate fails on %v and ends with %d, want %v and %d", broken, code, want, exit)
	}
}

// dataOf reads the summary of a report as the program does.
func dataOf(t *testing.T, dir string) *report.Data {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, _, err := report.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
