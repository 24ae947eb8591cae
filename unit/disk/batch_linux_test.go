package disk

import (
	"errors"
	"os"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// Of many files all is waited for at once, once, where the file system does what it is asked. Where it does not, or
// cannot write something, each file is waited for.
func TestAllIsWaitedForAtOnce(t *testing.T) {
	defer func(s func(int) error, k func(int) (int64, error), f func(*os.File) error) {
		syncfs, kindOf, syncFile = s, k, f
	}(syncfs, kindOf, syncFile)
	const fuse = 0x65735546
	for _, c := range []struct {
		name   string
		files  int
		kind   int64
		told   error // when the kind is asked for
		errs   []error
		whole  int // calls for all
		single int // calls for one file
	}{
		{"few", fewFiles, unix.EXT4_SUPER_MAGIC, nil, []error{nil}, 0, fewFiles},
		{"many", fewFiles + 1, unix.EXT4_SUPER_MAGIC, nil, []error{nil}, 1, 0},
		{"interrupted", fewFiles + 1, unix.XFS_SUPER_MAGIC, nil, []error{unix.EINTR, unix.EINTR, nil}, 3, 0},
		{"not written", fewFiles + 1, unix.OVERLAYFS_SUPER_MAGIC, nil, []error{unix.EIO}, 1, fewFiles + 1},
		{"not known", fewFiles + 1, unix.TMPFS_MAGIC, nil, []error{unix.ENOSYS}, 1, fewFiles + 1},
		{"FUSE", fewFiles + 1, fuse, nil, []error{nil}, 0, fewFiles + 1},
		{"of no kind", fewFiles + 1, unix.EXT4_SUPER_MAGIC, unix.ENOSYS, []error{nil}, 0, fewFiles + 1},
	} {
		var whole int
		var single atomic.Int64
		syncfs = func(int) error { whole++; return c.errs[whole-1] }
		kindOf = func(int) (int64, error) { return c.kind, c.told }
		syncFile = func(f *os.File) error { single.Add(1); return f.Sync() }
		f, err := Open(t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		b := f.Batch()
		if err := b.Sync(files(t, f, c.files)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if whole != c.whole || int(single.Load()) != c.single {
			t.Errorf("%s: %d calls for all and %d for one file, want %d and %d", c.name, whole, single.Load(), c.whole, c.single)
		}
		syncFile = func(*os.File) error { return unix.EIO }
		if err := b.Sync([]string{"0", "1"}); !errors.Is(err, unix.EIO) {
			t.Errorf("%s: a file that cannot be written: %v", c.name, err)
		}
		b.Close()
		f.Close()
	}
}

// What the system itself says of a folder that is there, and of one that is closed.
func TestTheSystemIsAsked(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	kind, err := kindOf(int(dir.Fd()))
	if err != nil || kind == 0 {
		t.Errorf("the folder lies on %#x, %v", kind, err)
	}
	if err := syncfs(int(dir.Fd())); err != nil && !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) { // a sandbox may forbid it
		t.Errorf("waiting for all: %v", err)
	}
	dir.Close()
	if syncAll(dir) {
		t.Error("all of a closed folder was waited for")
	}
}
