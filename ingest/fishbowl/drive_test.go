package fishbowl

import (
	"os"
	"path"
	"path/filepath"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// named is a file of a test: its path in the report and its content.
type named struct{ path, text string }

// result is what came of a few files.
type result struct {
	files []*record.File
	units []*record.Unit
	set   *table.Set
}

// drive takes files the way the program does: open, recognise, decode, stitch,
// assemble.
func drive(t testing.TB, files ...named) result {
	t.Helper()
	dir := t.TempDir()
	var res result
	for i, n := range files {
		real := filepath.Join(dir, filepath.FromSlash(n.path))
		if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(real, []byte(n.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if f := read(t, real, n.path, i); f.Format != nil {
			res.files = append(res.files, f)
		}
	}
	res.assemble()
	return res
}

func read(t testing.TB, real, shown string, index int) *record.File {
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
	for _, format := range System.Formats {
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

func (res *result) assemble() {
	res.set = &table.Set{}
	res.units = System.Stitch(res.files)
	for _, u := range res.units {
		u.Key = u.System + ":" + path.Join(u.Home, u.ID)
		System.Assemble(u, res.set)
	}
	for _, f := range res.files {
		f.Fill(&res.set.Sources)
		for _, n := range f.Findings() {
			n.Fill(&res.set.Findings, f.Index, "")
		}
	}
}

// codes counts the findings by code.
func (res *result) codes() map[string]int64 {
	t := &res.set.Findings
	all := map[string]int64{}
	for row := range t.Len() {
		all[t.Code.At(row)] += t.Count.At(row)
	}
	return all
}

// fates sums up the ledger: kept, duplicate, superseded, rejected.
func (res *result) fates() (n [4]int64) {
	t := &res.set.Sources
	for row := range t.Len() {
		for i, c := range []table.Int{t.Kept, t.Duplicate, t.Superseded, t.Rejected} {
			n[i] += c.At(row)
		}
	}
	return n
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
