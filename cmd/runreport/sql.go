package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"runreport/analyze/views"
	"runreport/ingest"
)

// sqlOptions are the flags of sql.
type sqlOptions struct {
	engine   string
	location string
	keep     bool
}

func sqlCommand(s streams) *cobra.Command {
	o := sqlOptions{}
	c := &cobra.Command{
		Use:   "sql DATASET",
		Short: "Print the report's definitions as SQL views over a dataset",
		Long: `sql prints the statements that make views over a dataset in an engine: the tables, the
samples of every metric, and their counts, sums, rates and quantiles by key and run date.
Their numbers are those of the report. The dataset is what "runreport merge" wrote, or the
folder that a build was given with --history.

With --location the engine finds the dataset elsewhere, as in object storage; DATASET is a
copy of it, of which only manifest.json is read. docs/sql.md has the views and ten questions.`,
		Example: `  runreport sql --engine duckdb dataset/ > views.sql
  duckdb -init views.sql -c "SELECT * FROM rates WHERE metric = 'step-flake-rate'"
  runreport sql --engine trino --location s3://bucket/dataset dataset/`,
		Args: exactlyOne("DATASET"),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(s, args[0]) },
	}
	f := c.Flags()
	f.StringVar(&o.engine, "engine", "duckdb", "engine whose SQL is written: "+strings.Join(engines(), ", "))
	f.StringVar(&o.location, "location", "", "where the engine finds the dataset, a folder or URL (default: DATASET)")
	f.BoolVar(&o.keep, "keep", false, "also store the samples in a table, so that a session of many questions reads the files once")
	return c
}

// engines are the names of the engines whose SQL is written.
func engines() (names []string) {
	for _, d := range views.Dialects() {
		names = append(names, d.Name)
	}
	return names
}

func (o sqlOptions) run(s streams, dir string) error {
	i := slices.Index(engines(), o.engine)
	if i < 0 {
		return fail(exitUsage, "--engine %q is none of %s", o.engine, strings.Join(engines(), ", "))
	}
	d := views.Dialects()[i]
	names, err := ingest.DatasetTables(dir)
	if err != nil {
		return usage(err)
	}
	location := o.location
	if location == "" {
		if location, err = filepath.Abs(dir); err != nil {
			return usage(err)
		}
		location = filepath.ToSlash(location)
	}
	all, err := views.Statements(d, location, func(table string) bool { return slices.Contains(names, table) }, ingest.LongestDuration)
	if err != nil {
		return err
	}
	if o.keep {
		all = append(all, views.Materialize(d)...)
	}
	_, err = fmt.Fprint(s.out, strings.Join(all, ";\n\n"), ";\n")
	return err
}
