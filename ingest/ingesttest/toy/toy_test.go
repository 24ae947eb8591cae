package toy_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"runreport/ingest"
	"runreport/ingest/ingesttest/toy"
	"runreport/ingest/table"
)

// read reads logs the way a build does, with the toy as one more line of the list.
func read(t *testing.T, logs fs.FS) *table.Set {
	t.Helper()
	list := ingest.Systems
	ingest.Systems = append(slices.Clip(list), toy.System)
	t.Cleanup(func() { ingest.Systems = list })
	dir := filepath.Join(t.TempDir(), "mills")
	if err := os.CopyFS(dir, logs); err != nil {
		t.Fatal(err)
	}
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	return res.Tables
}

// findings are the codes with what was seen.
func findings(s *table.Set) (all []string) {
	for row := range s.Findings.Len() {
		all = append(all, s.Findings.Code.At(row)+" "+s.Findings.Seen.At(row))
	}
	return all
}

// The words of the toy are its own: none is a word of a system of the product for the
// same thing, so that a literal elsewhere cannot know it by chance.
func TestItsWordsAreItsOwn(t *testing.T) {
	theirs := map[string]bool{}
	for _, s := range ingest.Systems {
		if s.Name == toy.System.Name {
			t.Error("the toy is in the product's list")
		}
		for _, w := range s.Words {
			for word := range w.Means {
				theirs[word] = true
			}
		}
	}
	for _, w := range toy.System.Words {
		for word := range w.Means {
			if theirs[word] {
				t.Errorf("%s is a word of another system too", word)
			}
		}
	}
}

func TestTables(t *testing.T) {
	s := read(t, toy.Sample())
	equal(t, "findings", findings(s))
	var runs, steps, attempts, checks, cycles, measured, bugs []string
	for row := range s.Runs.Len() {
		r := &s.Runs
		runs = append(runs, line(r.Kind.At(row), r.ID.At(row), r.StableSubject.At(row), r.StartedAt.At(row).Format("01-02"), r.Result.At(row), r.Cause.At(row)))
	}
	for row := range s.Steps.Len() {
		r := &s.Steps
		steps = append(steps, line(r.Kind.At(row), r.StableStep.At(row), fmt.Sprint(r.Attempts.At(row)), r.Result.At(row), r.Cause.At(row)))
		if !r.Retryable.Is(row) || !r.RetriesVisible.Is(row) {
			t.Errorf("step %d cannot be tried again", row)
		}
	}
	var tokens int64
	cost := 0.0
	for row := range s.Attempts.Len() {
		r := &s.Attempts
		attempts = append(attempts, line(r.Step.At(row), fmt.Sprint(r.Attempt.At(row)), r.Result.At(row), r.Cause.At(row), r.Cut.At(row)))
		tokens += r.Tokens.At(row)
		cost += r.CostUSD.At(row)
	}
	for row := range s.Checks.Len() {
		checks = append(checks, line(s.Checks.Kind.At(row), s.Checks.Name.At(row), s.Checks.Verdict.At(row)))
	}
	for row := range s.Cycles.Len() {
		r := &s.Cycles
		cycles = append(cycles, line(r.System.At(row), r.Cycle.At(row), r.Lever.At(row), r.Verdict.At(row), r.Decision.At(row)))
	}
	for row := range s.Measurements.Len() {
		r := &s.Measurements
		measured = append(measured, line(r.Benchmark.At(row), r.Side.At(row), fmt.Sprint(r.Recall.At(row))))
	}
	for row := range s.Bugs.Len() {
		bugs = append(bugs, line(s.Bugs.Side.At(row), s.Bugs.Bug.At(row), fmt.Sprint(s.Bugs.Found.Is(row))))
	}
	equal(t, "runs", runs, "shift s-01 north 05-01 passed -", "shift s-02 north 05-02 flaky -", "shift s-03 south 05-02 failed failure",
		"shift s-04 north 05-03 canceled canceled", "shift s-05 south 05-03 open -")
	equal(t, "steps", steps, "station saw 1 passed -", "station plane 1 passed -", "station saw 2 flaky -", "station plane 1 passed -",
		"station saw 2 failed failure", "station saw 2 flaky -", "station plane 1 canceled canceled", "station saw 1 passed -", "station plane 1 open -")
	equal(t, "attempts", attempts, "saw 1 passed - -", "plane 1 passed - -", "saw 1 failed failure -", "saw 2 passed - -", "plane 1 passed - -",
		"saw 1 failed failure -", "saw 2 failed failure -", "saw 1 stalled stall stalled", "saw 2 passed - -", "plane 1 canceled canceled canceled",
		"saw 1 passed - -", "plane 1 open - open")
	equal(t, "checks", checks, "gate square pass", "gate square pass", "gate square fail")
	equal(t, "cycles", cycles, "toy c-1 new blade keep ship")
	equal(t, "measurements", measured, "oak pre 0.5", "oak post 0.75")
	equal(t, "items", bugs, "pre k1 true", "pre k2 true", "pre k3 false", "pre k4 false", "post k1 true", "post k2 true", "post k3 true", "post k4 false")
	if tokens != 8550 || fmt.Sprintf("%.2f", cost) != "0.22" {
		t.Errorf("%d tokens and %.2f dollars, want 8550 and 0.22", tokens, cost)
	}
}

// The declared samples are read without a finding.
func TestSamples(t *testing.T) {
	var log strings.Builder
	kinds := toy.System.Formats[0].Kinds
	for _, k := range kinds {
		log.WriteString(k.Sample + "\n")
	}
	s := read(t, fstest.MapFS{"samples.jsonl": {Data: []byte(log.String())}})
	equal(t, "findings", findings(s))
	if s.Events.Len() != len(kinds) {
		t.Errorf("%d events of %d samples", s.Events.Len(), len(kinds))
	}
}

// A word that is in no table of its system counts as unknown and is told, once a word.
func TestAnUnknownWordIsUnknown(t *testing.T) {
	s := read(t, fstest.MapFS{"x.jsonl": {Data: []byte(`{"toy":"shift","id":"s","at":"2026-05-01T06:00:00Z","mill":"north"}
{"toy":"job","id":"s","at":"2026-05-01T06:05:00Z","station":"saw","no":1,"went":"sideways","secs":1}
{"toy":"job","id":"s","at":"2026-05-01T06:06:00Z","station":"saw","no":2,"went":"STRAIGHT ","secs":1}
{"toy":"bell","id":"s","at":"2026-05-01T07:00:00Z","went":"who knows"}
`)}})
	equal(t, "findings", findings(s), "unknown_result sideways", "unknown_result who knows")
	equal(t, "results", []string{s.Runs.Result.At(0), s.Steps.Result.At(0), s.Attempts.Result.At(0), s.Attempts.Result.At(1)},
		"unknown", "passed", "unknown", "passed")
	equal(t, "as written", []string{s.Runs.Outcome.At(0), s.Attempts.Status.At(0)}, "who knows", "sideways")
}

func line(cells ...string) string {
	for i, c := range cells {
		if c == "" {
			cells[i] = "-"
		}
	}
	return strings.Join(cells, " ")
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}
