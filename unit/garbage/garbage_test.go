package garbage

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestAPortionOrTheShareThatWasAsked(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{
		{0, 9600},       // nothing was collected yet
		{16 << 20, 600}, // 96 MiB
		{96 << 20, 100}, // as much again
		{192 << 20, 60}, // 50 % is less than what was asked
		{500 << 20, 60},
		{600 << 20, 50}, // up to 900 MiB
		{800 << 20, 20},
		{1 << 30, 20},
		{100 << 30, 20},
	} {
		if got := percentOf(c.live, 60); got != c.want {
			t.Errorf("of %d bytes in use %d %% may become garbage, want %d %%", c.live, got, c.want)
		}
	}
}

// current is what the runtime was told last.
func current() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

var held []byte

func TestTheTargetFollowsTheHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	outer := Percent(1)
	runtime.GC()
	if got := current(); got < 100 {
		t.Fatalf("with a small heap %d %% may become garbage, want more than is in use", got)
	}
	held = make([]byte, 294<<20)
	defer func() { held = nil }()
	for deadline := time.Now().Add(20 * time.Second); current() != 32; time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Now().After(deadline) {
			t.Fatalf("with 294 MiB in use %d %% may become garbage, want 32 %%, which are 96 MiB", current())
		}
	}
	middle := Percent(60)
	inner := Percent(40)
	for _, c := range []struct {
		what    string
		restore func()
		want    int
	}{{"40 asked", inner, 40}, {"60 asked", middle, 60}, {"1 asked", outer, 32}, {"nothing asked", func() {}, 123}} {
		if got := current(); got != c.want {
			t.Errorf("%s: %d %% may become garbage, want %d %%", c.what, got, c.want)
		}
		c.restore()
	}
	runtime.KeepAlive(held)
}

// What the runtime had is set again when nobody asks any more, and stays so.
func TestTheOutermostRestores(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	runtime.GC() // what another test held is in use no more
	for _, own := range []int{123, 145} {
		debug.SetGCPercent(own)
		outer := Percent(60)
		inner := Percent(50)
		if got := current(); got < 200 {
			t.Errorf("%d %% may become garbage of a small heap, want 96 MiB", got)
		}
		inner()
		outer()
		for range 3 { // the watch looks after each collection
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		if got := current(); got != own {
			t.Errorf("%d %% may become garbage, want the %d %% from before", got, own)
		}
	}
}

func TestTheEnvironmentDecides(t *testing.T) {
	t.Setenv("GOGC", "77")
	before := current()
	restore := Percent(10)
	if got := current(); got != before {
		t.Errorf("%d %% may become garbage, want the %d %% from before", got, before)
	}
	restore()
}
