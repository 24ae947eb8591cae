package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes. runreport help exit-codes prints the table below.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInput       = 3
	exitUndecided   = 4
	exitNothing     = 5
	exitOutput      = 6
	exitInternal    = 70
	exitInterrupted = 130
)

var exitCodes = []struct {
	code  int
	means string
}{
	{exitOK, "done"},
	{exitFailed, "the gate failed, or check, selftest or doctor found something wrong"},
	{exitUsage, "wrong usage or configuration"},
	{exitInput, "a file could not be opened or read, or more lines were rejected than --max-rejects allows; the report is still written"},
	{exitUndecided, "no blocking rule of the gate could be evaluated or, with --strict, some rule could not"},
	{exitNothing, "no log was found"},
	{exitOutput, "output could not be written, or another runreport was writing to the same folder for a minute"},
	{exitInternal, "internal error"},
	{exitInterrupted, "interrupted"},
}

// failure is an error with the exit code it ends in.
type failure struct {
	code  int
	err   error
	final bool // it tells of a report that is written, and an interruption after that changes nothing
}

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// fail is an error that ends in the code.
func fail(code int, format string, args ...any) error {
	return failure{code: code, err: fmt.Errorf(format, args...)}
}

// usage is an error about how the program was called; nil stays nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: exitUsage, err: err}
}

// ended is the exit code of a command's error, and what is said of it. When the user has interrupted
// the program, what failed may have failed for that alone.
func ended(ctx context.Context, command string, err error) (int, error) {
	code := codeOf(err)
	if f := (failure{}); ctx.Err() == nil || code == exitInterrupted || errors.As(err, &f) && f.final {
		return code, err
	}
	if command == "build" {
		return exitInterrupted, errors.New("interrupted; no report was written")
	}
	return exitInterrupted, fmt.Errorf("interrupted; %s did not finish", command)
}

// codeOf is the exit code of an error. What cobra itself says is about usage.
func codeOf(err error) int {
	if f := (failure{}); errors.As(err, &f) {
		return f.code
	}
	return exitUsage
}

func exitCodesTopic() *cobra.Command {
	var b strings.Builder
	b.WriteString("The exit codes of runreport:\n\n")
	for _, c := range exitCodes {
		fmt.Fprintf(&b, "  %3d  %s\n", c.code, c.means)
	}
	b.WriteString("\nIt is never 0 when nothing was read.")
	return &cobra.Command{Use: "exit-codes", Short: "The exit codes and what they mean", Long: b.String()}
}
