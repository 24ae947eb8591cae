package render

import (
	"os"
	"runtime/debug"
	"testing"

	"runreport/render/pagetest"
)

func TestMain(m *testing.M) {
	// Every rendering is thrown away: collected less often, the tests take a tenth less of the
	// processor.
	debug.SetGCPercent(400)
	os.Exit(pagetest.Main(m))
}
