package metric

import (
	"math"
	"testing"
	"time"

	"runreport/ingest/table"
)

// A unit is watched until the last event of the folders in which its files lie, or until the time
// that was given, whatever is later in its logs. A replaced file counts where each is a snapshot.
func TestUntilWhenAUnitIsWatched(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		name              string
		files, superseded []string
		snapshots         bool
		asOf, want        time.Time
	}{
		{"one folder", []string{"a/x"}, nil, false, time.Time{}, at(10)},
		{"two folders", []string{"a/x", "b/x"}, nil, false, time.Time{}, at(12)},
		{"two folders, the later first", []string{"b/x", "a/x"}, nil, false, time.Time{}, at(12)},
		{"a file that was not read", []string{"a/x", "c/x"}, nil, false, time.Time{}, at(10)},
		{"a replaced file", []string{"a/x"}, []string{"b/x"}, false, time.Time{}, at(10)},
		{"a replaced snapshot", []string{"a/x"}, []string{"b/x"}, true, time.Time{}, at(12)},
		{"a given time before", []string{"a/x", "b/x"}, nil, false, at(9), at(9)},
		{"a given time behind", []string{"a/x"}, nil, false, at(14), at(14)},
	} {
		s, sources := &table.Set{}, map[string]int{}
		for i, path := range []string{"a/x", "b/x"} {
			row := s.Sources.Add(table.Place{})
			s.Sources.Path.Set(row, path)
			s.Sources.Group.Set(row, path[:1])
			sources[path] = row
			e := s.Events.Add(table.Place{Source: row})
			s.Events.Source.Set(e, int64(row))
			s.Events.At.Set(e, at(10+2*i))
		}
		run := s.Runs.Add(table.Place{Source: sources["a/x"]})
		s.Runs.Key.Set(run, "kahn:1")
		s.Runs.Files.Set(run, c.files)
		s.Runs.Superseded.Set(run, c.superseded)
		s.Runs.Snapshots.Set(run, c.snapshots)
		cutoffs := NewCutoffs(s, c.asOf, math.MaxInt64)
		units := Units(s, cutoffs, math.MaxInt64)
		if got := cutoffs.of(s, units[0].Row, sources); !got.Equal(c.want) {
			t.Errorf("%s: until %v, want %v", c.name, got, c.want)
		}
	}
}
