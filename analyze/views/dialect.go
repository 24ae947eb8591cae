package views

import (
	"fmt"
	"strings"

	"runreport/ingest/table"
)

// Dialect is how an engine writes what engines write differently.
type Dialect struct {
	Name string
	// create begins the statement that makes a view.
	create string
	// settings are statements that come before all others.
	settings []string
	// materialize are the statements that store the samples.
	materialize []string
	// types are the engine's names of types, by those of the tables and of casts.
	types map[string]string
	// quote writes a column's name; text a string.
	quote, text func(string) string
	// date is the UTC date of a timestamp, as 2026-04-22; micros its microseconds since 1970.
	date, micros func(timestamp string) string
	// contains reports whether a list has a value.
	contains func(list, value string) string
	// each selects the columns and every element of a list, under a name, of the rows that a
	// condition holds for.
	each func(columns, list, name, from, where string) string
	// files makes a view of the files of a table.
	files func(d Dialect, name, location string, columns []table.ColumnDoc) []string
}

// Dialects are the engines that are known.
func Dialects() []Dialect { return []Dialect{duckDB, clickHouse, spark, trino} }

const timestamp = "timestamp[us, UTC]"

// table makes a view of a table: of its files, or an empty one.
func (d Dialect) table(name string, columns []table.ColumnDoc, location string, held bool) []string {
	if held {
		return d.files(d, name, location, columns)
	}
	return []string{fmt.Sprintf("%s %s AS\n%s", d.create, name, d.empty(columns))}
}

// empty is a SELECT of no rows that have the columns.
func (d Dialect) empty(columns []table.ColumnDoc) string {
	var list []string
	for _, c := range columns {
		value := "NULL"
		if strings.HasPrefix(d.types[c.Type], "Array(") {
			value = "[]" // there is no list that is null
		}
		list = append(list, fmt.Sprintf("CAST(%s AS %s) AS %s", value, d.types[c.Type], d.quote(c.Name)))
	}
	return "SELECT " + strings.Join(list, ", ") + " WHERE 1 = 0"
}

// columns are the columns with their types, as where a table is made.
func (d Dialect) columns(all []table.ColumnDoc) string {
	var list []string
	for _, c := range all {
		list = append(list, d.quote(c.Name)+" "+d.types[c.Type])
	}
	return strings.Join(list, ", ")
}

// materializeAs makes a table of the samples, in the storage that is named, and their view anew
// over it.
func materializeAs(storage string) []string {
	return []string{
		"DROP TABLE IF EXISTS samples_kept",
		"CREATE TABLE samples_kept" + storage + " AS\nSELECT * FROM samples",
		"CREATE OR REPLACE VIEW samples AS\nSELECT * FROM samples_kept",
	}
}

func doubleQuoted(name string) string { return `"` + name + `"` }

// standardText doubles quotes; backslashText is for engines in which a backslash escapes.
func standardText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func backslashText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
