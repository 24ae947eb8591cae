package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"runreport/unit/disk"
)

const lockName = disk.LockName

// How often a program looks whether another has finished, and how long Publish waits.
const (
	lockPause = 20 * time.Millisecond
	lockWait  = time.Minute
)

// ErrBusy is a folder that another program has been writing to all the time.
var ErrBusy = errors.New("another runreport is writing there")

// Folder is an output folder that no other program publishes to until Close.
type Folder struct {
	dir  string
	root *disk.Folder
	lock *flock.Flock // nil: the file system has no locks
}

// OpenFolder opens the folder, and makes it where there is none. While another program
// writes there it waits, calling waiting once when it begins to; after wait it gives up
// with ErrBusy.
func OpenFolder(ctx context.Context, dir string, wait time.Duration, waiting func()) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := disk.Open(dir, nil)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, root: root}
	end := time.Now().Add(wait)
	for reported := false; ; reported = true {
		ok, err := f.tryLock()
		if ok {
			return f, nil
		}
		if err == nil && time.Now().After(end) {
			err = fmt.Errorf("%s: %w, for more than %s", dir, ErrBusy, wait)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, errors.Join(err, root.Close())
		}
		if !reported && waiting != nil {
			waiting()
		}
		time.Sleep(lockPause)
	}
}

// tryLock locks the lock file, if nobody has. Who is done removes the file, so a lock
// counts only on the file that has the name now.
func (f *Folder) tryLock() (bool, error) {
	file, err := f.root.OpenFile(lockName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		err = file.Close()
	} else if errors.Is(err, fs.ErrExist) {
		err = f.plainLock()
	}
	if err != nil {
		return false, err
	}
	lock := flock.New(filepath.Join(f.dir, lockName), flock.SetFlag(os.O_RDWR)) // it does not make the file
	ok, err := lock.TryLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // just removed
	case errors.Is(err, errors.ErrUnsupported):
		return true, f.root.Remove(lockName)
	case err != nil || !ok:
		return false, err
	}
	held, err := lock.Stat()
	if err == nil {
		var now fs.FileInfo
		if now, err = f.root.Lstat(lockName); err == nil && os.SameFile(held, now) {
			f.lock = lock
			return true, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return false, errors.Join(err, lock.Close())
}

// plainLock refuses what is in the place of the lock file and is none.
func (f *Folder) plainLock() error {
	info, err := f.root.Lstat(lockName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() > 0:
		return fmt.Errorf("publish to %s: %s: not a file of runreport", f.dir, lockName)
	}
	return nil
}

// Publish is as the function Publish.
func (f *Folder) Publish(files iter.Seq2[File, error], about Manifest) error {
	p := newPublication(f.root)
	if err := p.publish(files, about); err != nil {
		return fmt.Errorf("publish to %s: %w", f.dir, err)
	}
	return nil
}

// Close lets the next program in.
func (f *Folder) Close() error {
	return errors.Join(f.unlock(), f.root.Close())
}

// unlock removes the lock file while it is locked, so that nobody else's is removed. Windows
// removes no file that is open, so there it comes after, and the file stays where another
// program was quicker: that one has it open.
func (f *Folder) unlock() error {
	switch {
	case f.lock == nil:
		return nil
	case runtime.GOOS == "windows":
		err := f.lock.Close()
		_ = f.root.Remove(lockName)
		return err
	default:
		return errors.Join(f.root.Remove(lockName), f.lock.Close())
	}
}
