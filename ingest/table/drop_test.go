package table

import (
	"fmt"
	"slices"
	"testing"
)

// Only what is longer than the limit is dropped, wherever it stands among the others, and
// each is told with its column and its run.
func TestDropLonger(t *testing.T) {
	s := &Set{}
	long := map[int]bool{0: true, 9: true, 17: true}
	for row := range 20 {
		s.Attempts.Add(Place{Line: int64(row + 1)})
		s.Attempts.Run.Set(row, fmt.Sprint("run ", row))
		if row == 3 {
			continue // no duration
		}
		s.Attempts.DurationS.Set(row, 100)
		if long[row] {
			s.Attempts.DurationS.Set(row, 100.5)
		}
		s.Attempts.CostUSD.Set(row, 1000) // no duration either
	}
	var reported []string
	s.DropLonger(100, Marks{}, func(column, run string, at Place, seconds float64) {
		reported = append(reported, fmt.Sprint(column, " of ", run, " in line ", at.Line, ": ", seconds))
	})
	want := []string{"duration_s of run 0 in line 1: 100.5", "duration_s of run 9 in line 10: 100.5", "duration_s of run 17 in line 18: 100.5"}
	if !slices.Equal(reported, want) {
		t.Errorf("told %q\nwant %q", reported, want)
	}
	for row := range 20 {
		v, ok := s.Attempts.DurationS.Get(row)
		if want := !long[row] && row != 3; ok != want || ok && v != 100 {
			t.Errorf("row %d: %v, %v", row, v, ok)
		}
		if _, ok := s.Attempts.CostUSD.Get(row); ok != (row != 3) {
			t.Errorf("row %d: its cost is given: %v", row, ok)
		}
	}
}
