package spill

import (
	"os"
	"syscall"
)

// mapFile is a file of so many zero bytes in memory. All of it has its place on the disk: without one,
// writing to memory ends the program when the disk is full.
func mapFile(bytes int64) ([]byte, error) {
	f, err := nameless()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd := int(f.Fd())
	if err := syscall.Fallocate(fd, 0, 0, bytes); err != nil {
		return nil, err
	}
	return syscall.Mmap(fd, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
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
