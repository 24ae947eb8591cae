package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"runreport/analyze"
	"runreport/analyze/change"
	"runreport/analyze/compare"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/cmd/runreport/config"
	"runreport/ingest"
	"runreport/ingest/table"
	"runreport/render/publish"
)

// inputOptions are the flags of every command that reads logs.
type inputOptions struct {
	asOf, since      string
	sinceDate        string
	selfTestPoints   int // of series to replay; 0: as many as a build does
	include, exclude []string
	jobs             int
	keepSecrets      bool
	includeText      bool
	history          string
	dataset          string   // that is read instead of logs; "": none
	written          []string // folders that this build writes beside the history
	allColumns       bool     // the tables are to be written too
	noise            string
	compare          string
	longest          time.Duration // the longest that counts; 0: as it is unless set
	mappings         []*ingest.Mapping
	naming           *config.Config // whose aliases and series hold; nil: not read yet
	public           bool           // leave out what an open site does not show
	dataOnly         bool           // nothing is made of sections and pages
	allDetails       bool           // every run has its details all the same
	noPages          bool           // nothing is made of pages
	plan             bool           // how many runs a change takes to show is asked for
}

func (o *inputOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.asOf, "as-of", "", "time until which open work counts, RFC 3339 or a date (default: the latest event of each group of logs)")
	f.StringVar(&o.since, "since", "", "leave out units whose last event is older, RFC 3339 or a date")
	f.StringVar(&o.sinceDate, "since-date", "", "run date on which what changed is judged, as 2026-03-12: later runs count in everything else (default: the last one)")
	f.StringSliceVar(&o.include, "include", nil, "read only files that match, as **/run_state.jsonl; a pattern without a slash is for names")
	f.StringSliceVar(&o.exclude, "exclude", nil, "do not read files that match")
	f.StringVar(&o.noise, "noise", "", "what run-to-run noise is measured from: repeats (runs of one benchmark, side and cycle) or across-cycles (also control runs of cycles between which no lever was shipped) (default: that of runreport.yaml, else repeats)")
	f.StringVar(&o.compare, "compare", "", "compare tasks and samples of runs by model, runner, version, variant, subject, date or label:NAME; model=VALUE sets what the others are compared with (default: by model, else by runner, else the last run date with the one before, else by variant)")
	f.BoolVar(&o.keepSecrets, "no-redact", false, "leave keys, tokens, passwords, e-mail addresses and home folders as they stand in the logs")
	f.BoolVar(&o.includeText, "include-text", false, "take over prompts, answers and what tools were given and returned from the sessions of coding agents, which are private; not with --history")
	f.IntVar(&o.jobs, "jobs", 0, "files, or parts of a large one, to read at once (default: one for each processor)")
}

// extras are what a report says besides what logs say.
type extras struct {
	title    string
	labels   []report.Label
	baseline *change.Baseline
	config   *config.Config // nil: no gate, nothing acknowledged
}

// historyFlag is for the commands that add to a history.
func (o *inputOptions) historyFlag(f *pflag.FlagSet) {
	f.StringVar(&o.history, "history", "", "folder that keeps what was read: only new logs and new lines are read, and logs that have gone are still in the report")
}

// events is what this build needs of the table events: with --as-of, how many are later.
func (o *inputOptions) events() table.EventDetail {
	switch {
	case o.allColumns:
		return table.EventFields
	case o.asOf != "":
		return table.EventTimes
	}
	return table.EventLatest
}

// read reads the logs below the paths and analyses them.
func (o *inputOptions) read(ctx context.Context, s streams, bar *progress, paths []string, x extras) (*ingest.Result, *report.Report, error) {
	if err := o.configure(); err != nil {
		return nil, nil, err
	}
	options, err := o.analysis(x)
	if err != nil {
		return nil, nil, err
	}
	since, err := instant("--since", o.since)
	if err != nil {
		return nil, nil, err
	}
	config := ""
	if o.naming != nil {
		config = o.naming.File
	}
	res, err := await(ctx, func() (*ingest.Result, error) {
		return ingest.Read(ctx, ingest.Options{Paths: paths, Include: o.include, Exclude: o.exclude, Since: since,
			Jobs: o.jobs, KeepSecrets: o.keepSecrets, IncludeText: o.includeText, Mappings: o.mappings, History: o.history, Dataset: o.dataset, Version: version, Config: config, Output: o.written,
			Listed: publish.Own, Progress: bar.step, Events: o.events(),
			LongestDuration: o.longest, Labels: labelTexts(x.labels)})
	})
	switch {
	case errors.Is(err, ingest.ErrNotStored):
		return nil, nil, fail(exitOutput, "%w", err)
	case errors.Is(err, ingest.ErrHistory):
		return nil, nil, usage(err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil, nil, fail(exitInput, "cannot read %w", err)
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, usage(err)
	case res.Claimed == 0:
		bar.clear()
		return nil, nil, nothingFound(s, res, paths)
	}
	bar.step("analysing", 0, 1)
	o.rename(res.Tables)
	if o.public {
		res.Tables.Publish()
		res.Passed = nil // folders and files by name
	}
	for _, p := range res.Passed {
		options.PassedOver = append(options.PassedOver,
			report.PassedOver{Folder: p.Folder, Why: p.Why, Files: p.Files, Logs: p.Like, First: append([]string{}, p.Logs...)})
	}
	r, err := await(ctx, func() (*report.Report, error) { return analyze.Build(ctx, res.Tables, options) })
	return res, r, err
}

// configure takes from runreport.yaml how logs are read, for commands that have no flags
// for it.
func (o *inputOptions) configure() error {
	if o.naming != nil {
		return nil
	}
	c, err := config.Load(config.Sources{Dir: "."})
	if err != nil {
		return usage(err)
	}
	o.follow(c)
	return nil
}

// follow takes over how logs are read. Flags outweigh it.
func (o *inputOptions) follow(c *config.Config) {
	o.mappings, o.naming = c.Mappings, c
	o.noise = cmp.Or(o.noise, c.Noise, config.Noises[0])
}

// rename gives the tables the present names of what was renamed, and divides series.
func (o *inputOptions) rename(t *table.Set) {
	if o.naming != nil {
		t.Rename(&o.naming.Aliases)
		t.SplitSubjects(o.naming.SeriesBy)
	}
}

// labelTexts are labels as the tables hold them.
func labelTexts(all []report.Label) (out []string) {
	for _, l := range all {
		out = append(out, l.Name+"="+l.Value)
	}
	return out
}

// analysis is how the tables are to be analysed.
func (o *inputOptions) analysis(x extras) (analyze.Options, error) {
	asOf, err := instant("--as-of", o.asOf)
	if err != nil {
		return analyze.Options{}, err
	}
	if !slices.Contains(config.Noises, o.noise) {
		return analyze.Options{}, fail(exitUsage, "--noise %q is neither repeats nor across-cycles", o.noise)
	}
	if _, err := time.Parse(time.DateOnly, o.sinceDate); o.sinceDate != "" && err != nil {
		return analyze.Options{}, fail(exitUsage, "--since-date %q is no date, as 2026-03-12", o.sinceDate)
	}
	by, err := compare.Parse(o.compare)
	if err != nil {
		return analyze.Options{}, fail(exitUsage, "--compare %v", err)
	}
	generated, err := sourceDate()
	if err != nil {
		return analyze.Options{}, err
	}
	options := analyze.Options{Title: x.title, Public: o.public, Version: version, DataOnly: o.dataOnly, AllDetails: o.allDetails, NoPages: o.noPages, Plan: o.plan,
		AsOf: asOf, GeneratedAt: generated,
		LongestDuration: cmp.Or(o.longest, ingest.LongestDuration), NoiseAcrossCycles: o.noise == "across-cycles", SinceDate: o.sinceDate, Compare: by, SelfTestPoints: o.selfTestPoints, Labels: x.labels, Baseline: x.baseline}
	if x.config != nil {
		options.Gate, options.Acknowledged, options.Owner = x.config.Rules, x.config.Acknowledged, x.config.Owners.Of
	}
	return options, nil
}

// incomplete is the error of files that could not be read; nil when all could.
func incomplete(s streams, res *ingest.Result) error {
	for _, p := range res.Problems {
		fmt.Fprintf(s.err, "%s: cannot be read: %s\n", safe(p.Path), safe(p.Err.Error()))
	}
	if n := len(res.Problems); n > 0 {
		return fail(exitInput, "%d of the files could not be read to their end; the rest was", n)
	}
	return nil
}

func nothingFound(s streams, res *ingest.Result, paths []string) error {
	_ = incomplete(s, res) // it prints them; that nothing was found weighs more
	n := res.Tables.Sources.Len()
	return fail(exitNothing, "no log was found below %s: none of %s has a known format; 'runreport formats' lists them", strings.Join(paths, ", "), words.Plural(n, "file"))
}

// instant reads a flag that is a time: RFC 3339, or a date in UTC.
func instant(flag, value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, value); err == nil && writable(t) {
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
	if t := time.Unix(n, 0).UTC(); writable(t) {
		return t, nil
	}
	return time.Time{}, fail(exitUsage, "SOURCE_DATE_EPOCH %q is not in the years 1 to 9999", value)
}

// writable reports whether RFC 3339 has a form for the time in UTC.
func writable(t time.Time) bool { y := t.UTC().Year(); return y >= 1 && y <= 9999 }
