package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/unit"
)

func selfTestCommand(s streams) *cobra.Command {
	o := &inputOptions{}
	asJSON := false
	c := &cobra.Command{
		Use:   "selftest PATH...",
		Short: "How far a report on these logs can be trusted",
		Long: `selftest makes up comparisons from the logs themselves. Control runs of one setup
are split at random into a before and an after in which nothing changed: a
regression called there is a false alarm. Then known changes are put in: one, two
and three lost bugs, and a step that takes 20 % longer. It fails when false alarms
are more frequent than a report promises, and says so where the data are inconclusive.`,
		Example: "  runreport selftest calibration/",
		Args:    atLeastOne("PATH"),
		RunE:    func(cmd *cobra.Command, paths []string) error { return runSelfTest(cmd.Context(), s, o, paths, asJSON) },
	}
	o.flags(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func runSelfTest(ctx context.Context, s streams, o *inputOptions, paths []string, asJSON bool) error {
	bar := newProgress(s.err)
	res, r, err := o.read(ctx, s, bar, paths, extras{})
	bar.clear()
	if err != nil {
		return err
	}
	t := r.Data.SelfTest
	if err := printSelfTest(s, t, asJSON); err != nil {
		return err
	}
	if t.Status == "failed" {
		return fail(exitFailed, "false alarms are more frequent than a report promises")
	}
	return incomplete(s, res)
}

func printSelfTest(s streams, t *report.SelfTest, asJSON bool) error {
	if asJSON {
		return writeJSON(s.out, selfTestJSON(t), "  ")
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	row := func(what string, noticed, called report.Rate) {
		if called.Den > 0 {
			fmt.Fprintf(w, "%s\t%s\t%s\n", what, percent(noticed), percent(called))
		}
	}
	if t.FalseAlarm.Den+t.DurationFalseAlarm.Den > 0 {
		fmt.Fprintln(w, "\tbeyond the floor\tcalled with evidence")
	}
	row("nothing changed, a cycle called a regression, which fails the gate", t.FloorAlarm, t.FalseAlarm)
	row("nothing changed, a step called slower", t.DurationFalseAlarm, t.DurationFalseAlarm)
	for _, p := range t.Power {
		row("put in: "+safe(p.What), p.Noticed, p.Called)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s: %s\n", t.Status, safe(t.Sentences[0]))
	return err
}

func percent(r report.Rate) string {
	return fmt.Sprintf("%d of %d (%s)", r.Num, r.Den, unit.Ratio.Format(r.Value.Value))
}

// selfTestJSON is the table for other programs.
func selfTestJSON(t *report.SelfTest) any {
	type count struct {
		Num int64 `json:"num"`
		Den int64 `json:"den"`
	}
	type power struct {
		What    string `json:"what"`
		Noticed count  `json:"noticed"`
		Called  count  `json:"called"`
	}
	of := func(r report.Rate) count { return count{r.Num, r.Den} }
	out := struct {
		Status     string  `json:"status"`
		Promised   float64 `json:"promised"`
		FalseAlarm count   `json:"false_alarm"`
		FloorAlarm count   `json:"floor_alarm"`
		Power      []power `json:"power"`
	}{t.Status, t.Promised, of(t.FalseAlarm), of(t.FloorAlarm), []power{}}
	for _, p := range t.Power {
		out.Power = append(out.Power, power{p.What, of(p.Noticed), of(p.Called)})
	}
	return out
}
