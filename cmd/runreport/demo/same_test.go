package demo

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestGeneratedLogsStayTheSame holds what one seed gives against testdata/generated.golden: for
// every folder of logs, and for the truth, the number of files and a hash of them.
// Measurements and reports of bugs name logs by their seed, so a change that makes other
// logs has to be meant. UPDATE_GOLDEN=1 writes the file.
func TestGeneratedLogsStayTheSame(t *testing.T) {
	var got strings.Builder
	for _, dirty := range []float64{0, 0.4} {
		dir, _ := shared(t, dirty)
		files := contents(t, dir)
		sums := map[string]string{}
		count := map[string]int{}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			folder := filepath.ToSlash(filepath.Dir(name))
			if parts := strings.Split(folder, "/"); len(parts) > 2 {
				folder = strings.Join(parts[:2], "/")
			}
			count[folder]++
			// The content and not the compressed bytes, which change with the compressor.
			text := plain(t, name, files[name])
			sums[folder] = fmt.Sprintf("%x", sha256.Sum256([]byte(sums[folder]+"\x00"+name+"\x00"+text)))
		}
		for _, folder := range slices.Sorted(maps.Keys(sums)) {
			fmt.Fprintf(&got, "damage %.1f, %s: %d files, %s\n", dirty, folder, count[folder], sums[folder][:16])
		}
	}
	checkGolden(t, "testdata/generated.golden", got.String())
}
