package views

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"

	"runreport/analyze/metric"
	"runreport/ingest/table"
	"runreport/unit"
)

//go:embed sql/*.sql questions/*.sql
var sources embed.FS

// View is one view over the tables and the views before it.
type View struct {
	Name string
	Doc  string // what a row is
	body string // its SELECT, a template
}

// Views are the views in the order in which they are made.
func Views() []View {
	var all []View
	for _, name := range []string{"units", "retryable_steps", "flake_samples", "duration_samples", "stop_samples",
		"competition_samples", "samples", "rates", "distributions", "categories", "quantiles"} {
		doc, body := read("sql/" + name + ".sql")
		all = append(all, View{name, doc, body})
	}
	return all
}

var metricName = regexp.MustCompile(`'([a-z]+(?:-[a-z]+)+)'`)

// Metrics are the metrics whose samples the view has.
func (v View) Metrics() (names []string) {
	if !strings.HasSuffix(v.Name, "_samples") {
		return nil
	}
	for _, m := range metricName.FindAllStringSubmatch(v.body, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// Question is a question to a dataset and the query that answers it.
type Question struct{ Name, Text, Query string }

// Questions are those of docs/sql.md, in its order. Their queries are the same for every engine.
func Questions() []Question {
	entries, err := sources.ReadDir("questions")
	if err != nil {
		panic(err) // they are part of the program
	}
	var all []Question
	for _, e := range entries {
		text, query := read("questions/" + e.Name())
		all = append(all, Question{strings.TrimSuffix(e.Name(), path.Ext(e.Name())), text, query})
	}
	return all
}

// read splits an embedded file into the comment that it begins with and the rest.
func read(name string) (comment, body string) {
	b, err := sources.ReadFile(name)
	if err != nil {
		panic(err) // it is part of the program
	}
	rest := string(b)
	var lines []string
	for strings.HasPrefix(rest, "-- ") {
		line, after, _ := strings.Cut(rest, "\n")
		lines, rest = append(lines, strings.TrimPrefix(line, "-- ")), after
	}
	return strings.Join(lines, " "), strings.TrimSpace(rest)
}

// Statements are what makes the views in an engine, over the dataset at a location: a folder
// or a URL as the engine writes it. A table that holds reports false of has no files, and is
// an empty view.
func Statements(d Dialect, location string, holds func(table string) bool, longest time.Duration) ([]string, error) {
	all := append([]string{}, d.settings...)
	for _, t := range (&table.Set{}).Tables() {
		all = append(all, d.table(t.Name, t.Columns(), strings.TrimSuffix(location, "/"), holds(t.Name))...)
	}
	for _, v := range Views() {
		body, err := d.expand(v, longest)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("-- %s\n%s %s AS\n%s", v.Doc, d.create, v.Name, body))
	}
	return all, nil
}

// Materialize gives statements that store the samples, so that a session of many questions reads the
// files once. The views go on over what is stored.
func Materialize(d Dialect) []string { return slices.Clone(d.materialize) }

// expand writes a view as the engine does.
func (d Dialect) expand(v View, longest time.Duration) (string, error) {
	t, err := template.New(v.Name).Funcs(template.FuncMap{
		"date": d.date,
		"seconds": func(from, to string) string {
			return fmt.Sprintf("(%s - %s) / 1e6", d.micros(to), d.micros(from))
		},
		"nanoseconds": func(x string) string {
			return fmt.Sprintf("CAST(ROUND(%s * 1e9) AS %s)", x, d.types["BIGINT"])
		},
		"contains": d.contains,
		"each":     d.each,
		"type":     func(kind string) string { return d.types[kind] },
		"bit": func(x string) string {
			return "CAST(CASE WHEN " + x + " THEN 1 ELSE 0 END AS " + d.types["BIGINT"] + ")"
		},
		"none":      func(kind string) string { return "CAST(NULL AS " + d.types[kind] + ")" },
		"longest":   func() string { return fmt.Sprint(int64(longest / time.Second)) },
		"durations": durations,
		"weight":    weight,
	}).Parse(v.body)
	if err != nil {
		return "", fmt.Errorf("view %s: %w", v.Name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		return "", fmt.Errorf("view %s: %w", v.Name, err)
	}
	return b.String(), nil
}

// durations are the names of the metrics whose values are seconds, as a list of SQL.
func durations() string {
	var names []string
	for _, m := range metric.Metrics {
		if m.Kind == metric.Distribution && m.Unit == unit.Seconds {
			names = append(names, "'"+m.Name+"'")
		}
	}
	return strings.Join(names, ", ")
}

// weight is what the value at a place among n sorted ones, from 0, has in the quantile p: the
// two values around (n-1)p share it by how near they are, and all others have 0.
func weight(place, n, p string) string {
	return fmt.Sprintf("GREATEST(0e0, 1e0 - ABS(%s - (%s - 1) * %se0))", place, n, p)
}
