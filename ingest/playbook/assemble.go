package playbook

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// listKinds are the lists of bugs that describe them by place and title.
var listKinds = map[string]string{
	"BUGS.md":  table.ListDocument,
	"manifest": table.ListManifest,
}

// sheet is where the rows of a unit go.
type sheet struct {
	unit *record.Unit
	set  *table.Set
}

// finding records a deviation at a record.
func (s *sheet) finding(code *record.Code, at *record.Record, seen, expected string) {
	s.unit.Finding(s.set, code, at, seen, expected)
}

// statement is something that a log or a document says about its own run.
type statement struct {
	at             *record.Record
	by             string // the record or document that says it
	subject, field string
	text           string    // as written
	number         *float64  // nil: it is no number
	when           time.Time // zero: it is no instant
}

// claim writes a statement, unless it says nothing.
func (s *sheet) claim(c statement) {
	if c.text == "" {
		return
	}
	t := &s.set.Claims
	row := t.Add(c.at.Place())
	t.Run.Set(row, s.unit.Key)
	t.By.Set(row, c.by)
	t.Subject.SetText(row, record.Cut(c.subject, 200))
	t.Field.Set(row, record.Cut(c.field, 120))
	t.Text.Set(row, record.Cut(c.text, 400))
	if c.number != nil {
		t.Number.Set(row, *c.number)
	}
	t.At.Set(row, c.when)
}

// topic says what the statements from a row on mean in the vocabulary of all systems.
func (s *sheet) topic(from int, name string) {
	t := &s.set.Claims
	for row := from; row < t.Len(); row++ {
		t.Topic.Set(row, name)
		t.System.Set(row, s.unit.System)
	}
}

// claims writes the named fields of a record as they are given.
func (s *sheet) claims(at *record.Record, by, subject string, fields ...string) {
	for _, key := range fields {
		i := slices.IndexFunc(at.Kind.Fields, func(f record.Field) bool { return f.Key == key })
		v := at.Value(key)
		if !v.Given {
			continue
		}
		c := statement{at: at, by: by, subject: subject, field: key, text: v.Text, when: v.When}
		switch at.Kind.Fields[i].Type {
		case record.Int, record.Float:
			c.number = &v.Num
			c.text = cmp.Or(v.Text, strconv.FormatFloat(v.Num, 'f', -1, 64))
		case record.Any:
			c.raw(at.Raw(key))
		}
		s.claim(c)
	}
}

// raw takes a JSON value: a text or a number as such, anything else on one line.
func (c *statement) raw(v jsontext.Value) {
	if x, ok := record.Number(v); ok {
		c.number = &x
	}
	if k := v.Kind(); k == '[' || k == '{' {
		v = v.Clone()
		_ = v.Compact() // it was read as valid before
	}
	c.text = record.Words(v)
}

// entries writes the entries of a JSON object as statements about the subject.
func (s *sheet) entries(at *record.Record, by, subject string, object jsontext.Value) {
	for _, e := range record.Entries(object) {
		c := statement{at: at, by: by, subject: subject, field: e.Key}
		c.raw(e.Raw)
		s.claim(c)
	}
}

// bug writes a row of a list of bugs. The record's fields name the columns.
func (s *sheet) bug(r *record.Record, list, about string) int {
	t := &s.set.Bugs
	row := t.Add(r.Place())
	t.Run.Set(row, s.unit.Key)
	t.List.Set(row, list)
	t.ListKind.SetText(row, listKinds[list])
	t.Benchmark.SetText(row, about)
	r.Fill(t, row)
	return row
}
