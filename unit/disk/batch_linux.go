package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncAll waits until all is on disk that the file system of the folder has not written yet. done is false where
// that cannot be asked for: the sandboxes of some containers forbid what they do not know.
func syncAll(folder *os.File) (done bool, err error) {
	conn, err := folder.SyscallConn()
	if err != nil {
		return false, nil
	}
	var synced error
	if err := conn.Control(func(fd uintptr) { synced = unix.Syncfs(int(fd)) }); err != nil {
		return false, nil
	}
	for _, refused := range []error{unix.ENOSYS, unix.EPERM, unix.EACCES, unix.EOPNOTSUPP, unix.EINVAL} {
		if errors.Is(synced, refused) {
			return false, nil
		}
	}
	return true, synced
}
