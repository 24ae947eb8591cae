package ingest

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"runreport/ingest/archive"
	"runreport/ingest/clean"
	"runreport/ingest/record"
)

// The findings about archives as such. What cannot be read of a single member is a
// finding about the member.
var (
	archiveDamaged = &record.Code{
		Name:     "archive_damaged",
		Severity: record.Error,
		Means:    "an archive that is no archive, or is damaged or cut off",
		Do:       "fetch it again; nothing of what is missing is in the numbers",
	}
	archiveLimit = &record.Code{
		Name:     "archive_too_large",
		Severity: record.Error,
		Means:    "an archive that holds more than is read of one",
		Do:       "if it is none that was made to do harm, unpack it and name the folder",
	}
	archiveNested = &record.Code{
		Name:     "archive_nested",
		Severity: record.Warning,
		Means:    "an archive in an archive in an archive, which is not opened",
		Do:       "unpack the outer one and name the folder",
	}
	archiveTwice = &record.Code{
		Name:     "archive_double_name",
		Severity: record.Warning,
		Means:    "members of an archive that share a name, of which only one was read",
		Do:       "look at what made the archive; the last one counts, as when it is unpacked",
	}
	archiveName = &record.Code{
		Name:     "archive_odd_name",
		Severity: record.Info,
		Means:    "members of an archive with a name that no file in a folder has",
		Do:       "none needed; they were read under a name without what is odd",
	}

	archiveCodes = map[archive.Kind]*record.Code{archive.Damaged: archiveDamaged, archive.TooLarge: archiveLimit, archive.Twice: archiveTwice, archive.OddName: archiveName}
)

// maxNested is how many archives may lie inside each other.
const maxNested = 2

// isArchive reports whether a file is opened as an archive: by its name, or where it has an
// ending under which a system writes zips, and is one.
func isArchive(name string, open func() (io.ReadCloser, error)) bool {
	if archive.Named(name) {
		return true
	}
	return mayBeArchive(path.Base(name)) && beginsAsZip(open)
}

// mayBeArchive reports whether a file may be opened as an archive, by its name alone.
func mayBeArchive(name string) bool {
	if archive.Named(name) {
		return true
	}
	for _, s := range Systems {
		for _, ending := range s.Bundles {
			if len(name) > len(ending) && strings.HasSuffix(name, ending) {
				return true
			}
		}
	}
	return false
}

func beginsAsZip(open func() (io.ReadCloser, error)) bool {
	rc, err := open()
	if err != nil {
		return false // told of where the file is read
	}
	defer rc.Close()
	head := make([]byte, 4)
	_, err = io.ReadFull(rc, head)
	return err == nil && archive.IsZip(head)
}

// unpackAll lists the files of the archives.
func (o Options) unpackAll(ctx context.Context, archives []found) ([]found, error) {
	if len(archives) == 0 {
		return nil, nil
	}
	lists := make([][]found, len(archives))
	err := forEach(ctx, o, "opening archives", len(archives), func(i int) {
		at := archives[i]
		lists[i] = o.unpack(at, 1, func() (*archive.Archive, error) { return archive.Open(at.real) })
	})
	return slices.Concat(lists...), err
}

// unpack lists the files of an archive, and the archive itself where something is to be
// said about it. They are held, for the reading to release. A pattern that the
// archive's own name matches stands for all of it.
func (o Options) unpack(at found, depth int, open func() (*archive.Archive, error)) []found {
	if matchAny(o.Exclude, at.shown) && at.passing.rule == "" {
		at.pass(passReason{record.FolderOf(at.shown), byExclude}, nil)
		return []found{at} // as a whole, and not opened
	}
	if matchAny(o.Include, at.shown) {
		o.Include = nil
	}
	a, err := open()
	switch {
	case errors.Is(err, archive.ErrEmpty):
		at.pass(cmp.Or(at.passing, o.unwanted(at.shown)), nil)
		return []found{at}
	case err != nil:
		at.own().fault = err
		return []found{at}
	}
	var files, inner []found
	var last *special
	var below passReason                                                  // of the folder that is passed over, while the walk is inside it
	_ = fs.WalkDir(a, ".", func(p string, d fs.DirEntry, _ error) error { // all of it is in memory
		shown := path.Join(at.shown, p)
		if d.IsDir() {
			below.enter(shown, d.Name())
			return nil
		}
		f := newFound(shown, at.root, at.real)
		f.member = a.Member(p)
		f.pass(cmp.Or(at.passing, below.at(shown)), last)
		f.member.Hold()
		if f.member.Fault == nil && isArchive(p, f.member.Open) {
			inner = append(inner, f)
			return nil
		}
		f.pass(cmp.Or(f.passing, o.unwanted(shown)), last)
		last = f.special
		if f.member.Fault != nil {
			f.own().fault = f.member.Fault
		}
		files = append(files, f)
		return nil
	})
	for _, f := range inner {
		files = append(files, o.unpackInner(f, depth+1)...)
	}
	a.Rest()
	return append(files, o.describeArchive(at, a)...)
}

// unpackInner lists the files of an archive in an archive.
func (o Options) unpackInner(at found, depth int) []found {
	if depth > maxNested && at.passing.rule == "" && !matchAny(o.Exclude, at.shown) {
		at.own().archive = &archiveNote{findings: []record.Finding{{
			Code:     archiveNested,
			Seen:     "an archive inside another that is inside a third",
			Expected: "at most an archive inside an archive",
			Count:    1,
		}}}
		return []found{at}
	}
	files := o.unpack(at, depth, at.member.Archive)
	if !slices.ContainsFunc(files, func(f found) bool { return f.member == at.member }) {
		at.member.Release() // its files hold it
	}
	return files
}

// describeArchive is the archive as an entry of the list where there are findings about
// it; nil where there are none.
func (o Options) describeArchive(at found, a *archive.Archive) []found {
	if len(a.Notes) == 0 {
		return nil
	}
	note := &archiveNote{kind: a.Kind}
	at.own().archive = note
	f := &record.File{}
	secrets := clean.New(o.redactor, f)
	defer secrets.Redact(f)
	for _, n := range a.Notes {
		code := archiveCodes[n.Kind]
		note.findings = append(note.findings, record.Finding{
			Code:     code,
			Seen:     f.Cut(n.Seen, 300),
			Expected: n.Expected,
			Count:    n.Count,
		})
		if code.Severity == record.Error && at.fault == nil {
			about, _, _ := strings.Cut(n.Seen, ": ") // what follows names members
			at.own().fault = errors.New(about)
		}
	}
	return []found{at}
}
