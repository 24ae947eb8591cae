package fishbowl

import (
	"cmp"
	"math"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

// ledger is the table of events. Two versions of the engine made it: both keep the
// payload as JSON in a text, but one writes its times with a T and a zone, the other
// with a space and without. Columns that came later may be absent.
const ledger = "events"

func isDatabase(h *source.Head) bool {
	return h.Database && h.Table(ledger).Has("offset", "run_id", "kind")
}

// readDatabase reads the ledger in the order of its offsets, which is that of the
// events: times may be skewed. The rows of the leaderboard are read beside it.
func readDatabase(db *sqlite.DB, f *record.File) {
	var left []string
	offsets := map[*record.Record]int64{}
	for _, t := range db.Tables() {
		if t.Name != ledger && t.Name != leaderboard {
			left = append(left, t.Name)
			continue
		}
		for row, err := range db.Rows(t) {
			if err != nil {
				record.BrokenRow(f, err)
				continue
			}
			kind := leaderboardEntry.Name
			if t.Name == ledger {
				kind = row.Text("kind")
			}
			if r := f.AddRow(kind, row.Object("offset"), 0); r != nil {
				offsets[r] = math.MaxInt64
				if n, ok := row.Int("offset"); ok {
					offsets[r] = n
				}
			}
		}
	}
	slices.SortStableFunc(f.Records, func(a, b *record.Record) int { return cmp.Compare(offsets[a], offsets[b]) })
	record.LeftTables(f, left)
}
