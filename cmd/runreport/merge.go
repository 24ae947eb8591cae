package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"runreport/analyze/words"
	"runreport/ingest"
)

func mergeCommand(s streams) *cobra.Command {
	out, allowMissing := "", false
	c := &cobra.Command{
		Use:   "merge PART...",
		Short: "Put the parts of several machines together",
		Long: `merge makes one dataset of the parts that "runreport ingest" wrote. It puts runs together
whose files lie in several parts, counts a log that is in two of them once, and refuses
parts that do not fit together: of another cut, read with another --no-redact, damaged, or
with different content of one log.

A share that is missing is an error. With --allow-missing the rest is merged, and the
report has the finding shard_missing.`,
		Example: `  runreport merge part-*/ -o dataset/
  runreport build --dataset dataset/ -o report/`,
		Args: atLeastOne("PART"),
		RunE: func(cmd *cobra.Command, parts []string) error {
			return runMerge(cmd.Context(), s, parts, out, allowMissing)
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "folder to write the dataset into")
	c.Flags().BoolVar(&allowMissing, "allow-missing", false, "merge though a share is missing")
	_ = c.MarkFlagRequired("output") // the flag is there
	_ = c.MarkFlagDirname("output")  // as above
	return c
}

func runMerge(ctx context.Context, s streams, parts []string, out string, allowMissing bool) error {
	done, err := await(ctx, func() (ingest.Merged, error) {
		return ingest.Merge(ctx, parts, out, allowMissing, version)
	})
	if err := storeError(ctx, err); err != nil {
		return err
	}
	if n := len(done.Missing); n > 0 {
		fmt.Fprintf(s.err, "%s not merged: the report has the finding shard_missing\n", words.Plural(n, "share"))
	}
	_, err = fmt.Fprintf(s.out, "%d parts, %d files: %s\n", done.Parts, done.Logs, safe(out))
	return err
}
