package ingest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a link points to inside the given paths is read there, and what a step wrote into
// such a folder is not missing.
func TestLinkedOutputOfAStep(t *testing.T) {
	log := `{"event":"_index","ts":"2026-03-02T09:00:00Z","schema_version":"1.5.6","event_types":["_index","run_start","phase_start","phase_end"],"benchmark":"harbor-2.1","lever_state":"baseline","started_at":"2026-03-02T09:00:00Z"}
{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"claude","playbook_version":"1.5.6","target_path":"."}
{"event":"phase_start","ts":"2026-03-02T09:01:00Z","phase":3}
{"event":"phase_end","ts":"2026-03-02T09:02:00Z","phase":3,"key_counts":{"bugs_identified":1,"bug_writeups":1},"artifacts_produced":["quality/code_reviews/one.md"]}
`
	files := map[string]string{
		"harbor/quality/run_state.jsonl":           log,
		"harbor/quality/EXPLORATION.md":            "# Exploration\n\n## Finding 1\n" + strings.Repeat("text\n", 120),
		"reviews/harbor/one.md":                    "# Review\n",
		"out/harbor-2/results/tdd-results.json":    `{"schema_version":"1.1","bugs":[{"id":"BUG-001","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}],"summary":{}}`,
		"out/harbor/a-name-before-the-slash/x.txt": "x",
	}
	links := map[string]string{"harbor/quality/code_reviews": "reviews/harbor", "harbor/quality/results": "out/harbor-2/results"}
	dir := tree(t, files)
	for link, to := range links {
		if err := os.Symlink(filepath.Join(dir, to), filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	outside := tree(t, map[string]string{"x.jsonl": kahnLog})
	if err := os.Symlink(outside, filepath.Join(dir, "harbor", "elsewhere")); err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, o Options) {
		s := read(t, o).Tables
		left := 0
		for row := range s.Findings.Len() {
			switch code := s.Findings.Code.At(row); code {
			case "artifact_missing", "artefact_missing":
				t.Errorf("missing: %s", s.Findings.Seen.At(row))
			case "link_not_followed":
				left++
			}
		}
		if left != 1 {
			t.Errorf("%d links were left alone, want the one to the outside", left)
		}
		if s.Runs.Len() != 1 || s.Bugs.Len() != 1 || s.Bugs.Run.At(0) != s.Runs.Key.At(0) {
			t.Errorf("%d runs, %d bugs; the list behind a link is not the run's", s.Runs.Len(), s.Bugs.Len())
		}
		checkLedger(t, s)
	}
	check(t, Options{Paths: []string{dir}})
	t.Run("with a history", func(t *testing.T) {
		o := Options{Paths: []string{dir}, History: t.TempDir()}
		check(t, o)
		check(t, o)
	})
	t.Run("in a loop", func(t *testing.T) {
		if err := os.Symlink(filepath.Join(dir, "harbor"), filepath.Join(dir, "harbor", "loop")); err != nil {
			t.Fatal(err)
		}
		check(t, Options{Paths: []string{dir}})
	})
}
