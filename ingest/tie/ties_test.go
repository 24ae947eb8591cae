package tie

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Of a log that lies in two parts the later row is left out. One that the links of its part do not
// name, as where they are forged, stays.
func TestLogsThatAreLeftOut(t *testing.T) {
	all := New(2)
	for part := range 2 {
		if _, err := all.Add(part, &record.File{Path: "a.jsonl"}, "kahn/2026-04", 1); err != nil {
			t.Fatal(err)
		}
	}
	at := dataset.Place{Table: table.LogsName, System: "kahn", Month: "2026-04"}
	if left := all.Left(0, at); left.All || left.Of != nil {
		t.Errorf("of the first part %v is left out", left)
	}
	left := all.Left(1, at).Of
	if !left(table.SourceID("a.jsonl")) || left(table.SourceID("b.jsonl")) {
		t.Error("of the second part another log than the one that is there twice is left out")
	}
}

// tied are the files that are open when parts are put together. Each part is written as its
// files, each as path=name:value,name:value, where <folder stands for a folder that its units
// look for others in, and -path for one that is only listed.
func tied(t *testing.T, parts ...string) (open []string) {
	t.Helper()
	all := New(len(parts))
	for part, files := range parts {
		for field := range strings.FieldsSeq(files) {
			if path, listed := strings.CutPrefix(field, "-"); listed {
				all.AddBeside(part, path)
				continue
			}
			path, names, _ := strings.Cut(field, "=")
			x, err := all.Add(part, &record.File{Path: path}, "kahn/2026-04", 7)
			if err != nil {
				t.Fatal(err)
			}
			x.Places = []string{"kahn/2026-04"}
			for link := range strings.SplitSeq(names, ",") {
				if folder, below := strings.CutPrefix(link, "<"); below {
					x.Below = folder
				} else if name, value, ok := strings.Cut(link, ":"); ok {
					all.Link(x, Link{int64(xxh3.HashString(name)), int64(xxh3.HashString(value))})
				}
			}
		}
	}
	slices.SortFunc(all.rest, func(a, b besideFile) int { return strings.Compare(a.path, b.path) })
	all.Decide()
	for _, x := range all.Files {
		if x.Open {
			open = append(open, x.Log.Path)
		}
	}
	if all.Count() != len(open) {
		t.Errorf("%d files are open, %d are counted", len(open), all.Count())
	}
	for part := range parts {
		left := all.Left(part, dataset.Place{Table: "runs", System: "kahn", Month: "2026-04"})
		for _, x := range all.Files {
			if got := left.Of != nil && left.Of(table.SourceID(x.Log.Path)); got != x.Open && slices.Contains(x.Parts, part) {
				t.Errorf("rows of %s in part %d are left out: %v", x.Log.Path, part, got)
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
		{"a folder of files that are only listed, in both parts", "n/a=<n/ -n/b", "m/c -n/c -o/d", "n/a"},
		{"a folder of files that are only listed, in one part", "n/a=<n/ -n/b -n/c", "m/c -o/d", ""},
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
	all := New(2)
	for part, want := range []error{nil, history.ErrOverlap} {
		if _, err := all.Add(part, &record.File{Path: "a.jsonl"}, "", int64(part)); !errors.Is(err, want) {
			t.Errorf("in part %d: %v, want %v", part, err, want)
		}
	}
}

// What a part says of its files has to name each of them once, and nothing else.
func TestLinksOfAPart(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 4, n, 0, 0, 0, 0, time.UTC) }
	file := func(l *table.Links, path string) {
		row := l.Add(table.Place{Source: int(table.SourceID(path))})
		l.Path.Set(row, path)
		l.Stored.Set(row, "kahn/2026-04")
		l.Content.Set(row, 5)
		l.Bytes.Set(row, 77)
		l.Link.SetText(row, "logs/to")
		l.Below.SetText(row, "n/")
		l.Places.Set(row, []string{"kahn/2026-04", "kahn/2026-05"})
		SetTime(&l.Last, row, day(3))
		SetTime(&l.First, row, day(1))
		SetTime(&l.Lone, row, day(2))
	}
	name := func(l *table.Links, path string, value int64) {
		row := l.Add(table.Place{Source: int(table.SourceID(path))})
		l.Name.Set(row, 9)
		l.Value.Set(row, value)
	}
	whole := &table.Links{}
	file(whole, "logs/a.jsonl")
	file(whole, "logs/b.jsonl")
	name(whole, "logs/a.jsonl", 1)
	name(whole, "logs/b.jsonl", 2)
	whole.Unit.Set(whole.Add(table.Place{}), "kahn:n1") // of a unit, not of a file
	all := New(1)
	if err := all.Read(0, whole, 2); err != nil || len(all.Files) != 2 {
		t.Fatalf("%d files, %v", len(all.Files), err)
	}
	x := all.Of("logs/a.jsonl")
	if f := x.Log; f.Path != "logs/a.jsonl" || f.Dir != "logs" || f.Bytes != 77 || f.Link != "logs/to" {
		t.Errorf("the file is %+v", f)
	}
	if x.Stored != "kahn/2026-04" || x.Content != 5 || x.Below != "n/" || !slices.Equal(x.Places, []string{"kahn/2026-04", "kahn/2026-05"}) {
		t.Errorf("%+v", x)
	}
	if want := (Span{Last: day(3), First: day(1), Lone: day(2)}); len(x.Times) != 1 || x.Times[0] != want {
		t.Errorf("times %v, want %v", x.Times, want)
	}
	all.Decide()
	if x.root() != all.Of("logs/b.jsonl").root() {
		t.Error("a name with two values does not tie the files")
	}
	for logs, want := range map[int]string{1: "it has 1 logs, and links of 2", 3: "it has 3 logs, and links of 2"} {
		if err := New(1).Read(0, whole, logs); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	other := &table.Links{}
	file(other, "logs/a.jsonl")
	name(other, "logs/c.jsonl", 1)
	if err := New(1).Read(0, other, 1); err == nil || err.Error() != "a link of a file that it does not have" {
		t.Errorf("a link of nothing: %v", err)
	}
	other = &table.Links{}
	file(other, "logs/a.jsonl")
	other.Content.Set(0, 6)
	if err := all.Read(0, other, 1); !errors.Is(err, history.ErrOverlap) {
		t.Errorf("different content of one file: %v", err)
	}
}

// Rows can be copied where in no part a time is far from those of the others. Of files that are not
// open the times are those of the first part that has them.
func TestPartsWithTimesThatAreFar(t *testing.T) {
	lone := func(year int) Span {
		at := time.Date(year, 4, 1, 0, 0, 0, 0, time.UTC)
		return Span{First: at, Lone: at}
	}
	for _, c := range []struct {
		parts [][]int // years of the files of each part
		want  bool
	}{
		{[][]int{{2026, 2026}, {2027}}, true},
		{[][]int{{2020}, {2026}}, true}, // each part has one time alone
		{[][]int{{2020, 2026}, {2026}}, false},
		{[][]int{{2026}, {2026, 2020}}, false},
	} {
		all := New(len(c.parts))
		for part, years := range c.parts {
			for n, year := range years {
				x, err := all.Add(part, &record.File{Path: fmt.Sprint(part, n)}, "", 0)
				if err != nil {
					t.Fatal(err)
				}
				x.Times = append(x.Times, lone(year))
			}
		}
		if got := all.Sound(); got != c.want {
			t.Errorf("%v: %t", c.parts, got)
		}
		all.Files[0].Open = true
		if got := all.Spans(); len(got) != len(all.Files)-1 || got[0] != all.Files[1].Times[0] {
			t.Errorf("%v: times of files that are not open: %v", c.parts, got)
		}
	}
}

// Where everything is put together again no row of a part is taken over but those of logs.
func TestWhatIsLeftWhereAllIsOpened(t *testing.T) {
	all := New(1)
	if _, err := all.Add(0, &record.File{Path: "a"}, "kahn/2026-04", 0); err != nil {
		t.Fatal(err)
	}
	at := func(name string) dataset.Place { return dataset.Place{Table: name, System: "kahn", Month: "2026-04"} }
	if left := all.Left(0, at(table.LinksName)); left.All || left.Of != nil {
		t.Errorf("links of a part without open files: %+v", left)
	}
	all.OpenAll()
	if !all.Left(0, at("runs")).All || !all.Left(0, at(table.LinksName)).All {
		t.Error("rows are taken over")
	}
	if left := all.Left(0, at(table.LogsName)); left.All || left.Of != nil {
		t.Errorf("of the logs is left out: %+v", left)
	}
}

// Nanoseconds end in 2262: a later time of a unit is stored as one that is as good as any later.
func TestStoredTimesOfLinks(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 7, 1, 0, 0, 0, 1, time.UTC) }
	for _, c := range []struct{ at, want time.Time }{
		{time.Time{}, time.Time{}},
		{at(2026), at(2026)},
		{at(2259), at(2259)},
		{at(2260), time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC)},
		{at(9999), time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		links := &table.Links{}
		row := links.Add(table.Place{})
		SetTime(&links.Last, row, c.at)
		if got := TimeOf(&links.Last, row); !got.Equal(c.want) {
			t.Errorf("%v is stored as %v, want %v", c.at, got, c.want)
		}
	}
}

// Times are stored as nanoseconds, those beyond the start of 2260 as that start: about as far as they go.
func TestStoredTimes(t *testing.T) {
	var c table.Int
	for row, at := range []time.Time{
		{}, time.Unix(1, 7), farTime, farTime.Add(1), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		SetTime(&c, row, at)
	}
	if _, ok := c.Get(0); ok {
		t.Error("no time is one")
	}
	far := time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano()
	if c.At(1) != 1_000_000_007 || c.At(2) != far || c.At(3) != far || c.At(4) != far {
		t.Errorf("times %d %d %d %d", c.At(1), c.At(2), c.At(3), c.At(4))
	}
}

// Open files are grouped by what they belong together with, in the order of their logs. Once they were moved to a part of
// their own, what they have in common is settled, unless they have a link there to a file of another part.
func TestGroupsOfOpenFiles(t *testing.T) {
	all := New(3)
	add := func(part, index int, links ...Link) *File {
		x, err := all.Add(part, &record.File{Index: index, Path: fmt.Sprint(index)}, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range links {
			all.Link(x, link)
		}
		return x
	}
	const unit, job, key = 1, 2, 3
	last := add(0, 9, Link{unit, 1})
	first := add(1, 2, Link{unit, 2})
	other, between := add(0, 4, Link{job, 4}), add(2, 3, Link{job, 3})
	third, alone := add(2, 7, Link{key, 7}), add(2, 8)
	groups := func() (got []string) {
		for _, group := range all.Groups() {
			var of []string
			for _, x := range group {
				of = append(of, x.Log.Path)
			}
			got = append(got, strings.Join(of, " "))
		}
		return got
	}
	all.Decide()
	if got := groups(); !slices.Equal(got, []string{"2 9", "3 4"}) {
		t.Errorf("groups %q", got)
	}
	for part, group := range [][]*File{{first, last}, {between, other}} {
		for _, x := range group {
			x.MoveTo(3 + part)
		}
	}
	all.Link(last, Link{key, 9})
	all.DecideAgain()
	if got := groups(); !slices.Equal(got, []string{"2 7 9"}) {
		t.Errorf("a new link: groups %q", got)
	}
	for _, x := range []*File{first, last, third} {
		x.MoveTo(5)
	}
	all.DecideAgain()
	if got := groups(); got != nil {
		t.Errorf("nothing is new: groups %q", got)
	}
	all.OpenWith([]*File{other, alone})
	if got := groups(); !slices.Equal(got, []string{"3 4", "8"}) {
		t.Errorf("some are opened: groups %q", got)
	}
	if first.Open || !between.Open {
		t.Errorf("of those that belong to no opened file one is open: %t; the neighbour of an opened one: %t", first.Open, between.Open)
	}
}

// Files that share something are one group, and so is a file that shares nothing. Those that look for others in a folder are
// left out unless all files of it are of their own group, and so are open files.
func TestFilesApart(t *testing.T) {
	const unit, job, name = 1, 2, 3
	type file struct {
		path, below string
		part        int
		links       []Link
	}
	for _, c := range []struct {
		name  string
		files []file
		rest  string // a file beside those
		link  bool   // a/1 is a link
		want  []string
	}{
		{"nothing in common", []file{{path: "a/1"}, {path: "a/2"}}, "", false, []string{"a/1", "a/2"}},
		{"a unit of two files", []file{{path: "a/1", links: []Link{{unit, 1}}}, {path: "b/2"}, {path: "a/3", links: []Link{{unit, 3}}}}, "", false,
			[]string{"a/1 a/3", "b/2"}},
		{"one stands for the same", []file{{path: "a/1", links: []Link{{name, 7}}}, {path: "a/2", links: []Link{{name, 7}}}}, "", false,
			[]string{"a/1", "a/2"}},
		{"of several parts", []file{{path: "a/1", links: []Link{{job, 1}}}, {path: "a/2", part: 1, links: []Link{{job, 2}}}, {path: "b/3"}}, "", false,
			[]string{"b/3"}},
		{"one looks into its folder", []file{{path: "a/1", below: "a/"}, {path: "b/2"}}, "", false, []string{"a/1", "b/2"}},
		{"where there is another", []file{{path: "a/1", below: "a/"}, {path: "a/2"}}, "", false, []string{"a/2"}},
		{"of its own group", []file{{path: "a/1", below: "a/", links: []Link{{unit, 1}}}, {path: "a/2", links: []Link{{unit, 2}}}}, "", false,
			[]string{"a/1 a/2"}},
		{"and one below a folder without its own", []file{{path: "a/1", below: "c/"}, {path: "c/2"}, {path: "b/3", below: "c/"}}, "", false, []string{"c/2"}},
		{"beside a file of another kind", []file{{path: "a/1", below: "a/"}, {path: "b/2"}}, "a/x", false, []string{"b/2"}},
		{"where there are links", []file{{path: "a/1"}, {path: "b/2", below: "b/"}}, "", true, []string{"a/1"}},
		{"two look into the folder of one", []file{{path: "a/1", below: "a/"}, {path: "b/2", below: "a/"}}, "", false, []string{"a/1"}},
	} {
		all := New(2)
		for i, f := range c.files {
			log := &record.File{Index: i, Path: f.path}
			if c.link && i == 0 {
				log.Link = "elsewhere"
			}
			x, err := all.Add(f.part, log, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			x.Below = f.below
			for _, link := range f.links {
				all.Link(x, link)
			}
		}
		if c.rest != "" {
			all.AddBeside(0, c.rest)
		}
		all.Decide()
		var got []string
		for _, group := range all.Apart() {
			var of []string
			for _, x := range group {
				of = append(of, x.Log.Path)
			}
			got = append(got, strings.Join(of, " "))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Packed links are the same when they are unpacked, behind those that are there. A torn one is left out.
func TestPackedLinks(t *testing.T) {
	links := []Link{{1, -1}, {-1 << 63, 1<<63 - 1}, {0, 0}}
	packed := Pack(links)
	if got := Unpack([]Link{{5, 6}}, packed); !slices.Equal(got, append([]Link{{5, 6}}, links...)) {
		t.Errorf("unpacked: %v", got)
	}
	if got := Unpack(nil, packed[:len(packed)-1]); !slices.Equal(got, links[:2]) {
		t.Errorf("unpacked without the last byte: %v", got)
	}
}

// A time can be stored if nanoseconds reach as far.
func TestTimesThatCanBeStored(t *testing.T) {
	for at, want := range map[time.Time]bool{
		{}:                                  true,
		time.Unix(0, 1):                     true,
		farTime:                             true,
		farTime.Add(1):                      false,
		time.Unix(0, math.MinInt64).Add(-1): false,
		time.Date(1700, 1, 1, 0, 0, 0, 5, time.UTC): true,
	} {
		var c table.Int
		SetTime(&c, 0, at)
		if got := Storable(at); got != want || want && !TimeOf(&c, 0).Equal(at) {
			t.Errorf("%v: %t, and stored as %v", at, got, TimeOf(&c, 0))
		}
	}
}
