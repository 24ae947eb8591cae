// Package sheet has what runs, cycles and companion documents have in common: the fields
// of every record, and the rows of statements and bugs.
package sheet

import (
	"slices"
	"strconv"
	"strings"
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

// Sheet is where the rows of a unit go.
type Sheet struct {
	Unit *record.Unit
	Set  *table.Set
}

// Finding records a deviation at a record.
func (s *Sheet) Finding(code *record.Code, at *record.Record, seen, expected string) {
	s.Unit.Finding(s.Set, code, at, seen, expected)
}

// Statement is something that a log or a document says about its own run.
type Statement struct {
	At             *record.Record
	By             string // the record or document that says it
	Subject, Field string
	Text           string  // as written
	Number         float64 // where it is one
	IsNumber       bool
	when           time.Time // zero: it is no instant
}

// Words joins the texts for a row of the table events. It returns "" when that table stores no text.
func (s *Sheet) Words(texts ...string) string {
	if !s.Set.Events.Whole() {
		return ""
	}
	return strings.TrimSpace(strings.Join(texts, " "))
}

// Claim writes a statement, unless it says nothing.
func (s *Sheet) Claim(c Statement) {
	if c.Text == "" {
		return
	}
	t := &s.Set.Claims
	row := s.Unit.Row(&t.Rows, &t.Run, c.At)
	t.By.Set(row, c.By)
	t.Subject.SetText(row, record.Cut(c.Subject, 200))
	t.Field.Set(row, record.Cut(c.Field, 120))
	t.Text.Set(row, record.Cut(c.Text, 400))
	if c.IsNumber {
		t.Number.Set(row, c.Number)
	}
	t.At.Set(row, c.when)
}

// Topic says what the statements from a row on mean in the vocabulary of all systems.
func (s *Sheet) Topic(from int, name string) {
	t := &s.Set.Claims
	for row := from; row < t.Len(); row++ {
		t.Topic.Set(row, name)
		t.System.Set(row, s.Unit.System)
	}
}

// Claims writes the named fields of a record as they are given.
func (s *Sheet) Claims(at *record.Record, by, subject string, fields ...string) {
	for _, key := range fields {
		v := at.Value(key)
		if !v.Given {
			continue
		}
		c := Statement{At: at, By: by, Subject: subject, Field: key, Text: v.Text, when: v.When}
		i := slices.IndexFunc(at.Kind.Fields, func(f record.Field) bool { return f.Key == key })
		switch at.Kind.Fields[i].Type {
		case record.Int, record.Float:
			c.Number, c.IsNumber = v.Num, true
			if c.Text == "" {
				c.Text = strconv.FormatFloat(v.Num, 'f', -1, 64)
			}
		case record.Any:
			c.raw(at.Raw(key))
		}
		s.Claim(c)
	}
}

// raw takes a JSON value: a text or a number as such, anything else on one line.
func (c *Statement) raw(v jsontext.Value) {
	c.Number, c.IsNumber = record.Number(v)
	if k := v.Kind(); k == '[' || k == '{' {
		v = v.Clone()
		_ = v.Compact() // it was read as valid before
	}
	c.Text = record.Words(v)
}

// Entries writes the entries of a JSON object as statements about the subject, and returns them.
func (s *Sheet) Entries(at *record.Record, by, subject string, object jsontext.Value) []record.Entry {
	all := record.Entries(object)
	for _, e := range all {
		c := Statement{At: at, By: by, Subject: subject, Field: e.Key}
		c.raw(e.Raw)
		s.Claim(c)
	}
	return all
}

// Bug writes a row of a list of bugs. The record's fields name the columns.
func (s *Sheet) Bug(r *record.Record, list, about string) int {
	t := &s.Set.Bugs
	row := s.Unit.Row(&t.Rows, &t.Run, r)
	t.List.Set(row, list)
	t.ListKind.SetText(row, listKinds[list])
	t.Benchmark.SetText(row, about)
	r.Fill(t, row)
	s.Judge(row)
	return row
}

// Judge sets what the words of a bug's row mean.
func (s *Sheet) Judge(row int) {
	t := &s.Set.Bugs
	t.Level.SetText(row, LevelOf(t.Severity.At(row)))
	t.State.SetText(row, string(StateOf(t.Status.At(row), t.Severity.At(row))))
}
