package render

import (
	"testing"

	"runreport/analyze/report"
)

// Signs that mean something at the start of a text alone stay as they are behind one letter.
func TestSignsBehindALetter(t *testing.T) {
	for text, want := range map[string]string{
		"a-b": "a-b", "-b": "&#45;b", "-3": "-3", "a+b": "a+b", "+b": "&#43;b", "a--b": "a&#45;&#45;b", "a++": "a&#43;&#43;",
		"a=b": "a=b", "=b": "&#61;b", "a)=b": "a)&#61;b", "a==b": "a&#61;&#61;b", "a == b": "a == b", "a== b": "a&#61;&#61; b", "a ==b": "a &#61;&#61;b", "a ==": "a &#61;&#61;", "== b": "&#61;&#61; b", "a === b": "a &#61;&#61;&#61; b", "f(x) == b": "f(x) == b",
		"a%": "a%", "%a": "&#37;a", "a?": "a?", "?a": "&#63;a", "a!": "a!", "a! b": "a! b", "!a": "&#33;a", "a!b": "a&#33;b",
		"a:": "a:", "a: b": "a: b", "a:1": "a:1", ":1": "&#58;1", "a:b": "a&#58;" + zeroWidthSpace + "b", "a:b c": "a&#58;b c",
		"/a": "/a", "//a": "&#47;/a", "a//b": "a//b", "a_b": "a_b", "_a": "&#95;a", "a_": "a&#95;",
		"www.x": "www" + zeroWidthSpace + "&#46;x", "ww.x": "ww.x", "1. a": "1&#46; a", "GH-1": "GH&#45;" + zeroWidthSpace + "1", "aGH-1": "aGH-1", "H-1": "H-1",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A cut stands behind the last whole word where that leaves two thirds of the room, else in a
// word, but not in a number.
func TestWhereATextIsCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abcdef ghijkl", 9, "abcdef …"}, {"abcde fghijkl", 9, "abcde fg…"}, {"abcdefg hijkl", 9, "abcdefg …"}, {"abcdefgh ijkl", 9, "abcdefgh…"},
		{"abcdefghi", 9, "abcdefghi"}, {"abcdefghij", 9, "abcdefgh…"}, {"abc", 2, "a…"}, {"abcd", 3, "ab…"},
		{"is at −0.275", 10, "is at …"}, {"abc 12345678", 9, "abc …"}, {"123456789012", 9, "12345678…"}, {"x12345678 y", 9, "x…"},
	} {
		if got := Cut(c.text, c.limit); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

// A row is called what its first cell says, also where it has no other.
func TestNameOfARow(t *testing.T) {
	table := &report.Table{ID: "t", Columns: []report.Column{left("A")}, Rows: []report.Row{{Cells: []report.Cell{cell("one")}}, {}}}
	rows := newTable(table, pageRoom).Rows
	if rows[0].Name != "one" || rows[0].ID != "t.one" || rows[1].Name != "" || len(rows[1].Cells) != 1 {
		t.Errorf("%+v", rows)
	}
	if rows := newTable(&report.Table{Rows: []report.Row{{}}}, pageRoom).Rows; len(rows) != 1 || rows[0].Name != "" {
		t.Errorf("%+v", rows)
	}
}
