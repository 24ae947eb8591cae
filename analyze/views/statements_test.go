package views_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/views"
	"runreport/ingest/table"
	"runreport/unit"
)

// made are the statements for a dataset at a location that holds all tables but items.
func made(t *testing.T, engine, location string) []string {
	t.Helper()
	all, err := views.Statements(dialect(t, engine), location, func(name string) bool { return name != "bugs" }, 36*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// making is the one statement that makes the view or table.
func making(t *testing.T, all []string, name string) string {
	t.Helper()
	var found []string
	for _, s := range all {
		for _, begin := range []string{" VIEW " + name + " ", " TABLE IF NOT EXISTS " + name + " "} {
			if strings.Contains(s, begin) {
				found = append(found, s)
			}
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d statements make %s", len(found), name)
	}
	return found[0]
}

// A quote in a location does not end the text: DuckDB and Trino double it, ClickHouse and
// Spark have a backslash before it, and before a backslash.
func TestLocationsAreQuoted(t *testing.T) {
	for engine, want := range map[string]string{
		"duckdb":     `'/it''s\here/table=runs/**/*.parquet'`,
		"trino":      `'/it''s\here/table=runs'`,
		"clickhouse": `'/it\'s\\here/table=runs/**/*.parquet'`,
		"spark":      `'/it\'s\\here/table=runs'`,
	} {
		if s := making(t, made(t, engine, `/it's\here/`), "runs"); !strings.Contains(s, want) {
			t.Errorf("%s: %s is not in\n%s", engine, want, s)
		}
	}
}

// A table that has no files is a view of its columns and of no row. ClickHouse has no list
// that is null.
func TestTablesWithoutFiles(t *testing.T) {
	for _, d := range views.Dialects() {
		all := made(t, d.Name, "/data")
		s := making(t, all, "bugs")
		if !strings.HasSuffix(s, " WHERE 1 = 0") || strings.Contains(s, "/data") {
			t.Errorf("%s: of no files:\n%s", d.Name, s)
		}
		if s := making(t, all, "runs"); strings.HasSuffix(s, " WHERE 1 = 0") || !strings.Contains(s, "/data/table=runs") {
			t.Errorf("%s: of files:\n%s", d.Name, s)
		}
	}
	for engine, want := range map[string]string{"duckdb": "CAST(NULL AS VARCHAR[])", "clickhouse": "CAST([] AS Array(Nullable(String)))"} {
		all, err := views.Statements(dialect(t, engine), "/data", func(string) bool { return false }, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		s := making(t, all, "runs")
		if !strings.Contains(s, want) {
			t.Errorf("%s: a list of no files:\n%s", engine, s)
		}
	}
}

// ClickHouse has a function for each place where files lie.
func TestReadersOfClickHouse(t *testing.T) {
	for location, want := range map[string]string{
		"/data": "FROM file('/data/", "s3://bucket/data": "FROM s3('s3://bucket/data/",
		"https://host/data": "FROM s3('https://host/data/", "gs://bucket/data": "FROM gcs('gs://bucket/data/",
	} {
		if s := making(t, made(t, "clickhouse", location), "runs"); !strings.Contains(s, want) {
			t.Errorf("%s: not %s:\n%s", location, want, s)
		}
	}
}

// Trino takes a column that folders name from the folders alone.
func TestPartitionsOfTrino(t *testing.T) {
	columns, _, _ := strings.Cut(making(t, made(t, "trino", "s3://bucket/data"), "runs"), "\nWITH ")
	if strings.Contains(columns, `"system"`) || !strings.HasSuffix(columns, ", system VARCHAR, month VARCHAR)") || !strings.Contains(columns, `"run" VARCHAR`) {
		t.Errorf("the columns are\n%s", columns)
	}
}

// The tables come first, each once, then the views, each over those before it.
func TestOrderOfStatements(t *testing.T) {
	for _, d := range views.Dialects() {
		all := made(t, d.Name, "/data")
		at := func(name string) int { return slices.Index(all, making(t, all, name)) }
		last := -1
		for _, x := range (&table.Set{}).Tables() {
			if at(x.Name) <= last {
				t.Errorf("%s: %s comes before the table before it", d.Name, x.Name)
			}
			last = at(x.Name)
		}
		for _, v := range views.Views() {
			s := making(t, all, v.Name)
			if at(v.Name) <= last || !strings.HasPrefix(s, "-- "+v.Doc+"\n") || len(v.Doc) < 20 || strings.Contains(s, "{{") {
				t.Errorf("%s: %s is out of order, or not said what it is:\n%.200s", d.Name, v.Name, s)
			}
			last = at(v.Name)
		}
		if all := views.Materialize(d); len(all) == 0 {
			t.Errorf("%s: nothing is stored", d.Name)
		}
	}
}

// Every metric has its samples in one view.
func TestEveryMetricIsInOneView(t *testing.T) {
	in := map[string][]string{}
	for _, v := range views.Views() {
		for _, m := range v.Metrics() {
			in[m] = append(in[m], v.Name)
		}
	}
	for _, m := range metric.Metrics {
		if len(in[m.Name]) != 1 {
			t.Errorf("%s is in the views %v", m.Name, in[m.Name])
		}
		delete(in, m.Name)
	}
	if len(in) > 0 {
		t.Errorf("there is no metric of these names: %v", in)
	}
}

// Only durations are cut at the longest that is believed, here 36 hours.
func TestTheLongestDuration(t *testing.T) {
	all := made(t, "duckdb", "/data")
	if s := making(t, all, "duration_samples"); !strings.Contains(s, " <= 129600") {
		t.Errorf("129600 s is not in\n%s", s)
	}
	sums := making(t, all, "distributions")
	for _, m := range metric.Metrics {
		seconds := m.Kind == metric.Distribution && m.Unit == unit.Seconds
		if got := strings.Contains(sums, "'"+m.Name+"'"); got != seconds {
			t.Errorf("%s is among the durations: %v", m.Name, got)
		}
	}
}

func TestQuestions(t *testing.T) {
	all := views.Questions()
	if len(all) < 3 {
		t.Fatalf("%d questions", len(all))
	}
	for _, q := range all {
		if q.Name == "" || strings.Contains(q.Name, ".sql") || q.Text == "" || strings.Contains(q.Text, "--") || strings.HasPrefix(q.Query, "--") || q.Query == "" {
			t.Errorf("%+v", q)
		}
	}
}
