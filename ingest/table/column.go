package table

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// column is what the package does with a column whatever its type.
type column interface {
	pad(n int)    // nulls up to n rows
	settle(n int) // pad, for a column that is read by several goroutines from then on
	// join puts some rows of another column of its type from row at on, in a table that
	// will have all rows. Texts that are renamed get their new name.
	join(o column, rows span, renamed map[string]string, at, all int)
	joined(take bool)          // no more rows of it are joined; take: its values may go
	room(like column)          // for as many rows as the other column has
	pick(o column, rows []int) // append those rows of the other column
	digest(d *digester)        // hashes the column's values: equal for equal values
	dataType() arrow.DataType
	array() arrow.Array // wraps the values without copying where the layout allows
	field() field       // what it is in CSV
	// What it is in Parquet: its node of the schema, the path of its values, how large a
	// dictionary it makes, and its rows to and from a file.
	node(name string) (schema.Node, error)
	leaf(name string) string
	distinct(limit int64) int64
	write(w file.ColumnChunkWriter, rows span) error
	read(l *leafReader) error // into a column without rows
}

// cells holds the values of a column and which of them are given. Rows that were
// never set cost nothing until the column is sealed.
type cells[T any] struct {
	vals  []T
	valid bitmap
}

func (c *cells[T]) put(row int, v T) {
	c.pad(row)
	if row == len(c.vals) {
		c.vals = append(c.vals, v)
	} else {
		c.vals[row] = v
	}
	c.valid.set(row)
}

func (c *cells[T]) get(row int) (T, bool) {
	var zero T
	if row >= len(c.vals) || !c.valid.has(row) {
		return zero, false
	}
	return c.vals[row], true
}

func (c *cells[T]) pad(n int) {
	for len(c.vals) < n {
		var zero T
		c.vals = append(c.vals, zero)
	}
}

func (c *cells[T]) settle(n int) {
	c.pad(n)
	c.valid = c.valid.grown(n)
}

// bitmap is a validity bitmap in Arrow's layout, least significant bit first.
type bitmap []byte

func (b *bitmap) set(i int) {
	if at := uint(i) / 8; at < uint(len(*b)) {
		(*b)[at] |= 1 << (uint(i) % 8)
		return
	}
	b.or(i/8, 1<<(i%8))
}

func (b *bitmap) or(i int, bits byte) {
	if bits == 0 {
		return
	}
	for len(*b) <= i {
		*b = append(*b, 0)
	}
	(*b)[i] |= bits
}

func (b bitmap) clear(i int) {
	if i/8 < len(b) {
		b[i/8] &^= 1 << (i % 8)
	}
}

// room makes room for so many bits.
func (b *bitmap) room(bits int) { *b = slices.Grow(*b, max(0, (bits+7)/8-len(*b))) }

// fill sets the bits from one up to another.
func (b *bitmap) fill(from, to int) {
	for ; from < to && from%8 > 0; from++ {
		b.set(from)
	}
	for ; from+8 <= to; from += 8 {
		b.or(from/8, 0xff)
	}
	for ; from < to; from++ {
		b.set(from)
	}
}

func (b bitmap) has(i int) bool { return i/8 < len(b) && b[i/8]&(1<<(i%8)) != 0 }

// full reports whether the bits of all rows are set.
func (b bitmap) full(rows span) bool {
	row := rows.from
	for ; row < rows.to && row%8 != 0; row++ {
		if !b.has(row) {
			return false
		}
	}
	for ; row+8 <= rows.to; row += 8 {
		if row/8 >= len(b) || b[row/8] != 0xff {
			return false
		}
	}
	for ; row < rows.to; row++ {
		if !b.has(row) {
			return false
		}
	}
	return true
}

// Int is a nullable column of 64-bit integers.
type Int struct{ numbers }

// Set gives the row a value.
func (c *Int) Set(row int, v int64) { c.put(row, v) }

// Get is the row's value; false where it is null.
func (c *Int) Get(row int) (int64, bool) { return c.get(row) }

// At is the row's value, 0 where it is null.
func (c *Int) At(row int) int64 { v, _ := c.get(row); return v }

// Float is a nullable column of 64-bit floats. NaN and infinities are never stored.
type Float struct{ cells[float64] }

// Set gives the row a value; NaN and infinities leave it null.
func (c *Float) Set(row int, v float64) {
	if v-v == 0 {
		c.put(row, v)
	}
}

// Get is the row's value; false where it is null.
func (c *Float) Get(row int) (float64, bool) { return c.get(row) }

// At is the row's value, 0 where it is null.
func (c *Float) At(row int) float64 { v, _ := c.get(row); return v }

// Bool is a nullable column of truth values.
type Bool struct{ cells[bool] }

// Set gives the row a value.
func (c *Bool) Set(row int, v bool) { c.put(row, v) }

// Get is the row's value; false, false where it is null.
func (c *Bool) Get(row int) (value, ok bool) { return c.get(row) }

// Is reports whether the row is given and true.
func (c *Bool) Is(row int) bool { v, _ := c.get(row); return v }

// Time is a nullable column of UTC instants, to the microsecond.
type Time struct{ cells[int64] }

// Set gives the row a value; the zero time leaves it null.
func (c *Time) Set(row int, t time.Time) {
	if !t.IsZero() {
		c.put(row, t.UnixMicro())
	}
}

// Get is the row's instant in UTC; false where it is null.
func (c *Time) Get(row int) (time.Time, bool) {
	v, ok := c.get(row)
	if !ok {
		return time.Time{}, false
	}
	return time.UnixMicro(v).UTC(), true
}

// At is the row's instant, the zero time where it is null.
func (c *Time) At(row int) time.Time { t, _ := c.Get(row); return t }

// Strings is a nullable column of lists of strings. Few rows of most such columns have one, so
// the others take no room for it.
type Strings struct {
	numbers // places in lists
	lists   [][]string
}

// Set gives the row a list; nil leaves it null, an empty list is an empty list. Its
// strings become valid UTF-8.
func (c *Strings) Set(row int, v []string) {
	if v == nil {
		return
	}
	v = validTexts(v)
	if i, known := c.get(row); known {
		c.lists[i] = v
		return
	}
	c.put(row, int64(len(c.lists)))
	c.lists = append(c.lists, v)
}

// Get is the row's list; false where it is null.
func (c *Strings) Get(row int) ([]string, bool) {
	i, ok := c.get(row)
	if !ok {
		return nil, false
	}
	return c.lists[i], true
}

// At is the row's list, nil where it is null.
func (c *Strings) At(row int) []string { v, _ := c.Get(row); return v }

// Bytes is a nullable column of bytes that nobody outside this program reads.
type Bytes struct{ cells[[]byte] }

// Set gives the row a value.
func (c *Bytes) Set(row int, v []byte) { c.put(row, v) }

// At is the row's value, nil where it is null.
func (c *Bytes) At(row int) []byte { v, _ := c.get(row); return v }

// String is a nullable column of strings, each distinct one stored once. All are valid
// UTF-8: Arrow and Parquet demand it, and other readers refuse a file that breaks it.
type String struct {
	numbers // places in dict
	dict    []string
	index   textIndex
	last    int32            // of dict: what was set last, which is often set again
	moved   []int32          // while it is joined: where its texts are in the other column
	texts   *strings.Builder // the latest texts of a large dictionary, side by side; nil: none
	copied  copies           // by SetFrom
}

// copies are texts that a column took over from another one.
type copies struct {
	from   *String
	places []int32 // where the texts of the other are in this one, from 1; 0: not known
	n      int     // how many of this one's texts are from there
}

// Set gives the row a value. An empty string is a value; see SetText.
func (c *String) Set(row int, v string) { c.put(row, int64(c.intern(v, true))) }

// SetText gives the row a value unless it is empty, which leaves it null.
func (c *String) SetText(row int, v string) {
	if v != "" {
		c.put(row, int64(c.intern(v, true)))
	}
}

// SetFrom gives the row the value that a row of another column has. It is Set for long texts
// that stand in several columns, which then share their bytes.
func (c *String) SetFrom(row int, from *String, at int) {
	if place, ok := from.get(at); ok {
		c.put(row, int64(c.copy(from, int(place))))
	}
}

// copy is the index of another column's text, which is not looked up where all texts come from
// there: then it is the same as before, or new.
func (c *String) copy(from *String, place int) int32 {
	x := &c.copied
	if x.from != from || len(x.places) > len(from.dict) {
		*x = copies{from: from}
	}
	v := from.dict[place]
	if place < len(x.places) {
		if known := int(x.places[place]) - 1; known >= 0 && known < len(c.dict) && c.dict[known] == v {
			return int32(known)
		}
	}
	i := int32(len(c.dict))
	if x.n == len(c.dict) && c.index.slots == nil {
		c.dict = append(c.dict, v)
		x.n++
	} else {
		i = c.intern(v, false)
	}
	for len(x.places) <= place {
		x.places = append(x.places, 0)
	}
	x.places[place] = i + 1
	return i
}

// Get is the row's value; false where it is null.
func (c *String) Get(row int) (string, bool) {
	i, ok := c.get(row)
	if !ok {
		return "", false
	}
	return c.dict[i], true
}

// At is the row's value, "" where it is null.
func (c *String) At(row int) string { v, _ := c.Get(row); return v }

// Distinct is how many strings the column has room for: its distinct values, and those that
// rows had before they were given others.
func (c *String) Distinct() int { return len(c.dict) }

// intern is the index of the string in the dictionary, where it is put if it is not there.
// shared says that it may be a part of something larger, which is not to be kept with it.
func (c *String) intern(v string, shared bool) int32 {
	if int(c.last) >= len(c.dict) || c.dict[c.last] != v {
		c.last = c.find(v, shared)
	}
	return c.last
}

func (c *String) find(v string, shared bool) int32 {
	// A handful of strings is found sooner by looking than by hashing, and most
	// builders hold one unit with a handful.
	hash := uint32(0)
	if len(c.dict) < 8 {
		for i, s := range c.dict {
			if s == v {
				return int32(i)
			}
		}
	} else {
		if c.index.slots == nil {
			c.index = indexOf(c.dict)
		}
		hash = hashOf(v)
		if i := c.index.find(c.dict, v, hash); i >= 0 {
			return i
		}
	}
	if !utf8.ValidString(v) {
		return c.find(validText(v), false)
	}
	i := int32(len(c.dict))
	if shared {
		v = c.keep(v)
	}
	c.dict = append(c.dict, v)
	if c.index.slots != nil {
		c.index.add(hash, i)
	}
	return i
}

// Texts of a dictionary that has more than fewTexts lie side by side, textsAtOnce bytes at a
// time: keys of a hundred thousand runs in ten tables are a million pieces of memory otherwise,
// which the collector of garbage looks at one by one.
const (
	fewTexts    = 64
	textsAtOnce = 4 << 10
)

// keep is a copy of the text.
func (c *String) keep(v string) string {
	if len(c.dict) < fewTexts || len(v) > textsAtOnce/8 {
		return strings.Clone(v)
	}
	if c.texts == nil || c.texts.Cap()-c.texts.Len() < len(v) {
		c.texts = &strings.Builder{}
		c.texts.Grow(textsAtOnce)
	}
	from := c.texts.Len()
	c.texts.WriteString(v)
	return c.texts.String()[from:]
}

// validText replaces each run of bytes that are no UTF-8 by U+FFFD.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// validTexts is the list with valid strings. The list itself is not changed.
func validTexts(list []string) []string {
	broken := func(s string) bool { return !utf8.ValidString(s) }
	if !slices.ContainsFunc(list, broken) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = validText(list[i])
	}
	return list
}
