package analyze_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze"
	"runreport/analyze/report"
	"runreport/ingest"
)

// entry is a bug as somebody writes it into a list.
type entry struct{ id, title, file, lines string }

// The ways in which lists are written.
func headings(bugs []entry) string {
	var b strings.Builder
	b.WriteString("# Bug Report\n\n## Summary\n\nSome bugs.\n\n")
	for _, e := range bugs {
		fmt.Fprintf(&b, "### %s: %s\n\n- Severity: HIGH\n- File: `%s:%s`\n\n", e.id, e.title, e.file, e.lines)
	}
	return b.String()
}

func dashes(bugs []entry) string {
	var b strings.Builder
	b.WriteString("# Confirmed Bugs\n\n")
	for _, e := range bugs {
		fmt.Fprintf(&b, "### %s — %s\n\n- **Severity:** LOW · **Source:** code review · **File:** `%s:%s`\n\n", e.id, e.title, e.file, e.lines)
	}
	return b.String()
}

func rows(bugs []entry) string {
	var b strings.Builder
	b.WriteString("# Bugs\n\n| ID | Title | Location | Severity |\n|---|---|---|---|\n")
	for _, e := range bugs {
		fmt.Fprintf(&b, "| %s | %s | `%s:%s` | HIGH |\n", e.id, e.title, e.file, e.lines)
	}
	return b.String()
}

func manifest(bugs []entry) string {
	var records []string
	for _, e := range bugs {
		records = append(records, fmt.Sprintf(`{"id":%q,"req_id":"REQ-001","severity":"high","disposition":"code-fix","file":%q,"line":%q,"covers":[]}`, e.id, e.file, e.lines))
	}
	return `{"schema_version":"1.5.6","generated_at":"2026-05-01T10:00:00Z","records":[` + strings.Join(records, ",") + `]}`
}

// The bugs of two made-up benchmarks, and what runs wrote about them.
var (
	harbor = []entry{
		{"BUG-001", "Crane swings back when the brake is released", "pier/crane.go", "10-20"},
		{"BUG-002", "Berth is assigned twice", "pier/berth.go", "40-45"},
		{"BUG-003", "Tide table is read in local time", "tide/table.go", "7"},
		{"BUG-004", "Empty manifest is accepted", "cargo/manifest.go", "100-120"},
		{"BUG-005", "Fog signal never stops", "signal/fog.go", "3-9"},
	}
	harborPre = []entry{
		{"BUG-001", "One berth goes to two ships", "pier/berth.go", "41"},
		{"BUG-002", "The crane swings back on brake release", "pier/crane.go", "12-18"},
		{"BUG-003", "Local time is used to read the tide table", "tide/table.go", "90-95"},
		{"BUG-004", "Pilot is called too early", "pilot/call.go", "5"},
	}
	harborPost = []entry{
		{"BUG-001", "The crane swings back on brake release", "pier/crane.go", "21-24"},
		{"BUG-002", "Manifest without cargo passes", "cargo/manifest.go", "110"},
	}
	router = []entry{
		{"BUG-H1", "Trailing slash changes the route", "route/path.go", "5-9"},
		{"BUG-M2", "Empty method gives 405", "route/method.go", "30"},
	}
	routerPre = []entry{{"BUG-001", "A trailing slash picks another route", "route/path.go", "6"}}
)

// written is a folder of made-up logs, by path.
type written map[string]string

// run adds a run of a benchmark with its log and its list of bugs.
func (w written) run(folder, benchmark, state, clock, runner, bugs string) {
	w[folder+"/quality/run_state.jsonl"] = strings.ReplaceAll(`{"event":"_index","ts":"@:00Z","schema_version":"1.5.6","event_types":["_index","run_start","run_end"],"benchmark":"`+benchmark+`","lever_state":"`+state+`","started_at":"@:00Z"}
{"event":"run_start","ts":"@:01Z","runner":"`+runner+`","playbook_version":"1.5.6","target_path":"."}
{"event":"run_end","ts":"@:59Z","status":"success","total_findings":1,"final_verdict":"pass"}
`, "@", "2026-05-02T"+clock)
	w[folder+"/quality/BUGS.md"] = bugs
}

// cycleLog is the log of a cycle with both benchmarks.
const cycleLog = `{"event":"_index","ts":"2026-05-02T08:00:00Z","schema_version":"1.5.6","event_types":["_index","cycle_start","benchmark_start","benchmark_end","cycle_end"],"cycle_name":"2026-05-02-brake","lever_under_test":"lever-1","benchmarks":["harbor-2.1","router-1.4"],"iteration":1}
{"event":"cycle_start","ts":"2026-05-02T08:00:01Z","hypothesis":"a wider search finds more","noise_floor_threshold":0.05}
{"event":"benchmark_start","ts":"2026-05-02T08:01:00Z","benchmark":"harbor-2.1","lever_state":"pre-lever"}
{"event":"benchmark_end","ts":"2026-05-02T09:00:00Z","benchmark":"harbor-2.1","lever_state":"pre-lever","recall":0.6,"bugs_found":["BUG-001","BUG-002","BUG-003"],"bugs_missed":["BUG-004","BUG-005"],"historical_baseline_path":"/home/somebody/jobs/archive/harbor-2.1/quality/BUGS.md"}
{"event":"benchmark_start","ts":"2026-05-02T09:01:00Z","benchmark":"router-1.4","lever_state":"pre-lever"}
{"event":"benchmark_end","ts":"2026-05-02T09:30:00Z","benchmark":"router-1.4","lever_state":"pre-lever","recall":1.0,"bugs_found":["BUG-H1","BUG-M2"],"bugs_missed":[],"historical_baseline_path":"archive/router-1.4/quality/BUGS.md"}
{"event":"benchmark_start","ts":"2026-05-02T10:01:00Z","benchmark":"harbor-2.1","lever_state":"post-lever"}
{"event":"benchmark_end","ts":"2026-05-02T11:00:00Z","benchmark":"harbor-2.1","lever_state":"post-lever","recall":0.4,"bugs_found":["BUG-001","BUG-004"],"bugs_missed":["BUG-002","BUG-003","BUG-005"],"historical_baseline_path":"/home/somebody/jobs/archive/harbor-2.1/quality/BUGS.md"}
{"event":"benchmark_start","ts":"2026-05-02T11:01:00Z","benchmark":"router-1.4","lever_state":"post-lever"}
{"event":"benchmark_end","ts":"2026-05-02T11:30:00Z","benchmark":"router-1.4","lever_state":"post-lever","recall":0.5,"bugs_found":["BUG-H1"],"bugs_missed":["BUG-M2"],"historical_baseline_path":"archive/router-1.4/quality/BUGS.md"}
{"event":"cycle_end","ts":"2026-05-02T12:00:00Z","verdict":"revert","recall_before":{"harbor-2.1":0.6,"router-1.4":1.0},"recall_after":{"harbor-2.1":0.4,"router-1.4":0.5},"delta":{"harbor-2.1":-0.2,"router-1.4":-0.5},"cross_benchmark_check":{"clean":false,"regressions":["harbor-2.1/BUG-002"]}}
`

// somebodysCycle is a cycle with the logs of three of its four runs.
func somebodysCycle() written {
	w := written{
		"Calibration Cycles/2026-05-02-brake/run_state.jsonl": cycleLog,
		"archive/harbor-2.1/quality/BUGS.md":                  headings(harbor),
		"archive/router-1.4/quality/BUGS.md":                  dashes(router),
	}
	w.run("runs/harbor-pre", "harbor-2.1", "pre-lever", "08:02", "claude", headings(harborPre))
	w.run("runs/harbor-post", "harbor-2.1", "post-lever", "10:02", "codex", dashes(harborPost))
	w.run("runs/router-pre", "router-1.4", "pre-lever", "09:02", "claude", rows(routerPre))
	return w
}

// analysed writes the files, reads them and makes their report.
func analysed(t *testing.T, w written) *report.Report {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "nightly")
	for name, content := range w {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyze.Build(context.Background(), read.Tables, analyze.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// recalls says what was recomputed for each measurement: "harbor-2.1 pre 3 of 5 agree".
func recalls(r *report.Report) []string {
	var out []string
	for _, c := range r.Data.Cycles {
		for _, b := range c.Benchmarks {
			for _, side := range []struct {
				name string
				runs []report.RecallRun
			}{{"pre", b.RecallPre.Runs}, {"post", b.RecallPost.Runs}} {
				for _, m := range side.runs {
					s := b.Benchmark + " " + side.name + " " + m.Unlinked
					if x := m.Recomputed; x != nil {
						s += fmt.Sprintf("%d of %d %s%s", x.Num, x.Den, x.Check, x.Value.Reason)
					}
					out = append(out, s)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestRecallFromFiles(t *testing.T) {
	r := analysed(t, somebodysCycle())
	want := []string{
		"harbor-2.1 post 2 of 5 agree",
		"harbor-2.1 pre 3 of 5 agree",
		"router-1.4 post no_run_in_window",
		"router-1.4 pre 1 of 2 differ",
	}
	if got := recalls(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var seen []string
	for _, f := range r.Data.Findings {
		if f.Code == "setup_differs" || f.Code == "recall_differs_from_bug_lists" {
			seen = append(seen, f.Seen+"; "+f.Expected)
		}
	}
	if want := []string{"router-1.4 pre-lever: recall 1.0; 1 of 2 by the bug lists", "harbor-2.1: runner claude before, codex after; one runner, model and version"}; !slices.Equal(seen, want) {
		t.Errorf("findings %q, want %q", seen, want)
	}
	for _, b := range r.Data.Cycles[0].Benchmarks {
		if b.Benchmark != "harbor-2.1" {
			continue
		}
		pre := b.RecallPre.Runs[0]
		if b.RecallPre.Num.Value != 3 || pre.Runner != "claude" || pre.Version != "1.5.6" || !strings.Contains(pre.Run, "harbor-pre") {
			t.Errorf("recall %+v by %s %s in %s", b.RecallPre.Num, pre.Runner, pre.Version, pre.Run)
		}
		var pairs []string
		for _, m := range pre.Recomputed.Matches {
			pairs = append(pairs, fmt.Sprintf("%s=%s %s %s:%d %s:%d", m.Bug, m.RunBug, m.Key, m.Reference.File, *m.Reference.Line, m.Run.File, *m.Run.Line))
		}
		if want := []string{
			"BUG-001=BUG-002 file_lines nightly/archive/harbor-2.1/quality/BUGS.md:7 nightly/runs/harbor-pre/quality/BUGS.md:12",
			"BUG-002=BUG-001 file_lines nightly/archive/harbor-2.1/quality/BUGS.md:12 nightly/runs/harbor-pre/quality/BUGS.md:7",
			"BUG-003=BUG-003 file_title nightly/archive/harbor-2.1/quality/BUGS.md:17 nightly/runs/harbor-pre/quality/BUGS.md:17",
		}; !slices.Equal(pairs, want) {
			t.Errorf("matches\n%s\nwant\n%s", strings.Join(pairs, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestTheWayOfWritingDoesNotCount writes the same bugs in other ways: the recomputed
// recalls stay.
func TestTheWayOfWritingDoesNotCount(t *testing.T) {
	change := func(bugs []entry, how func(i int, e *entry)) []entry {
		out := slices.Clone(bugs)
		for i := range out {
			how(i, &out[i])
		}
		return out
	}
	reversed := func(bugs []entry) []entry {
		out := slices.Clone(bugs)
		slices.Reverse(out)
		return out
	}
	numbered := func(format string) func([]entry) []entry {
		return func(bugs []entry) []entry {
			return change(bugs, func(i int, e *entry) { e.id = fmt.Sprintf(format, 30-i) })
		}
	}
	base := recalls(analysed(t, somebodysCycle()))
	for _, c := range []struct {
		name     string
		baseline func([]entry) []entry
		own      func([]entry) []entry
		style    func([]entry) string
	}{
		{"another order", reversed, reversed, headings},
		{"em dashes", nil, nil, dashes},
		{"tables", nil, nil, rows},
		{"other numbers", numbered("BUG-%03d"), numbered("BUG-%03d"), headings},
		{"lettered ids", numbered("BUG-L%d"), numbered("BUG-H%d"), dashes},
		{"written twice", func(bugs []entry) []entry { return append(slices.Clone(bugs), bugs[0]) }, func(bugs []entry) []entry { return append(slices.Clone(bugs), bugs...) }, headings},
		{"longer paths", nil, func(bugs []entry) []entry {
			return change(bugs, func(_ int, e *entry) { e.file = "src/" + e.file })
		}, headings},
		{"lines moved by a few", nil, func(bugs []entry) []entry {
			return change(bugs, func(_ int, e *entry) { e.lines = strings.ReplaceAll(e.lines, "41", "48") })
		}, headings},
	} {
		t.Run(c.name, func(t *testing.T) {
			same := func(bugs []entry) []entry { return bugs }
			baseline, own := c.baseline, c.own
			if baseline == nil {
				baseline = same
			}
			if own == nil {
				own = same
			}
			w := somebodysCycle()
			w["archive/harbor-2.1/quality/BUGS.md"] = c.style(baseline(harbor))
			w["archive/router-1.4/quality/BUGS.md"] = c.style(baseline(router))
			w["runs/harbor-pre/quality/BUGS.md"] = c.style(own(harborPre))
			w["runs/harbor-post/quality/BUGS.md"] = c.style(own(harborPost))
			w["runs/router-pre/quality/BUGS.md"] = c.style(own(routerPre))
			if got := recalls(analysed(t, w)); !slices.Equal(got, base) {
				t.Errorf("got %q, want %q", got, base)
			}
		})
	}
}

// TestAManifestStandsForItsList adds manifests without titles: titles are still
// known from BUGS.md, and a manifest that lacks bugs is not trusted.
func TestAManifestStandsForItsList(t *testing.T) {
	w := somebodysCycle()
	w["archive/harbor-2.1/quality/bugs_manifest.json"] = manifest(harbor)
	w["runs/harbor-pre/quality/bugs_manifest.json"] = manifest(harborPre)
	w["runs/harbor-post/quality/bugs_manifest.json"] = manifest(harborPost[:1])
	r := analysed(t, w)
	want := recalls(analysed(t, somebodysCycle()))
	if got := recalls(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, b := range r.Data.Cycles[0].Benchmarks {
		if b.Benchmark == "harbor-2.1" {
			if pre, post := b.RecallPre.Runs[0].Recomputed, b.RecallPost.Runs[0].Recomputed; pre.Reference.List != "manifest" || pre.Own.List != "manifest" || post.Own.List != "BUGS.md" {
				t.Errorf("lists %+v and %+v, after %+v", pre.Reference, pre.Own, post.Own)
			}
		}
	}
}
