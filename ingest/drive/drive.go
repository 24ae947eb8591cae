// Package drive takes files of one system the way the program does, for the tests of
// its formats.
package drive

import (
	"os"
	"path"
	"path/filepath"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// Named is a file of a test: its path in the report and its content.
type Named struct{ Path, Text string }

// Result is what came of a few files.
type Result struct {
	Files []*record.File // those that the system claims
	Units []*record.Unit
	Set   *table.Set
}

// Run opens, recognises and decodes the files, stitches them and assembles their
// units.
func Run(t testing.TB, system *record.System, files []Named) Result {
	t.Helper()
	dir := t.TempDir()
	var res Result
	for i, n := range files {
		real := filepath.Join(dir, filepath.FromSlash(n.Path))
		if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(real, []byte(n.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		if f := Read(t, system, real, n.Path, i); f.Format != nil {
			res.Files = append(res.Files, f)
		}
	}
	res.Assemble(system)
	return res
}

// Read opens, recognises and decodes one file. Its format is nil where the system
// does not claim it.
func Read(t testing.TB, system *record.System, real, shown string, index int) *record.File {
	t.Helper()
	in, err := source.Open(real)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f := &record.File{Index: index, Path: shown, Dir: path.Dir(shown), Bytes: in.Bytes}
	if f.Dir == "." {
		f.Dir = ""
	}
	head, err := in.Head(shown)
	if err != nil {
		return f // nobody claims what cannot be read
	}
	for _, format := range system.Formats {
		if f.Format == nil && (format.Container == record.Database) == head.Database && format.Is(head) {
			f.Format = format
		}
	}
	if f.Format != nil {
		if err := f.Decode(in); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// Assemble stitches the files and writes the tables.
func (res *Result) Assemble(system *record.System) {
	res.Set = &table.Set{}
	res.Units = system.Stitch(res.Files)
	for _, u := range res.Units {
		u.Key = u.System + ":" + path.Join(u.Home, u.ID)
		system.Assemble(u, res.Set)
	}
	for _, f := range res.Files {
		f.Fill(&res.Set.Sources)
		for _, n := range f.Findings() {
			n.Fill(&res.Set.Findings, f.Index, "")
		}
	}
}

// Codes counts the findings by code.
func (res *Result) Codes() map[string]int64 {
	t := &res.Set.Findings
	all := map[string]int64{}
	for row := range t.Len() {
		all[t.Code.At(row)] += t.Count.At(row)
	}
	return all
}

// Fates sums up the ledger: kept, duplicate, superseded, rejected.
func (res *Result) Fates() (n [4]int64) {
	t := &res.Set.Sources
	for row := range t.Len() {
		for i, c := range []table.Int{t.Kept, t.Duplicate, t.Superseded, t.Rejected} {
			n[i] += c.At(row)
		}
	}
	return n
}
