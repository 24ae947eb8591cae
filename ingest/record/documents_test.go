package record_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// Documents and prose are given to their reader whole, without what a broken disk or Python's json
// leave in them, which is told. Only prose, which is no fields, is cleaned of secrets as a page.
func TestDocumentsAreReadWhole(t *testing.T) {
	const clean = "{\"a\":1}\n{\"b\":2}\n"
	for name, c := range map[string]struct {
		container record.Container
		nan       bool
		text      string
		want      string // what the reader is given
		findings  string
	}{
		"a document":           {record.Document, false, clean, clean, ""},
		"prose":                {record.Prose, false, "# My secret\n", "# My ***\n", ""},
		"a document's secret":  {record.Document, false, `{"a":"secret"}`, `{"a":"secret"}`, ""},
		"NUL bytes at an edge": {record.Document, false, "\x00\x00{}\x00", "{}", "nul_bytes"},
		"a mark in front":      {record.Document, false, "\ufeff{}", "{}", "byte_order_mark"},
		"UTF-16":               {record.Document, false, "\xff\xfe{\x00}\x00", "{}", "text_encoding"},
		"bytes that are none":  {record.Document, false, "{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", "invalid_utf8"},
		"NaN":                  {record.Document, false, `{"a":NaN}`, `{"a":NaN}`, ""},
		"NaN of Python":        {record.Document, true, `{"a":NaN,"b":-Infinity}`, `{"a":null,"b":null}`, "not_a_number"},
		"no NaN":               {record.Document, true, `{"a":1}`, `{"a":1}`, ""},
		"nothing":              {record.Document, false, "", "", ""},
	} {
		got, times := "", 0
		f := &record.File{Path: "x.json", CleanPage: func(s string) string { return strings.ReplaceAll(s, "secret", "***") }}
		f.Format = &record.Format{Name: "d", System: "s", Container: c.container, NaN: c.nan, Read: func(text []byte, of *record.File) {
			got = string(text)
			times++
			if of != f {
				t.Errorf("%s: read into another file", name)
			}
		}}
		in, err := source.New(strings.NewReader(c.text), int64(len(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Decode(in); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		in.Close()
		var codes []string
		for _, n := range f.Findings() {
			codes = append(codes, n.Code.Name)
		}
		if got != c.want || times != 1 || strings.Join(codes, " ") != c.findings {
			t.Errorf("%s: given %q, %d times, findings %v; want %q, %s", name, got, times, codes, c.want, c.findings)
		}
	}
}

// A document that cannot be read to its end is rejected, and its reader sees nothing of it. A
// reader of streams sees what there is, and its error is told.
func TestDocumentsThatBreakOff(t *testing.T) {
	fault := errors.New("the disk says no")
	for _, container := range []record.Container{record.Document, record.Prose, record.Stream} {
		seen := ""
		f := &record.File{Path: "x.json", Format: &record.Format{Name: "d", System: "s", Container: container,
			Read: func(text []byte, _ *record.File) { seen = "a document" },
			ReadStream: func(text io.Reader, _ *record.File) error {
				b, err := io.ReadAll(text)
				seen = string(b)
				return err
			}}}
		in, err := source.New(io.MultiReader(strings.NewReader(`{"a":`), iotest.ErrReader(fault)), 10)
		if err != nil {
			t.Fatal(err)
		}
		err = f.Decode(in)
		in.Close()
		want, rejected := "", 1
		if container == record.Stream {
			want, rejected = `{"a":`, 0
		}
		if !errors.Is(err, fault) || seen != want || len(f.Findings()) != rejected {
			t.Errorf("container %v: %v, the reader saw %q, findings %v", container, err, seen, f.Findings())
		}
	}
}

// A record of a kind that nobody knows has no fields, and can be asked for any.
func TestRecordsOfNoKind(t *testing.T) {
	f := decoded(t, `{"kind":"new","at":"2026-05-01T10:00:00Z","text":"a","count":3,"list":["a"]}`+"\n", nil)
	if len(f.Records) != 1 || f.Records[0].Kind != nil {
		t.Fatalf("%d records", len(f.Records))
	}
	r := f.Records[0]
	n, given := r.Int("count")
	if got := fmt.Sprintln(r.Name, r.Has("text"), r.Str("text"), n, given, len(r.List("list")), r.Value("at").Given, r.At.UTC().Format("15:04")); got != "new false  0 false 0 false 10:00\n" {
		t.Errorf("%q", got)
	}
}

// Whether a text may hold a secret is asked of each field by itself: one that is not there says
// nothing of the field before it.
func TestQuietFieldsAreTheirOwn(t *testing.T) {
	kind := record.Compile(nil, &record.Kind{Name: "row", Fields: []record.Field{
		{Key: "first", Type: record.String}, {Key: "second", Type: record.String}, {Key: "third", Type: record.Int}, {Key: "pass", Type: record.String},
	}})[0]
	for _, c := range []struct{ values, want string }{
		{"loud quiet 1 quiet", "*** quiet ***"},
		{"quiet loud 1 loud", "quiet *** ***"},
		{"loud - 1 -", "***"},
		{"loud - - -", "***"},
		{"quiet - - loud", "quiet ***"},
		{"- loud 1 -", "***"},
		{"- - 1 loud", "***"},
	} {
		f := &record.File{Format: format, Quiet: func(s string) bool { return s == "quiet" || s == "" }}
		values := make([]record.Value, 4)
		for i, v := range strings.Fields(c.values) {
			switch {
			case v == "-":
			case i == 2:
				values[i] = record.Value{Int: 1, Given: true}
			default:
				values[i] = record.TextValue(v)
			}
		}
		r := f.AddFields(kind, 1, values)
		f.Rewrite(&record.Rewriter{Text: func(key, text string) string {
			if key == "" {
				return text
			}
			return "***"
		}, JSON: func(_, json string) string { return json }, Seen: func(text string) string { return text }, Quiet: func(string) bool { return false }, Secret: &record.SecretFields{Names: func(key string) bool { return key == "pass" }}})
		var got []string
		for _, key := range []string{"first", "second", "pass"} {
			if s := r.Str(key); s != "" {
				got = append(got, s)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.values, got, c.want)
		}
	}
}

// An object that is none is told as such and makes no record; one with a key without a name is read,
// and what stands under that key is kept beside the fields.
func TestObjectsThatAreOdd(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":"a","n":1}`:            "a 1 true ; ",
		`{"name":"a","n":1,"":2}`:       `a 1 true {"":2}; `,
		`{"":null,"name":"a"}`:          `a 0 false {"":null}; missing_field`,
		`{"name":"a","n":1,"n":2}`:      "none; duplicate_key",
		`{"name":"a"`:                   "none; broken_document",
		`["a"]`:                         "none; broken_document",
		`{"name":"a","n":1} {"name":1}`: "none; broken_document",
	} {
		f := &record.File{Path: "x.json", Format: format}
		got := "none"
		if r := f.AddObject(part, []byte(text), 1); r != nil {
			n, ok := r.Int("n")
			got = fmt.Sprint(r.Str("name"), " ", n, " ", ok, " ", r.Extra)
		}
		var codes []string
		for _, n := range f.Findings() {
			codes = append(codes, n.Code.Name)
		}
		if got += "; " + strings.Join(codes, " "); got != want || len(f.Records) != strings.Count(want, "a ") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
