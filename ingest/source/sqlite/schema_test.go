package sqlite

import (
	"strings"
	"testing"
)

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// A schema may say whatever its writer pleased. Only what is an ordinary table is
// read, and nothing of it is run.
func TestHostileSchemas(t *testing.T) {
	forge := func(kind, name, sql string) string {
		return "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql) VALUES(" + literal(kind) + "," + literal(name) + "," + literal(name) + ",2," + literal(sql) + ")"
	}
	endless := "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n) SELECT i FROM n"
	for _, c := range []struct {
		name       string
		statements []string
		want       string
	}{
		{"a view", []string{"CREATE VIEW t AS " + endless}, ""},
		{"a view beside a table", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "CREATE VIEW u AS " + endless}, `t {"a":1}`},
		{"a trigger", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "CREATE TRIGGER u AFTER INSERT ON t BEGIN DELETE FROM t; END"}, `t {"a":1}`},
		{"a virtual table", []string{"CREATE VIRTUAL TABLE t USING fts5(a)"}, "t_content  t_config"},
		{"a view that says that it is a table", []string{"CREATE TABLE x(a)", forge("table", "t", "CREATE VIEW t AS "+endless)}, ""},
		{"a view that stands before its table", []string{"CREATE TABLE x(a)", forge("view", "y", "CREATE VIEW [t] AS "+endless), forge("table", "t", "CREATE TABLE t(a)")}, ""},
		{"a virtual table that says that it is one of rows", []string{"CREATE TABLE x(a)", forge("table", "t", "CREATE VIRTUAL TABLE t USING fts5(a)")}, ""},
		{"a table of another name", []string{"CREATE TABLE x(a)", forge("table", "t", "CREATE TABLE u(a)")}, ""},
		{"a table in a pragma's place", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "CREATE TABLE pragma_table_xinfo(a)"}, `t {"a":1}`},
		{"a table that makes no sense", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", forge("table", "u", "CREATE TABLE u(((")}, `t {"a":1}`},
		{"an index that computes", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "CREATE INDEX i ON t(a, abs(a))"}, `t {"a":1}`},
		{"computed columns", []string{"CREATE TABLE t(a, b AS (a+1), c AS (a+2) STORED)", "INSERT INTO t VALUES(1)"}, `t {"a":1}`},
		{"a default that came later", []string{"CREATE TABLE t(a)", "INSERT INTO t VALUES(1)", "ALTER TABLE t ADD COLUMN b TEXT NOT NULL DEFAULT '{}'"}, `t {"a":1,"b":"{}"}`},
		{"no row ids", []string{"CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID", "INSERT INTO t VALUES(2,3),(1,NULL)"}, `t {"a":1,"b":null} t {"a":2,"b":3}`},
		{"names that need quotes", []string{"CREATE TABLE \"a\"\"; DROP TABLE t; --\"(\"select\" INT, [x y])", "INSERT INTO \"a\"\"; DROP TABLE t; --\" VALUES(1,2)"}, `a"; DROP TABLE t; -- {"select":1,"x y":2}`},
		{"a large value", []string{"CREATE TABLE t(a, b)", "INSERT INTO t VALUES(zeroblob(70000000), 2)"}, `t {"a":"(70000000 bytes left out)","b":2}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements := c.statements
			if strings.Contains(strings.Join(statements, ""), "INTO sqlite_schema") {
				statements = append([]string{"PRAGMA writable_schema=1"}, statements...)
			}
			path := made(t, statements...)
			untouched(t, path)
			lines, faults := contents(t, path)
			for i, l := range lines {
				if strings.HasPrefix(c.want, "t_content") {
					lines[i], _, _ = strings.Cut(l, " ")
				}
			}
			got := strings.Join(lines, " ")
			if strings.HasPrefix(c.want, "t_content") {
				if strings.HasPrefix(got, "t ") {
					t.Errorf("the virtual table was read: %s", got)
				}
				return
			}
			equal(t, "rows", got, c.want)
			for _, f := range faults {
				t.Logf("fault: %v", f)
			}
		})
	}
}
