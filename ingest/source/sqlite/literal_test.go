package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// valueOf is a value of a dump as JSON, or what is wrong with it.
func valueOf(literal string) string {
	lines := dumped("CREATE TABLE t(a);INSERT INTO t VALUES(" + literal + ");")
	if len(lines) != 1 {
		return fmt.Sprintf("%q", lines)
	}
	_, said, _ := strings.Cut(lines[0], " ")
	said = strings.TrimPrefix(said, "a row of t: ")
	return strings.TrimSuffix(strings.TrimPrefix(said, `t {"a":`), "}")
}

// A literal is what SQLite itself takes it for.
func TestLiteralsAsSQLiteReadsThem(t *testing.T) {
	for _, literal := range []string{
		"0", "1", "-1", "+1", "007", "1.5", ".5", "5.", "-.5", "1e3", "1E3", "1e+3", "1E+3", "1e-3", "1E-3", "1.5e2", "1e999", "-1e999",
		"0x1F", "0X1f", "-0x1F", "0x0", "0xFFFFFFFFFFFFFFFF", "0x7fffffffffffffff",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"'a'", "''", "'it''s'", "''''", "'a\nb'", "'\"'", "NULL", "null", "TRUE", "false",
		"x'00ff'", "X''", "x'6162'", "'a'||'b'", "'a'||'b'||'c'", "'a' || char(10) || 'b'",
		"replace('aXbX','X','cd')", "replace('a','X','c')", "replace('a','a','')", "char(65,66)", "char()", "char(-1)", "char(1114111)", "char(1114112)",
		`unistr('\u00e9')`, `unistr('\\')`, `unistr('a\0041b')`, `unistr('\+01F600')`, `unistr('\U0001F600')`, `unistr('')`, `unistr('a')`,
		"replace(replace(replace(replace('a','a','b'),'b','c'),'c','d'),'d','e')", "'a'||replace('b','b','c')", "replace('a'||'b','ab','c')",
		"1 /* one */", "1 -- one\n", "'a'/**/||/**/'b'",
	} {
		path := made(t, "CREATE TABLE t(a)", "INSERT INTO t VALUES("+literal+")")
		rows, faults := contents(t, path)
		if len(rows) != 1 || len(faults) > 0 {
			t.Fatalf("%s: %q, %v", literal, rows, faults)
		}
		if got, want := valueOf(literal), strings.TrimSuffix(strings.TrimPrefix(rows[0], `t {"a":`), "}"); got != want {
			t.Errorf("%s is %s, want %s", literal, got, want)
		}
	}
}

// What no dump writes for a value is none.
func TestWhatIsNoLiteral(t *testing.T) {
	const none, escape = "a value that is no literal", "an escape that stands for no character"
	for literal, want := range map[string]string{
		"": none, "a": none, "1+1": none, "1 2": none, "-": none, "- 'a'": none, "-NULL": none, "1.2.3": none, "1e": none, "0x": none, "0xg": none, "1_000": none,
		"0x1FFFFFFFFFFFFFFFF": none, "inf": none, "nan": none, "0x1p4": none, "'a' 'b'": none, "'a'|'b'": none, "'a'||1": none, "1||'a'": none, "'a'||": none, "NULL||'a'": none,
		"x'0'": none, "x'0g'": none, "(1)": none, "upper('a')": none, "replace": none, "replace('a','b')": none, "replace('a','','b')": none, "replace('a','b','c','d')": none,
		"replace(1,'b','c')": none, "replace('a' 'b','c')": none, "unistr('a','b')": none, "unistr(1)": none, "char('a')": none, "char(1.5)": none,
		"replace(replace(replace(replace(replace('a','a','b'),'b','c'),'c','d'),'d','e'),'e','f')": none,
		`unistr('\')`: escape, `unistr('\u00e')`: escape, `unistr('\00g0')`: escape, `unistr('\U00110000')`: escape, `unistr('\+11000')`: escape, `unistr('\u')`: escape,
	} {
		if got := valueOf(literal); got != want {
			t.Errorf("%s: %s, want %s", literal, got, want)
		}
	}
}

// Names are read in every kind of quotes, and the last part of one with a schema counts.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"a": "a", "A_1$": "A_1$", "é": "é", `"a b"`: "a b", `"a""b"`: `a"b`, "`a``b`": "a`b", "[a b]": "a b", "[a[b]": "a[b", "'a'": "a", "main.a": "a", `main."a.b"`: "a.b",
		"main . a": "a", `""`: "", "1": "", ".a": "", "": "", "a.": "",
	} {
		l := newLexer([]byte(name))
		if got := l.name(); got != want {
			t.Errorf("%s is the name %q, want %q", name, got, want)
		}
	}
	for text, want := range map[string]string{`"`: "", "[a": "a", `"a`: "a", "'a''": "a'", "[]": ""} {
		if got := unquote([]byte(text)); got != want {
			t.Errorf("%s unquoted is %q, want %q", text, got, want)
		}
	}
}

// Text is cut into tokens, of which each has the line that it begins on.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"a,b;":                           "1w:a 1,:, 1w:b 1;:;",
		"a\nb\n\n'c\nd' e":               "1w:a 2w:b 4s:'c\nd' 5w:e",
		" \t\r\f\x00a":                   "1w:a",
		"a--b\nc":                        "1w:a 2w:c",
		"a--b":                           "1w:a",
		"a-b":                            "1w:a 1-:- 1w:b",
		"a/*b\nc*/d":                     "1w:a 2w:d",
		"a/b":                            "1w:a 1/:/ 1w:b",
		"/**/a/***/b":                    "1w:a 1w:b",
		"x'00' X'00' xa x":               "1x:x'00' 1x:X'00' 1w:xa 1w:x",
		"1.5e-3+2 .5 . 0x1F 0xe+1 0Xe-1": "1n:1.5e-3 1+:+ 1n:2 1n:.5 1.:. 1n:0x1F 1n:0xe 1+:+ 1n:1 1n:0Xe 1-:- 1n:1",
		"z9 _a \u00e9 az AZ @ [ ] ` `":   "1w:z9 1w:_a 1w:\u00e9 1w:az 1w:AZ 1@:@ 1q:[ ] 1q:` `",
		"'a''b''' \"c\"\"d\"":            "1s:'a''b''' 1q:\"c\"\"d\"",
		"0 9 :":                          "1n:0 1n:9 1::::",
		"\u00c0b a\u00c0":                "1w:\u00c0b 1w:a\u00c0", // À is 0xc3 0x80 in UTF-8
	} {
		var got []string
		for l := newLexer([]byte(text)); l.tok.kind != ending; l.next() {
			got = append(got, fmt.Sprintf("%d%c:%s", l.tok.line, l.tok.kind, l.tok.text))
		}
		if joined := strings.Join(got, " "); joined != strings.Replace(want, "1::::", "1:::", 1) {
			t.Errorf("%q: %q, want %q", text, joined, want)
		}
	}
	for text, want := range map[string]bool{"'a": true, `"a`: true, "[a": true, "/*a": true, "/*a*": true, "'a'": false, "--a": false, "/**/": false, "a": false, "x'0": true} {
		l := newLexer([]byte(text))
		for l.tok.kind != ending {
			l.next()
		}
		if l.torn != want {
			t.Errorf("%q ends in the midst of a token: %v", text, l.torn)
		}
	}
}

// A statement is one of its table's only where it is written as such; what follows is read.
func TestStatements(t *testing.T) {
	const made, last = "CREATE TABLE t(a, b);\n", "INSERT INTO t VALUES(8,9);"
	const read = `2 t {"a":8,"b":9}`
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"an index, a view and a temporary table", made + "CREATE UNIQUE INDEX i ON t(a);CREATE VIEW v AS SELECT 1;CREATE TEMP TABLE u(a);CREATE TEMPORARY TABLE w(a);INSERT INTO u VALUES(1);INSERT INTO w VALUES(2);" + last,
			[]string{`2 u {"a":1}`, `2 w {"a":2}`, read}},
		{"a trigger for a time", made + "CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO t VALUES(1,2); END;" + last, []string{read}},
		{"a trigger with a choice", made + "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END;" + last, []string{read}},
		{"a table that a query makes", made + "CREATE TABLE u AS SELECT 1;INSERT INTO u VALUES(1);" + last, []string{"2! a row of u: nothing in the text names its columns", read}},
		{"no INTO", made + "INSERT t VALUES(1,2);" + last, []string{read}},
		{"no name", made + "INSERT INTO (1,2);INSERT INTO;" + last, []string{read}},
		{"no values", made + "INSERT INTO t DEFAULT VALUES;" + last, []string{"2! rows of t that are not written out", read}},
		{"OR with every word", made + "INSERT OR REPLACE INTO t VALUES(1,2);" + last, []string{`2 t {"a":1,"b":2}`, read}},
		{"a row without an end", made + "INSERT INTO t VALUES(1,2;" + last, []string{"2! a row of t: a value that is no literal", read}},
		{"a comma too many", made + "INSERT INTO t VALUES(1,2),;" + last, []string{`2 t {"a":1,"b":2}`, read}},
		{"no row at all", made + "INSERT INTO t VALUES();" + last, []string{"2! a row of t: a value that is no literal", read}},
		{"parentheses in a row that is left out", made + "INSERT INTO t VALUES(f(1,(2)),3),(4,5);" + last, []string{"2! a row of t: a value that is no literal", `2 t {"a":4,"b":5}`, read}},
		{"columns in another order, and then none", made + "INSERT INTO t(b,a) VALUES(1,2);INSERT INTO t VALUES(3,4);" + last, []string{`2 t {"b":1,"a":2}`, `2 t {"a":3,"b":4}`, read}},
		{"columns that are named first in a statement", "INSERT INTO t(b,a) VALUES(1,2);INSERT INTO t VALUES(3,4);", []string{`1 t {"b":1,"a":2}`, `1 t {"b":3,"a":4}`}},
		{"odd marks among columns", made + "INSERT INTO t(a,,1,b) VALUES(1,2);" + last, []string{`2 t {"a":1,"b":2}`, read}},
		{"a column that is added in short", made + "ALTER TABLE t ADD c;INSERT INTO t VALUES(1,2,3);", []string{`2 t {"a":1,"b":2,"c":3}`}},
		{"other changes of a table", made + "ALTER TABLE t RENAME TO u;ALTER INDEX x;ALTER TABLE t ADD;ALTER TABLE 1 ADD c;" + last, []string{read}},
		{"names in other case", made + "INSERT INTO T VALUES(1,2);", []string{`2 t {"a":1,"b":2}`}},
		{"a table again", made + "CREATE TABLE t(c);INSERT INTO t VALUES(1);", []string{`2 t {"c":1}`}},
		{"cut in an ALTER", made + last + "\nALTER TABLE t", []string{read, "3! the text ends in the midst of this statement"}},
		{"cut in a column", "CREATE TABLE t(a, b", []string{"1! the text ends in the midst of this statement"}},
		{"cut behind a comma", made + "INSERT INTO t VALUES(1,2),", []string{`2 t {"a":1,"b":2}`, "2! the text ends in the midst of this statement"}},
		{"cut in pieces of text", made + "INSERT INTO t VALUES('a'||'b", []string{"2! the text ends in the midst of this statement"}},
		{"empty statements", ";;" + made + ";" + last + ";;", []string{read}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := dumped(c.text); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
