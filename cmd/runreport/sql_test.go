package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/views/enginetest"
)

// sqlStatements are what `runreport sql` prints for a dataset.
func sqlStatements(t *testing.T, engine, dataset string) []string {
	t.Helper()
	code, out, stderr := call(t, "sql", "--engine", engine, "--keep", dataset)
	if code != exitOK {
		t.Fatalf("sql: exit %d: %s", code, stderr)
	}
	return strings.Split(strings.TrimSuffix(out, ";\n"), ";\n\n")
}

// numeric is a number of an engine's answer; NaN where it is null.
func numeric(row enginetest.Row, column string) float64 {
	if n, ok := row[column].(json.Number); ok {
		if x, err := n.Float64(); err == nil {
			return x
		}
	}
	return math.NaN()
}

// agrees compares a number of an answer with one of the summary, where null is no number: counts
// exactly, others within 1e-12.
func agrees(t *testing.T, what string, got float64, want any) {
	t.Helper()
	w, known := want.(float64)
	switch {
	case !known && math.IsNaN(got):
	case !known, math.Abs(got-w) > 1e-12*max(1, math.Abs(w)), math.IsNaN(got):
		t.Errorf("%s is %v in the engine, %v in the report", what, got, want)
	}
}

const byStep = "metric, system, subject, step"

// questions are asked of every engine. The last two have one row each.
var questions = []string{
	"SELECT " + byStep + ", SUM(num) AS num, SUM(den) AS den, CAST(SUM(num) AS DOUBLE) / SUM(den) AS rate FROM rates GROUP BY " + byStep,
	"SELECT metric, system, SUM(num) AS num, SUM(den) AS den FROM rates GROUP BY metric, system",
	"SELECT " + byStep + ", SUM(n) AS n, SUM(total) AS total, MIN(least) AS lowest, MAX(most) AS highest FROM distributions GROUP BY " + byStep,
	"SELECT " + byStep + ", p50, p90, p95, p99 FROM quantiles",
	"SELECT metric, system, category, SUM(n) AS n FROM categories GROUP BY metric, system, category",
	"SELECT SUM(total_ns) AS ns FROM distributions WHERE metric = 'run-duration'",
	"SELECT COUNT(*) AS files, SUM(bytes) AS bytes, SUM(lines) AS lines, SUM(records) AS records, SUM(kept) AS kept, " +
		"SUM(duplicate) AS duplicate, SUM(superseded) AS superseded, SUM(rejected) AS rejected FROM sources",
	"SELECT COUNT(*) AS runs FROM runs",
}

// An engine that makes the views gets the counts, sums, rates and quantiles of summary.json.
func TestEnginesGetTheNumbersOfTheReport(t *testing.T) {
	enginetest.Home(t)
	takesSeconds(t)
	store := filepath.Join(t.TempDir(), "history")
	report := summaryOf(t, build(t, manyRuns(t, 200), "--history", store, "--format", "json"))
	for _, engine := range []string{"duckdb", "clickhouse"} {
		t.Run(engine, func(t *testing.T) { agreesWith(t, engine, store, report) })
	}
}

// agreesWith asks an engine and returns how long all runs took, in its words. Where the report lists not all
// runs, that is not compared.
func agreesWith(t *testing.T, engine, store string, report map[string]any) (took string) {
	t.Helper()
	answers := enginetest.Ask(t, engine, sqlStatements(t, engine, store), questions)
	metrics := dig(report, "metrics")
	checked := 0
	group := func(row enginetest.Row, list string) any {
		checked++
		all := dig(with(metrics, "name", row["metric"].(string)), list)
		for _, g := range all.([]any) {
			if dig(g, "system") == row["system"] && (list == "systems" || dig(g, "subject") == row["subject"] && dig(g, "step") == row["step"]) {
				return g
			}
		}
		t.Errorf("%v is not among the %s of the report", row, list)
		return nil
	}
	for i, list := range []string{"groups", "systems"} {
		for _, row := range answers[i] {
			rate := dig(group(row, list), "rate")
			agrees(t, fmt.Sprintf("num of %v", row), numeric(row, "num"), dig(rate, "num"))
			agrees(t, fmt.Sprintf("den of %v", row), numeric(row, "den"), dig(rate, "den"))
			if list == "groups" {
				agrees(t, fmt.Sprintf("rate of %v", row), numeric(row, "rate"), dig(rate, "value"))
			}
		}
	}
	for i, columns := range []map[string]string{
		{"n": "n", "total": "sum", "lowest": "min", "highest": "max"},
		{"p50": "p50", "p90": "p90", "p95": "p95", "p99": "p99"},
	} {
		for _, row := range answers[2+i] {
			spread := dig(group(row, "groups"), "spread")
			for column, field := range columns {
				agrees(t, fmt.Sprintf("%s of %v", column, row), numeric(row, column), dig(spread, field))
			}
		}
	}
	for _, row := range answers[4] {
		mix := dig(group(row, "systems"), "mix")
		agrees(t, fmt.Sprintf("n of %v", row), numeric(row, "n"), dig(with(mix, "category", row["category"].(string)), "rate", "num"))
	}
	took = fmt.Sprint(answers[5][0]["ns"])
	ns, listed := int64(0), dig(report, "runs").([]any)
	for _, run := range listed {
		if d, ok := dig(run, "duration_s").(float64); ok {
			ns += int64(math.Round(d * 1e9))
		}
	}
	if float64(len(listed)) == dig(report, "runs_total") && took != fmt.Sprint(ns) {
		t.Errorf("runs took %s ns in the engine, %d in the report", took, ns)
	}
	for column := range answers[6][0] {
		agrees(t, "ledger "+column, numeric(answers[6][0], column), dig(report, "ledger", "total", column))
	}
	agrees(t, "runs", numeric(answers[7][0], "runs"), dig(report, "runs_total"))
	if checked < 300 {
		t.Errorf("only %d numbers of the report were looked at", checked)
	}
	return took
}

func TestSQLRefuses(t *testing.T) {
	part := filepath.Join(t.TempDir(), "part")
	logs := filepath.Join("..", "..", "testdata", "small")
	if code, _, stderr := call(t, "ingest", logs, "-o", part); code != exitOK {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"sql", "--engine", "oracle", part}, "none of duckdb, clickhouse, spark, trino"},
		{[]string{"sql", part}, "is a part"},
		{[]string{"sql", logs}, "not a dataset"},
		{[]string{"sql", part + "-none"}, "no such file"},
	} {
		code, _, stderr := call(t, c.args...)
		if code != exitUsage || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: exit %d: %s; expected %q", c.args, code, stderr, c.says)
		}
	}
}
