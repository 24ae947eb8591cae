package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"runreport/cmd/runreport/demo"
)

func demoCommand(s streams) *cobra.Command {
	o := demo.Options{}
	c := &cobra.Command{
		Use:   "demo --runs N -o DIR",
		Short: "Make logs to try the program on",
		Long: `demo writes made-up logs of all five systems into DIR/logs and what is true of
them into DIR/truth.json: how often each node flaked, which bugs a lever lost,
how many lines are damaged. The same seed gives the same bytes.`,
		Example: `  runreport demo --runs 200 --seed 7 -o made-up
  runreport build made-up/logs -o report`,
		Args: nothing,
		RunE: func(*cobra.Command, []string) error {
			if o.Runs < 1 || o.Dirty < 0 || o.Dirty > 1 {
				return fail(exitUsage, "--runs is at least 1, --dirty from 0 to 1")
			}
			truth, err := demo.Generate(o)
			if err != nil {
				return fail(exitOutput, "the logs were not written: %w", err)
			}
			files := 0
			for _, n := range truth.Files {
				files += n
			}
			fmt.Fprintf(s.err, "%d runs in %d files below %s; what is true of them is in %s\n", truth.Total, files,
				safe(filepath.Join(o.Dir, demo.LogsFolder)), safe(filepath.Join(o.Dir, demo.TruthFile)))
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&o.Dir, "output", "o", "", "folder to write into: new, or empty (required)")
	f.IntVar(&o.Runs, "runs", 100, "runs of all systems together")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of everything that varies")
	f.Float64Var(&o.Dirty, "dirty", demo.DefaultDirty, "share of files that are damaged")
	_ = c.MarkFlagRequired("output") // the flag was defined above
	_ = c.MarkFlagDirname("output")  // as above
	return c
}
