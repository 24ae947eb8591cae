package kahn

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

// TestDemonstration holds the rows of a night of the demonstration.
func TestDemonstration(t *testing.T) {
	ingesttest.Folder(t, System, "../../testdata/demo/shop-builds/2026-03-10T01", "testdata/2026-03-10T01.golden")
}
