package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MaxCopied is the largest database, with its log, that is copied, in bytes.
const MaxCopied = 4 << 30

const (
	walEnding     = "-wal"
	shmEnding     = "-shm"
	journalEnding = "-journal"

	tempPattern = "runreport-*"
	copyName    = "database"
)

// Belongs is the path of the database that a file of this path lies beside as its
// log, journal or index; false where the name is none of theirs.
func Belongs(path string) (database string, ok bool) {
	for _, ending := range []string{walEnding, shmEnding, journalEnding} {
		if base, ok := strings.CutSuffix(path, ending); ok && base != "" {
			return base, true
		}
	}
	return "", false
}

// footprint tells one state of a file from another. That of a file that is not there
// is zero.
type footprint struct {
	size     int64
	modified time.Time
}

func footprintOf(path string) (footprint, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return footprint{}, err
	}
	if !info.Mode().IsRegular() {
		return footprint{}, errNotRegular
	}
	return footprint{info.Size(), info.ModTime()}, nil
}

// parts are the database and what may lie beside it and hold a part of it: a
// write-ahead log, and the journal of a transaction that was not ended.
var parts = [...]string{"", walEnding, journalEnding}

type footprints [len(parts)]footprint

func footprintsOf(path string) (all footprints, err error) {
	for i, ending := range parts {
		all[i], err = footprintOf(path + ending)
		if err != nil && (ending == "" || !errors.Is(err, fs.ErrNotExist)) {
			return all, err
		}
	}
	return all, nil
}

// unfinished reports whether a part of the database lies beside it.
func (f footprints) unfinished() bool { return f[1].size+f[2].size > 0 }

var (
	errNotRegular = errors.New("neither it nor what lies beside it may be anything but a file")
	errBusy       = errors.New("a database that is being written to: no moment was found at which it and its log belong together")
	errOthers     = errors.New("a database with the journal of a transaction over several databases, which cannot be undone from a copy")
)

// copyTries is how often a database is copied that is written to meanwhile.
const copyTries = 3

// privateCopy copies the database and what lies beside it into a new folder that
// nobody else can look into.
func privateCopy(path string) (dir string, err error) {
	dir, err = os.MkdirTemp("", tempPattern)
	if err != nil {
		return "", err
	}
	made := dir // a return of "" changes dir
	defer func() {
		if err != nil {
			_ = os.RemoveAll(made) // the first fault is the one that counts
		}
	}()
	to := filepath.Join(dir, copyName)
	for range copyTries {
		before, err := footprintsOf(path)
		if err != nil {
			return "", err
		}
		if total := before[0].size + before[1].size + before[2].size; total > MaxCopied {
			return "", fmt.Errorf("a database of %d bytes with its log, which is too large to be copied", total)
		}
		for i, ending := range parts {
			if err := copyPart(to+ending, path+ending, before[i]); err != nil {
				return "", err
			}
		}
		after, err := footprintsOf(path)
		if err != nil {
			return "", err
		}
		if before == after {
			return dir, checkJournal(to + journalEnding)
		}
	}
	return "", errBusy
}

// copyPart makes to what from is; a part that is not there, or empty, is not made.
func copyPart(to, from string, is footprint) error {
	if is.size == 0 {
		err := os.Remove(to)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it went away, which the next look at it tells
	}
	if err != nil {
		return err
	}
	defer in.Close()
	return write(to, in, MaxCopied)
}

// spool writes the database and what lies beside it, and says how to open it.
func spool(to string, r io.Reader, beside func(ending string) (io.ReadCloser, error)) (how string, err error) {
	if err := write(to, r, MaxCopied); err != nil || beside == nil {
		return readOnly, err
	}
	for _, ending := range parts[1:] {
		part, err := beside(ending)
		if err != nil {
			return "", err
		}
		if part == nil {
			continue
		}
		err = write(to+ending, part, MaxCopied)
		_ = part.Close() // nothing was written to it
		if err != nil {
			return "", err
		}
	}
	at, err := footprintsOf(to)
	if err != nil || !at.unfinished() {
		return readOnly, err
	}
	return exclusive, checkJournal(to + journalEnding)
}

// write writes what the reader gives, at most limit bytes, to a new file or over the
// one of an earlier try.
func write(to string, r io.Reader, limit int64) error {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(r, limit+1))
	if fault := out.Close(); err == nil {
		err = fault
	}
	if err == nil && n > limit {
		err = fmt.Errorf("a database larger than %d bytes", limit)
	}
	return err
}

var journalMagic = []byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}

// checkJournal refuses a journal that ends in the name of another one: to undo it,
// the library would look for a file of that name, and remove it.
func checkJournal(file string) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	tail := make([]byte, len(journalMagic))
	if _, err := f.Seek(-int64(len(tail)), io.SeekEnd); err != nil {
		return nil // shorter than any journal
	}
	if _, err := io.ReadFull(f, tail); err != nil {
		return err
	}
	if bytes.Equal(tail, journalMagic) {
		return errOthers
	}
	return nil
}
