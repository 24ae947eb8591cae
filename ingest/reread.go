package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"runreport/ingest/archive"
	"runreport/ingest/clean"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

var (
	replaced = &record.Code{
		Name:     "log_replaced",
		Severity: record.Warning,
		Means:    "a log of the history that has another content now, not only more of it",
		Do:       "what it holds now counts; see that its writer appends, or gives every night's log a path of its own",
	}
	outdated = &record.Code{
		Name:     "history_outdated",
		Severity: record.Error,
		Means:    "a log of the history that this version of the program cannot take from it",
		Do:       "nothing of it is in the numbers; build once more with the log at hand",
	}
)

// content is the state of a file now, and how it compares with what is known of it.
type content struct {
	history.State
	begins string // SHA-256 of as much of it as was known
}

// settleTime is how long a file must have been left alone for its time of change to tell
// whether it was changed again.
const settleTime = 2 * time.Second

// stat looks at the file without reading it. A member of an archive was changed when
// the archive was.
func (at found) stat() (content, error) {
	var c content
	if at.member != nil {
		c = content{State: history.State{Size: at.member.Size, Modified: at.member.Of().Modified}}
	} else {
		info, err := os.Stat(at.real)
		if err != nil {
			return content{}, err
		}
		if !info.Mode().IsRegular() {
			return content{}, source.ErrNotRegular
		}
		c = content{State: history.State{Size: info.Size(), Modified: info.ModTime()}}
	}
	if time.Since(c.Modified) < settleTime {
		c.Modified = time.Time{}
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
	if known > c.Size {
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
		_, err = io.CopyN(h, all, c.Size-known)
	}
	c.SHA256 = hex.EncodeToString(h.Sum(nil))
	c.WholeLine = *last == '\n' && err == nil
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

// reading is what became of one file where there is a history.
type reading struct {
	outcome
	fresh   []*history.New   // what is to be stored, as it follows each other
	dropped bool             // retention has taken it out, and it is as it was then
	sha256  string           // of its content; "": not known
	former  string           // of the content that was known before and is not its beginning any more; "": none
	units   []*sealedUnit    // whose rows are stored, and which are all that the file holds; nil: it was restored or read
	inLot   bool             // what it has a part in is stored as rows, which are taken over if all files of its lot are recalled
	sealed  bool             // its units were sealed while it was read, as far as any are
	open    incremental      // that puts the rest of its units together; zero: not started
	told    []record.Finding // about what this build met, not about what the file holds, and which is not stored
}

// lateFinding is a finding that is added to a file when no more of it is restored.
type lateFinding struct {
	file    *record.File
	finding record.Finding
}

// outcome is what there is to tell of the reading of one file.
type outcome struct {
	read    int64 // bytes that were decoded
	checked int64 // bytes of it and of what was not decoded that were compared with what was known
	fault   error // nil: none
}

// toldOf are the findings about what this build met, also about files that hold another content than before. One
// whose former content lies elsewhere now was moved there, as a program does that archives its
// last run before the next one.
func toldOf(files []*record.File, readings []reading) (all []lateFinding) {
	there := make(map[string]bool, len(readings))
	for _, r := range readings {
		there[r.sha256] = true
	}
	for i, r := range readings {
		for _, n := range r.told {
			all = append(all, lateFinding{files[i], n})
		}
		if r.former != "" && !there[r.former] {
			all = append(all, lateFinding{files[i], record.Finding{Code: replaced, Expected: "the content that was known, or more behind it", Count: 1}})
		}
	}
	return all
}

// readKnown decodes a file as far as it is not stored.
func readKnown(h *history.History, store *sealStore, f *record.File, at found, o Options) reading {
	last, known := h.Known(f.Path)
	if at.archive != nil {
		return reading{outcome: outcome{fault: decode(f, at, o)}, sealed: true}
	}
	if at.real == "" || at.fault != nil {
		return recall(h, store, f, at, o, known)
	}
	dropped := known && last.Dropped()
	c, err := at.stat()
	if err != nil {
		at.own().fault = err
		return recall(h, store, f, at, o, known)
	}
	alone := !at.beside || at.member != nil // what lies beside a member was changed with it
	mapped := o.mapping(f.Path) != nil      // the mapping may be another one than it was
	if known && alone && !mapped && c.Size == last.Size() && !c.Modified.IsZero() && c.Modified.Equal(last.Modified()) {
		if dropped {
			return reading{dropped: true}
		}
		if units, ok := store.recall(f, o); ok {
			return reading{outcome: outcome{fault: wasFaulty(f)}, sha256: last.SHA256(), units: units}
		}
		if store.recallLot(f, o) {
			return reading{outcome: outcome{fault: wasFaulty(f)}, sha256: last.SHA256(), inLot: true}
		}
		if open, err := restore(h, f, o); err == nil {
			return reading{outcome: outcome{fault: wasFaulty(f)}, sha256: last.SHA256(), open: open}
		}
		reset(f, o)
	}
	var seen int64
	if known {
		seen = last.Size()
	}
	if err := c.hash(at, seen); err != nil {
		at.own().fault = err
		return recall(h, store, f, at, o, known)
	}
	same := known && c.begins == last.SHA256()
	if same && dropped && c.Size == last.Size() {
		return reading{outcome: outcome{checked: c.Size}, dropped: true}
	}
	if same && !at.beside && !mapped && !dropped {
		if r, ok := readOn(h, store, f, at, c, last, o); ok {
			return r
		}
		reset(f, o)
	}
	at.size = c.Size
	r := reading{outcome: outcome{read: c.Size, checked: c.Size}, sha256: c.SHA256, sealed: true}
	o.stored = func() { r.fresh = history.NewPieces(f, c.State, store.place) }
	if r.fault = decode(f, at, o); f.Found(decoder) {
		r.fresh = nil // a later version of the program may read it
		return r
	}
	if (at.beside || mapped) && same && c.Size == last.Size() && history.Same(h, f.Path, r.fresh) {
		r.fresh = nil // it was read again because of what lies beside it or of its mapping
	}
	if known && !same && !dropped {
		r.former = last.SHA256()
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
func recall(h *history.History, store *sealStore, f *record.File, at found, o Options, known bool) reading {
	if at.real != "" && (!known || h.Dropped(f.Path)) {
		return reading{outcome: outcome{fault: decode(f, at, o)}, sealed: true}
	}
	if at.real == "" {
		if units, ok := store.recall(f, o); ok {
			return reading{units: units}
		}
		if store.recallLot(f, o) {
			return reading{inLot: true}
		}
	}
	var r reading
	var err error
	if r.open, err = restore(h, f, o); err != nil {
		reset(f, o)
		r.told = append(r.told, record.Finding{Code: outdated, Seen: f.Cut(err.Error(), 300), Count: 1})
	}
	if at.real != "" {
		r.fault = at.fault
		r.told = append(r.told, record.Finding{
			Code:     cannotRead,
			Seen:     f.Cut(withoutPath(at.fault), 300),
			Expected: "what was read of it before counts",
			Count:    1,
		})
	}
	return r
}

// restore gives the file what is stored of it, and seals its units parts; open seals what is left.
func restore(h *history.History, f *record.File, o Options) (open incremental, err error) {
	if err := h.Identify(f); err != nil {
		return open, err
	}
	open = o.restoring(f)
	if err := h.Restore(f); err != nil {
		open.giveUp()
		return incremental{}, err
	}
	return open, nil
}

// readOn takes from the history what is stored of the file, as rows of its units or else as records, and
// reads only what was added. It gives up where that could differ from reading all of it: where the last
// line was not complete, objects stand on several lines, the format looks another now, or secrets were numbered.
func readOn(h *history.History, store *sealStore, f *record.File, at found, c content, last history.Piece, o Options) (r reading, ok bool) {
	var open incremental
	defer func() {
		if !ok {
			open.giveUp()
		}
	}()
	if c.Size == last.Size() && store.recallLot(f, o) {
		return reading{outcome: outcome{checked: c.Size, fault: wasFaulty(f)}, sha256: c.SHA256, inLot: true}, true
	}
	units, recalled := store.recall(f, o)
	if !recalled {
		var err error
		if open, err = restore(h, f, o); err != nil {
			return reading{}, false
		}
	}
	if c.Size == last.Size() {
		return reading{outcome: outcome{checked: c.Size, fault: wasFaulty(f)}, sha256: c.SHA256, units: units, open: open}, true
	}
	if f.Compression != "" || !last.WholeLine() || !f.OfLines() || f.Found(clean.Redacted) || f.Found(noRecord) {
		return reading{}, false
	}
	tail := &record.File{Path: f.Path, Dir: f.Dir, Group: f.Group, Format: f.Format, Bytes: c.Size, Labels: o.Labels, Jobs: o.Jobs}
	tail.Foreign = foreignTo(f.Format)
	secrets := clean.New(o.redactor, tail)
	err := recoverFault(tail, func() error {
		at.size = c.Size
		in, err := at.open()
		if err != nil {
			return err
		}
		defer in.Close()
		if head, err := in.Head(f.Path); err != nil || in.Encoding != "" || recognise(head) != f.Format {
			return errors.Join(err, errOther)
		}
		if err := in.Skip(last.Size(), f.Counts().Lines); err != nil {
			return err
		}
		return tail.Decode(in)
	})
	if err != nil {
		return reading{}, false
	}
	secrets.Redact(tail)
	if recalled {
		if units, err = store.reopen(f, units, tail.Records); err != nil {
			return reading{}, false
		}
	}
	r = reading{
		outcome: outcome{read: c.Size - last.Size(), checked: c.Size},
		fresh:   []*history.New{history.NewPiece(tail, last.Size(), c.State)},
		units:   units,
		open:    open,
		sha256:  c.SHA256,
	}
	f.Bytes, f.Labels = c.Size, o.Labels
	return r, h.RestoreNew(f, r.fresh[0]) == nil
}

var errOther = errors.New("another format")

// reset forgets what was read of the file.
func reset(f *record.File, o Options) {
	*f = record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Labels: o.Labels, Jobs: o.Jobs}
}

// addStored adds the logs that are in the history alone to a list of files.
func addStored(h *history.History, list []found) []found {
	there := 0 // of the history; no two files of a list have one path
	for _, f := range list {
		if h.Has(f.shown) {
			there++
		}
	}
	if there == h.About().Logs { // as where no log was taken away, nor out
		return list
	}
	all := list
	for _, path := range h.Paths() {
		if _, listed := find(list, path); !listed {
			all = append(all, newFound(path, "", ""))
		}
	}
	if len(all) > len(list) {
		slices.SortFunc(all, byShown)
	}
	return all
}
