package ownlog

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// A fault of reading ends the file with it, wherever it comes; the rows before it are kept.
func TestFaultsOfReading(t *testing.T) {
	broken := errors.New("the disk is broken")
	for text, want := range map[string]int{
		"": 0, "\n \n": 0, header: 0, header + "n1,a,1,ok,1,2026-05-01T02:00:00Z,,,,,,\n": 1,
		`{"test":"a","status":"ok"}` + "\n": 1,
	} {
		f := &record.File{Path: "x", Format: nightly.Format()}
		err := nightly.read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), f)
		if !errors.Is(err, broken) || len(f.Records) != want {
			t.Errorf("%q: %d rows, %v; want %d, %v", text, len(f.Records), err, want, broken)
		}
	}
	for _, text := range []string{"x", "\nx"} { // a header of one byte
		f := &record.File{Path: "x", Format: nightly.Format()}
		if err := nightly.read(strings.NewReader(text), f); err != nil || f.Counts().Rejected != 1 {
			t.Errorf("%q: %v, %d rejected", text, err, f.Counts().Rejected)
		}
	}
	for _, text := range []string{"", " ", "\n\t\r\n"} {
		f := &record.File{Path: "x", Format: nightly.Format()}
		if err := nightly.read(strings.NewReader(text), f); err != nil || len(f.Records)+len(f.Findings()) != 0 {
			t.Errorf("%q: %v, %d rows, %d findings", text, err, len(f.Records), len(f.Findings()))
		}
	}
}

// A row that is longer than any can be ends the file. Rows that are not may together be longer than that.
func TestRowsThatAreTooLong(t *testing.T) {
	r := &rowReader{strings.NewReader("abcdef"), 4}
	b := make([]byte, 3)
	for _, want := range []string{"3 <nil>", "1 <nil>", "0 " + errLong.Error(), "0 " + errLong.Error()} {
		n, err := r.Read(b)
		if got := fmt.Sprint(n, " ", err); got != want {
			t.Errorf("read %s, want %s", got, want)
		}
	}
	const columns = "test,status,other\n"
	row := "a,ok," + strings.Repeat("a", maxRow/2+1000) + "\n" // in a column that nobody reads
	for _, c := range []struct {
		text string
		rows int
		seen string
	}{
		{columns + row + row, 2, ""},
		{columns + "a,ok,\n" + `b,ok,"` + strings.Repeat("a", maxRow+1<<16), 1, "a row longer than 16777216 bytes"},
	} {
		f := &record.File{Path: "x", Format: nightly.Format()}
		err := nightly.read(strings.NewReader(c.text), f)
		seen := ""
		for _, n := range f.Findings() {
			if n.Code == badRow {
				seen = n.Seen
			}
		}
		if err != nil || len(f.Records) != c.rows || seen != c.seen {
			t.Errorf("%d bytes: %d rows, %q, %v; want %d, %q", len(c.text), len(f.Records), seen, err, c.rows, c.seen)
		}
	}
}

// An object with text that is no UTF-8 is still one. Of objects that share a line, or go on over the next
// one, the file is told to hold no lines.
func TestObjectsOfLines(t *testing.T) {
	m := &Mapping{Name: "own", Files: []string{"*"}, Columns: map[string]string{"step": "test", "result": "ok"}}
	for _, c := range []struct{ text, steps, codes string }{
		{"{\"test\":\"a\xff\",\"ok\":true}\n", "a\uFFFD", "invalid_utf8"},
		{`{"test":"a","ok":true}` + "\n", "a", ""},
		{`  {"test":"a","ok":true}` + "\n", "a", ""},
		{`{"test":"a",` + "\n" + `"ok":true}` + "\n", "a", "objects_not_lines"},
		{`{"test":"a","ok":true} {"test":"b","ok":true}` + "\n", "a\nb", "objects_not_lines"},
		{`{"test":"a","ok":true}{"test":"b",` + "\n" + `"ok":true}` + "\n", "a\nb", "objects_not_lines"},
		{`7` + "\n" + `{"test":"a","ok":true}` + "\n", "", "mapped_column_missing"}, // it begins as CSV does
	} {
		res := load(t, m, c.text)
		var codes []string
		for _, name := range res.CodeNames() {
			if name != "own_log_without_time" {
				codes = append(codes, name)
			}
		}
		equal(t, c.text, rows(t, res, "Steps", "step"), c.steps)
		equal(t, c.text, strings.Join(codes, " "), c.codes)
	}
}

// A value is found under its key, else along a path of keys.
func TestValueAtAPath(t *testing.T) {
	const text = `{"a":1,"b":{"c":2,"d":{"e":3}},"b.f":4,"g":[5],"h":{"i.j":6}}`
	for name, want := range map[string]string{
		"a": "1", "b.c": "2", "b.d.e": "3", "b.f": "4", "b.x": "", "x": "", "x.y": "", "a.b": "", "g.0": "",
		"h.i.j": "6", "b": `{"c":2,"d":{"e":3}}`, "": "", "b.": "",
	} {
		if got := string(at(record.MembersOf(jsontext.Value(text)), name)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// An array of objects is told from CSV that begins with a bracket by what comes first in it.
func TestWhatAnArrayBeginsWith(t *testing.T) {
	for text, want := range map[string]bool{
		"[{": true, "[ \t\r\n{": true, "[[{": true, "[": false, "[]": false, "[1": false, "[a,b]": false,
		"[" + strings.Repeat(" ", 254) + "{": true, "[" + strings.Repeat(" ", 255) + "{": false,
	} {
		f := &record.File{Path: "x", Format: nightly.Format()}
		if err := nightly.read(strings.NewReader(text+`"test":"a","status":"ok"}`+"\n"), f); err != nil {
			t.Fatal(err)
		}
		if got := len(f.Records) == 1; got != want {
			t.Errorf("%.20q: read as objects %v, want %v", text, got, want)
		}
	}
}
