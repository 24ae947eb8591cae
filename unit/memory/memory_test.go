package memory

import (
	"errors"
	"math"
	"runtime/debug"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestLimit(t *testing.T) {
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for _, c := range []struct {
		name      string
		env       string
		container memlimit.Provider
		want      int64
	}{
		{"no container", "", func() (uint64, error) { return 0, memlimit.ErrNoCgroup }, math.MaxInt64},
		{"a container without a limit", "", none, math.MaxInt64},
		{"one that cannot be told", "", func() (uint64, error) { return 5, errors.New("unreadable") }, math.MaxInt64},
		{"a limit beyond all numbers", "", memlimit.Limit(math.MaxUint64), math.MaxInt64},
		{"a container of 512 MiB", "", memlimit.Limit(512 << 20), 384 << 20},
		{"GOMEMLIMIT outweighs it", "1GiB", memlimit.Limit(512 << 20), 1 << 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOMEMLIMIT", c.env)
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30)) // as the runtime does at the start
			if got := limitOf(c.container); got != c.want {
				t.Errorf("%d bytes, want %d", got, c.want)
			}
		})
	}
	if got, want := Limit(), limitOf(memlimit.FromCgroup); got != want {
		t.Errorf("here it is %d bytes, want %d", got, want)
	}
}
