package dataset

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"runreport/ingest/table"
)

// ErrVersion is a dataset that another version of the program has written in a form that
// this one cannot read.
var ErrVersion = errors.New("another version of runreport wrote it")

// Versions says which versions a dataset is of.
type Versions struct {
	Program string   // that wrote it last
	Logs    string   // schema of what was read of every log
	Tables  []string // schemas of the tables that were made of the logs, sorted
	Parts   int
	Rows    int // of logs
}

// Current reports whether this program would write the dataset with the same schemas.
func (v Versions) Current() bool {
	for _, at := range v.Tables {
		if at != table.SchemaVersion {
			return false
		}
	}
	return true
}

// VersionsOf reads which versions the dataset in dir is of. It writes nothing. The error is
// ErrVersion where this program cannot read the logs that it keeps.
func VersionsOf(dir string) (Versions, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Versions{}, err
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		return Versions{}, fmt.Errorf("%s: %w", dir, err)
	}
	if m.Schema == "" {
		return Versions{}, fmt.Errorf("%s: no %s: not a dataset of runreport", dir, ManifestName)
	}
	v := Versions{Program: m.Program, Logs: table.VersionOf(table.LogsName), Parts: len(m.Parts)}
	for _, p := range m.Parts {
		switch {
		case p.place().Table == table.LogsName:
			v.Rows += p.Rows
		case !slices.Contains(v.Tables, p.Schema):
			v.Tables = append(v.Tables, p.Schema)
		}
	}
	slices.Sort(v.Tables)
	if err := m.readableLogs(); err != nil {
		return v, fmt.Errorf("%s: %w", dir, err)
	}
	return v, nil
}

// readableLogs refuses logs of another schema. Without it a program that is older than the
// history would take their parts for damaged ones and set them aside.
func (m Manifest) readableLogs() error {
	want := table.VersionOf(table.LogsName)
	for _, p := range m.Parts {
		if p.place().Table == table.LogsName && p.Schema != want {
			return fmt.Errorf("%w: it keeps logs with schema %.20q, this program reads %q. Use the version that wrote it (%.20q), or build into a new folder from the logs",
				ErrVersion, p.Schema, want, p.Program)
		}
	}
	return nil
}
