package render

import (
	"runtime/debug"
	"testing"
)

// The target is relaxed while drawing and as before afterwards, and one that the user chose
// is left alone.
func TestCollectRarely(t *testing.T) {
	now := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	for _, c := range []struct {
		chosen int
		kept   bool
	}{{100, false}, {50, true}, {-1, true}} {
		debug.SetGCPercent(c.chosen)
		restore := collectRarely()
		if got := now(); c.kept && got != c.chosen || got < c.chosen {
			t.Errorf("a target of %d became %d", c.chosen, got)
		}
		restore()
		if got := now(); got != c.chosen {
			t.Errorf("a target of %d is %d afterwards", c.chosen, got)
		}
	}
	for _, c := range []struct {
		inUse uint64
		want  int
	}{{0, 100}, {10 << 20, 200}, {64 << 20, 200}, {128 << 20, 100}, {1 << 30, 100}} {
		if got := drawingPercentOf(c.inUse); got != c.want {
			t.Errorf("%d bytes in use: %d %%, want %d %%", c.inUse, got, c.want)
		}
	}
}
