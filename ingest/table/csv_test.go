package table

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// written is a table as CSV, read back.
func written(t *testing.T, s *Set, name string) (header []string, rows []map[string]string) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, tab := range s.Tables() {
		if tab.Name == name {
			if err := writeCSV(f, tab); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, c := range cells {
			row[all[0][i]] = c
		}
		rows = append(rows, row)
	}
	return all[0], rows
}

func TestCSV(t *testing.T) {
	s := sample("a")
	header, rows := written(t, s, "attempts")
	var want []string
	for _, tab := range s.Tables() {
		if tab.Name == "attempts" {
			for _, c := range tab.Columns() {
				want = append(want, c.Name)
			}
		}
	}
	if !reflect.DeepEqual(header, want) || len(rows) != 2 {
		t.Fatalf("%d rows of %v, want 2 of %v", len(rows), header, want)
	}
	for column, want := range map[string]string{"source": "1", "line": "7", "run": "a", "duration_s": "4.2", "converged": "true", "started_at": "2026-04-22T10:00:00.6Z", "ended_at": ""} {
		if got := rows[0][column]; got != want {
			t.Errorf("%s is %q, want %q", column, got, want)
		}
	}
	if got := rows[1]["duration_s"]; got != "" {
		t.Errorf("null is %q", got)
	}
	if _, rows := written(t, s, "cycles"); rows[0]["benchmarks"] != "chi; gin" {
		t.Errorf("a list is %q", rows[0]["benchmarks"])
	}
}

// A text without a character that may need quotes needs none, wherever the character stands.
func TestCSVQuotesWhatHasToBe(t *testing.T) {
	quotes := newQuoter()
	plain := 0
	for r := range rune(0x3100) {
		for _, text := range []string{string(r), "x" + string(r), string(r) + "x", string([]rune{r, r})} {
			var b strings.Builder
			w := csv.NewWriter(&b)
			if err := w.Write([]string{text}); err != nil {
				t.Fatal(err)
			}
			w.Flush()
			if got, want := quotes.quoted(text)+"\n", b.String(); got != want {
				t.Errorf("%q is %q, want %q", text, got, want)
			}
		}
		if !mayNeedQuotes(r) {
			plain++
		}
	}
	if plain != 2*26+10+5 || quotes.quoted("") != "" {
		t.Errorf("%d characters never need quotes, and nothing is %q", plain, quotes.quoted(""))
	}
}

func TestCSVHoldsNoFormula(t *testing.T) {
	texts := map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "\nx": "'\nx", "\r\n=x": "'\n=x", "'=x": "'=x",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "a=1": "a=1", "a,\"b\"\n=c": "a,\"b\"\n=c", "": "", " =1": " =1", "-": "'-", "a\x00b": "a\uFFFDb", "Ünï": "Ünï", "-rf": "'-rf",
		// The wide and the small forms, and a superscript that none folds.
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠a": "'＠a", "﹦1": "'﹦1", "﹢1": "'﹢1", "﹣1": "'﹣1", "﹫a": "'﹫a", "a＝1": "a＝1", "⁼1": "⁼1",
		// What steers a terminal: escape sequences of one and of two bytes, and a title.
		"a\x1b[2Jb": `a\u001B[2Jb`, "a\u009b2J": `a\u009B2J`, "\x1b]0;x\a": `\u001B]0;x\u0007`, "\u009d0;x": `\u009D0;x`, "a\x7fb\bc": `a\u007Fb\u0008c`,
		"ok\rEVIL": `ok\u000DEVIL`, "\r=1": `\u000D=1`, "a\r\nb": "a\nb", "a\tb": "a\tb",
		// Direction and ends of lines; what joins letters stays.
		"a\u202eb": `a\u202Eb`, "\u2066=1\u2069": `\u2066=1\u2069`, "\u200f=1": `\u200F=1`, "a\u2028b": `a\u2028b`, "👩\u200d💻": "👩\u200d💻", "a\xffb": "a\uFFFDb",
	}
	for in, want := range texts {
		s := &Set{}
		row := s.Attempts.Add(Place{Source: 1, Line: 1})
		s.Attempts.Run.Set(row, in)
		s.Attempts.DurationS.Set(row, -4.25)
		row = s.Cycles.Add(Place{Source: 1})
		s.Cycles.Benchmarks.Set(row, []string{in, "x"})
		_, rows := written(t, s, "attempts")
		if got := rows[0]["run"]; got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
		if got := rows[0]["duration_s"]; got != "-4.25" {
			t.Errorf("a number is %q", got)
		}
		_, rows = written(t, s, "cycles")
		if got := rows[0]["benchmarks"]; strings.ContainsRune("=+-@\t\r\n＝＋－＠﹦﹢﹣﹫", []rune(got)[0]) {
			t.Errorf("a list of %q begins like a formula: %q", in, got)
		}
	}
}
