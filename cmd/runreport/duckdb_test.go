package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// duckdb asks DuckDB, which CI installs from npm into the folder that RUNREPORT_DUCKDB
// names. Without it the test is skipped, but not in CI.
func duckdb(t *testing.T, sql string) []map[string]any {
	t.Helper()
	home := os.Getenv("RUNREPORT_DUCKDB")
	if home == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("RUNREPORT_DUCKDB does not say where DuckDB is")
		}
		t.Skip("DuckDB is not here")
	}
	script := `const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const db = await (await DuckDBInstance.create(":memory:")).connect();
  console.log(JSON.stringify((await db.runAndReadAll(process.argv[1])).getRowObjectsJson()));
})();`
	c := exec.Command("node", "-e", script, sql)
	c.Dir = home
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", sql, err, out)
	}
	var rows []map[string]any
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// number is a value of DuckDB's answer, which writes large integers as text.
func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case string:
		if x, err := strconv.ParseFloat(v, 64); err == nil {
			return x
		}
	}
	return math.NaN()
}

// An engine that reads the dataset gets the counts, sums and medians of the report.
func TestDuckDBGetsTheNumbersOfTheReport(t *testing.T) {
	duckdb(t, "SELECT 1") // skips where it is not
	store := filepath.Join(t.TempDir(), "history")
	report := summaryOf(t, build(t, manyRuns(t, 200), "--history", store))
	from := func(table string) string {
		return fmt.Sprintf("read_parquet('%s/table=%s/**/*.parquet', hive_partitioning = true)", filepath.ToSlash(store), table)
	}
	total := duckdb(t, "SELECT count(*) files, sum(bytes) bytes, sum(lines) AS lines, sum(records) records, sum(kept) kept, sum(duplicate) duplicate, sum(superseded) superseded, sum(rejected) rejected FROM "+from("sources"))[0]
	for key, value := range total {
		expect(t, "ledger "+key, number(value), dig(report, "ledger", "total", key))
	}
	runs := duckdb(t, "SELECT count(*) runs FROM "+from("runs"))[0]["runs"]
	expect(t, "runs", number(runs), dig(report, "runs_total"))

	for metric, rows := range map[string]string{
		"run-duration":     from("runs"),
		"command-duration": from("checks") + " WHERE kind = 'command'",
	} {
		systems, _ := dig(with(dig(report, "metrics"), "name", metric), "systems").([]any)
		if len(systems) == 0 {
			t.Fatalf("the report has no %s", metric)
		}
		answer := duckdb(t, "SELECT system, count(duration_s) n, sum(duration_s) total, median(duration_s) middle FROM "+rows+" GROUP BY system HAVING n > 0")
		if len(answer) != len(systems) {
			t.Errorf("%s: DuckDB knows %d systems, the report %d", metric, len(answer), len(systems))
		}
		for _, a := range answer {
			spread := dig(with(systems, "system", a["system"].(string)), "spread")
			expect(t, fmt.Sprintf("%s of %s: n", metric, a["system"]), number(a["n"]), dig(spread, "n"))
			expect(t, fmt.Sprintf("%s of %s: sum", metric, a["system"]), number(a["total"]), dig(spread, "sum"))
			expect(t, fmt.Sprintf("%s of %s: median", metric, a["system"]), number(a["middle"]), dig(spread, "p50"))
		}
	}
	months := duckdb(t, "SELECT count(DISTINCT month) n FROM "+from("runs")+" WHERE month NOT SIMILAR TO '[0-9]{4}-[0-9]{2}'")
	expect(t, "months that are none", number(months[0]["n"]), 0.0)
}
