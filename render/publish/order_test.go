package publish

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"runreport/unit/disk"
)

// Every file is written, closed and waited for before any is moved into its place, few files as well as many, and so
// is the manifest that says what the rest is.
func TestFilesAreOnDiskBeforeAnyIsMoved(t *testing.T) {
	for _, n := range []int{1, 3, 100} {
		var files []File
		for i := range n {
			files = append(files, file(fmt.Sprintf("pages/%03d.html", i), "page"), long(fmt.Sprintf("long/%03d.txt", i), "text"))
		}
		dir := t.TempDir()
		folder, err := OpenFolder(context.Background(), dir, time.Minute, nil)
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var calls []string
		folder.root.Fault = func(call, name string) error {
			mu.Lock()
			defer mu.Unlock()
			calls = append(calls, call+" "+name)
			return nil
		}
		if err := errors.Join(folder.Publish(All(files), Manifest{Version: "2"}), folder.Close()); err != nil {
			t.Fatal(err)
		}
		moved := slices.IndexFunc(calls, func(c string) bool { return strings.HasPrefix(c, "rename ") })
		staged := []string{path.Join(staging, ManifestName)}
		for i := range files {
			staged = append(staged, path.Join(staging, fmt.Sprint(i)))
		}
		for _, name := range staged {
			closed, synced := slices.Index(calls, "close "+name), slices.Index(calls, "sync "+name)
			if closed < 0 || synced < closed || moved < synced {
				t.Errorf("%d files: %s is closed in call %d, waited for in %d, and the first file moved in %d", len(files), name, closed, synced, moved)
			}
		}
		if names := slices.Index(calls, "sync "+staging); names < 0 || moved < names {
			t.Errorf("%d files: the names in the staging folder are waited for in call %d, and the first file moved in %d", len(files), names, moved)
		}
	}
}

// A file that is written by itself is waited for as well.
func TestASingleFileIsOnDisk(t *testing.T) {
	root, err := disk.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var calls []string
	root.Fault = func(call, name string) error { calls = append(calls, call+" "+name); return nil }
	p := newPublication(root)
	if err := p.write("x", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"open x", "write x", "close x", "sync x"}; !slices.Equal(calls, want) {
		t.Errorf("the calls are %q, want %q", calls, want)
	}
}
