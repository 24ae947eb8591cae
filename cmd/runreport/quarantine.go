package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"runreport/analyze/report"
	"runreport/render"
	"runreport/render/publish"
)

// quarantine are the flags of the list of flaky tests.
type quarantine struct{ file, format string }

func quarantineNames() (names []string) {
	for _, q := range render.Quarantines {
		names = append(names, q.Name)
	}
	return names
}

func (q *quarantine) flags(f *pflag.FlagSet) {
	f.StringVar(&q.file, "quarantine", "", "also write the list of tests that fail at random into this file, for the program that runs them")
	f.StringVar(&q.format, "quarantine-format", "",
		"form of that list: "+strings.Join(quarantineNames(), ", ")+" (default: ctrf for .json, go-skip for .skip, else plain)")
}

// check finds wrong usage before anything is read.
func (q *quarantine) check() error {
	if q.format != "" && q.file == "" {
		return fail(exitUsage, "--quarantine-format %s: no file is named with --quarantine", q.format)
	}
	if _, known := render.QuarantineFor(q.format, q.file); !known {
		return unknownValue("quarantine-format", q.format, quarantineNames())
	}
	if info, err := os.Stat(q.file); q.file != "" && err == nil && !info.Mode().IsRegular() {
		return fail(exitUsage, "--quarantine %s: not a file", q.file)
	}
	return nil
}

// write writes the list, whole or not at all.
func (q *quarantine) write(s streams, r *report.Report, quiet bool) error {
	if q.file == "" {
		return nil
	}
	form, _ := render.QuarantineFor(q.format, q.file)
	content, left, err := form.Write(r)
	if err != nil {
		return fail(exitInternal, "%w", err)
	}
	if err := publish.Replace(q.file, content); err != nil {
		return fail(exitOutput, "the list of flaky tests was not written: %w", err)
	}
	if left > 0 && !quiet {
		fmt.Fprintf(s.err, "%s: flaky tests left out because their names are none of go test: %d\n", safe(q.file), left)
	}
	return nil
}
