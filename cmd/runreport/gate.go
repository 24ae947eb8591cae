package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	failures "runreport/analyze/failure"
	"runreport/analyze/gate"
	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/cmd/runreport/config"
)

// configOptions are the flags of every command that reads the configuration.
type configOptions struct {
	path  string
	none  bool
	rules []string
}

func (o *configOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.path, "config", "", "the configuration (default: "+config.Name+" in this folder or above it, up to the root of the repository)")
	f.BoolVar(&o.none, "no-config", false, "read no configuration file")
	f.StringArrayVar(&o.rules, "rule", nil, "set a rule of the gate, as flake-rate=blocking or flake-rate.allowed=0.2; again for more")
}

func (o *configOptions) load() (*config.Config, error) {
	if o.path != "" && o.none {
		return nil, fail(exitUsage, "--config and --no-config exclude each other")
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fail(exitUsage, "looking for %s: %w", config.Name, err)
	}
	c, err := config.Load(config.Sources{Dir: dir, Path: o.path, None: o.none, Rules: o.rules, Environ: os.Environ()})
	return c, usage(err)
}

// gateOptions are the flags of gate.
type gateOptions struct {
	configOptions
	strict, explain, asJSON bool
}

func gateCommand(s streams) *cobra.Command {
	o := &gateOptions{}
	c := &cobra.Command{
		Use:   "gate REPORT",
		Short: "Pass or fail a report, every rule with its reason",
		Long: `gate holds a report against the rules of runreport.yaml and lists every rule: passed,
failed, or not evaluated and why. REPORT is the folder that build wrote, or its
summary.json. A gate without one blocking rule that could be evaluated ends with 4,
never with 0.

Without a configuration the default rules hold; runreport config show prints them.`,
		Example: `  runreport gate report/
  runreport gate report/ --explain
  runreport gate report/ --strict --rule flake-rate=blocking --rule flake-rate.allowed=0.2`,
		Args: exactlyOne("DIR"),
		RunE: func(cmd *cobra.Command, paths []string) error { return o.run(cmd.Context(), s, paths[0]) },
	}
	o.flags(c.Flags())
	c.Flags().BoolVar(&o.strict, "strict", false, "also end with 4 when any rule, even an advisory one, could not be evaluated")
	c.Flags().BoolVar(&o.explain, "explain", false, "say what each rule is for, where its limit comes from, and what it failed on")
	c.Flags().BoolVar(&o.asJSON, "json", false, "print as JSON")
	return c
}

func (o *gateOptions) run(ctx context.Context, s streams, path string) error {
	c, err := o.load()
	if err != nil {
		return err
	}
	d, cut, err := readReport(path)
	switch {
	case errors.Is(err, errNoReport):
		return fail(exitInput, "%s is no report: it holds no %s", path, summaryFile)
	case err != nil:
		return err
	case d.Definitions != report.Definitions:
		return fail(exitInput, "%s was made by another version: it has definitions %d, expected %d. Build it again", path, d.Definitions, report.Definitions)
	case d.Ledger.Total.Claimed == 0:
		return fail(exitNothing, "no log was read for %s", path)
	}
	problem.Acknowledge(d, c.Acknowledged)
	failures.Settle(d)
	gate.Apply(d, c.Rules, gate.Options{Strict: o.strict, Cut: cut})
	g := d.Gate
	// A reader that has seen enough does not change what was decided.
	if err := o.print(s.out, c, d, g); err != nil && !errors.Is(err, syscall.EPIPE) {
		return fail(exitOutput, "the decision was not written: %w", err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return gateExit(d)
}

// gateExit is the exit of the verdict: nil where it is passed or changed.
func gateExit(d *report.Data) error {
	switch d.Verdict.State {
	case report.VerdictFailed:
		return fail(exitFailed, "the gate %s", gateLine(d.Gate))
	case report.VerdictNothingToCompare:
		return fail(exitUndecided, "the gate is %s", gateLine(d.Gate))
	}
	return nil
}

func (o *gateOptions) print(w io.Writer, c *config.Config, d *report.Data, g *report.Gate) error {
	if o.asJSON {
		return writeJSON(w, g, "  ")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var absent []string
	for _, r := range g.Rules {
		if r.Absent {
			absent = append(absent, r.Name)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", strings.ReplaceAll(r.Status, "_", " "), r.Level, r.Name, safe(r.Reason))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(absent) > 0 {
		fmt.Fprintf(w, "\nnot evaluated, since this input has no calibration cycle: %s\n", strings.Join(absent, ", "))
	}
	if o.explain {
		if err := explain(w, d, g); err != nil {
			return err
		}
	}
	from := "the default rules: no " + config.Name + " was found"
	switch {
	case c.File != "":
		from = "the rules of " + filepath.Base(c.File)
	case o.none:
		from = "the default rules"
	}
	_, err := fmt.Fprintf(w, "\n%s, by %s\n", g.Status, safe(from))
	return err
}

// maxExplained is how many problems of a rule are told in full.
const maxExplained = 20

// explain says of every rule what it is for, what it allows and what it failed on.
func explain(out io.Writer, d *report.Data, g *report.Gate) error {
	w := &bytes.Buffer{}
	by := map[string]report.Problem{}
	for _, p := range d.Problems {
		by[p.Key] = p
	}
	for _, r := range g.Rules {
		fmt.Fprintf(w, "\n%s (%s, set by: %s)\n  %s\n  allowed: %s\n  %s: %s\n", r.Name, r.Level, safe(r.Origin), r.Means, safe(r.Limit), strings.ReplaceAll(r.Status, "_", " "), safe(r.Reason))
		for i, key := range r.Problems {
			if i == maxExplained {
				fmt.Fprintf(w, "  and %d more\n", len(r.Problems)-maxExplained)
				break
			}
			p := by[key]
			fmt.Fprintf(w, "  - %s\n    %s\n", safe(key), safe(p.Text))
			for _, e := range p.Evidence {
				fmt.Fprintf(w, "    %s\n", safe(at(report.Finding{File: e.File, Line: e.Line})))
			}
		}
	}
	_, err := out.Write(w.Bytes())
	return err
}

// gateLine says in a few words what the gate decided.
func gateLine(g *report.Gate) string {
	var failed, open []string
	for _, r := range g.Rules {
		switch {
		case r.Level == gate.Blocking && r.Status == gate.Fail:
			failed = append(failed, fmt.Sprintf("%s (%s)", r.Name, r.Reason))
		case r.Level != gate.Off && r.Status == gate.NotEvaluated && !r.Absent:
			open = append(open, r.Name)
		}
	}
	switch {
	case len(failed) > 0:
		return "failed: " + strings.Join(failed, "; ")
	case g.Status == gate.Passed:
		return g.Status
	}
	return "undecided, not evaluated: " + strings.Join(open, ", ")
}
