package render

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestInOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 50} {
		var alive, most atomic.Int64
		next := 0
		for n, err := range inOrder(40, jobs, func(i int) (int, error) {
			if now := alive.Add(1); now > most.Load() {
				most.Store(now)
			}
			time.Sleep(time.Duration(40-i) * 20 * time.Microsecond) // later ones are done sooner
			return i, nil
		}) {
			if err != nil || n != next {
				t.Errorf("%d jobs: %d, %v, want %d", jobs, n, err, next)
			}
			next++
			alive.Add(-1)
		}
		if next != 40 {
			t.Errorf("%d jobs: %d things", jobs, next)
		}
		if jobs > 0 && most.Load() > int64(2*jobs+2) {
			t.Errorf("%d jobs: %d things at once", jobs, most.Load())
		}
	}
}

func TestInOrderEnds(t *testing.T) {
	bad := errors.New("bad")
	var got []int
	var last error
	for n, err := range inOrder(100, 4, func(i int) (int, error) {
		if i == 5 || i == 6 {
			return 0, bad
		}
		return i, nil
	}) {
		if last = err; err == nil {
			got = append(got, n)
		}
	}
	if len(got) != 5 || last != bad {
		t.Errorf("%v, then %v", got, last)
	}
	var made atomic.Int64
	for n := range inOrder(1000, 4, func(i int) (int, error) { made.Add(1); return i, nil }) {
		if n == 3 {
			break
		}
	}
	if made.Load() > 20 {
		t.Errorf("%d things were made of which 4 were wanted", made.Load())
	}
	for range inOrder(0, 4, func(int) (int, error) { return 0, bad }) {
		t.Error("there is nothing to make")
	}
}

// What was made before a panic is there, and the panic is that of who asks for the next.
func TestInOrderHandsPanicsOn(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		got := 0
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "no ink\n") || !strings.Contains(p, "inorder_test.go") {
					t.Errorf("%d jobs: it panicked with %.40q", jobs, p)
				}
			}()
			for n, err := range inOrder(20, jobs, func(i int) (int, error) {
				if i == 7 {
					panic("no ink")
				}
				return i, nil
			}) {
				if got++; n != got-1 || err != nil {
					t.Errorf("%d jobs: thing %d, %v", jobs, n, err)
				}
			}
			t.Errorf("%d jobs: it did not panic", jobs)
		}()
		if got != 7 {
			t.Errorf("%d jobs: %d things before the panic, want 7", jobs, got)
		}
	}
}
