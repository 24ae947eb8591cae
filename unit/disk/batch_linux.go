package disk

import (
	"errors"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// whole are the file systems that write all they have when they are asked to. FUSE says that it did and does nothing.
var whole = []int64{unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, unix.TMPFS_MAGIC}

// The calls to the system, which tests replace.
var (
	syncfs = unix.Syncfs
	kindOf = func(fd int) (kind int64, err error) {
		var s unix.Statfs_t
		err = unix.Fstatfs(fd, &s)
		return int64(s.Type), err
	}
)

// syncAll waits until all is on disk that the file system of the folder has not written yet. It is false where that
// cannot be asked for, and where something could not be written: it may be somebody else's.
func syncAll(folder *os.File) (done bool) {
	conn, err := folder.SyscallConn()
	if err != nil {
		return false
	}
	err = conn.Control(func(fd uintptr) {
		kind, err := kindOf(int(fd))
		if err != nil || !slices.Contains(whole, kind) {
			return
		}
		for err = unix.EINTR; errors.Is(err, unix.EINTR); {
			err = syncfs(int(fd))
		}
		done = err == nil
	})
	return done && err == nil
}
