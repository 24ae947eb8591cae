package publish

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A forged manifest takes no more memory than a few times its own length.
func TestForgedManifests(t *testing.T) {
	const size = 8 << 20
	for _, entry := range []string{`{}`, `{"path":"a"}`, `{"path":"a","sha256":"` + strings.Repeat("0", 64) + `"}`} {
		dir := t.TempDir()
		text := `{"schema":"` + manifestSchema + `","files":[` + strings.TrimSuffix(strings.Repeat(entry+",", size/(len(entry)+1)), ",") + `]}`
		write(t, filepath.Join(dir, ManifestName), text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := ReadManifest(os.DirFS(dir), ManifestName)
		runtime.ReadMemStats(&after)
		if err != nil || m == nil {
			t.Fatal(err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 16*size {
			t.Errorf("%d bytes of %.20s take %d bytes", len(text), entry, took)
		}
		if whole := strings.Contains(entry, "sha256"); len(m.Files) > 0 != whole {
			t.Errorf("%.20s: %d entries", entry, len(m.Files))
		}
	}
}

// What a killed Publish has left is the program's own, whether there was a report before
// or not; what else lies there is not.
func TestOwnAfterAKill(t *testing.T) {
	for _, first := range []bool{true, false} {
		dir := t.TempDir()
		want := []string{lockName, staging + "/0", staging + "/" + ManifestName}
		if !first {
			publish(t, dir, file("a", "1"))
			want = append([]string{ManifestName, "a"}, want...)
		}
		for _, name := range []string{lockName, staging + "/0", staging + "/" + ManifestName, staging + "/log.jsonl", "log.jsonl"} {
			write(t, filepath.Join(dir, filepath.FromSlash(name)), "")
		}
		if got := Own(os.DirFS(dir)); !slices.Equal(got, want) {
			t.Errorf("Own is %v, want %v", got, want)
		}
		write(t, filepath.Join(dir, lockName), "a log")
		if slices.Contains(Own(os.DirFS(dir)), lockName) {
			t.Error("a lock with something in it is passed over")
		}
	}
}
