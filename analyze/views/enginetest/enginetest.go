// Package enginetest runs SQL in the engines that CI installs, for tests.
package enginetest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

//go:embed ask.py
var script string

// Home is the folder of Python packages with the engines and SciPy, as .ci/engines makes it. A test is
// skipped where RUNREPORT_ENGINES names none, but not in CI.
func Home(t *testing.T) string {
	t.Helper()
	home := os.Getenv("RUNREPORT_ENGINES")
	if home == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("RUNREPORT_ENGINES does not say where DuckDB and ClickHouse are")
		}
		t.Skip("DuckDB and ClickHouse are not here: .ci/engines installs them")
	}
	return home
}

// Row is a row of an answer: null, bool, string or json.Number by column.
type Row map[string]any

// Ask makes what the statements say in an engine (duckdb, clickhouse, spark) and returns the
// rows of each query.
func Ask(t *testing.T, engine string, statements, queries []string) [][]Row {
	t.Helper()
	home, answer := Home(t), filepath.Join(t.TempDir(), "answer.json")
	asked, err := json.Marshal(map[string][]string{"statements": statements, "queries": queries})
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("python3", "-c", script, engine, answer)
	c.Stdin = bytes.NewReader(asked)
	c.Env = append(os.Environ(), "PYTHONPATH="+home)
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", engine, err, out[max(0, len(out)-4000):])
	}
	b, err := os.ReadFile(answer)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var rows [][]Row
	if err := d.Decode(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
