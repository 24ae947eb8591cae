package fishbowl

import (
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) {
	ingesttest.Rows(t, System, map[string]string{
		"claims": "only a database has a leaderboard, and the small logs hold none; see TestLeaderboard",
	})
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }

// TestDemonstration holds the rows of the demonstration's logs.
func TestDemonstration(t *testing.T) {
	ingesttest.Folder(t, System, "../../testdata/demo/fishbowl-duels", "testdata/fishbowl-duels.golden")
}
