package table

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"runreport/unit/parallel"
)

// fewRows is how many rows a table has at least that is worth compressing: making a
// compressor ready costs more than a few rows are long.
const fewRows = 1000

func writeParquet(w io.Writer, t Named) error {
	if t.Len() < fewRows && t.Name != LogsName {
		return writeParquetBy(compress.Codecs.Uncompressed, w, t)
	}
	return writeParquetBy(compress.Codecs.Zstd, w, t)
}

func writeParquetBy(codec compress.Compression, w io.Writer, t Named) error {
	return writeColumns(w, t, append(plainWhereLarge(t), parquet.WithCompression(codec))...)
}

// createdBy is how files say that this program wrote them.
const createdBy = "runreport"

// writeColumns writes the table column by column, from the columns' own memory. What of Arrow
// writes whole records would do the same, look long texts up one by one, and bring gRPC with it.
func writeColumns(w io.Writer, t Named, how ...parquet.WriterProperty) (err error) {
	return writePadded(w, t, 0, how...)
}

// writePadded is writeColumns with so many bytes of padding.
func writePadded(w io.Writer, t Named, padding int, how ...parquet.WriterProperty) (err error) {
	to := &unclosed{Writer: w}
	defer func() {
		if to.err != nil {
			_ = recover() // Arrow panics at some places where it cannot write
			err = fmt.Errorf("table %s: %w", t.Name, to.err)
		}
	}()
	cols, docs := columns(t.table), t.Columns()
	nodes := make(schema.FieldList, len(cols))
	for i, c := range cols {
		if nodes[i], err = c.node(docs[i].Name); err != nil {
			return fmt.Errorf("table %s: column %s: %w", t.Name, docs[i].Name, err)
		}
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Repeated, nodes, -1)
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	about, err := t.aboutParquet()
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	if padding > 0 {
		if err := about.Append("padding", strings.Repeat(" ", padding)); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	props := parquet.NewWriterProperties(append(how, parquet.WithCreatedBy(createdBy))...)
	out := file.NewParquetWriter(to, root, file.WithWriterProps(props), file.WithWriteMetadata(about))
	for from := 0; from == 0 || from < t.Len(); from += int(parquet.DefaultMaxRowGroupLen) {
		rows := span{from, min(from+int(parquet.DefaultMaxRowGroupLen), t.Len())}
		if err := writeGroup(out.AppendRowGroup(), cols, rows); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return out.Close()
}

func writeGroup(group file.SerialRowGroupWriter, cols []column, rows span) error {
	for _, c := range cols {
		w, err := group.NextColumn()
		if err != nil {
			return err
		}
		if err := c.write(w, rows); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	return group.Close()
}

// aboutParquet is what a part says of itself: its table and schema version, which Read asks
// for, and its Arrow schema, without which a reader loses the time zone and the dictionaries.
func (n Named) aboutParquet() (metadata.KeyValueMetadata, error) {
	var about metadata.KeyValueMetadata
	of := n.schema()
	for i, key := range of.Metadata().Keys() {
		if err := about.Append(key, of.Metadata().Values()[i]); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if err := ipc.NewWriter(&b, ipc.WithSchema(of)).Close(); err != nil {
		return nil, err
	}
	err := about.Append(arrowSchema, base64.StdEncoding.EncodeToString(b.Bytes()))
	return about, err
}

// arrowSchema is the name under which parts hold their Arrow schema.
const arrowSchema = "ARROW:schema"

// unclosed hides Close: the Parquet writer closes what it is given, the file
// belongs to the caller. It remembers what could not be written.
type unclosed struct {
	io.Writer
	err error
}

func (u *unclosed) Write(b []byte) (n int, err error) {
	if n, err = u.Writer.Write(b); err != nil {
		u.err = err
	}
	return n, err
}

// Encode is the table as one Parquet file that Read takes. What zstd makes so short that
// it looks like a bomb is not compressed: a log of one line a million times is honest. If even that is too short, as of
// a hundred thousand events that differ in their lines alone, it is padded.
func (n Named) Encode() ([]byte, error) {
	var b bytes.Buffer
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
	if errors.Is(err, ErrTooLarge) {
		var padding int
		if padding, err = missing(b.Bytes()); err == nil {
			b.Reset()
			how := append(plainWhereLarge(n), parquet.WithCompression(compress.Codecs.Uncompressed))
			if err = writePadded(&b, n, padding, how...); err == nil {
				err = fits(b.Bytes())
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", n.Name, err)
	}
	return b.Bytes(), nil
}

// Read appends the rows of a Parquet file that Encode made, by this version of the
// program or by another: a column that the file lacks is null, one that the table
// lacks is left alone. The caller has checked that the file is as it was written, since
// a flipped bit can read as data. A hash is no proof of who wrote it: a part that holds
// more than Room allows is refused before it is decoded.
//
// Arrow reads the footer alone, and panics where it is damaged. The pages are read from their
// bytes straight into the columns, which takes a fifth of the time: Arrow's readers make a
// dictionary of their own for each column and hold every value twice.
func (n Named) Read(part []byte) error {
	return n.ReadColumns(part, func(string) bool { return true })
}

// ReadColumns is Read for the columns alone of whose names it is true. The others are null.
func (n Named) ReadColumns(part []byte, of func(column string) bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("table %s: the part is damaged: %v", n.Name, p)
		}
	}()
	if err := checkFooter(part); err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	r, err := file.NewParquetReader(bytes.NewReader(part))
	if err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	defer r.Close()
	pages, err := checkPages(part, r.MetaData())
	if err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	fresh := n.empty()
	if err := fresh.readColumns(r.MetaData(), pages, of); err != nil {
		return fmt.Errorf("table %s: %w", n.Name, err)
	}
	if n.Len() == 0 {
		n.Take(fresh)
		return nil
	}
	fresh.CopyTo(n)
	return nil
}

// CopyTo appends the rows to another table of the same columns.
func (n Named) CopyTo(o Named) {
	join(o.table, []section{{table: n.table, rows: span{0, n.Len()}}}, joining{})
}

// readColumns reads the columns that the table has. It does not look at the Arrow schema that
// the part holds: Arrow's reader of it believes the lengths in it, and one flipped bit made it
// ask for 38 GB, which ends the program.
func (n Named) readColumns(in *metadata.FileMetaData, pages *partPages, of func(column string) bool) error {
	about := in.KeyValueMetadata()
	if name := about.FindValue(aboutTable); name != nil && *name != n.Name {
		return fmt.Errorf("the part is of table %.80q", *name)
	}
	if version := about.FindValue(aboutSchema); version != nil && *version != VersionOf(n.Name) {
		return fmt.Errorf("the part has schema %.80q, this program reads %q", *version, VersionOf(n.Name))
	}
	root, own, rows := in.Schema.Root(), columns(n.table), int(in.GetNumRows())
	var wanted []int // columns
	docs := n.Columns()
	for i, doc := range docs {
		at := root.FieldIndexByName(doc.Name)
		if at < 0 {
			continue
		}
		want, err := own[i].node(doc.Name)
		if err != nil {
			return err
		}
		if got := root.Field(at); !got.Equals(want) {
			return fmt.Errorf("column %s is %s, not %s", doc.Name, kindOf(got), kindOf(want))
		}
		if of(doc.Name) {
			wanted = append(wanted, i)
		}
	}
	// Columns are read on all processors, since one part may hold most rows of a history.
	faults := make([]error, len(wanted))
	parallel.Each(len(wanted), func(at int) {
		room := pageRooms.Get().(*pageRoom)
		defer pageRooms.Put(room)
		i := wanted[at]
		leaf := in.Schema.ColumnIndexByName(own[i].leaf(docs[i].Name))
		if err := own[i].read(&leafReader{part: pages, leaf: leaf, rows: rows, room: room}); err != nil {
			faults[at] = fmt.Errorf("column %s: %w", docs[i].Name, err)
		}
	})
	for _, err := range faults {
		if err != nil {
			return err
		}
	}
	n.table.rows().n = rows
	return nil
}

// kindOf is the type of a column in words.
func kindOf(n schema.Node) string {
	p, ok := n.(*schema.PrimitiveNode)
	if !ok {
		return "a " + n.LogicalType().String()
	}
	return p.PhysicalType().String() + " (" + p.LogicalType().String() + ")"
}
