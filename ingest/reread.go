package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"time"

	"runreport/ingest/archive"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

// content is what tells one state of a file from another.
type content struct {
	size     int64
	modified time.Time // zero where it is too fresh: a write of the same instant would not show
	sha256   string    // of all of it
	begins   string    // SHA-256 of as much of it as was known
	whole    bool      // it ends with a line's end
}

// settled is how long a file must have been left alone for its time of change to tell
// whether it was changed again.
const settled = 2 * time.Second

// stat looks at the file without reading it. A member of an archive was changed when
// the archive was.
func (at found) stat() (content, error) {
	var c content
	if at.member != nil {
		c = content{size: at.member.Size, modified: at.member.Of().Modified}
	} else {
		info, err := os.Stat(at.real)
		if err != nil {
			return content{}, err
		}
		if !info.Mode().IsRegular() {
			return content{}, source.ErrNotRegular
		}
		c = content{size: info.Size(), modified: info.ModTime()}
	}
	if time.Since(c.modified) < settled {
		c.modified = time.Time{}
	}
	return c, nil
}

// bytes reads the file as it lies there.
func (at found) bytes() (io.ReadCloser, error) {
	if at.member != nil {
		return at.member.Open()
	}
	return os.Open(at.real)
}

// hash reads the file up to the size that was seen. known is how much of it was seen
// before. A member of a damaged archive ends where the damage begins.
func (c *content) hash(at found, known int64) error {
	if known > c.size {
		known = 0 // it has shrunk
	}
	f, err := at.bytes()
	if err != nil {
		return err
	}
	defer f.Close()
	h, last := sha256.New(), new(lastByte)
	all := io.TeeReader(f, last)
	_, err = io.CopyN(h, all, known)
	c.begins = hex.EncodeToString(h.Sum(nil))
	if err == nil {
		_, err = io.CopyN(h, all, c.size-known)
	}
	c.sha256 = hex.EncodeToString(h.Sum(nil))
	c.whole = *last == '\n' && err == nil
	if at.member != nil && archive.IsDamage(err) {
		return nil
	}
	return err
}

// lastByte is the last byte that was written to it.
type lastByte byte

func (l *lastByte) Write(p []byte) (int, error) {
	if len(p) > 0 {
		*l = lastByte(p[len(p)-1])
	}
	return len(p), nil
}

// reading is what became of one file.
type reading struct {
	path    string
	fresh   *fresh // what is to be stored
	read    int64  // bytes that were decoded
	checked int64  // bytes of it and of what was not decoded that were compared with what was known
	dropped bool   // retention has taken it out, and it is as it was then
	fault   error
}

// read decodes a file as far as it is not stored.
func (h *history) read(f *record.File, at found, o Options) reading {
	last, known := h.known(f.Path)
	if at.archive != nil {
		return reading{fault: decode(f, at, o)}
	}
	if at.real == "" || at.fault != nil {
		return h.recall(f, at, o, known)
	}
	dropped := known && last.dropped()
	c, err := at.stat()
	if err != nil {
		return h.recall(f, at, o, known)
	}
	alone := !at.beside || at.member != nil // what lies beside a member was changed with it
	if known && alone && c.size == last.size() && !c.modified.IsZero() && c.modified.UnixNano() == last.rows.Modified.At(last.row) {
		if dropped {
			return reading{dropped: true}
		}
		if h.restore(f) == nil {
			return reading{fault: wasFaulty(f)}
		}
		reset(f)
	}
	var seen int64
	if known {
		seen = last.size()
	}
	if err := c.hash(at, seen); err != nil {
		at.fault = err
		return h.recall(f, at, o, known)
	}
	same := known && c.begins == last.sha256()
	if same && dropped && c.size == last.size() {
		return reading{checked: c.size, dropped: true}
	}
	if same && !at.beside && !dropped {
		if r, ok := h.readOn(f, at, c, last, o); ok {
			return r
		}
		reset(f)
	}
	at.size = c.size
	r := reading{read: c.size, checked: c.size, fault: decode(f, at, o)}
	if f.Found(decoder) {
		return r // a later version of the program may read it
	}
	r.fresh = newFresh(f, 0, c)
	if at.beside && same && c.size == last.size() && bytes.Equal(r.fresh.records, last.rows.Records.At(last.row)) {
		r.fresh = nil // a database that was read again because of what lies beside it
	}
	if known && !same && !dropped {
		f.Finding(replaced, 0, "", "the content that was known, or more behind it")
	}
	return r
}

var errFaulty = errors.New("could not be read to its end, and is as it was then")

// wasFaulty is the fault of a file that could not be read to its end before.
func wasFaulty(f *record.File) error {
	if f.Found(cannotRead) {
		return errFaulty
	}
	return nil
}

// recall takes a file from the history that is not there, or cannot be read now.
func (h *history) recall(f *record.File, at found, o Options, known bool) reading {
	if at.real != "" && (!known || h.logs[f.Path][0].dropped()) {
		return reading{fault: decode(f, at, o)}
	}
	if err := h.restore(f); err != nil {
		reset(f)
		f.Finding(outdated, 0, err.Error(), "")
	}
	if at.real == "" {
		return reading{}
	}
	f.Finding(cannotRead, 0, plain(at.fault), "what was read of it before counts")
	return reading{fault: at.fault}
}

// readOn takes from the history what is stored of the file and reads only what was
// added. It gives up where that could differ from reading all of it: where the last
// line was not complete, the format looks another now, or secrets were numbered.
func (h *history) readOn(f *record.File, at found, c content, last piece, o Options) (reading, bool) {
	if h.restore(f) != nil {
		return reading{}, false
	}
	if c.size == last.size() {
		return reading{checked: c.size, fault: wasFaulty(f)}, true
	}
	if f.Format == nil || f.Format.Container != record.Lines || f.Compression != "" || !last.rows.Whole.Is(last.row) || f.Found(redacted) || f.Found(noRecord) {
		return reading{}, false
	}
	tail := &record.File{Path: f.Path, Dir: f.Dir, Group: f.Group, Format: f.Format, Bytes: c.size}
	secrets := o.clean(tail)
	err := guard(tail, func() error {
		at.size = c.size
		in, err := at.open()
		if err != nil {
			return err
		}
		defer in.Close()
		if head, err := in.Head(f.Path); err != nil || in.Encoding != "" || recognise(head) != f.Format {
			return errors.Join(err, errOther)
		}
		if err := in.Skip(last.size(), f.Counts().Lines); err != nil {
			return err
		}
		return tail.Decode(in)
	})
	if err != nil {
		return reading{}, false
	}
	secrets.hide(tail)
	r := reading{fresh: newFresh(tail, last.size(), c), read: c.size - last.size(), checked: c.size}
	f.Bytes = c.size
	return r, f.Restore(r.fresh.records, r.fresh.findings, tail.Counts(), h.codes) == nil
}

var errOther = errors.New("another format")

// reset forgets what was read of the file.
func reset(f *record.File) { *f = record.File{Index: f.Index, Path: f.Path, Dir: f.Dir} }
