package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/cmd/runreport/config"
	"runreport/ingest"
	"runreport/render/publish"
	"runreport/unit"
	"runreport/unit/program"
)

// diagnosis is a fact that a report of a bug needs.
type diagnosis struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Problem says what is wrong and what to do; empty where nothing is.
	Problem string `json:"problem,omitempty"`
}

// checkup is what doctor prints.
type checkup struct {
	Program about       `json:"program"`
	Facts   []diagnosis `json:"facts"`
}

func doctorCommand(s streams) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Print what a report of a bug needs, and what is wrong here",
		Long: `doctor prints the version, the system, the configuration and what the program can and
cannot do on this machine. Of every PATH (logs, a report or a history) it prints formats,
counts and the codes of findings. It prints no text, name or path of a log, no value of a
variable of the environment and no folder of this machine, so that its output can be
published.

It ends with 1 where something needs to be seen to.`,
		Example: `  runreport doctor
  runreport doctor logs/ report/ history/`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			x := checkup{aboutProgram(), append(machineFacts(s), configFact())}
			for i, path := range paths {
				x.Facts = append(x.Facts, pathFacts(cmd.Context(), fmt.Sprintf("path %d", i+1), path)...)
			}
			if cmd.Context().Err() != nil {
				return cmd.Context().Err()
			}
			return x.end(s, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// end prints the checkup; the error says how much is wrong.
func (x checkup) end(s streams, asJSON bool) error {
	print := x.print
	if asJSON {
		print = func(w io.Writer) error { return writeJSON(w, x, "  ") }
	}
	if err := print(s.out); err != nil {
		return err
	}
	wrong := 0
	for _, f := range x.Facts {
		if f.Problem != "" {
			wrong++
		}
	}
	if wrong > 0 {
		return fail(exitFailed, "%d of %d things need to be seen to", wrong, len(x.Facts))
	}
	return nil
}

func (x checkup) print(w io.Writer) error {
	if err := x.Program.print(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range x.Facts {
		sign := "ok"
		if f.Problem != "" {
			sign = "WRONG"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", sign, f.Name, safe(f.Value))
		if f.Problem != "" {
			fmt.Fprintf(t, "\t\t%s\n", safe(f.Problem))
		}
	}
	return t.Flush()
}

// variables are those of the environment that change what the program does. A name that
// ends in _ stands for all that begin with it.
var variables = []struct{ name, means string }{
	{"CI", "no progress and no colours are shown"},
	{"TERM", "dumb is a terminal without progress and colours"},
	{"NO_COLOR", "the terminal gets no colours"},
	{"SOURCE_DATE_EPOCH", "the time, in seconds since 1970, that a report says it was made at"},
	{"TZ", "changes nothing: all times are UTC"},
	{"GOMEMLIMIT", "memory that the program tries to keep to, as 2GiB"},
	{"GOMAXPROCS", "how many processors are used"},
	{config.Prefix, "a setting of a rule: RUNREPORT_GATE_FLAKE_RATE_ALLOWED is flake-rate.allowed"},
}

// machineFacts are about the system and the process.
func machineFacts(s streams) []diagnosis {
	facts := []diagnosis{{Name: "processors", Value: fmt.Sprintf("%d, %d used", runtime.NumCPU(), runtime.GOMAXPROCS(0))}}
	limit := debug.SetMemoryLimit(-1)
	memory := diagnosis{Name: "memory limit", Value: "none"}
	if limit < 1<<60 {
		memory.Value = unit.Bytes.Format(float64(limit))
		if limit < 256<<20 {
			memory.Problem = "less than 256 MiB: a build of many logs spends its time on collecting garbage. Raise GOMEMLIMIT"
		}
	}
	facts = append(facts, memory, diagnosis{Name: "terminal", Value: map[bool]string{true: "yes", false: "no"}[isTerminal(s.out)]})
	return append(facts, environmentFact(os.Environ()), temporaryFact(), programFact())
}

// environmentFact names the variables that are set and count; their values may be private.
func environmentFact(environ []string) diagnosis {
	var set []string
	for _, e := range environ {
		name, _, _ := strings.Cut(e, "=")
		for _, v := range variables {
			if name == v.name || strings.HasSuffix(v.name, "_") && strings.HasPrefix(name, v.name) {
				set = append(set, name)
			}
		}
	}
	slices.Sort(set)
	if len(set) == 0 {
		set = []string{"nothing set that counts"}
	}
	return diagnosis{Name: "environment", Value: strings.Join(set, ", ")}
}

// temporaryFact is whether databases inside archives can be unpacked.
func temporaryFact() diagnosis {
	d := diagnosis{Name: "temporary files", Value: "can be written"}
	f, err := os.CreateTemp("", "runreport-doctor-*")
	if err == nil {
		_, err = f.WriteString("x")
		_ = f.Close()
		_ = os.Remove(f.Name()) // nothing more can be done
	}
	if err != nil {
		d.Value = "cannot be written"
		d.Problem = "large archives and databases inside them cannot be read: set TMPDIR to a folder that can be written to"
	}
	return d
}

// programFact is the sum that stands in the manifest of a site.
func programFact() diagnosis {
	sum := program.SHA256()
	if sum == "" {
		return diagnosis{Name: "program", Value: "its file cannot be read",
			Problem: "every page of a site is written again by every build: let the program's file be read"}
	}
	return diagnosis{Name: "program", Value: "SHA-256 " + sum}
}

// configFact is whether a configuration is found here and can be read. What is wrong with it
// is told by runreport config show: the error may hold its text.
func configFact() diagnosis {
	d := diagnosis{Name: "configuration", Value: "no " + config.Name + " here or above"}
	c, err := (&configOptions{}).load()
	switch {
	case err != nil:
		d.Value, d.Problem = "cannot be used", "runreport config show says what is wrong with it"
	case c.File != "":
		d.Value = fmt.Sprintf("%s, %d settings of rules", config.Name, len(c.Entries()))
	}
	return d
}

// pathFacts are about logs, a report or a history.
func pathFacts(ctx context.Context, name, path string) []diagnosis {
	_, err := os.Stat(path)
	if err != nil {
		return []diagnosis{{Name: name, Value: "cannot be read", Problem: "it is not there, or may not be read"}}
	}
	if ingest.IsDataset(path) {
		return []diagnosis{historyFact(name, path)}
	}
	if d, _, err := readReport(path); err == nil {
		fact := diagnosis{Name: name, Value: fmt.Sprintf("a report of version %s: %s, definitions %d, %d runs, %d problems",
			d.Version, d.Schema, d.Definitions, len(d.Runs), len(d.Problems))}
		if d.Definitions != report.Definitions {
			fact.Problem = "its numbers are defined otherwise: build it again from its logs or from their history"
		}
		return []diagnosis{fact}
	} else if err != errNoReport {
		return []diagnosis{{Name: name, Value: "a report that this version cannot read", Problem: "build it again; runreport upgrade says more"}}
	}
	return logFacts(ctx, name, path)
}

func historyFact(name, path string) diagnosis {
	v, err := ingest.VersionsOf(path)
	d := diagnosis{Name: name, Value: fmt.Sprintf("a history: %d files, %d parts, tables of schema %s, written by version %s",
		v.Rows, v.Parts, strings.Join(v.Tables, ", "), v.Program)}
	switch {
	case err != nil:
		d.Value, d.Problem = "a history that cannot be read", "runreport upgrade says why, and what to do"
	case !v.Current():
		d.Problem = "its tables are of another version: runreport upgrade makes them anew"
	}
	return d
}

// logFacts counts what is read of the logs by format, and their findings by code.
func logFacts(ctx context.Context, name, path string) []diagnosis {
	res, err := ingest.Read(ctx, ingest.Options{Paths: []string{path}, Version: version, Listed: publish.Own})
	if err != nil {
		return []diagnosis{{Name: name, Value: "cannot be read", Problem: "runreport check says why"}}
	}
	formats, codes := map[string]int{}, map[string]int{}
	var order []string
	t := &res.Tables.Sources
	for row := range t.Len() {
		format := t.Format.At(row)
		if format == "" {
			format = "no format"
		}
		if formats[format]++; formats[format] == 1 {
			order = append(order, format)
		}
	}
	slices.Sort(order)
	for i, f := range order {
		order[i] = fmt.Sprintf("%s %d", f, formats[f])
	}
	d := diagnosis{Name: name, Value: fmt.Sprintf("%d files: %s", t.Len(), strings.Join(order, ", "))}
	if res.Claimed == 0 {
		d.Problem = "no log of a known format is in it: runreport formats lists them"
	}
	if n := len(res.Problems); n > 0 {
		d.Problem = fmt.Sprintf("%d files could not be read: runreport check names them", n)
	}
	found := &res.Tables.Findings
	var seen []string
	for row := range found.Len() {
		if codes[found.Code.At(row)]++; codes[found.Code.At(row)] == 1 {
			seen = append(seen, found.Code.At(row))
		}
	}
	slices.Sort(seen)
	for i, code := range seen {
		seen[i] = fmt.Sprintf("%s %d", code, codes[code])
	}
	if len(seen) == 0 {
		seen = []string{"none"}
	}
	return []diagnosis{d, {Name: name + ", findings", Value: strings.Join(seen, ", ")}}
}
