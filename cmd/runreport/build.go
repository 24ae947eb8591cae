package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"runreport/analyze"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/render"
)

// buildOptions are the flags of build.
type buildOptions struct {
	out, tables      string
	title            string
	asOf, since      string
	formats          []string
	include, exclude []string
	jobs             int
	maxRejects       int
	quiet, verbose   bool
}

func buildCommand(s streams) *cobra.Command {
	o := &buildOptions{}
	c := &cobra.Command{
		Use:   "build PATH... -o DIR",
		Short: "Read logs and write the report",
		Long: `build finds every log below the paths, reads it and writes the report into DIR:

  index.html     one self-contained page: opens from disk, asks nothing of any server
  report.md      the same for a pull request or a docs site, with charts/*.svg
  summary.json   the numbers, for other programs

Files are recognised by their content; gzip and zstd are read as they are. What
cannot be read is in the report and changes the exit code, but stops nothing.
Links are not followed. The same input gives the same bytes.`,
		Example: `  runreport build logs/ -o report/
  runreport build nightly/ extra.jsonl -o report/ --since 2026-04-01
  runreport build logs/ -o report/ --format markdown,json --tables tables/`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error { return o.run(cmd.Context(), s, paths) },
	}
	f := c.Flags()
	f.StringVarP(&o.out, "output", "o", "", "folder to write the report into (required)")
	f.StringVar(&o.tables, "tables", "", "also write every table into this folder, as Parquet and as Arrow IPC")
	f.StringVar(&o.title, "title", "Run report", "title of the report")
	f.StringVar(&o.asOf, "as-of", "", "time until which open work counts, RFC 3339 or a date (default: the latest event of each group of logs)")
	f.StringVar(&o.since, "since", "", "leave out units whose last event is older, RFC 3339 or a date")
	f.StringSliceVar(&o.formats, "format", render.Names(), "what to write: "+strings.Join(render.Names(), ", "))
	f.StringSliceVar(&o.include, "include", nil, "read only files that match, as **/run_state.jsonl; a pattern without a slash is for names")
	f.StringSliceVar(&o.exclude, "exclude", nil, "do not read files that match")
	f.IntVar(&o.jobs, "jobs", 0, "files to read at once (default: one for each processor)")
	f.IntVar(&o.maxRejects, "max-rejects", -1, "exit with 3 when more lines than this are rejected (default: no limit)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing but errors")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print every finding")
	_ = c.MarkFlagRequired("output") // the flag was defined above
	_ = c.MarkFlagDirname("output")  // as above
	_ = c.MarkFlagDirname("tables")  // as above
	return c
}

func (o *buildOptions) run(ctx context.Context, s streams, paths []string) error {
	asOf, err := instant("--as-of", o.asOf)
	if err != nil {
		return err
	}
	since, err := instant("--since", o.since)
	if err != nil {
		return err
	}
	generated, err := sourceDate()
	if err != nil {
		return err
	}
	bar := newProgress(s.err)
	defer bar.clear()
	res, err := ingest.Read(ctx, ingest.Options{Paths: paths, Include: o.include, Exclude: o.exclude, Since: since,
		Jobs: o.jobs, PassOver: render.Own, Progress: bar.step})
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return fail(exitInput, "cannot read %w", err)
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return usage(err)
	case res.Claimed == 0:
		bar.clear()
		return nothingFound(s, res, paths)
	}
	bar.step("analysing", 0, 1)
	r := analyze.Build(res.Tables, analyze.Options{Title: o.title, Version: version, AsOf: asOf, GeneratedAt: generated})
	bar.step("drawing", 0, 1)
	files, err := render.Render(r, o.formats, render.Options{Jobs: o.jobs})
	if err != nil {
		return usage(err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := render.Publish(o.out, files, render.Manifest{Version: version}); err != nil {
		return fail(exitOutput, "the report was not written: %w", err)
	}
	if o.tables != "" {
		if err := exportTables(o.tables, res.Tables); err != nil {
			return fail(exitOutput, "the tables were not written: %w", err)
		}
	}
	bar.clear()
	if o.verbose {
		printFindings(s.err, r)
	}
	if !o.quiet {
		printSummary(s.err, r, o.out)
	}
	return o.verdict(s, res, r)
}

// verdict is the exit: the report is written, but something of the input is not in it.
func (o *buildOptions) verdict(s streams, res *ingest.Result, r *report.Report) error {
	for _, p := range res.Problems {
		fmt.Fprintf(s.err, "%s: cannot be read: %s\n", safe(p.Path), safe(p.Err.Error()))
	}
	if n := len(res.Problems); n > 0 {
		return fail(exitInput, "%d of the files could not be read to their end; the report is written without what is missing", n)
	}
	if n := r.Data.Ledger.Total.Rejected; o.maxRejects >= 0 && n > int64(o.maxRejects) {
		return fail(exitInput, "%d lines or records were rejected, more than --max-rejects %d; the report is written", n, o.maxRejects)
	}
	return nil
}

func nothingFound(s streams, res *ingest.Result, paths []string) error {
	for _, p := range res.Problems {
		fmt.Fprintf(s.err, "%s: cannot be read: %s\n", safe(p.Path), safe(p.Err.Error()))
	}
	var known []string
	for _, x := range ingest.Systems {
		known = append(known, x.Title)
	}
	return fail(exitNothing, "no log was found below %s: looked at %d files for logs of %s", strings.Join(paths, ", "), res.Tables.Sources.Len(), strings.Join(known, "; "))
}

// instant reads a flag that is a time: RFC 3339, or a date in UTC.
func instant(flag, value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, value); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fail(exitUsage, "%s %q is neither RFC 3339, as 2026-04-22T10:00:00Z, nor a date, as 2026-04-22", flag, value)
}

// sourceDate is SOURCE_DATE_EPOCH, the time that a reproducible build calls now.
func sourceDate() (time.Time, error) {
	value := os.Getenv("SOURCE_DATE_EPOCH")
	if value == "" {
		return time.Time{}, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return time.Time{}, fail(exitUsage, "SOURCE_DATE_EPOCH %q is not a number of seconds since 1970", value)
	}
	return time.Unix(n, 0).UTC(), nil
}
