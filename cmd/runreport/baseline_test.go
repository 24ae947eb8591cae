package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze"
	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/unit/tier"
)

// numbers are those of a report that is written without pictures.
func numbers(t *testing.T, args ...string) map[string]any {
	t.Helper()
	return summaryOf(t, build(t, append([]string{"--format", "json"}, args...)...))
}

// keysIn are the keys of the problems in one list of the comparison.
func keysIn(s map[string]any, list string) []string {
	keys := []string{}
	all, _ := dig(s, "baseline", list).([]any)
	for _, p := range all {
		keys = append(keys, dig(p, "key").(string))
	}
	return keys
}

// fortnight is a made-up fortnight of one workflow: e2e flakes in its second night,
// and the build takes ten seconds, more or less.
func fortnight(t *testing.T) (logs string) {
	t.Helper()
	logs = filepath.Join(t.TempDir(), "logs")
	for day := 1; day <= 14; day++ {
		writeNight(t, logs, day, step{"build", 10 + float64(day%3), 0}, step{"e2e", 30, map[bool]int{true: 1}[day == 2]}, step{"publish", 5, 0})
	}
	return logs
}

func TestSinceTheBaseline(t *testing.T) {
	logs := fortnight(t)
	writeCycle(t, logs, "one", "revert", measuredBugs{"chi", 10, []string{"1"}, []string{"1,2"}}, measuredBugs{"gin", 8, []string{"1"}, []string{"1"}})
	before := build(t, logs, "--format", "json", "--label", "branch=main", "--label", "commit=abc")
	// A week later: e2e is well, the build flakes and is slower, publish is gone,
	// the cycle was repaired, and it is no longer pinned to one of the benchmarks.
	later := filepath.Join(t.TempDir(), "elsewhere")
	for day := 15; day <= 21; day++ {
		writeNight(t, later, day, step{"build", 20 + float64(day%3), day % 2}, step{"e2e", 30, 0})
	}
	writeCycle(t, later, "one", "ship", measuredBugs{"chi", 10, []string{"1,2"}, []string{"1"}})
	s := numbers(t, later, "--baseline", before)
	for list, want := range map[string][]string{
		"new":   {"flake/kahn/shop/build", "slower/kahn/shop/build", "gone/step/kahn/shop/publish"},
		"fixed": {"recall-regression/one/1/chi", "finding/revert_without_event/playbook-cycle/one"}, // e2e flaked in 1 of 14 runs, and 0 of 7 says nothing about that
		"gone":  {}, "still": {},
	} {
		if got := keysIn(s, list); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", list, got, want)
		}
	}
	if got := dig(s, "baseline", "label"); !strings.HasPrefix(got.(string), "branch main, commit abc, as of 2026-04-14") {
		t.Errorf("the baseline is called %v", got)
	}
	if got, why := dig(s, "baseline", "status"), dig(s, "baseline", "why").(string); got != "not_comparable" || !strings.Contains(why, "gin only before") {
		t.Errorf("with another set of benchmarks the status is %v: %s", got, why)
	}
	flake := with(dig(s, "baseline", "flakes"), "node", "build")
	if dig(flake, "before", "num") != 0.0 || dig(flake, "before", "den") != 14.0 || dig(flake, "now", "num") != 4.0 || dig(flake, "now", "den") != 7.0 || dig(flake, "call") != "more" {
		t.Errorf("flake rate of build: %v", flake)
	}
	if d := with(dig(s, "baseline", "durations"), "step", "build"); dig(d, "p50_before_s") != 11.0 || dig(d, "p50_now_s") != 21.0 || dig(d, "call") != "slower" {
		t.Errorf("duration of build: %v", d)
	}
}

// Of two sets of runs that are alike each has flakes that the other lacks: none is new or
// fixed. One that is called less is fixed, with its counts.
func TestFlakesSinceTheBaselineAreCalled(t *testing.T) {
	logs, later := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "later")
	flaky := func(day int) int { return map[bool]int{true: 1}[day < 13] }
	once := func(day, on int) int { return map[bool]int{true: 1}[day == on] }
	for day := 1; day <= 14; day++ {
		writeNight(t, logs, day, step{"e2e", 30, flaky(day)}, step{"one", 5, once(day, 3)}, step{"two", 5, 0})
		writeNight(t, later, day+14, step{"e2e", 30, 0}, step{"one", 5, 0}, step{"two", 5, once(day, 9)})
	}
	s := numbers(t, later, "--baseline", build(t, logs, "--format", "json"))
	for list, want := range map[string][]string{"new": {}, "fixed": {"flake/kahn/shop/e2e"}, "gone": {}, "still": {}} {
		if got := keysIn(s, list); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", list, got, want)
		}
	}
	fixed := with(dig(s, "baseline", "fixed"), "key", "flake/kahn/shop/e2e")
	if text := dig(fixed, "text").(string); !strings.Contains(text, "12 of the 14 times") || !strings.Contains(text, "0 of 14") {
		t.Errorf("what was fixed does not say out of how many: %s", text)
	}
}

// The same logs against themselves: nothing is new, whatever the baseline is read from.
func TestBaselineOfTheSame(t *testing.T) {
	tier.Seconds(t)
	report := sharedReport(t, demoLogs, "--format", "json")
	for name, path := range map[string]string{"a report": report, "its summary.json": filepath.Join(report, "summary.json"), "a folder of logs": demoLogs} {
		s := numbers(t, demoLogs, "--baseline", path)
		if got := dig(s, "baseline", "status"); got != "compared" {
			t.Errorf("%s: status %v", name, got)
		}
		for _, list := range []string{"new", "fixed", "gone"} {
			if got := keysIn(s, list); len(got) > 0 {
				t.Errorf("%s: %s: %v", name, list, got)
			}
		}
		if got, want := len(keysIn(s, "still")), len(s["problems"].([]any)); got != want {
			t.Errorf("%s: %d still, want all %d", name, got, want)
		}
	}
}

// A history is a baseline as it was before the build that adds to it.
func TestBaselineOfAHistory(t *testing.T) {
	tier.Seconds(t)
	logs, history := fortnight(t), filepath.Join(t.TempDir(), "history")
	numbers(t, logs, "--history", history)
	for day := 15; day <= 20; day++ {
		writeNight(t, logs, day, step{"build", 30 + float64(day%3), map[bool]int{true: 1}[day < 20]}, step{"e2e", 30, 0}, step{"publish", 5, 0})
	}
	s := numbers(t, logs, "--history", history, "--baseline", history)
	if got, want := keysIn(s, "new"), []string{"flake/kahn/shop/build", "slower/kahn/shop/build"}; !slices.Equal(got, want) {
		t.Errorf("new: %v, want %v", got, want)
	}
	if got, want := keysIn(s, "still"), []string{"flake/kahn/shop/e2e"}; !slices.Equal(got, want) {
		t.Errorf("still: %v, want %v", got, want)
	}
	parts, err := filepath.Glob(filepath.Join(history, "table=runs", "*", "*", "*.parquet"))
	if err != nil || len(parts) == 0 {
		t.Fatalf("parts %v, %v", parts, err)
	}
	write(t, parts[0], "damaged")
	s = numbers(t, logs, "--baseline", history)
	if got, why := dig(s, "baseline", "status"), dig(s, "baseline", "why").(string); got != "not_comparable" || !strings.Contains(why, "damaged") {
		t.Errorf("a damaged history: %v, %s", got, why)
	}
}

// What can no longer be seen is neither fixed nor forgotten.
func TestBaselineOfMore(t *testing.T) {
	tier.Seconds(t)
	moved := filepath.Join(t.TempDir(), "demo")
	if err := os.CopyFS(moved, os.DirFS(demoLogs)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(moved, "crabyard-cards")); err != nil {
		t.Fatal(err)
	}
	s := numbers(t, moved, "--baseline", demoLogs)
	if got := keysIn(s, "new"); !slices.Equal(got, []string{"gone/system/crabyard"}) {
		t.Errorf("new: %v", got)
	}
	if got := keysIn(s, "gone"); !slices.Contains(got, "stall/crabyard/-/crabbox") || len(keysIn(s, "fixed")) > 0 {
		t.Errorf("gone: %v, fixed: %v", got, keysIn(s, "fixed"))
	}
}

func TestBaselineThatDoesNotCompare(t *testing.T) {
	tier.Seconds(t)
	dir := sharedReport(t, demoLogs, "--format", "json")
	file := filepath.Join(dir, "summary.json")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	own := fmt.Sprintf(`"definitions": %d`, report.Definitions)
	for _, c := range []struct{ name, old, new, why string }{
		{"other definitions", own, `"definitions": 99`, "definitions 99"},
		{"no definitions", own + ",", ``, "definitions 0"},
		{"a list that was cut", `"problems_total": `, `"problems_total": 99`, "only the first"},
	} {
		changed := strings.Replace(string(content), c.old, c.new, 1)
		if changed == string(content) {
			t.Fatalf("%s: nothing was changed", c.name)
		}
		path := filepath.Join(t.TempDir(), "summary.json")
		write(t, path, changed)
		s := numbers(t, demoLogs, "--baseline", path)
		if got, why := dig(s, "baseline", "status"), dig(s, "baseline", "why").(string); got != "not_comparable" || !strings.Contains(why, c.why) {
			t.Errorf("%s: status %v: %s", c.name, got, why)
		}
		if len(keysIn(s, "new"))+len(keysIn(s, "still")) > 0 {
			t.Errorf("%s: it was compared all the same", c.name)
		}
	}
}

func TestBaselineAndLabelsRefused(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "summary.json")
	write(t, broken, `{"schema": "runreport.summary/2", "runs": 3}`)
	old := filepath.Join(t.TempDir(), "last-week.json")
	write(t, old, `{"schema": "runreport.summary/1", "problems": [{"severity": "act"}]}`)
	empty := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--baseline", "nowhere"}, exitInput, "nowhere"},
		{[]string{"--baseline", broken}, exitInput, "/runs: saw a number, expected a list"},
		{[]string{"--baseline", old}, exitInput, "last-week.json: its schema is \"runreport.summary/1\", expected runreport.summary/2: another version of runreport wrote it; build it again from its logs"},
		{[]string{"--baseline", empty}, exitNothing, "the baseline: no log was found"},
		{[]string{"--label", "main"}, exitUsage, "is not name=value"},
		{[]string{"--label", "9=x"}, exitUsage, "a name is a letter"},
		{[]string{"--label", "a=1", "--label", "a=2"}, exitUsage, "given twice"},
		{[]string{"--label", "a=" + strings.Repeat("x", 201)}, exitUsage, "1 to 200 bytes"},
	} {
		code, _, stderr := call(t, append([]string{"build", demoLogs, "-o", filepath.Join(t.TempDir(), "r")}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit %d, want %d: %s", c.args, code, c.code, stderr)
		}
	}
}

func TestLabelsStandOnEveryOutput(t *testing.T) {
	tier.Slow(t, "builds every output")
	tier.Seconds(t)
	dir := build(t, demoLogs, "--label", "branch=fix/<b>", "--label", "a=1")
	files := tree(t, dir)
	for name, want := range map[string]string{"index.html": "fix/&lt;b&gt;", "report.md": "branch fix/", "summary.json": `"name": "branch"`} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s does not hold %q", name, want)
		}
	}
}

// A new flake is called by its run dates, not by a single retry, and is the same problem
// the date after.
func TestANewFlakeStays(t *testing.T) {
	logs := filepath.Join(t.TempDir(), "logs")
	kind := func(s map[string]any) any {
		return dig(with(s["problems"], "key", "flake/kahn/shop/e2e"), "kind")
	}
	for day := 1; day <= 13; day++ {
		writeNight(t, logs, day, step{"e2e", 30, map[bool]int{true: 1}[day == 13]})
	}
	if got := kind(numbers(t, logs)); got != "flake" {
		t.Errorf("after one retry it is %v", got)
	}
	for day := 14; day <= 17; day++ {
		writeNight(t, logs, day, step{"e2e", 30, 1})
	}
	before := build(t, logs, "--format", "json")
	s := summaryOf(t, before)
	if c := with(s["changes"], "what", "flake_rate"); kind(s) != "new-flake" || dig(c, "since") != "2026-04-13" || dig(c, "state") != "new" {
		t.Errorf("after five: %v, %v", kind(s), c)
	}
	if s := numbers(t, logs, "--since-date", "2026-04-12"); kind(s) != "flake" || len(s["changes"].([]any)) != 0 {
		t.Errorf("as of the date before: %v, %v", kind(s), s["changes"])
	}
	writeNight(t, logs, 18, step{"e2e", 30, 1})
	s = numbers(t, logs, "--baseline", before)
	if p := with(s["problems"], "key", "flake/kahn/shop/e2e"); dig(p, "kind") != "new-flake" || dig(p, "state") != "still" {
		t.Errorf("the date after: %v", p)
	}
	if c := with(s["changes"], "what", "flake_rate"); dig(c, "state") != "standing" || dig(c, "since") != "2026-04-13" {
		t.Errorf("the date after: %v", c)
	}
}

// Whatever stands in a summary.json, a report can be held against it.
func FuzzBaseline(f *testing.F) {
	logs := filepath.Join(f.TempDir(), "logs")
	for day := 1; day <= 4; day++ {
		writeNight(f, logs, day, step{"build", 10, day % 2}, step{"e2e", 30, 0})
	}
	writeCycle(f, logs, "one", "revert", measuredBugs{"chi", 10, []string{"1"}, []string{"1,2"}})
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{logs}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"schema": "runreport.summary/2", "definitions": ` + fmt.Sprint(report.Definitions) + `, "problems": [{"kind": "gone"}, {"kind": "stopped"}, {"kind": "verdict", "names": ["one"]}, {"kind": "contradiction", "names": ["a", "one", "1"]}, {"kind": "level-change"}, {"kind": "finding", "names": []}],
		"flakes": {"by_node": [{"system": "kahn", "subject": "logs/shop", "node": "build", "rate": {"num": 9, "den": -1}}, {"system": "kahn", "subject": "logs/shop", "node": "e2e", "rate": {"num": 1, "den": 9000000000000000000}}]},
		"durations": {"attempts": [{"system": "kahn", "subject": "logs/shop", "step": "e2e", "converged": true, "recent_s": [-1, 1e308, 0]}]}, "as_of": "2026-04-02T00:00:00Z"}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		d, _, err := report.ReadSummary(bytes.NewReader(in))
		if err != nil {
			return
		}
		r, err := analyze.Build(context.Background(), res.Tables, analyze.Options{Baseline: &change.Baseline{Data: d}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Data.Baseline == nil || r.Data.Baseline.Label == "" {
			t.Errorf("no comparison: %+v", r.Data.Baseline)
		}
	})
}
