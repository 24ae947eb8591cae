package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"runreport/ingest"
)

func compactCommand(s streams) *cobra.Command {
	keep := ""
	c := &cobra.Command{
		Use:   "compact DIR",
		Short: "Tidy a history, and drop what is too old",
		Long: `compact rewrites the history in DIR as few and large pieces: those of logs that grew
over several nights are put together, and what was replaced goes. The reports stay
the same.

With --keep, logs go that ended longer than that before the latest event of the
history. Logs that share a run go together. They are not read again while they are as
they were, though they may still lie among the logs.`,
		Example: `  runreport compact history/
  runreport compact history/ --keep 400d`,
		Args: exactlyOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return runCompact(cmd.Context(), s, args[0], keep) },
	}
	c.Flags().StringVar(&keep, "keep", "", "how long logs are kept, in days, as 400d (default: for ever)")
	return c
}

func runCompact(ctx context.Context, s streams, dir, keep string) error {
	limit, err := days(keep)
	if err != nil {
		return err
	}
	done, err := ingest.Compact(ctx, dir, limit, version)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ingest.ErrHistory):
		return usage(err)
	case err != nil:
		return fail(exitOutput, "%w", err)
	}
	_, err = fmt.Fprintf(s.out, "%d logs, %d of them older than what is kept; %d pieces put together or replaced\n", done.Logs, done.Dropped, done.Pieces)
	return err
}

// days reads a number of days, as 400d; none is 0.
func days(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	number, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || n > 100_000 {
		return 0, fail(exitUsage, "--keep %q is not a number of days, as 400d", text)
	}
	return time.Duration(n) * 24 * time.Hour, nil
}
