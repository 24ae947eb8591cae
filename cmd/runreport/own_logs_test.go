package main

import (
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
