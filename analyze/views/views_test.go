package views_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/metric"
	"runreport/analyze/views"
	"runreport/analyze/views/enginetest"
	"runreport/cmd/runreport/demo"
	"runreport/ingest"
	"runreport/ingest/table"
	"runreport/unit"
)

// engines are those that run in every test.
var engines = []string{"duckdb", "clickhouse"}

func dialect(t *testing.T, name string) views.Dialect {
	t.Helper()
	for _, d := range views.Dialects() {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("no dialect %s", name)
	return views.Dialect{}
}

// stored reads logs into a dataset and returns their tables.
func stored(t *testing.T, logs ...string) (*table.Set, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "it's history")
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: logs, History: dir, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return res.Tables, dir
}

// statements make the views over a dataset in an engine.
func statements(t *testing.T, engine, dir string) []string {
	t.Helper()
	holds := func(name string) bool {
		_, err := fs.Stat(os.DirFS(dir), "table="+name)
		return err == nil
	}
	all, err := views.Statements(dialect(t, engine), filepath.ToSlash(dir), holds, ingest.LongestDuration)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// key is what rates and distributions are divided by, and the category of a mix.
type key struct{ metric, system, subject, step, date, category string }

// sums are what the samples of one key come to.
type sums struct {
	n, hits, ns int64
	total       float64
	least, most float64
}

// sampled sums the report's own samples up.
func sampled(t *testing.T, set *table.Set) (all map[key]*sums, values map[key][]float64) {
	t.Helper()
	units := metric.Units(set, metric.NewCutoffs(set, time.Time{}, ingest.LongestDuration), ingest.LongestDuration)
	samples := metric.Measure(context.Background(), set, units, metric.Metrics)
	all, values = map[key]*sums{}, map[key][]float64{}
	for _, m := range metric.Metrics {
		for _, x := range samples.Of(m).All() {
			k := key{m.Name, x.System, x.Subject, x.Step, x.Night, x.Category}
			if m.Kind == metric.Distribution && !(x.Value >= 0) {
				continue
			}
			s := all[k]
			if s == nil {
				s = &sums{least: math.Inf(1), most: math.Inf(-1)}
				all[k] = s
			}
			s.n++
			if x.Hit {
				s.hits++
			}
			if m.Kind == metric.Distribution {
				s.total += x.Value
				s.least, s.most = min(s.least, x.Value), max(s.most, x.Value)
				if m.Unit == unit.Seconds {
					s.ns += int64(math.Round(x.Value * 1e9))
				}
				k.date = ""
				values[k] = append(values[k], x.Value)
			}
		}
	}
	return all, values
}

func text(row enginetest.Row, column string) string { s, _ := row[column].(string); return s }

func whole(t *testing.T, row enginetest.Row, column string) int64 {
	t.Helper()
	n, ok := row[column].(json.Number)
	if !ok {
		return 0
	}
	i, err := n.Int64()
	if err != nil {
		t.Errorf("%s of %v is no whole number", column, row)
	}
	return i
}

func float(t *testing.T, row enginetest.Row, column string) float64 {
	t.Helper()
	n, ok := row[column].(json.Number)
	if !ok {
		return math.NaN()
	}
	x, err := n.Float64()
	if err != nil {
		t.Errorf("%s of %v is no number", column, row)
	}
	return x
}

// near reports whether two floats are the same within 1e-12, relative where they are large.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b)) }

// The views give what the report's own samples give, by metric, key and run date: counts
// and whole nanoseconds exactly, floats within 1e-12.
func TestViewsGiveTheNumbersOfTheReport(t *testing.T) {
	enginetest.Home(t)
	made := t.TempDir()
	if _, err := demo.Generate(demo.Options{Dir: made, Runs: 60, Seed: 21, Dirty: 0.2}); err != nil {
		t.Fatal(err)
	}
	for _, logs := range []string{"../../testdata/demo", filepath.Join(made, demo.LogsFolder)} {
		set, dir := stored(t, logs)
		want, values := sampled(t, set)
		for _, engine := range engines {
			t.Run(filepath.Base(logs)+"/"+engine, func(t *testing.T) { compare(t, engine, dir, want, values) })
		}
	}
}

func compare(t *testing.T, engine, dir string, want map[key]*sums, values map[key][]float64) {
	answers := enginetest.Ask(t, engine, append(statements(t, engine, dir), views.Materialize(dialect(t, engine))...), []string{
		"SELECT * FROM rates", "SELECT * FROM distributions", "SELECT * FROM categories", "SELECT * FROM quantiles"})
	got := map[key]*sums{}
	for i, rows := range answers[:3] {
		for _, row := range rows {
			k := key{text(row, "metric"), text(row, "system"), text(row, "subject"), text(row, "step"), text(row, "run_date"), text(row, "category")}
			if got[k] != nil {
				t.Errorf("%v is there twice", k)
			}
			s := &sums{n: whole(t, row, "n"), least: math.Inf(1), most: math.Inf(-1)}
			switch i {
			case 0:
				s.n, s.hits = whole(t, row, "den"), whole(t, row, "num")
				if rate := float(t, row, "rate"); !near(rate, float64(s.hits)/float64(s.n)) {
					t.Errorf("%v: rate %v of %d of %d", k, rate, s.hits, s.n)
				}
			case 1:
				s.ns, s.total = whole(t, row, "total_ns"), float(t, row, "total")
				s.least, s.most = float(t, row, "least"), float(t, row, "most")
			}
			got[k] = s
		}
	}
	for k, w := range want {
		g := got[k]
		switch {
		case g == nil:
			t.Errorf("%v is not in the views: expected %+v", k, *w)
		case g.n != w.n, g.hits != w.hits, g.ns != w.ns, g.least != w.least, g.most != w.most, !near(g.total, w.total):
			t.Errorf("%v: %+v, the report has %+v", k, *g, *w)
		}
		delete(got, k)
	}
	for k, g := range got {
		t.Errorf("%v is in the views alone: %+v", k, *g)
	}
	quantiles(t, answers[3], values)
}

// quantiles holds the view against sorted values, by the formula of type 7.
func quantiles(t *testing.T, rows []enginetest.Row, values map[key][]float64) {
	if len(rows) != len(values) {
		t.Errorf("%d rows of quantiles, want %d", len(rows), len(values))
	}
	for _, row := range rows {
		k := key{metric: text(row, "metric"), system: text(row, "system"), subject: text(row, "subject"), step: text(row, "step")}
		v := slices.Sorted(slices.Values(values[k]))
		if len(v) == 0 || whole(t, row, "n") != int64(len(v)) {
			t.Errorf("%v: %v values, the report has %d", k, row["n"], len(v))
			continue
		}
		for column, q := range map[string]struct {
			p     float64
			least int
		}{"p50": {0.5, 1}, "p90": {0.9, 10}, "p95": {0.95, 20}, "p99": {0.99, 100}} {
			if len(v) < q.least {
				if row[column] != nil {
					t.Errorf("%v: %s is %v of %d values", k, column, row[column], len(v))
				}
				continue
			}
			at := q.p * float64(len(v)-1)
			i := int(at)
			want := v[i]
			if i+1 < len(v) {
				want += (at - float64(i)) * (v[i+1] - v[i])
			}
			if got := float(t, row, column); !near(got, want) {
				t.Errorf("%v: %s is %v, want %v", k, column, got, want)
			}
		}
	}
}

// Every metric of the report has samples in a view, and views have no others.
func TestEveryMetricIsInAView(t *testing.T) {
	named := map[string]bool{}
	for _, v := range views.Views() {
		for _, name := range v.Metrics() {
			named[name] = true
		}
	}
	for _, m := range metric.Metrics {
		if !named[m.Name] {
			t.Errorf("%s is in no view", m.Name)
		}
		delete(named, m.Name)
	}
	for name := range named {
		t.Errorf("%s is no metric", name)
	}
}

// The questions of docs/sql.md have the same answers in every engine, and each has one.
func TestQuestionsAreAnswered(t *testing.T) {
	enginetest.Home(t)
	_, dir := stored(t, "../../testdata/demo")
	var queries []string
	for _, q := range views.Questions() {
		queries = append(queries, q.Query)
	}
	if len(queries) != 10 {
		t.Errorf("%d questions", len(queries))
	}
	answers := map[string][][]enginetest.Row{}
	for _, engine := range engines {
		answers[engine] = enginetest.Ask(t, engine, append(statements(t, engine, dir), views.Materialize(dialect(t, engine))...), queries)
	}
	for i, q := range views.Questions() {
		first, second := answers[engines[0]][i], answers[engines[1]][i]
		if len(first) == 0 {
			t.Errorf("%s has no answer", q.Name)
		}
		if diff := cmp.Diff(first, second, cmp.Comparer(sameNumber)); diff != "" {
			t.Errorf("%s: -%s +%s\n%s", q.Name, engines[0], engines[1], diff)
		}
	}
}

// sameNumber compares numbers of answers, which engines write with more or fewer digits.
func sameNumber(a, b json.Number) bool {
	x, err1 := a.Float64()
	y, err2 := b.Float64()
	return err1 == nil && err2 == nil && near(x, y)
}

// Spark and Trino do not run in this test; their statements are held against their grammars.
func TestStatementsAreWrittenAsGrammarsSay(t *testing.T) {
	enginetest.Home(t)
	for _, engine := range []string{"duckdb", "clickhouse", "spark", "trino"} {
		d := dialect(t, engine)
		for _, held := range []bool{true, false} {
			all, err := views.Statements(d, "s3://it's a bucket/data", func(string) bool { return held }, ingest.LongestDuration)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Ask(t, "grammar of "+engine, append(all, views.Materialize(d)...), nil)
		}
	}
}
