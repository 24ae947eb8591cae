package main

import (
	"fmt"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/views/enginetest"
)

// evalLogs writes two logs of one eval, of two models with three epochs: the second passes
// more samples, and gets better grades on all of them.
func evalLogs(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for m, model := range []string{"lab/old", "lab/new"} {
		var samples []string
		for i := range 14 {
			for epoch := 1; epoch <= 3; epoch++ {
				mark := "I"
				if (i*7+epoch*3+m*5)%11 < 4+3*m {
					mark = "C"
				}
				grade := math.Round(1000*(0.3+0.02*float64(i)+0.1*float64(m)*float64(1+i%3)+0.03*float64(epoch))) / 1000
				samples = append(samples, fmt.Sprintf(`{"id":"s%02d","epoch":%d,"input":"q","target":"a","scores":{"match":{"value":%q},"grade":{"value":%g}}}`, i, epoch, mark, grade))
			}
		}
		put(t, filepath.Join(dir, fmt.Sprintf("log-%d.json", m)), fmt.Sprintf(`{"version":2,"status":"success","eval":{"run_id":"r%d","eval_id":"e%d","task":"sums","model":%q,`+
			`"created":"2026-05-0%dT02:00:00+00:00","dataset":{"name":"sums","samples":14},"config":{"epochs":3}},`+
			`"stats":{"started_at":"2026-05-0%dT02:00:00+00:00","completed_at":"2026-05-0%dT02:10:00+00:00"},"samples":[%s]}`,
			m, m, model, m+1, m+1, m+1, strings.Join(samples, ",")))
	}
	return dir
}

// agentLogs writes the runs of two agents of one model on the same tasks of a benchmark, one trial
// each: the second resolves more of them, and two of the first's have no outcome.
func agentLogs(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for a, agent := range []string{"goose", "terminus"} {
		var trials []string
		for i := range 30 {
			resolved, mode := fmt.Sprint((i*7+a*4)%11 < 3+4*a), "unset"
			if a == 0 && i%13 == 12 {
				resolved, mode = "null", "unknown_agent_error"
			}
			trials = append(trials, fmt.Sprintf(`{"id":"%d-%d","trial_name":"t%02d.1-of-1.%s","task_id":"t%02d","is_resolved":%s,"failure_mode":%q,"parser_results":null,`+
				`"trial_started_at":"2026-05-0%dT02:%02d:00+00:00","trial_ended_at":"2026-05-0%dT02:%02d:30+00:00"}`, a, i, i, agent, i, resolved, mode, a+1, i, a+1, i))
		}
		put(t, filepath.Join(dir, agent, "results.json"), `{"results":[`+strings.Join(trials, ",")+`]}`)
		put(t, filepath.Join(dir, agent, "run_metadata.json"), fmt.Sprintf(`{"run_id":%q,"uuid":"u-%d","dataset_name":"core","dataset_version":"0.1","agent_name":%q,"model_name":"lab/m-1",`+
			`"n_attempts":1,"start_time":"2026-05-0%dT02:00:00+00:00","end_time":"2026-05-0%dT03:00:00+00:00"}`, agent, a, agent, a+1, a+1))
	}
	return dir
}

// TestItemsAgainstSciPy computes every rate, interval, p-value, mean and paired difference of two
// models again, and of two agents of one model.
func TestItemsAgainstSciPy(t *testing.T) {
	home := enginetest.Home(t)
	for _, c := range []struct {
		name, by, before, after string
		logs                    string
		numbers                 int // that are held at least
	}{
		{"two models, three epochs", "model", "lab/old", "lab/new", evalLogs(t), 19},
		{"two agents, one trial", "runner", "goose", "terminus", agentLogs(t), 11},
	} {
		tables := filepath.Join(t.TempDir(), "tables")
		dir := build(t, c.logs, "--format", "json", "--tables", tables)
		all := dig(summaryOf(t, dir), "items", "comparisons").([]any)
		if len(all) != 1 || dig(all[0], "by") != c.by || dig(all[0], "before") != c.before || dig(all[0], "after") != c.after {
			t.Fatalf("%s: %v", c.name, all)
		}
		script := exec.Command("python3", filepath.Join("testdata", "items_scipy.py"), dir, tables)
		script.Env = append(os.Environ(), "PYTHONPATH="+home)
		out, err := script.CombinedOutput()
		numbers, differ := 0, -1
		if _, bad := fmt.Sscanf(string(out), "%d numbers, %d differ", &numbers, &differ); err != nil || bad != nil || differ != 0 || numbers < c.numbers {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}

// The scores of two models stand on the page, in Markdown and in the summary, each with its
// interval.
func TestScoresAreShown(t *testing.T) {
	dir := build(t, evalLogs(t), "--compare", "model")
	items := summaryOf(t, dir)["items"].(map[string]any)
	var means []string
	for _, g := range items["scores"].([]any) {
		g := g.(map[string]any)
		means = append(means, fmt.Sprintf("%s %s %.3f of %v, %v scores", g["model"], g["scorer"], g["mean"], g["items"], g["trials"]))
	}
	if want := []string{"lab/new grade 0.683 of 14, 42 scores", "lab/old grade 0.490 of 14, 42 scores"}; !slices.Equal(means, want) {
		t.Errorf("%q, want %q", means, want)
	}
	difference := items["comparisons"].([]any)[0].(map[string]any)["scores"].([]any)[0].(map[string]any)
	if d := difference["delta"].(float64); math.Abs(d-2.7/14) > 1e-9 || difference["lo"].(float64) >= d || difference["hi"].(float64) <= d {
		t.Errorf("%v", difference)
	}
	files := tree(t, dir)
	for _, name := range []string{"index.html", "details.md"} {
		for _, want := range []string{"Scores that are not yes or no", "Mean scores of the items of both", "0.68", "+0.19"} {
			if !strings.Contains(html.UnescapeString(files[name]), want) {
				t.Errorf("%s has no %q", name, want)
			}
		}
	}
}
