package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/cmd/runreport/config"
	"runreport/ingest"
	"runreport/render"
	"runreport/render/publish"
	"runreport/unit"
	"runreport/unit/program"
)

// buildOptions are the flags of build.
type buildOptions struct {
	inputOptions
	configOptions
	out, tables    string
	quarantine     quarantine
	title          string
	frontMatter    string
	label          []string
	against        string
	formats        []string
	tableFormats   []string
	reportURL      string
	maxRejects     int
	pageBytes      int
	quiet, verbose bool
	profile        profile
}

func buildCommand(s streams) *cobra.Command {
	o := &buildOptions{}
	c := &cobra.Command{
		Use:   "build PATH...",
		Short: "Read logs and write the report",
		Long: `build finds every log below the paths, reads it and writes the report into DIR:

  index.html     one self-contained page: opens from disk, asks nothing of any server
  report.md      its first screen as Markdown, with details.md and charts/*.svg
  summary.json   the numbers, for other programs

--format names others: a site of many pages, notes for pull requests, feeds and the formats of other
machines. docs/outputs.md lists them with their limits; all stands for every one.

Files are recognised by their content; gzip and zstd are read as they are, zips and
tars as folders. What cannot be read is in the report and changes the exit code, but
stops nothing.
Links are not followed. The same input gives the same bytes.`,
		Example: `  runreport build logs/
  runreport build logs/ -o report/ --baseline last-week/ --label branch=main
  runreport build nightly/ extra.jsonl -o report/ --since 2026-04-01
  runreport build artifact.zip -o report/
  runreport build logs/ -o report/ --format json --tables tables/ --tables-format parquet
  runreport build logs/ -o report/ --quarantine flaky.skip
  runreport build tonight/ -o report/ --history history/
  runreport build logs/ -o docs/reports/2026-04-22 --format markdown,json --front-matter mkdocs
  runreport build --dataset merged/ -o report/
  runreport build logs/ -o public/ --format site,json --public
  runreport build logs/ -o report/ --format html,json,pr-comment --report-url https://example.org/report/`,
		Args: func(c *cobra.Command, paths []string) error {
			if o.dataset != "" {
				return nil // logs beside a dataset are for its quotes
			}
			return atLeastOne("PATH")(c, paths)
		},
		RunE: func(cmd *cobra.Command, paths []string) error {
			if o.dataset != "" && o.history != "" {
				return fail(exitUsage, "--dataset and --history: a history is read with --history, merged parts with --dataset")
			}
			return o.profile.during(s.err, func() error { return o.run(cmd.Context(), s, paths) })
		},
	}
	f := c.Flags()
	o.inputOptions.flags(f)
	o.configOptions.flags(f)
	o.historyFlag(f)
	f.StringVar(&o.dataset, "dataset", "", "folder that merge wrote, to report on instead of logs; a PATH is where the logs lie that the page quotes")
	f.StringVarP(&o.out, "output", "o", "report", "folder to write the report into")
	f.StringVar(&o.tables, "tables", "", "also write every table into this folder, as Parquet, Arrow IPC and CSV")
	f.StringSliceVar(&o.tableFormats, "tables-format", nil, "what --tables writes: some of "+strings.Join(tableFormats(), ", ")+" (default: all)")
	f.StringVar(&o.title, "title", "", "title of the report (default: that of runreport.yaml, else "+config.DefaultTitle+")")
	f.StringSliceVar(&o.formats, "format", render.DefaultNames(), "what to write: all, or some of "+strings.Join(render.Names(), ", "))
	f.StringVar(&o.reportURL, "report-url", "", "https address where people will find the whole report; notes, feeds and mails link to it")
	frontMatterFlag(f, &o.frontMatter)
	f.StringArrayVar(&o.label, "label", nil, "name=value of what no log carries, as branch=main; again for more")
	f.StringVar(&o.against, "baseline", "", "an earlier report, a history, or a folder of logs, to say what is new, fixed and gone against")
	f.IntVar(&o.pageBytes, "max-page-bytes", render.DefaultPageBytes, "leave detail out of index.html until it is no longer than this; the page says what, and where it is")
	f.IntVar(&o.maxRejects, "max-rejects", -1, "exit with 3 when more lines than this are rejected (default: no limit)")
	o.quarantine.flags(f)
	f.BoolVar(&o.public, "public", false, "for sites that anybody can read: leave out error texts, quotes, paths and operators, in every output")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing but errors")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print every finding")
	o.profile.flags(f)
	_ = c.MarkFlagDirname("output")  // as above
	_ = c.MarkFlagDirname("tables")  // as above
	_ = c.MarkFlagDirname("history") // as above
	return c
}

func (o *buildOptions) run(ctx context.Context, s streams, paths []string) error {
	if slices.Contains(o.formats, "all") {
		o.formats = render.Names()
	}
	for _, name := range o.formats {
		if !slices.Contains(render.Names(), name) {
			return unknownValue("format", name, render.Names())
		}
	}
	for _, name := range o.tableFormats {
		if !slices.Contains(tableFormats(), name) {
			return unknownValue("tables-format", name, tableFormats())
		}
	}
	if len(o.tableFormats) > 0 && o.tables == "" {
		return fail(exitUsage, "--tables-format %s: --tables names no folder to write into", strings.Join(o.tableFormats, ","))
	}
	if o.pageBytes < 1 {
		return fail(exitUsage, "--max-page-bytes %d: 1 at least", o.pageBytes)
	}
	if err := knownFrontMatter(o.frontMatter); err != nil {
		return err
	}
	if o.frontMatter == "hugo" && slices.Contains(o.formats, "html") {
		return fail(exitUsage, "--front-matter hugo writes index.md, which Hugo takes for the same page as index.html: add --format markdown,json")
	}
	if err := render.CheckURL(o.reportURL); err != nil {
		return fail(exitUsage, "--report-url: %w", err)
	}
	if err := o.quarantine.check(); err != nil {
		return err
	}
	o.dataOnly, o.noPages = !render.Whole(o.formats), !render.Paged(o.formats)
	x := extras{}
	var err error
	if x.labels, err = labels(o.label); err != nil {
		return err
	}
	c, err := o.load()
	if err != nil {
		return err
	}
	if c.Given {
		x.config = c
	}
	o.longest = time.Duration(c.LongestDays * 24 * float64(time.Hour))
	o.follow(c)
	x.title = cmp.Or(o.title, c.Title, config.DefaultTitle)
	o.written = []string{o.out}
	if o.tables != "" {
		o.written = append(o.written, o.tables)
		o.allColumns = true
	}
	bar := newProgress(s.err)
	bar.stages = &o.profile.stages
	defer bar.clear()
	if o.against != "" {
		if x.baseline, err = o.baseline(ctx, s, bar, o.against); err != nil {
			return err
		}
	}
	res, r, err := o.read(ctx, s, bar, paths, x)
	if err != nil {
		return err
	}
	r.Rules = rules()
	if err := o.publish(ctx, s, bar, res, r); err != nil {
		return err
	}
	if o.tables != "" {
		bar.step("writing tables", 0, 1)
		switch err := exportTables(ctx, o.tables, res.Tables, o.tableFormats, o.jobs); {
		case errors.Is(err, context.Canceled):
			return fail(exitInterrupted, "interrupted; the report is written, the tables are not")
		case err != nil:
			return fail(exitOutput, "the tables were not written: %w", err)
		}
	}
	bar.clear()
	if err := o.quarantine.write(s, r, o.quiet); err != nil {
		return err
	}
	if o.verbose {
		printFindings(s.err, r)
	}
	if !o.quiet {
		printSummary(s.out, r, filepath.Join(o.out, filepath.FromSlash(render.Front(o.formats))), o.verbose)
		if o.history != "" {
			fmt.Fprintf(s.out, "%-10s%s of logs were new; the rest is from %s\n", "History", unit.Bytes.Format(float64(res.Read)), safe(o.history))
		}
	}
	return o.verdict(s, res, r)
}

// claimWait is how long build waits for another that writes to the same folder.
var claimWait = time.Minute

// publish draws the report into its folder, which no other program writes to meanwhile:
// what is kept of a site is looked up there before anything is drawn.
func (o *buildOptions) publish(ctx context.Context, s streams, bar *progress, res *ingest.Result, r *report.Report) error {
	folder, err := publish.OpenFolder(ctx, o.out, claimWait, func() {
		bar.clear()
		if !o.quiet {
			fmt.Fprintf(s.err, "waiting for another runreport that writes to %s\n", safe(o.out))
		}
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fail(exitOutput, "the report was not written: %w", err)
	}
	defer folder.Close() // also after an interruption: the lock is a file in the folder
	bar.step("drawing", 0, 1)
	about := publish.Manifest{Version: version}
	if slices.Contains(o.formats, "site") {
		about.Program = program.SHA256()
	}
	options := render.Options{Jobs: o.jobs, FrontMatter: o.frontMatter, ReportURL: o.reportURL, PageBytes: o.pageBytes, Unchanged: publish.Unchanged(o.out, about.Program)}
	if !o.public {
		options.Quote, options.QuotePage = wanted(ctx, quotes(res.Quote)), quotes(res.QuoteSmall)
	}
	files := whileWanted(ctx, render.Render(r, o.formats, options))
	switch err := folder.Publish(files, about); {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, render.ErrRender):
		return fail(exitInternal, "%w", err)
	case err != nil:
		return fail(exitOutput, "the report was not written: %w", err)
	}
	return nil
}

// verdict is the exit: the report is written, but something of the input is not in it.
func (o *buildOptions) verdict(s streams, res *ingest.Result, r *report.Report) error {
	if err := incomplete(s, res); err != nil {
		return failure{code: codeOf(err), err: err, final: true}
	}
	if n := r.Data.Ledger.Total.Rejected; o.maxRejects >= 0 && n > int64(o.maxRejects) {
		err := fmt.Errorf("%d lines or records were rejected, more than --max-rejects %d; the report is written", n, o.maxRejects)
		return failure{code: exitInput, err: err, final: true}
	}
	return nil
}

// quotes reads the raw lines behind what is cited.
func quotes(read func([]ingest.Citation) []ingest.Quote) func([]report.Evidence) []report.Quote {
	return func(places []report.Evidence) []report.Quote {
		cited := make([]ingest.Citation, 0, len(places))
		for _, e := range places {
			cited = append(cited, ingest.Citation{File: e.File, Line: *e.Line})
		}
		var out []report.Quote
		for _, q := range read(cited) {
			out = append(out, report.Quote{File: q.File, Line: q.Line, Text: q.Text, Cut: q.Cut})
		}
		return out
	}
}

// wanted ends the reading of quotes when the user has interrupted the program.
func wanted(ctx context.Context, read func([]report.Evidence) []report.Quote) func([]report.Evidence) []report.Quote {
	return func(places []report.Evidence) []report.Quote {
		all, _ := await(ctx, func() ([]report.Quote, error) { return read(places), nil }) // the error is that of the context
		return all
	}
}
