package garbage

import (
	"fmt"
	"math"
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
		{0, 2400},       // nothing was collected yet
		{16 << 20, 600}, // 96 MiB
		{96 << 20, 100}, // as much again
		{192 << 20, 60}, // 50 % is less than what was asked
		{500 << 20, 60},
		{600 << 20, 50}, // up to 900 MiB
		{800 << 20, 20},
		{1 << 30, 20},
		{2 << 30, 28},
		{3600 << 20, 40},
		{100 << 30, 40},
	} {
		if got := percentOf(c.live, 60, portion); got != c.want {
			t.Errorf("of %d bytes in use %d %% may become garbage, want %d %%", c.live, got, c.want)
		}
	}
}

// A heap may become by garbage as large as it was before.
func TestGarbageUpToTheHeapOfBefore(t *testing.T) {
	for _, c := range []struct {
		size, live uint64
		want       int
	}{{0, 100 << 20, 0}, {99 << 20, 100 << 20, 0}, {100 << 20, 100 << 20, 0}, {150 << 20, 100 << 20, 50}, {3 << 30, 1 << 30, 200}, {1 << 20, 0, 0}} {
		if got := percentTo(c.size, c.live); got != c.want {
			t.Errorf("of %d bytes in use %d %% more are %d, want %d %%", c.live, got, c.size, c.want)
		}
	}
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "2TiB")
	defer Percent(60)()
	within := func(what string, least, most int) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); current() < least || current() > most; time.Sleep(time.Millisecond) {
			if runtime.GC(); time.Now().After(deadline) {
				t.Fatalf("%s: %d %% may become garbage, want %d to %d", what, current(), least, most)
			}
		}
	}
	held = make([]byte, 850<<20)
	defer func() { held = nil; runtime.GC() }() // the tests after it begin with a small heap
	within("850 MiB", 20, 21)
	held = nil
	within("nothing", 100, math.MaxInt)
	held = make([]byte, 700<<20)
	within("700 MiB, of 1,020 MiB before", 44, 46)
	held = nil
	held = make([]byte, 400<<20)
	within("400 MiB, of 1,020 MiB before", 152, 156)
	held = nil
	held = make([]byte, 200<<20)
	within("200 MiB, of 1,020 MiB before", 295, 300)
	runtime.KeepAlive(held)
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
		forgetHighest()
		if got := current(); got != c.want {
			t.Errorf("%s: %d %% may become garbage, want %d %%", c.what, got, c.want)
		}
		c.restore()
	}
	runtime.KeepAlive(held)
}

// AtLeast changes how much garbage may gather of any heap, and what was asked of its percentage stays.
func TestMoreGarbageOfAnyHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	held = make([]byte, 250<<20)
	defer func() { held = nil }()
	runtime.GC()
	within := func(what string, least, most int) {
		t.Helper()
		forgetHighest()
		if got := current(); got < least || got > most {
			t.Errorf("%s: %d %% may become garbage, want %d to %d", what, got, least, most)
		}
	}
	alone := AtLeast(500 << 20)
	within("500 MiB of 250, alone", 195, 200)
	alone()
	within("nothing asked", 123, 123)
	outer := Percent(60)
	within("60 %", 60, 60)
	inner := AtLeast(500 << 20)
	within("500 MiB of 250", 195, 200)
	least := AtLeast(10 << 20)
	within("10 MiB, where 60 % are more", 60, 60)
	least()
	within("500 MiB of 250 again", 195, 200)
	inner()
	within("60 % again", 60, 60)
	outer()
	within("nothing asked any more", 123, 123)
	runtime.KeepAlive(held)
}

// forgetHighest has the target follow the heap as if it had never been larger.
func forgetHighest() {
	target.Lock()
	defer target.Unlock()
	if target.highest = 0; target.percent > 0 {
		adapt()
	}
}

// A large heap has a limit for all memory a little above what it may grow to, a small one that of a wide one. The
// program has that from before when nobody asks any more.
func TestALargeHeapHasALimit(t *testing.T) {
	for _, own := range []int64{1 << 40, math.MaxInt64} { // the latter is none
		runtime.GC() // what the one before held
		t.Run(fmt.Sprint(own), func(t *testing.T) { largeHeap(t, own) })
	}
}

func largeHeap(t *testing.T, own int64) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer func(before func() int64) { most = before }(most)
	most = func() int64 { return math.MaxInt64 }
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(own))
	restore := Percent(60)
	await := func(of string, from, to int64) {
		t.Helper()
		var got int64
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			runtime.GC()
			if got = debug.SetMemoryLimit(-1) >> 20; got >= from && got <= to {
				return
			}
		}
		t.Errorf("%s has the limit %d MiB, want %d to %d", of, got, from, to)
	}
	await("a small heap", 900, 959)
	held = make([]byte, 850<<20) // may become 1020 MiB
	defer func() { held = nil }()
	await("a large heap", 1020, 1200)
	runtime.KeepAlive(held)
	held = nil
	await("a heap that is small again", 900, 959)
	held = make([]byte, 850<<20)
	await("a heap that is large again", 1020, 1200)
	restore()
	if got := debug.SetMemoryLimit(-1); got != own {
		t.Errorf("when nobody asks any more the limit is %d, want %d", got, own)
	}
}

// A program that may take little memory has that limit from the start, however small its heap is.
func TestALimitOfTheContainer(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	const own, given = 1 << 40, 700 << 20
	defer func(before func() int64) { most = before }(most)
	most = func() int64 { return given }
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(own))
	restore := Percent(60)
	held = make([]byte, 800<<20) // would have more
	defer func() { held = nil }()
	for range 3 {
		if got := debug.SetMemoryLimit(-1); got != given {
			t.Errorf("the limit is %d, want %d", got, given)
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.KeepAlive(held)
	if restore(); debug.SetMemoryLimit(-1) != own {
		t.Errorf("then it is %d, want %d", debug.SetMemoryLimit(-1), own)
	}
}

// A limit of the environment stays.
func TestALimitOfTheEnvironment(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "2TiB")
	before := debug.SetMemoryLimit(-1)
	defer Percent(60)()
	held = make([]byte, 800<<20)
	defer func() { held = nil }()
	for deadline := time.Now().Add(20 * time.Second); current() != 20 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		runtime.GC() // the watch looks after each collection, when it comes to run
	}
	if got := debug.SetMemoryLimit(-1); got != before || current() != 20 {
		t.Errorf("the limit is %d and %d %% may become garbage, want %d and 20 %%", got, current(), before)
	}
	runtime.KeepAlive(held)
}

// A heap in which nearly nothing is in use is collected when a portion has gathered. The runtime
// takes 4 MiB to be in use at least: a portion as a percentage of 1 MiB was 384 MiB for it.
func TestASmallHeapGathersAPortion(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	for range 2 { // the first may have begun before this was in use no more
		runtime.GC()
	}
	defer Percent(20)()
	if goal := read("/gc/heap/goal:bytes")[0]; goal < portion || goal > portion*5/4 {
		t.Errorf("the heap is collected at %d MiB, want %d", goal>>20, portion>>20)
	}
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

// Who restores twice, or before others that came later, ends the watch once, and the next one who asks has
// another.
func TestTheWatchEnds(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	watching := func() bool { target.Lock(); defer target.Unlock(); return target.done != nil }
	before := runtime.NumGoroutine()
	once := Percent(60)
	once()
	once()
	outer := Percent(60)
	inner := Percent(50)
	outer()
	inner() // sets what outer had asked for
	if watching() {
		t.Error("a watch is left")
	}
	again := Percent(40)
	if !watching() {
		t.Error("nobody watches")
	}
	again()
	target.Lock()
	target.percent = 0 // for other tests
	target.Unlock()
	Percent(40)()
	for deadline := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left of what were %d", runtime.NumGoroutine(), before)
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
