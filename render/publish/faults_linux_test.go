package publish

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mounted is a small file system of its own in memory. Only root may make one.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	switch err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); {
	case errors.Is(err, syscall.EPERM):
		t.Skip("only root may mount a file system")
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// On a full file system, and on one that may only be read, Publish fails; the report
// that was there stays whole, and nothing else is left.
func TestPublishWithoutRoom(t *testing.T) {
	dir := filepath.Join(mounted(t, "size=1m"), "report")
	publish(t, dir, file("index.html", "old"), file("charts/a.svg", "old"))
	before := tree(t, dir)
	large := []File{file("index.html", "new"), file("charts/a.svg", strings.Repeat("x", 4<<20)), file("b", "new")}
	if err := Files(dir, All(large), Manifest{Version: "2"}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full file system: %v", err)
	}
	checkTree(t, dir, before)
	if left := unlisted(t, dir); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	publish(t, dir, file("index.html", "new"))
	checkTree(t, dir, map[string]string{"index.html": "new"})
}

func TestPublishWhereNothingMayBeWritten(t *testing.T) {
	dir := mounted(t, "size=1m")
	publish(t, dir, file("index.html", "old"))
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if err := Files(dir, All([]File{file("index.html", "new")}), Manifest{Version: "2"}); !errors.Is(err, syscall.EROFS) {
		t.Errorf("a read-only file system: %v", err)
	}
	checkTree(t, dir, map[string]string{"index.html": "old"})
}

// A rename that fails half-way, because somebody has put a folder in the way since,
// leaves every file whole; the next publication finishes.
func TestPublishWhenARenameFails(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, file("a", "old"), file("b", "old"))
	files := func(yield func(File, error) bool) {
		if !yield(file("a", "new"), nil) || !yield(file("b", "new"), nil) {
			return
		}
		// Both were found free; b is not any more.
		if err := errors.Join(os.Remove(filepath.Join(dir, "b")), os.MkdirAll(filepath.Join(dir, "b", "theirs"), 0o700)); err != nil {
			t.Error(err)
		}
	}
	if err := Files(dir, files, Manifest{Version: "1"}); err == nil {
		t.Error("a rename onto a folder succeeded")
	}
	if content, err := os.ReadFile(filepath.Join(dir, "a")); err != nil || string(content) != "new" {
		t.Errorf("a holds %q, %v", content, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	publish(t, dir, file("a", "last"), file("b", "last"))
	checkTree(t, dir, map[string]string{"a": "last", "b": "last"})
}
