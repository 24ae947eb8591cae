package metric

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
	"unsafe"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

func TestEqualValuesAreKeptOnce(t *testing.T) {
	type pair struct{ a, b string }
	s := newShared[pair]()
	x, y := s.one(pair{"a", "1"}), s.one(pair{"b", "1"})
	if x == y || *x != (pair{"a", "1"}) || *y != (pair{"b", "1"}) {
		t.Fatalf("%v and %v", *x, *y)
	}
	if s.one(pair{"a", "1"}) != x || s.one(pair{"b", "1"}) != y || s.one(pair{"b", "1"}) != y {
		t.Error("an equal value is kept twice")
	}
	if none := s.one(pair{}); *none != (pair{}) {
		t.Errorf("of nothing: %v", *none)
	}
	// As many different ones as runs: what was given out before stays as it was.
	all := newShared[int]()
	var given []*int
	for i := range 3*manyShared + 5 {
		given = append(given, all.one(i))
	}
	for i, v := range given {
		if *v != i {
			t.Fatalf("value %d is %d now", i, *v)
		}
	}
	if n := len(all.all); n > manyShared {
		t.Errorf("%d values are remembered, want at most %d", n, manyShared)
	}
}

// Runs of a job share what they have in common, and no more; those that are made by themselves have their own.
func TestRunsShareWhatTheyHaveInCommon(t *testing.T) {
	s := &table.Set{}
	const n = 1000
	for i := range n {
		row := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(row, strconv.Itoa(i))
		s.Runs.System.Set(row, "kahn")
		s.Runs.Subject.Set(row, []string{"shop", "till"}[i%2])
		s.Runs.StableSubject.Set(row, "one")
		s.Runs.Result.Set(row, []string{"passed", "failed", "open"}[i%3])
		s.Runs.StartedAt.Set(row, time.Date(2026, 3, 1, 0, i, 0, 0, time.UTC))
	}
	units := Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	runs := Runs(context.Background(), s, units)
	commons, setups, ends := map[*Common]bool{}, map[*report.RunSetup]bool{}, map[*report.RunEnd]bool{}
	for i := range n {
		commons[units[i].Common], setups[runs[i].RunSetup], ends[runs[i].RunEnd] = true, true, true
		subject, result := []string{"shop", "till"}[i%2], []string{"passed", "failed", "open"}[i%3]
		if r := runs[i]; r.Subject != subject || *r.StableSubject != "one" || r.Result != result || units[i].Subject != subject {
			t.Fatalf("run %d: %s, lasts as %s, %s", i, r.Subject, *r.StableSubject, r.Result)
		}
	}
	ranges := 8*runtime.GOMAXPROCS(0) + 1 // see parallel.Ranges
	if len(commons) != 2 || len(setups) > 2*ranges || len(ends) > 3*ranges {
		t.Errorf("%d things in common, %d setups and %d ends of %d runs", len(commons), len(setups), len(ends), n)
	}
}

// There may be a million runs, all of which are in memory at once.
func TestRunsAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(report.Run{}); size > 184 {
		t.Errorf("a run has %d bytes", size)
	}
	if size := unsafe.Sizeof(Unit{}); size > 64 {
		t.Errorf("a unit has %d bytes", size)
	}
}

// The samples of a rate are one for each unit of a key figure, with their number; values stay apart.
func TestSamplesOfAKeyFigureByUnit(t *testing.T) {
	in := &figureInput{units: make([]*Unit, 3), dated: make([]datedUnit, 3)}
	units := []int32{0, 0, 2, 2, 2}
	var got [][4]int32
	for _, x := range in.datedOf(&Column{unit: units, hit: []bool{true, false, true, false, true}}) {
		for i := range in.dated {
			if x.datedUnit == &in.dated[i] {
				got = append(got, [4]int32{int32(i), x.n, x.hits, int32(x.value)})
			}
		}
	}
	if want := [][4]int32{{0, 2, 1, 0}, {2, 3, 2, 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	var values []float64
	for _, x := range in.datedOf(&Column{unit: units, value: []float64{5, 4, 3, 2, 1}}) {
		values = append(values, x.value)
	}
	if want := []float64{5, 4, 3, 2, 1}; !slices.Equal(values, want) {
		t.Errorf("%v, want %v", values, want)
	}
	if all := in.datedOf(nil); len(all) != 0 {
		t.Errorf("%v of no samples", all)
	}
}
