package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"runreport/analyze"
	"runreport/analyze/report"
	"runreport/unit"
)

func selfTestCommand(s streams) *cobra.Command {
	o := &inputOptions{}
	asJSON := false
	c := &cobra.Command{
		Use:   "selftest PATH...",
		Short: "Measure this report's error rates",
		Long: `selftest makes up comparisons from the logs themselves. Control runs of one setup
are split at random into a before and an after in which nothing changed: a
regression called there is a false alarm. The run dates are shuffled, and the rules on
what changed replayed as the report applies them: what they call is a false alarm.
Then known changes are put in: one, two and three lost bugs, a step that takes longer,
flakes or fails. It fails when false alarms are more frequent than a report promises,
one cycle in fifteen and one in 30 run dates, and says so where the data are inconclusive.`,
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
	o.selfTestPoints, o.dataOnly = analyze.SelfTestPoints, true
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
	if t.FalseAlarm.Den > 0 {
		fmt.Fprintln(w, "\tbeyond the floor\tcalled with evidence")
	}
	row("nothing changed, a cycle called a regression, which fails the gate", t.FloorAlarm, t.FalseAlarm)
	for _, a := range t.Alarms {
		what := fmt.Sprintf("nothing changed, a %s called, in 30 run dates", strings.ReplaceAll(a.What, "_", " "))
		if a.Per30.OK {
			fmt.Fprintf(w, "%s\t\t%s (95 %% CI %s–%s)\n", what, unit.Fixed(a.Per30.Value, 2), unit.Fixed(a.Lo.Value, 2), unit.Fixed(a.Hi.Value, 2))
		} else {
			fmt.Fprintf(w, "%s\t\tnot measurable: %d run dates\n", what, a.Dates)
		}
	}
	for _, p := range t.Power {
		row("put in: "+safe(p.What), p.Noticed, p.Called)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.out, "%s: %s\n", t.Status, safe(t.Sentences[0])); err != nil || len(t.Alarms) == 0 {
		return err
	}
	_, err := fmt.Fprintln(s.out, safe(t.Sentences[1]))
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
	type alarms struct {
		What   string   `json:"what"`
		Series int64    `json:"series"`
		Dates  int64    `json:"dates"`
		Per30  *float64 `json:"per_30"`
		Lo     *float64 `json:"lo"`
		Hi     *float64 `json:"hi"`
		Reason string   `json:"per_30_reason,omitempty"`
	}
	out := struct {
		Status     string   `json:"status"`
		Promised   float64  `json:"promised"`
		FalseAlarm count    `json:"false_alarm"`
		FloorAlarm count    `json:"floor_alarm"`
		Alarms     []alarms `json:"alarms"`
		Power      []power  `json:"power"`
	}{t.Status, t.Promised, of(t.FalseAlarm), of(t.FloorAlarm), []alarms{}, []power{}}
	for _, a := range t.Alarms {
		x := alarms{What: a.What, Series: a.Series, Dates: a.Dates, Reason: a.Per30.Reason}
		if a.Per30.OK {
			x.Per30, x.Lo, x.Hi = &a.Per30.Value, &a.Lo.Value, &a.Hi.Value
		}
		out.Alarms = append(out.Alarms, x)
	}
	for _, p := range t.Power {
		out.Power = append(out.Power, power{p.What, of(p.Noticed), of(p.Called)})
	}
	return out
}
