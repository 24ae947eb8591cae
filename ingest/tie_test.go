package ingest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Of a log that lies in two parts the later row is left out. One that the links of its part do not
// name, as where they are forged, stays.
func TestLogsThatAreLeftOut(t *testing.T) {
	all := newTies(2)
	for part := range 2 {
		if _, err := all.add(part, &record.File{Path: "a.jsonl"}, "kahn/2026-04", 1); err != nil {
			t.Fatal(err)
		}
	}
	at := dataset.Place{Table: table.LogsName, System: "kahn", Month: "2026-04"}
	if left := all.left(0, at); left.All || left.Of != nil {
		t.Errorf("of the first part %v is left out", left)
	}
	left := all.left(1, at).Of
	if !left(table.SourceID("a.jsonl")) || left(table.SourceID("b.jsonl")) {
		t.Error("of the second part another log than the one that is there twice is left out")
	}
}

// tied are the files that are open when parts are put together. Each part is written as its
// files, each as path=name:value,name:value, where <folder stands for a folder that its units
// look for others in.
func tied(t *testing.T, parts ...string) (open []string) {
	t.Helper()
	all := newTies(len(parts))
	for part, files := range parts {
		for field := range strings.FieldsSeq(files) {
			path, names, _ := strings.Cut(field, "=")
			x, err := all.add(part, &record.File{Path: path}, "kahn/2026-04", 7)
			if err != nil {
				t.Fatal(err)
			}
			x.places = []string{"kahn/2026-04"}
			for link := range strings.SplitSeq(names, ",") {
				if folder, below := strings.CutPrefix(link, "<"); below {
					x.below = folder
				} else if name, value, ok := strings.Cut(link, ":"); ok {
					all.name(x, hashOf(name), hashOf(value))
				}
			}
		}
	}
	all.close()
	for _, x := range all.files {
		if x.open {
			open = append(open, x.file.Path)
		}
	}
	if all.count() != len(open) {
		t.Errorf("%d files are open, %d are counted", len(open), all.count())
	}
	for part := range parts {
		left := all.left(part, dataset.Place{Table: "runs", System: "kahn", Month: "2026-04"})
		for _, x := range all.files {
			if got := left.Of != nil && left.Of(table.SourceID(x.file.Path)); got != x.open && slices.Contains(x.parts, part) {
				t.Errorf("rows of %s in part %d are left out: %v", x.file.Path, part, got)
			}
		}
	}
	slices.Sort(open)
	return open
}

// Files are put together again where a name ties them to files of another part: one name with
// different values. What ties the files of one part alone stays as it is.
func TestFilesThatAreTied(t *testing.T) {
	for _, c := range []struct{ name, one, other, want string }{
		{"no names", "a b", "c", ""},
		{"one name in one part", "a=run:1 b=run:2", "c", ""},
		{"one name in two parts", "a=run:1", "b=run:2", "a b"},
		{"one name of one value", "a=run:1", "b=run:1", ""},
		{"a third file of the same value", "a=run:1 b=run:1", "c=run:2", "a b c"},
		{"tied by two names", "a=run:1 b=job:1", "c=run:2,job:2 d", "a b c"},
		{"tied over a file between", "a=run:1 b=run:2,job:1 e=x:1", "c=job:2", "a b c"},
		{"a copy in both parts", "a=run:1", "a=run:1 b", "a"},
		{"a copy and what belongs to it", "a=run:1 b=run:2", "a=run:1", "a b"},
		{"a folder below which both parts have files", "n/a=<n/", "n/b m/c", "n/a"},
		{"a folder of one part", "n/a=<n/ n/b", "m/c", ""},
		{"a folder of a name that begins alike", "n/a=<n/", "n2/b", ""},
		{"all folders", "n/a=<./", "m/c", "n/a"},
		{"two files that look below one folder", "n/a=<n/ n/z=<n/", "n/b", "n/a n/z"},
	} {
		for _, parts := range [][]string{{c.one, c.other}, {c.other, c.one}, {c.one, c.other, "zz"}} {
			if got := strings.Join(tied(t, parts...), " "); got != c.want {
				t.Errorf("%s, parts %q: open are %q, want %q", c.name, parts, got, c.want)
			}
		}
	}
}

// Two parts with different content of one file are no parts of one reading.
func TestFilesOfDifferentContent(t *testing.T) {
	all := newTies(2)
	for part, want := range []error{nil, history.ErrOverlap} {
		if _, err := all.add(part, &record.File{Path: "a.jsonl"}, "", int64(part)); !errors.Is(err, want) {
			t.Errorf("in part %d: %v, want %v", part, err, want)
		}
	}
}
