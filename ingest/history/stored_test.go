package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

var (
	kind = (&record.Kind{Name: "step", Fields: []record.Field{{Key: "name"}}}).Compile()
	// ofSteps is a format whose files hold records.
	ofSteps = &record.Format{Name: "steps", System: "toy", Kinds: []*record.Kind{kind}}
)

// fileOf is a file with a record of each name.
func fileOf(path string, format *record.Format, names ...string) *record.File {
	f := &record.File{Path: path, Format: format}
	for i, n := range names {
		f.AddFields(kind, int64(i+1), []record.Value{record.TextValue(n)})
	}
	return f
}

func names(f *record.File) string {
	var all []string
	for _, r := range f.Records {
		all = append(all, r.Str("name"))
	}
	return strings.Join(all, " ")
}

func openedSteps(t *testing.T, dir string) *History {
	t.Helper()
	h, err := Open(t.Context(), dir, []*record.System{{Name: "toy", Formats: []*record.Format{format, ofSteps}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A log gets the records of all its pieces, in their order, and is otherwise as its first
// piece says.
func TestRecordsAreRestored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := openedSteps(t, dir)
	first, second := fileOf("a", ofSteps, "lint", "test"), fileOf("a", ofSteps, "build")
	first.Group, second.Group, second.Compression = "nightly", "later", "gzip"
	one, two := NewPiece(first, 0, State{Size: 900}), NewPiece(second, 900, State{Size: 2400})
	h.Add(one)
	h.Add(two)
	h.Add(NewPiece(&record.File{Path: "nobody's"}, 0, State{Size: 1}))
	if one.Continues() || !two.Continues() || !NewPiece(second, 1, State{}).Continues() {
		t.Error("a piece that begins behind the first byte goes on with another, and no other does")
	}
	commit(t, h)
	h = openedSteps(t, dir)
	defer h.Close()
	f := &record.File{Path: "a"}
	if err := h.Restore(f); err != nil || names(f) != "lint test build" || f.Group != "nightly" || f.Compression != "" || f.Labels != nil {
		t.Errorf("%v: records %q, group %q, compression %q, labels %q", err, names(f), f.Group, f.Compression, f.Labels)
	}
	if err := h.RestoreNew(f, one); err != nil || names(f) != "lint test build lint test" {
		t.Errorf("and those of a new piece: %v: %q", err, names(f))
	}
	f = &record.File{Path: "a"}
	if err := h.RestoreWithout(f); err != nil || len(f.Records) != 0 || f.Bytes != 2400 {
		t.Errorf("without records: %v: %q, %d bytes", err, names(f), f.Bytes)
	}
	f = &record.File{Path: "nobody's"}
	if err := h.Restore(f); err != nil || f.Format != nil || f.Bytes != 1 {
		t.Errorf("a log that nobody claims: %v: %+v", err, f)
	}
	for _, c := range []struct {
		now  []*New
		same bool
	}{{[]*New{one, two}, true}, {[]*New{two, one}, false}, {[]*New{one}, false}, {[]*New{one, two, two}, false}, {nil, false}} {
		if Same(h, "a", c.now) != c.same {
			t.Errorf("%d pieces: the same records: %t", len(c.now), !c.same)
		}
	}
}

// The records of a log are read when they are asked for: damage of its part since it was opened
// is an error then, also where the part would be written anew.
func TestRecordsAreReadWhenTheyAreAskedFor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := openedSteps(t, dir)
	h.Add(NewPiece(fileOf("a", ofSteps, "lint", "test"), 0, State{Size: 900}))
	commit(t, h)
	h = openedSteps(t, dir)
	defer h.Close()
	parts, err := filepath.Glob(filepath.Join(dir, "table=logs", "*", "*", "part-*"))
	if err != nil || len(parts) != 1 {
		t.Fatal(parts, err)
	}
	b, err := os.ReadFile(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(parts[0], b, 0o666); err != nil {
		t.Fatal(err)
	}
	f := &record.File{Path: "a"}
	if err := h.RestoreWithout(f); err != nil || f.Bytes != 900 {
		t.Errorf("without records: %d bytes, %v", f.Bytes, err)
	}
	if err := h.Restore(&record.File{Path: "a"}); err == nil || !strings.Contains(err.Error(), "XXH3") {
		t.Errorf("records of a damaged part are restored: %v", err)
	}
	for _, p := range h.stored {
		p.anew = true
	}
	if err := h.Commit(&table.Set{}, "test"); err == nil || !strings.Contains(err.Error(), "XXH3") {
		t.Errorf("a damaged part is written anew: %v", err)
	}
}

// Rows that were damaged are an error, and nothing is made of them.
func TestDamagedRecords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := openedSteps(t, dir)
	n := NewPiece(fileOf("a", ofSteps, "lint"), 0, State{Size: 900})
	n.read.Records = n.read.Records[:len(n.read.Records)-1]
	h.Add(n)
	commit(t, h)
	h = openedSteps(t, dir)
	defer h.Close()
	if err := h.Restore(&record.File{Path: "a"}); err == nil {
		t.Error("records that are cut off are restored")
	}
}

// Pieces that are there twice count once. Two that begin at one place and differ leave open
// what the log holds.
func TestPiecesThatAreThereTwice(t *testing.T) {
	for _, c := range []struct {
		name   string
		pieces []string // from to hash
		want   string   // those that count, then whether the log is known
	}{
		{"once", []string{"0 900 s1", "900 2400 s2"}, "0 s1, 900 s2 true"},
		{"the last one twice", []string{"0 900 s1", "900 2400 s2", "900 2400 s2"}, "0 s1, 900 s2 true"},
		{"one place, other content", []string{"0 900 s1", "900 2400 s2", "900 2400 s3"}, "0 s1, 900 s2, 900 s3 false"},
		{"another place, one content", []string{"0 900 s1", "900 900 s1"}, "0 s1, 900 s1 true"},
		{"in another order", []string{"900 2400 s2", "0 900 s1"}, "0 s1, 900 s2 true"},
		{"read anew twice", []string{"0 900 s1", "0 800 s2", "0 700 s3", "700 800 s4"}, "0 s3, 700 s4 true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "history")
			h := opened(t, dir)
			addAll(t, h, "a", c.pieces...)
			commit(t, h)
			h = opened(t, dir)
			defer h.Close()
			var got []string
			for _, p := range h.logs["a"] {
				got = append(got, fmt.Sprint(p.From(), " ", p.SHA256()))
			}
			_, known := h.Known("a")
			if got := fmt.Sprint(strings.Join(got, ", "), " ", known); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// What a build adds goes beside what is there, until eight parts lie there that are not full: then
// these are made one. What is written is cut where it is long.
func TestWhatIsWritten(t *testing.T) {
	logs := func(records int, paths ...string) *table.Logs {
		l := &table.Logs{}
		for _, p := range paths {
			row := l.Add(table.Place{})
			l.Path.Set(row, p)
			l.Records.Set(row, make([]byte, records))
		}
		return l
	}
	small, full := 1<<10, fullPart
	for _, c := range []struct {
		name  string
		parts []int // bytes of those that are there, of which the first has "old"
		fresh *table.Logs
		anew  bool
		want  string // parts that are written, and how many are replaced; "": nothing is
	}{
		{"nothing new", []int{small}, nil, false, ""},
		{"to be written anew", []int{small}, nil, true, "old, for 1"},
		{"nothing is left", nil, nil, true, ", for 0"},
		{"the first", nil, logs(1, "new"), false, "beside new, for 0"},
		{"beside one", []int{small}, logs(1, "new"), false, "beside new, for 0"},
		{"beside seven", slices.Repeat([]int{small}, 7), logs(1, "new"), false, "beside new, for 0"},
		{"eight", slices.Repeat([]int{small}, 8), logs(1, "new"), false, "beside old new, for 8"},
		{"nine", slices.Repeat([]int{small}, 9), logs(1, "new"), false, "beside old new, for 9"},
		{"eight of which one is full", append([]int{full}, slices.Repeat([]int{small}, 7)...), logs(1, "new"), false, "beside new, for 0"},
		{"nine of which one is full", append([]int{full}, slices.Repeat([]int{small}, 8)...), logs(1, "new"), false, "beside new, for 8"},
		{"anew, and more", []int{full}, logs(1, "new"), true, "old new, for 1"},
		{"long", nil, logs(bytesPerPart/2, "a", "b", "c", "d", "e"), false, "beside a b, beside c d, beside e, for 0"},
		{"as long as a part", nil, logs(bytesPerPart, "a", "b"), false, "beside a, beside b, for 0"},
	} {
		p := &partition{fresh: c.fresh, anew: c.anew}
		for i, bytes := range c.parts {
			own := &part{bytes: bytes}
			if i == 0 {
				own.rows = *logs(1, "old")
			}
			p.parts = append(p.parts, own)
		}
		written, replaced, err := p.toWrite(dataset.Place{Table: table.LogsName, System: "kahn", Month: "2026-04"}, nil)
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, w := range written {
			var words []string
			if w.Beside {
				words = append(words, "beside")
			}
			rows := &table.Logs{}
			if w, err = w.Made(); err != nil {
				t.Fatal(err)
			}
			w.CopyTo(rows.Named())
			for row := range rows.Len() {
				words = append(words, rows.Path.At(row))
			}
			got = append(got, strings.Join(words, " "))
		}
		if len(got) > 0 {
			got = append(got, fmt.Sprint("for ", len(replaced)))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: wrote %q, want %q", c.name, strings.Join(got, ", "), c.want)
		}
	}
}

// The records of a part are let go of when each row was asked for, and read again for who asks again.
func TestRecordsOfAPartAreLetGo(t *testing.T) {
	reads := 0
	p := &part{later: func() (table.Partition, error) {
		reads++
		var rows table.Logs
		for _, records := range []string{"a", "b"} {
			rows.Records.Set(rows.Add(table.Place{}), []byte(records))
		}
		return table.Partition{Named: rows.Named()}, nil
	}}
	p.rows.Add(table.Place{})
	p.rows.Add(table.Place{})
	for i, c := range []struct {
		row   int
		want  string
		reads int
	}{{0, "a", 1}, {1, "b", 1}, {1, "b", 2}, {1, "b", 2}, {0, "a", 3}} {
		got, err := p.records(c.row)
		if err != nil || string(got) != c.want || reads != c.reads {
			t.Errorf("%d: %q, %v, read %d times, want %q and %d", i, got, err, reads, c.want, c.reads)
		}
	}
	broken := &part{later: func() (table.Partition, error) { reads++; return table.Partition{}, errors.New("gone") }}
	for range 2 {
		if _, err := broken.records(0); err == nil || err.Error() != "gone" {
			t.Errorf("a part that is gone: %v", err)
		}
	}
	if reads != 4 {
		t.Errorf("a part that is gone was read %d times", reads-3)
	}
}

// The groups of sealed units are only those of their maker.
func TestGroups(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	sealed := &table.Sealed{}
	sealed.Run.Set(sealed.Add(table.Place{}), "toy:n17")
	part := table.Partition{Named: sealed.Named(), System: "toy", Month: "2026-03", Sealed: 1}
	h := opened(t, dir)
	if err := errors.Join(h.CommitParts([]table.Partition{part}, nil, "me", "1.0"), h.Close()); err != nil {
		t.Fatal(err)
	}
	h = opened(t, dir)
	defer h.Close()
	groups := h.Groups("me")
	if len(groups) != 1 || len(h.Groups("other")) != 0 || h.About().Maker != "me" {
		t.Fatalf("groups %v, of another maker %v", groups, h.Groups("other"))
	}
	parts, err := h.ReadGroup(groups[0], func(string, string) bool { return true })
	if err != nil || len(parts) != 1 || parts[0].Len() != 1 {
		t.Errorf("%v: %d parts", err, len(parts))
	}
	if err := h.Commit(&table.Set{}, "1.0"); err != nil || h.About().Maker != "" {
		t.Errorf("%v: a history that is no part is made by %q", err, h.About().Maker)
	}
}

// A part is read without its logs first, which ReadLogs reads of some places or of all.
func TestLogsOfAPart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := openedSteps(t, dir)
	dated := fileOf("a", ofSteps, "lint")
	dated.Link = "b"
	dated.Records[0].At = at
	for _, n := range []*New{NewPiece(dated, 0, State{Size: 900}), NewPiece(&record.File{Path: "nobody's"}, 0, State{Size: 7})} {
		if want := map[string]string{"a": "toy/2026-03", "nobody's": "none/undated"}[n.file.Path]; n.Stored() != want {
			t.Errorf("%s is stored in %s, want %s", n.file.Path, n.Stored(), want)
		}
		h.Add(n)
	}
	content, nobodys := Content([]*New{NewPiece(dated, 0, State{Size: 900})}), Content([]*New{NewPiece(&record.File{Path: "nobody's"}, 0, State{Size: 7})})
	if content == Content([]*New{NewPiece(dated, 0, State{Size: 901})}) || content == Content([]*New{NewPiece(fileOf("a", format, "lint"), 0, State{Size: 900})}) {
		t.Error("logs that differ in size or format have the same content")
	}
	if content == Content([]*New{NewPiece(fileOf("a", ofSteps, "test"), 0, State{Size: 900})}) || content != Content([]*New{NewPiece(dated, 0, State{Size: 900, SHA256: "s"})}) {
		t.Error("it is not what was read that makes the content")
	}
	links := &table.Links{}
	links.Path.Set(links.Add(table.Place{}), "a")
	tables := []table.Partition{{Named: links.Named(), System: table.NoSystem, Month: table.MonthOf(time.Time{})}}
	if err := errors.Join(h.CommitShard(dataset.Shard{Index: 1, Of: 2, Logs: 2}, tables, "me", "1.0"), h.Close()); err != nil {
		t.Fatal(err)
	}
	part, err := OpenPart(t.Context(), dir, []*record.System{{Name: "toy", Formats: []*record.Format{ofSteps}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { part.Close() })
	if part.Logs() != 2 || part.About().Pieces != 0 || len(part.AllPaths()) != 0 || part.Links().Len() != 1 || part.Links().Path.At(0) != "a" {
		t.Errorf("%d logs, %d of them read; %d links", part.Logs(), part.About().Pieces, part.Links().Len())
	}
	for _, c := range []struct {
		places map[string]bool
		want   []string
	}{
		{map[string]bool{"toy/2026-03": true}, []string{"a"}},
		{map[string]bool{"none/undated": true}, []string{"nobody's"}},
		{map[string]bool{}, nil},
		{nil, []string{"a", "nobody's"}},
	} {
		err := part.ReadLogs(c.places)
		got := part.AllPaths()
		slices.Sort(got)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("logs of %v: %v: %q, want %q", c.places, err, got, c.want)
		}
	}
	for path, want := range map[string]string{"a": "toy/2026-03 b 900", "nobody's": "none/undated  7"} {
		f := &record.File{Path: path}
		if got := fmt.Sprintf("%s %s %d", part.Describe(f), f.Link, f.Bytes); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]int64{"a": content, "nobody's": nobodys} {
		if part.Content(path) != want {
			t.Errorf("%s: a stored log has another content than the one that was read", path)
		}
	}
}

// What cannot be opened says whether it is no history or could not be written.
func TestFoldersThatCannotBeOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(file, "history")
	if _, err := Open(t.Context(), below, nil, nil); !errors.Is(err, ErrNotStored) || errors.Is(err, Err) {
		t.Errorf("a folder that cannot be made: %v", err)
	}
	if _, err := OpenPart(t.Context(), below, nil, nil); !errors.Is(err, ErrNotStored) {
		t.Errorf("a part in it: %v", err)
	}
	if _, err := OpenPart(t.Context(), ".", nil, nil); !errors.Is(err, Err) || errors.Is(err, ErrNotStored) {
		t.Errorf("a part in a folder of something else: %v", err)
	}
}
