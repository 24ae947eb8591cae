package run_test

import (
	"strings"
	"testing"
	"time"

	"runreport/ingest/playbook/playbooktest"
)

func TestSnapshots(t *testing.T) {
	grown := strings.Replace(playbooktest.Head, `"run_end"]`, `"run_end","extra"]`, 1) // _index is edited in place
	one := playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 10))
	two := one + playbooktest.Lines(playbooktest.At("phase_start", "2", 12))
	three := grown + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 10), playbooktest.At("phase_start", "2", 12), playbooktest.At("phase_end", "2", 20))
	l := playbooktest.Load(t, map[string]string{
		"a/quality/run_state.jsonl": one, "a/quality/PROGRESS.md": "# Quality Playbook Progress\n\n- [x] Phase 1 - Explore\n",
		"b/quality/run_state.jsonl": two,
		"c/quality/run_state.jsonl": three, "c/quality/PROGRESS.md": "# Quality Playbook Progress\n\n- [x] Phase 1 - Explore\n- [x] Phase 2 - Generate\n",
		"d/quality/run_state.jsonl": strings.SplitN(playbooktest.Head, "\n", 2)[0] + "\n",
	})
	r := &l.Set.Runs
	if r.Len() != 1 {
		t.Fatalf("%d runs", r.Len())
	}
	if got := strings.Join(r.Superseded.At(0), " "); got != "a/quality/run_state.jsonl b/quality/run_state.jsonl d/quality/run_state.jsonl" {
		t.Errorf("superseded: %s", got)
	}
	if got := r.Evidence.At(0); got != "the same _index.ts 2026-03-02T09:00:00Z and benchmark harbor-2.1" {
		t.Errorf("evidence: %s", got)
	}
	s := &l.Set.Sources
	for row := range s.Len() {
		old := !strings.HasPrefix(s.Path.At(row), "c/")
		if old != (s.Superseded.At(row) > 0) || old != (s.Kept.At(row) == 0) {
			t.Errorf("%s: %d kept, %d superseded", s.Path.At(row), s.Kept.At(row), s.Superseded.At(row))
		}
	}
	l.Quiet(t, "snapshot_diverged", "companion_disagrees")
}

// Why files are one run is said where there are several.
func TestEvidenceOfARun(t *testing.T) {
	events := playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 10))
	whole := playbooktest.Head + "\n" + events
	started := func(id string) string {
		return `{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"codex","playbook_version":"1.5.6","target_path":"."` + id + `}` + "\n" + events
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"one file", map[string]string{"a/quality/run_state.jsonl": whole}, ""},
		{"two copies", map[string]string{"a/quality/run_state.jsonl": whole, "b/quality/run_state.jsonl": whole}, "the same _index.ts 2026-03-02T09:00:00Z and benchmark harbor-2.1"},
		{"two copies without an index", map[string]string{"a/quality/run_state.jsonl": started(""), "b/quality/run_state.jsonl": started("")}, "the same run_start at 2026-03-02T09:00:00Z"},
		{"two copies with an id", map[string]string{"a/quality/run_state.jsonl": started(`,"run_id":"r-1"`), "b/quality/run_state.jsonl": started(`,"run_id":"r-1"`)}, "run_id r-1"},
		{"two copies without a head", map[string]string{"a/quality/run_state.jsonl": events + playbooktest.At("phase_start", "2", 20), "b/quality/run_state.jsonl": events + playbooktest.At("phase_start", "2", 20)}, "the same first records"},
	} {
		l := playbooktest.Load(t, c.files)
		if r := &l.Set.Runs; r.Len() != 1 || r.Evidence.At(0) != c.want {
			t.Errorf("%s: %d runs, evidence %q, want %q", c.name, r.Len(), r.Evidence.At(0), c.want)
		}
	}
}

// A log that was appended to itself, or to its own snapshot, counts once.
func TestLogTwiceInOneFile(t *testing.T) {
	body := playbooktest.Lines(playbooktest.At("phase_start", "1", 0), `{"event":"gate_check","ts":"2026-03-02T09:00:05Z","gate_name":"g","verdict":"pass"}`, playbooktest.At("phase_end", "1", 10))
	whole := playbooktest.Head + "\n" + body
	bare := playbooktest.Lines(`{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"codex","playbook_version":"1.5.6","target_path":"."}`) + body
	for _, c := range []struct {
		name, text       string
		kept, duplicate  int64
		superseded, rows int64
	}{
		{"once", whole, 5, 0, 0, 1},
		{"twice", whole + whole, 5, 5, 0, 1},
		{"a snapshot and the log", playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0)) + whole, 5, 0, 3, 1},
		{"twice, without _index", bare + bare, 4, 4, 0, 1},
		{"every line twice", doubled(whole), 5, 5, 0, 1},
		{"the header again, and other events", whole + playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "2", 20)), 8, 0, 0, 1},
	} {
		l := playbooktest.Load(t, map[string]string{"a/quality/run_state.jsonl": c.text})
		s := &l.Set.Sources
		if s.Kept.At(0) != c.kept || s.Duplicate.At(0) != c.duplicate || s.Superseded.At(0) != c.superseded {
			t.Errorf("%s: %d kept, %d duplicate, %d superseded", c.name, s.Kept.At(0), s.Duplicate.At(0), s.Superseded.At(0))
		}
		if l.Set.Runs.Len() != 1 || int64(l.Set.Checks.Len()) != c.rows || len(l.Set.Runs.Superseded.At(0)) != 0 {
			t.Errorf("%s: %d runs, %d checks, superseded %v", c.name, l.Set.Runs.Len(), l.Set.Checks.Len(), l.Set.Runs.Superseded.At(0))
		}
	}
}

// doubled is the text with every line twice.
func doubled(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(l + l)
	}
	return b.String()
}

// TestScatteredRun is one run over three files and two folders, one of them inside
// the archive of another run.
func TestScatteredRun(t *testing.T) {
	l := playbooktest.Load(t, map[string]string{
		"harbor/quality/previous_runs/20260302T170000Z/quality/run_state.jsonl":                       playbooktest.Lines(`{"event":"documentation_state","ts":"2026-03-02T15:00:00Z","state":"code_only","reason":"empty"}`),
		"harbor/quality/previous_runs/20260302T170000Z/quality/PROGRESS.md":                           "# Quality Playbook Progress\n\nSkill version: 1.5.6\n",
		"harbor/quality/previous_runs/20260302T170000Z/quality/logs/20260302T180000Z/run_state.jsonl": playbooktest.Lines(`{"event":"run_start","ts":"2026-03-02T18:00:00Z","runner":"codex","playbook_version":"1.5.7","target_path":".","run_id":"20260302T180000Z"}`),
		"harbor/quality/logs/20260302T180000Z/run_state.jsonl":                                        playbooktest.Lines(`{"event":"documentation_state","ts":"2026-03-02T18:00:02Z","state":"code_only","reason":"empty"}`),
		"harbor/quality/run_state.jsonl":                                                              playbooktest.Lines(`{"event":"phase_start","phase":2,"ts":"2026-03-02T18:30:00Z"}`, `{"event":"phase_end","phase":2,"ts":"2026-03-02T18:40:00Z","key_counts":{},"artifacts_produced":[]}`),
		"harbor/quality/PROGRESS.md":                                                                  "# Quality Playbook Progress\n\nSkill version: 1.5.7\n",
	})
	r := &l.Set.Runs
	if r.Len() != 2 {
		t.Fatalf("%d runs: %v", r.Len(), l.Findings())
	}
	byID := map[string]int{}
	for row := range r.Len() {
		byID[r.ID.At(row)] = row
	}
	row, ok := byID["20260302T180000Z"]
	if !ok || len(r.Files.At(row)) != 3 {
		t.Fatalf("runs %v", byID)
	}
	for _, word := range []string{"run_id 20260302T180000Z", "folder logs/20260302T180000Z", "harbor/quality/run_state.jsonl lies in the quality folder of logs/20260302T180000Z"} {
		if !strings.Contains(r.Evidence.At(row), word) {
			t.Errorf("evidence lacks %q: %s", word, r.Evidence.At(row))
		}
	}
	if r.Version.At(row) != "1.5.7" || r.Version.At(1-row) != "1.5.6" {
		t.Error("a document went to the wrong run")
	}
	if l.Set.Runs.StartedAt.At(row).Format("15:04") != "18:00" {
		t.Error("the pieces are not in the order of time")
	}
}

func TestSeparateRuns(t *testing.T) {
	later := strings.ReplaceAll(playbooktest.Head, "T09:00:00Z", "T12:00:00Z")
	for _, c := range []struct {
		name  string
		files map[string]string
		runs  int
	}{
		{"two headers in one file", map[string]string{"a/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0)) + later + "\n"}, 2},
		{"one run in its archive again", map[string]string{"a/quality/run_state.jsonl": playbooktest.Head + "\n", "a/quality/previous_runs/20260302T090000Z/quality/run_state.jsonl": playbooktest.Head + "\n"}, 1},
		{"an archive and the next run", map[string]string{"a/quality/run_state.jsonl": later + "\n", "a/quality/previous_runs/20260302T090000Z/quality/run_state.jsonl": playbooktest.Head + "\n"}, 2},
		{"logs without a header in two benchmarks", map[string]string{"a/quality/run_state.jsonl": playbooktest.At("phase_start", "1", 0) + "\n", "b/quality/run_state.jsonl": playbooktest.At("phase_start", "1", 0) + "\n"}, 2},
		{"a copy without a header in the archive", map[string]string{"a/quality/run_state.jsonl": playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 3)), "a/quality/previous_runs/20260302T090000Z/quality/run_state.jsonl": playbooktest.At("phase_start", "1", 0) + "\n"}, 1},
		{"a log that begins before the logs folder", map[string]string{"a/quality/run_state.jsonl": playbooktest.At("phase_start", "1", 0) + "\n",
			"a/quality/logs/20260302T100000Z/run_state.jsonl": `{"event":"run_start","ts":"2026-03-02T10:00:00Z","runner":"codex","playbook_version":"1.5.7","target_path":".","run_id":"20260302T100000Z"}` + "\n"}, 2},
		{"a log cut in two", map[string]string{"a/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0)), "a/quality/run_state.1.jsonl": playbooktest.Lines(playbooktest.At("phase_end", "1", 3), playbooktest.At("phase_start", "2", 4))}, 1},
		{"a log beside that of an earlier run", map[string]string{"a/quality/run_state.old.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 3)),
			"a/quality/run_state.jsonl": playbooktest.Lines(playbooktest.At("phase_start", "1", 30), playbooktest.At("phase_end", "1", 33))}, 2},
		{"a copy of a log's end", map[string]string{"a/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 3)),
			"a/quality/run_state.bak.jsonl": playbooktest.Lines(playbooktest.At("phase_start", "1", 0), playbooktest.At("phase_end", "1", 3))}, 1},
		{"stamps that cannot be read", map[string]string{"a/quality/run_state.jsonl": strings.ReplaceAll(playbooktest.Head, "2026-03-02T09:00:00Z", "soon") + "\n",
			"b/quality/run_state.jsonl": strings.ReplaceAll(playbooktest.Head, "2026-03-02T09:00:00Z", "soon") + "\n" + playbooktest.At("phase_start", "1", 0) + "\n"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := playbooktest.Load(t, c.files).Set.Runs.Len(); got != c.runs {
				t.Errorf("%d runs, want %d", got, c.runs)
			}
		})
	}
}

func TestRunWithoutLog(t *testing.T) {
	l := playbooktest.Load(t, map[string]string{
		"harbor/quality/PROGRESS.md":                             "# Quality Playbook Progress\n\nStarted: 2026-03-02\nProject: harbor\nRunner: claude\nSkill version: v1.5.6\n",
		"harbor/quality/BUGS.md":                                 "# Bugs\n\n## BUG-001: x\n",
		"harbor/quality/results/run-2026-03-02T09-00-00.json":    `{"skill_version":"1.5.6","project":"harbor","model":"m-1","runner":"claude","start_time":"2026-03-02T09:00:00Z","phases_completed":[]}`,
		"harbor/quality/previous_runs/20260101T000000Z/INDEX.md": "# Run Index\n\n```json\n{\"run_timestamp_start\":\"20260101-000000\",\"summary\":{\"gate_verdict\":\"fail\"}}\n```\n",
		"pier/quality/RUN_INDEX.md":                              playbooktest.Sample("archived_run"),
	})
	r := &l.Set.Runs
	if r.Len() != 2 {
		t.Fatalf("%d runs", r.Len())
	}
	row := 0
	if r.Subject.At(row) == "" || r.ID.At(row) != "harbor 2026-03-02T09:00:00Z" {
		row = 1
	}
	if r.ID.At(row) != "harbor 2026-03-02T09:00:00Z" || r.Status.At(row) != "no log" || r.Version.At(row) != "1.5.6" || r.Model.At(row) != "m-1" || r.StartedAt.At(row).IsZero() {
		t.Errorf("%q %q %q %q", r.ID.At(row), r.Status.At(row), r.Version.At(row), r.Model.At(row))
	}
	l.Want(t, "run_without_log")
	if got := l.Claim("RUN_INDEX.md", "20260301T090000Z", "gate_verdict"); got != "partial" {
		t.Errorf("the index of archived runs is lost: %q", got)
	}
}

// A header that was written many times costs a look at each line, not at all lines for each.
func TestManyHeaders(t *testing.T) {
	index, _, _ := strings.Cut(playbooktest.Head, "\n")
	began := time.Now()
	l := playbooktest.Load(t, map[string]string{"a/quality/run_state.jsonl": strings.Repeat(index+"\n", 60_000)})
	if took := time.Since(began); l.Set.Runs.Len() != 1 || took > 30*time.Second {
		t.Errorf("%d runs in %v", l.Set.Runs.Len(), took)
	}
}

// A run_start of another run_id begins another run, also at the same moment.
func TestRunsOfOneMoment(t *testing.T) {
	start := func(id string) string {
		return `{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"codex","playbook_version":"1.5.6","target_path":".","run_id":"` + id + `"}`
	}
	for want, second := range map[int]string{1: "r-1", 2: "r-2"} {
		l := playbooktest.Load(t, map[string]string{"a/quality/run_state.jsonl": playbooktest.Lines(start("r-1"), playbooktest.At("phase_start", "1", 1), start(second), playbooktest.At("phase_end", "1", 2))})
		if got := l.Set.Runs.Len(); got != want {
			t.Errorf("r-1, then %s: %d runs, want %d", second, got, want)
		}
	}
}

// A run begins with its run_start, and has the version that its log states.
func TestHeadOfARun(t *testing.T) {
	log := strings.Replace(playbooktest.Head, `"run_start","ts":"2026-03-02T09:00:00Z"`, `"run_start","ts":"2026-03-02T09:05:00Z"`, 1)
	l := playbooktest.Load(t, map[string]string{"a/quality/PROGRESS.md": "# Quality Playbook Progress\n\nPlaybook version: 1.5.9\nRunner: codex\n",
		"a/quality/run_state.jsonl": log + "\n" + `{"event":"run_end","ts":"2026-03-02T09:30:00Z","status":"success"}` + "\n"})
	r := &l.Set.Runs
	if at := r.StartedAt.At(0).Format("15:04"); at != "09:05" || r.DurationS.At(0) != 1500 || r.Version.At(0) != "1.5.6" || r.Runner.At(0) != "claude" {
		t.Errorf("from %s, %g s, version %s, runner %s", at, r.DurationS.At(0), r.Version.At(0), r.Runner.At(0))
	}
}

// A phase that ended without success says so in its reason.
func TestReasonOfAPhase(t *testing.T) {
	for status, want := range map[string]string{"failed": "status: failed", "success": ""} {
		l := playbooktest.Load(t, map[string]string{"a/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 1),
			`{"event":"phase_end","ts":"2026-03-02T09:10:00Z","phase":1,"status":"`+status+`","key_counts":{},"artifacts_produced":[]}`)})
		if got := l.Set.Steps.Reason.At(0); got != want {
			t.Errorf("%s: %q, want %q", status, got, want)
		}
	}
}
