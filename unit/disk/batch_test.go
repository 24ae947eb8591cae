package disk

import (
	"errors"
	"fmt"
	"os"
	"testing"
)

// files writes n files into the folder.
func files(t *testing.T, f *Folder, n int) (names []string) {
	t.Helper()
	for i := range n {
		name := fmt.Sprintf("%d", i)
		file, err := f.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = file.Write([]byte(name))
		if err := errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// Few files are waited for one by one, and many at once; a fault of any of them is told.
func TestFilesOfABatchLast(t *testing.T) {
	for _, n := range []int{0, 1, fewFiles, fewFiles + 1, 3 * fewFiles} {
		f, err := Open(t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		b := f.Batch()
		names := files(t, f, n)
		if err := b.Sync(names); err != nil {
			t.Errorf("%d files: %v", n, err)
		}
		for _, failing := range []int{0, n / 2, n - 1} {
			if failing < 0 || n == 0 {
				continue
			}
			a := &asked{fail: "sync " + names[failing], err: errors.New("no")}
			f.Fault = a.fault
			if err := b.Sync(names); !errors.Is(err, a.err) {
				t.Errorf("%d files, the sync of one fails: %v", n, err)
			}
			f.Fault = nil
		}
		b.Close()
		f.Close()
	}
}

// A file that is gone is noticed where each is waited for; so is one of many where the system cannot wait for all.
func TestAFileOfABatchIsGone(t *testing.T) {
	f, err := Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := f.Batch()
	names := files(t, f, fewFiles+1)
	if err := f.Remove(names[3]); err != nil {
		t.Fatal(err)
	}
	if err := b.Sync(names[:fewFiles]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("one of few files is gone: %v", err)
	}
	b.Close()
	alone := &Batch{folder: f}
	defer alone.Close()
	if err := alone.Sync(names); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("one of many files is gone, and the folder could not be opened: %v", err)
	}
}
