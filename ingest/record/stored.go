package record

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// What Decode made of a file can be stored and read back, so that the file need not be
// read again: the records, by the names of their kinds and fields, and the findings.
// A program that knows a name no more refuses what was stored under it; a field that it
// knows in addition is absent.

// Store gives what was read from the file as bytes. It is called before the file's
// units are stitched, since stitching settles fates and adds findings.
func (f *File) Store() (records, findings []byte) {
	e := encoder{kinds: map[*Kind]int{}}
	e.records(f.Records)
	return e.b, f.findings.stored()
}

// Told is what the tables of files and of findings say of a file once its units were put together: how many of its records had
// which fate, and its findings.
type Told struct {
	Kept, Duplicate, Superseded int64
	Findings                    []byte // as Store gives them
}

// TellOf returns what the tables say of a file whose units were put together.
func TellOf(f *File) Told {
	n := fates(f)
	return Told{n[Kept], n[Duplicate], n[Superseded], f.findings.stored()}
}

// Release lets go of the records of a file like File.Release. The fates and the findings of the file are then those of t.
func (t Told) Release(f *File, codes map[string]*Code) error {
	f.Release()
	f.findings = findings{}
	f.fates = [4]int64{Kept: t.Kept, Duplicate: t.Duplicate, Superseded: t.Superseded}
	return restoreFindings(f, Piece{Findings: t.Findings}, codes)
}

func (e *encoder) records(all []*Record) {
	e.number(int64(len(all)))
	for _, r := range all {
		e.text(r.Name)
		e.record(r)
	}
}

func (f *findings) stored() []byte {
	n := encoder{}
	n.number(int64(len(f.all)))
	for _, x := range f.all {
		n.text(x.Code.Name)
		n.number(x.Line)
		n.text(x.Seen)
		n.text(x.Expected)
		n.number(x.Count)
	}
	return n.b
}

// Counts are the lines and records of a file that became no record.
type Counts struct{ Lines, Blank, Ignored, Rejected int64 }

// Counts says how many lines and records of the file became no record.
func (f *File) Counts() Counts { return f.counts }

func (c *Counts) add(more Counts) {
	c.Lines += more.Lines
	c.Blank += more.Blank
	c.Ignored += more.Ignored
	c.Rejected += more.Rejected
}

func (c Counts) less(other Counts) Counts {
	return Counts{c.Lines - other.Lines, c.Blank - other.Blank, c.Ignored - other.Ignored, c.Rejected - other.Rejected}
}

// Restore adds what Store gave to the file, behind what it has: of the records, those that are wanted.
// codes are all findings that there are.
func (f *File) Restore(records, findings []byte, counts Counts, codes map[string]*Code) error {
	return RestorePieces(f, 1, func(int) (Piece, error) {
		return Piece{Records: records, Findings: findings, Counts: counts}, nil
	}, codes)
}

// restoreRecords adds stored records to the file: those that are wanted.
func restoreRecords(f *File, stored []byte) error {
	return decoded(func() {
		d := decoder{b: string(stored), file: f}
		for range d.number() {
			r := d.named()
			if f.Wanted == nil || f.Wanted(r) {
				f.Records = append(f.Records, r)
			}
		}
	})
}

// restoreFindings adds stored findings to the file, and the counts beside them.
func restoreFindings(f *File, p Piece, codes map[string]*Code) error {
	var unknown error
	err := decoded(func() {
		d := decoder{b: string(p.Findings), file: f}
		for range d.number() {
			code := codes[d.text()]
			x := &Finding{Code: code, Line: d.number(), Seen: d.text(), Expected: d.text(), Count: d.number()}
			if code == nil {
				unknown = errors.New("a finding that this program does not know")
				return
			}
			f.Add(x)
		}
		f.counts.add(p.Counts)
	})
	return cmp.Or(err, unknown)
}

// decoded makes an error of a panic of a decoder.
func decoded(read func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("stored records cannot be read: %v", p)
		}
	}()
	read()
	return nil
}

// encoder appends numbers, texts and records.
type encoder struct {
	b     []byte
	kinds map[*Kind]int // kinds that were written, from 1
}

func (e *encoder) number(n int64) { e.b = binary.AppendVarint(e.b, n) }

func (e *encoder) word(n uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, n) }

func (e *encoder) text(s string) {
	e.b = append(binary.AppendUvarint(e.b, uint64(len(s))), s...)
}

func (e *encoder) time(t time.Time) {
	e.number(t.Unix())
	e.number(int64(t.Nanosecond()))
}

// kind writes the number of a kind; at its first use also its name and fields.
func (e *encoder) kind(k *Kind) {
	if k == nil {
		e.number(0)
		return
	}
	if at, ok := e.kinds[k]; ok {
		e.number(int64(at))
		return
	}
	e.kinds[k] = len(e.kinds) + 1
	e.number(int64(len(e.kinds)))
	e.text(k.Name)
	e.number(int64(len(k.Fields)))
	for _, f := range k.Fields {
		e.text(f.Key)
	}
}

// The marks of what a record or a value has.
const (
	hasTime = 1 << iota
	hasExtra
	hasText
	hasInt
	hasNum    // which is not the integer
	textIsInt // the text is the integer in decimal digits
	hasMore   // a list, an object or JSON
	isGiven   // else only its text is there

	hasColumn = hasInt // a record is no integer
)

func (e *encoder) record(r *Record) {
	e.kind(r.Kind)
	mark := byte(0)
	if !r.At.IsZero() {
		mark |= hasTime
	}
	if r.Extra != "" {
		mark |= hasExtra
	}
	if r.Column > 0 {
		mark |= hasColumn
	}
	e.b = append(e.b, mark)
	e.number(r.Line)
	if mark&hasColumn != 0 {
		e.number(int64(r.Column))
	}
	if mark&hasTime != 0 {
		e.time(r.At)
	}
	if mark&hasExtra != 0 {
		e.text(r.Extra)
	}
	e.word(r.Sum.Hi)
	e.word(r.Sum.Lo)
	e.number(int64(len(r.vals)))
	for i := range r.vals {
		e.number(int64(r.vals[i].field))
		e.value(r.vals[i].value())
	}
}

func (e *encoder) value(v Value) {
	mark := byte(0)
	if v.Given {
		mark |= isGiven
	}
	if !v.When.IsZero() {
		mark |= hasTime
	}
	if v.Int != 0 {
		mark |= hasInt
	}
	if v.Num != float64(v.Int) {
		mark |= hasNum
	}
	switch {
	case v.Text == "":
	case v.Text == strconv.FormatInt(v.Int, 10):
		mark |= textIsInt
	default:
		mark |= hasText
	}
	if v.more != nil {
		mark |= hasMore
	}
	e.b = append(e.b, mark)
	if mark&hasTime != 0 {
		e.time(v.When)
	}
	if mark&hasInt != 0 {
		e.number(v.Int)
	}
	if mark&hasNum != 0 {
		e.word(math.Float64bits(v.Num))
	}
	if mark&hasText != 0 {
		e.text(v.Text)
	}
	if mark&hasMore != 0 {
		e.more(v.more)
	}
}

// The sorts of what a value holds beside its text and number.
const (
	moreTexts = iota
	moreRecord
	moreRecords
	moreJSON
)

func (e *encoder) more(more any) {
	switch x := more.(type) {
	case []string:
		e.number(moreTexts)
		e.number(int64(len(x)))
		for _, s := range x {
			e.text(s)
		}
	case *Record:
		e.number(moreRecord)
		e.text(x.Name)
		e.record(x)
	case []*Record:
		e.number(moreRecords)
		e.number(int64(len(x)))
		for _, r := range x {
			e.text(r.Name)
			e.record(r)
		}
	case jsontext.Value:
		e.number(moreJSON)
		e.text(string(x))
	}
}
