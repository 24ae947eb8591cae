package sqlite

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// dumped is what comes out of a text: a line for every row and every fault.
func dumped(text string) (lines []string) {
	for row, err := range Dump([]byte(text), func(table string) bool { return table != "left" }) {
		if err != nil {
			lines = append(lines, fmt.Sprintf("%d! %v", err.(*Fault).Line, err))
			continue
		}
		lines = append(lines, fmt.Sprintf("%d %s %s", row.Line, row.Table.Name, row.Object()))
	}
	return lines
}

func TestDump(t *testing.T) {
	const made = "CREATE TABLE t(a, b);\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"an export", "PRAGMA defer_foreign_keys=TRUE;\n" + made + `INSERT INTO "t" VALUES(1,'it''s');` + "\n" + `INSERT INTO "t" VALUES(-2,NULL);` + "\nCREATE INDEX i ON t(a);\n",
			[]string{`3 t {"a":1,"b":"it's"}`, `4 t {"a":-2,"b":null}`}},
		{"an export with column names", "PRAGMA defer_foreign_keys=TRUE;\nCREATE TABLE IF NOT EXISTS \"t\"(a, b, c);\n" + `INSERT INTO "t" ("b","a") VALUES(1,'x');`, []string{`3 t {"b":1,"a":"x"}`}},
		{"rows without their table", `INSERT INTO "t" ("b","a") VALUES(1,2);`, []string{`1 t {"b":1,"a":2}`}},
		{"rows whose columns nobody names", `INSERT INTO "t" VALUES(1,2);`, []string{`1! a row of t: nothing in the text names its columns`}},
		{"a dump", "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n" + made + "INSERT INTO t VALUES(1,2);\nCOMMIT;\n", []string{`4 t {"a":1,"b":2}`}},
		{"many rows", made + "INSERT INTO t VALUES(1,2),\n(3,4)\n,(5,6);", []string{`2 t {"a":1,"b":2}`, `3 t {"a":3,"b":4}`, `4 t {"a":5,"b":6}`}},
		{"OR IGNORE, a schema's name, an alias, a conflict", made + "INSERT OR IGNORE INTO main.t AS x VALUES(1,2) ON CONFLICT DO NOTHING;REPLACE INTO t VALUES(3,4) RETURNING a;", []string{`2 t {"a":1,"b":2}`, `2 t {"a":3,"b":4}`}},
		{"line breaks as a dump writes them", made + `INSERT INTO t VALUES(replace('a\nb','\n',char(10)),replace(replace('a\r\nb','\r',char(13)),'\n',char(10)));`, []string{`2 t {"a":"a\nb","b":"a\r\nb"}`}},
		{"line breaks as newer ones do", made + `INSERT INTO t VALUES(unistr('a\u000ab\\c\+01F600\U0001F601\00e9'),char(97,8364));`, []string{`2 t {"a":"a\nb\\c😀😁é","b":"a€"}`}},
		{"line breaks as they are", made + "INSERT INTO t VALUES('a\nb',\n2);\nINSERT INTO t VALUES(3,4);", []string{`2 t {"a":"a\nb","b":2}`, `5 t {"a":3,"b":4}`}},
		{"text in pieces", made + `INSERT INTO t VALUES('a'||char(10)||'b',"x");`, []string{`2 t {"a":"a\nb","b":"x"}`}},
		{"numbers", made + "INSERT INTO t VALUES(1.50,.5),(1e3,-9223372036854775808),(9223372036854775808,0x1F),(+7,-1e999),(9.0e+999,TRUE);",
			[]string{`2 t {"a":1.5,"b":0.5}`, `2 t {"a":1000,"b":-9223372036854775808}`, `2 t {"a":9223372036854776000,"b":31}`, `2 t {"a":7,"b":"-Inf"}`, `2 t {"a":"+Inf","b":1}`}},
		{"blobs", made + "INSERT INTO t VALUES(X'6162',x'00ff');", []string{`2 t {"a":"ab","b":"(2 bytes)"}`}},
		{"comments", made + "-- INSERT INTO t VALUES(0,0);\n/* ; */ INSERT/**/INTO t VALUES(1/*,*/,2);", []string{`3 t {"a":1,"b":2}`}},
		{"columns of all sorts", "CREATE TABLE t(\"a b\" TEXT DEFAULT (replace('x', ',', ')')), `c` INT CHECK (c IN (1,2)), [d], e REFERENCES x(y), f AS (c+1), primary_x, PRIMARY KEY (c), CONSTRAINT q UNIQUE (d), FOREIGN KEY (e) REFERENCES x(y) -- , no\n, g TEXT NOT NULL DEFAULT '');\nALTER TABLE t ADD COLUMN h;INSERT INTO t VALUES(1,2,3,4,5,6,7);",
			[]string{`3 t {"a b":1,"c":2,"d":3,"e":4,"primary_x":5,"g":6,"h":7}`}},
		{"a trigger", made + "CREATE TRIGGER x AFTER INSERT ON t WHEN CASE WHEN NEW.a THEN 1 END BEGIN INSERT INTO t VALUES(CASE NEW.a WHEN 1 THEN 2 END, 3); DELETE FROM t; END;INSERT INTO t VALUES(1,2);", []string{`2 t {"a":1,"b":2}`}},
		{"other tables", made + "CREATE TABLE left(a);INSERT INTO left VALUES(unixepoch());INSERT INTO t VALUES(1,2);", []string{`2 t {"a":1,"b":2}`}},
		{"what is no literal", made + "INSERT INTO t VALUES(1,unixepoch()*1000),(2,(SELECT 1)),(3,4);INSERT INTO t VALUES(5,replace('a',load_extension('x'),char(1))),(6,7);",
			[]string{`2! a row of t: a value that is no literal`, `2! a row of t: a value that is no literal`, `2 t {"a":3,"b":4}`, `2! a row of t: a value that is no literal`, `2 t {"a":6,"b":7}`}},
		{"rows from a query", made + "INSERT INTO t SELECT * FROM u;INSERT INTO t VALUES(1,2);", []string{`2! rows of t that are not written out`, `2 t {"a":1,"b":2}`}},
		{"too few values", made + "INSERT INTO t VALUES(1),(1,2,3),(4,5);", []string{`2! a row of t: 1 values for 2 columns`, `2! a row of t: 3 values for 2 columns`, `2 t {"a":4,"b":5}`}},
		{"cut in a text", made + "INSERT INTO t VALUES(1,2);\nINSERT INTO t VALUES(3,'ab", []string{`2 t {"a":1,"b":2}`, `3! the text ends in the midst of this statement`}},
		{"cut in a row", made + "INSERT INTO t VALUES(3,", []string{`2! the text ends in the midst of this statement`}},
		{"cut behind a row", made + "INSERT INTO t VALUES(1,2)", []string{`2 t {"a":1,"b":2}`, `2! the text ends in the midst of this statement`}},
		{"cut in a trigger", made + "INSERT INTO t VALUES(1,2);CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t;", []string{`2 t {"a":1,"b":2}`, `2! the text ends in the midst of this statement`}},
		{"a writer that met errors", made + "INSERT INTO t VALUES(1,2);\n/****** CORRUPTION ERROR *******/\nROLLBACK; -- due to errors\n", []string{`2 t {"a":1,"b":2}`, `4! the dump ends in ROLLBACK: its writer met errors and left rows out`}},
		{"deep nesting", made + "INSERT INTO t VALUES(" + strings.Repeat("replace(", 40) + "1),(1,2);", []string{`2! a row of t: a value that is no literal`, `2! the text ends in the midst of this statement`}},
		{"no SQL at all", "}{ not; at all '", []string{`1! the text ends in the midst of this statement`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := dumped(c.text)
			if c.name == "deep nesting" || c.name == "no SQL at all" {
				got = got[:min(1, len(got))] // that it ends is all that matters
				c.want = c.want[:1]
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestAReaderThatHasEnough(t *testing.T) {
	rows := 0
	for range Dump([]byte("CREATE TABLE t(a);INSERT INTO t VALUES(1),(2);INSERT INTO t VALUES(3);oops"), func(string) bool { return true }) {
		rows++
		break
	}
	equal(t, "rows", rows, 1)
}

func TestDumpTables(t *testing.T) {
	for text, want := range map[string]string{
		"PRAGMA defer_foreign_keys=TRUE;\nCREATE TABLE a(x, y);\nINSERT INTO \"b\" (\"z\") VALUES(1);\nCREATE TABLE c(u, v": "a(x,y) b(z) c(u,v)",
		"-- made by hand\ninsert into a(x) values(1);": "a(x)",
		"# A heading\n\nCREATE TABLE a(x);":            "",
		"{}":                                           "",
		"":                                             "",
	} {
		var got []string
		for _, table := range DumpTables([]byte(text)) {
			got = append(got, fmt.Sprintf("%s(%s)", table.Name, strings.Join(table.Columns, ",")))
		}
		equal(t, text, strings.Join(got, " "), want)
	}
}

// What the command line program of SQLite writes gives the rows of the file.
func TestDumpAndFileAgree(t *testing.T) {
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("no sqlite3 here")
	}
	path := made(t, "CREATE TABLE \"t\"(a INTEGER PRIMARY KEY, \"b c\" TEXT DEFAULT 'x,y', d REAL, CHECK (d > -1e300))", "CREATE TABLE u(x)", "ALTER TABLE t ADD COLUMN e BLOB",
		"INSERT INTO t VALUES(1,'it''s'||char(13,10)||'new \\n line',0.1,x'00ff'),(2,'',1e300,NULL),(-9223372036854775808,'€ 😀',-0.0,x'')",
		"INSERT INTO u VALUES(9223372036854775807),(1.0),('1'),(char(1)||char(10)),(json_object('a', json('[1,2]')))",
		"CREATE TRIGGER g AFTER INSERT ON u BEGIN INSERT INTO u VALUES('never'); END", "CREATE VIEW v AS SELECT * FROM u", "CREATE INDEX i ON u(x)")
	text, err := exec.Command(program, path, ".dump").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines, faults := contents(t, path)
	if len(faults) > 0 || len(lines) != 8 {
		t.Fatalf("rows %v, faults %v", lines, faults)
	}
	var got []string
	for _, l := range dumped(string(text)) {
		_, row, _ := strings.Cut(l, " ")
		got = append(got, row)
	}
	if !slices.Equal(got, lines) {
		t.Errorf("dump:\n%s\nfile:\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

// The reading takes as long as the text is long, whatever stands in it.
func TestLongTexts(t *testing.T) {
	for name, text := range map[string]string{
		"pieces":   "CREATE TABLE t(a);INSERT INTO t VALUES('a'" + strings.Repeat("||'a'", 1<<20) + ");",
		"open":     "CREATE TABLE t(a);INSERT INTO t VALUES(" + strings.Repeat("(", 1<<20),
		"calls":    "CREATE TABLE t(a);INSERT INTO t VALUES" + strings.Repeat("(replace(", 1<<20),
		"quotes":   "CREATE TABLE t(a);INSERT INTO t VALUES('" + strings.Repeat("''", 1<<20) + "');",
		"comments": strings.Repeat("/*", 1<<20) + strings.Repeat("--", 1<<20),
		"columns":  "CREATE TABLE t(" + strings.Repeat("a,", 1<<18) + ");INSERT INTO t VALUES" + strings.Repeat("(1),", 1<<18) + ";",
		"tables":   strings.Repeat("CREATE TABLE t(a);ALTER TABLE t ADD b;", 1<<15),
		"grown":    "CREATE TABLE t(a);INSERT INTO t VALUES(replace(replace('" + strings.Repeat("a", 1<<20) + "','a','" + strings.Repeat("b", 1<<20) + "'),'b','c'));",
	} {
		t.Run(name, func(t *testing.T) {
			for row, err := range Dump([]byte(text), func(string) bool { return true }) {
				if err == nil && len(row.Object()) < 3 {
					t.Error("an empty row")
				}
			}
		})
	}
}
