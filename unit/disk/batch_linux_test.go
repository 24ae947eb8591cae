package disk

import (
	"os"
	"testing"
)

// On Linux all that was written can be waited for at once; of a folder that is closed that cannot be asked.
func TestAllIsWaitedForAtOnce(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if done, err := syncAll(dir); !done || err != nil {
		t.Errorf("waiting for all: %v, %v", done, err)
	}
	dir.Close()
	if done, err := syncAll(dir); done || err != nil {
		t.Errorf("of a closed folder: %v, %v", done, err)
	}
}
