package history

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// The tables of a merged history come in the order of a reading: that of the systems first. Of events
// there is no more than is asked for, and a part that is damaged is an error that names it.
func TestTablesOfAMergedHistory(t *testing.T) {
	var s table.Set
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
	links := &table.Links{}
	at := time.Date(2026, 4, 2, 3, 0, 0, 0, time.UTC)
	for i, system := range []string{"one", "two"} {
		place := table.Place{Line: int64(i + 1)}
		run := s.Runs.Add(place)
		s.Runs.Key.Set(run, system+":r")
		s.Runs.System.Set(run, system)
		s.Runs.StartedAt.Set(run, at)
		event := s.Events.Add(place)
		s.Events.Run.Set(event, system+":r")
		s.Events.At.Set(event, at)
		s.Events.Kind.Set(event, "start")
		row := links.Add(table.Place{Source: int(table.SourceID("a.jsonl"))})
		links.Unit.Set(row, system+":r")
		links.System.Set(row, system)
		links.Order.Set(row, int64(i))
	}
	fresh := append(s.Partitions(), table.Partition{Named: links.Named(), System: table.NoSystem, Month: table.MonthOf(time.Time{})})
	dir := filepath.Join(t.TempDir(), "merged")
	into := opened(t, dir)
	left := func(int, dataset.Place) dataset.Left { return dataset.Left{} }
	err := into.CommitMerged(dataset.Shard{Merged: true}, nil, fresh, left, "me", "1.0")
	if err := errors.Join(err, into.Close()); err != nil {
		t.Fatal(err)
	}
	h := opened(t, dir)
	defer h.Close()
	for detail, kind := range map[table.EventDetail]bool{table.EventFields: true, table.EventTimes: false} {
		got, err := Gather(h, []string{"two", "one"}, detail)
		if err != nil {
			t.Fatal(err)
		}
		if got.Runs.Len() != 2 || got.Runs.Key.At(0) != "two:r" || got.Runs.Key.At(1) != "one:r" {
			t.Errorf("%d runs, the first is %s", got.Runs.Len(), got.Runs.Key.At(0))
		}
		if got.Events.Len() != 2 || got.Events.Run.At(0) != "two:r" || !got.Events.At.At(0).Equal(at) {
			t.Errorf("%d events, the first of %s at %v", got.Events.Len(), got.Events.Run.At(0), got.Events.At.At(0))
		}
		if _, ok := got.Events.Kind.Get(0); ok != kind {
			t.Errorf("detail %v: the kind of an event is there: %t", detail, ok)
		}
	}
	if _, err := Gather(h, []string{"one"}, table.EventFields); !errors.Is(err, table.ErrOrder) {
		t.Errorf("a system that is not known: %v", err)
	}
	parts, err := filepath.Glob(filepath.Join(dir, "table=runs", "system=two", "*", "*"))
	if err != nil || len(parts) != 1 {
		t.Fatal(parts, err)
	}
	if err := os.WriteFile(parts[0], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Gather(h, []string{"two", "one"}, table.EventFields)
	if got != nil || err == nil || !strings.Contains(err.Error(), "table=runs/system=two/") {
		t.Errorf("a part that is damaged: %v, %v", got, err)
	}
}
