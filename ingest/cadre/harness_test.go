package cadre

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// input is a made-up file. Its format is recognised by its content.
type input struct{ path, text string }

// read is what was read from a few files.
type read struct {
	t     testing.TB
	set   *table.Set
	files []*record.File
	units []*record.Unit
}

// ingest takes the files the whole way: open, recognise, decode, stitch, assemble.
// It fails when a ledger does not add up or a kept record has not exactly one event.
func ingest(t testing.TB, inputs ...input) *read {
	t.Helper()
	dir := t.TempDir()
	slices.SortFunc(inputs, func(a, b input) int { return strings.Compare(a.path, b.path) })
	r := newRead(t)
	for _, in := range inputs {
		real := filepath.Join(dir, filepath.FromSlash(in.path))
		if err := os.MkdirAll(filepath.Dir(real), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(real, []byte(in.text), 0o600); err != nil {
			t.Fatal(err)
		}
		r.open(real, in.path)
	}
	r.assemble()
	return r
}

func newRead(t testing.TB) *read { return &read{t: t, set: &table.Set{}} }

func (r *read) open(real, shown string) {
	r.t.Helper()
	if !r.openIfOurs(real, shown) {
		r.t.Fatalf("nobody claims %s", shown)
	}
}

// openIfOurs reads a file that is recognised, and reports whether it is.
func (r *read) openIfOurs(real, shown string) bool {
	r.t.Helper()
	in, err := source.Open(real)
	if err != nil {
		r.t.Fatal(err)
	}
	defer in.Close()
	head, err := in.Head(shown)
	if err != nil {
		r.t.Fatal(err)
	}
	format := recognised(head)
	if format != nil {
		r.decode(in, shown, format)
	}
	return format != nil
}

func (r *read) decode(in *source.Input, shown string, format *record.Format) {
	r.t.Helper()
	f := &record.File{Index: len(r.files), Path: shown, Dir: strings.TrimSuffix(path.Dir(shown), "."), Format: format}
	if err := f.Decode(in); err != nil {
		r.t.Fatal(err)
	}
	r.files = append(r.files, f)
}

func recognised(h *source.Head) *record.Format {
	for _, f := range formats {
		if f.Is(h) {
			return f
		}
	}
	return nil
}

func (r *read) assemble() {
	r.t.Helper()
	r.units = System.Stitch(r.files)
	for _, f := range r.files {
		f.Fill(&r.set.Sources)
		for _, n := range f.Findings() {
			n.Fill(&r.set.Findings, f.Index, "")
		}
	}
	for i, u := range r.units {
		u.Key = fmt.Sprintf("%s:%s/%s#%d", u.System, u.Home, u.ID, i)
		System.Assemble(u, r.set)
	}
	r.reconcile()
}

func (r *read) reconcile() {
	r.t.Helper()
	s := &r.set.Sources
	kept := int64(0)
	for row := range s.Len() {
		sum := s.Kept.At(row) + s.Duplicate.At(row) + s.Superseded.At(row) + s.Rejected.At(row)
		want := s.Records.At(row)
		if lines, ok := s.Lines.Get(row); ok {
			sum, want = sum+s.Blank.At(row)+s.Ignored.At(row), lines
		}
		if sum != want {
			r.t.Errorf("%s: fates add up to %d of %d", s.Path.At(row), sum, want)
		}
		kept += s.Kept.At(row)
	}
	events := map[table.Place]int{}
	for row := range r.set.Events.Len() {
		p := r.set.Events.Place(row)
		if p.Line > 0 && !strings.HasPrefix(r.set.Events.Kind.At(row), "progress") {
			if events[p]++; events[p] > 1 {
				r.t.Errorf("line %d of %s has two events", p.Line, r.files[p.Source].Path)
			}
		}
	}
	if n := int64(r.set.Events.Len()); n != kept {
		r.t.Errorf("%d events of %d records that count", n, kept)
	}
}

// findings are the codes that were found, sorted, each once.
func (r *read) findings() []string {
	var out []string
	for row := range r.set.Findings.Len() {
		out = append(out, r.set.Findings.Code.At(row))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rows renders the named columns of a table, null as "-", one string a row. Rows
// that have no value in any of them are left out.
func (r *read) rows(of string, names ...string) []string {
	r.t.Helper()
	v := reflect.ValueOf(r.set).Elem().FieldByName(of)
	var out []string
	for row := range int(v.Addr().MethodByName("Len").Call(nil)[0].Int()) {
		var cells []string
		given := false
		for _, name := range names {
			text, ok := cell(r.t, v, row, name)
			given = given || ok
			cells = append(cells, text)
		}
		if given {
			out = append(out, strings.Join(cells, " "))
		}
	}
	return out
}

func cell(t testing.TB, v reflect.Value, row int, name string) (text string, given bool) {
	t.Helper()
	for _, field := range reflect.VisibleFields(v.Type()) {
		if field.Tag.Get("col") != name {
			continue
		}
		got := v.FieldByIndex(field.Index).Addr().MethodByName("Get").Call([]reflect.Value{reflect.ValueOf(row)})
		if !got[1].Bool() {
			return "-", false
		}
		if when := got[0].MethodByName("Format"); when.IsValid() {
			return when.Call([]reflect.Value{reflect.ValueOf("15:04:05.000")})[0].String(), true
		}
		return fmt.Sprint(got[0].Interface()), true
	}
	t.Fatalf("no column %s", name)
	return "", false
}

// want compares rows with what they should be.
func want(t testing.TB, what string, got []string, lines ...string) {
	t.Helper()
	if !slices.Equal(got, lines) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(lines, "\n     "))
	}
}
