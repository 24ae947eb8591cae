package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// evalsAlone are one report of each format of evals in which no item passed, by the names of
// its files.
var evalsAlone = map[string]map[string]string{
	"lm-eval": {
		"results_2026-05-01T02-00-00.000000.json": `{"results":{"sums":{"alias":"sums","exact_match,none":0}},"versions":{"sums":1},"config":{"model":"hf"},"date":1777600800.5,"model_name":"m"}`,
		"samples_sums_2026-05-01T02-00-00.000000.jsonl": `{"doc_id":0,"doc":{},"target":"1","arguments":{},"resps":[],"filtered_resps":[],"filter":"none","metrics":["exact_match"],"doc_hash":"aa","prompt_hash":"a","target_hash":"a","exact_match":0.0}
{"doc_id":1,"doc":{},"target":"1","arguments":{},"resps":[],"filtered_resps":[],"filter":"none","metrics":["exact_match"],"doc_hash":"bb","prompt_hash":"b","target_hash":"b","exact_match":0.0}
`},
	"inspect": {"log.json": `{"version":2,"status":"success","eval":{"run_id":"r","eval_id":"e","task":"sums","model":"m","created":"2026-05-01T02:00:00+00:00","dataset":{"name":"sums","samples":2},"config":{"epochs":1}},` +
		`"stats":{"started_at":"2026-05-01T02:00:00+00:00","completed_at":"2026-05-01T02:10:00+00:00"},"samples":[{"id":1,"epoch":1,"scores":{"match":{"value":"I"}}},{"id":2,"epoch":1,"scores":{"match":{"value":"I"}}}]}`},
	"swe-bench": {"agent.run.json": `{"schema_version":2,"total_instances":2,"submitted_instances":2,"completed_instances":2,"resolved_instances":0,"unresolved_instances":2,"empty_patch_instances":0,"error_instances":0,` +
		`"submitted_ids":["a__a-1","a__a-2"],"completed_ids":["a__a-1","a__a-2"],"incomplete_ids":[],"empty_patch_ids":[],"resolved_ids":[],"unresolved_ids":["a__a-1","a__a-2"],"error_ids":[]}`},
	"promptfoo": {"out.json": `{"evalId":"eval-1","results":{"version":3,"timestamp":"2026-05-01T02:00:00.000Z","prompts":[],"results":[` +
		`{"success":false,"score":0,"failureReason":1,"provider":{"id":"m"},"promptIdx":0,"testIdx":0,"vars":{"n":"1"},"gradingResult":{"pass":false,"score":0,"componentResults":[]}},` +
		`{"success":false,"score":0,"failureReason":1,"provider":{"id":"m"},"promptIdx":0,"testIdx":1,"vars":{"n":"2"},"gradingResult":{"pass":false,"score":0,"componentResults":[]}}],"stats":{"successes":0,"failures":2}}}`},
	"harbor": {
		"job/a__x/result.json": `{"task_name":"a","trial_name":"a__x","task_checksum":"c1","config":{"job_id":"j"},"agent_info":{"name":"g","version":"1"},"verifier_result":{"rewards":{"reward":0.0}},"exception_info":null,"started_at":"2026-05-01T02:00:00Z","finished_at":"2026-05-01T02:01:00Z"}`,
		"job/b__x/result.json": `{"task_name":"b","trial_name":"b__x","task_checksum":"c2","config":{"job_id":"j"},"agent_info":{"name":"g","version":"1"},"verifier_result":{"rewards":{"reward":0.0}},"exception_info":null,"started_at":"2026-05-01T02:00:00Z","finished_at":"2026-05-01T02:01:00Z"}`,
		"job/result.json":      `{"id":"j","n_total_trials":2,"stats":{"n_trials":2,"n_errors":0},"started_at":"2026-05-01T02:00:00","finished_at":"2026-05-01T02:02:00"}`,
	},
	"terminal-bench": {"results.json": `{"results":[{"id":"1","trial_name":"a.1-of-1.r","task_id":"a","is_resolved":false,"failure_mode":"unset","parser_results":{"t":"failed"},"trial_started_at":"2026-05-01T02:00:00+00:00","trial_ended_at":"2026-05-01T02:01:00+00:00"},` +
		`{"id":"2","trial_name":"b.1-of-1.r","task_id":"b","is_resolved":false,"failure_mode":"unset","parser_results":{"t":"failed"},"trial_started_at":"2026-05-01T02:00:00+00:00","trial_ended_at":"2026-05-01T02:01:00+00:00"}],` +
		`"n_resolved":0,"n_unresolved":2,"resolved_ids":[],"unresolved_ids":["a","b"],"accuracy":0.0}`},
}

// An eval of which no item passed is no pass: there is nothing to compare it with, and the
// verdict gives its score.
func TestEvalsAloneDoNotPass(t *testing.T) {
	for system, files := range evalsAlone {
		t.Run(system, func(t *testing.T) {
			logs := filepath.Join(t.TempDir(), "logs")
			for name, text := range files {
				put(t, filepath.Join(logs, name), text)
			}
			noun := "samples"
			if slices.Contains([]string{"harbor", "terminal-bench", "swe-bench"}, system) {
				noun = "tasks"
			}
			dir := build(t, logs, "--format", "markdown,json")
			s := summaryOf(t, dir)
			for _, r := range s["runs"].([]any) {
				if dig(r, "system") != system {
					t.Errorf("read as %v", dig(r, "system"))
				}
			}
			if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "verdict", "reasons")); got != "nothing_to_compare[0 of 2 "+noun+" passed]" {
				t.Error(got)
			}
			if text := tree(t, dir)["report.md"]; !strings.Contains(text, "Nothing to compare: 0 of 2 "+noun+" passed") {
				t.Errorf("%.300s", text)
			}
			if code, stdout, _ := call(t, "gate", dir); code != exitUndecided {
				t.Errorf("gate ends with %d: %s", code, stdout)
			}
		})
	}
}

// evalOf is a log of an eval of which the given samples of 12 passed.
func evalOf(day int, task string, passed func(i int) bool) string {
	var samples []string
	for i := range 12 {
		mark := map[bool]string{true: "C", false: "I"}[passed(i)]
		samples = append(samples, fmt.Sprintf(`{"id":%d,"epoch":1,"scores":{"match":{"value":%q}}}`, i, mark))
	}
	stamp := fmt.Sprintf("2026-05-%02dT02:00:00+00:00", day)
	return fmt.Sprintf(`{"version":2,"status":"success","eval":{"run_id":"r%d","eval_id":"e%d","task":%q,"model":"m","created":%q,"dataset":{"name":%q,"samples":12},"config":{"epochs":1}},`+
		`"stats":{"started_at":%q,"completed_at":%q},"samples":[%s]}`, day, day, task, stamp, task, stamp, stamp, strings.Join(samples, ","))
}

// gradedEval is a log of an eval whose 12 samples have scores from 0 to 1.
func gradedEval(day int, model string, score func(i int) float64) string {
	var samples []string
	for i := range 12 {
		samples = append(samples, fmt.Sprintf(`{"id":%d,"epoch":1,"scores":{"judge":{"value":%.3f}}}`, i, score(i)))
	}
	stamp := fmt.Sprintf("2026-05-%02dT02:00:00+00:00", day)
	return fmt.Sprintf(`{"version":2,"status":"success","eval":{"run_id":"r%d%s","eval_id":"e%d%s","task":"essays","model":%q,"created":%q,"dataset":{"name":"essays","samples":12},"config":{"epochs":1}},`+
		`"stats":{"started_at":%q,"completed_at":%q},"samples":[%s]}`, day, model, day, model, model, stamp, stamp, stamp, strings.Join(samples, ","))
}

// Scores that are not yes or no decide the verdict, the exit status of the gate and what the
// first screen, the note and the terminal say, between two models and between two dates.
func TestGradedEvals(t *testing.T) {
	base := func(i int) float64 { return 0.6 + 0.02*float64(i) }
	lower := func(i int) float64 { return base(i) - 0.25 - 0.01*float64(i%3) }
	close := func(i int) float64 { return base(i) + 0.05*float64(1-2*(i%2)) }
	for _, c := range []struct {
		name     string
		logs     []string
		verdict  string
		reported string
	}{
		{"two models", []string{gradedEval(1, "m-1", base), gradedEval(1, "m-2", lower)}, "changed[1 mean score differs]", "mean judge of essays differs between m-1 and m-2: 0.71 and 0.45 (−0.26,"},
		{"two dates", []string{gradedEval(1, "m", base), gradedEval(2, "m", lower)}, "changed[1 mean score fell]", "2026-05-02 against 2026-05-01: mean judge of essays fell 0.71 → 0.45"},
		{"two alike", []string{gradedEval(1, "m-1", base), gradedEval(1, "m-2", close)}, "passed[]", "No clear difference between m-1 and m-2: mean judge of essays 0.71 and 0.71"},
	} {
		logs := filepath.Join(t.TempDir(), "logs")
		for i, text := range c.logs {
			put(t, filepath.Join(logs, fmt.Sprintf("%d.json", i)), text)
		}
		dir := filepath.Join(t.TempDir(), "report")
		code, terminal, stderr := call(t, "build", logs, "-o", dir, "--format", "html,markdown,json,pr-comment")
		if code != 0 {
			t.Fatal(c.name, stderr)
		}
		s := summaryOf(t, dir)
		if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "verdict", "reasons")); got != c.verdict {
			t.Errorf("%s: %s, want %s", c.name, got, c.verdict)
		}
		files := tree(t, dir)
		files["the terminal"] = terminal
		for _, file := range []string{"index.html", "report.md", "comment.md", "the terminal"} {
			text := files[file]
			if !strings.Contains(text, c.reported) || strings.Contains(text, "No change was found") {
				t.Errorf("%s: %s does not tell of %q", c.name, file, c.reported)
			}
		}
		if code, stdout, _ := call(t, "gate", dir); code != 0 {
			t.Errorf("%s: gate ends with %d: %s", c.name, code, stdout)
		}
	}
}

// The dates of one eval are compared item by item. Those of two evals are not, neither by
// items nor in the key figures.
func TestEvalsOfTwoDates(t *testing.T) {
	all, none := func(int) bool { return true }, func(int) bool { return false }
	for _, c := range []struct {
		name, first, second string
		passed              func(int) bool
		verdict             string
		before              any
	}{
		{"worse", "sums", "sums", none, "changed[1 new change fewer samples pass in 1 comparison]", 1.0},
		{"the same", "sums", "sums", all, "passed[]", 1.0},
		{"another eval", "sums", "words", none, "nothing_to_compare[0 of 12 samples passed]", nil},
	} {
		logs := filepath.Join(t.TempDir(), "logs")
		put(t, filepath.Join(logs, "1.json"), evalOf(1, c.first, all))
		put(t, filepath.Join(logs, "2.json"), evalOf(2, c.second, c.passed))
		s := summaryOf(t, build(t, logs, "--format", "json"))
		if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "verdict", "reasons")); got != c.verdict {
			t.Errorf("%s: %s, want %s", c.name, got, c.verdict)
		}
		for _, f := range s["key_figures"].([]any) {
			if got := dig(f, "before"); got != c.before && dig(f, "unit") == "ratio" {
				t.Errorf("%s: %v before: %v, want %v", c.name, dig(f, "name"), got, c.before)
			}
		}
	}
}

// The items of a baseline are compared with those of this report as those of two run dates are,
// be it logs, a history or an earlier report. Where none is the same the verdict says so.
func TestEvalsOfABaseline(t *testing.T) {
	all, none := func(int) bool { return true }, func(int) bool { return false }
	at := t.TempDir()
	before, after, other := filepath.Join(at, "before"), filepath.Join(at, "after"), filepath.Join(at, "other")
	put(t, filepath.Join(before, "1.json"), evalOf(1, "sums", all))
	put(t, filepath.Join(after, "2.json"), evalOf(2, "sums", none))
	put(t, filepath.Join(other, "3.json"), evalOf(3, "words", all))
	history := filepath.Join(at, "history")
	report := build(t, before, "--format", "json", "--history", history)
	const fewer = "changed[fewer samples pass in 1 comparison] []"
	for _, c := range []struct{ name, logs, baseline, verdict string }{
		{"logs", after, before, fewer},
		{"a history", after, history, fewer},
		{"a report", after, report, fewer},
		{"its summary", after, filepath.Join(report, "summary.json"), fewer},
		{"another eval", other, before, "nothing_to_compare[12 of 12 samples passed] [not compared: the baseline has none of these items]"},
	} {
		dir := build(t, c.logs, "--format", "json,markdown", "--baseline", c.baseline)
		s := summaryOf(t, dir)
		if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "verdict", "reasons"), dig(s, "verdict", "notes")); got != c.verdict {
			t.Errorf("%s: %s, want %s", c.name, got, c.verdict)
		}
		text := tree(t, dir)["report.md"]
		if c.verdict == fewer && !strings.Contains(text, "**Worse:** m against the baseline: passes fewer of the 12 samples that both tried") {
			t.Errorf("%s: %.600s", c.name, text)
		}
	}
	// What is asked for by --compare is compared beside the baseline.
	put(t, filepath.Join(after, "3.json"), strings.NewReplacer(`"model":"m"`, `"model":"m-2"`, `"eval_id":"e2"`, `"eval_id":"e3"`).Replace(evalOf(2, "sums", all)))
	s := summaryOf(t, build(t, after, "--format", "json", "--baseline", before, "--compare", "model"))
	var by []any
	for _, c := range dig(s, "items", "comparisons").([]any) {
		by = append(by, dig(c, "by"))
	}
	if fmt.Sprint(by) != "[baseline baseline model]" {
		t.Error(by)
	}
}

// Results of which only the stated accuracy and its standard error are there are compared by them,
// between two models, two dates and with a baseline.
func TestEvalsOfStatedMeans(t *testing.T) {
	result := func(day int, model string, acc float64) string {
		return fmt.Sprintf(`{"results":{"arc":{"alias":"arc","acc,none":%g,"acc_stderr,none":0.05}},"versions":{"arc":1.0},"config":{"model":"hf"},"date":%d,"model_name":%q}`,
			acc, 1777600800+86400*(day-1), model)
	}
	at := t.TempDir()
	for name, text := range map[string]string{
		"models/results_2026-05-01T02-00-00.0.json": result(1, "m-1", 0.5), "models/results_2026-05-02T02-00-00.0.json": result(2, "m-2", 0.3),
		"dates/results_2026-05-01T02-00-00.0.json": result(1, "m-1", 0.5), "dates/results_2026-05-02T02-00-00.0.json": result(2, "m-1", 0.3),
		"alike/results_2026-05-01T02-00-00.0.json": result(1, "m-1", 0.5), "alike/results_2026-05-02T02-00-00.0.json": result(2, "m-1", 0.45),
		"old/results_2026-05-01T02-00-00.0.json": result(1, "m-1", 0.5), "new/results_2026-05-02T02-00-00.0.json": result(2, "m-1", 0.3),
	} {
		put(t, filepath.Join(at, name), text)
	}
	for _, c := range []struct {
		logs, reported, state string
		with                  []string
	}{
		{"models", "m-2 against m-1: mean acc,none of arc fell 0.50 → 0.30 (−0.20, 95 % CI −0.34 to −0.06), unpaired, by the stated standard errors", "changed[1 mean score fell]", nil},
		{"dates", "2026-05-02 against 2026-05-01: mean acc,none of arc fell 0.50 → 0.30", "changed[1 mean score fell]", nil},
		{"alike", "No clear difference between 2026-05-01 and 2026-05-02: mean acc,none of arc 0.50 → 0.45", "passed[]", nil},
		{"new", "m-1 against the baseline: mean acc,none of arc fell 0.50 → 0.30", "changed[1 mean score fell]", []string{"--baseline", filepath.Join(at, "old")}},
	} {
		dir := build(t, append([]string{filepath.Join(at, c.logs), "--format", "json,markdown"}, c.with...)...)
		s := summaryOf(t, dir)
		if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "verdict", "reasons")); got != c.state {
			t.Errorf("%s: %s, want %s", c.logs, got, c.state)
		}
		if text := tree(t, dir)["report.md"]; !strings.Contains(text, c.reported) {
			t.Errorf("%s: %.700s", c.logs, text)
		}
	}
}

// Items whose names are whole prompts are listed as missed as others are, and take no more room on
// the first screen.
func TestItemsWithLongNamesAreMissed(t *testing.T) {
	logs := filepath.Join(t.TempDir(), "logs")
	text := evalOf(1, "sums", func(i int) bool { return i > 0 })
	put(t, filepath.Join(logs, "a.json"), strings.Replace(text, `{"id":0,`, fmt.Sprintf(`{"id":%q,`, "prompt "+strings.Repeat("of many words ", 300)+"end"), 1))
	dir := build(t, logs, "--format", "markdown,json")
	if n := len(dig(summaryOf(t, dir), "items", "missed").([]any)); n != 1 {
		t.Errorf("%d items are missed, want 1", n)
	}
	if reported := tree(t, dir)["report.md"]; !strings.Contains(reported, "**Failed:** prompt of many words of many w… many words of many words end\n") {
		t.Errorf("%.900s", reported)
	}
}

// A last run date on which all items broke is not passed over for the date before it, which the
// baseline has too.
func TestBaselineOfItemsThatBroke(t *testing.T) {
	first := evalOf(1, "sums", func(i int) bool { return i > 0 })
	broke := evalOf(2, "sums", func(int) bool { return true })
	broke = strings.ReplaceAll(broke, `"scores":{"match":{"value":"C"}}`, `"error":{"message":"sandbox died","traceback":""}`)
	was, logs := filepath.Join(t.TempDir(), "was"), filepath.Join(t.TempDir(), "logs")
	put(t, filepath.Join(was, "1.json"), first)
	put(t, filepath.Join(logs, "1.json"), first)
	put(t, filepath.Join(logs, "2.json"), broke)
	s := summaryOf(t, build(t, logs, "--format", "json", "--baseline", filepath.Join(build(t, was, "--format", "json"), "summary.json")))
	if got := fmt.Sprint(dig(s, "verdict", "state"), dig(s, "items", "not_compared")); got != "nothing_to_compareno item of the last run date has an outcome" {
		t.Error(got)
	}
}

// A model that broke on every sample is named with why, in the verdict's notes and so on every first
// screen, and in the section.
func TestModelThatBroke(t *testing.T) {
	logs := filepath.Join(t.TempDir(), "logs")
	for day, model := range []string{"", "m-1", "m-2", "m-3"} {
		if day == 0 {
			continue
		}
		text := strings.Replace(evalOf(day, "sums", func(i int) bool { return i%2 == 0 }), `"model":"m"`, fmt.Sprintf(`"model":%q`, model), 1)
		if model == "m-3" {
			text = regexp.MustCompile(`"scores":\{"match":\{"value":"."\}\}`).ReplaceAllString(text, `"error":{"message":"invalid key","traceback":""}`)
		}
		put(t, filepath.Join(logs, model+".json"), text)
	}
	dir := build(t, logs)
	const reported = "not compared: m-3 (all 12 trials broke)"
	s := summaryOf(t, dir)
	if got := fmt.Sprint(dig(s, "verdict", "notes"), len(dig(s, "items", "comparisons").([]any))); got != "["+reported+" no baseline] 1" {
		t.Error(got)
	}
	files := tree(t, dir)
	for _, name := range []string{"index.html", "report.md", "details.md"} {
		if !strings.Contains(strings.ToLower(files[name]), reported) {
			t.Errorf("%s does not tell it", name)
		}
	}
	if _, stdout, stderr := call(t, "build", logs, "-o", filepath.Join(t.TempDir(), "again")); !strings.Contains(strings.Join(strings.Fields(stdout+stderr), " "), reported) {
		t.Errorf("%.600s", stdout)
	}
}
