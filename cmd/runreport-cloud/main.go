package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	_ "gocloud.dev/blob/azureblob"
	_ "gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/gcsblob"
	_ "gocloud.dev/blob/s3blob"
)

// Exit codes besides those of runreport, which this program hands on.
const (
	exitUsage       = 2
	exitInput       = 3
	exitOutput      = 6
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code, err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintf(os.Stderr, "runreport-cloud: %v\n", err)
	}
	os.Exit(code)
}

// checksums is a setting of Amazon's client, which by default warns of every object that was
// stored without a checksum of its own.
const checksums = "AWS_RESPONSE_CHECKSUM_VALIDATION"

// run stages the URLs among the arguments, runs runreport, and sends what it wrote.
func run(ctx context.Context, args []string, in io.Reader, out, diagnostics io.Writer) (code int, err error) {
	temp, err := os.MkdirTemp("", "runreport-cloud-*")
	if err != nil {
		return exitOutput, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if _, set := os.LookupEnv(checksums); !set {
		if err := os.Setenv(checksums, "when_required"); err != nil {
			return exitUsage, err
		}
	}
	call, err := parse(args, temp)
	if err != nil {
		return exitUsage, err
	}
	for _, o := range call.outputs { // before hours of work
		if err := o.url.checkFree(ctx); err != nil {
			return codeOf(ctx, exitOutput), err
		}
	}
	for _, i := range call.inputs {
		if err := fetch(ctx, i.url, i.dir, call.shards); err != nil {
			return codeOf(ctx, exitInput), err
		}
	}
	code, err = runreport(ctx, call.args, in, out, diagnostics)
	if err != nil {
		return codeOf(ctx, exitOutput), err
	}
	for _, o := range call.outputs {
		if _, err := os.Stat(o.dir); err != nil {
			continue // nothing was written; runreport said why
		}
		if err := send(ctx, o.dir, o.url); err != nil {
			return codeOf(ctx, exitOutput), err
		}
	}
	return code, nil
}

// codeOf is the exit code of an error: that of an interruption where there was one.
func codeOf(ctx context.Context, otherwise int) int {
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return otherwise
}

// runreport runs the program, without the credentials of a cloud, and returns its exit code.
func runreport(ctx context.Context, args []string, in io.Reader, out, diagnostics io.Writer) (int, error) {
	c := exec.CommandContext(ctx, program(), args...)
	c.Stdin, c.Stdout, c.Stderr = in, out, diagnostics
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.Env = slices.DeleteFunc(os.Environ(), isCredential)
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// isCredential reports whether a variable of the environment may be one of a cloud's chain.
func isCredential(variable string) bool {
	for _, prefix := range []string{"AWS_", "AZURE_", "GOOGLE_"} {
		if strings.HasPrefix(variable, prefix) {
			return true
		}
	}
	return false
}

// program is where runreport is: RUNREPORT, else beside this program, else in PATH.
func program() string {
	if p := os.Getenv("RUNREPORT"); p != "" {
		return p
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "runreport"+filepath.Ext(self))
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return "runreport"
}
