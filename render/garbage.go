package render

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// While pictures are drawn, garbage is collected more rarely: drawing leaves little behind
// but makes some 30 MB of garbage a picture, and each collection marks the whole report
// again, though nothing of it has changed.
const (
	defaultPercent = 100       // of the heap in use that may become garbage, as the runtime has it
	drawingPercent = 200       // while drawing; the engines that draw soon double a small heap
	drawingGarbage = 128 << 20 // bytes of garbage that are worth it at most
)

// collectRarely sets the target for as long as pictures are drawn. A target that the user has
// chosen with GOGC stays as it is. What the analysis left is collected first: the target
// counts from what is still in use then.
func collectRarely() (restore func()) {
	runtime.GC()
	before := debug.SetGCPercent(drawingPercentOf(heapInUse()))
	if before != defaultPercent {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// drawingPercentOf is the target for a heap of so many bytes in use: large ones, which allow
// as much garbage already, keep the default.
func drawingPercentOf(inUse uint64) int {
	if inUse == 0 {
		return defaultPercent
	}
	return int(max(defaultPercent, min(drawingPercent, drawingGarbage*100/inUse)))
}

// heapInUse is what the last collection left, in bytes.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
