package spill

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// spare is how many bytes are left free on the disk at least: the report is still to be written.
const spare = 1 << 30

// File systems that lie in memory themselves: a file there takes it at once and for good.
const (
	tmpfs = 0x01021994
	ramfs = 0x858458f6
)

var (
	errInMemory = errors.New("temporary files lie in memory")
	errNoSpace  = errors.New("the disk would be full")
)

// mapFile is a file of so many bytes in memory. It begins with what the lists hold, one after the other, and is zero
// behind that. Its place on the disk is taken before: where writing to mapped memory finds none, the system ends
// the program. File systems that write a changed page to another place, as btrfs does, take more then; what is spare is
// for that too.
func mapFile(bytes int64, lists ...[]byte) ([]byte, error) {
	f, err := nameless()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd := int(f.Fd())
	var disk syscall.Statfs_t
	if err := syscall.Fstatfs(fd, &disk); err != nil {
		return nil, err
	}
	if kind := int64(disk.Type); kind == tmpfs || kind == ramfs {
		return nil, errInMemory
	}
	if free := int64(disk.Bavail) * int64(disk.Bsize); free-bytes < spare {
		return nil, errNoSpace
	}
	err = syscall.EINTR
	for err == syscall.EINTR { // the runtime sends signals to its threads
		err = syscall.Fallocate(fd, 0, 0, bytes)
	}
	if err != nil {
		return nil, err
	}
	if err := write(fd, lists); err != nil {
		return nil, err
	}
	file, err := syscall.Mmap(fd, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	// Rows lie in the order of their logs and are asked for in that of time. Where memory is short,
	// what the system reads ahead (128 KiB for a page of 4) pushes out what is needed next: 2 GB of logs
	// in 640 MiB took 153 s, and 53 s without that.
	_ = syscall.Madvise(file, syscall.MADV_RANDOM)
	return file, nil
}

// mostLists is how many lists the system takes in one call (IOV_MAX).
const mostLists = 1024

// write writes the lists from the beginning of the file on. That takes 0.25 ms a mebibyte, where changing mapped memory
// for the first time takes 1.45: the system is asked for each page of that.
func write(fd int, lists [][]byte) error {
	for at := int64(0); len(lists) > 0; {
		n, err := unix.Pwritev(fd, lists[:min(len(lists), mostLists)], at)
		switch {
		case err == unix.EINTR: // the runtime sends signals to its threads
			continue
		case err != nil:
			return err
		}
		at += int64(n)
		lists = behind(lists, n)
	}
	return nil
}

// behind is what follows the first n bytes of the lists.
func behind(lists [][]byte, n int) [][]byte {
	for len(lists) > 0 && n >= len(lists[0]) {
		n, lists = n-len(lists[0]), lists[1:]
	}
	if n > 0 {
		lists = append([][]byte{lists[0][n:]}, lists[1:]...)
	}
	return lists
}

// nameless is a file in the folder of temporary files that has no name.
func nameless() (*os.File, error) {
	const tmpfile = 0x400000 | syscall.O_DIRECTORY // O_TMPFILE, which package syscall has not everywhere
	if f, err := os.OpenFile(os.TempDir(), os.O_RDWR|tmpfile, 0o600); err == nil {
		return f, nil
	}
	f, err := os.CreateTemp("", "runreport-*") // not all file systems have files without a name
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func rest(file []byte) { _ = syscall.Madvise(file, syscall.MADV_DONTNEED) }

func unmap(file []byte) { _ = syscall.Munmap(file) }
