package metric

import (
	"context"
	"fmt"
	"math"
	"strings"
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

// A line beyond what is kept is cited as its file. Nothing is sampled once nobody waits for it, and a
// column that is not there has no values.
func TestPlacesOfSamples(t *testing.T) {
	s := ended(map[string][]string{"r0": {"node a passed"}}, map[string]string{"r0": "passed"}, nil)
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.jsonl")
	units := unitsOf(s)
	lines := []int64{1, math.MaxUint32, math.MaxUint32 + 1, math.MaxUint32 + 2}
	m := &Metric{Name: "m", Kind: Rate, Sample: func(u *Unit, emit func(Sample)) {
		for _, line := range lines {
			emit(Sample{Place: table.Place{Line: line}})
		}
	}}
	c := Measure(context.Background(), s, units[:1], []*Metric{m}).Of(m)
	var got []string
	for _, x := range c.All() {
		got = append(got, fmt.Sprint(x.Place.Line))
	}
	if want := "1 4294967295 0 0"; strings.Join(got, " ") != want {
		t.Errorf("lines %v, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n := Measure(ctx, s, units, []*Metric{m}).Of(m).Len(); n != 0 {
		t.Errorf("%d samples after the end", n)
	}
	if all := (*Column)(nil).Values(); all != nil {
		t.Errorf("%v", all)
	}
}
