// Package ingesttest takes files of one system the way the program does, for the tests
// of its decoder: open, recognise, decode, stitch, assemble. Every system's tests use it,
// so every one of them also checks that the ledger adds up.
package ingesttest

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
	"runreport/ingest/table"
)

// File is a file of a test: its path in the report and its content.
type File struct{ Path, Text string }

// Result is what came of a few files.
type Result struct {
	Files []*record.File // those that the system claims
	Units []*record.Unit
	Set   *table.Set

	all []*record.File // also those that it does not claim
}

// Run reads the files in the order of their paths. They are read from memory, so that
// thousands of them a second can be, when a fuzz target makes them.
func Run(t testing.TB, system *record.System, files ...File) *Result {
	t.Helper()
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	res := &Result{}
	for _, f := range files {
		res.read(t, open(t, f.Text), f.Path, func(head *source.Head) *record.Format { return Recognise(system, head) })
	}
	res.Assemble(t, system)
	return res
}

// ReadAs decodes one more file as a file of the format, whatever it looks like. What cannot
// be opened as text or database at all has no format, as in Read.
func (res *Result) ReadAs(t testing.TB, format *record.Format, f File) *record.File {
	t.Helper()
	return res.read(t, open(t, f.Text), f.Path, func(*source.Head) *record.Format { return format })
}

// open opens a text as it would be opened as a file. A database is read from a file only.
// What cannot be opened is nil.
func open(t testing.TB, text string) *source.Input {
	t.Helper()
	if !sqlite.Is([]byte(text)) {
		in, err := source.New(strings.NewReader(text), int64(len(text)))
		if err != nil {
			return nil
		}
		return in
	}
	name := filepath.Join(t.TempDir(), "database")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := source.Open(name)
	if err != nil {
		return nil
	}
	return in
}

// Dir reads all files below a folder in the order of their paths.
func Dir(t testing.TB, system *record.System, dir string) *Result {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			below, _ := filepath.Rel(dir, p)
			paths = append(paths, filepath.ToSlash(below))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	res := &Result{}
	for _, p := range paths {
		res.Read(t, system, filepath.Join(dir, filepath.FromSlash(p)), p)
	}
	res.Assemble(t, system)
	return res
}

// Read opens, recognises and decodes one more file, and returns it. Its format is nil
// where the system does not claim it.
func (res *Result) Read(t testing.TB, system *record.System, name, shown string) *record.File {
	t.Helper()
	in, err := source.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return res.read(t, in, shown, func(head *source.Head) *record.Format { return Recognise(system, head) })
}

// read decodes an input as the format that its head is given. Nobody claims what cannot be
// read.
func (res *Result) read(t testing.TB, in *source.Input, shown string, format func(*source.Head) *record.Format) *record.File {
	t.Helper()
	if in == nil {
		return res.decode(t, &source.Input{}, shown, nil)
	}
	defer in.Close()
	head, err := in.Head(shown)
	if err != nil {
		return res.decode(t, in, shown, nil)
	}
	return res.decode(t, in, shown, format(head))
}

func (res *Result) decode(t testing.TB, in *source.Input, shown string, format *record.Format) *record.File {
	t.Helper()
	f := &record.File{Index: len(res.Files), Path: shown, Dir: path.Dir(shown), Bytes: in.Bytes, Format: format}
	if f.Dir == "." {
		f.Dir = ""
	}
	res.all = append(res.all, f)
	if format == nil {
		return f
	}
	res.Files = append(res.Files, f)
	if err := f.Decode(in); err != nil {
		t.Fatal(err)
	}
	return f
}

// Recognise is the system's format that claims the file; nil where none does.
func Recognise(system *record.System, head *source.Head) *record.Format {
	if head == nil {
		return nil
	}
	for _, f := range system.Formats {
		if (f.Container == record.Database) == head.Database && f.Is(head) {
			return f
		}
	}
	return nil
}

// Assemble stitches the files and writes the tables. The test fails where a line or
// record of a file is unaccounted for.
func (res *Result) Assemble(t testing.TB, system *record.System) {
	t.Helper()
	listing := record.NewListing(res.all)
	for _, f := range res.Files {
		f.Beside = listing
	}
	res.Set = &table.Set{}
	res.Units = system.Stitch(res.Files)
	for _, f := range res.Files {
		f.Fill(&res.Set.Sources)
		f.FillFindings(&res.Set.Findings)
	}
	taken := map[string]int{}
	for _, u := range res.Units {
		u.Key = u.System + ":" + strings.TrimPrefix(u.Home+"/"+u.ID, "/")
		if taken[u.Key]++; taken[u.Key] > 1 {
			u.Key += fmt.Sprintf("#%d", taken[u.Key])
		}
		system.Assemble(u, res.Set)
	}
	res.reconcile(t)
	res.tie(t, system)
}

// reconcile checks that every line and every record has a fate, and that each record
// that counts has one event.
func (res *Result) reconcile(t testing.TB) {
	t.Helper()
	s, kept := &res.Set.Sources, int64(0)
	for row := range s.Len() {
		sum := s.Kept.At(row) + s.Duplicate.At(row) + s.Superseded.At(row) + s.Rejected.At(row)
		want := s.Records.At(row)
		if lines, ok := s.Lines.Get(row); ok {
			sum, want = sum+s.Blank.At(row)+s.Ignored.At(row), lines
		}
		if sum != want {
			t.Errorf("%s: fates add up to %d of %d", s.Path.At(row), sum, want)
		}
		kept += s.Kept.At(row)
	}
	if n := int64(res.Set.Events.Len()); n != kept {
		t.Errorf("%d events of %d records that count", n, kept)
	}
	events := map[table.Place]int{}
	for row := range res.Set.Events.Len() {
		p := res.Set.Events.Place(row)
		if res.Files[p.Source].Format.Container != record.Lines {
			continue
		}
		if events[p]++; events[p] > 1 {
			t.Errorf("line %d of %s has %d events", p.Line, res.Files[p.Source].Path, events[p])
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

// CodeNames are the codes of the findings, sorted, each once.
func (res *Result) CodeNames() []string {
	var names []string
	for name := range res.Codes() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
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

// WantFates holds the ledger against what became of the records: kept, duplicate, superseded,
// rejected.
func (res *Result) WantFates(t testing.TB, want [4]int64) {
	t.Helper()
	if got := res.Fates(); got != want {
		t.Errorf("kept, duplicate, superseded, rejected: %v, want %v", got, want)
	}
}

// WantFormat holds the format that claims a file against the one that should; "": none.
func WantFormat(t testing.TB, system *record.System, f File, want string) {
	t.Helper()
	got := ""
	for _, read := range Run(t, system, f).Files {
		got = read.Format.Name
	}
	if got != want {
		t.Errorf("%s: claimed as %q, want %q", f.Text, got, want)
	}
}
