package parallel

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// Work is done once for each number, and told of; what was not begun is left when it is interrupted.
func TestForEach(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3, 100} {
		var done [20]atomic.Int64
		var told []int
		err := ForEach(context.Background(), workers, len(done), func(n int) { told = append(told, n) }, func(i int) { done[i].Add(1) })
		if err != nil {
			t.Error(err)
		}
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d goroutines: number %d was done %d times", workers, i, n)
			}
		}
		if len(told) != 21 || told[0] != 0 || told[20] != 20 || !slices.Contains(told, 10) {
			t.Errorf("%d goroutines: told %v", workers, told)
		}
	}
	// Of 10 one is begun at a time, of 5,000 several.
	for _, all := range []int{10, 5000} {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		err := ForEach(ctx, 1, all, nil, func(i int) {
			if n++; i == 3 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || n != 4 {
			t.Errorf("interrupted: %d of %d done, %v", n, all, err)
		}
	}
}

// Of many some are taken at once, and each is done once all the same, and told of.
func TestForEachOfMany(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		done := make([]atomic.Int64, 5003)
		last := 0
		told := func(n int) {
			if n < last {
				t.Errorf("%d goroutines: told of %d after %d", workers, n, last)
			}
			last = n
		}
		if err := ForEach(context.Background(), workers, len(done), told, func(i int) { done[i].Add(1) }); err != nil {
			t.Error(err)
		}
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Fatalf("%d goroutines: number %d was done %d times", workers, i, n)
			}
		}
		if last != len(done) {
			t.Errorf("%d goroutines: told of %d in the end", workers, last)
		}
	}
	for _, c := range []struct{ left, workers, want int }{
		{20_000, 2, 4}, {192, 2, 3}, {127, 2, 1}, {1, 2, 1}, {-5, 2, 1}, {5000, 64, 2}, {600, 64, 1},
	} {
		if got := atOnce(c.left, c.workers); got != c.want {
			t.Errorf("of %d that are left one of %d takes %d, want %d", c.left, c.workers, got, c.want)
		}
	}
}

// A panic at work reaches who waits for it, and no more is begun then.
func TestForEachHandsPanicsOn(t *testing.T) {
	for _, c := range []struct{ workers, n, most int }{{3, 100, 100}, {1, 5000, 51}} {
		func() {
			begun := atomic.Int64{}
			defer func() {
				if p := recover(); p != "no more" || begun.Load() > int64(c.most) {
					t.Errorf("it panicked with %v after %d of %d", p, begun.Load(), c.n)
				}
			}()
			_ = ForEach(context.Background(), c.workers, c.n, nil, func(i int) {
				begun.Add(1)
				if i == 50 {
					panic("no more")
				}
			})
			t.Error("it did not panic")
		}()
	}
}
