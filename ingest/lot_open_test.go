package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/tie"
)

// Files that are read a second time, since a unit of theirs goes on in another lot, are read as far as
// they were the first time.
func TestFilesThatGrowBetweenTwoReadings(t *testing.T) {
	row := "run,test,status,begin\nn1,x,ok,2026-05-01T02:00:00Z\n"
	logs := night{"a/one.csv": []byte(row), "a/two.csv": []byte(row), "c/three.csv": []byte(row)}
	dir := filepath.Join(t.TempDir(), "logs")
	logs.write(t, dir)
	o := Options{Paths: []string{dir}, Jobs: 1, Mappings: []*Mapping{ownMapping}, sealAfter: -1}
	want := read(t, o)
	again := 0
	o.sealAfter, o.lotFiles = 0, -1
	o.Progress = func(stage string, done, total int) {
		switch {
		case stage == "reading again" && done == total:
			again = total
		case stage == "telling units apart":
			if err := os.WriteFile(filepath.Join(dir, "a", "one.csv"), []byte(row+"n7,y,ok,2026-05-01T02:00:00Z\n"), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	compareReadings(t, "lots of one", want, read(t, o))
	if again == 0 {
		t.Error("no file is read again")
	}
}

// Two files share a link where both are of one system and neither is sealed while it is read.
func TestFilesThatShareALink(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	night{
		"jobs/a/result.json": smallLog(t, "harbor/smoke/hello__a1/result.json"),
		"jobs/b/result.json": smallLog(t, "harbor/smoke/climb__d4/result.json"),
		"k/1.jsonl":          []byte(kahnLog),
		"k/2.jsonl":          []byte(kahnLog),
		"n/notes.txt":        []byte("nothing of interest\n"),
		"x/shop.xml":         smallLog(t, "junit/2026-05-01/shop.xml"),
	}.write(t, dir)
	files := decodeFiles(t, dir)
	files = append(files, nil)
	for i, a := range files {
		for k, b := range files[:len(files)-1] {
			if i == k {
				continue
			}
			if got, want := shareLink(a, b), i+k == 1; got != want { // the first two, in any order
				t.Errorf("files %d and %d share a link: %t", i, k, got)
			}
		}
	}
}

// A database and the parts of it that lie in files of their own are tied, whatever else they are.
func TestDatabasesAreTiedToTheirParts(t *testing.T) {
	var format *record.Format
	for _, s := range Systems {
		if i := slices.IndexFunc(s.Formats, func(f *record.Format) bool { return f.Container == record.Database }); i >= 0 {
			format = s.Formats[i]
		}
	}
	files := []*record.File{
		{Path: "logs/a.db", Dir: "logs", Format: format}, {Path: "logs/a.db-wal", Dir: "logs"}, {Path: "logs/b.db-wal", Dir: "logs"},
		{Path: "logs/a.jsonl", Dir: "logs", Format: systemLines(format.System)},
	}
	all, linkers := tie.New(2), []*linker{newLinker(), newLinker()}
	for part, own := range [][]*record.File{files[:1], files[1:]} {
		for _, f := range own {
			linkers[part].add(f, 0, "")
		}
		linkers[part].tie(own, nil)
		if err := linkers[part].addTo(all, part); err != nil {
			t.Fatal(err)
		}
	}
	all.Decide()
	for path, want := range map[string]bool{"logs/a.db": true, "logs/a.db-wal": true, "logs/b.db-wal": false, "logs/a.jsonl": false} {
		if got := all.Of(path).Open; got != want {
			t.Errorf("%s is tied to a file of the other part: %t", path, got)
		}
	}
	l := linkers[1]
	if names := l.files["logs/a.jsonl"].named(); slices.ContainsFunc(names, func(n tie.Link) bool { return n.Name == hashOf("database\x00logs/a.jsonl") }) {
		t.Error("a log that is no database has the name of one")
	}
}

// systemLines is a format of the system whose files are no databases.
func systemLines(system string) *record.Format {
	return &record.Format{Name: "lines", System: system, Container: record.Lines}
}
