package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/tie"
)

// What lies in a folder that is not entered is passed over, up to where the folder ends.
func TestFoldersThatArePassedOver(t *testing.T) {
	var p passReason
	for _, c := range []struct {
		folder string
		want   passReason
	}{
		{"a/src", passReason{}}, {"a/.git", passReason{"a/.git", ".git"}},
		{"a/.git/node_modules", passReason{"a/.git", ".git"}}, {"a/.gitx", passReason{}},
		{"a/node_modules", passReason{"a/node_modules", "node_modules"}},
		{"b", passReason{}}, {"b/__MACOSX", passReason{"b/__MACOSX", "__MACOSX"}},
		{"b/__MACOSX/x/y", passReason{"b/__MACOSX", "__MACOSX"}},
	} {
		p.enter(c.folder, c.folder[strings.LastIndexByte(c.folder, '/')+1:])
		if p != c.want || p.at(c.folder+"/f") != c.want {
			t.Errorf("in %s: %+v, want %+v", c.folder, p, c.want)
		}
	}
	if at := (passReason{"a/.git", ".git"}); at.at("a/.gitx") != (passReason{}) || at.at("a/.git") != at {
		t.Error("a folder goes on behind its name, or is none of its own")
	}
	for _, c := range []struct {
		o     Options
		shown string
		want  passReason
	}{
		{Options{}, "logs/a.jsonl", passReason{}},
		{Options{Exclude: []string{"*.jsonl"}}, "logs/x/a.jsonl", passReason{"logs/x", byExclude}},
		{Options{Include: []string{"x/*"}}, "logs/x/a", passReason{}},
		{Options{Include: []string{"x/*"}}, "logs/y/a", passReason{"logs/y", byInclude}},
		{Options{Include: []string{"*"}, Exclude: []string{"a"}}, "logs/a", passReason{"logs", byExclude}},
		{Options{Exclude: []string{"logs"}}, "logs", passReason{"", byExclude}},
	} {
		if got := c.o.unwanted(c.shown); got != c.want {
			t.Errorf("%+v of %s: %+v, want %+v", c.o.Exclude, c.shown, got, c.want)
		}
	}
	for shown, want := range map[string]string{"logs/a/b": "a/b", "logs": "logs", "logs/": "logs/", "/a": "a"} {
		if got := below(shown); got != want {
			t.Errorf("%s below its argument is %s, want %s", shown, got, want)
		}
	}
}

// Shards that are missing, in words.
func TestMissingShardsInWords(t *testing.T) {
	m := merger{of: 4, have: map[int]bool{2: true, 3: true}}
	if got := fmt.Sprint(m.missing()); got != "[1 4]" {
		t.Errorf("missing %s", got)
	}
	if got := (&merger{}).missing(); got != nil {
		t.Errorf("of lists of files %v are missing", got)
	}
	for n, want := range map[int]string{0: "0 shards", 1: "1 shard", 2: "2 shards"} {
		if got := shardsWord(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	if got := numbers([]int{3, 1, 20}); got != "3, 1, 20" || numbers(nil) != "" {
		t.Errorf("numbers %s", got)
	}
}

// Names that tie files together stand once each, sorted; one without a value has that of the file itself.
func TestNamesOfLinkedFiles(t *testing.T) {
	x := &linkedFile{file: &record.File{Path: "a"}}
	for _, l := range []record.Link{
		{Name: "n", Value: "v"}, {Name: "m"}, {Name: "n", Value: "v"}, {Name: "n", Value: "a"}, {Name: "m", Value: "a"},
	} {
		x.name(hashOf(l.Name), l.Value)
	}
	got := x.named()
	sorted := slices.IsSortedFunc(got, func(a, b tie.Link) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
	})
	if len(got) != 3 || !sorted {
		t.Errorf("names %v", got)
	}
	if !slices.Contains(got, tie.Link{Name: hashOf("m"), Value: hashOf("a")}) ||
		!slices.Contains(got, tie.Link{Name: hashOf("n"), Value: hashOf("v")}) {
		t.Errorf("names %v", got)
	}
}

// The progress of a stage is told, of how many there are.
func TestProgressOfAStage(t *testing.T) {
	var told []string
	o := Options{Jobs: 1, Progress: func(stage string, n, of int) { told = append(told, fmt.Sprint(stage, n, of)) }}
	if err := forEach(context.Background(), o, "s", 2, func(int) {}); err != nil || !slices.Equal(told, []string{"s0 2", "s1 2", "s2 2"}) {
		t.Errorf("told %q, %v", told, err)
	}
	if err := forEach(context.Background(), Options{}, "s", 2, func(int) {}); err != nil {
		t.Error(err)
	}
}

// Stored groups are kept, the newest first, unless they have changed or are no more than twice as
// many units as are added beside them.
func TestKeptGroups(t *testing.T) {
	for _, c := range []struct {
		units []int // of each group, in the order of their numbers
		left  int   // the group of which a unit was not taken; -1: none
		added int
		want  string // of the groups that are kept
		total int    // units that are added in the end
	}{
		{[]int{5}, -1, 0, "1", 0}, {[]int{5}, 0, 0, "", 5}, {[]int{5}, -1, 2, "1", 2}, {[]int{4}, -1, 2, "", 6},
		{[]int{20, 3}, -1, 2, "1", 5}, {[]int{10, 3}, -1, 2, "", 15}, {[]int{5, 3}, -1, 0, "1 2", 0},
		{[]int{7, 3}, 1, 0, "1", 3}, {[]int{6, 3}, 1, 0, "", 9},
	} {
		s := &sealStore{}
		for i, n := range c.units {
			g := &storedGroup{Group: dataset.Group{System: "kahn", Month: "2026-04", Number: int64(i + 1)}}
			for range n {
				g.units = append(g.units, &sealedUnit{taken: true})
			}
			if i == c.left {
				g.units[0].taken = false
			}
			s.groups = append(s.groups, g)
		}
		place := dataset.Group{System: "kahn", Month: "2026-04"}
		added, keep := map[dataset.Group]int{}, map[dataset.Group]bool{}
		if c.added > 0 {
			added[place] = c.added
		}
		s.chooseKept(added, keep)
		var got []string
		for i := range c.units {
			if keep[dataset.Group{System: "kahn", Month: "2026-04", Number: int64(i + 1)}] {
				got = append(got, fmt.Sprint(i+1))
			}
		}
		if strings.Join(got, " ") != c.want || added[place] != c.total {
			t.Errorf("%v, %d added: kept %q, %d added; want %s, %d", c.units, c.added, got, added[place], c.want, c.total)
		}
	}
	(*storedGroup)(nil).change() // a unit that is in none
}

// A file has the format of the database that it lies beside, if that is one.
func TestFilesBesideADatabase(t *testing.T) {
	db, lines := &record.Format{Name: "db", Container: record.Database}, &record.Format{Name: "lines", Container: record.Lines}
	for _, c := range []struct {
		name  string
		files []*record.File
		want  *record.Format // of the first
	}{
		{"beside it", []*record.File{{Path: "a.db-wal"}, {Path: "a.db", Format: db, Group: "g"}}, db},
		{"beside a log", []*record.File{{Path: "a.db-wal"}, {Path: "a.db", Format: lines}}, nil},
		{"beside a file that nobody claims", []*record.File{{Path: "a.db-wal"}, {Path: "a.db"}}, nil},
		{"alone", []*record.File{{Path: "a.db-wal"}}, nil},
		{"beside another", []*record.File{{Path: "a.db-wal"}, {Path: "b.db", Format: db}}, nil},
		{"of a format", []*record.File{{Path: "a.db-wal", Format: lines}, {Path: "a.db", Format: db}}, lines},
		{"another ending", []*record.File{{Path: "a.db-x"}, {Path: "a.db", Format: db}}, nil},
	} {
		claimBeside(c.files)
		if c.files[0].Format != c.want || (c.files[0].Group == "g") != (c.want == db) {
			t.Errorf("%s: %+v", c.name, c.files[0].Format)
		}
	}
	if got := tableNames(&source.Head{}); got != "no tables" {
		t.Errorf("a database without tables: %s", got)
	}
}

// What is known of a file's content: its hash, that of its beginning, and whether it ends with a line.
func TestHashOfContent(t *testing.T) {
	sum := func(s string) string { b := sha256.Sum256([]byte(s)); return hex.EncodeToString(b[:]) }
	dir := tree(t, map[string]string{"a": "one\ntwo\n", "b": "one\ntwo", "c": ""})
	for _, c := range []struct {
		file         string
		size, known  int64
		begins, all  string
		whole, fault bool
	}{
		{"a", 8, 0, "", "one\ntwo\n", true, false}, {"a", 8, 4, "one\n", "one\ntwo\n", true, false},
		{"a", 8, 8, "one\ntwo\n", "one\ntwo\n", true, false}, {"a", 8, 9, "", "one\ntwo\n", true, false},
		{"a", 6, 4, "one\n", "one\ntw", false, false}, {"b", 7, 3, "one", "one\ntwo", false, false},
		{"c", 0, 0, "", "", false, false}, {"a", 9, 4, "one\n", "one\ntwo\n", false, true},
	} {
		x := content{State: history.State{Size: c.size}}
		err := x.hash(newFound("", "", filepath.Join(dir, c.file)), c.known)
		if x.begins != sum(c.begins) || x.SHA256 != sum(c.all) || x.WholeLine != c.whole || (err != nil) != c.fault {
			t.Errorf("%+v: %+v, %v", c, x, err)
		}
	}
	if err := new(content).hash(newFound("", "", filepath.Join(dir, "gone")), 0); err == nil {
		t.Error("a file that is gone has a hash")
	}
}

// Problems are told once for a file; links that are left alone are none.
func TestProblemsOfReadings(t *testing.T) {
	res := &Result{}
	res.sum([]found{{shown: "a"}, {shown: "b"}, {shown: "c"}}, []outcome{{read: 3, checked: 5}, {fault: errLink, read: 1}, {fault: io.ErrUnexpectedEOF, checked: 1}})
	res.addFaults([]Problem{{"c", io.EOF}, {"d", io.EOF}, {"d", io.EOF}})
	var got []string
	for _, p := range res.Problems {
		got = append(got, p.Path+" "+p.Err.Error())
	}
	if want := []string{"c unexpected EOF", "d EOF"}; !slices.Equal(got, want) || res.Read != 4 || res.Checked != 6 {
		t.Errorf("problems %q, %d bytes read, %d checked", got, res.Read, res.Checked)
	}
	files := []*record.File{{Path: "a"}, {Path: "b"}, {Path: "c"}}
	kept, dropped := dropExpired(files, []reading{{}, {dropped: true}, {}})
	if len(kept) != 2 || kept[1].Path != "c" || kept[1].Index != 1 || dropped != 1 {
		t.Errorf("%d files are kept, %d dropped", len(kept), dropped)
	}
	res.addOlder(map[string]bool{"x/a": true, "x/b": true, "y": true})
	want := []Passed{{Folder: "", Why: bySince, Files: 1}, {Folder: "x", Why: bySince, Files: 2}}
	if !slices.EqualFunc(res.Passed, want, func(a, b Passed) bool {
		return a.Folder == b.Folder && a.Why == b.Why && a.Files == b.Files
	}) {
		t.Errorf("passed over %+v, want %+v", res.Passed, want)
	}
}

// A unit is put together again if another, or a record that waits, begins alike, or if records of its name lack
// their beginning.
func TestContinuedUnits(t *testing.T) {
	at := func(m int) time.Time { return time.Date(2026, 4, 1, 0, m, 0, 0, time.UTC) }
	kind := (&record.Kind{Name: "k"}).Compile()
	sealing := &record.Format{System: "kahn", Seal: &record.Seal{
		Key:    func(r *record.Record) string { return r.Name },
		Begins: func(r *record.Record) bool { return r.Line == 1 }, Ends: func(*record.Record) bool { return false },
	}}
	rec := func(name string, line int64, when time.Time) *record.Record {
		return &record.Record{Kind: kind, Name: name, Line: line, At: when}
	}
	unit := func(f *record.File, name string, when time.Time) *sealedUnit {
		first := rec(name, 1, when)
		return &sealedUnit{file: f, name: name, standIn: &record.PackStandIns([]*record.Record{first}, slices.Clone).Unpack(f)[0]}
	}
	f := &record.File{Path: "a", Format: sealing}
	for _, c := range []struct {
		name    string
		units   []*sealedUnit
		records []*record.Record
		want    int
	}{
		{"alone", []*sealedUnit{unit(f, "x", at(1))}, nil, 0},
		{"two of one name and time", []*sealedUnit{unit(f, "x", at(1)), unit(f, "x", at(1))}, nil, 2},
		{"of another time", []*sealedUnit{unit(f, "x", at(1)), unit(f, "x", at(2))}, nil, 0},
		{"of another name", []*sealedUnit{unit(f, "x", at(1)), unit(f, "y", at(1))}, nil, 0},
		{"a beginning that waits", []*sealedUnit{unit(f, "x", at(1))}, []*record.Record{rec("x", 1, at(1))}, 1},
		{"another beginning", []*sealedUnit{unit(f, "x", at(1))}, []*record.Record{rec("x", 1, at(5))}, 0},
		{"a beginning, and what follows", []*sealedUnit{unit(f, "x", at(1))}, []*record.Record{rec("x", 1, at(5)), rec("x", 2, at(6))}, 0},
		{"without its beginning", []*sealedUnit{unit(f, "x", at(1)), unit(f, "y", at(1))}, []*record.Record{rec("x", 2, at(5))}, 1},
		{"a beginning without a time", []*sealedUnit{unit(f, "x", at(1))}, []*record.Record{rec("x", 1, time.Time{})}, 1},
		{"a stand-in", []*sealedUnit{unit(f, "x", at(1))}, []*record.Record{&record.PackStandIns([]*record.Record{rec("x", 2, at(5))}, slices.Clone).Unpack(f)[0]}, 0},
	} {
		s := &sealer{units: c.units}
		f.Records = c.records
		waiting := &record.File{Format: &record.Format{System: "kahn"}, Records: []*record.Record{rec("x", 2, at(1))}}
		if got, _ := s.continued([]*record.File{waiting, {}, f}); len(got) != c.want {
			t.Errorf("%s: %d units, want %d", c.name, len(got), c.want)
		}
	}
}
