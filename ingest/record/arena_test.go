package record

import (
	"strings"
	"sync"
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

// A block in which several files have something is used again when all of them gave it back, and
// the arena has gone on to another one.
func TestABlockIsUsedAgainWhenNobodyUsesIt(t *testing.T) {
	var stock sync.Pool
	a := arena[int]{stock: &stock}
	a.take(3, 8)
	first := a.leave()
	a.take(3, 8)
	second := a.leave()
	if len(first) != 1 || len(second) != 1 || first[0] != second[0] {
		t.Fatalf("two files have %v and %v, want one block", first, second)
	}
	shared := first[0]
	if n := shared.users.Load(); n != 3 {
		t.Errorf("%d users of the block, want two files and the arena", n)
	}
	giveBack(&stock, first)
	giveBack(&stock, second)
	if n := shared.users.Load(); n != 1 {
		t.Errorf("%d users when both gave it back, want the arena", n)
	}
	a.take(4, 8) // the block has two left
	if third := a.leave(); len(third) != 2 || third[0] != shared || third[1] == shared {
		t.Fatalf("the third file has %v, want the block and a new one", third)
	} else {
		giveBack(&stock, third[:1])
	}
	if n := shared.users.Load(); n != 1 {
		t.Errorf("a block that nobody uses has %d users, want the one who takes it next", n)
	}
	a.reset()
	if len(a.spare) != 0 {
		t.Error("a block that a file has something of is spare")
	}
	taken := a.take(8, 8)
	a.reset()
	if len(a.spare) != 1 || &a.spare[0].items[0] != &taken[0] {
		t.Error("a block that only the arena had is not spare after the reset")
	}
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
