package dataset_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/table"
)

// What is left of a group that is damaged goes with the next commit, also where nothing else was
// there: an engine that reads the folder would find its rows beside the new ones.
func TestNothingIsLeftOfTheOnlyGroup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	write := func(all []table.Partition) {
		t.Helper()
		d := openLogs(t, dir)
		if err := errors.Join(d.Commit(all, "1", false), d.Close()); err != nil {
			t.Fatal(err)
		}
	}
	group := func(reason string) (all []table.Partition) {
		set := dated(reason, "2026-01")
		set.Steps.Run.Set(set.Steps.Add(table.Place{Line: 1}), "kahn:2026-01")
		for _, p := range set.Partitions() {
			if p.Sealed = 1; p.Name == "runs" || p.Name == "steps" {
				all = append(all, p)
			}
		}
		return all
	}
	write(group("old"))
	overwrite(t, only(t, dir, "table=steps"))
	write(group("new"))
	runs := slices.DeleteFunc(filesBelow(t, dir), func(name string) bool { return !strings.HasPrefix(name, "table=runs/") })
	if len(runs) != 1 {
		t.Errorf("parts of runs: %q, want one", runs)
	}
}
