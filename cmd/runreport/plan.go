package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/unit"
)

func planCommand(s streams) *cobra.Command {
	o := &inputOptions{}
	asJSON := false
	c := &cobra.Command{
		Use:   "plan PATH...",
		Short: "How many runs a change of a given size takes to show",
		Long: `plan measures how much durations and recall vary while nothing changes, and says from
that how many repeats would show a change: for each step the run dates in a row with 1, 2
and 4 runs a date, for each benchmark the runs on each side of a lever. Each is for 80 %
power. Where no date has two runs all noise counts as that of dates, so that more runs a
date seem not to help. Dates that vary together need more dates than it says.`,
		Example: `  runreport plan logs/
  runreport plan logs/ --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error { return runPlan(cmd.Context(), s, o, paths, asJSON) },
	}
	o.flags(c.Flags())
	o.historyFlag(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func runPlan(ctx context.Context, s streams, o *inputOptions, paths []string, asJSON bool) error {
	o.plan, o.dataOnly = true, true
	bar := newProgress(s.err)
	res, r, err := o.read(ctx, s, bar, paths, extras{})
	bar.clear()
	if err != nil {
		return err
	}
	if asJSON {
		err = writeJSON(s.out, r.Plan, "  ")
	} else {
		err = printPlan(s.out, r.Plan)
	}
	if err != nil {
		return err
	}
	return incomplete(s, res)
}

// printPlan prints a table of steps and one of benchmarks.
func printPlan(out io.Writer, p *report.Plan) error {
	b := &bytes.Buffer{}
	if len(p.Steps) == 0 {
		fmt.Fprintln(b, "No step has attempts with a duration on six run dates.")
	} else {
		fmt.Fprintln(b, "Run dates in a row until a lasting slow-down is seen with 80 % power, with 1 / 2 / 4 runs a date:")
		fmt.Fprintln(b)
		printSteps(b, p.Steps)
	}
	fmt.Fprintln(b)
	if len(p.Benchmarks) == 0 {
		fmt.Fprintln(b, "No benchmark with a reference list.")
	} else {
		fmt.Fprintln(b, "Runs on each side of a lever until a change of recall is seen with 80 % power:")
		fmt.Fprintln(b)
		printBenchmarks(b, p.Benchmarks)
	}
	_, err := out.Write(b.Bytes())
	return err
}

func printSteps(b *bytes.Buffer, steps []report.StepPlan) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "step\tnoise of runs\tof dates")
	for _, row := range firstRows(steps) {
		fmt.Fprintf(w, "\t+%s", unit.Ratio.Format(row.Change))
	}
	fmt.Fprintln(w)
	for _, s := range steps {
		fmt.Fprintf(w, "%s\t%s\t%s", safe(s.Subject+" "+s.Step), shareOf(s.RunSD), shareOf(s.DateSD))
		if len(s.Rows) == 0 {
			fmt.Fprintf(w, "\tnot measured: %d of 10 run dates", s.Dates)
		}
		for i, row := range s.Rows {
			sep := " / "
			if i == 0 || s.Rows[i-1].Change != row.Change {
				sep = "\t"
			}
			fmt.Fprint(w, sep, wholeOr(row.Dates, ">20"))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a buffer takes all
}

// firstRows are the rows of a measured step with another change than the row before.
func firstRows(steps []report.StepPlan) (rows []report.StepPlanRow) {
	for _, s := range steps {
		for i, row := range s.Rows {
			if i == 0 || s.Rows[i-1].Change != row.Change {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			break
		}
	}
	return rows
}

func printBenchmarks(b *bytes.Buffer, all []report.BenchmarkPlan) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "benchmark\tbugs\tnoise of a run")
	for _, row := range all[0].Rows { // one noise for all: all have rows, or none
		fmt.Fprintf(w, "\t±%s", unit.Fixed(row.Change, 2))
	}
	fmt.Fprintln(w)
	for _, x := range all {
		noise := "not measured: repeat a side three times"
		if x.SD != nil {
			noise = fmt.Sprintf("%.3f", *x.SD)
		}
		fmt.Fprintf(w, "%s\t%d\t%s", safe(x.Benchmark), x.Bugs, noise)
		for _, row := range x.Rows {
			fmt.Fprintf(w, "\t%s", wholeOr(row.Runs, ">100"))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a buffer takes all
}

func shareOf(v *float64) string {
	if v == nil {
		return unit.NotAvailable
	}
	return unit.Ratio.Format(*v)
}

func wholeOr(n *int64, more string) string {
	if n == nil {
		return more
	}
	return fmt.Sprint(*n)
}
