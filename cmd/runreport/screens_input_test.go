package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// screenInput is an input whose first screen is judged by five seconds of looking.
type screenInput struct {
	name string
	make func(t testing.TB, logs string)
}

// screenInputs are the eight inputs of the five-second test.
var screenInputs = []screenInput{
	{"all-good", func(t testing.TB, logs string) { shopNights(t, logs, 14, nil) }},
	{"new-failure", func(t testing.TB, logs string) {
		shopNights(t, logs, 13, nil)
		failedNight(t, logs, 14, "Error: storefront.js is 412 kB, limit 400 kB")
	}},
	{"flaky-only", func(t testing.TB, logs string) {
		shopNights(t, logs, 14, func(day int, s *step) {
			if s.name == "checkout-e2e" && day > 8 {
				s.fails = (day + 1) % 2
			}
		})
	}},
	{"slower", func(t testing.TB, logs string) {
		shopNights(t, logs, 14, func(day int, s *step) {
			if s.name == "bundle" && day > 11 {
				s.seconds *= 1.5
			}
		})
	}},
	{"recall-lost", func(t testing.TB, logs string) { calibrationCycles(t, logs, "ship") }},
	{"reverted-cycle", func(t testing.TB, logs string) { calibrationCycles(t, logs, "revert") }},
	{"one-system", testSuites},
	{"many-runs", func(t testing.TB, logs string) {
		if code := run([]string{"demo", "--runs", "10000", "-o", logs}, strings.NewReader(""), &strings.Builder{}, &strings.Builder{}); code != exitOK {
			t.Fatalf("demo ends with %d", code)
		}
	}},
}

// shopNights are nights of a workflow in which all goes well, but for what change makes of it.
func shopNights(t testing.TB, logs string, nights int, change func(day int, s *step)) {
	t.Helper()
	for day := 1; day <= nights; day++ {
		var steps []step
		for i, name := range []string{"build", "unit-tests", "bundle", "checkout-e2e", "publish"} {
			s := step{name, float64(40*(i+1)) + float64((day*7+i*3)%5), 0}
			if change != nil {
				change(day, &s)
			}
			steps = append(steps, s)
		}
		writeNight(t, logs, day, steps...)
	}
}

// failedNight is a night in which the step bundle fails with an error and two steps are blocked.
func failedNight(t testing.TB, logs string, day int, why string) {
	t.Helper()
	at := time.Date(2026, 4, day, 1, 0, 0, 0, time.UTC)
	id := "shop-" + at.Format(time.DateOnly)
	var b strings.Builder
	put := func(seconds float64, fields string, args ...any) {
		at = at.Add(time.Duration(seconds * float64(time.Second)))
		fmt.Fprintf(&b, `{"ts":%q,"run_id":%q,%s}`+"\n", at.Format("2006-01-02T15:04:05.000Z"), id, fmt.Sprintf(fields, args...))
	}
	put(0, `"event":"run_start","total_nodes":5`)
	for i, name := range []string{"build", "unit-tests", "bundle"} {
		put(0, `"event":"node_transition","node_id":%q,"from":"ready","to":"running","attempt":1`, name)
		if name == "bundle" {
			put(122, `"event":"node_attempt","node_id":%q,"attempt":1,"duration_s":122,"converged":false,"done_when_results":[{"cmd":"check-size","rc":1,"tail":%q}]`, name, why)
			put(0, `"event":"node_transition","node_id":%q,"from":"running","to":"failed","reason":"max_ralph_iters_reached"`, name)
			continue
		}
		seconds := float64(40*(i+1) + 2)
		put(seconds, `"event":"node_attempt","node_id":%q,"attempt":1,"duration_s":%g,"converged":true,"done_when_results":[]`, name, seconds)
		put(0, `"event":"node_transition","node_id":%q,"from":"running","to":"done"`, name)
	}
	for _, name := range []string{"checkout-e2e", "publish"} {
		put(0, `"event":"node_transition","node_id":%q,"from":"pending","to":"blocked","reason":"upstream_failed","blocked_by":["bundle"]`, name)
	}
	put(0, `"event":"run_end","outcome":"partial","done":2,"failed":1,"blocked":2,"total_attempts":3,"flake_retries":0,"total_duration_s":240,"exit_code":1`)
	write(t, filepath.Join(logs, "shop", id, "transitions.jsonl"), b.String())
}

// calibrationCycles are three cycles of four benchmarks, three runs each side. In the last one
// a benchmark loses three bugs; the verdict is what the log says of it.
func calibrationCycles(t testing.TB, logs, verdict string) {
	t.Helper()
	same := func(missed string) []string { return []string{missed, missed, missed} }
	for i, name := range []string{"2026-04-01-prompt", "2026-04-08-budget", "2026-04-15-smaller-model"} {
		harbor, decided := same("3,9"), "ship"
		if i == 2 {
			harbor, decided = same("3,5,7,9,11"), verdict
		}
		writeCycle(t, logs, name, decided,
			measuredBugs{"harbor-queue", 12, same("3,9"), harbor}, measuredBugs{"tide-cache", 10, same("2"), same("2")},
			measuredBugs{"reef-http", 14, same("1,8"), same("1")}, measuredBugs{"dune-cli", 8, same("4"), same("4")})
		path := filepath.Join(logs, "Calibration Cycles", name, "run_state.jsonl")
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(content), "2026-04-01T", name[:10]+"T")
		if decided == "revert" {
			text = strings.ReplaceAll(text, `"lever_change_applied","cycle_end"`, `"lever_change_applied","lever_change_reverted","cycle_end"`)
			end := strings.Index(text, `{"cross_benchmark_check"`)
			text = text[:end] + `{"event":"lever_change_reverted","lever_id":"lever-1","commit_sha":"0a1b2c3","ts":"` + name[:10] + `T08:40:00Z"}` + "\n" + text[end:]
		}
		write(t, path, text)
	}
}

// testSuites are the JUnit files of a week of one suite, in which a server that cannot be
// reached fails twelve tests of the last day, and one fails at random.
func testSuites(t testing.TB, logs string) {
	t.Helper()
	for day := 1; day <= 7; day++ {
		var b strings.Builder
		fmt.Fprintf(&b, `<testsuite name="web" timestamp="2026-04-%02dT02:00:00">`+"\n", day)
		for i := range 40 {
			body := ""
			switch {
			case day == 7 && i < 12:
				body = fmt.Sprintf(`<failure message="connect ECONNREFUSED 10.0.0.%d:5432"/>`, i+1)
			case i == 20 && day%3 == 1:
				body = `<failure message="Timeout 30000 ms exceeded"/>`
			}
			fmt.Fprintf(&b, `<testcase classname="tests.%s" name="test_%02d" time="%g">%s</testcase>`+"\n", []string{"api", "ui"}[i%2], i, 0.5+float64((i+day)%4)/10, body)
		}
		b.WriteString("</testsuite>\n")
		write(t, filepath.Join(logs, fmt.Sprintf("2026-04-%02d", day), "web.xml"), b.String())
	}
}
