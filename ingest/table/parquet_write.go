package table

import (
	"fmt"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

func (c *Int) node(name string) (schema.Node, error) {
	return leafNode(name, schema.NewIntLogicalType(64, true), parquet.Types.Int64)
}

func (c *Time) node(name string) (schema.Node, error) {
	return leafNode(name, schema.NewTimestampLogicalTypeForce(true, schema.TimeUnitMicros), parquet.Types.Int64)
}

func (c *Float) node(name string) (schema.Node, error) {
	return leafNode(name, schema.NoLogicalType{}, parquet.Types.Double)
}

func (c *Bool) node(name string) (schema.Node, error) {
	return leafNode(name, schema.NoLogicalType{}, parquet.Types.Boolean)
}

func (c *Bytes) node(name string) (schema.Node, error) {
	return leafNode(name, schema.NoLogicalType{}, parquet.Types.ByteArray)
}

func (c *String) node(name string) (schema.Node, error) {
	return leafNode(name, schema.StringLogicalType{}, parquet.Types.ByteArray)
}

func (c *Strings) node(name string) (schema.Node, error) {
	element, err := leafNode(name, schema.StringLogicalType{}, parquet.Types.ByteArray)
	if err != nil {
		return nil, err
	}
	return schema.ListOf(element, parquet.Repetitions.Optional, -1)
}

// leafNode describes a column of values that may be null.
func leafNode(name string, logical schema.LogicalType, physical parquet.Type) (schema.Node, error) {
	return schema.NewPrimitiveNodeLogical(name, parquet.Repetitions.Optional, logical, physical, -1, -1)
}

// leaf is the path of a column's values below the root of the schema.
func (c *cells[T]) leaf(name string) string { return name }

func (c *Strings) leaf(name string) string { return name + ".list.element" }

// valueWriter is what Arrow has for each physical type.
type valueWriter[T any] interface {
	WriteBatch(values []T, defLevels, repLevels []int16) (int64, error)
	WriteBatchSpaced(values []T, defLevels, repLevels []int16, valid []byte, validOffset int64)
}

// writeRoom is memory for some rows after the others.
type writeRoom struct {
	levels [rowsPerWrite]int16
	words  [rowsPerWrite]int64
}

var writeRooms = sync.Pool{New: func() any { return &writeRoom{} }}

// rowsPerWrite is how many rows are given to Arrow at once. It is a multiple of the rows that Arrow writes
// at once (1024), so that pages end where they would if it was given all.
const rowsPerWrite = 4 << 10

// inPieces calls write for rows one after the other, rowsPerWrite at a time.
func inPieces(rows span, write func(rows span, room *writeRoom) error) error {
	room := writeRooms.Get().(*writeRoom)
	defer writeRooms.Put(room)
	for from := rows.from; from < rows.to; from += rowsPerWrite {
		if err := write(span{from, min(from+rowsPerWrite, rows.to)}, room); err != nil {
			return err
		}
	}
	return nil
}

// writeValues writes rows whose values are at their places in values, null ones too; there are no more than
// rowsPerWrite.
func writeValues[T any](w file.ColumnChunkWriter, values []T, valid bitmap, rows span, room *writeRoom) error {
	typed, ok := w.(valueWriter[T])
	if !ok {
		return fmt.Errorf("a writer of %s for values of %T", w.Type(), values)
	}
	given := room.given(valid, rows)
	if valid.count(rows) == rows.len() {
		_, err := typed.WriteBatch(values, given, nil)
		return err
	}
	typed.WriteBatchSpaced(values, given, nil, valid.grown(rows.to), int64(rows.from))
	return nil
}

// given are Parquet's definition levels of the rows: 1 where a value is given, 0 for null.
func (r *writeRoom) given(valid bitmap, rows span) []int16 {
	given := r.levels[:rows.len()]
	for i := range given {
		given[i] = 0
		if valid.has(rows.from + i) {
			given[i] = 1
		}
	}
	return given
}

func (c *Int) write(w file.ColumnChunkWriter, rows span) error {
	return inPieces(rows, func(rows span, room *writeRoom) error {
		return writeValues(w, c.int64s(rows, room.words[:]), c.valid, rows, room)
	})
}

func (c *Time) write(w file.ColumnChunkWriter, rows span) error  { return c.writeCells(w, rows) }
func (c *Float) write(w file.ColumnChunkWriter, rows span) error { return c.writeCells(w, rows) }
func (c *Bool) write(w file.ColumnChunkWriter, rows span) error  { return c.writeCells(w, rows) }

func (c *cells[T]) writeCells(w file.ColumnChunkWriter, rows span) error {
	return inPieces(rows, func(rows span, room *writeRoom) error {
		return writeValues(w, c.vals[rows.from:rows.to], c.valid, rows, room)
	})
}

// write writes some rows at a time, not many more than make a page: Arrow looks only between them
// whether a page is full, and a thousand logs may hold gigabytes.
func (c *Bytes) write(w file.ColumnChunkWriter, rows span) error {
	room := writeRooms.Get().(*writeRoom)
	defer writeRooms.Put(room)
	var values []parquet.ByteArray
	for from := rows.from; from < rows.to; {
		values = values[:0]
		for size := int64(0); from+len(values) < rows.to && len(values) < rowsPerWrite && size < parquet.DefaultDataPageSize; {
			v := c.vals[from+len(values)]
			values = append(values, v)
			size += int64(len(v))
		}
		to := from + len(values)
		if err := writeValues(w, values, c.valid, span{from, to}, room); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// write writes the texts as their places in the dictionary, where the file has one: the Parquet
// writer would find them by looking each text up.
func (c *String) write(w file.ColumnChunkWriter, rows span) error {
	if w.CurrentEncoder().Encoding() != parquet.Encodings.PlainDict {
		values := make([]parquet.ByteArray, min(rows.len(), rowsPerWrite))
		return inPieces(rows, func(rows span, room *writeRoom) error {
			for i := range rows.len() {
				values[i] = nil
				if text, ok := c.Get(rows.from + i); ok {
					values[i] = parquet.ByteArray(text)
				}
			}
			return writeValues(w, values[:rows.len()], c.valid, rows, room)
		})
	}
	all := c.array().(*array.Dictionary)
	defer all.Release()
	if err := w.CurrentEncoder().(dictionaryEncoder).PutDictionary(all.Dictionary()); err != nil {
		return err
	}
	// The statistics are set before the values are written. Arrow's own writer sets them afterwards: then they are
	// lost when the last page is full already. Its UpdateFromArrow skips empty texts, so that the minimum is wrong.
	about, ok := w.PageStatistics().(*metadata.ByteArrayStatistics)
	if !ok {
		return fmt.Errorf("statistics of %s for texts", w.Type())
	}
	given := c.valid.count(rows)
	about.IncNulls(int64(rows.len() - given))
	about.IncNumValues(int64(given))
	if first, last, ok := c.minMax(rows); ok {
		about.SetMinMax(parquet.ByteArray(first), parquet.ByteArray(last))
	}
	return inPieces(rows, func(rows span, room *writeRoom) error {
		part := array.NewSlice(all.Indices(), int64(rows.from), int64(rows.to))
		defer part.Release()
		return w.WriteDictIndices(part, room.given(c.valid, rows), nil)
	})
}

// dictionaryEncoder is the part of Arrow's encoder that takes a dictionary as it is.
type dictionaryEncoder interface{ PutDictionary(arrow.Array) error }

// minMax are the least and the greatest text of the rows, in the order of their bytes; given is false where all rows
// are null.
func (c *String) minMax(rows span) (first, last string, given bool) {
	seen, more := make([]bool, len(c.dict)), len(c.dict)
	for row := rows.from; row < rows.to && more > 0; row++ {
		at, ok := c.get(row)
		if !ok || seen[at] {
			continue
		}
		seen[at] = true
		more--
		text := c.dict[at]
		if !given {
			first, last, given = text, text, true
		}
		first, last = min(first, text), max(last, text)
	}
	return first, last, given
}

// The levels of a list in Parquet, which has one entry for each text, each empty list and
// each null.
const (
	levelNull  = 0
	levelEmpty = 1
	levelText  = 3 // 2 would be a text that is null
)

func (c *Strings) write(w file.ColumnChunkWriter, rows span) error {
	typed, ok := w.(*file.ByteArrayColumnChunkWriter)
	if !ok {
		return fmt.Errorf("a writer of %s for texts", w.Type())
	}
	var given, repeated []int16
	var values []parquet.ByteArray
	for row := rows.from; row < rows.to; row++ {
		list, ok := c.Get(row)
		level := int16(levelEmpty)
		if !ok {
			level = levelNull
		}
		if len(list) == 0 {
			given, repeated = append(given, level), append(repeated, 0)
		}
		for i, text := range list {
			given, repeated = append(given, levelText), append(repeated, int16(min(i, 1)))
			values = append(values, parquet.ByteArray(text))
		}
	}
	_, err := typed.WriteBatch(values, given, repeated)
	return err
}

// plainWhereLarge says which columns are written without a dictionary: those whose
// dictionary would outgrow its limit. The Parquet writer would begin them with one, go on
// without, and list both encodings in the footer in the order of a Go map, so that the same
// table had other bytes each time. Columns of bytes have no statistics either: nobody asks for the
// least of all records, which would be copied several times.
func plainWhereLarge(t Named) []parquet.WriterProperty {
	var plain []parquet.WriterProperty
	docs := t.Columns()
	for i, c := range columns(t.table) {
		leaf := c.leaf(docs[i].Name)
		if c.distinct(parquet.DefaultDictionaryPageSizeLimit) >= parquet.DefaultDictionaryPageSizeLimit {
			plain = append(plain, parquet.WithDictionaryFor(leaf, false))
		}
		if _, bytes := c.(*Bytes); bytes {
			plain = append(plain, parquet.WithStatsFor(leaf, false))
		}
	}
	return plain
}

// distinct is how many bytes the distinct values of a column take in a dictionary, as far as
// the limit: numbers eight, texts four for their length each. Where all values take less than the limit, it
// may be that.
func (c *Int) distinct(limit int64) int64 {
	if all := int64(c.size()) * 8; all < limit {
		return all
	}
	return distinctNumbers(c.int64s(span{0, c.size()}, make([]int64, c.size())), limit)
}

func (c *Time) distinct(limit int64) int64  { return distinctNumbers(c.vals, limit) }
func (c *Float) distinct(limit int64) int64 { return distinctNumbers(c.vals, limit) }
func (c *Bool) distinct(int64) int64        { return 0 }

func (c *String) distinct(limit int64) int64 {
	var d distinctTexts
	for i := 0; i < len(c.dict) && d.size < limit; i++ {
		d.size += textSize(c.dict[i])
	}
	return d.size
}

func (c *Strings) distinct(limit int64) int64 {
	var d distinctTexts
	for i := 0; i < len(c.lists) && d.size < limit; i++ {
		for _, text := range c.lists[i] {
			d.add(text)
		}
	}
	return d.size
}

func (c *Bytes) distinct(limit int64) int64 {
	var d distinctTexts
	for i := 0; i < len(c.vals) && d.size < limit; i++ {
		if size := int64(len(c.vals[i])); size >= limit {
			return size
		}
		d.add(string(c.vals[i]))
	}
	return d.size
}

func distinctNumbers[T comparable](values []T, limit int64) int64 {
	if all := int64(len(values)) * 8; all < limit {
		return all
	}
	seen := map[T]struct{}{}
	for _, v := range values {
		seen[v] = struct{}{}
		if int64(len(seen))*8 >= limit {
			break
		}
	}
	return int64(len(seen)) * 8
}

// distinctTexts adds up the texts that were not there yet.
type distinctTexts struct {
	seen map[string]struct{}
	size int64
}

func (d *distinctTexts) add(text string) {
	if d.seen == nil {
		d.seen = map[string]struct{}{}
	}
	if _, again := d.seen[text]; !again {
		d.seen[text] = struct{}{}
		d.size += textSize(text)
	}
}

func textSize(text string) int64 { return int64(len(text)) + 4 }
