package ingest

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unique"

	"runreport/ingest/archive"
	"runreport/ingest/clean"
	"runreport/ingest/dataset"
	"runreport/ingest/likeness"
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
	"runreport/unit/disk"
)

// decode recognises and reads one file. A fault ends this file only. If the segments of a long log turn out to belong
// together, decode reads the log a second time, as a whole.
func decode(f *record.File, at found, o Options) error {
	fault, again := decodeOnce(f, at, o)
	if again {
		o.lots = nil
		if at.member == nil {
			at.size = f.Bytes // no more of it than before
		}
		*f = record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Labels: f.Labels, Jobs: f.Jobs, Passing: f.Passing}
		fault, _ = decodeOnce(f, at, o)
	}
	return fault
}

// decodeOnce recognises and reads one file. again means that the file has to be read a second time, as a whole.
func decodeOnce(f *record.File, at found, o Options) (fault error, again bool) {
	f.IncludeText = o.IncludeText
	secrets := clean.New(o.redactor, f)
	var parts incremental
	defer func() {
		secrets.Redact(f)
		f.Keep.Rest(f.Records)
		f.Foreign = nil
		if o.stored != nil {
			o.stored()
		}
		again = parts.finish()
	}()
	if at.odd != "" {
		f.Finding(oddName, 0, "bytes "+at.odd, "a name in UTF-8; each of these bytes is shown as %XX")
	}
	switch {
	case at.target != "":
		f.Link = at.target
		return nil, false
	case errors.Is(at.fault, errLink), errors.Is(at.fault, archive.ErrLink):
		f.Finding(linkLeft, 0, "", "")
		return errLink, false
	case at.archive != nil:
		f.Compression = at.archive.kind
		for _, n := range at.archive.findings {
			f.Add(&n)
		}
		return at.fault, false
	case at.fault != nil:
		f.Finding(cannotRead, 0, withoutPath(at.fault), "")
		return at.fault, false
	}
	fault = recoverFault(f, func() error {
		return decodeFile(f, at, o.mapping(f.Path), func() { parts = o.decoding(f, secrets) })
	})
	return fault, false
}

// recoverFault runs the work on one file. A panic in it becomes the finding decoder_failed
// about that file.
func recoverFault(f *record.File, work func() error) (fault error) {
	defer func() {
		if p := recover(); p != nil {
			f.Format, f.Records, f.Keep = nil, nil, nil
			f.Finding(decoder, 0, fmt.Sprint(p), "")
			fault = fmt.Errorf("internal fault: %v", p)
		}
	}()
	return work()
}

// decodeFile recognises and reads the file. What mapped is for is read by it, whatever it
// looks like. claimed is called when its format is known.
func decodeFile(f *record.File, at found, mapped *Mapping, claimed func()) error {
	in, err := at.open()
	if err != nil {
		f.Finding(cannotRead, 0, withoutPath(err), "")
		return err
	}
	defer in.Close()
	f.Bytes, f.Compression = in.Bytes, in.Compression
	head, err := in.Head(f.Path)
	defer head.Release()
	if err == nil {
		f.Format = recognise(head)
		if mapped != nil && !head.Database {
			f.Format = mapped.Format()
		}
	}
	if f.Format == nil {
		return unclaimed(f, head, err)
	}
	head.Release() // reading on needs nothing of it, and other files their room
	f.Group = groupOf(f, at.root)
	f.Foreign = foreignTo(f.Format)
	claimed()
	err = f.Decode(in)
	if f.Counts().Rejected > 0 && f.Nothing() {
		f.Finding(noRecord, 0, "", "")
	}
	if err != nil {
		f.Finding(cannotRead, 0, withoutPath(err), "the file to its end")
	}
	return err
}

func recognise(h *source.Head) *record.Format {
	for _, s := range Systems {
		for _, f := range s.Formats {
			if (f.Container == record.Database) == h.Database && f.Is(h) {
				return f
			}
		}
	}
	return nil
}

// foreignTo recognises the records of other systems among the lines of a format, as where the
// logs of two programs were put into one file.
func foreignTo(own *record.Format) func(source.Object) string {
	return func(o source.Object) string {
		h := source.HeadOf(o)
		for _, s := range Systems {
			for _, f := range s.Formats {
				if s.Name != own.System && f.Container == record.Lines && f.Is(h) {
					return f.Name
				}
			}
		}
		return ""
	}
}

// likenesses are the rules for files that look like a log although no format claims them.
var likenesses = likeness.New(Systems)

func unclaimed(f *record.File, h *source.Head, err error) error {
	if err != nil {
		f.Finding(cannotRead, 0, withoutPath(err), "")
		return err
	}
	if h.Database {
		f.Finding(foreignDatabase, 0, tableNames(h), "a database of "+systemNames())
		return nil
	}
	if len(h.Bytes) == 0 {
		// A log that was put into its database is empty, and so are the locks of a history
		// and of a build that was killed.
		_, beside := sqlite.Belongs(f.Path)
		if name := path.Base(f.Path); !beside && name != disk.LockName && name != dataset.LockName {
			f.Finding(emptyFile, 0, "", "")
		}
		return nil
	}
	if likenesses.IsOwnReport(h) {
		f.Finding(ownReport, 0, "", "")
		return nil
	}
	if why := likenesses.Why(h); why != "" {
		f.Finding(noFormat, 0, why, "a log of "+systemNames())
	}
	return nil
}

func systemNames() string {
	var names []string
	for _, s := range Systems {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// groupOf is where the cut-off time of the file's open work is taken from. Files of one share its bytes.
func groupOf(f *record.File, root string) string {
	for _, s := range Systems {
		if s.Name == f.Format.System && s.Home != nil {
			root = s.Home(f.Dir)
		}
	}
	return unique.Make(f.Format.System + ":" + root).Value()
}

// withoutPath is the text of an error without the path on this machine, which is not
// published. Example: "open /home/ada/x: permission denied" becomes "permission denied".
func withoutPath(err error) string {
	text := err.Error()
	if inner := errors.Unwrap(err); inner != nil && strings.Contains(text, "/") {
		return withoutPath(inner)
	}
	return text
}
