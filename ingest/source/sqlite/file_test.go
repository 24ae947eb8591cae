package sqlite

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
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
	db, err := sql.Open("sqlite", "file:"+path)
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

func TestX(t *testing.T) {
	p := made(t, "PRAGMA journal_mode=WAL", "CREATE TABLE t(a INTEGER PRIMARY KEY, b DATETIME, c BOOLEAN, d BLOB)", "INSERT INTO t VALUES(1,'2026-01-01 00:00:00',1,x'00ff'),(2,NULL,1.5,'x\"y')")
	fmt.Println(contents(t, p))
	e, _ := os.ReadDir(filepath.Dir(p))
	fmt.Println(e)
	db := connect(t, p)
	run(t, db, "INSERT INTO t VALUES(7,8,9,10)")
	e, _ = os.ReadDir(filepath.Dir(p))
	fmt.Println(e)
	fmt.Println(contents(t, p))
	run(t, db, "PRAGMA journal_mode=delete", "PRAGMA locking_mode=exclusive", "BEGIN EXCLUSIVE", "DELETE FROM t")
	e, _ = os.ReadDir(filepath.Dir(p))
	fmt.Println(e)
	fmt.Println(contents(t, p))
	run(t, db, "COMMIT")
	fmt.Println(contents(t, p))
	db.Close()
	f, _ := filepath.Glob(os.TempDir() + "/runreport-*")
	fmt.Println(f)
}
