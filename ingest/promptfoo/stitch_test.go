package promptfoo

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Copies of an eval collapse into the one with the most rows, and a file of which nothing could
// be read is no eval.
func TestCopiesOfAnEval(t *testing.T) {
	file := func(path, evalID string, rows ...string) *record.File {
		f := &record.File{Path: path, Format: &record.Format{}}
		if evalID != "" {
			f.AddObject(evalKind, []byte(`{"evalId":"`+evalID+`"}`), 1)
		}
		for _, r := range rows {
			f.AddObject(rowKind, []byte(r), 2)
		}
		return f
	}
	const one, two = `{"promptIdx":0,"testIdx":0}`, `{"promptIdx":0,"testIdx":1}`
	for _, c := range []struct {
		name  string
		files []*record.File
		want  []string // the file of each column, and the superseded ones
	}{
		{"nothing read", []*record.File{file("a", "")}, nil},
		{"nothing read, beside an eval", []*record.File{file("a", ""), file("b", "e", one)}, []string{"b"}},
		{"a head alone", []*record.File{file("a", "e")}, []string{"a"}},
		{"two evals", []*record.File{file("a", "e", one), file("b", "f", one)}, []string{"a", "b"}},
		{"two files without an id", []*record.File{file("a", "", one), file("b", "", one)}, []string{"a", "b"}},
		{"the longer one first", []*record.File{file("a", "e", one, two), file("b", "e", one)}, []string{"a over b"}},
		{"the longer one last", []*record.File{file("a", "e", one), file("b", "e", one, two)}, []string{"b over a"}},
		{"as long as each other", []*record.File{file("a", "e", one), file("b", "e", one)}, []string{"a over b"}},
		{"three", []*record.File{file("a", "e", one), file("b", "e", one, two), file("c", "e")}, []string{"b over a c"}},
		{"two columns", []*record.File{file("a", "e", `{"promptIdx":1,"testIdx":0}`, one), file("b", "e", one)}, []string{"a over b", "a"}},
	} {
		var got []string
		for _, u := range stitch(c.files) {
			text := strings.Join(u.Files, " ")
			if len(u.Superseded) > 0 {
				text += " over " + strings.Join(u.Superseded, " ")
			}
			got = append(got, text)
			head := slices.IndexFunc(c.files, func(f *record.File) bool { return f.Path == u.Files[0] && f.Records[0].Is(evalKind.Name) }) >= 0
			if (len(u.Related) == 1) != head || slices.Contains(u.Records, nil) || slices.Contains(u.Related, nil) {
				t.Errorf("%s: a column with %d records beside it, and its eval has a head: %v", c.name, len(u.Related), head)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for _, f := range c.files {
			old := strings.Contains(strings.Join(got, ","), "over") && !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, f.Path) })
			for _, r := range f.Records {
				if (r.Fate == record.Superseded) != old {
					t.Errorf("%s: records of %s are superseded: %v, want %v", c.name, f.Path, !old, old)
				}
			}
		}
	}
}
