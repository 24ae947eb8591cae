// Package tier says which tests run when:
//
//	go test -short ./...               what takes no second each
//	go test ./...                      what takes no more than a few
//	RUNREPORT_SLOW=1 go test ./...     all of it, as CI does
//	RUNREPORT_LONG=1, with that        some of it at a larger size, as .ci/nightly does
package tier

import (
	"os"
	"testing"
)

// SlowVar is the environment variable that switches slow tests on.
const SlowVar = "RUNREPORT_SLOW"

// Slow skips a test that takes many seconds, unless they are switched on, and with -short always.
// what is what takes its time.
func Slow(t testing.TB, what string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("%s: -short leaves it out", what)
	}
	if os.Getenv(SlowVar) == "" {
		t.Skipf("%s: %s=1 runs it", what, SlowVar)
	}
}

// Seconds skips a test that takes a second or more, with -short.
func Seconds(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out what takes seconds")
	}
}
