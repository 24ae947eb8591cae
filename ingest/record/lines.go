package record

import (
	"bytes"

	"runreport/ingest/source"
)

// manyBlocks is how many blocks a file has whose lines are read by several goroutines.
// Compressed files hold about ten times as much.
const (
	manyBlocks  = 2
	compression = 10
)

// lines reads a file that holds an object a line.
type lines struct{ *File }

// decode reads the lines of the input into the file's records.
func (f lines) decode(in *source.Input) error {
	size, length := f.blockSize(), in.Bytes
	if in.Compression != "" {
		length *= compression
	}
	if f.Keep != nil && in.Compression != "" { // there are no more pieces than the file has bytes, whatever comes out of it
		size = max(size, int(4*source.Room(in.Bytes)/max(in.Bytes, 1)))
	}
	switch {
	case (f.Jobs > 1 || f.Keep != nil) && length >= int64(manyBlocks*size):
		return f.blocks(in, size)
	case f.Settle != nil || f.Drain != nil:
		return f.pieces(in, length)
	}
	f.Records = roomFor(length)
	return in.Objects(func(l source.Line) bool {
		f.line(l)
		return true
	})
}

// bytesOfRecord is about as much as a record takes in a file.
const bytesOfRecord = 128

// roomFor is a list with room for the records of so many bytes of a log, or for the first ones: a list that grows from
// nothing takes several times as much memory, and most logs are short.
func roomFor(bytes int64) []*Record {
	return make([]*Record, 0, min(bytes/bytesOfRecord+1, recordBlock))
}

// blockSize is how much of the file is read in one go. Records that are taken out of it should still
// be near the processor then.
func (f lines) blockSize() int {
	if n := takenAtOnce(f.File); n > 0 {
		return n * bytesOfRecord
	}
	return source.BlockSize
}

// takenAtOnce is how many records of the file are taken out of it at once. 0: all of them stay in it.
func takenAtOnce(f *File) int {
	switch {
	case f.Settle != nil:
		return f.SettleAt
	case f.Drain != nil:
		return f.DrainAt
	}
	return 0
}

// maxJudged is how much of a line beyond source.MaxLine is looked at to quote its
// beginning: more than any secret that begins there, in bytes.
const maxJudged = 64 << 10

// line reads a line. Where several objects stand on it each counts as a line; of an object on
// several lines the first one counts as its record, and the others are ignored.
func (f lines) line(l source.Line) {
	if !f.WantedLines.Has(l.No) {
		return
	}
	f.counts.Lines += 1 + l.Further
	f.counts.Ignored += l.Further
	if l.Column > 0 || l.Further > 0 {
		f.NotLines(l.No)
	}
	switch {
	case l.CR && l.Bare:
		f.Finding(bareReturn, l.No, "", "")
	case l.CR:
		f.Finding(carriage, l.No, "", "")
	}
	switch {
	case l.TooLong:
		f.Reject(longLine, l.No, f.quoted(string(l.Text[:maxJudged]), 80), "")
		return
	case l.Blank():
		f.counts.Blank++
		return
	}
	if l.Text = f.withoutNUL(l.Text, l.No); len(l.Text) == 0 {
		f.counts.Rejected++
		return
	}
	inner, wrapped := f.unwrap(l.Text)
	if inner == nil {
		f.counts.Ignored++
		return
	}
	l.Text = withoutNaN(f.File, inner, l.No)
	mem := f.memory()
	s := mem.scanner()
	defer mem.rest(s)
	if f.Format.Between != nil && !bytes.HasPrefix(bytes.TrimLeft(l.Text, " \t"), []byte("{")) {
		if l.Text = f.Format.Between(l.Text); l.Text == nil {
			f.counts.Ignored++
			return
		}
	}
	members, broken, err := s.read(l.Text, f.Strict)
	if err != nil {
		if !f.split(l) {
			f.reject(l, err)
		}
		return
	}
	if wrapped {
		f.Finding(wrappedLine, l.No, f.quoted(string(l.Text), 40), "")
	}
	if broken {
		f.Finding(brokenText, l.No, "", "")
	}
	name, ordinary := f.Format.KindOf(Members{members, mem})
	if ordinary {
		f.counts.Ignored++
		return
	}
	if other := f.foreign(name, members); other != "" {
		f.Reject(otherFormat, l.No, other, f.Format.Name)
		return
	}
	if f.Format.Pick == nil {
		f.add(name, l.No, members, s.shape).Column = uint32(l.Column)
		return
	}
	all := mem.sum(members) // records that differ in what is not picked are not the same
	r := f.add(name, l.No, f.Format.Pick(Members{members, mem}, f.IncludeText).list, nil)
	r.Sum, r.Column = all, uint32(l.Column)
}

// split reads a line on which several objects stand; false where it is none.
func (f lines) split(l source.Line) bool {
	n := 0
	var first source.Line
	for at, part := range source.Split(l.Text) {
		of := source.Line{No: l.No, Text: part, Torn: l.Torn, Column: l.Column + at}
		switch n++; n {
		case 1:
			first = of
			continue
		case 2:
			f.counts.Lines-- // the line is counted already
			f.line(first)
		}
		f.line(of)
	}
	return n > 1
}

func (f lines) reject(l source.Line, err error) {
	seen := f.quoted(string(bytes.ToValidUTF8(l.Text, []byte("\uFFFD"))), 120)
	switch {
	case isDuplicateKey(err):
		f.Reject(dupKey, l.No, seen, "")
	case bytes.IndexByte(l.Text, 0) >= 0:
		f.Reject(nulBytes, l.No, "in a line: "+seen, "text")
	case l.Torn:
		f.Reject(tornLine, l.No, seen, "")
	default:
		f.Reject(badLine, l.No, seen, "")
	}
}

// pieces reads the lines on one goroutine, some at a time: as many as make SettleAt records, or
// more findings than are listed. Example: a file of a million lines that are no JSON has no
// record, and a finding for each line. What is stored while it is read is one piece: it is short. length is about how
// many bytes there are.
func (f lines) pieces(in *source.Input, length int64) error {
	p := &part{file: f.like()}
	p.file.Records = roomFor(length)
	defer func() {
		if f.Keep != nil {
			p.kept = f.Keep.keep(p.file, in.Bytes)
		}
		p.settle(f.File, true)
		f.join(p)
	}()
	return in.Objects(func(l source.Line) bool {
		if f.Keep == nil && (len(p.file.Records) >= takenAtOnce(f.File) || len(p.file.all) > maxFindings) {
			p.settle(f.File, false)
			f.join(p)
			p.file = f.like()
		}
		lines{p.file}.line(l)
		return true
	})
}
