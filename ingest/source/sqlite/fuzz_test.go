package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzDump reads any text as SQL: every row is an object, and no line lies behind the
// text.
func FuzzDump(f *testing.F) {
	f.Add("PRAGMA defer_foreign_keys=TRUE;\nCREATE TABLE t(a, b DEFAULT (1), PRIMARY KEY (a));\nINSERT INTO \"t\" (\"a\",\"b\") VALUES(1,'it''s'),(NULL,X'00ff');\n")
	f.Add("BEGIN TRANSACTION;CREATE TABLE `t`([a], \"b\");ALTER TABLE t ADD COLUMN c;INSERT OR IGNORE INTO main.t VALUES(-1e3,replace(replace('a\\r\\n','\\r',char(13)),'\\n',char(10)),unistr('\\u000a'));ROLLBACK;")
	f.Add("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END;/* x */ -- y\nINSERT INTO t(a) VALUES('a'||'b');")
	f.Fuzz(func(t *testing.T, text string) {
		lines := int64(1)
		for _, c := range text {
			if c == '\n' {
				lines++
			}
		}
		last := int64(0)
		for row, err := range Dump([]byte(text), func(string) bool { return true }) {
			line := row.Line
			if fault, ok := err.(*Fault); ok {
				line = fault.Line
			} else if err != nil {
				t.Fatalf("an error that is no fault: %v", err)
			} else if o := row.Object(); !validObject(o) {
				t.Errorf("no object: %s", o)
			}
			if line < 1 || line > lines || err == nil && line < last {
				t.Errorf("line %d of %d, after %d", line, lines, last)
			}
			last = max(last, row.Line)
		}
		DumpTables([]byte(text))
	})
}

func validObject(o jsontext.Value) bool {
	return o.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) && o.Kind() == '{'
}

// FuzzFile reads any file as a database, alone and with a log beside it.
func FuzzFile(f *testing.F) {
	path := made(f, "PRAGMA page_size=512", "CREATE TABLE t(a INTEGER PRIMARY KEY, b)", "CREATE TABLE u(a PRIMARY KEY) WITHOUT ROWID", "CREATE VIEW v AS SELECT * FROM t",
		"INSERT INTO t SELECT i, printf('%050d', i) FROM (WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<30) SELECT i FROM n)", "INSERT INTO t VALUES(99,zeroblob(2000))", "INSERT INTO u VALUES('x')")
	db := connect(f, path)
	run(f, db, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", "UPDATE t SET b='new' WHERE a<3")
	var parts [2][]byte
	for i, file := range []string{path, path + walEnding} {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		parts[i] = b
	}
	if err := db.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(parts[0], []byte{})
	f.Add(parts[0], parts[1])
	f.Add(parts[0][:700], []byte{})
	dir := f.TempDir()
	f.Setenv("TMPDIR", f.TempDir())
	f.Fuzz(func(t *testing.T, file, log []byte) {
		path := filepath.Join(dir, "fuzzed")
		for name, content := range map[string][]byte{path: file, path + walEnding: log, path + journalEnding: log} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		contents(t, path)
		if now, err := os.ReadFile(path); err != nil || string(now) != string(file) {
			t.Errorf("the file was changed: %v", err)
		}
	})
}
