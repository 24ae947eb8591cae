package playbook

import (
	"cmp"
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
	"runreport/ingest/table"
)

// loaded is what a tree of files came to, by the path that a build takes.
type loaded struct {
	t     *table.Set
	files []*record.File
	units []*record.Unit
}

// load writes the files below a folder of the test and reads them.
func load(t testing.TB, files map[string]string) *loaded {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return loadDir(t, dir)
}

// loadDir reads the files below a folder.
func loadDir(t testing.TB, dir string) *loaded {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &loaded{t: &table.Set{}}
	shown := func(p string) string {
		rel, _ := filepath.Rel(dir, p)
		return filepath.ToSlash(rel)
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Compare(shown(a), shown(b)) })
	for _, p := range paths {
		if f := decode(t, p, shown(p), len(l.files)); f != nil {
			l.files = append(l.files, f)
		}
	}
	// A build lists every file, claimed or not.
	every := slices.Clone(l.files)
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil {
			every = append(every, &record.File{Path: shown(p), Bytes: info.Size()})
		}
	}
	listing := record.NewListing(every)
	for _, f := range l.files {
		f.Beside = listing
	}
	l.units = System.Stitch(l.files)
	taken := map[string]bool{}
	for _, f := range l.files {
		f.Fill(&l.t.Sources)
		for _, n := range f.Findings() {
			n.Fill(&l.t.Findings, f.Index, "")
		}
	}
	for _, u := range l.units {
		u.Key = strings.TrimPrefix(u.Home+"/"+u.ID, "/")
		for taken[u.Key] {
			u.Key += "+"
		}
		taken[u.Key] = true
		System.Assemble(u, l.t)
	}
	l.balance(t)
	return l
}

func decode(t testing.TB, p, shown string, index int) *record.File {
	t.Helper()
	in, err := source.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	head, err := in.Head(shown)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(System.Formats, func(f *record.Format) bool { return !head.Binary && f.Is(head) })
	if i < 0 {
		return nil
	}
	dir := path.Dir(shown)
	if dir == "." {
		dir = ""
	}
	f := &record.File{Index: index, Path: shown, Dir: dir, Format: System.Formats[i], Bytes: in.Bytes}
	if err := f.Decode(in); err != nil {
		t.Fatal(err)
	}
	return f
}

// balance checks that every line and every record is accounted for, and that what
// was kept is in events.
func (l *loaded) balance(t testing.TB) {
	t.Helper()
	s, kept := &l.t.Sources, int64(0)
	for row := range s.Len() {
		kept += s.Kept.At(row)
		sum := s.Kept.At(row) + s.Duplicate.At(row) + s.Superseded.At(row) + s.Rejected.At(row)
		if lines, ok := s.Lines.Get(row); ok {
			if sum += s.Blank.At(row) + s.Ignored.At(row); sum != lines {
				t.Errorf("%s: %d of %d lines", s.Path.At(row), sum, lines)
			}
		} else if sum != s.Records.At(row) {
			t.Errorf("%s: %d of %d records", s.Path.At(row), sum, s.Records.At(row))
		}
	}
	if int64(l.t.Events.Len()) != kept {
		t.Errorf("%d events, %d records kept", l.t.Events.Len(), kept)
	}
}

// findings are the codes with what was seen, as "code: seen ×count".
func (l *loaded) findings() []string {
	f := &l.t.Findings
	var out []string
	for row := range f.Len() {
		out = append(out, fmt.Sprintf("%s: %s ×%d", f.Code.At(row), f.Seen.At(row), f.Count.At(row)))
	}
	return out
}

// has reports whether there is a finding of the code whose seen or expected holds the text.
func (l *loaded) has(code, text string) bool {
	f := &l.t.Findings
	for row := range f.Len() {
		if f.Code.At(row) == code && (strings.Contains(f.Seen.At(row), text) || strings.Contains(f.Expected.At(row), text)) {
			return true
		}
	}
	return false
}

// want fails the test for every finding that is missing, given as code or code|text.
func (l *loaded) want(t testing.TB, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		code, text, _ := strings.Cut(w, "|")
		if !l.has(code, text) {
			t.Errorf("no finding %s; there are:\n%s", w, strings.Join(l.findings(), "\n"))
		}
	}
}

// quiet fails the test for every finding of the codes; without codes for any.
func (l *loaded) quiet(t testing.TB, codes ...string) {
	t.Helper()
	f := &l.t.Findings
	for row := range f.Len() {
		if len(codes) == 0 || slices.Contains(codes, f.Code.At(row)) {
			t.Errorf("finding %s: saw %q, expected %q", f.Code.At(row), f.Seen.At(row), f.Expected.At(row))
		}
	}
}

// step is the row of a step of the only run, -1 when there is none.
func (l *loaded) step(name string) int {
	for row := range l.t.Steps.Len() {
		if l.t.Steps.Step.At(row) == name {
			return row
		}
	}
	return -1
}

// claim is the text of a statement; "" when there is none.
func (l *loaded) claim(by, subject, field string) string {
	c := &l.t.Claims
	for row := range c.Len() {
		if c.By.At(row) == by && c.Subject.At(row) == subject && c.Field.At(row) == field {
			return c.Text.At(row)
		}
	}
	return ""
}
