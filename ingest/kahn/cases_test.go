package kahn

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// brief is what a set holds but what repeats the log.
func brief(s *table.Set) string {
	return ingesttest.Without(ingesttest.Text(s)+"\n", "sources", "events", "transitions")
}

// TestCases holds the rows of small runs against testdata/cases.txtar.
func TestCases(t *testing.T) {
	start := at(0, "a", "run_start", `"total_nodes":1`)
	end := func(outcome, rest string) string {
		if rest != "" {
			rest = "," + rest
		}
		return at(9, "a", "run_end", fmt.Sprintf(`"outcome":%q,"total_duration_s":9.0%s`, outcome, rest))
	}
	began, again := move(1, "a", "n", "pending", "running", `"attempt":1`), move(4, "a", "n", "running", "running", `"attempt":2`)
	lost, won, wonAgain := try(3, "a", "n", 1, 2, false, ""), try(8, "a", "n", 1, 7, true, ""), try(8, "a", "n", 2, 4, true, "")
	done, failed := move(8, "a", "n", "running", "done", ""), move(8, "a", "n", "running", "failed", `"reason":"max_ralph_iters_reached"`)
	command := func(rest string) string {
		return at(8, "a", "node_attempt", `"node_id":"n","attempt":1,"duration_s":7,"converged":true,"done_when_results":[{"cmd":"make","duration_s":1`+rest+`}]`)
	}
	many := []string{start}
	for k := range 10 {
		many = append(many, move(2*k+1, "a", "n", "running", "running", fmt.Sprintf(`"attempt":%d`, k+1)), try(2*k+2, "a", "n", k+1, 1, k == 9, ""))
	}
	var got []ingesttest.File
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"clean", []string{start, began, won, done, end("clean", "")}},
		{"clean, and one node flaked", []string{start, began, lost, again, wonAgain, done, end("clean", "")}},
		{"clean, and one node failed", []string{start, began, lost, failed, end("clean", "")}},
		{"clean, and one node failed and one is blocked", []string{start, began, lost, failed, move(8, "a", "m", "pending", "blocked", `"reason":"ancestor_failed:n"`), end("clean", "")}},
		{"clean with flake", []string{start, began, lost, again, wonAgain, done, end("clean_with_flake", "")}},
		{"clean with flake, and none flaked", []string{start, began, won, done, end("clean_with_flake", "")}},
		{"clean with flake, and one node failed", []string{start, began, lost, failed, end("clean_with_flake", "")}},
		{"clean with flake, without nodes", []string{start, end("clean_with_flake", "")}},
		{"clean, without nodes", []string{start, end("clean", "")}},
		{"partial", []string{start, began, lost, failed, move(8, "a", "m", "pending", "blocked", `"reason":"ancestor_failed:n,x"`), end("partial", "")}},
		{"partial, and every node is done", []string{start, began, won, done, end("partial", "")}},
		{"partial, and one node waits", []string{start, began, won, done, move(8, "a", "m", "pending", "ready", ""), end("partial", "")}},
		{"partial, without nodes", []string{start, end("partial", "")}},
		{"stuck", []string{start, move(1, "a", "n", "pending", "ready", ""), end("stuck", `"exit_code":2`)}},
		{"stuck, exit code 0", []string{start, end("stuck", `"exit_code":0`)}},
		{"catastrophic", []string{start, began, end("catastrophic", `"exit_code":3`)}},
		{"catastrophic without an exit code", []string{start, end("catastrophic", "")}},
		{"clean with an exit code", []string{start, end("clean", `"exit_code":1`)}},
		{"an unknown outcome, and every node is done", []string{start, began, won, done, end("great", "")}},
		{"an unknown outcome, and one node failed", []string{start, began, lost, failed, end("great", "")}},
		{"an unknown outcome, and one node flaked", []string{start, began, lost, again, wonAgain, done, end("great", "")}},
		{"an outcome in other letters", []string{start, began, won, done, end("CLEAN", "")}},
		{"no end, all nodes done", []string{start, began, won, done}},
		{"no end, one node failed", []string{start, began, lost, failed}},
		{"no end, one node runs", []string{start, began, lost, again}},
		{"no end, one node is only announced", []string{start, move(1, "a", "n", "pending", "ready", ""), began}},
		{"no end, a node failed for an unknown reason", []string{start, began, lost, move(8, "a", "n", "running", "failed", `"reason":"disk_full:/tmp"`)}},
		{"no end, two nodes failed", []string{start, began, lost, move(7, "a", "n", "running", "failed", ""), move(8, "a", "m", "running", "failed", `"reason":"max_ralph_iters_reached:3"`)}},
		{"blocked for a reason of a failure", []string{start, move(8, "a", "n", "pending", "blocked", `"reason":"max_ralph_iters_reached"`), end("partial", "")}},
		{"attempts alone, passed", []string{start, won, end("clean", `"done":1,"failed":0,"blocked":0`)}},
		{"attempts alone, failed", []string{start, lost, end("partial", `"done":1,"failed":0,"blocked":0`)}},
		{"attempts alone, no end", []string{start, lost}},
		{"a node that waits in the end", []string{start, move(1, "a", "n", "pending", "ready", ""), end("partial", "")}},
		{"a node that runs in the end", []string{start, began, end("partial", "")}},
		{"an attempt that says nothing of its end", []string{start, began, strings.Replace(won, `"converged":true,`, "", 1), done, end("clean", "")}},
		{"the first attempt alone is recorded", []string{start, began, lost, again, done, end("clean_with_flake", `"total_attempts":2,"flake_retries":1`)}},
		{"ten attempts", append(many, at(21, "a", "run_end", `"outcome":"clean_with_flake","total_attempts":10,"flake_retries":9`))},
		{"numbers of run_end that are right", []string{start, began, lost, again, wonAgain, done, move(8, "a", "f", "running", "failed", ""), move(8, "a", "b", "pending", "blocked", ""),
			end("partial", `"done":1,"failed":1,"blocked":1,"total_attempts":2,"flake_retries":1`)}},
		{"numbers of run_end that are wrong", []string{start, began, lost, again, wonAgain, done, end("clean_with_flake", `"done":2,"failed":1,"blocked":3,"total_attempts":3,"flake_retries":2`)}},
		{"retries of a failed node too", []string{start, began, lost, again, try(8, "a", "n", 2, 4, false, ""), failed, end("partial", `"flake_retries":1`)}},
		{"retries of no node", []string{start, began, lost, again, try(8, "a", "n", 2, 4, false, ""), failed, end("partial", `"flake_retries":5`)}},
		{"a second apart", []string{start, began, try(8, "a", "n", 1, 8, true, ""), done}},
		{"more than a second apart", []string{start, began, try(8, "a", "n", 1, 8.1, true, ""), done}},
		{"a second less", []string{start, began, try(8, "a", "n", 1, 6, true, ""), done}},
		{"a twentieth apart", []string{start, began, try(96, "a", "n", 1, 100, true, ""), done}},
		{"more than a twentieth apart", []string{start, began, try(95, "a", "n", 1, 99.5, true, ""), done}},
		{"no duration", []string{start, began, strings.Replace(won, `"duration_s":7,`, "", 1), done}},
		{"no time lost", []string{start, began, try(1, "a", "n", 1, 0, true, ""), move(1, "a", "n", "running", "done", "")}},
		{"waits", []string{start, try(3, "a", "n", 1, 2, false, ""), try(8, "a", "n", 2, 2, true, `"backoff_s":1.5`), try(9, "a", "m", 2, 2, true, `"backoff_s":-1`), try(9, "a", "o", 1, 2, true, `"backoff_s":0`)}},
		{"the end lies before the start", []string{at(20, "a", "run_start", `"total_nodes":0`), end("clean", "")}},
		{"a run without a start", []string{began, won, done, end("clean", "")}},
		{"an end alone", []string{end("clean", "")}},
		{"two ends", []string{start, end("partial", ""), at(10, "a", "run_end", `"outcome":"clean"`)}},
		{"a gap between transitions", []string{start, began, move(8, "a", "n", "ready", "done", "")}},
		{"a state that nobody knows", []string{start, began, move(8, "a", "n", "running", "asleep", "")}},
		{"out of blocked", []string{start, move(1, "a", "n", "pending", "blocked", ""), move(2, "a", "n", "blocked", "ready", "")}},
		{"out of failed", []string{start, began, lost, failed, again, wonAgain, done}},
		{"another number than the transition's", []string{start, began, try(8, "a", "n", 2, 7, true, ""), done}},
		{"running without a number", []string{start, move(1, "a", "n", "pending", "running", ""), won, done}},
		{"a command that passed", []string{start, began, command(`,"rc":0`), done}},
		{"a command that failed", []string{start, began, command(`,"rc":1,"tail":"no"`), done}},
		{"a command without an exit code", []string{start, began, command(`,"tail":"no"`), done}},
		{"output of a command that passed", []string{start, began, command(`,"rc":0,"tail":"yes"`), done}},
	} {
		s, _ := read(t, map[string]string{"ci/t.jsonl": log(c.lines...)})
		got = append(got, ingesttest.File{Path: c.name, Text: brief(s)})
	}
	ingesttest.Texts(t, "cases.txtar", got)
}

// A run that begins anew under its id is another one, to which all that follows belongs, whatever stands between.
func TestARunThatBeginsAnew(t *testing.T) {
	s, _ := read(t, map[string]string{"ci/t.jsonl": log(
		at(0, "a", "run_start", `"total_nodes":1`), at(60, "a", "run_start", `"total_nodes":1`), at(61, "b", "run_start", `"total_nodes":1`),
		move(62, "a", "n", "ready", "running", ""), at(63, "a", "run_end", `"outcome":"clean"`), at(64, "b", "run_end", `"outcome":"clean"`))})
	var got []string
	for row := range s.Runs.Len() {
		seconds, ended := s.Runs.DurationS.Get(row)
		got = append(got, fmt.Sprint(s.Runs.Key.At(row), " ", seconds, " ", ended))
	}
	if want := "kahn:ci/a 0 false, kahn:ci/a#2 3 true, kahn:ci/b 3 true"; strings.Join(got, ", ") != want {
		t.Errorf("runs %s, want %s", strings.Join(got, ", "), want)
	}
}

// Output is at most 4,096 characters long, unless it says that it was cut.
func TestTails(t *testing.T) {
	for _, c := range []struct {
		name, tail, rest, want string
	}{
		{"as long as may be", strings.Repeat("é", 4096), "", ""},
		{"longer", strings.Repeat("é", 4097), "", "tail_too_long"},
		{"longer, and cut", strings.Repeat("é", 4097), `,"truncated":true`, ""},
		{"longer, and not cut", strings.Repeat("é", 4097), `,"truncated":false`, "tail_too_long"},
	} {
		s, _ := read(t, map[string]string{"ci/t.jsonl": log(at(0, "a", "run_start", `"total_nodes":1`), at(8, "a", "node_attempt",
			`"node_id":"n","attempt":1,"duration_s":7,"converged":false,"done_when_results":[{"cmd":"make","duration_s":1,"rc":1,"tail":"`+c.tail+`"`+c.rest+`}]`))})
		if got := strings.Join(codesIn(s), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A reason is kept up to a length.
func TestALongReason(t *testing.T) {
	s, _ := read(t, map[string]string{"ci/t.jsonl": log(at(0, "a", "run_start", `"total_nodes":1`),
		move(8, "a", "n", "running", "failed", `"reason":"`+strings.Repeat("x", 500)+`"`))})
	if got := s.Runs.Reason.At(0); got != "n: "+strings.Repeat("x", 397)+"…" {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func TestRunIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"a": true, "Z": true, "7": true, "a_b-c": true, "az09AZ": true, strings.Repeat("a", 64): true,
		"": false, "_a": false, "-a": false, strings.Repeat("a", 65): false, "a b": false, "a.b": false, "é": false,
		"a`": false, "a{": false, "a@": false, "a[": false, "a/": false, "a:": false,
	} {
		if isRunID(id) != want {
			t.Errorf("%q is a run_id: %v", id, !want)
		}
	}
}

func TestStamps(t *testing.T) {
	for stamp, want := range map[string]bool{
		"2026-04-22T10:00:00.000Z": true, "0009-99-99T99:99:99.999Z": true, "2026-04-22T10:00:00.00Z": false, "2026-04-22T10:00:00.0000Z": false,
		"2026-04-22 10:00:00.000Z": false, "2026-04-22T10:00:00.000z": false, "2026-04-2xT10:00:00.000Z": false, "2026-04-22T10:00:00,000Z": false, "": false,
		"2026-04-2/T10:00:00.000Z": false, "2026-04-2:T10:00:00.000Z": false,
	} {
		if isStamp(stamp) != want {
			t.Errorf("%q is a stamp: %v", stamp, !want)
		}
	}
}

// A log is claimed by its events with a run_id, since other programs write events of the same
// names.
func TestClaims(t *testing.T) {
	for text, want := range map[string]string{
		`{"run_id":"a","event":"node_transition"}`:                 "kahn",
		`{"run_id":"a","event":"node_attempt"}`:                    "kahn",
		`{"run_id":"a","event":"run_start","total_nodes":1}`:       "kahn",
		`{"run_id":"a","event":"run_end","outcome":"clean"}`:       "kahn",
		`{"event":"node_transition"}`:                              "",
		`{"event":"run_end","outcome":"clean"}`:                    "",
		`{"run_id":"a","event":"run_start"}`:                       "",
		`{"run_id":"a","event":"run_end"}`:                         "",
		`{"run_id":"a","event":"phase_start"}`:                     "",
		`{"a":1}` + "\n" + `{"run_id":"a","event":"node_attempt"}`: "kahn",
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "t.jsonl", Text: text + "\n"}, want)
	}
}

// Pieces of one run_id may be of one run, unless each has a start of its own. What a workflow
// is called depends on others of its name.
func TestTies(t *testing.T) {
	start, other := at(0, "x", "run_start", `"total_nodes":1`), at(50, "x", "run_start", `"total_nodes":1`)
	began := move(1, "x", "n", "pending", "running", `"attempt":1`)
	file := func(path string, lines ...string) ingesttest.File {
		return ingesttest.File{Path: path, Text: log(lines...)}
	}
	named := func(f ingesttest.File, run string) ingesttest.File {
		f.Text = strings.ReplaceAll(f.Text, `"x"`, `"`+run+`"`)
		return f
	}
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string
	}{
		{"a copy", []ingesttest.File{file("ci/a.jsonl", start, began), file("ci/b.jsonl", start)}, "ci/a.jsonl ci/b.jsonl"},
		{"another start", []ingesttest.File{file("ci/a.jsonl", start), file("ci/b.jsonl", other)}, ""},
		{"a piece without a start", []ingesttest.File{file("ci/a.jsonl", start), file("ci/b.jsonl", began)}, "ci/a.jsonl ci/b.jsonl"},
		{"two pieces without a start", []ingesttest.File{file("ci/a.jsonl", began), file("ci/b.jsonl", began)}, "ci/a.jsonl ci/b.jsonl"},
		{"another run_id", []ingesttest.File{file("ci/a.jsonl", start), named(file("ci/b.jsonl", began), "y")}, ""},
		{"workflows of one name", []ingesttest.File{file("x1/shop/a.jsonl", start), named(file("x2/shop/b.jsonl", start), "y")}, "x1/shop/a.jsonl x2/shop/b.jsonl"},
		{"workflows of other names", []ingesttest.File{file("x1/shop/a.jsonl", start), named(file("x2/web/b.jsonl", start), "y")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) { ingesttest.WantTies(t, System, c.want, c.files...) })
	}
}

// A run that is written to in two places goes on where it was written to within half a day.
func TestPauses(t *testing.T) {
	began := move(1, "x", "n", "pending", "running", `"attempt":1`)
	later := func(clock string) string {
		return strings.Replace(try(8, "x", "n", 1, 7, true, ""), "2026-04-22T10:00:08.000", "2026-04-22T"+clock, 1)
	}
	for clock, want := range map[string]int{"10:00:01.000": 1, "10:00:00.999": 2, "22:00:00.999": 1, "22:00:01.000": 2} {
		s, _ := read(t, map[string]string{"d1/t.jsonl": log(at(0, "x", "run_start", `"total_nodes":1`), began), "d2/t.jsonl": log(later(clock))})
		if got := s.Runs.Len(); got != want {
			t.Errorf("a piece at %s: %d runs, want %d", clock, got, want)
		}
	}
}

// Two workflows that would have one name keep the first part of their path.
func TestNamesOfWorkflows(t *testing.T) {
	for _, c := range []struct{ homes, want []string }{
		{[]string{"nightly-07/shop"}, []string{"shop"}},
		{[]string{"east/shop", "west/shop"}, []string{"east/shop", "west/shop"}},
		{[]string{"east/shop", "west/web"}, []string{"shop", "web"}},
		{[]string{"shop"}, []string{""}},
		{[]string{"east/shop/2026-04-22", "east/shop/run-7"}, []string{"shop", "shop"}},
	} {
		var all record.Subjects
		for _, h := range c.homes {
			all.Add(System.Subject(h, "n17"))
		}
		for i, h := range c.homes {
			if got := all.Short(System.Subject(h, "n17")); got != c.want[i] {
				t.Errorf("%v: %q, want %q", c.homes, got, c.want[i])
			}
		}
	}
}
