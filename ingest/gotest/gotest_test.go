package gotest

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) { ingesttest.Rows(t, System, nil) }

// event is a line of the log at a second of a minute.
func event(second int, action, pkg, test, rest string) string {
	line := fmt.Sprintf(`{"Time":"2026-05-01T02:00:%02dZ","Action":%q,"Package":%q`, second, action, pkg)
	if test != "" {
		line += fmt.Sprintf(`,"Test":%q`, test)
	}
	return line + rest + "}\n"
}

func TestEvents(t *testing.T) {
	run := func(test string) string { return event(1, "run", "p", test, "") }
	end := func(action, test string) string { return event(2, action, "p", test, `,"Elapsed":1`) }
	printed := func(test, text string) string {
		return event(1, "output", "p", test, fmt.Sprintf(`,"Output":%q`, text))
	}
	for _, c := range []struct{ name, in, want, codes string }{
		{"a test", run("A") + end("pass", "A") + end("pass", ""), "test p › A passed 1; group p  0; run passed", ""},
		{"only leaves are tests", run("A") + run("A/b") + run("A/b/c") + end("pass", "A/b/c") + end("pass", "A/b") + end("pass", "A") + end("pass", ""),
			"group p › A  0; group p › A/b  0; test p › A/b/c passed 1; group p  0; run passed", ""},
		{"a parent that fails by itself", run("A") + run("A/b") + end("pass", "A/b") + printed("A", "    a_test.go:3: no\n") + end("fail", "A") + end("fail", ""),
			"parent test p › A failed 1: a_test.go:3: no; test p › A/b passed 1; group p  0; run failed", ""},
		{"a panic", run("A") + end("pass", "A") + run("B") + printed("B", "panic: no\n") + end("fail", ""),
			"test p › A passed 1; test p › B open 1; package p failed 1: panic: no; run failed", ""},
		{"a panic in an older version", run("B") + printed("B", "panic: no\n") + printed("", "FAIL\tp\t0.1s\n"), "test p › B open 1; package p failed 1: panic: no; run failed", ""},
		{"no end", event(0, "start", "p", "", "") + run("B"), "group p  0; test p › B open 1; run open", ""},
		{"a time limit", run("B") + printed("B", "panic: test timed out after 2s\n") + end("fail", "B") + end("fail", ""),
			"test p › B failed 1 time-limit: panic: test timed out after 2s; group p  0; run failed", ""},
		{"a time limit of the package", run("B") + printed("B", "panic: test timed out after 2s\n") + end("fail", ""), "test p › B open 1; package p failed 1 time-limit: panic: test timed out after 2s; run failed", ""},
		{"a time limit that the log tells after the end of another test", run("A") + run("B") + end("pass", "B") + printed("B", "panic: test timed out after 2s\n") + end("fail", ""),
			"test p › A open 1; test p › B passed 1; package p failed 1 time-limit: panic: test timed out after 2s; run failed", ""},
		{"what a test printed before its end is no panic of the package", run("A") + printed("A", "panic: expected\n") + end("pass", "A") + printed("", "FAIL\n") + end("fail", ""), "test p › A passed 1; package p failed 1: FAIL; run failed", ""},
		{"a test that printed such words and was skipped", run("A") + printed("A", "panic: expected\n") + end("skip", "A") + printed("", "FAIL\n") + end("fail", ""), "test p › A skipped 0: panic: expected; package p failed 1: FAIL; run failed", ""},
		{"a panic of a subtest", run("A") + run("A/b") + printed("A/b", "--- FAIL: A/b (0.00s)\n") + end("fail", "A/b") + printed("A", "--- FAIL: A (0.00s)\n") + printed("A", "panic: no\n") + end("fail", "A") + end("fail", ""),
			"group p › A  0; test p › A/b failed 1: --- FAIL: A (0.00s)|panic: no; group p  0; run failed", ""},
		{"a subtest that failed before a panic of its parent", run("A") + run("A/b") + printed("A/b", "    a_test.go:3: no\n") + printed("A/b", "--- FAIL: A/b (0.00s)\n") + end("fail", "A/b") + printed("A", "--- FAIL: A (0.00s)\n") + printed("A", "panic: no\n") + end("fail", "A") + end("fail", ""),
			"group p › A  0; test p › A/b failed 1: a_test.go:3: no|--- FAIL: A/b (0.00s); group p  0; run failed", ""},
		{"a subtest that says nothing", run("A") + run("A/b") + printed("A/b", "--- FAIL: A/b (0.00s)\n") + end("fail", "A/b") + printed("A", "--- FAIL: A (0.00s)\n") + end("fail", "A") + end("fail", ""),
			"group p › A  0; test p › A/b failed 1: --- FAIL: A/b (0.00s); group p  0; run failed", ""},
		{"an event of no package and no test", `{"Time":"2026-05-01T02:00:01Z","Action":"start"}` + "\n" + run("A") + end("pass", "A") + end("pass", ""), "test p › A passed 1; group p  0; run passed", ""},
		{"an action that nobody knows", run("A") + event(1, "nap", "p", "A", "") + end("pass", "A") + end("pass", ""), "test p › A passed 1; group p  0; run passed", "unknown_kind"},
		{"a build that fails", `{"ImportPath":"p [p.test]","Action":"build-output","Output":"./a.go:3:1: undefined: x\n"}` + "\n" + event(1, "start", "p", "", "") + event(1, "fail", "p", "", `,"FailedBuild":"p [p.test]"`),
			"package p failed 1: ./a.go:3:1: undefined: x; run failed", ""},
		{"without JSON", "./a.go:3:1: undefined: x\nFAIL\tp [build failed]\nFAIL\n" + event(1, "run", "q", "A", "") + event(2, "pass", "q", "A", ""),
			"package p failed 1: ./a.go:3:1: undefined: x; test q › A passed 1; run failed", ""},
		{"no test files", printed("", "?   \tp\t[no test files]\n") + end("skip", ""), "group p  0; run unknown", ""},
		{"cached", run("A") + end("pass", "A") + printed("", "ok  \tp\t(cached)\n") + end("pass", ""), "test p › A passed 1; group p  0; run passed", "cached_package"},
		{"again", run("A") + end("fail", "A") + end("fail", "") + run("A") + end("pass", "A") + end("pass", ""), "test p › A flaky 2; group p  0; run flaky", ""},
		{"twice", run("A") + end("pass", "A") + run("A") + end("pass", "A") + end("pass", ""), "test p › A passed 2; group p  0; run passed", ""},
		{"a benchmark", run("BenchmarkA") + end("pass", ""), "test p › BenchmarkA passed 1; group p  0; run passed", ""},
		{"benchmarks of a package in which one fails", run("BenchmarkA") + printed("BenchmarkA", "BenchmarkA-2   \t31\t 3.1 ns/op\n") + run("BenchmarkB") + end("fail", "BenchmarkB") + run("BenchmarkC") + end("fail", ""),
			"test p › BenchmarkA passed 1; test p › BenchmarkB failed 1; test p › BenchmarkC open 1; group p  0; run failed", ""},
		{"a test that prints numbers", run("TestA") + printed("TestA", "3.1 ns/op\n") + end("fail", ""), "test p › TestA open 1; package p failed 1; run failed", ""},
		{"without a package", `{"Time":"2026-05-01T02:00:01Z","Action":"run","Test":"A"}` + "\n" + `{"Action":"fail","Test":"A"}` + "\n" + `{"Action":"fail"}` + "\n", "test A failed 1; run failed", ""},
		{"cut off", run("A") + `{"Time":"2026-05-01T02:00:`, "test p › A open 1; run open", "torn_line"},
		{"cut off where nothing was tested", printed("", "?   \tp\t[no test files]\n") + end("skip", "") + `{"Time":`, "group p  0; run open", "torn_line"},
		{"cut off behind a test", run("A") + end("pass", "A") + `{"Time":`, "test p › A passed 1; run passed", "torn_line"},
		{"run again without an end", run("A") + run("A") + end("pass", "A") + end("pass", ""), "test p › A passed 2; group p  0; run passed", ""},
		{"a package that starts again", event(0, "start", "p", "", "") + event(1, "start", "p", "", "") + run("A") + end("pass", "A") + end("pass", ""), "test p › A passed 1; group p  0; run passed", ""},
		{"a subtest whose parent is not there", run("A/b") + printed("A/b", "--- FAIL: A/b (0.00s)\n") + end("fail", "A/b") + end("fail", ""), "test p › A/b failed 1: --- FAIL: A/b (0.00s); group p  0; run failed", ""},
		{"a skipped test", run("A") + printed("A", "    a_test.go:3: no truck\n") + printed("A", "--- SKIP: A (0.00s)\n") + end("skip", "A") + end("pass", ""), "test p › A skipped 0: a_test.go:3: no truck; group p  0; run skipped", ""},
		{"over several lines", "{\n \"Time\": \"2026-05-01T02:00:01Z\",\n \"Action\": \"run\",\n \"Package\": \"p\",\n \"Test\": \"A\"\n}\n{\n \"Action\": \"pass\",\n \"Package\": \"p\",\n \"Test\": \"A\"\n}\n", "test p › A passed 1; run passed", "objects_not_lines"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: c.in})
		s, a := &res.Set.Steps, &res.Set.Attempts
		var got []string
		for row := range s.Len() {
			line := fmt.Sprintf("%s %s %s %d", s.Kind.At(row), s.Step.At(row), s.Result.At(row), s.Attempts.At(row))
			if cause := s.Cause.At(row); cause != "" && cause != "failure" {
				line += " " + cause
			}
			why := s.Reason.At(row)
			for i := range a.Len() {
				if a.Step.At(i) == s.Step.At(row) && a.Error.At(i) != "" {
					why = a.Error.At(i)
				}
			}
			first, rest, _ := strings.Cut(why, "\n")
			if strings.HasPrefix(rest, "panic: ") || strings.HasPrefix(rest, "--- FAIL") {
				second, _, _ := strings.Cut(rest, "\n")
				first += "|" + second
			}
			if first != "" && first != "(cached)" && s.Result.At(row) != "flaky" {
				line += ": " + strings.TrimSpace(first)
			}
			got = append(got, line)
		}
		got = append(got, "run "+res.Set.Runs.Result.At(0))
		for row := range a.Len() {
			if _, timed := a.DurationS.Get(row); timed && c.name == "cached" {
				t.Error("what was not run has a duration")
			}
		}
		// Groups are written first; the order here is that of the log.
		if !sameParts(strings.Join(got, "; "), c.want) || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s:\n got %s %v\nwant %s %s", c.name, strings.Join(got, "; "), res.CodeNames(), c.want, c.codes)
		}
	}
}

// sameParts reports whether two lists have the same parts in any order.
func sameParts(a, b string) bool {
	count := map[string]int{}
	for _, p := range strings.Split(a, "; ") {
		count[p]++
	}
	for _, p := range strings.Split(b, "; ") {
		count[p]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// The output of a test in which the package panicked is its error. The panic is looked for among the
// first 4 KiB of what the test prints.
func TestPanicsBehindMuchOutput(t *testing.T) {
	for n, want := range map[int]bool{0: true, 4094: true, 4095: false} {
		printed := func(text string) string { return event(1, "output", "p", "B", fmt.Sprintf(`,"Output":%q`, text+"\n")) }
		text := event(1, "run", "p", "B", "") + printed(strings.Repeat("x", n)) + printed("panic: no") + event(2, "fail", "p", "", "")
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: text})
		if got := len(strings.Join(res.Rows(t, "Attempts", "error"), "")) > 0; got != want {
			t.Errorf("behind a line of %d characters: a panic is told: %v", n, got)
		}
	}
}

// What a package prints itself is told once, also when it is a panic.
func TestPanicOfAPackage(t *testing.T) {
	text := event(1, "start", "p", "", "") + event(1, "output", "p", "", `,"Output":"panic: no\n"`) + event(2, "fail", "p", "", "")
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: text})
	if got := strings.Join(res.Rows(t, "Attempts", "error"), ""); strings.Count(got, "panic: no") != 1 {
		t.Errorf("the error is %q", got)
	}
}

// An event has an action of go test and something that it happened to, or a time.
func TestWhatIsAnEvent(t *testing.T) {
	for text, want := range map[string]string{
		`{"Action":"run","Test":"A"}`:              "go-test-json",
		`{"Action":"output","Output":"x"}`:         "go-test-json",
		`{"Action":"build-fail","ImportPath":"p"}`: "go-test-json",
		`{"Action":"start","Time":"x"}`:            "go-test-json",
		`{"Action":"run"}`:                         "",
		`{"Action":"nap","Package":"p"}`:           "",
		`{"Package":"p","Test":"A"}`:               "",
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "a.json", Text: text + "\n" + text + "\n"}, want)
	}
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }

// TestCases holds the rows of tests that end in an odd way.
func TestCases(t *testing.T) { ingesttest.Cases(t, System) }

// A run lasts from its first event to its latest, in whatever order they stand.
func TestTimesOfARun(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{event(1, "run", "p", "A", "") + event(9, "output", "p", "A", `,"Output":"x"`) + event(5, "pass", "p", "A", ""), "02:00:01.000 02:00:09.000"},
		{event(7, "run", "p", "A", "") + event(5, "pass", "p", "A", ""), "02:00:07.000 02:00:07.000"},
		{`{"Action":"run","Package":"p","Test":"A"}` + "\n" + event(5, "pass", "p", "A", "") + `{"Action":"pass","Package":"p"}` + "\n", "02:00:05.000 02:00:05.000"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: c.text})
		res.Want(t, c.want, "Runs", "started_at", "ended_at")
	}
}
