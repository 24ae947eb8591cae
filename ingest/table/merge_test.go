package table_test

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/table"
)

// A set comes to the same whatever partitions it was cut into, in whatever order they are read.
func TestMergeOfPartitions(t *testing.T) {
	s := nights()
	orphan := s.Events.Add(table.Place{Source: 1, Line: 9})
	s.Events.Text.Set(orphan, "of no unit")
	s.Events.At.Set(orphan, noon) // in the month of the units
	s.Events.Run.Set(s.Events.Add(table.Place{Source: 1, Line: 1}), "kahn:till")
	s.Events.Run.Set(s.Events.Add(table.Place{Source: 0, Line: 8}), "kahn:nightly/shop/2")
	s.Events.Run.Set(s.Events.Add(table.Place{Source: 0, Line: 2}), "kahn:nightly/shop/1")
	late := s.Events.Add(table.Place{Source: 1, Line: 3})
	s.Events.Text.Set(late, "of no unit either")
	s.Events.At.Set(late, noon)
	parts := s.Partitions()
	want := ingesttest.Text(table.Merge(parts))
	same(t, textOf(table.Merge(parts), "events"), `events (5)
nightly/till/b.jsonl:9  at=12:00:00.000 text="of no unit"
nightly/till/b.jsonl:3  at=12:00:00.000 text="of no unit either"
nightly/shop/a.jsonl:2  run=kahn:nightly/shop/1
nightly/shop/a.jsonl:8  run=kahn:nightly/shop/2
nightly/till/b.jsonl:1  run=kahn:till`)
	same(t, textOf(table.Merge(parts), "sources", "runs", "attempts"), textOf(nights(), "sources", "runs", "attempts"))
	reversed := slices.Clone(parts)
	slices.Reverse(reversed)
	if got := ingesttest.Text(table.Merge(reversed)); got != want {
		t.Errorf("the order of parts shows:\n%s", got)
	}
	// A unit whose rows lie in parts of their own, in the same month, stands where it stood.
	distinguish := s.Placing().Later(map[string]table.Storing{"kahn:nightly/shop/1": table.Fresh}, nil)
	for i, p := range distinguish {
		var err error
		if distinguish[i], err = p.Made(); err != nil || distinguish[i].Len() != p.Len() {
			t.Errorf("%d rows of %d were made: %v", distinguish[i].Len(), p.Len(), err)
		}
	}
	for _, reverse := range []bool{false, true} {
		if reverse {
			slices.Reverse(distinguish)
		}
		if got := ingesttest.Text(table.Merge(distinguish)); len(distinguish) <= len(parts) || got != want {
			t.Errorf("in %d parts, not %d, it is\n%s", len(distinguish), len(parts), got)
		}
	}
	lost := slices.DeleteFunc(slices.Clone(parts), func(p table.Partition) bool { return p.Name == "sources" })
	merged := table.Merge(lost)
	if got := cells(merged.Sources.Len(), merged.Sources.Path.Get); strings.Count(got, "a file of a lost part") != 2 {
		t.Errorf("files of a lost part: %s", got)
	}
}

// Rows of a unit that no run or cycle tells stand with those of no unit, by their files.
func TestMergeOfUnitsThatNobodyTells(t *testing.T) {
	s := nights()
	for _, e := range []struct {
		source int
		run    string
	}{{1, "kahn:lost"}, {0, "kahn:nightly/shop/1"}, {1, ""}, {0, "kahn:lost"}, {0, ""}} {
		row := s.Events.Add(table.Place{Source: e.source, Line: int64(s.Events.Len() + 1)})
		s.Events.Run.SetText(row, e.run)
		s.Events.At.Set(row, noon)
	}
	same(t, textOf(table.Merge(s.Partitions()), "events"), `events (5)
nightly/shop/a.jsonl:4  run=kahn:lost at=12:00:00.000
nightly/shop/a.jsonl:5  at=12:00:00.000
nightly/till/b.jsonl:1  run=kahn:lost at=12:00:00.000
nightly/till/b.jsonl:3  at=12:00:00.000
nightly/shop/a.jsonl:2  run=kahn:nightly/shop/1 at=12:00:00.000`)
}
