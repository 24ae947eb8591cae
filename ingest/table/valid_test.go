package table

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// Every column of strings of every table holds valid UTF-8, however it was filled.
func TestColumnsHoldValidText(t *testing.T) {
	broken := []string{"a\xffb", "\xed\xa0\x80", "\xc3", "a\xfeb", "fine", "\xff" + strings.Repeat("x", 40)}
	fill := func() *Set {
		s := &Set{}
		for _, tab := range s.Tables() {
			for i := range 20 { // past the size from which a column looks strings up
				row := tab.table.rows().Add(Place{Line: 1})
				for _, c := range ragged(tab.table) {
					switch c := c.(type) {
					case *String:
						c.Set(row, broken[i%len(broken)]+strconv.Itoa(i))
						c.SetText(row, broken[i%len(broken)])
					case *Strings:
						c.Set(row, broken)
					}
				}
			}
		}
		return s
	}
	rewritten := fill()
	rewritten.Rewrite(func(text string) string { return text + "\xff" }, func(text string, n int) string { return text + strconv.Itoa(n) })
	joined := &Set{}
	joined.Join(fill(), rewritten)
	for how, s := range map[string]*Set{"set": fill(), "rewritten": rewritten, "joined": joined} {
		for _, tab := range s.Tables() {
			for i, c := range ragged(tab.table) {
				var all []string
				switch c := c.(type) {
				case *String:
					all = c.dict
				case *Strings:
					for _, list := range c.lists {
						all = append(all, list...)
					}
				}
				for _, text := range all {
					if !utf8.ValidString(text) {
						t.Fatalf("%s: %s.%s holds %q", how, tab.Name, tab.Columns()[i].Name, text)
					}
				}
			}
			readable(t, tab)
		}
	}
	if broken[0] != "a\xffb" {
		t.Error("a list that was given was changed")
	}
}

// readable reads an exported table back with Arrow's own check of arrays.
func readable(t *testing.T, tab Named) {
	t.Helper()
	for _, e := range Encodings() {
		f, err := os.Create(filepath.Join(t.TempDir(), "x"+e.Extension))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := e.Write(f, tab); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if e.Extension == ".csv" && !utf8.Valid(content) {
			t.Errorf("%s.csv is not UTF-8", tab.Name)
		}
		if e.Extension != ".arrow" {
			continue
		}
		r, err := ipc.NewFileReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Record(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range rec.Columns() {
			d, ok := c.(*array.Dictionary)
			if !ok {
				continue
			}
			words := d.Dictionary().(*array.String)
			for i := range words.Len() {
				if !utf8.ValidString(words.Value(i)) {
					t.Fatalf("%s.arrow holds %q", tab.Name, words.Value(i))
				}
			}
		}
	}
}
