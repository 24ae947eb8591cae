package kahn

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// read takes logs, given as path → content, the way the program does. They are read as
// logs of kahn whatever they look like: some hold a single line of a run.
func read(t testing.TB, logs map[string]string) (*table.Set, []*record.Unit) {
	t.Helper()
	res := &ingesttest.Result{}
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		res.ReadAs(t, format, ingesttest.File{Path: name, Text: logs[name]})
	}
	res.Assemble(t, System)
	return res.Set, res.Units
}

// log builds a log: each entry is seconds, run, event and further fields.
func log(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func at(s int, run, event, rest string) string {
	if rest != "" {
		rest = "," + rest
	}
	return fmt.Sprintf(`{"ts":"2026-04-22T10:%02d:%02d.000Z","run_id":%q,"event":%q%s}`, s/60, s%60, run, event, rest)
}

func move(s int, run, node, from, to, rest string) string {
	if rest != "" {
		rest = "," + rest
	}
	return at(s, run, "node_transition", fmt.Sprintf(`"node_id":%q,"from":%q,"to":%q%s`, node, from, to, rest))
}

func try(s int, run, node string, n int, seconds float64, ok bool, rest string) string {
	if rest != "" {
		rest = "," + rest
	}
	return at(s, run, "node_attempt", fmt.Sprintf(`"node_id":%q,"attempt":%d,"duration_s":%g,"converged":%v,"done_when_results":[]%s`, node, n, seconds, ok, rest))
}

func codesIn(s *table.Set) []string {
	var out []string
	for row := range s.Findings.Len() {
		out = append(out, s.Findings.Code.At(row))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestInterleavedRunsOneCutOneCascading(t *testing.T) {
	s, units := read(t, map[string]string{"ci/transitions.jsonl": log(
		at(0, "a", "run_start", `"total_nodes":1`),
		at(0, "b", "run_start", `"total_nodes":3`),
		move(1, "a", "lint", "pending", "running", `"attempt":1`),
		move(1, "b", "build", "pending", "running", `"attempt":1`),
		at(2, "c", "run_start", `"total_nodes":1`),
		try(6, "b", "build", 1, 5, false, ""),
		move(6, "b", "build", "running", "failed", `"reason":"max_ralph_iters_reached"`),
		move(6, "b", "test", "pending", "blocked", `"reason":"ancestor_failed:build"`),
		move(6, "b", "deploy", "pending", "blocked", `"reason":"ancestor_failed:test,build"`),
		move(7, "c", "lint", "pending", "running", `"attempt":1`),
		try(8, "a", "lint", 1, 7, true, ""),
		move(8, "a", "lint", "running", "done", ""),
		at(9, "b", "run_end", `"outcome":"partial","done":0,"failed":1,"blocked":2,"total_duration_s":9.0,"total_attempts":1,"flake_retries":0`),
		at(9, "a", "run_end", `"outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9.0`),
	)})
	if len(units) != 3 || s.Runs.Len() != 3 {
		t.Fatalf("%d units, %d runs", len(units), s.Runs.Len())
	}
	if got := s.Runs.Reason.At(1); got != "build: max_ralph_iters_reached" {
		t.Errorf("the run stopped for %q, want the reason of the node that failed", got)
	}
	for row, want := range []struct{ id, status, outcome string }{{"a", "finished", "clean"}, {"b", "finished", "partial"}, {"c", "unfinished", ""}} {
		if got := s.Runs.ID.At(row) + " " + s.Runs.Status.At(row) + " " + s.Runs.Outcome.At(row); got != want.id+" "+want.status+" "+want.outcome {
			t.Errorf("run %d is %s, want %v", row, got, want)
		}
	}
	if _, ok := s.Runs.DurationS.Get(2); ok {
		t.Error("an unfinished run has a duration")
	}
	blocked := map[string][]string{}
	for row := range s.Steps.Len() {
		if s.Steps.Status.At(row) == "blocked" {
			blocked[s.Steps.Step.At(row)] = s.Steps.FailedBy.At(row)
			if _, ok := s.Steps.Attempts.Get(row); ok {
				t.Errorf("%s never ran and has attempts", s.Steps.Step.At(row))
			}
		}
	}
	if !slices.Equal(blocked["test"], []string{"build"}) || !slices.Equal(blocked["deploy"], []string{"test", "build"}) {
		t.Errorf("blocked %v", blocked)
	}
	if got := codesIn(s); len(got) > 0 {
		t.Errorf("findings %v", got)
	}
}

func TestFindings(t *testing.T) {
	start, end := at(0, "a", "run_start", `"total_nodes":1`), func(s int, rest string) string {
		return at(s, "a", "run_end", `"outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9.0`+rest)
	}
	run := func(middle ...string) []string {
		return append(append([]string{start}, middle...), end(9, ""))
	}
	done := move(8, "a", "n", "running", "done", "")
	began := move(1, "a", "n", "pending", "running", `"attempt":1`)
	var rows []ingesttest.File // of the runs, held against testdata/findings.txtar
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"a clean run", run(began, try(8, "a", "n", 1, 7, true, ""), done), nil},
		{"only the third attempt is recorded, as in the format's own example", run(move(1, "a", "n", "pending", "running", `"attempt":3`), try(8, "a", "n", 3, 7, true, ""), done),
			[]string{"attempts_missing", "outcome_mismatch"}},
		{"the third attempt alone is recorded: three attempts", []string{start, move(1, "a", "n", "pending", "running", `"attempt":3`), try(8, "a", "n", 3, 7, true, ""), done,
			strings.Replace(end(9, `,"total_attempts":3,"flake_retries":2`), "clean", "clean_with_flake", 1)}, []string{"attempts_missing"}},
		{"the third attempt alone is recorded: not one attempt", []string{start, move(1, "a", "n", "pending", "running", `"attempt":3`), try(8, "a", "n", 3, 7, true, ""), done,
			strings.Replace(end(9, `,"total_attempts":1,"flake_retries":2`), "clean", "clean_with_flake", 1)}, []string{"attempts_missing", "total_attempts"}},
		{"an attempt twice, not alike", run(began, try(7, "a", "n", 1, 6, false, ""), try(8, "a", "n", 1, 7, true, ""), done), []string{"duplicate_attempt"}},
		{"a line twice", run(began, began, try(8, "a", "n", 1, 7, true, ""), done), []string{"repeated_record"}},
		{"run_start again in the middle, as a write that was tried again leaves it", run(began, start, try(8, "a", "n", 1, 7, true, ""), done), []string{"repeated_record"}},
		{"done without a converged attempt", run(began, try(8, "a", "n", 1, 7, false, ""), done), []string{"done_without_converged_attempt"}},
		{"failed though it converged", run(began, try(8, "a", "n", 1, 7, true, ""), move(8, "a", "n", "running", "failed", "")), []string{"converged_but_failed", "outcome_mismatch", "run_end_done", "run_end_failed"}},
		{"failed, its converged try written before the last one", run(began, try(7, "a", "n", 2, 6, false, ""), try(8, "a", "n", 1, 7, true, ""), move(8, "a", "n", "running", "failed", "")), []string{"attempt_number", "outcome_mismatch", "run_end_done", "run_end_failed"}},
		{"negative duration", run(began, try(8, "a", "n", 1, -7, true, ""), done), []string{"bad_duration"}},
		{"stamps and duration apart", run(began, try(8, "a", "n", 1, 70, true, ""), done), []string{"duration_differs"}},
		{"a wait before the first attempt", run(began, try(8, "a", "n", 1, 7, true, `"backoff_s":2.0`), done), []string{"backoff_on_first_attempt"}},
		{"out of done", run(began, try(8, "a", "n", 1, 7, true, ""), done, move(8, "a", "n", "done", "running", `"attempt":2`), try(8, "a", "n", 2, 0, true, ""), move(9, "a", "n", "running", "done", "")),
			[]string{"illegal_transition", "outcome_mismatch"}},
		{"time goes back", run(began, try(8, "a", "n", 1, 7, true, ""), done, move(3, "a", "m", "pending", "ready", "")), []string{"out_of_order_ts"}},
		{"attempt where there is none", run(move(1, "a", "n", "pending", "ready", `"attempt":1`), move(1, "a", "n", "ready", "running", `"attempt":1`), try(8, "a", "n", 1, 7, true, ""), done), []string{"attempt_field"}},
		{"no run_start", []string{began, try(8, "a", "n", 1, 7, true, ""), done, end(9, "")}, []string{"kahn_no_run_start"}},
		{"exit code written for 0", append([]string{start, began, try(8, "a", "n", 1, 7, true, ""), done}, end(9, `,"exit_code":0`)), []string{"exit_code_rule"}},
		{"stuck without exit code", []string{start, at(9, "a", "run_end", `"outcome":"stuck","done":0,"failed":0,"blocked":0,"total_duration_s":9.0`)}, []string{"exit_code_rule"}},
		{"flake_retries counts failed nodes", []string{start, began, try(4, "a", "n", 1, 3, false, ""), move(5, "a", "n", "running", "running", `"attempt":2`), try(8, "a", "n", 2, 3, false, ""), move(8, "a", "n", "running", "failed", ""),
			at(9, "a", "run_end", `"outcome":"partial","done":0,"failed":1,"blocked":0,"total_duration_s":9.0,"total_attempts":2,"flake_retries":1`)}, []string{"counts_failed_nodes_too"}},
		{"seconds without milliseconds", run(began, try(8, "a", "n", 1, 7, true, ""), strings.Replace(done, ".000Z", "Z", 1)), []string{"bad_value"}},
		{"unknown event and outcome", append(run(began, try(8, "a", "n", 1, 7, true, ""), done)[:4], at(8, "a", "node_paused", ""), at(9, "a", "run_end", `"outcome":"great","done":1,"failed":0,"blocked":0,"total_duration_s":9.0`)), []string{"unknown_kind", "unknown_value"}},
		{"attempts from 0", append(run(move(1, "a", "n", "pending", "running", `"attempt":0`), try(4, "a", "n", 0, 3, false, ""),
			move(5, "a", "n", "running", "running", `"attempt":1`), try(8, "a", "n", 1, 3, true, `"backoff_s":1`), done)[:6],
			strings.Replace(end(9, `,"total_attempts":2,"flake_retries":1`), "clean", "clean_with_flake", 1)), []string{"attempts_from_zero"}},
		{"no time at all", untimed(run(began, try(8, "a", "n", 1, 7, true, ""), done)), []string{"missing_field"}},
		{"a line of another program", run(began, `{"level":"info","msg":"x"}`, try(8, "a", "n", 1, 7, true, ""), done), []string{"unknown_kind"}},
		{"a record after the end", append(run(began, try(8, "a", "n", 1, 7, true, ""), done), at(10, "a", "node_note", "")), []string{"kahn_after_run_end", "unknown_kind"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := read(t, map[string]string{"ci/t.jsonl": log(c.lines...)})
			if got := codesIn(s); !slices.Equal(got, c.want) {
				t.Errorf("findings %v, want %v", got, c.want)
			}
			rows = append(rows, ingesttest.File{Path: c.name, Text: brief(s)})
		})
	}
	ingesttest.Texts(t, "findings.txtar", rows)
}

// untimed is the lines without their times.
func untimed(lines []string) (without []string) {
	for _, l := range lines {
		_, rest, _ := strings.Cut(l, ",")
		without = append(without, "{"+rest)
	}
	return without
}

// attemptsOf is the rows of attempts: the node, the number, the result and the first command.
func attemptsOf(s *table.Set) (rows []string) {
	for row := range s.Attempts.Len() {
		n, _ := s.Attempts.Attempt.Get(row)
		rows = append(rows, fmt.Sprintf("%s %d %s", s.Attempts.Step.At(row), n, s.Attempts.Result.At(row)))
	}
	return rows
}

// A record of an attempt is an attempt, with its commands, whatever its number looks like.
func TestAttemptsWithOddNumbers(t *testing.T) {
	start := at(0, "a", "run_start", `"total_nodes":1`)
	first, second := try(4, "a", "n", 1, 3, false, ""), try(8, "a", "n", 2, 3, true, "")
	began, again := move(1, "a", "n", "pending", "running", `"attempt":1`), move(5, "a", "n", "running", "running", `"attempt":2`)
	bare := func(l string) string {
		return strings.NewReplacer(`"attempt":1,`, "", `"attempt":2,`, "", `,"attempt":1`, "", `,"attempt":2`, "").Replace(l)
	}
	less := func(l string) string {
		return strings.NewReplacer(`"attempt":1`, `"attempt":0`, `"attempt":2`, `"attempt":1`).Replace(l)
	}
	for name, lines := range map[string][]string{
		"as the format says":            {start, began, first, again, second},
		"records without number":        {start, began, bare(first), again, bare(second)},
		"nothing has a number":          {start, bare(began), bare(first), bare(again), bare(second)},
		"without transitions":           {start, bare(first), bare(second)},
		"the first number is missing":   {start, bare(first), second},
		"from 0":                        {start, less(began), less(first), less(again), less(second)},
		"from 0, records alone":         {start, less(first), less(second)},
		"no number can be that large":   {start, began, first, again, strings.Replace(second, `"attempt":2`, `"attempt":99999999`, 1)},
		"written as a word, and absent": {start, began, strings.Replace(first, `"attempt":1`, `"attempt":"one"`, 1), again, second},
	} {
		s, _ := read(t, map[string]string{"ci/t.jsonl": log(lines...)})
		if got, want := attemptsOf(s), []string{"n 1 failed", "n 2 passed"}; !slices.Equal(got, want) {
			t.Errorf("%s: attempts %v, want %v", name, got, want)
		}
		if got := s.Steps.Result.At(0); got != "flaky" {
			t.Errorf("%s: the node is %s", name, got)
		}
	}
}

// Lines of another program between those of a run are in events and are no run.
func TestLinesWithoutRunAreNoRun(t *testing.T) {
	s, _ := read(t, map[string]string{"ci/t.jsonl": log(`{"level":"info","msg":"x"}`, at(0, "a", "run_start", `"total_nodes":0`), `{"ts":"2026-04-22T10:00:00.000Z","event":"gc"}`, at(1, "b", "job_noted", ""))})
	if s.Runs.Len() != 1 || s.Events.Len() != 4 {
		t.Errorf("%d runs, %d events", s.Runs.Len(), s.Events.Len())
	}
}

// Lines are appended by several writers, so that those of one node may change places
// or be missing. Whether it reached its goal does not hang on the last line alone.
func TestConvergedWhateverTheOrderOfTheRecords(t *testing.T) {
	first, second := try(4, "a", "n", 1, 3, false, ""), try(8, "a", "n", 2, 3, true, `"backoff_s":1.0`)
	began, again := move(1, "a", "n", "pending", "running", `"attempt":1`), move(5, "a", "n", "running", "running", `"attempt":2`)
	done := move(8, "a", "n", "running", "done", "")
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"in order", []string{began, first, again, second, done}, "true"},
		{"the second attempt's record first", []string{began, second, first, again}, "true"},
		{"its last transition behind done", []string{began, second, first, done, again}, "true"},
		{"without the line of done", []string{began, first, again, second}, "true"},
		{"no attempt that converged", []string{began, first, again}, ""},
		{"failed in the end", []string{began, first, again, second, move(9, "a", "n", "running", "failed", "")}, "false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			end := at(9, "a", "run_end", `"outcome":"clean_with_flake","done":1,"failed":0,"blocked":0,"total_duration_s":9.0,"flake_retries":1`)
			s, _ := read(t, map[string]string{"ci/t.jsonl": log(append(append([]string{at(0, "a", "run_start", `"total_nodes":1`)}, c.lines...), end)...)})
			got := ""
			if ok, given := s.Steps.Converged.Get(0); given {
				got = fmt.Sprint(ok)
			}
			if got != c.want {
				t.Errorf("converged %q, want %q", got, c.want)
			}
			if found := codesIn(s); c.want == "true" && (slices.Contains(found, "outcome_mismatch") || slices.Contains(found, "flake_retries")) {
				t.Errorf("findings %v, though the run says what its attempts say", found)
			}
		})
	}
}

func TestRunStartAgainLosesNothing(t *testing.T) {
	start := at(0, "a", "run_start", `"total_nodes":2`)
	s, units := read(t, map[string]string{"ci/t.jsonl": log(start,
		move(1, "a", "m", "pending", "running", `"attempt":1`), try(3, "a", "m", 1, 2, true, ""), move(3, "a", "m", "running", "done", ""),
		start,
		move(3, "a", "n", "pending", "running", `"attempt":1`), try(8, "a", "n", 1, 5, true, ""), move(8, "a", "n", "running", "done", ""),
		at(9, "a", "run_end", `"outcome":"clean","done":2,"failed":0,"blocked":0,"total_duration_s":9.0`))})
	if s.Runs.Len() != 1 || s.Attempts.Len() != 2 || len(units[0].Superseded) != 0 {
		t.Errorf("%d runs, %d attempts, superseded %v", s.Runs.Len(), s.Attempts.Len(), units[0].Superseded)
	}
}

func TestOneIdInTwoNightsIsTwoRuns(t *testing.T) {
	night := func(day string) string {
		return strings.ReplaceAll(log(at(0, "nightly", "run_start", `"total_nodes":0`), at(1, "nightly", "run_end", `"outcome":"clean","done":0,"failed":0,"blocked":0,"total_duration_s":1.0`)), "04-22", day)
	}
	s, _ := read(t, map[string]string{"ci/web/2026-04-21/t.jsonl": night("04-21"), "ci/web/2026-04-22/t.jsonl": night("04-22"), "old/t.jsonl": night("04-22")})
	if n := s.Runs.Len(); n != 2 {
		t.Errorf("%d runs, want 2: the copy counts once", n)
	}
	for row := range s.Runs.Len() {
		if got := s.Runs.Subject.At(row); got != "ci/web" && got != "old" {
			t.Errorf("workflow %q names a night", got)
		}
	}
}

func TestOneRunInTwoFiles(t *testing.T) {
	s, units := read(t, map[string]string{
		"ci/a.jsonl": log(at(0, "x", "run_start", `"total_nodes":1`), move(1, "x", "n", "pending", "running", `"attempt":1`)),
		"ci/b.jsonl": log(try(8, "x", "n", 1, 7, true, ""), move(8, "x", "n", "running", "done", ""), at(9, "x", "run_end", `"outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9.0`)),
	})
	if s.Runs.Len() != 1 || len(units[0].Files) != 2 || s.Runs.Outcome.At(0) != "clean" {
		t.Errorf("%d runs, files %v", s.Runs.Len(), units[0].Files)
	}
}

// A log that is cut by the day, or into folders, is one run; a run_id that is used again is not.
func TestOneRunInTwoFolders(t *testing.T) {
	start := at(0, "x", "run_start", `"total_nodes":1`)
	began, tried, done := move(1, "x", "n", "pending", "running", `"attempt":1`), try(7, "x", "n", 1, 6, true, ""), move(8, "x", "n", "running", "done", "")
	end := at(9, "x", "run_end", `"outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9.0`)
	next := func(l string) string { return strings.Replace(l, "04-22", "04-23", 1) }
	for _, c := range []struct {
		name string
		logs map[string]string
		want int
	}{
		{"two folders", map[string]string{"d1/t.jsonl": log(start, began), "d2/t.jsonl": log(tried, done, end)}, 1},
		{"three folders, the middle last", map[string]string{"c/t.jsonl": log(start, began), "d/t.jsonl": log(tried), "b/t.jsonl": log(done, end)}, 1},
		{"its end was copied elsewhere", map[string]string{"d1/t.jsonl": log(start, began, tried, done, end), "d2/t.jsonl": log(done, end)}, 1},
		{"another night, which lost its start", map[string]string{"d1/t.jsonl": log(start, began), "d2/t.jsonl": log(next(tried), next(done), next(end))}, 2},
		{"the run has an end", map[string]string{"d1/t.jsonl": log(start, began, end), "d2/t.jsonl": log(at(20, "x", "run_end", `"outcome":"clean"`))}, 2},
		{"a piece before the start", map[string]string{"d1/t.jsonl": log(began), "d2/t.jsonl": log(at(5, "x", "run_start", `"total_nodes":1`))}, 2},
		{"another run_id", map[string]string{"d1/t.jsonl": log(start, began), "d2/t.jsonl": log(strings.ReplaceAll(tried, `"x"`, `"y"`))}, 2},
	} {
		s, _ := read(t, c.logs)
		if got := s.Runs.Len(); got != c.want {
			t.Errorf("%s: %d runs, want %d", c.name, got, c.want)
		}
	}
}

// A piece goes with the run that was written to last, though an older one has no end either.
func TestAPieceContinuesTheLatestRun(t *testing.T) {
	start := func(s int) string { return at(s, "x", "run_start", `"total_nodes":1`) }
	s, units := read(t, map[string]string{
		"d1/t.jsonl": log(start(0), move(1, "x", "n", "pending", "running", `"attempt":1`)),
		"d2/t.jsonl": log(start(10), move(11, "x", "n", "pending", "running", `"attempt":1`)),
		"d3/t.jsonl": log(try(18, "x", "n", 1, 7, true, ""), move(18, "x", "n", "running", "done", ""), at(19, "x", "run_end", `"outcome":"clean"`)),
	})
	if s.Runs.Len() != 2 || len(units) != 2 || !slices.Equal(units[1].Files, []string{"d2/t.jsonl", "d3/t.jsonl"}) {
		t.Errorf("%d runs, the later one of %v", s.Runs.Len(), units[len(units)-1].Files)
	}
}

func TestSamples(t *testing.T) {
	var lines []string
	for _, k := range kinds {
		lines = append(lines, k.Sample)
	}
	res := &ingesttest.Result{}
	path := filepath.Join(t.TempDir(), "samples")
	if err := os.WriteFile(path, []byte(log(lines...)), 0o600); err != nil {
		t.Fatal(err)
	}
	f := res.Read(t, System, path, "samples")
	if f.Format != format {
		t.Fatal("the samples are not recognised")
	}
	if len(f.Records) != len(kinds) || len(f.Findings()) != 0 {
		t.Errorf("%d records, findings %v", len(f.Records), f.Findings())
	}
}

func FuzzRead(f *testing.F) {
	for _, k := range kinds {
		f.Add(k.Sample + "\n")
	}
	f.Add(log(at(0, "a", "run_start", `"total_nodes":1`), move(1, "a", "n", "pending", "running", `"attempt":1`), try(2, "a", "n", 1, 1, false, "")))
	f.Fuzz(func(t *testing.T, content string) {
		s, _ := read(t, map[string]string{"ci/t.jsonl": content})
		if s.Events.Len() > strings.Count(content, "\n")+1 {
			t.Error("more events than lines")
		}
	})
}

// A run has any number of nodes, and nothing of the run before.
func TestManyNodes(t *testing.T) {
	var lines []string
	n := 3 * fewNodes
	lines = append(lines, at(0, "many", "run_start", fmt.Sprintf(`"total_nodes":%d`, n)))
	for i := range n {
		name := fmt.Sprintf("node-%02d", i)
		lines = append(lines, move(1, "many", name, "pending", "ready", ""), move(2, "many", name, "ready", "running", `"attempt":1`))
	}
	for i := range n {
		lines = append(lines, move(3, "many", fmt.Sprintf("node-%02d", i), "running", "failed", `"reason":"max_ralph_iters_reached"`))
	}
	lines = append(lines, at(5, "one", "run_start", `"total_nodes":1`), move(6, "one", "node-00", "pending", "ready", ""))
	set, _ := read(t, map[string]string{"a/transitions.jsonl": log(lines...)})
	if got := set.Steps.Len(); got != n+1 {
		t.Fatalf("%d steps, want %d", got, n+1)
	}
	for row := range n {
		if got, want := set.Steps.Step.At(row)+" "+set.Steps.Status.At(row), fmt.Sprintf("node-%02d failed", row); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	last := set.Steps.Step.At(n) + " " + set.Steps.Status.At(n) + " " + set.Steps.Reason.At(n)
	if _, begun := set.Steps.StartedAt.Get(n); last != "node-00 ready " || begun {
		t.Errorf("the node of another run: %q, begun %v", last, begun)
	}
}
