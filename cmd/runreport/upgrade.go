package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/ingest/table"
)

func upgradeCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "upgrade DIR",
		Short: "Bring a history of an earlier version up to date",
		Long: `upgrade makes the tables of the history in DIR anew, with the columns and words of this
version, so that engines and --baseline can read them. It needs no logs: a history keeps
what was read of them. A build with --history does the same.

A report is not converted, since its numbers were defined otherwise: upgrade says of which
version it is and how to build it again.`,
		Example: `  runreport upgrade history/
  runreport upgrade report/`,
		Args: exactlyOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return upgrade(cmd.Context(), s, args[0]) },
	}
}

func upgrade(ctx context.Context, s streams, dir string) error {
	if !ingest.IsDataset(dir) {
		return upgradeReport(s, dir)
	}
	before, done, err := ingest.Upgrade(ctx, dir, version)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ingest.ErrHistory), errors.Is(err, fs.ErrPermission):
		return fail(exitInput, "%w", err)
	case err != nil:
		return fail(exitOutput, "%w", err)
	case before.Current():
		_, err = fmt.Fprintf(s.out, "%s is up to date: %d files, tables of schema %s\n", safe(dir), before.Rows, table.SchemaVersion)
	default:
		_, err = fmt.Fprintf(s.out, "%s: tables of %d files made anew, schema %s instead of %s\n",
			safe(dir), done.Logs, table.SchemaVersion, safe(strings.Join(before.Tables, ", ")))
	}
	return err
}

// upgradeReport says whether this program can read the report, and else what to do.
func upgradeReport(s streams, dir string) error {
	d, _, err := readReport(dir)
	switch {
	case errors.Is(err, errNoReport):
		return fail(exitUsage, "%s is neither a history nor a report: it holds no manifest.json of a history and no %s", dir, summaryFile)
	case err != nil:
		return err
	case d.Definitions != report.Definitions:
		return fail(exitInput, "%s has definitions %d, expected %d: its numbers cannot be compared with new ones. "+
			"Build it again from its logs, or from their history", dir, d.Definitions, report.Definitions)
	}
	_, err = fmt.Fprintf(s.out, "%s is up to date: %s, definitions %d\n", safe(dir), d.Schema, d.Definitions)
	return err
}
