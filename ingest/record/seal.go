package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// Seal declares how the units of a format are told apart while its files are still being
// read, so that a unit is put together, and its records are let go, as soon as its end was
// read, or nothing of it was for long. It is for formats whose units are the records of one key: those of a file are one
// unit, or several if the unit begins anew, and units of two files belong together only if
//   - they have the key and the time of their first record in common, or
//   - they have the key in common, and one of them lacks its beginning.
//
// Such units are unsealed: their files are read again, and they are put together when all
// files were read. A format without Seal keeps its records until then. What a sealed unit was read
// from is not kept: the format may not look at values of records of other units when it assembles one.
type Seal struct {
	Key    func(*Record) string // the unit's own name; "": the record is of no unit that can be sealed
	Begins func(*Record) bool   // the record is the first of its unit
	Ends   func(*Record) bool   // the record is the last of its unit, as a rule
}

// Take takes the records out of the file that were read so far.
func (f *File) Take() []*Record {
	records := f.Records
	f.taken += len(records)
	f.Records = nil
	return records
}

// Nothing reports whether no record was read.
func (f *File) Nothing() bool { return f.taken == 0 && len(f.Records) == 0 }

// View is a file that holds some of the file's records alone, so that they can be put
// together while others are read. Findings about them are the view's.
func (f *File) View(records []*Record) *File {
	v := &File{
		Index:       f.Index,
		Path:        f.Path,
		Dir:         f.Dir,
		Group:       f.Group,
		Compression: f.Compression,
		Bytes:       f.Bytes,
		Format:      f.Format,
		IncludeText: f.IncludeText,
		findings:    findings{isPart: true},
		Records:     records,
	}
	for _, r := range records {
		r.moveTo(v)
	}
	return v
}

// GiveBack makes the records of a view the file's again, as if nothing had been made of
// them.
func (f *File) GiveBack(records []*Record) {
	for _, r := range records {
		r.moveTo(f)
		r.Fate = Kept
	}
}

// Seal says that n records of the file are in the tables, and its Records are those that are
// not, and the stand-ins of units.
func (f *File) Seal(n int64, rest []*Record) {
	f.sealed = n
	f.Records = rest
}

// StandIns are records that stand for their units, all of whose records are in the tables: by
// them the units are found among all others and get their names. They hold on to nothing else
// that was read of the file, and are packed: a large log has hundreds of thousands, at which the
// collector of garbage would look again and again while the log is read.
type StandIns struct {
	packed    []byte
	kinds     []*Kind
	n, values int32
}

// PackStandIns packs what the records say in texts and numbers. place is where the bytes go.
func PackStandIns(records []*Record, place func([]byte) []byte) StandIns {
	s := StandIns{n: int32(len(records))}
	e := encoder{b: make([]byte, 0, bytesOfStandIn*len(records))}
	for _, r := range records {
		at := slices.Index(s.kinds, r.Kind)
		if at < 0 {
			at = len(s.kinds)
			s.kinds = append(s.kinds, r.Kind)
		}
		n := int32(0)
		for i := range r.vals {
			if r.vals[i].more == nil {
				n++
			}
		}
		s.values += n
		for _, x := range []int64{int64(at), r.Line, int64(r.Column), int64(n)} {
			e.number(x)
		}
		e.time(r.At)
		e.word(r.Sum.Hi)
		e.word(r.Sum.Lo)
		for i := range r.vals {
			if h := &r.vals[i]; h.more == nil {
				e.held(h)
			}
		}
	}
	s.packed = place(e.b)
	return s
}

// bytesOfStandIn is about how many bytes one takes.
const bytesOfStandIn = 128

// Unpack makes them records of the file.
func (s StandIns) Unpack(f *File) []Record {
	d := decoder{b: string(s.packed)}
	out, all := make([]Record, s.n), make(values, 0, s.values)
	for i := range out {
		r := &out[i]
		*r = Record{Kind: s.kinds[d.number()], File: f, Line: d.number(), Column: uint32(d.number()), Fate: sealed}
		r.Name = r.Kind.Name
		n := d.number()
		r.At = d.time()
		r.Sum = xxh3.Uint128{Hi: d.word(), Lo: d.word()}
		first := len(all)
		for range n {
			all = append(all, d.held())
		}
		r.vals = slices.Clip(all[first:])
	}
	ownTexts(all)
	return out
}

// ownTexts gives values texts apart from what they were unpacked from, most of which is numbers.
func ownTexts(all values) {
	n := 0
	for i := range all {
		n += len(all[i].text)
	}
	var texts strings.Builder
	texts.Grow(n)
	for i := range all {
		texts.WriteString(all[i].text)
	}
	rest := texts.String()
	for i := range all {
		n := len(all[i].text)
		all[i].text, rest = rest[:n], rest[n:]
	}
}

// Forget leaves of the record its kind, its time and its place.
func (r *Record) Forget() { r.vals = nil }

// Discard gives up the records, of which nobody may use any more, nor what is inside them. Records share blocks of memory
// with others, by which one that is in use would hold on to all that ever were there.
func Discard(records []*Record) {
	for _, r := range records {
		discard(r)
	}
}

func discard(r *Record) {
	r.eachInner(discard)
	clear(r.vals)
	*r = Record{}
}

// IsStandIn reports whether the record stands for a unit that is in the tables.
func (r *Record) IsStandIn() bool { return r.Fate == sealed }

// StoreStandIn gives a stand-in as bytes.
func (r *Record) StoreStandIn() []byte {
	e := encoder{kinds: map[*Kind]int{}}
	e.record(r)
	return e.b
}

// RestoreStandIn reads what StoreStandIn gave for a record of the file.
func (f *File) RestoreStandIn(b []byte) (r *Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a stored record cannot be read: %v", p)
		}
	}()
	d := decoder{b: string(b), file: f}
	r = d.record(nil)
	r.Name, r.Fate = r.Kind.Name, sealed
	return r, nil
}
