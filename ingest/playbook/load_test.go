package playbook

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// loaded is what a tree of files came to, by the path that a build takes.
type loaded struct {
	t     *table.Set
	files []*record.File
	units []*record.Unit
}

// load reads files, given as path → content.
func load(t testing.TB, files map[string]string) *loaded {
	t.Helper()
	var list []ingesttest.File
	for name, text := range files {
		list = append(list, ingesttest.File{Path: name, Text: text})
	}
	return newLoaded(ingesttest.Run(t, System, list...))
}

// loadDir reads the files below a folder.
func loadDir(t testing.TB, dir string) *loaded {
	t.Helper()
	return newLoaded(ingesttest.Dir(t, System, dir))
}

func newLoaded(res *ingesttest.Result) *loaded {
	return &loaded{t: res.Set, files: res.Files, units: res.Units}
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

// counts are the numbers of one name, as "by/part=value", in their order.
func (l *loaded) counts(name string) string {
	var out []string
	c := &l.t.Counts
	for row := range c.Len() {
		if c.Name.At(row) != name {
			continue
		}
		part := ""
		if by := c.By.At(row); by != "" {
			part = by + "/" + c.Part.At(row) + "="
		}
		out = append(out, fmt.Sprint(part, c.Value.At(row)))
	}
	return strings.Join(out, " ")
}

// sample is the sample of the kind of that name, in any of the system's formats.
func sample(kind string) string {
	for _, f := range System.Formats {
		if k := record.Find(f.Kinds, kind); k != nil {
			return k.Sample
		}
	}
	panic("no kind " + kind)
}
