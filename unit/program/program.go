// Package program tells builds of this program apart.
package program

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/zeebo/xxh3"
)

// Hash is the XXH3 hash of the running program's file as 16 hexadecimal digits, by which two builds of one version
// differ. It is "" where the file cannot be read. It is computed once, in some 10 ms.
func Hash() string { return hash() }

var hash = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return hashOf(path)
})

func hashOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
