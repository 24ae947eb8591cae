package recall

import (
	"fmt"
	"testing"

	"runreport/analyze/recall/recalltest"
	"runreport/ingest/table"
)

// Of the lists of a run those in its last folder count, and of these BUGS.md before a manifest.
func TestTheListOfARun(t *testing.T) {
	const doc, manifest = recalltest.Document, recalltest.Manifest
	for _, c := range []struct {
		name  string
		lists [][2]string // path and kind
		want  string
	}{
		{"one", [][2]string{{"a/BUGS.md", doc}}, "a/BUGS.md"},
		{"a manifest alone", [][2]string{{"a/manifest.json", manifest}}, "a/manifest.json"},
		{"a manifest behind it", [][2]string{{"a/BUGS.md", doc}, {"a/manifest.json", manifest}}, "a/BUGS.md"},
		{"a manifest before it", [][2]string{{"a/a.json", manifest}, {"a/b.md", doc}}, "a/b.md"},
		{"two manifests", [][2]string{{"a/a.json", manifest}, {"a/b.json", manifest}}, "a/a.json"},
		{"two folders", [][2]string{{"a/BUGS.md", doc}, {"b/BUGS.md", doc}}, "b/BUGS.md"},
		{"a manifest in the last folder", [][2]string{{"a/BUGS.md", doc}, {"b/manifest.json", manifest}}, "b/manifest.json"},
	} {
		s := &table.Set{}
		for _, l := range c.lists {
			recalltest.AddList(s, l[0], "r", l[1], "B1 | a.go:1")
		}
		own := newRecomputer(s, nil).own
		got := ""
		if f := own["r"]; f != nil {
			got = f.path
		}
		if got != c.want || len(own) != 1 {
			t.Errorf("%s: %q of %d runs, want %q", c.name, got, len(own), c.want)
		}
	}
}

// A benchmark of one side has no further sentence, whatever is known of that side.
func TestSentenceOfOneSide(t *testing.T) {
	run := []taken{{found: 9, missed: 3}} // a bug is 0.08, above the floor
	for name, b := range map[string]benchOf{
		"chi: no comparison, not measured after the lever.": {name: "chi", pre: run}, "chi: no comparison, not measured before the lever.": {name: "chi", post: run},
	} {
		row := worked(t, Options{}, cycleOf{benches: []benchOf{b}}).Cycles[0].Benchmarks[0]
		if row.Sentence != name || !row.OneBug.OK {
			t.Errorf("%q, want %q; a bug is %v", row.Sentence, name, row.OneBug)
		}
	}
}

// A run that two measurements claim is that of neither.
func TestOneRunOfTwoMeasurements(t *testing.T) {
	one := setupRun{cycle: "c", benchmark: "chi", side: "pre", runner: "lab", fate: "used", found: 1, missed: 1}
	s, units, _ := setupsOf(t, one, one)
	for claimed := range 2 {
		if claimed == 1 { // both windows hold the first run alone
			s.Measurements.StartedAt.Set(1, s.Measurements.StartedAt.At(0))
			s.Measurements.EndedAt.Set(1, s.Measurements.EndedAt.At(0))
		}
		links := Link(s, units)
		var got []string
		for row := range 2 {
			j := links.byRow[row]
			got = append(got, fmt.Sprintf("%t %t %q", j.unit != nil, j.recomputed != nil, j.why))
		}
		want := [2]string{`true true ""`, fmt.Sprintf("false false %q", UnlinkedShared)}[claimed]
		if got[0] != want || got[1] != want {
			t.Errorf("claimed twice %t: %q, want %q", claimed == 1, got, want)
		}
	}
}

// Of several lists whose paths fit to the end of a written one the longest fit counts.
func TestTheLongestFit(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  string
		why   string
	}{
		{[]string{"a/b.md", "y/a/b.md"}, "y/a/b.md", ""},
		{[]string{"y/a/b.md", "z/a/b.md"}, "y/a/b.md", ""},
		{[]string{"z/a/b.md", "w/a/b.md"}, "", ReferenceAmbiguous},
		{[]string{"z/c/b.md"}, "", ReferenceNotRead},
	} {
		f, why := byPath(bugFiles(listsAt(c.files...))).byEnd([]string{"y", "a", "b.md"})
		got := ""
		if f != nil {
			got = f.path
		}
		if got != c.want || why != c.why {
			t.Errorf("%q: %q, %q; want %q, %q", c.files, got, why, c.want, c.why)
		}
	}
}

// Two lists of one run and folder are beside each other where one is BUGS.md and the other a manifest.
func TestListsBesideEachOther(t *testing.T) {
	a, b, c := &bugFile{kind: table.ListDocument}, &bugFile{kind: table.ListManifest}, &bugFile{kind: table.ListManifest}
	a.near, b.near = []*bugFile{a, b}, []*bugFile{a, b}
	if a.beside() != b || b.beside() != a {
		t.Error("the two are not beside each other")
	}
	b.near, c.near = []*bugFile{b, c}, []*bugFile{b, c}
	if b.beside() != nil || c.beside() != nil {
		t.Error("two manifests are beside each other")
	}
	a.near, b.near = []*bugFile{a}, []*bugFile{a, b, c}
	if a.beside() != nil || b.beside() != nil {
		t.Error("one alone, or one of three, has a list beside it")
	}
}

// Of several descriptions of a bug the one that fits best counts, wherever it stands.
func TestTheBestDescription(t *testing.T) {
	own := listOf("R | a.go:10 | Lock leaks")[0]
	for _, lists := range [][]recalltest.Bug{{"B | a.go:10 | Lock leaks", "B | a.go:13 | Lock leaks"}, {"B | a.go:13 | Lock leaks", "B | a.go:10 | Lock leaks"}} {
		p, ok := compareBugs(listOf(lists...)[0], own, false)
		if !ok || p.lineGap != 0 || p.similar != 1 {
			t.Errorf("%q: %+v, %t", lists, p, ok)
		}
	}
}
