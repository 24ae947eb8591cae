package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/ingest/table"
)

// version of the program, as it stands in every report.
const version = "0.1.0"

// commit is the commit that the program was built from. The release script sets it when it
// links, since its builds leave out what Go knows of the repository.
var commit = ""

// about says which program this is and which formats it writes.
type about struct {
	Version     string `json:"version"`
	Commit      string `json:"commit"` // empty where it is not known
	Go          string `json:"go"`
	Platform    string `json:"platform"`
	Summary     string `json:"summary_schema"`
	Definitions int    `json:"definitions"`
	Tables      string `json:"tables_schema"`
	History     string `json:"history_schema"`
}

func aboutProgram() about {
	return about{
		Version:     version,
		Commit:      cmp.Or(commit, commitOfBuild()),
		Go:          runtime.Version(),
		Platform:    runtime.GOOS + "/" + runtime.GOARCH,
		Summary:     report.Schema,
		Definitions: report.Definitions,
		Tables:      table.SchemaVersion,
		History:     ingest.HistorySchema,
	}
}

// commitOfBuild is the commit that go build has noted, with -dirty where files had changed.
func commitOfBuild() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "-dirty"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + changed
}

// print writes the version and, below it, the rest with a name for each.
func (a about) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "runreport version %s\ncommit %s\nbuilt with %s for %s\nsummary.json %s, definitions %d; tables %s; history %s\n",
		a.Version, cmp.Or(a.Commit, "unknown"), a.Go, a.Platform, a.Summary, a.Definitions, a.Tables, a.History)
	return err
}

func versionCommand(s streams) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and the formats it writes",
		Args:  nothing,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return writeJSON(s.out, aboutProgram(), "  ")
			}
			return aboutProgram().print(s.out)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}
