package record

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// decoder reads what an encoder wrote. It panics where that cannot be: Restore turns
// it into an error.
type decoder struct {
	b     string // texts are parts of it
	file  *File
	kinds []storedKind
}

// storedKind is a kind with the place of each stored field in it.
type storedKind struct {
	*Kind
	fields []int
}

func (d *decoder) size() uint64 {
	u, shift := uint64(0), 0
	for i := range len(d.b) {
		c := d.b[i]
		u |= uint64(c&0x7f) << shift
		shift += 7
		if c < 0x80 {
			d.b = d.b[i+1:]
			return u
		}
	}
	panic("a number goes on behind the end")
}

func (d *decoder) number() int64 {
	u := d.size()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) text() string {
	n := d.size()
	s := d.b[:n]
	d.b = d.b[n:]
	return s
}

func (d *decoder) byte() byte {
	c := d.b[0]
	d.b = d.b[1:]
	return c
}

func (d *decoder) word() uint64 {
	u := binary.LittleEndian.Uint64([]byte(d.b[:8]))
	d.b = d.b[8:]
	return u
}

func (d *decoder) time() time.Time {
	s, ns := d.number(), d.number()
	return time.Unix(s, ns).UTC()
}

// kind reads the kind of a record. of is the kind that the field declares where the
// record is nested; else it is looked up in the format.
func (d *decoder) kind(of *Kind) storedKind {
	n := int(d.number())
	if n == 0 {
		return storedKind{}
	}
	if n <= len(d.kinds) {
		return d.kinds[n-1]
	}
	k := storedKind{Kind: of}
	name := d.text()
	if of == nil {
		k.Kind = Find(d.file.Format.Kinds, name)
		if other := d.file.Format.Other; k.Kind == nil && other != nil && other.Name == name {
			k.Kind = other
		}
	}
	if k.Kind == nil || k.Kind.Name != name {
		panic(fmt.Sprintf("kind %q is not known", name))
	}
	for range d.number() {
		key := d.text()
		at, _, ok := k.Kind.keys.find(key)
		if !ok {
			panic(fmt.Sprintf("kind %s has no field %q", name, key))
		}
		k.fields = append(k.fields, at)
	}
	d.kinds = append(d.kinds, k)
	return k
}

func (d *decoder) record(of *Kind) *Record {
	k := d.kind(of)
	r := &Record{Kind: k.Kind, File: d.file}
	mark := d.byte()
	r.Line = d.number()
	if mark&hasColumn != 0 {
		r.Column = uint32(d.number())
	}
	if mark&hasTime != 0 {
		if at := d.time(); Possible(at) {
			r.At = at
		}
	}
	if mark&hasExtra != 0 {
		r.Extra = d.text()
	}
	r.Sum = xxh3.Uint128{Hi: d.word(), Lo: d.word()}
	n := d.number()
	r.vals = make([]held, 0, min(n, int64(len(k.fields))))
	for range n {
		at := k.fields[d.number()]
		v := d.value(k.Kind.Fields[at].Of)
		r.bound(&k.Kind.Fields[at], &v) // an earlier version may have stored what is out of bounds today
		r.vals.put(at, v)
	}
	return r
}

func (d *decoder) value(of *Kind) Value {
	mark := d.byte()
	v := Value{Given: mark&isGiven != 0}
	if mark&hasTime != 0 {
		v.When = d.time()
	}
	if mark&hasInt != 0 {
		v.Int = d.number()
	}
	v.Num = float64(v.Int)
	if mark&hasNum != 0 {
		v.Num = math.Float64frombits(d.word())
	}
	switch {
	case mark&hasText != 0:
		v.Text = d.text()
	case mark&textIsInt != 0:
		v.Text = strconv.FormatInt(v.Int, 10)
	}
	if mark&hasMore != 0 {
		v.more = d.more(of)
	}
	return v
}

func (d *decoder) more(of *Kind) any {
	switch sort := d.number(); sort {
	case moreTexts:
		list := []string{}
		for range d.number() {
			list = append(list, d.text())
		}
		return list
	case moreRecord:
		return d.nested(of)
	case moreRecords:
		var list []*Record
		for range d.number() {
			list = append(list, d.nested(of))
		}
		return list
	case moreJSON:
		return jsontext.Value(d.text())
	default:
		panic(fmt.Sprintf("sort %d of a value", sort))
	}
}

func (d *decoder) nested(of *Kind) *Record {
	name := d.text()
	r := d.record(of)
	r.Name = name
	return r
}

// named is a record of the file with its name.
func (d *decoder) named() *Record { return d.nested(nil) }
