package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// The budgets of the page, in bytes as it is stored.
const (
	demoBudget        = 1_200_000
	demoWords         = 5_000 // of text between its tags, folded parts included, pictures not
	tenThousandBudget = 4_000_000
)

func pageOf(t *testing.T, dir string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestDemoPageKeepsItsBudget(t *testing.T) {
	tier.Seconds(t)
	t.Parallel()
	page := pageOf(t, sharedReport(t, demoLogs, "--format", "html"))
	if len(page) > demoBudget {
		t.Errorf("the page over the demonstration is %d bytes, more than %d", len(page), demoBudget)
	}
	text := regexp.MustCompile(`(?s)<(script|style|svg)\b.*?</(script|style|svg)>|<[^>]*>`).ReplaceAllString(page, " ")
	if n := len(strings.Fields(text)); n > demoWords {
		t.Errorf("the page over the demonstration has %d words, more than %d", n, demoWords)
	}
	short := pageOf(t, build(t, demoLogs, "--format", "html", "--max-page-bytes", "750000"))
	if len(short) > 750_000 || len(short) >= len(page) {
		t.Errorf("with --max-page-bytes 750000 it is %d bytes, without %d", len(short), len(page))
	}
}

func TestPageOfTenThousandRunsKeepsItsBudget(t *testing.T) {
	tier.Slow(t, "makes and reads the logs of 10,000 runs")
	dir := t.TempDir()
	if code, _, stderr := call(t, "demo", "--runs", "10000", "--seed", "3", "-o", filepath.Join(dir, "made")); code != exitOK {
		t.Fatal(stderr)
	}
	page := pageOf(t, build(t, filepath.Join(dir, "made", "logs"), "--format", "html"))
	if len(page) > tenThousandBudget {
		t.Errorf("the page over 10,000 runs is %d bytes, more than %d", len(page), tenThousandBudget)
	}
	// The table has a row for each of 10,001 runs, and for steps and benchmarks.
	if !regexp.MustCompile(` of 10,[0-9]{3} rows`).MatchString(page) {
		t.Error("the page does not say how many rows it leaves out")
	}
}
