package sheet

import (
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// claimed is a sheet with one statement, and what it wrote.
func claimed(c Statement) *table.Claims {
	s := &Sheet{Set: &table.Set{}, Unit: &record.Unit{System: "playbook"}}
	c.At = &record.Record{File: &record.File{}}
	s.Claim(c)
	return &s.Set.Claims
}

func TestClaim(t *testing.T) {
	got := claimed(Statement{By: "run_end", Subject: strings.Repeat("s", 300), Field: "bugs", Text: strings.Repeat("t", 500), Number: 12.5, IsNumber: true})
	if got.Len() != 1 || got.By.At(0) != "run_end" || got.Field.At(0) != "bugs" || got.Number.At(0) != 12.5 {
		t.Errorf("%d rows: by %q, field %q, number %v", got.Len(), got.By.At(0), got.Field.At(0), got.Number.At(0))
	}
	if n := len(got.Subject.At(0)); n > 210 || n < 150 {
		t.Errorf("a subject of 300 bytes has %d", n)
	}
	if n := len(got.Text.At(0)); n > 410 || n < 350 {
		t.Errorf("a text of 500 bytes has %d", n)
	}
	if got := claimed(Statement{By: "run_end", Field: "bugs", Number: 12.5, IsNumber: true}); got.Len() != 0 {
		t.Errorf("a statement without a text has %d rows", got.Len())
	}
	got = claimed(Statement{Text: "12"})
	if _, ok := got.Number.Get(0); got.Len() != 1 || ok {
		t.Errorf("%d rows, number %v, for a statement without a number", got.Len(), got.Number.At(0))
	}
}

// Only the statements from a row on get the topic.
func TestTopic(t *testing.T) {
	s := &Sheet{Set: &table.Set{}, Unit: &record.Unit{System: "playbook"}}
	for range 4 {
		s.Claim(Statement{At: &record.Record{File: &record.File{}}, Text: "x"})
	}
	s.Topic(2, "verdict")
	for row := range 4 {
		if got, want := s.Set.Claims.Topic.At(row), map[bool]string{true: "verdict"}[row >= 2]; got != want {
			t.Errorf("row %d: topic %q, want %q", row, got, want)
		}
	}
}
