package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// fewRows is how many rows a table has at least that is worth compressing: making a
// compressor ready costs more than a few rows are long.
const fewRows = 1000

func writeParquet(w io.WriteSeeker, t Named) error {
	if t.Len() < fewRows && t.Name != LogsName {
		return writeParquetBy(compress.Codecs.Uncompressed, w, t)
	}
	return writeParquetBy(compress.Codecs.Zstd, w, t)
}

func writeParquetBy(codec compress.Compression, w io.Writer, t Named) error {
	rec := t.record()
	defer rec.Release()
	return writeRecord(w, t, rec, append(plainWhereLarge(rec), parquet.WithCompression(codec))...)
}

func writeRecord(w io.Writer, t Named, rec arrow.Record, how ...parquet.WriterProperty) error {
	props := parquet.NewWriterProperties(append(how, parquet.WithCreatedBy("runreport"))...)
	// Without the stored schema a reader loses the time zone and the dictionaries.
	out, err := pqarrow.NewFileWriter(rec.Schema(), unclosed{w}, props, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	// Read asks the file itself, since it does not look at the stored schema.
	err = errors.Join(out.AppendKeyValueMetadata(aboutTable, t.Name), out.AppendKeyValueMetadata(aboutSchema, SchemaVersion))
	if err == nil {
		err = writeColumns(out, rec)
	}
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return out.Close()
}

// unclosed hides Close: the Parquet writer closes what it is given, the file
// belongs to the caller.
type unclosed struct{ io.Writer }

// Encode is the table as one Parquet file that Read takes. What zstd makes so short that
// it looks like a bomb is not compressed: a log of one line a million times is honest.
func (n Named) Encode() ([]byte, error) {
	var b buffer
	if err := writeParquet(&b, n); err != nil {
		return nil, err
	}
	err := fits(b.Bytes())
	if errors.Is(err, ErrTooLarge) {
		b.Reset()
		if err := writeParquetBy(compress.Codecs.Uncompressed, &b, n); err != nil {
			return nil, err
		}
		err = fits(b.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", n.Name, err)
	}
	return b.Bytes(), nil
}

// buffer takes what is written. The Parquet writer asks for a place to seek in and
// never seeks.
type buffer struct{ bytes.Buffer }

func (*buffer) Seek(int64, int) (int64, error) { return 0, fmt.Errorf("a buffer cannot seek") }

// Read appends the rows of a Parquet file that Encode made, by this version of the
// program or by another: a column that the file lacks is null, one that the table
// lacks is left alone. The caller has checked that the file is as it was written, since
// a flipped bit can read as data. A hash is no proof of who wrote it: a part that holds
// more than Room allows is refused before it is decoded.
//
// Every column is read in this goroutine and under recover all the same, since Arrow's
// readers of whole tables panic on damaged files in goroutines of their own.
func (n Named) Read(part []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("table %s: the part is damaged: %v", n.Name, p)
		}
	}()
	if err := checkFooter(part); err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	mem := newAllocator(Room(int64(len(part))))
	r, err := file.NewParquetReader(bytes.NewReader(part), file.WithReadProps(parquet.NewReaderProperties(mem)))
	if err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	defer r.Close()
	if err := checkPages(part, r.MetaData()); err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	in, err := pqarrow.NewFileReader(r, n.asOwn(r.MetaData()), mem)
	if err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	fresh := n.empty()
	if err := fresh.readColumns(in, int(r.NumRows())); err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	if n.Len() == 0 {
		n.take(fresh)
		return nil
	}
	fresh.CopyTo(n)
	return nil
}

// asOwn lets the reader take the types of columns from the table and the Parquet schema.
// It takes away the Arrow schema that the part holds: Arrow's reader of it believes the
// lengths in it, and one flipped bit made it ask for 38 GB, which ends the program.
func (n Named) asOwn(m *metadata.FileMetaData) pqarrow.ArrowReadProperties {
	const stored = "ARROW:schema"
	kept := m.FileMetaData.KeyValueMetadata[:0]
	for _, kv := range m.FileMetaData.KeyValueMetadata {
		if kv.Key != stored {
			kept = append(kept, kv)
		}
	}
	m.FileMetaData.KeyValueMetadata = kept
	words := map[string]bool{}
	own := columns(n.table)
	for i, doc := range n.Columns() {
		_, words[doc.Name] = own[i].(*String)
	}
	var props pqarrow.ArrowReadProperties
	for i := range m.Schema.NumColumns() {
		if words[m.Schema.Column(i).Path()] {
			props.SetReadDict(i, true)
		}
	}
	return props
}

// CopyTo appends the rows to another table of the same columns.
func (n Named) CopyTo(o Named) {
	join(o.table, []section{{table: n.table, rows: span{0, n.Len()}}}, false)
}

func (n Named) readColumns(in *pqarrow.FileReader, rows int) error {
	schema, err := in.Schema()
	if err != nil {
		return err
	}
	about := in.ParquetReader().MetaData().KeyValueMetadata()
	if name := about.FindValue(aboutTable); name != nil && *name != n.Name {
		return fmt.Errorf("the part is of table %.80q", *name)
	}
	if version := about.FindValue(aboutSchema); version != nil && *version != VersionOf(n.Name) {
		return fmt.Errorf("the part has schema %.80q, this program reads %q", *version, VersionOf(n.Name))
	}
	var groups []int
	for i := range in.ParquetReader().NumRowGroups() {
		groups = append(groups, i)
	}
	leaves := map[int]bool{}
	for i := range in.ParquetReader().MetaData().Schema.NumColumns() {
		leaves[i] = true
	}
	own := columns(n.table)
	for i, doc := range n.Columns() {
		at := -1
		for j, f := range schema.Fields() {
			if f.Name == doc.Name {
				at = j
			}
		}
		if at < 0 {
			continue
		}
		if !arrow.TypeEqual(schema.Field(at).Type, own[i].dataType()) {
			return fmt.Errorf("column %s is %s, not %s", doc.Name, schema.Field(at).Type, own[i].dataType())
		}
		if err := readColumn(in, at, leaves, groups, own[i], rows); err != nil {
			return fmt.Errorf("column %s: %w", doc.Name, err)
		}
	}
	n.table.rows().n = rows
	return nil
}

func readColumn(in *pqarrow.FileReader, at int, leaves map[int]bool, groups []int, into column, rows int) error {
	r, err := in.GetFieldReader(context.Background(), at, leaves, groups)
	if err != nil {
		return err
	}
	defer r.Release()
	chunks, err := in.ReadColumn(groups, r)
	if err != nil {
		return err
	}
	defer chunks.Release()
	if chunks.Len() != rows {
		return fmt.Errorf("%d rows, not %d", chunks.Len(), rows)
	}
	row := 0
	for _, a := range chunks.Chunks() {
		if err := into.load(a, row); err != nil {
			return err
		}
		row += a.Len()
	}
	return nil
}

// each calls put for the rows of an array that are given.
func each[A arrow.Array](a arrow.Array, put func(a A, i int)) error {
	typed, ok := a.(A)
	if !ok {
		return fmt.Errorf("the values are %s", a.DataType())
	}
	for i := range a.Len() {
		if a.IsValid(i) {
			put(typed, i)
		}
	}
	return nil
}

func (c *Int) load(a arrow.Array, at int) error {
	return each(a, func(a *array.Int64, i int) { c.Set(at+i, a.Value(i)) })
}

func (c *Float) load(a arrow.Array, at int) error {
	return each(a, func(a *array.Float64, i int) { c.Set(at+i, a.Value(i)) })
}

func (c *Bool) load(a arrow.Array, at int) error {
	return each(a, func(a *array.Boolean, i int) { c.Set(at+i, a.Value(i)) })
}

func (c *Time) load(a arrow.Array, at int) error {
	return each(a, func(a *array.Timestamp, i int) { c.put(at+i, int64(a.Value(i))) })
}

func (c *Bytes) load(a arrow.Array, at int) error {
	return each(a, func(a *array.Binary, i int) { c.put(at+i, bytes.Clone(a.Value(i))) })
}

func (c *Strings) load(a arrow.Array, at int) error {
	return each(a, func(a *array.List, i int) {
		words := a.ListValues().(*array.String)
		from, to := a.ValueOffsets(i)
		list := make([]string, 0, to-from)
		for j := from; j < to; j++ {
			list = append(list, strings.Clone(words.Value(int(j))))
		}
		c.Set(at+i, list)
	})
}

func (c *String) load(a arrow.Array, at int) error {
	if plain, ok := a.(*array.String); ok {
		return each(plain, func(a *array.String, i int) { c.Set(at+i, a.Value(i)) })
	}
	d, ok := a.(*array.Dictionary)
	if !ok {
		return fmt.Errorf("the values are %s", a.DataType())
	}
	words := d.Dictionary().(*array.String)
	move := make([]int32, words.Len())
	for i := range move {
		move[i] = c.intern(strings.Clone(words.Value(i)), false)
	}
	return each(a, func(a *array.Dictionary, i int) { c.put(at+i, move[a.GetValueIndex(i)]) })
}
