package demo

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Damage is a way in which a log file is not as its writer meant it.
type Damage string

// The kinds of damage. None changes what is true of the logs.
const (
	// CutMidLine ends the file in the middle of one more line.
	CutMidLine Damage = "cut_mid_line"
	// BareText puts a line that is no JSON between the others.
	BareText Damage = "bare_text_line"
	// InvalidUTF8 adds a record of an unknown kind with bytes that are no UTF-8.
	InvalidUTF8 Damage = "invalid_utf8"
	// DuplicateLine repeats a line.
	DuplicateLine Damage = "duplicate_line"
	// DuplicateKeys adds a record of an unknown kind that has one key twice.
	DuplicateKeys Damage = "duplicate_keys"
	// Snapshot adds a folder "snapshot" with an older, shorter copy of a log, or
	// with a copy of a document.
	Snapshot Damage = "snapshot_copy"
	// CRLF ends the lines as Windows does.
	CRLF Damage = "crlf"
	// BOM starts the file with a byte order mark.
	BOM Damage = "bom"
	// Gzip and Zstd replace the file by a compressed one.
	Gzip Damage = "gzip"
	Zstd Damage = "zstd"
)

// What can befall the formats. Snapshot is left to those whose units carry an
// identity of their own, so that a copy is known for one wherever it lies.
var (
	wholeFile = []Damage{CRLF, BOM, Gzip, Zstd}
	wholeCard = []Damage{Snapshot, BOM, Gzip, Zstd} // which has no line ends
	plainLog  = []Damage{DuplicateLine, CRLF, BOM, Gzip, Zstd}
	eventLog  = []Damage{CutMidLine, BareText, InvalidUTF8, DuplicateLine, DuplicateKeys, CRLF, BOM, Gzip, Zstd}
	runLog    = append([]Damage{Snapshot}, eventLog...)
	// A session has stopped when its last message says so: none may come after it.
	sessionLog = []Damage{CutMidLine, BareText, DuplicateLine, CRLF, BOM, Gzip, Zstd}
	callLog    = []Damage{CutMidLine, BareText, DuplicateLine, CRLF, BOM, Gzip, Zstd}
)

// bareText holds what ends up between the records of a log when two writers
// share a terminal.
var bareText = []string{
	"warning: the cache folder is not writable",
	"phase_start phase=3",
	"npm notice run `npm fund` for details",
	"Killed",
	"-- log rotated --",
}

// damaged applies one kind of damage to f and returns the files to write in its
// place, and what was done.
func damaged(f file, kind Damage, s stream) ([]file, DamagedFile) {
	did := DamagedFile{File: f.path, Kind: kind}
	lines := bytes.SplitAfter(bytes.TrimSuffix(f.data, []byte("\n")), []byte("\n"))
	last := len(lines) - 1
	lines[last] = append(slices.Clone(lines[last]), '\n')

	switch kind {
	case CutMidLine:
		whole := bytes.TrimSuffix(lines[last], []byte("\n"))
		f.data = append(f.data, whole[:len(whole)*s.between(30, 80)/100]...)
		did.Line = last + 2
	case BareText:
		at := s.between(0, last)
		f.insert(lines, at, pick(s, bareText)+"\n")
		did.Line = at + 1
	case InvalidUTF8:
		f.insert(lines, last+1, f.note("caf\xe9 is closed \xff\xfe"))
		did.Line = last + 2
	case DuplicateKeys:
		f.insert(lines, last+1, f.note(`first","note":"second`))
		did.Line = last + 2
	case DuplicateLine:
		at := s.between(0, last)
		if f.repeat != nil {
			at = pick(s, f.repeat)
		}
		f.insert(lines, at+1, string(lines[at]))
		did.Line = at + 2
	case Snapshot:
		old := f
		old.path = path.Join(path.Dir(f.path), "snapshot", path.Base(f.path))
		if perLine[f.format] {
			keep := max(min(3, len(lines)), len(lines)*s.between(40, 90)/100)
			old.data = bytes.Join(lines[:keep], nil)
		}
		did.File = old.path
		return []file{f, old}, did
	case CRLF:
		f.data = bytes.ReplaceAll(f.data, []byte("\n"), []byte("\r\n"))
	case BOM:
		f.data = append([]byte("\ufeff"), f.data...)
	case Gzip, Zstd:
		f.compress(kind)
		did.File = f.path
	}
	return []file{f}, did
}

// insert puts a line before lines[at].
func (f *file) insert(lines [][]byte, at int, line string) {
	f.data = bytes.Join(slices.Insert(lines, at, []byte(line)), nil)
}

// compress replaces the file by a compressed one; it keeps its number of lines.
func (f *file) compress(kind Damage) {
	f.lines = bytes.Count(f.data, []byte("\n"))
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	if kind == Gzip {
		f.path += ".gz"
		w = gzip.NewWriter(&out)
	} else {
		f.path += ".zst"
		w, err = zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	}
	if err == nil {
		_, err = w.Write(f.data)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		panic(fmt.Sprintf("demo: compressing in memory: %v", err)) // nothing there can fail
	}
	f.data = out.Bytes()
}
