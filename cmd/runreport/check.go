package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

func checkCommand(s streams) *cobra.Command {
	o := &inputOptions{}
	asJSON, failAt := false, ""
	c := &cobra.Command{
		Use:   "check PATH...",
		Short: "Validate logs",
		Long: `check prints what is wrong with the logs and nothing else, errors first: lines
that cannot be read, values outside the format, and places where a log contradicts
itself. It fails on findings of the severity --fail and above.`,
		Example: `  runreport check logs/
  runreport check logs/ --fail warning --json`,
		Args: atLeastOne("PATH"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runCheck(cmd.Context(), s, o, paths, asJSON, failAt)
		},
	}
	o.flags(c.Flags())
	o.historyFlag(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON, one finding a line")
	c.Flags().StringVar(&failAt, "fail", report.SeverityError, "fail on findings of this severity and above: error, warning, info or never")
	return c
}

func runCheck(ctx context.Context, s streams, o *inputOptions, paths []string, asJSON bool, failAt string) error {
	urgent := slices.Index(report.Severities, failAt) + 1
	if urgent == 0 && failAt != "never" {
		meant := ""
		if now := report.Renamed(failAt); slices.Contains(report.Severities, now) {
			meant = fmt.Sprintf("; did you mean %q?", now)
		}
		return fail(exitUsage, "--fail %q is none of error, warning, info and never%s", failAt, meant)
	}
	o.dataOnly = true
	bar := newProgress(s.err)
	res, r, err := o.read(ctx, s, bar, paths, extras{})
	bar.clear()
	if err != nil {
		return err
	}
	write := writeFindings
	if asJSON {
		write = writeFindingsJSON
	}
	if err := write(s.out, r.Data.Findings); err != nil {
		return err
	}
	if err := incomplete(s, res); err != nil {
		return err
	}
	bad := 0
	for _, f := range r.Data.Findings {
		if slices.Contains(report.Severities[:urgent], f.Severity) {
			bad++
		}
	}
	if bad > 0 {
		return fail(exitFailed, "%s of severity %s", words.Plural(bad, "finding"), strings.Join(report.Severities[:urgent], " or "))
	}
	return nil
}

// writeFindings groups findings by what they are, as they are sorted already.
func writeFindings(w io.Writer, all []report.Finding) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "nothing: every record is as its format says")
		return err
	}
	last := ""
	for _, f := range all {
		if f.Code != last {
			last = f.Code
			if _, err := fmt.Fprintf(w, "%s [%s]: %s\n", safe(f.Code), safe(f.Severity), safe(f.Message)); err != nil {
				return err
			}
		}
		text := "  " + safe(at(f))
		if f.Seen != "" {
			text += ": " + safe(f.Seen)
		}
		if f.Expected != "" {
			text += "; expected " + safe(f.Expected)
		}
		if f.Count > 1 {
			text += fmt.Sprintf(" (%d times)", f.Count)
		}
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	return nil
}

func at(f report.Finding) string {
	if f.Line == nil {
		return f.File
	}
	return fmt.Sprintf("%s:%d", f.File, *f.Line)
}

func writeFindingsJSON(w io.Writer, all []report.Finding) error {
	for _, f := range all {
		if err := writeJSON(w, f, ""); err != nil {
			return err
		}
	}
	return nil
}
