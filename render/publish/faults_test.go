package publish

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"runreport/unit/tier"
)

var errFault = errors.New("the disk says no")

// failing lets calls that write fail: the n-th, or with onward all from then on, as if
// the process had been killed. It counts them.
type failing struct {
	n      int
	onward bool

	mu      sync.Mutex
	calls   int
	placed  bool   // a file was moved into its place
	failed  string // the first call that failed
	renamed bool   // the manifest was
}

func (f *failing) fault(call, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.n || f.onward && f.calls > f.n {
		if f.failed == "" {
			f.failed = call + " " + name
		}
		return errFault
	}
	if call == "rename" {
		f.placed = true
		f.renamed = f.renamed || name == ManifestName
	}
	return nil
}

// publishFaulty publishes into a folder whose calls fail as f says.
func publishFaulty(t *testing.T, dir string, f *failing, files ...File) error {
	t.Helper()
	folder, err := OpenFolder(context.Background(), dir, time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	folder.root.Fault = f.fault
	return errors.Join(folder.Publish(All(files), Manifest{Version: "2"}), folder.Close())
}

var (
	oldFiles = []File{file("a", "old"), file("both/b", "same"), file("gone/c", "old")}
	newFiles = []File{file("a", "new"), long("both/b", "same"), long("fresh/d", "new")}
	oldTree  = map[string]string{"a": "old", "both/b": "same", "gone/c": "old"}
	newTree  = map[string]string{"a": "new", "both/b": "same", "fresh/d": "new"}
)

// checkBetween holds a folder to what it may be when Publish has failed: every file whole,
// as it was or as it is to be, and as it was as long as nothing had been moved.
func checkBetween(t *testing.T, dir string, f *failing, err error) {
	t.Helper()
	got := map[string]string{}
	for name, content := range tree(t, dir) {
		if !strings.HasPrefix(name, staging+"/") && name != lockName {
			got[name] = content
		}
	}
	if err == nil && f.failed != "" && !strings.HasPrefix(f.failed, "sync ") && !strings.HasPrefix(f.failed, "remove gone") {
		t.Errorf("%s failed and Publish did not say so", f.failed)
	}
	if err != nil && !errors.Is(err, errFault) {
		t.Errorf("%s failed and Publish said %v", f.failed, err)
	}
	for _, name := range []string{"a", "both/b", "gone/c", "fresh/d"} {
		content, there := got[name]
		before, was := oldTree[name]
		after, will := newTree[name]
		asBefore, asAfter := there == was && content == before, there == will && content == after
		switch {
		case !asBefore && !asAfter:
			t.Errorf("%s failed: %s holds %q, %t", f.failed, name, content, there)
		case !f.placed && !asBefore, f.renamed && !asAfter:
			t.Errorf("%s failed: %s holds %q; something was moved: %t, the manifest: %t", f.failed, name, content, f.placed, f.renamed)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("%s failed: there is also %v", f.failed, got)
	}
	if m, err := ReadManifest(os.DirFS(dir), ManifestName); err != nil || m == nil {
		t.Errorf("%s failed: the manifest is %v, %v", f.failed, m, err)
	}
}

// Whichever call of Publish fails, alone or with all after it, the report that was there
// stays whole, and the next Publish succeeds.
func TestPublishWhenAnyCallFails(t *testing.T) {
	for _, onward := range []bool{false, true} {
		n := 1
		for ; ; n++ {
			dir := t.TempDir()
			publish(t, dir, oldFiles...)
			f := &failing{n: n, onward: onward}
			err := publishFaulty(t, dir, f, newFiles...)
			if f.failed == "" {
				break
			}
			checkBetween(t, dir, f, err)
			publish(t, dir, newFiles...)
			checkTree(t, dir, newTree)
			if left := unlisted(t, dir); len(left) > 0 {
				t.Errorf("%s failed: left over: %v", f.failed, left)
			}
		}
		if n < 25 {
			t.Errorf("only %d calls failed", n-1)
		}
	}
}

// A Publish that is killed anywhere, after one that was killed anywhere, leaves what the
// third can finish: what the first put in place stays known as ours.
func TestPublishKilledTwice(t *testing.T) {
	tier.Slow(t, "publishes many times")
	step := 5 // RUNREPORT_LONG tries every pair of calls
	if os.Getenv("RUNREPORT_LONG") != "" {
		step = 1
	}
	for n := 12; ; n++ { // from about the first rename on
		first := &failing{n: n, onward: true}
		for m := 2; ; m += step {
			dir := t.TempDir()
			publish(t, dir, oldFiles...)
			first = &failing{n: n, onward: true}
			_ = publishFaulty(t, dir, first, newFiles...)
			second := &failing{n: m, onward: true}
			_ = publishFaulty(t, dir, second, oldFiles...)
			third := append(newFiles[:2:2], file("later", "new"))
			if err := Files(dir, All(third), Manifest{Version: "3"}); err != nil {
				t.Errorf("%s failed, then %s: %v", first.failed, second.failed, err)
			} else {
				checkTree(t, dir, map[string]string{"a": "new", "both/b": "same", "later": "new"})
			}
			if t.Failed() {
				t.Fatalf("after faults %s", fmt.Sprint(n, m))
			}
			if second.failed == "" || m > 60 {
				break
			}
			if err := os.RemoveAll(filepath.Clean(dir)); err != nil {
				t.Fatal(err)
			}
		}
		if first.failed == "" {
			break
		}
	}
}
