package publish

import (
	"os"
	"path/filepath"

	"runreport/unit/disk"
)

// Replace puts the content in the place of a file in one step.
func Replace(file string, content []byte) error {
	dir, err := disk.Open(filepath.Dir(file), nil)
	if err != nil {
		return err
	}
	defer dir.Close()
	name := filepath.Base(file)
	staged := "." + name + ".new"
	f, err := dir.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = dir.Rename(staged, name)
	}
	if err != nil {
		_ = dir.Remove(staged) // the error of the writing says more
	}
	return err
}
