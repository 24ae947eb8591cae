package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/zeebo/xxh3"
)

// leafReader reads the values of one column from all groups of rows of a part.
type leafReader struct {
	file *file.Reader
	leaf int // its number among the leaves of the schema
	mem  *allocator
	rows int
}

// optional says that a value is given or null, and no more.
var optional = file.LevelInfo{NullSlotUsage: 1, DefLevel: 1}

// read reads all rows of a column that is no list. The reader is to be released.
func (l *leafReader) read(as arrow.DataType) (file.RecordReader, error) {
	descr := l.file.MetaData().Schema.Column(l.leaf)
	r := file.NewRecordReader(descr, optional, as, l.mem, l.file.BufferPool())
	if err := l.into(r); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

func (l *leafReader) into(r file.RecordReader) error {
	if err := r.Reserve(int64(l.rows)); err != nil {
		return err
	}
	read := int64(0)
	for g := range l.file.NumRowGroups() {
		pages, err := l.file.RowGroup(g).GetColumnPageReader(l.leaf)
		if err != nil {
			return err
		}
		r.SetPageReader(pages)
		for left := l.file.RowGroup(g).NumRows(); left > 0; {
			n, err := r.ReadRecords(left)
			if err != nil {
				return err
			}
			if n == 0 {
				return fmt.Errorf("%d rows of a group are missing", left)
			}
			left, read = left-n, read+n
		}
	}
	return l.whole(int(read))
}

// whole refuses a column that has other rows than the part.
func (l *leafReader) whole(rows int) error {
	if rows != l.rows {
		return fmt.Errorf("%d rows, not %d", rows, l.rows)
	}
	return nil
}

// validBits is which of the rows are given.
func (l *leafReader) validBits(r file.RecordReader) bitmap {
	bits := r.ReleaseValidBits()
	defer bits.Release()
	valid := bitmap(slices.Clone(bits.Bytes()[:(l.rows+7)/8]))
	if rest := l.rows % 8; rest > 0 {
		valid[l.rows/8] &= 1<<rest - 1
	}
	return valid
}

// readCells reads a column of fixed width. Null rows have the zero value, whatever the part
// has there; a column without any value takes no room.
func readCells[T any](l *leafReader, as arrow.DataType, c *cells[T], values func([]byte) []T) error {
	r, err := l.read(as)
	if err != nil {
		return err
	}
	defer r.Release()
	if err := l.whole(r.ValuesWritten()); err != nil {
		return err
	}
	if r.NullCount() == int64(l.rows) {
		return nil
	}
	c.valid = l.validBits(r)
	c.vals = slices.Clone(values(r.Values())[:l.rows])
	var zero T
	for row := range c.vals {
		if !c.valid.has(row) {
			c.vals[row] = zero
		}
	}
	return nil
}

func (c *Int) read(l *leafReader) error {
	var wide cells[int64]
	err := readCells(l, c.dataType(), &wide, arrow.Int64Traits.CastFromBytes)
	if err != nil || len(wide.vals) == 0 {
		return err
	}
	c.takes(slices.Min(wide.vals))
	c.takes(slices.Max(wide.vals))
	c.pad(len(wide.vals))
	for row, v := range wide.vals {
		c.set(row, v)
	}
	c.valid = wide.valid
	return nil
}

func (c *Time) read(l *leafReader) error {
	return readCells(l, c.dataType(), &c.cells, arrow.Int64Traits.CastFromBytes)
}

// read leaves what is no number null, as Set does: a part may have been written by others.
func (c *Float) read(l *leafReader) error {
	err := readCells(l, c.dataType(), &c.cells, arrow.Float64Traits.CastFromBytes)
	for row, v := range c.vals {
		if v-v != 0 {
			c.vals[row] = 0
			c.valid.clear(row)
		}
	}
	return err
}

func (c *Bool) read(l *leafReader) error {
	return readCells(l, c.dataType(), &c.cells, func(b []byte) []bool {
		values := make([]bool, len(b))
		for i, v := range b {
			values[i] = v != 0
		}
		return values
	})
}

// read takes the texts as the part has them, in a dictionary for each group of rows.
func (c *String) read(l *leafReader) error {
	r, err := l.read(c.dataType())
	if err != nil {
		return err
	}
	defer r.Release()
	row := 0
	for _, a := range r.(file.BinaryRecordReader).GetBuilderChunks() {
		if err := c.readDictionary(a, row); err != nil {
			return err
		}
		row += a.Len()
		a.Release()
	}
	return l.whole(row)
}

func (c *String) readDictionary(a arrow.Array, row int) error {
	d, ok := a.(*array.Dictionary)
	if !ok {
		return fmt.Errorf("the values are %s", a.DataType())
	}
	words, ok := d.Dictionary().(*array.String)
	if !ok {
		return fmt.Errorf("the words are %s", d.Dictionary().DataType())
	}
	places, ok := d.Indices().(*array.Int32)
	if !ok {
		return fmt.Errorf("the places of words are %s", d.Indices().DataType())
	}
	if places.NullN() == places.Len() {
		return nil
	}
	move := make([]int32, words.Len())
	for i := range move {
		move[i] = c.intern(words.Value(i), true)
	}
	c.takes(int64(slices.Max(move)))
	c.pad(row + places.Len())
	for i, word := range places.Int32Values() {
		if places.IsValid(i) {
			c.set(row+i, int64(move[word]))
			c.valid.set(row + i)
		}
	}
	return nil
}

// entriesAtOnce is how many entries of a column of bytes or lists are read at once.
const entriesAtOnce = 4096

// readEntries calls take for each entry of a column of bytes or of lists: for its levels, and
// for the value where there is one, which is only valid during the call.
func readEntries(l *leafReader, take func(given, repeated int16, value []byte)) error {
	full := l.file.MetaData().Schema.Column(l.leaf).MaxDefinitionLevel()
	given, repeated := make([]int16, entriesAtOnce), make([]int16, entriesAtOnce)
	values := make([]parquet.ByteArray, entriesAtOnce)
	for g := range l.file.NumRowGroups() {
		chunk, err := l.file.RowGroup(g).Column(l.leaf)
		if err != nil {
			return err
		}
		r, ok := chunk.(*file.ByteArrayColumnChunkReader)
		if !ok {
			return fmt.Errorf("the values are %s", chunk.Type())
		}
		for r.HasNext() {
			n, _, err := r.ReadBatch(entriesAtOnce, values, given, repeated)
			if err != nil {
				return err
			}
			if n == 0 {
				return errors.New("an empty page")
			}
			next := 0
			for i := range n {
				if given[i] < full {
					take(given[i], repeated[i], nil)
					continue
				}
				take(given[i], repeated[i], values[next])
				next++
			}
		}
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

// read reads bytes. Equal values share them, since a million rows may name one long value of a
// dictionary; what is copied counts as memory that Arrow takes.
func (c *Bytes) read(l *leafReader) error {
	row, values := 0, map[uint64][]byte{} // by hash
	err := readEntries(l, func(given, _ int16, value []byte) {
		if given > levelNull && row < l.rows {
			hash := xxh3.Hash(value)
			own, known := values[hash]
			if !known || !bytes.Equal(own, value) {
				l.mem.take(len(value))
				own = bytes.Clone(value)
				values[hash] = own
			}
			c.put(row, own)
		}
		row++
	})
	return errors.Join(err, l.whole(row))
}

// read reads lists. Equal texts share their bytes.
func (c *Strings) read(l *leafReader) error {
	row, texts := -1, map[string]string{}
	var list []string
	done := func() {
		if list != nil {
			c.Set(row, list)
		}
		list = nil
	}
	err := readEntries(l, func(given, repeated int16, value []byte) {
		if repeated == 0 {
			done()
			row++
		}
		switch {
		case row >= l.rows || given == levelNull:
		case given == levelEmpty:
			list = []string{}
		default:
			text, known := texts[string(value)]
			if !known {
				text = string(value)
				texts[text] = text
			}
			list = append(list, text)
		}
	})
	if row < l.rows {
		done()
	}
	return errors.Join(err, l.whole(row+1))
}
