package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/views/enginetest"
	"runreport/unit/tier"
)

// sqlStatements are what `runreport sql` prints for a dataset.
func sqlStatements(t *testing.T, engine, dataset string, flags ...string) []string {
	t.Helper()
	code, out, stderr := call(t, slices.Concat([]string{"sql", "--engine", engine}, flags, []string{dataset})...)
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

// questions are asked of every engine, and totals after them.
var questions = []string{
	"SELECT " + byStep + ", SUM(num) AS num, SUM(den) AS den, CAST(SUM(num) AS DOUBLE) / SUM(den) AS rate FROM rates GROUP BY " + byStep,
	"SELECT metric, system, SUM(num) AS num, SUM(den) AS den FROM rates GROUP BY metric, system",
	"SELECT " + byStep + ", SUM(n) AS n, SUM(total) AS total, MIN(least) AS lowest, MAX(most) AS highest FROM distributions GROUP BY " + byStep,
	"SELECT " + byStep + ", p50, p90, p95, p99 FROM quantiles",
	"SELECT metric, system, category, SUM(n) AS n FROM categories GROUP BY metric, system, category",
}

// totals are questions with one row each, over the tables and the views of durations.
var totals = []string{
	"SELECT SUM(total_ns) AS ns FROM distributions WHERE metric = 'run-duration'",
	"SELECT COUNT(*) AS files, SUM(bytes) AS bytes, SUM(lines) AS lines, SUM(records) AS records, SUM(kept) AS kept, " +
		"SUM(duplicate) AS duplicate, SUM(superseded) AS superseded, SUM(rejected) AS rejected FROM sources",
	"SELECT COUNT(*) AS runs FROM runs",
}

// An engine that makes the views gets the counts, sums, rates and quantiles of summary.json.
func TestEnginesGetTheNumbersOfTheReport(t *testing.T) {
	enginetest.Home(t)
	tier.Seconds(t)
	store := filepath.Join(t.TempDir(), "history")
	report := summaryOf(t, build(t, manyRuns(t, 200), "--history", store, "--format", "json"))
	for _, engine := range []string{"duckdb", "clickhouse"} {
		t.Run(engine, func(t *testing.T) { agreesWith(t, engine, store, report) })
	}
}

// metricGroups are the groups of the metrics in a report, by metric, system, subject and step.
type metricGroups struct {
	t       *testing.T
	listed  map[[4]any]any
	whole   map[any]bool    // metrics of which all groups are listed
	total   map[any]float64 // how many groups a metric has
	seen    map[[4]any]bool
	checked int
}

// groupsOf are the groups in the list of that name.
func groupsOf(t *testing.T, report map[string]any, list string) *metricGroups {
	g := &metricGroups{t: t, listed: map[[4]any]any{}, whole: map[any]bool{}, total: map[any]float64{}, seen: map[[4]any]bool{}}
	for _, metric := range dig(report, "metrics").([]any) {
		name, all := dig(metric, "name"), dig(metric, list).([]any)
		for _, one := range all {
			key := [4]any{name, dig(one, "system")}
			if list == "groups" { // those of systems are of all steps
				key[2], key[3] = dig(one, "subject"), dig(one, "step")
			}
			g.listed[key] = one
		}
		g.whole[name] = true
		if total, ok := dig(metric, list+"_total").(float64); ok {
			g.whole[name], g.total[name] = float64(len(all)) == total, total
		}
	}
	return g
}

// of is the group that a row of an answer is about. ok is false where it is not listed, which is
// right only where the report lists not all.
func (g *metricGroups) of(row enginetest.Row) (group any, ok bool) {
	metric := row["metric"]
	key := [4]any{metric, row["system"], row["subject"], row["step"]}
	if group, ok = g.listed[key]; ok {
		g.checked++
		g.seen[key] = true
	} else if g.whole[metric] {
		g.t.Errorf("%v is not among the groups of the report", row)
	}
	return group, ok
}

// counts compares how many groups an engine found with how many the report has.
func (g *metricGroups) counts(rows []enginetest.Row) {
	found := map[any]float64{}
	for _, row := range rows {
		found[row["metric"]]++
	}
	for metric, n := range found {
		if n != g.total[metric] {
			g.t.Errorf("%v has %.0f groups in the engine, %.0f in the report", metric, n, g.total[metric])
		}
	}
}

// allSeen reports the listed groups that no row was about, of the metrics that rows were about.
func (g *metricGroups) allSeen() {
	asked := map[any]bool{}
	for key := range g.seen {
		asked[key[0]] = true
	}
	for key := range g.listed {
		if asked[key[0]] && !g.seen[key] {
			g.t.Errorf("the engine has no row about %v", key)
		}
	}
}

// cut reports whether the report lists not all groups of some metric.
func (g *metricGroups) cut() bool {
	for _, whole := range g.whole {
		if !whole {
			return true
		}
	}
	return false
}

// agreesWith asks an engine all questions and returns how long all runs took, in its words. What the report
// does not list of many groups is not compared.
func agreesWith(t *testing.T, engine, store string, report map[string]any) (took string) {
	t.Helper()
	answers := enginetest.Ask(t, engine, sqlStatements(t, engine, store, "--keep"), slices.Concat(questions, totals))
	groups, systems := groupsOf(t, report, "groups"), groupsOf(t, report, "systems")
	for i, list := range []*metricGroups{groups, systems} {
		for _, row := range answers[i] {
			group, ok := list.of(row)
			if !ok {
				continue
			}
			rate := dig(group, "rate")
			agrees(t, fmt.Sprintf("num of %v", row), numeric(row, "num"), dig(rate, "num"))
			agrees(t, fmt.Sprintf("den of %v", row), numeric(row, "den"), dig(rate, "den"))
			if list == groups {
				agrees(t, fmt.Sprintf("rate of %v", row), numeric(row, "rate"), dig(rate, "value"))
			}
		}
	}
	for i, columns := range []map[string]string{
		{"n": "n", "total": "sum", "lowest": "min", "highest": "max"},
		{"p50": "p50", "p90": "p90", "p95": "p95", "p99": "p99"},
	} {
		for _, row := range answers[2+i] {
			group, ok := groups.of(row)
			if !ok {
				continue
			}
			spread := dig(group, "spread")
			for column, field := range columns {
				agrees(t, fmt.Sprintf("%s of %v", column, row), numeric(row, column), dig(spread, field))
			}
		}
	}
	for _, row := range answers[4] {
		group, ok := systems.of(row)
		if !ok {
			continue
		}
		mix := dig(group, "mix")
		agrees(t, fmt.Sprintf("n of %v", row), numeric(row, "n"), dig(with(mix, "category", row["category"].(string)), "rate", "num"))
	}
	groups.counts(answers[0])
	groups.counts(answers[2])
	groups.allSeen()
	systems.allSeen()
	if checked := groups.checked + systems.checked; checked < 300 && !groups.cut() {
		t.Errorf("only %d groups of the report were looked at", checked)
	}
	return totalsAgree(t, answers[len(questions):], report)
}

// totalsAgree compares the answers to totals with the report and returns how long all runs took, in
// words of the engine. Where the report lists not all runs, that is not compared.
func totalsAgree(t *testing.T, answers [][]enginetest.Row, report map[string]any) (took string) {
	t.Helper()
	took = fmt.Sprint(answers[0][0]["ns"])
	ns, listed := int64(0), dig(report, "runs").([]any)
	for _, run := range listed {
		if d, ok := dig(run, "duration_s").(float64); ok {
			ns += int64(math.Round(d * 1e9))
		}
	}
	if float64(len(listed)) == dig(report, "runs_total") && took != fmt.Sprint(ns) {
		t.Errorf("runs took %s ns in the engine, %d in the report", took, ns)
	}
	for column := range answers[1][0] {
		agrees(t, "ledger "+column, numeric(answers[1][0], column), dig(report, "ledger", "total", column))
	}
	agrees(t, "runs", numeric(answers[2][0], "runs"), dig(report, "runs_total"))
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
