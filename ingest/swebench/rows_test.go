package swebench

import (
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) {
	ingesttest.Rows(t, System, nil)
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }
