package metric

import (
	"context"
	"testing"
	"time"

	"runreport/ingest/table"
)

// Samples that later passes follow stay; who asks for others learns that they are gone.
func TestSummedSamplesAreReleased(t *testing.T) {
	s := &table.Set{}
	row := s.Runs.Add(table.Place{})
	s.Runs.Key.Set(row, "r")
	s.Runs.EndedAt.Set(row, time.Date(2026, 3, 12, 1, 0, 0, 0, time.UTC))
	s.Runs.ExhaustionVisible.Set(row, true)
	samples := Measure(context.Background(), s, measuredUnits(s), Metrics)
	if of, ran := samples.Of(OutcomeMix).Len(), samples.Of(exhausted).Len(); of != 1 || ran != 1 {
		t.Fatalf("%d and %d samples, want one each", of, ran)
	}
	samples.ReleaseSummed()
	if n := samples.Of(OutcomeMix).Len(); n != 1 {
		t.Errorf("%d samples of %s are left, want 1", n, OutcomeMix.Name)
	}
	defer func() {
		if recover() == nil {
			t.Errorf("samples of %s can still be asked for", exhausted.Name)
		}
	}()
	samples.Of(exhausted)
}
