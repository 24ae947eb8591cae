package sqlite

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made makes a database file from statements and returns its path.
func made(t testing.TB, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.db")
	db := connect(t, path)
	run(t, db, statements...)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// connect opens a database for writing, on one connection.
func connect(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

func run(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// contents are all rows of all tables as JSON, a line each, and what went wrong.
func contents(t testing.TB, path string) (lines []string, faults []error) {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		return nil, []error{err}
	}
	defer db.Close()
	if err := db.Damage(); err != nil {
		faults = append(faults, err)
	}
	for _, table := range db.Tables() {
		for row, err := range db.Rows(table) {
			if err != nil {
				faults = append(faults, err)
				continue
			}
			lines = append(lines, table.Name+" "+string(row.Object()))
		}
	}
	return lines, faults
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// untouched remembers the folder of a file and fails the test where anything in it
// has changed at its end, or where private copies are left.
func untouched(t *testing.T, path string) {
	t.Helper()
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	before := listing(t, filepath.Dir(path))
	t.Cleanup(func() {
		equal(t, "the folder of the database", listing(t, filepath.Dir(path)), before)
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// listing is the names, times and contents of a folder's files.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s %s %x\n", e.Name(), info.Mode(), info.ModTime(), sha256.Sum256(content))
	}
	return b.String()
}

func TestValuesComeAsTheyAreStored(t *testing.T) {
	path := made(t, `CREATE TABLE t(id INTEGER PRIMARY KEY, at DATETIME, yes BOOLEAN, data BLOB, "odd ""name""", twice AS (id*2))`,
		`INSERT INTO t(id,at,yes,data,"odd ""name""") VALUES
			(2,'2026-01-01 00:00:00',1,x'00ff',NULL),
			(1,1777000005000,0.5,x'7b7d','a "b" \'||char(10)||'c'),
			(3,9e999,-9223372036854775808,CAST('text' AS BLOB),CAST(x'ff' AS TEXT))`)
	untouched(t, path)
	lines, faults := contents(t, path)
	want := []string{
		`t {"id":1,"at":1777000005000,"yes":0.5,"data":"{}","odd \"name\"":"a \"b\" \\\nc"}`,
		`t {"id":2,"at":"2026-01-01 00:00:00","yes":1,"data":"(2 bytes)","odd \"name\"":null}`,
		`t {"id":3,"at":"+Inf","yes":-9223372036854775808,"data":"text","odd \"name\"":"` + "\xff" + `"}`,
	}
	if !slices.Equal(lines, want) || len(faults) > 0 {
		t.Errorf("rows:\n%s\nwant:\n%s\nfaults %v", strings.Join(lines, "\n"), strings.Join(want, "\n"), faults)
	}
}

func TestUnfinishedDatabases(t *testing.T) {
	schema := []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES('old')"}
	for _, c := range []struct {
		name   string
		before []string // statements of a connection that stays open
		want   string
		beside int // files in the folder
	}{
		{"at rest", nil, `t {"a":"old"}`, 1},
		{"a log that is not put into the database yet", []string{"PRAGMA journal_mode=WAL", "INSERT INTO t VALUES('new')"}, `t {"a":"old"} t {"a":"new"}`, 3},
		{"a log of a transaction that goes on", []string{"PRAGMA journal_mode=WAL", "PRAGMA cache_size=2", "BEGIN", "INSERT INTO t SELECT randomblob(3000) FROM (WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<50) SELECT i FROM n)"}, `t {"a":"old"}`, 3},
		{"locked", []string{"PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE"}, `t {"a":"old"}`, 1},
		{"locked, with a log", []string{"PRAGMA journal_mode=WAL", "INSERT INTO t VALUES('new')", "BEGIN EXCLUSIVE"}, `t {"a":"old"} t {"a":"new"}`, 3},
		{"in the midst of a change", []string{"BEGIN EXCLUSIVE", "DELETE FROM t"}, `t {"a":"old"}`, 2},
		{"a change that is half written", []string{"PRAGMA cache_size=2", "BEGIN EXCLUSIVE", "UPDATE t SET a='lost'", "INSERT INTO t SELECT randomblob(3000) FROM (WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<50) SELECT i FROM n)"}, `t {"a":"old"}`, 2},
		{"a journal that is kept", []string{"PRAGMA journal_mode=PERSIST", "INSERT INTO t VALUES('new')"}, `t {"a":"old"} t {"a":"new"}`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := made(t, schema...)
			db := connect(t, path)
			t.Cleanup(func() { _ = db.Close() }) // after the folder was compared
			run(t, db, c.before...)
			untouched(t, path)
			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "files", len(entries), c.beside)
			lines, faults := contents(t, path)
			equal(t, "rows", strings.Join(lines, " "), c.want)
			if len(faults) > 0 {
				t.Errorf("faults: %v", faults)
			}
		})
	}
}

func TestAJournalThatNamesAnother(t *testing.T) {
	path := made(t, "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)")
	victim := filepath.Join(filepath.Dir(path), "victim")
	name := []byte(victim)
	journal := append(append([]byte{}, journalMagic...), make([]byte, 504)...)
	var sum uint32
	for _, c := range name {
		sum += uint32(int8(c))
	}
	journal = append(journal, 0x40, 0, 0, 0)
	journal = append(journal, name...)
	journal = binary.BigEndian.AppendUint32(journal, uint32(len(name)))
	journal = binary.BigEndian.AppendUint32(journal, sum)
	journal = append(journal, journalMagic...)
	for file, content := range map[string][]byte{victim: []byte("mine"), path + "-journal": journal} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	untouched(t, path)
	if _, faults := contents(t, path); len(faults) != 1 || !errors.Is(faults[0], errOthers) {
		t.Errorf("faults: %v", faults)
	}
}

func TestDamagedDatabases(t *testing.T) {
	path := made(t, "PRAGMA page_size=512", "CREATE TABLE t(a)", "CREATE TABLE u(a)",
		"INSERT INTO t SELECT printf('%0200d', i) FROM (WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<100) SELECT i FROM n)", "INSERT INTO u VALUES('behind')")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := func(t *testing.T, content []byte) (rows int, faults []error) {
		cut := filepath.Join(t.TempDir(), "cut.db")
		if err := os.WriteFile(cut, content, 0o600); err != nil {
			t.Fatal(err)
		}
		lines, faults := contents(t, cut)
		return len(lines), faults
	}
	rows, faults := read(t, whole)
	if rows != 101 || len(faults) != 0 {
		t.Fatalf("whole: %d rows, faults %v", rows, faults)
	}
	some := false
	for size := 16; size < len(whole); size += 397 {
		rows, faults := read(t, whole[:size])
		if len(faults) == 0 {
			t.Errorf("cut to %d bytes: no fault", size)
		}
		for _, f := range faults {
			if strings.Contains(f.Error(), "/") {
				t.Errorf("cut to %d bytes: the fault names a path: %v", size, f)
			}
		}
		some = some || rows > 50 && rows < 101
	}
	if !some {
		t.Error("no rows of any cut database")
	}
	for at := 100; at < len(whole); at += 311 { // whatever comes of it, it ends
		broken := slices.Clone(whole)
		for i := at; i < min(at+7, len(broken)); i++ {
			broken[i] ^= 0xff
		}
		read(t, broken)
	}
	for name, content := range map[string][]byte{"header alone": whole[:16], "no database": []byte(magic + strings.Repeat("x", 2000)), "nothing": nil} {
		if rows, faults := read(t, content); rows > 0 || len(faults) == 0 {
			t.Errorf("%s: %d rows, faults %v", name, rows, faults)
		}
	}
}

// A path is written so that neither a drive nor a server of Windows is taken for a host, and nothing
// in it for a parameter.
func TestAddress(t *testing.T) {
	for path, want := range map[string]string{
		"/tmp/a b/state.db":        "file:///tmp/a%20b/state.db?mode=ro",
		"C:/logs/state.db":         "file:///C:/logs/state.db?mode=ro",
		"//server/share/state.db":  "file:////server/share/state.db?mode=ro",
		"/logs/what?is#it=100%.db": "file:///logs/what%3Fis%23it=100%25.db?mode=ro",
	} {
		if got := address(path, "mode=ro"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
