package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func stored(t *testing.T, path string, content []byte) string {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func bytesIn(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// withLog is a database with a write-ahead log that holds a row: both as they lie on the disk
// while a program has it open.
func withLog(t *testing.T) (file, log []byte) {
	t.Helper()
	path := made(t, "CREATE TABLE t(a)", "INSERT INTO t VALUES('old')")
	db := connect(t, path)
	run(t, db, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", "INSERT INTO t VALUES('new')")
	file, log = bytesIn(t, path), bytesIn(t, path+walEnding)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return file, log
}

// What comes as a stream is read from a private copy, with what lies beside it, and the copy
// goes when it is closed.
func TestSpool(t *testing.T) {
	file, log := withLog(t)
	fault := errors.New("no reading")
	of := func(parts map[string][]byte, err error) func(string) (io.ReadCloser, error) {
		return func(ending string) (io.ReadCloser, error) {
			if b, ok := parts[ending]; ok {
				return io.NopCloser(bytes.NewReader(b)), err
			}
			return nil, err
		}
	}
	for _, c := range []struct {
		name   string
		from   io.Reader
		beside func(string) (io.ReadCloser, error)
		want   string // rows or the error
	}{
		{"alone", bytes.NewReader(file), nil, `[{"a":"old"}]`},
		{"with nothing beside it", bytes.NewReader(file), of(nil, nil), `[{"a":"old"}]`},
		{"with its log", bytes.NewReader(file), of(map[string][]byte{"-wal": log}, nil), `[{"a":"old"} {"a":"new"}]`},
		{"with an empty log", bytes.NewReader(file), of(map[string][]byte{"-wal": nil}, nil), `[{"a":"old"}]`},
		{"with a journal of several databases", bytes.NewReader(file), of(map[string][]byte{"-journal": append(make([]byte, 100), journalMagic...)}, nil), errOthers.Error()},
		{"a log that cannot be read", bytes.NewReader(file), of(nil, fault), "no reading"},
		{"a stream that cannot be read", io.MultiReader(bytes.NewReader(file[:100]), failing{fault}), nil, "no reading"},
		{"no database", strings.NewReader("x"), nil, "a database that is cut off in its header, after 1 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			got := ""
			db, err := Spool(c.from, c.beside)
			if err != nil {
				got = err.Error()
			} else {
				var rows []string
				for row, err := range db.Rows(db.Tables()[0]) {
					if err != nil {
						t.Error(err)
					}
					rows = append(rows, string(row.Object()))
				}
				got = fmt.Sprint(rows)
				if db.Damage() != nil || db.Changed() {
					t.Errorf("damage %v, changed %v", db.Damage(), db.Changed())
				}
				db.Close()
				db.Close()
			}
			equal(t, "rows", got, c.want)
			if left, _ := os.ReadDir(temp); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if _, err := Spool(bytes.NewReader(file), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a folder for copies: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// The size of what is read counts what lies beside the database, by which the number of rows is
// limited.
func TestSizeOfADatabase(t *testing.T) {
	file, log := withLog(t)
	dir := t.TempDir()
	path := stored(t, filepath.Join(dir, "a.db"), file)
	for _, c := range []struct {
		log  []byte
		want int
	}{{nil, len(file)}, {log, len(file) + len(log)}} {
		if c.log != nil {
			stored(t, path+walEnding, c.log)
		}
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if db.size != int64(c.want) || db.Damage() != nil {
			t.Errorf("%d bytes, want %d; damage %v", db.size, c.want, db.Damage())
		}
		db.Close()
	}
}

// More rows than a file of its size can hold are not handed out.
func TestTooManyRows(t *testing.T) {
	path := made(t, "CREATE TABLE t(a)", "INSERT INTO t SELECT i FROM (WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i<1002) SELECT i FROM n)")
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for size, want := range map[int64]string{0: "1000 table t: " + errTooMuch.Error(), 4: "1001 table t: " + errTooMuch.Error(), 8: "1002 "} {
		db.size = size
		rows, fault := 0, ""
		for _, err := range db.Rows(db.Tables()[0]) {
			if err != nil {
				fault = err.Error()
			} else {
				rows++
			}
		}
		equal(t, fmt.Sprint("rows of ", size, " bytes"), fmt.Sprint(rows, " ", fault), want)
	}
	for row, err := range db.Rows(db.Tables()[0]) {
		if n, ok := row.Int("a"); err != nil || n != 1 || !ok {
			t.Errorf("the first row is %d: %v", n, err)
		}
		break // and no other follows
	}
	if err := db.ask("SELECT '\x00'", 1, nil); !errors.Is(err, errText) {
		t.Errorf("a NUL in a question: %v", err)
	}
}

// A file that was written to since it was opened has changed, and so has one that is gone.
func TestChanged(t *testing.T) {
	path := made(t, "CREATE TABLE t(a)")
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if db.Changed() {
		t.Error("nobody wrote to it")
	}
	when := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, when, when); err != nil || !db.Changed() {
		t.Errorf("%v: it was written to", err)
	}
	if err := os.Remove(path); err != nil || !db.Changed() {
		t.Errorf("%v: it is gone", err)
	}
}

// What is no file is not opened.
func TestWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	path := stored(t, filepath.Join(dir, "a.db"), bytesIn(t, made(t, "CREATE TABLE t(a)")))
	if err := errors.Join(os.Symlink(path, filepath.Join(dir, "link.db")), os.Mkdir(path+journalEnding, 0o700)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"a.db": errNotRegular, "link.db": errNotRegular, "a.db-journal": errNotRegular, "none.db": os.ErrNotExist} {
		if _, err := Open(filepath.Join(dir, name)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}

// The header says how long the file was, where the last writer kept that up to date.
func TestHeader(t *testing.T) {
	file := func(size int, page uint16, pages, changes, counted byte) []byte {
		b := make([]byte, size)
		copy(b, magic)
		b[16], b[17] = byte(page>>8), byte(page)
		b[31], b[27], b[95] = pages, changes, counted
		return b
	}
	for _, c := range []struct {
		name    string
		content []byte
		want    header
		cut     bool
		rest    int64
	}{
		{"whole", file(1024, 512, 2, 7, 7), header{1024, 512, 2}, false, 0},
		{"longer", file(2048, 512, 2, 7, 7), header{2048, 512, 2}, false, 0},
		{"a page is missing", file(512, 512, 2, 7, 7), header{512, 512, 2}, true, 0},
		{"a part of a page is missing", file(1023, 512, 2, 7, 7), header{1023, 512, 2}, true, 511},
		{"not counted", file(1024, 512, 9, 7, 6), header{1024, 512, 0}, false, 0},
		{"not counted, and a part is missing", file(1000, 512, 9, 7, 6), header{1000, 512, 0}, true, 488},
		{"large pages", file(65536, 1, 1, 7, 7), header{65536, 65536, 1}, false, 0},
		{"pages of nothing", file(100, 0, 1, 7, 7), header{100, 0, 1}, false, 0},
	} {
		h, err := headerOf(stored(t, filepath.Join(t.TempDir(), "h"), c.content))
		if err != nil || h != c.want || h.cut() != c.cut || h.rest() != c.rest {
			t.Errorf("%s: %v: %+v, cut %v, rest %d", c.name, err, h, h.cut(), h.rest())
		}
	}
	if _, err := headerOf(stored(t, filepath.Join(t.TempDir(), "h"), make([]byte, 99))); err == nil || err.Error() != "a database that is cut off in its header, after 99 bytes" {
		t.Errorf("a part of a header: %v", err)
	}
	if _, err := headerOf(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// A file that lies beside a database is told by its name.
func TestBelongs(t *testing.T) {
	for path, want := range map[string]string{"a.db-wal": "a.db", "a.db-shm": "a.db", "x/a-journal": "x/a", "a.db": "", "-wal": "", "a-wal.db": "", "": ""} {
		if got, ok := Belongs(path); got != want || ok != (want != "") {
			t.Errorf("%s lies beside %q: %v", path, got, ok)
		}
	}
}

// A part is copied as it is, at most so many bytes of it; one that is empty or gone is not made.
func TestCopies(t *testing.T) {
	dir := t.TempDir()
	from, to := stored(t, filepath.Join(dir, "from"), []byte("1234")), filepath.Join(dir, "to")
	for _, c := range []struct {
		name string
		from string
		is   footprint
		want string // "": it is not there
	}{
		{"a part", from, footprint{size: 4}, "1234"},
		{"empty now", from, footprint{}, ""},
		{"empty, and never there", from, footprint{}, ""},
		{"gone meanwhile", filepath.Join(dir, "none"), footprint{size: 4}, ""},
	} {
		err := copyPart(to, c.from, c.is)
		b, _ := os.ReadFile(to)
		if err != nil || string(b) != c.want {
			t.Errorf("%s: %v: %q", c.name, err, b)
		}
	}
	if err := copyPart(filepath.Join(dir, "none", "to"), from, footprint{size: 4}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("to a folder that is not there: %v", err)
	}
	if err := copyPart(from+"/to", from, footprint{}); err == nil {
		t.Error("below a file")
	}
	if err := copyPart(to, from+"/x", footprint{size: 4}); err == nil {
		t.Error("from below a file")
	}
	for limit, want := range map[int64]string{4: "", 3: "a database larger than 3 bytes"} {
		got := ""
		if err := write(to, strings.NewReader("1234"), limit); err != nil {
			got = err.Error()
		}
		equal(t, "a limit", got, want)
	}
	if MaxCopied != 4_294_967_296 || MaxValue != 67_108_864 {
		t.Error("the limits are others")
	}
}

// A database is opened for writing only where something lies beside it that belongs into it.
func TestHowADatabaseIsOpened(t *testing.T) {
	file, log := withLog(t)
	for name, c := range map[string]struct {
		beside map[string][]byte
		want   string
	}{"alone": {nil, readOnly}, "an empty log": {map[string][]byte{"-wal": nil}, readOnly}, "a log": {map[string][]byte{"-wal": log}, exclusive}} {
		how, err := spool(filepath.Join(t.TempDir(), "a"), bytes.NewReader(file), func(ending string) (io.ReadCloser, error) {
			if b, ok := c.beside[ending]; ok {
				return io.NopCloser(bytes.NewReader(b)), nil
			}
			return nil, nil
		})
		if err != nil || how != c.want {
			t.Errorf("%s: %v: %s, want %s", name, err, how, c.want)
		}
	}
}

// A journal is one of several databases where it ends as one, in the bytes that the format of
// SQLite's files gives.
func TestJournals(t *testing.T) {
	const end = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
	if string(journalMagic) != end {
		t.Errorf("a journal ends in %x", journalMagic)
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"of one": {make([]byte, 600), nil}, "short": {[]byte("1234567"), nil}, "of several": {append(make([]byte, 600), journalMagic...), errOthers},
		"nothing but its end": {journalMagic, errOthers}, "its end before the end": {append(slices.Clone(journalMagic), 0), nil},
	} {
		if err := checkJournal(stored(t, filepath.Join(t.TempDir(), "j"), c.content)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := checkJournal(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Errorf("none: %v", err)
	}
	if err := checkJournal(stored(t, filepath.Join(t.TempDir(), "file"), nil) + "/below"); err == nil {
		t.Error("below a file")
	}
}

// What a CREATE statement makes is told from its text.
func TestDeclared(t *testing.T) {
	for sql, want := range map[string]string{
		"CREATE TABLE a(x)": "TABLE a", "create table if not exists main.[a b](x)": "TABLE a b", "CREATE TEMP TABLE a(x)": "TABLE a", "CREATE TEMPORARY VIEW a": "VIEW a",
		"CREATE UNIQUE INDEX i ON t(a)": "INDEX i", "CREATE VIRTUAL TABLE v USING x": "VIRTUAL v", "CREATE TRIGGER \"x\"\"y\"": `TRIGGER x"y`, "INSERT INTO a": " ", "": " ",
		"CREATE TABLE": "TABLE ", "/* x */ CREATE -- y\n table a": "TABLE a",
	} {
		what, name := declared(sql)
		equal(t, sql, what+" "+name, want)
	}
}

// The library's own tables are passed over, and those behind them are read.
func TestTablesOfTheLibrary(t *testing.T) {
	path := made(t, "CREATE TABLE a(x INTEGER PRIMARY KEY AUTOINCREMENT)", "CREATE TABLE b(x)", "INSERT INTO a VALUES(1)", "INSERT INTO b VALUES(2)")
	lines, faults := contents(t, path)
	equal(t, "rows", strings.Join(lines, " "), `a {"x":1} b {"x":2}`)
	equal(t, "faults", len(faults), 0)
}

// A row gives its values by the names of their columns, and as an object.
func TestRow(t *testing.T) {
	table := &Table{Name: "t", Columns: []string{"text", "n", "x", "b", "none", "wide"}}
	row := Row{Table: table, values: []any{"a\"\\\b\f\n\r\t\x00\x1f ~é", int64(-7), 0.5, []byte("é"), nil, []byte("a\x00")}}
	equal(t, "text", row.Text("n")+row.Text("text")[:1]+row.Text("other"), "a")
	if n, ok := row.Int("n"); n != -7 || !ok {
		t.Errorf("n is %d: %v", n, ok)
	}
	for _, c := range []string{"text", "x", "none", "other"} {
		if n, ok := row.Int(c); n != 0 || ok {
			t.Errorf("%s is %d: %v", c, n, ok)
		}
	}
	equal(t, "object", string(row.Object()), `{"text":"a\"\\\b\f\n\r\t\u0000\u001f ~é","n":-7,"x":0.5,"b":"é","none":null,"wide":"(2 bytes)"}`)
	equal(t, "less", string(row.Object("text", "x", "b", "wide")), `{"n":-7,"none":null}`)
	equal(t, "nothing", string(row.Object(table.Columns...)), `{}`)
	if !table.Has() || !table.Has("n", "x") || table.Has("n", "y") || table.Has("y") {
		t.Error("the table has other columns")
	}
	for v, want := range map[any]int64{"é": 2, int64(1): 8, 0.5: 8} {
		equal(t, "length", length(v), want)
	}
	equal(t, "length of bytes", length([]byte("abc")), 3)
}
