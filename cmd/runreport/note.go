package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/render"
)

// noteFormats are the formats that can be made of summary.json alone.
var noteFormats = []string{"pr-comment", "step-summary", "gitlab-note"}

// noteCommand writes a note of a report that was made elsewhere. A job that may post
// gets only numbers from a job that ran somebody else's code, and writes every word
// itself.
func noteCommand(s streams) *cobra.Command {
	format, url := noteFormats[0], ""
	c := &cobra.Command{
		Use:   "note DIR",
		Short: "Write the note for a pull request of an existing report",
		Long: `note reads summary.json of a report and prints the note that build would have
written beside it. Nothing of the file is trusted: texts are made harmless again, and
the note keeps its host's limit.`,
		Example: `  runreport note report/ > comment.md
  runreport note summary.json --format gitlab-note --report-url https://example.org/report/`,
		Args: exactlyOne("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(noteFormats, format) {
				return unknownValue("format", format, noteFormats)
			}
			if err := render.CheckURL(url); err != nil {
				return fail(exitUsage, "--report-url: %w", err)
			}
			d, _, err := readReport(args[0])
			if errors.Is(err, errNoReport) {
				return fail(exitInput, "%s %w: it has no %s", args[0], err, summaryFile)
			}
			if err != nil {
				return err
			}
			for note, err := range render.Render(&report.Report{Data: *d}, []string{format}, render.Options{ReportURL: url}) {
				if err != nil {
					return fail(exitInternal, "the note could not be written: %w", err)
				}
				if _, err := s.out.Write(note.Content); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&format, "format", format, "which note: "+strings.Join(noteFormats, ", "))
	c.Flags().StringVar(&url, "report-url", "", "https address where people will find the whole report")
	return c
}
