package report

import (
	"runtime"
	"strings"
	"testing"
)

// A forged summary takes no more memory than a multiple of its own length.
func TestForgedSummaryTakesNoMemory(t *testing.T) {
	text := `{"schema":"` + Schema + `","runs":[` + strings.Repeat("{},", 1_000_000) + `{}]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := ReadSummary(strings.NewReader(text))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "more entries than a report of its size") {
		t.Errorf("a million empty runs: %v", err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 512<<20 {
		t.Errorf("%d bytes were allocated for a summary of %d", got, len(text))
	}
	small := `{"schema":"` + Schema + `","runs":[` + strings.Repeat("{},", 1000) + `{}]}`
	if d, _, err := ReadSummary(strings.NewReader(small)); err != nil || len(d.Runs) != 1001 {
		t.Errorf("a thousand empty runs: %v", err)
	}
}
