package publish

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// unlisted are the files in an output folder that its manifest does not list.
func unlisted(t *testing.T, dir string) []string {
	t.Helper()
	listed := map[string]bool{}
	for _, name := range Own(os.DirFS(dir)) {
		listed[name] = true
	}
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if !listed[filepath.ToSlash(rel)] {
			out = append(out, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// slow gives files one by one, so that several publications would meet.
func slow(name string, n int) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for i := range n {
			time.Sleep(time.Millisecond)
			if !yield(file(fmt.Sprintf("%s/%d", name, i), name), nil) {
				return
			}
		}
	}
}

// Many publications into one folder at once all succeed, one after the other, and leave
// the files of the last one and nothing else.
func TestPublicationsTakeTurns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := Files(dir, slow(string(rune('a'+i)), 20), Manifest{Version: "1"}); err != nil {
				t.Errorf("publication %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if left := unlisted(t, dir); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if found := tree(t, dir); len(found) != 20 {
		t.Errorf("%d files, want those of one publication, 20", len(found))
	}
}

func TestOpenFolderWaitsAsLongAsItSays(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, file("a", "old"))
	first, err := OpenFolder(context.Background(), dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	reported := 0
	start := time.Now()
	if _, err := OpenFolder(context.Background(), dir, 100*time.Millisecond, func() { reported++ }); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), dir) {
		t.Errorf("a second one: %v", err)
	}
	if d := time.Since(start); d < 100*time.Millisecond || reported != 1 {
		t.Errorf("waited %s, told %d times", d, reported)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := OpenFolder(ctx, dir, time.Hour, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	checkTree(t, dir, map[string]string{"a": "old", lockName: ""})
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	checkTree(t, dir, map[string]string{"a": "old"})
	publish(t, dir, file("a", "new"))
	checkTree(t, dir, map[string]string{"a": "new"})
}

// A lock that a killed program left is taken over; what is none of ours stays.
func TestOpenFolderAndWhatIsInItsPlace(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, lockName), "")
	publish(t, dir, file("a", "1"))
	checkTree(t, dir, map[string]string{"a": "1"})
	for what, put := range map[string]func(path string){
		"a file with content": func(path string) { write(t, path, "theirs") },
		"a folder":            func(path string) { write(t, filepath.Join(path, "x"), "theirs") },
		"a dangling link":     func(path string) { link(t, filepath.Join(t.TempDir(), "elsewhere"), path) },
	} {
		dir := t.TempDir()
		put(filepath.Join(dir, lockName))
		before := tree(t, dir)
		if err := Files(dir, All([]File{file("a", "1")}), Manifest{}); err == nil || !strings.Contains(err.Error(), lockName+": not a file of runreport") {
			t.Errorf("%s: %v", what, err)
		}
		checkTree(t, dir, before)
	}
}
