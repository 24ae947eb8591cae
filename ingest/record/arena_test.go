package record

import (
	"strings"
	"testing"

	"runreport/ingest/source"
)

// What was taken is nobody else's until the reset, and after leave for good.
func TestArenaGivesNothingTwice(t *testing.T) {
	var a arena[int]
	owner := 0
	fill := func(n int) []int {
		owner++
		s := a.take(n, 8)
		for i := range s {
			s[i] = owner
		}
		return append(s, -1)[:n] // growing it must not run into the next one
	}
	own := func(s []int, of int) {
		t.Helper()
		for _, x := range s {
			if x != of {
				t.Fatalf("%v: somebody else wrote into what was taken as number %d", s, of)
			}
		}
	}
	first, second, third := fill(3), fill(6), fill(2)
	own(first, 1)
	own(second, 2)
	own(third, 3)
	blocks := len(a.used)
	a.reset()
	for range 2 {
		fill(3)
		fill(6)
		fill(2)
		if len(a.used) != blocks {
			t.Errorf("%d blocks after a reset, want the %d that there were", len(a.used), blocks)
		}
		a.reset()
	}
	kept := fill(5)
	of := owner
	a.leave()
	for range 10 {
		fill(4)
		a.reset()
	}
	own(kept, of)
}

// A fault while units are put together ends the reading of the file, as one at a line does,
// and not the program.
func TestAPanicWhileSettlingIsThatOfTheReader(t *testing.T) {
	content := strings.Repeat("{\"name\":\"a\"}\n", 1000)
	for _, jobs := range []int{1, 3} {
		in, err := source.New(strings.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Path: "things.jsonl", Format: lineFormat, Jobs: jobs, SettleAt: 4}
		f.Settle = func([]*Record, bool) []*Record { panic("a bad unit") }
		func() {
			defer func() {
				if p := recover(); p != "a bad unit" {
					t.Errorf("%d jobs: panic %v", jobs, p)
				}
			}()
			_ = lines{f}.decode(in)
			t.Errorf("%d jobs: no panic", jobs)
		}()
		in.Close()
	}
}
