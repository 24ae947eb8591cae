// Package tier says which tests run when:
//
//	go test -short ./...               what takes no second each
//	go test ./...                      what takes no more than a few
//	RUNREPORT_SLOW=1 go test ./...     all of it, as CI does
package tier

import (
	"os"
	"testing"
)

// SlowVar is the environment variable that switches slow tests on.
const SlowVar = "RUNREPORT_SLOW"

// Slow skips a test that takes many seconds, unless they are switched on. what is what
// takes its time. It says nothing of -short, which leaves out what takes a second.
func Slow(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(SlowVar) == "" {
		t.Skipf("%s: %s=1 runs it", what, SlowVar)
	}
}
