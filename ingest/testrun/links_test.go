package testrun

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Reports of one subject are tied, so that all of them are named alike; a report with times is tied to its
// copies, and reports that are parts of a run by their folder. One without records is tied to its folder only.
func TestLinksOfReports(t *testing.T) {
	names := func(links []record.Link) (all []string) {
		for _, l := range links {
			name, about, _ := strings.Cut(l.Name, "\x00")
			if name == "records" {
				about = "…"
			}
			all = append(all, strings.TrimSpace(name+" "+about+" "+l.Value))
		}
		return all
	}
	yes, no := func(*record.File) bool { return true }, func(*record.File) bool { return false }
	empty := &record.File{Path: "logs/shop/2026-05-01/junit.xml", Dir: "logs/shop/2026-05-01"}
	f := &record.File{Path: empty.Path, Dir: empty.Dir, Records: []*record.Record{{}}}
	named := &record.File{Path: "logs/shop/2026-05-01/api.xml", Dir: empty.Dir, Records: f.Records}
	for _, c := range []struct {
		name string
		got  []record.Link
		want []string
	}{
		{"no record", Links(empty, yes), nil},
		{"no record, by its folder", FolderLinks(empty, yes), []string{"folder logs/shop/2026-05-01"}},
		{"without times", Links(f, no), []string{"subject shop is logs/shop"}},
		{"with times", Links(f, yes), []string{"subject shop is logs/shop", "records …"}},
		{"by its name", Links(named, no), []string{"subject shop/api is logs/shop/api"}},
		{"by its folder", FolderLinks(named, no), []string{"subject shop is logs/shop", "folder logs/shop/2026-05-01"}},
	} {
		if got := names(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	one, two := &record.File{}, &record.File{}
	for i := range 3 {
		r := &record.Record{}
		r.Sum.Hi, r.Sum.Lo = uint64(i), uint64(10*i)
		one.Records, two.Records = append(one.Records, r), slices.Insert(two.Records, 0, r)
	}
	if sumOf(one) == sumOf(two) || sumOf(one) != sumOf(&record.File{Records: slices.Clone(one.Records)}) {
		t.Error("the order of records does not count, or something else does")
	}
	for path, want := range map[string]string{
		"a/junit.xml": "junit", "a/b.tests.xml": "b.tests", "x": "x", ".xml": "",
	} {
		if got := FileID(&record.File{Path: path}); got != want {
			t.Errorf("%s is named %q, want %q", path, got, want)
		}
	}
	a, b := &record.File{Path: "a", Dir: "d", Records: f.Records}, &record.File{Path: "b", Dir: "e", Records: f.Records}
	u := Unit("junit", "id", "why", map[string][]string{"a": {"c"}}, a, b)
	if u.System != "junit" || u.Kind != UnitKind || u.ID != "id" || u.Home != "d" || u.Evidence != "why" ||
		!slices.Equal(u.Files, []string{"a", "b"}) || !slices.Equal(u.Superseded, []string{"c"}) ||
		len(u.Records) != 2 {
		t.Errorf("a unit is %+v", u)
	}
}
