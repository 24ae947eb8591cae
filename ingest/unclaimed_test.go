package ingest

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// A file that no format claims is told of as a whole: why it was not read, or that it is empty, unless
// that is as it should be.
func TestFilesThatNobodyClaims(t *testing.T) {
	for _, c := range []struct {
		name, path string
		head       source.Head
		fault      error
		want       string // code and what was seen; "": nothing
	}{
		{"a fault", "logs/a.jsonl", source.Head{}, io.ErrUnexpectedEOF, "unreadable unexpected EOF"},
		{"a database", "logs/a.db", source.Head{Database: true}, nil, "foreign_database no tables"},
		{"nothing", "logs/a.jsonl", source.Head{}, nil, "empty_file "},
		{"nothing beside a database", "logs/a.db-wal", source.Head{}, nil, ""},
		{"nothing as a lock", "logs/.lock", source.Head{}, nil, ""},
		{"text", "logs/a.txt", source.Head{Bytes: []byte("words\n")}, nil, ""},
		{"records of others", "logs/a.jsonl", source.Head{Bytes: []byte("words\n")}, nil, "unknown_format none of its first records is one of theirs"},
	} {
		f := &record.File{Path: c.path}
		c.head.Path = c.path
		err := unclaimed(f, &c.head, c.fault)
		got := ""
		for _, n := range f.Findings() {
			got += n.Code.Name + " " + n.Seen
			if n.Line != 0 || n.Count != 1 {
				t.Errorf("%s: %s at line %d, %d times", c.name, n.Code.Name, n.Line, n.Count)
			}
		}
		if got != c.want || !errors.Is(err, c.fault) {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// A program that fails on a file leaves nothing of it, and says so.
func TestFaultOfTheProgram(t *testing.T) {
	f := &record.File{Path: "a", Format: &record.Format{}, Records: []*record.Record{{}}}
	err := recoverFault(f, func() error { panic("no such thing") })
	if err == nil || err.Error() != "internal fault: no such thing" || f.Format != nil || f.Records != nil ||
		len(f.Findings()) != 1 || f.Findings()[0].Line != 0 || f.Findings()[0].Seen != "no such thing" {
		t.Errorf("%v, %+v", err, f.Findings())
	}
	f = &record.File{Path: "a", Format: &record.Format{}}
	if err := recoverFault(f, func() error { return io.EOF }); !errors.Is(err, io.EOF) || f.Format == nil ||
		len(f.Findings()) != 0 {
		t.Errorf("an error that it returns: %v, %d findings", err, len(f.Findings()))
	}
}

// The open work of a file is held against the events of its installation, or of its argument where its system
// has none.
func TestGroupsOfOpenWork(t *testing.T) {
	with, without, home := "", "", ""
	for _, s := range Systems {
		if s.Home != nil && with == "" {
			with, home = s.Name, s.Home("root/a/b")
		}
		if s.Home == nil && without == "" {
			without = s.Name
		}
	}
	for system, want := range map[string]string{without: without + ":root", "nobody's": "nobody's:root"} {
		if got := groupOf(&record.File{Dir: "root/a/b", Format: &record.Format{System: system}}, "root"); got != want {
			t.Errorf("%s: %s, want %s", system, got, want)
		}
	}
	got := groupOf(&record.File{Dir: "root/a/b", Format: &record.Format{System: with}}, "elsewhere")
	if !strings.HasPrefix(home, "root") || got != with+":"+home {
		t.Errorf("%s, which has a home: %s, want that of %s", with, got, home)
	}
}

// A history holds all units, also those that a report leaves out as older than --since.
func TestOldUnitsAreStored(t *testing.T) {
	logs, store := tree(t, map[string]string{"a.jsonl": kahnLog}), filepath.Join(t.TempDir(), "history")
	all := read(t, Options{Paths: []string{logs}}).Tables.Runs.Len()
	res := read(t, Options{Paths: []string{logs}, History: store, Since: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)})
	s, err := LoadDataset(store)
	if err != nil {
		t.Fatal(err)
	}
	if all == 0 || res.Tables.Runs.Len() != 0 || s.Runs.Len() != all {
		t.Errorf("%d runs in the report and %d in the history, want 0 and %d", res.Tables.Runs.Len(), s.Runs.Len(), all)
	}
}

// A file looks like a log by its content or by its name, but not if it is empty, cannot be opened, or is
// damaged before its first byte.
func TestWhatLooksLikeALog(t *testing.T) {
	logs := tree(t, map[string]string{
		"a.jsonl": kahnLog, "b.jsonl": "no object\n", "c.txt": "words\n", "d.jsonl.gz": "\x1f\x8b\x08 no more of it", "empty.jsonl": "",
	})
	for name, want := range map[string]bool{
		"a.jsonl": true, "b.jsonl": true, "c.txt": false, "d.jsonl.gz": false, "empty.jsonl": false,
		"gone.jsonl": false,
	} {
		at := newFound("logs/"+name, "", filepath.Join(logs, name))
		if got := at.looksLikeLog(); got != want {
			t.Errorf("%s looks like a log: %v", name, got)
		}
		at.own().fault = errLink
		if at.looksLikeLog() {
			t.Errorf("%s looks like a log though it cannot be read", name)
		}
	}
}
