package views

import (
	"fmt"
	"slices"
	"strings"

	"runreport/ingest/table"
)

var duckDB = Dialect{
	Name: "duckdb", create: "CREATE OR REPLACE VIEW",
	materialize: materializeAs(""),
	types: map[string]string{"string": "VARCHAR", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN",
		timestamp:      "TIMESTAMPTZ",
		"list<string>": "VARCHAR[]", "binary": "BLOB", "VARCHAR": "VARCHAR", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE"},
	quote: doubleQuoted, text: standardText,
	date:     func(t string) string { return "strftime(make_timestamp(epoch_us(" + t + ")), '%Y-%m-%d')" },
	micros:   func(t string) string { return "epoch_us(" + t + ")" },
	contains: func(list, value string) string { return "list_contains(" + list + ", " + value + ")" },
	each: func(columns, list, name, from, where string) string {
		return fmt.Sprintf("SELECT %s, unnest(%s) AS %s FROM %s WHERE %s", columns, list, name, from, where)
	},
	// The empty SELECT gives columns that no file has yet.
	files: func(d Dialect, name, location string, columns []table.ColumnDoc) []string {
		files := fmt.Sprintf("read_parquet(%s, union_by_name = true, hive_partitioning = false)", d.text(location+"/table="+name+"/**/*.parquet"))
		return []string{fmt.Sprintf("%s %s AS\n%s\nUNION ALL BY NAME SELECT * FROM %s", d.create, name, d.empty(columns), files)}
	},
}

var clickHouse = Dialect{
	Name: "clickhouse", create: "CREATE OR REPLACE VIEW",
	settings: []string{
		"SET join_use_nulls = 1",              // what a LEFT JOIN does not find is null
		"SET cast_keep_nullable = 1",          // a cast of null is null
		"SET prefer_column_name_to_alias = 1", // a name is a column's before it is that of a result
		"SET input_format_parquet_allow_missing_columns = 1",
		"SET use_hive_partitioning = 0",
	},
	materialize: materializeAs(" ENGINE = MergeTree ORDER BY tuple()"),
	types: map[string]string{"string": "Nullable(String)", "int64": "Nullable(Int64)", "double": "Nullable(Float64)",
		"bool":         "Nullable(Bool)",
		timestamp:      "Nullable(DateTime64(6, 'UTC'))",
		"list<string>": "Array(Nullable(String))", "binary": "Nullable(String)",
		"VARCHAR": "Nullable(String)", "BIGINT": "Nullable(Int64)", "DOUBLE": "Nullable(Float64)"},
	quote: doubleQuoted, text: backslashText,
	date:     func(t string) string { return "formatDateTime(" + t + ", '%Y-%m-%d', 'UTC')" },
	micros:   func(t string) string { return "toUnixTimestamp64Micro(" + t + ")" },
	contains: func(list, value string) string { return "has(" + list + ", " + value + ")" },
	each: func(columns, list, name, from, where string) string {
		return fmt.Sprintf("SELECT %s, arrayJoin(%s) AS %s FROM %s WHERE %s", columns, list, name, from, where)
	},
	files: func(d Dialect, name, location string, columns []table.ColumnDoc) []string {
		reader := "file"
		for scheme, function := range map[string]string{"s3://": "s3", "https://": "s3", "gs://": "gcs"} {
			if strings.HasPrefix(location, scheme) {
				reader = function
			}
		}
		return []string{fmt.Sprintf("%s %s AS\nSELECT * FROM %s(%s, Parquet, %s)", d.create, name, reader,
			d.text(location+"/table="+name+"/**/*.parquet"), d.text(d.columns(columns)))}
	},
}

var spark = Dialect{
	Name: "spark", create: "CREATE OR REPLACE TEMPORARY VIEW",
	settings:    []string{"SET TIME ZONE 'UTC'"},
	materialize: []string{"CACHE TABLE samples"}, // a view of its name over a stored one would be recursive
	types: map[string]string{"string": "STRING", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN",
		timestamp:      "TIMESTAMP",
		"list<string>": "ARRAY<STRING>", "binary": "BINARY", "VARCHAR": "STRING", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE"},
	quote: func(name string) string { return "`" + name + "`" }, text: backslashText,
	date:     func(t string) string { return "date_format(" + t + ", 'yyyy-MM-dd')" },
	micros:   func(t string) string { return "unix_micros(" + t + ")" },
	contains: func(list, value string) string { return "array_contains(" + list + ", " + value + ")" },
	each: func(columns, list, name, from, where string) string {
		return fmt.Sprintf("SELECT %s, explode(%s) AS %s FROM %s WHERE %s", columns, list, name, from, where)
	},
	files: func(d Dialect, name, location string, columns []table.ColumnDoc) []string {
		return []string{fmt.Sprintf("%s %s (%s)\nUSING parquet OPTIONS (path %s, recursiveFileLookup 'true')", d.create, name,
			d.columns(columns), d.text(location+"/table="+name))}
	},
}

// catalog is the schema in which Trino, and Athena as well, keep the tables.
const catalog = "hive.runreport"

var trino = Dialect{
	Name: "trino", create: "CREATE OR REPLACE VIEW",
	settings:    []string{"CREATE SCHEMA IF NOT EXISTS " + catalog, "USE " + catalog},
	materialize: materializeAs(""),
	types: map[string]string{"string": "VARCHAR", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN",
		timestamp:      "TIMESTAMP",
		"list<string>": "ARRAY(VARCHAR)", "binary": "VARBINARY", "VARCHAR": "VARCHAR", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE"},
	quote: doubleQuoted, text: standardText,
	date: func(t string) string { return "date_format(" + t + ", '%Y-%m-%d')" },
	micros: func(t string) string {
		return "(date_diff('microsecond', TIMESTAMP '1970-01-01 00:00:00', " + t + "))"
	},
	contains: func(list, value string) string { return "contains(" + list + ", " + value + ")" },
	each: func(columns, list, name, from, where string) string {
		return fmt.Sprintf("SELECT %s, e.%s AS %s FROM %s CROSS JOIN UNNEST(%s) AS e(%s) WHERE %s",
			columns, name, name, from, list, name, where)
	},
	// The folders of systems and months are partitions; a column that the folders name is not
	// read from the files.
	files: func(d Dialect, name, location string, columns []table.ColumnDoc) []string {
		inFiles := slices.DeleteFunc(slices.Clone(columns), func(c table.ColumnDoc) bool { return c.Name == "system" })
		return []string{
			fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s, system VARCHAR, month VARCHAR)\n"+
				"WITH (external_location = %s, format = 'PARQUET', partitioned_by = ARRAY['system', 'month'])",
				name, d.columns(inFiles), d.text(location+"/table="+name)),
			fmt.Sprintf("CALL system.sync_partition_metadata('runreport', '%s', 'FULL')", name),
		}
	},
}
