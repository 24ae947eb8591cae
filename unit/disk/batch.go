package disk

import (
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
)

// Batch is files of a folder that are made to last together. Waiting for each as soon as it is written takes longer
// than all else: of a site of 11,000 pages, which is drawn in 8 s, 5 s and a quarter of the processor time.
type Batch struct {
	folder *Folder
	at     *os.File // the folder, opened before the files: faults are told to those who had it open; nil: it could not be
}

// Few files are waited for one by one, several at once. For more, all that the file system has not written
// yet is waited for, whoever wrote it. Where that fails or cannot be asked for, each file says how it is.
const (
	fewFiles = 64
	waiting  = 16
)

// Batch begins a batch. It is closed when its files last.
func (f *Folder) Batch() *Batch {
	at, err := f.Open(".")
	if err != nil {
		at = nil
	}
	return &Batch{f, at}
}

// Sync waits until the files, which were written and closed since the batch was begun, are on disk.
func (b *Batch) Sync(names []string) error {
	if len(names) > fewFiles && b.at != nil {
		for _, name := range names {
			if err := b.folder.fault("sync", name); err != nil {
				return err
			}
		}
		if syncAll(b.at) {
			return nil
		}
	}
	var each errgroup.Group
	each.SetLimit(waiting)
	for _, name := range names {
		each.Go(func() error { return b.folder.sync(name) })
	}
	return each.Wait()
}

// Close ends the batch.
func (b *Batch) Close() {
	if b.at != nil {
		_ = b.at.Close() // nothing was written to it
	}
}

// syncFile is what makes one file last, which tests replace.
var syncFile = (*os.File).Sync

// sync waits until the file is on disk.
func (f *Folder) sync(name string) error {
	if err := f.fault("sync", name); err != nil {
		return err
	}
	file, err := f.Root.OpenFile(filepath.FromSlash(name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = syncFile(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
