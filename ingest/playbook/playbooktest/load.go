// Package playbooktest reads made-up logs of the playbook for the tests of its packages.
package playbooktest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
	"runreport/ingest/playbook"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Loaded is what a tree of files came to, by the path that a build takes.
type Loaded struct {
	Set   *table.Set
	Files []*record.File
	Units []*record.Unit
}

// Load reads files, given as path → content.
func Load(t testing.TB, files map[string]string) *Loaded {
	t.Helper()
	var list []ingesttest.File
	for name, text := range files {
		list = append(list, ingesttest.File{Path: name, Text: text})
	}
	return newLoaded(ingesttest.Run(t, playbook.System, list...))
}

// LoadDir reads the files below a folder.
func LoadDir(t testing.TB, dir string) *Loaded {
	t.Helper()
	return newLoaded(ingesttest.Dir(t, playbook.System, dir))
}

func newLoaded(res *ingesttest.Result) *Loaded {
	return &Loaded{Set: res.Set, Files: res.Files, Units: res.Units}
}

// Findings are the codes with what was seen, as "code: seen ×count".
func (l *Loaded) Findings() []string {
	f := &l.Set.Findings
	var out []string
	for row := range f.Len() {
		out = append(out, fmt.Sprintf("%s: %s ×%d", f.Code.At(row), f.Seen.At(row), f.Count.At(row)))
	}
	return out
}

// Has reports whether there is a finding of the code whose seen or expected holds the text.
func (l *Loaded) Has(code, text string) bool {
	f := &l.Set.Findings
	for row := range f.Len() {
		if f.Code.At(row) == code && (strings.Contains(f.Seen.At(row), text) || strings.Contains(f.Expected.At(row), text)) {
			return true
		}
	}
	return false
}

// Want fails the test for every finding that is missing, given as code or code|text.
func (l *Loaded) Want(t testing.TB, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		code, text, _ := strings.Cut(w, "|")
		if !l.Has(code, text) {
			t.Errorf("no finding %s; there are:\n%s", w, strings.Join(l.Findings(), "\n"))
		}
	}
}

// Quiet fails the test for every finding of the codes; without codes for any.
func (l *Loaded) Quiet(t testing.TB, codes ...string) {
	t.Helper()
	f := &l.Set.Findings
	for row := range f.Len() {
		if len(codes) == 0 || slices.Contains(codes, f.Code.At(row)) {
			t.Errorf("finding %s: saw %q, expected %q", f.Code.At(row), f.Seen.At(row), f.Expected.At(row))
		}
	}
}

// Step is the row of a step of the only run, -1 when there is none.
func (l *Loaded) Step(name string) int {
	for row := range l.Set.Steps.Len() {
		if l.Set.Steps.Step.At(row) == name {
			return row
		}
	}
	return -1
}

// Claim is the text of a statement; "" when there is none.
func (l *Loaded) Claim(by, subject, field string) string {
	c := &l.Set.Claims
	for row := range c.Len() {
		if c.By.At(row) == by && c.Subject.At(row) == subject && c.Field.At(row) == field {
			return c.Text.At(row)
		}
	}
	return ""
}

// Counts are the numbers of one name, as "by/part=value", in their order.
func (l *Loaded) Counts(name string) string {
	var out []string
	c := &l.Set.Counts
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

// Sample is the sample of the kind of that name, in any of the system's formats.
func Sample(kind string) string {
	for _, f := range playbook.System.Formats {
		if k := record.Find(f.Kinds, kind); k != nil {
			return k.Sample
		}
	}
	panic("no kind " + kind)
}

// Lines are the lines of a file.
func Lines(l ...string) string { return strings.Join(l, "\n") + "\n" }

// Head begins the log of a run.
const Head = `{"event":"_index","ts":"2026-03-02T09:00:00Z","schema_version":"1.5.6","event_types":["_index","run_start","phase_start","phase_end","error","gate_check","run_end"],"benchmark":"harbor-2.1","lever_state":"baseline","started_at":"2026-03-02T09:00:00Z"}` + "\n" +
	`{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"claude","playbook_version":"1.5.6","target_path":"."}`

// At is a phase marker; minute counts from 09:00.
func At(event string, phase string, minute int) string {
	ts := time.Date(2026, 3, 2, 9, minute, 0, 0, time.UTC).Format(time.RFC3339)
	more := ""
	if event == "phase_end" {
		more = `,"key_counts":{},"artifacts_produced":[]`
	}
	return `{"event":"` + event + `","ts":"` + ts + `","phase":` + phase + more + `}`
}

// Brief is every row of every table but what repeats the files, for golden texts.
func (l *Loaded) Brief() string {
	return ingesttest.Without(ingesttest.Text(l.Set)+"\n", "sources", "events")
}
