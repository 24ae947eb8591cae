package table

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// The same table has the same bytes however often it is written, also where columns have more
// distinct values than a dictionary holds: 131,072 numbers, or texts of 1 MiB.
func TestEncodeIsStable(t *testing.T) {
	if testing.Short() {
		t.Skip("it encodes large columns many times")
	}
	s := &Set{}
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i := range 150_000 {
		row := s.Steps.Add(Place{Source: i % 40, Line: int64(i)})
		s.Steps.Run.SetText(row, fmt.Sprintf("run-%d", i/3))
		s.Steps.Step.Set(row, fmt.Sprintf("step-%d", i%10))
		s.Steps.StartedAt.Set(row, day.Add(time.Duration(i)*time.Second))
		s.Steps.DurationS.Set(row, float64(i)/7)
	}
	n := s.Tables()[2]
	first, err := n.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for range 12 { // two encodings of a column stand in either order half of the time
		again, err := n.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatal("the same table has other bytes")
		}
	}
	back := &Set{}
	if err := back.Tables()[2].Read(first); err != nil {
		t.Fatal(err)
	}
	if n.Text() != back.Tables()[2].Text() {
		t.Error("what was read is not what was written")
	}
}
