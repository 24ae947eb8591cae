// Package disk has the calls that write files below a folder. Each can be made to fail in
// a test, which no file system does on demand: the tests of the dataset and of publishing
// let the first call fail, then the second, and so on.
package disk

import (
	"os"
	"path/filepath"
)

// LockName is the file that a program holds locked while it writes a report's folder. It
// is empty, and removed afterwards, unless the program was killed.
const LockName = ".runreport-lock"

// Fault is asked before every call that writes. The error that it gives is the call's.
type Fault func(call, name string) error

// Folder is a folder that files are written to. Names are relative to it.
type Folder struct {
	*os.Root
	Fault Fault // nil outside of tests: every call is made
	below string
}

// Open opens a folder that is there.
func Open(dir string, fault Fault) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{Root: root, Fault: fault}, nil
}

// Within opens a folder in this one. A path is walked folder by folder, each of which is opened:
// many files of one folder are handled in half the time from there. The names that Fault is told
// stay those in this folder.
func (f *Folder) Within(dir string) (*Folder, error) {
	root, err := f.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return nil, err
	}
	return &Folder{Root: root, Fault: f.Fault, below: filepath.Join(f.below, dir)}, nil
}

func (f *Folder) fault(call, name string) error {
	if f.Fault == nil {
		return nil
	}
	return f.Fault(call, filepath.ToSlash(filepath.Join(f.below, name)))
}

// File is a file that is being written.
type File struct {
	*os.File
	name   string
	folder *Folder
}

// OpenFile is as that of os.Root.
func (f *Folder) OpenFile(name string, flag int, perm os.FileMode) (*File, error) {
	if err := f.fault("open", name); err != nil {
		return nil, err
	}
	file, err := f.Root.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &File{file, name, f}, nil
}

// Write is as that of os.File. A fault leaves half of the bytes written, as a full disk
// may do.
func (f *File) Write(b []byte) (int, error) {
	if err := f.folder.fault("write", f.name); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

// Sync is as that of os.File.
func (f *File) Sync() error {
	if err := f.folder.fault("sync", f.name); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close is as that of os.File. The file is closed even when a fault is told.
func (f *File) Close() error {
	err := f.folder.fault("close", f.name)
	if closed := f.File.Close(); err == nil {
		err = closed
	}
	return err
}

// Mkdir is as that of os.Root.
func (f *Folder) Mkdir(name string, perm os.FileMode) error {
	if err := f.fault("mkdir", name); err != nil {
		return err
	}
	return f.Root.Mkdir(name, perm)
}

// MkdirAll is as that of os.Root.
func (f *Folder) MkdirAll(name string, perm os.FileMode) error {
	if err := f.fault("mkdir", name); err != nil {
		return err
	}
	return f.Root.MkdirAll(name, perm)
}

// Rename is as that of os.Root.
func (f *Folder) Rename(from, to string) error {
	if err := f.fault("rename", to); err != nil {
		return err
	}
	return f.Root.Rename(from, to)
}

// Remove is as that of os.Root.
func (f *Folder) Remove(name string) error {
	if err := f.fault("remove", name); err != nil {
		return err
	}
	return f.Root.Remove(name)
}

// SyncNames makes the names last that were put into the folder dir. Not every system can
// do that with a folder; there they last when the system writes them.
func (f *Folder) SyncNames(dir string) {
	if f.fault("sync", dir) != nil {
		return
	}
	if d, err := f.Open(filepath.FromSlash(dir)); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
