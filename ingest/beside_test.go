package ingest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// boardDatabase makes a Crabyard database with one attempt, and what more it is told.
// The connection stays open until the test ends.
func boardDatabase(t *testing.T, path string, more ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	for _, s := range append([]string{
		`CREATE TABLE run_attempts (id TEXT PRIMARY KEY, card_id TEXT, attempt INTEGER, runtime TEXT, status TEXT, last_heartbeat_at INTEGER, started_at INTEGER, ended_at INTEGER, created_at INTEGER, updated_at INTEGER, error TEXT)`,
		`INSERT INTO run_attempts VALUES('CY-101-R1','CY-101',1,'container','review',1777000060000,1777000000000,1777000090000,1777000000000,1777000090000,NULL)`,
	}, more...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

const secondAttempt = `INSERT INTO run_attempts VALUES('CY-102-R1','CY-102',1,'container','review',1777000060000,1777000000000,1777000090000,1777000000000,1777000090000,NULL)`

// contents are the names, times and contents of everything below a folder.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(p string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			fmt.Fprintf(&b, "%s %v\n", p, err)
			return err
		}
		content, err := os.ReadFile(p)
		fmt.Fprintf(&b, "%s %s %s %x\n", p, info.Mode(), info.ModTime(), sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDatabases(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, d := range []string{"rest", "wal", "locked", "foreign", "cut", "packed", "empty", "orphan"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name string, content []byte) {
		if err := os.WriteFile(at(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	boardDatabase(t, at("rest/board.db"))
	boardDatabase(t, at("wal/board.db"), "PRAGMA journal_mode=WAL", secondAttempt)
	boardDatabase(t, at("locked/board.db"), "BEGIN EXCLUSIVE", secondAttempt)
	whole, err := os.ReadFile(at("rest/board.db"))
	if err != nil {
		t.Fatal(err)
	}
	boardDatabase(t, at("foreign/photos.db"), "ALTER TABLE run_attempts RENAME TO photos")
	write("cut/head.db", whole[:60])
	write("cut/index.db", whole[:len(whole)-1000])
	write("cut/rows.db", whole[:len(whole)-5000])
	write("empty/board.db", nil)
	write("empty/board.db-wal", nil)
	write("orphan/board.db-wal", []byte{0x37, 0x7f, 0x06, 0x82, 0, 0, 0, 0})
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(whole) // into memory
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	write("packed/board.db.gz", packed.Bytes())

	before := contents(t, dir)
	res := read(t, Options{Paths: []string{dir}, Jobs: 2})
	if after := contents(t, dir); after != before {
		t.Errorf("the input was changed:\n%s\nwas:\n%s", after, before)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	checkLedger(t, res.Tables)
	s := &res.Tables.Sources
	found := map[string]string{}
	f := &res.Tables.Findings
	for row := range f.Len() {
		found[s.Path.At(int(f.Source.At(row)))] += " " + f.Code.At(row)
	}
	got := map[string]string{}
	for row := range s.Len() {
		got[s.Path.At(row)] = fmt.Sprintf("%s %d%s", s.Format.At(row), s.Records.At(row), found[s.Path.At(row)])
	}
	for path, want := range map[string]string{
		"logs/rest/board.db":           "crabyard-db 1",
		"logs/wal/board.db":            "crabyard-db 2",
		"logs/wal/board.db-wal":        "crabyard-db 0",
		"logs/wal/board.db-shm":        "crabyard-db 0",
		"logs/locked/board.db":         "crabyard-db 1",
		"logs/locked/board.db-journal": "crabyard-db 0",
		"logs/foreign/photos.db":       " 0 foreign_database",
		"logs/cut/head.db":             " 0 unreadable",
		"logs/cut/index.db":            "crabyard-db 2 broken_document",
		"logs/cut/rows.db":             "crabyard-db 2 broken_document broken_document log_without_records",
		"logs/packed/board.db.gz":      "crabyard-db 1",
		"logs/empty/board.db":          " 0 empty_file",
		"logs/empty/board.db-wal":      " 0",
		"logs/orphan/board.db-wal":     " 0",
	} {
		if got[path] != want {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
		delete(got, path)
	}
	if len(got) > 0 {
		t.Errorf("more files: %v", got)
	}
	if len(res.Problems) != 1 || res.Problems[0].Path != "logs/cut/head.db" {
		t.Errorf("problems: %v", res.Problems)
	}
	for row := range f.Len() {
		if text := f.Seen.At(row) + f.Expected.At(row); strings.Contains(text, temp) || strings.Contains(text, "/") {
			t.Errorf("a finding names a path: %s", text)
		}
	}
}

// Text in a database that looks like another format's does not make it one.
func TestADatabaseIsOnlyADatabase(t *testing.T) {
	dir := t.TempDir()
	boardDatabase(t, filepath.Join(dir, "x.db"), "ALTER TABLE run_attempts RENAME TO notes", "UPDATE notes SET error = '\n# Work Item 7\n# Quality Playbook Progress\n'||'"+strings.ReplaceAll(kahnLog, "'", "''")+"'")
	res := read(t, Options{Paths: []string{dir}})
	if res.Claimed != 0 {
		t.Errorf("claimed as %s", res.Tables.Sources.Format.At(0))
	}
}
