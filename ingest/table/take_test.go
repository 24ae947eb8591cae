package table

import (
	"fmt"
	"testing"
	"unsafe"
)

// Of a hundred runs with a step each the keys are there once, and rows can still be added.
func TestTakenTablesShareKeys(t *testing.T) {
	var from, all Set
	for i := range 100 {
		key := fmt.Sprintf("kahn:nightly/run-%d", i)
		from.Runs.Key.Set(from.Runs.Add(Place{1, int64(i)}), key)
		from.Steps.Run.Set(from.Steps.Add(Place{1, int64(i)}), key)
	}
	all.TakeParts([]Part{from.Whole()})
	for row := range 100 {
		want := fmt.Sprintf("kahn:nightly/run-%d", row)
		run, step := all.Runs.Key.At(row), all.Steps.Run.At(row)
		if run != want || step != want {
			t.Fatalf("row %d is of run %q and of a step of %q, want %q", row, run, step, want)
		}
		if unsafe.StringData(run) != unsafe.StringData(step) {
			t.Fatalf("the key %q is there twice", run)
		}
	}
	all.Steps.Run.Set(all.Steps.Add(Place{1, 100}), "kahn:nightly/run-7")
	if n := len(all.Steps.Run.dict); n != 100 || all.Steps.Run.At(100) != "kahn:nightly/run-7" {
		t.Errorf("after another row there are %d keys, the last row has %q", n, all.Steps.Run.At(100))
	}
}
