package cadre

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// onceEach keeps the same events as a plain search through all earlier events.
func TestRepeatsBySearch(t *testing.T) {
	kinds := []*record.Kind{record.Find(logKinds, "agent-launched"), record.Find(logKinds, "agent-output-line")}
	random := rand.New(rand.NewPCG(1, 2))
	var m repeatFinder
	for round := range 2000 {
		var events []*record.Record
		for range 1 + random.IntN(4) {
			f := &record.File{}
			for range random.IntN(12) {
				k := kinds[random.IntN(len(kinds))]
				ms := random.Int64N(int64(1 + random.IntN(8000)))
				events = append(events, &record.Record{Kind: k, Name: k.Name, File: f, At: time.UnixMilli(ms - 2000), Sum: xxh3.Uint128{Lo: random.Uint64()}})
			}
		}
		want := countedBySearch(events)
		if got := m.onceEach(slices.Clone(events)); !slices.Equal(got, want) {
			t.Fatalf("round %d: %d of %d events count, want %d", round, len(got), len(events), len(want))
		}
	}
}

func countedBySearch(events []*record.Record) (kept []*record.Record) {
	files := map[*record.Record][]*record.File{}
	for _, r := range events {
		known := slices.DeleteFunc(slices.Clone(kept), func(k *record.Record) bool {
			return k.Name != r.Name || k.At.Sub(r.At).Abs() > time.Second || slices.Contains(files[k], r.File)
		})
		slices.SortStableFunc(known, func(a, b *record.Record) int { return cmp.Compare(a.At.Unix(), b.At.Unix()) })
		first := r
		if len(known) > 0 {
			first = known[0]
		} else {
			kept = append(kept, r)
		}
		files[first] = append(files[first], r.File)
	}
	return kept
}
