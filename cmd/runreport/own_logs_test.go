package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/cmd/runreport/config"
)

// The example of docs/own-logs.md does what the page says.
func TestOwnLogsExample(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "own-logs.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(language string) string {
		m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(page)
		if m == nil {
			t.Fatalf("no example of %s", language)
		}
		return string(m[1])
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "logs", "nightly-2026-05-01.csv"), block("csv"))
	write(t, filepath.Join(dir, config.Name), block("yaml"))
	tables := filepath.Join(dir, "tables")
	files := tree(t, build(t, filepath.Join(dir, "logs"), "--config", filepath.Join(dir, config.Name), "--tables", tables, "--format", "json"))
	if !strings.Contains(files["summary.json"], "n-17") {
		t.Error("the run is not in the summary")
	}
	steps, err := os.ReadFile(filepath.Join(tables, "steps.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for name, result := range map[string]string{"pays by card": "flaky", "refunds, first": "passed", "prints a receipt": "skipped"} {
		if !regexp.MustCompile(regexp.QuoteMeta(name) + "[^\n]*,test,[^\n]*," + result + ",").Match(steps) {
			t.Errorf("%s is not %s:\n%s", name, result, steps)
		}
	}
}

// Commands without flags for the configuration find the mappings in this folder.
func TestMappingsWithoutAFlag(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "logs", "a.csv"), "test,status,begin\nx,no,2026-05-01T02:00:00Z\n")
	write(t, filepath.Join(dir, config.Name), "mappings:\n  - name: a\n    files: a.csv\n    columns: {step: test, result: status, started: begin}\n")
	t.Chdir(dir)
	var out, bad strings.Builder
	if code := run([]string{"check", "logs"}, nil, &out, &bad); code != 0 || !strings.Contains(out.String(), "unknown_result") {
		t.Errorf("exit %d: %s%s", code, out.String(), bad.String())
	}
}

// The file of the configuration is no log of unknown format where it lies among the logs.
func TestConfigurationAmongTheLogs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	write(t, filepath.Join(dir, "a.csv"), "test,status,begin\nx,ok,2026-05-01T02:00:00Z\n")
	write(t, filepath.Join(dir, config.Name), "mappings:\n  - name: a\n    files: a.csv\n    columns: {step: test, result: status, started: begin}\n")
	write(t, filepath.Join(dir, "other.yaml"), "a: b\n")
	s := summaryOf(t, build(t, dir, "--config", filepath.Join(dir, config.Name), "--format", "json"))
	var unclaimed []any
	for _, f := range dig(s, "ledger", "files").([]any) {
		if dig(f, "format") == nil {
			unclaimed = append(unclaimed, dig(f, "path"))
		}
	}
	if n := dig(s, "ledger", "total", "files"); n != 2.0 || len(unclaimed) != 1 || unclaimed[0] != "logs/other.yaml" {
		t.Errorf("%v files, no format claims %v", n, unclaimed)
	}
}

// Scores that a mapping names are compared between models and dates, and their runs are judged by
// their results as before.
func TestScoresOfOwnLogs(t *testing.T) {
	log := func(day int, model string, lower float64) string {
		var rows strings.Builder
		rows.WriteString("case,status,begin,quality,llm\n")
		for i := range 12 {
			fmt.Fprintf(&rows, "case %d,ok,2026-05-%02dT02:%02d:00Z,%.3f,%s\n", i, day, i, 0.6+0.02*float64(i)-lower-0.01*float64(i%3)*lower, model)
		}
		return rows.String()
	}
	for _, c := range []struct{ name, second, reported, verdict string }{
		{"two models", log(2, "m-2", 0.25), "m-2 against m-1: mean score of nightly fell 0.710 → 0.457", "changed"},
		{"two dates", log(2, "m-1", 0.25), "2026-05-02 against 2026-05-01: mean score of nightly fell 0.710 → 0.457", "changed"},
		{"one", "", "", "passed"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "logs", "nightly-1.csv"), log(1, "m-1", 0))
		if c.second != "" {
			write(t, filepath.Join(dir, "logs", "nightly-2.csv"), c.second)
		}
		write(t, filepath.Join(dir, config.Name), "mappings:\n  - name: nightly\n    files: \"nightly-*.csv\"\n    kind: sample\n"+
			"    columns: {step: case, result: status, started: begin, score: quality, model: llm}\n")
		out := build(t, filepath.Join(dir, "logs"), "--config", filepath.Join(dir, config.Name), "--format", "json,markdown")
		if got := dig(summaryOf(t, out), "verdict", "state"); got != c.verdict {
			t.Errorf("%s: %v, want %s", c.name, got, c.verdict)
		}
		if text := tree(t, out)["report.md"]; !strings.Contains(text, c.reported) {
			t.Errorf("%s: %.600s", c.name, text)
		}
	}
}
