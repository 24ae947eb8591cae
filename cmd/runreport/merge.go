package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"runreport/analyze/words"
	"runreport/ingest"
)

func mergeCommand(s streams) *cobra.Command {
	out, allowMissing, measure := "", false, &profile{}
	c := &cobra.Command{
		Use:   "merge PART...",
		Short: "Put the parts of several machines together",
		Long: `merge makes one dataset of the parts that "runreport ingest" wrote. It puts runs together
whose files lie in several parts, counts a log that is in two of them once, and refuses
parts that do not fit together: of another cut, read with another --no-redact, damaged, or
with different content of one log. A PART is a folder, a file of what "runreport ingest -o -"
printed, several parts one after the other included, or - for the standard input.

A share that is missing is an error. With --allow-missing the rest is merged, and the
report has the finding shard_missing.`,
		Example: `  runreport merge part-*/ -o dataset/
  runreport build --dataset dataset/ -o report/`,
		Args: atLeastOne("PART"),
		RunE: func(cmd *cobra.Command, parts []string) error {
			return measure.during(s.err, func() error { return runMerge(cmd.Context(), s, parts, out, allowMissing) })
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "folder to write the dataset into; - for the standard output, as a part is")
	c.Flags().BoolVar(&allowMissing, "allow-missing", false, "merge though a share is missing")
	measure.flags(c.Flags())
	_ = c.MarkFlagRequired("output") // the flag is there
	_ = c.MarkFlagDirname("output")  // as above
	return c
}

func runMerge(ctx context.Context, s streams, parts []string, out string, allowMissing bool) (err error) {
	dirs, remove, err := unpackedParts(s.in, parts)
	if err != nil {
		return storeError(ctx, err)
	}
	defer func() { err = errors.Join(err, remove()) }()
	if out == stream {
		return streamed(s.out, func(dir string) error {
			_, err := merge(ctx, s, dirs, dir, allowMissing)
			return err
		})
	}
	done, err := merge(ctx, s, dirs, out, allowMissing)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d parts, %d files, %d of them put together again: %s\n", done.Parts, done.Logs, done.Again, safe(out))
	return err
}

// merge puts the parts together in the folder out.
func merge(ctx context.Context, s streams, parts []string, out string, allowMissing bool) (ingest.Merged, error) {
	done, err := await(ctx, func() (ingest.Merged, error) {
		return ingest.Merge(ctx, parts, out, allowMissing, version)
	})
	if err := storeError(ctx, err); err != nil {
		return done, err
	}
	if n := len(done.Missing); n > 0 {
		fmt.Fprintf(s.err, "%s not merged: the report has the finding shard_missing\n", words.Plural(n, "share"))
	}
	return done, nil
}
