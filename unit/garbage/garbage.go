// Package garbage sets how much garbage may gather before it is collected, and has memory given back
// that a large heap does not need.
package garbage

import (
	"cmp"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"runreport/unit/memory"
)

// portion is how many bytes of garbage may gather whatever is in use. A program that starts
// with 4 MB in use would else collect at 6, 10, 16 MB and so on: reading 10,000 small files
// took 57 collections instead of some 20.
const portion = 96 << 20

// target is what was asked for, and what that came to at the last collection.
var target struct {
	sync.Mutex
	percent int           // of the heap in use; 0: nothing was asked for
	least   uint64        // bytes of garbage that may gather whatever is in use
	set     int           // what the runtime was told; 0: nothing
	own     int           // what the runtime had before
	highest uint64        // bytes that the heap was allowed to grow to at most until now
	limit   int64         // of all memory, as the runtime was told; 0: nothing
	free    int64         // what limit the runtime had before
	done    chan struct{} // ends the watch; nil: nobody asks
}

// Percent lets so many percent of the heap in use become garbage, and 96 MiB at least. restore
// sets what was before. Where the environment has GOGC nothing is set.
func Percent(percent int) (restore func()) { return ask(percent, portion) }

// AtLeast lets so many bytes become garbage whatever is in use, beside what Percent was asked for last. It is for
// what makes much garbage and little that lives, as the pages of a site. restore is as that of Percent.
func AtLeast(bytes uint64) (restore func()) { return ask(0, bytes) }

// usual is how many percent may become garbage where nobody asked.
const usual = 100

// ask sets the target. percent 0 is what was asked for before.
func ask(percent int, least uint64) (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	target.Lock()
	defer target.Unlock()
	before, fewest := target.percent, target.least
	if target.done == nil {
		target.done = make(chan struct{})
		go watch(target.done)
	}
	target.percent, target.least = cmp.Or(percent, before, usual), least
	adapt()
	return func() {
		target.Lock()
		defer target.Unlock()
		target.least = fewest
		if target.percent = before; before > 0 {
			adapt()
			return
		}
		if target.done != nil {
			close(target.done)
			target.done = nil
		}
		debug.SetGCPercent(target.own)
		target.set, target.highest = 0, 0
		if target.limit > 0 {
			debug.SetMemoryLimit(target.free)
			target.limit = 0
		}
	}
}

// The watch looks again when a sixteenth of the time since the last collection has passed, however busy the
// processors are: a program that waits has little to look for.
const (
	soonest = 2 * time.Millisecond
	latest  = 100 * time.Millisecond
)

// watch adapts the target to the heap after each collection, until nobody asks any more. It looks at
// the heap itself: an object that each collection finds unused, and says so, was noticed up to 0.6 s later,
// when its memory was about to be taken again. Until then the percentage for a small heap held for
// a larger one: of 57 MiB in use 624 were gathered, where 170 were meant.
func watch(done <-chan struct{}) {
	last, since := liveBytes(), time.Now()
	next := time.NewTimer(soonest)
	defer next.Stop()
	for {
		select {
		case <-done:
			return
		case <-next.C:
		}
		if live := liveBytes(); live != last {
			last, since = live, time.Now()
			target.Lock()
			if target.percent > 0 {
				adapt()
			}
			target.Unlock()
		}
		next.Reset(min(max(soonest, time.Since(since)/16), latest))
	}
}

// liveBytes is how many bytes the last collection found in use.
func liveBytes() uint64 { return read("/gc/heap/live:bytes")[0] }

// adapt tells the runtime what the target comes to now. The heap may grow again by garbage as far as
// it was once allowed to, at most to four times what is in use. Example: 10 GB of logs have 2.4 GB in use
// while they are put together, and 1.5 GB while they are analysed. That was collected 28 times, each
// time after a fifth of it had become garbage. 100,000 runs have 0.5 GB in use while they are read, and 0.25
// while they are analysed, which was collected 32 times when half of it had become garbage.
func adapt() {
	live := liveBytes()
	want := max(percentOf(live, target.percent, target.least), min(percentTo(target.highest, live), regrown))
	target.highest = max(target.highest, live+live*uint64(want)/100)
	if want != target.set {
		before := debug.SetGCPercent(want)
		if target.set == 0 {
			target.own = before
		}
		target.set = want
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		limit(live + live*uint64(want)/100)
	}
}

// percentTo is how many percent of the bytes in use the heap grows by until it is as large as given.
func percentTo(size, live uint64) int {
	if live == 0 { // nothing was collected yet
		return 0
	}
	return int((max(size, live) - live) * 100 / live)
}

// most is how many bytes of memory the program may take.
var most = memory.Limit

// limit has the runtime give memory back that a heap of so many bytes does not need. Left alone it
// keeps what lies between pieces in use: 224 MiB beside a heap of 900, when the most memory
// was taken of a build of 100,000 runs. Of heaps that are not large nothing is wanted back, which they would
// soon take again: they may be wide. More they are not before the watch has looked again, whatever percentage
// was meant for them: 4 MiB may gather 24 times as many. In a container the limit is the container's, so
// that garbage is collected before the program is killed for it.
func limit(heap uint64) {
	if target.limit == 0 {
		target.free = debug.SetMemoryLimit(-1)
	}
	if heap < wide*3/4 {
		heap = wide
	}
	all := read("/memory/classes/total:bytes", "/memory/classes/heap/released:bytes",
		"/memory/classes/heap/free:bytes", "/memory/classes/heap/objects:bytes")
	beside := all[0] - all[1] - all[2] - all[3]
	want := min(target.free, most(), int64(heap+beside))
	if debug.SetMemoryLimit(want); want == target.free {
		want = 0 // nothing is to be set back
	}
	target.limit = want
}

// read reads numbers of the runtime, all of one moment.
func read(names ...string) []uint64 {
	samples := make([]metrics.Sample, len(names))
	for i, name := range names {
		samples[i].Name = name
	}
	metrics.Read(samples)
	out := make([]uint64, len(names))
	for i := range samples {
		out[i] = samples[i].Value.Uint64()
	}
	return out
}

// wide is how large the heap may grow before less than what was asked may become garbage, and
// leastPercent how much of a larger one may all the same. A collection takes as long as there
// is in use, whatever it finds: 100,000 runs, which have 840 MiB in use at once, were collected
// 60 times while a third of 500 MiB could become garbage, to keep a heap small that grew to
// a gibibyte later. Of one four times as large, and of larger ones, it is hugePercent: a fifth
// had 10 GB of logs spend a sixth of their time on collections, 500 MB a twentieth.
const (
	regrown      = 300 // percent of the heap in use, where it was as large before
	wide         = 900 << 20
	leastPercent = 20
	hugePercent  = 40
)

// percentOf is how many percent of so many bytes in use may become garbage: asked, or what a
// portion is of them where that is more. Where the heap would be wide with that, it is what is
// left until then, or a fifth, or more of a very large one. Example: of 16 MiB 600 %, of 200 MiB
// what was asked, of 700 MiB 28 %, of 1 GiB 20 %, of 2 GiB 28 %, of 4 GiB 40 %.
func percentOf(live uint64, asked int, portion uint64) int {
	const fewest = 4 << 20 // the runtime takes so many to be in use at least
	live = max(live, fewest)
	beyond := min(max(wide, live)-wide, 3*wide)
	left := max(int((max(wide, live)-live)*100/live), leastPercent+int((hugePercent-leastPercent)*beyond/(3*wide)))
	return max(min(asked, left), int(portion*100/live))
}
