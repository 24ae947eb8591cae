package main

import (
	"fmt"
	"strings"

	"runreport/analyze/views"
)

// sqlPage is docs/sql.md.
func sqlPage() string {
	var b strings.Builder
	b.WriteString(`# SQL over the dataset

Written from the views and questions in ` + "`analyze/views`" + `. The dataset that ` + "`runreport merge`" + ` wrote, or a
build with ` + "`--history`" + `, is a folder of Parquet files. ` + "`runreport sql`" + ` prints views over it that have
the definitions of the report, so that other questions get the same numbers:

    runreport sql --engine duckdb dataset/ > views.sql
    duckdb -init views.sql

A test compares DuckDB and ClickHouse with summary.json on every change: counts and whole
nanoseconds are equal, other numbers within 1e-12. Spark makes the same views and is compared in its
totals on every change, and in all numbers every night. What is printed for Trino is held against its
grammar only.

| Engine | How |
|---|---|
| DuckDB | ` + "`duckdb -init views.sql`" + ` |
| ClickHouse | ` + "`clickhouse local --queries-file views.sql --queries-file question.sql`" + `; a server reads folders below its user_files |
| Spark | ` + "`spark-sql -i views.sql`" + `; the views are temporary |
| Trino | ` + "`--location s3://bucket/dataset`" + `; tables in hive.runreport, views beside them; ` + "`hive.recursive-directories`" + ` is not needed |

` + "`--location`" + ` is where the engine finds the dataset, if not where runreport does. With ` + "`--keep`" + ` the samples
are stored in a table, so that a session of many questions reads the files once. Print the views again
after each build: a dataset without rows of a table has an empty view of it. Durations longer than 90
days are in no sum, as in the report; ` + "`--since`" + ` and ` + "`--as-of`" + ` have no part in the views.

## Views

All [tables](tables.md) are views of their name. Beside them:

| View | Rows |
|---|---|
`)
	for _, v := range views.Views() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", v.Name, cell(v.Doc))
	}
	b.WriteString(`
The key of a sample is metric, system, subject, step and run_date, the UTC date on which the run
started; [metrics](metrics.md) says what each metric counts. Rates add up: sum ` + "`num`" + ` and ` + "`den`" + ` over keys
or dates, then divide. Quantiles do not: take them from ` + "`samples`" + `.

## Ten questions
`)
	for i, q := range views.Questions() {
		fmt.Fprintf(&b, "\n### %d. %s\n\n```sql\n%s\n```\n", i+1, q.Text, q.Query)
	}
	return b.String()
}
