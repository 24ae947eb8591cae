// Package program tells builds of this program apart.
package program

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"sync"

	"github.com/zeebo/xxh3"
)

// Hash is the XXH3 hash of the running program's file as 16 hexadecimal digits, by which two builds of one version
// differ. It is "" where the file cannot be read. It is computed once, in some 10 ms.
func Hash() string { return quick() }

// SHA256 is the SHA-256 of the running program's file as 64 hexadecimal digits, as people compare it. It is "" where
// the file cannot be read. The first call should come early, before anybody may put another file there.
func SHA256() string { return long() }

var (
	quick = sync.OnceValue(func() string { return ofProgram(xxh3.New()) })
	long  = sync.OnceValue(func() string { return ofProgram(sha256.New()) })
)

func ofProgram(h hash.Hash) string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return ofFile(path, h)
}

func ofFile(path string, h hash.Hash) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
