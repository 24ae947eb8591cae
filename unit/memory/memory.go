// Package memory says how much memory the program may take.
package memory

import (
	"math"
	"os"
	"runtime/debug"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limit is how many bytes of memory the program may take: what GOMEMLIMIT says, else three fourths of what
// its container is given (by a cgroup of either version), so that files in use have some too. It is
// [math.MaxInt64] where there is no limit. It is looked up once: a container's is not expected to change.
func Limit() int64 { return limit() }

var limit = sync.OnceValue(func() int64 { return limitOf(memlimit.FromCgroup) })

func limitOf(container memlimit.Provider) int64 {
	if os.Getenv("GOMEMLIMIT") != "" {
		return debug.SetMemoryLimit(-1)
	}
	given, err := container()
	if err != nil || given > math.MaxInt64 { // no container, one without a limit, or none that can be told
		return math.MaxInt64
	}
	return int64(given / 4 * 3)
}
