package source

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func database(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"CREATE TABLE t(a, b)", "INSERT INTO t VALUES(1,'{}\n# Work Item 7\n')"} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A database is read from its file, and one that is compressed or comes from
// elsewhere from a copy of which nothing is left.
func TestDatabase(t *testing.T) {
	plain := database(t)
	content, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, open := range map[string]func() (*Input, error){
		"plain":  func() (*Input, error) { return Open(plain) },
		"gzip":   func() (*Input, error) { return Open(write(t, gzipped(t, content))) },
		"zstd":   func() (*Input, error) { return Open(write(t, zstandard(t, content))) },
		"stream": func() (*Input, error) { return New(strings.NewReader(string(content)), int64(len(content))) },
	} {
		in, err := open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		h, err := in.Head("x.db")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !h.Database || !h.Table("t").Has("a", "b") || h.Table("u").Has("a") || h.HasObjects() || h.HasLine("# Work") {
			t.Errorf("%s: head %+v", name, h)
		}
		db, err := in.Database()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var rows []string
		for row, err := range db.Rows(db.Tables()[0]) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			rows = append(rows, string(row.Object()))
		}
		if want := []string{`{"a":1,"b":"{}\n# Work Item 7\n"}`}; !slices.Equal(rows, want) {
			t.Errorf("%s: rows %v, want %v", name, rows, want)
		}
		in.Close()
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestHeadOfWhatADatabaseSays(t *testing.T) {
	for _, c := range []struct {
		name, content string
		rows          string // the keys of the first rows
		tables        string
	}{
		{"one answer", `{"results":[{"a":1},{"b":2}],"success":true}`, "a", ""},
		{"several", `[{"results":[{"a":1}],"success":true},{"success":true,"results":[{"b":1}]},{"results":[]}]`, "a b", ""},
		{"cut in the first list", `[{"results":[{"a":1},{"b":`, "a", ""},
		{"cut in the second", `[{"results":[{"a":1}]},{"results":[{"b":1},{`, "a b", ""},
		{"another list", `[{"a":"\"results\""}]`, "", ""},
		{"a dump", "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a, b);\n", "", "t"},
		{"text", "# Heading\nCREATE TABLE t(a);\n", "", ""},
	} {
		in, err := New(strings.NewReader(c.content), int64(len(c.content)))
		if err != nil {
			t.Fatal(err)
		}
		h, err := in.Head("x")
		if err != nil {
			t.Fatal(err)
		}
		var rows, tables []string
		for _, r := range h.Rows {
			for k := range r {
				rows = append(rows, k)
			}
		}
		for _, table := range h.Tables {
			tables = append(tables, table.Name)
		}
		if got := strings.Join(rows, " "); got != c.rows {
			t.Errorf("%s: rows %q, want %q", c.name, got, c.rows)
		}
		if got := strings.Join(tables, " "); got != c.tables {
			t.Errorf("%s: tables %q, want %q", c.name, got, c.tables)
		}
		in.Close()
	}
}

// Of a database its head has the first bytes and the tables, and never all of it.
func TestHeadOfADatabase(t *testing.T) {
	in, err := Open(database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	h, err := in.Head("a.db")
	if err != nil {
		t.Fatal(err)
	}
	if !h.Database || h.Whole || len(h.Bytes) != 100 || len(h.Tables) == 0 || h.Path != "a.db" || h.HasObjects() {
		t.Errorf("database %v, whole %v, %d bytes, %d tables, %d lines", h.Database, h.Whole, len(h.Bytes), len(h.Tables), len(slices.Collect(h.Lines())))
	}
}
