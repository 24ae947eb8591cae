package table

import (
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// SchemaVersion is written into the metadata of every table of a Set. Added columns
// keep it; a change of meaning raises it. Version 2 has the vocabulary that is common
// to all systems (result, cause, stable names), which readers of it rely on, and the
// severities error, warning and info.
const SchemaVersion = "2"

// logsVersion is the same for the table of logs. It has a version of its own since a
// history makes all other tables of it: raising it gives up what a history keeps.
const logsVersion = "1"

// VersionOf is the schema version of the table of that name.
func VersionOf(name string) string {
	if name == LogsName {
		return logsVersion
	}
	return SchemaVersion
}

// The names under which an exported table says what it is.
const (
	aboutTable  = "runreport.table"
	aboutSchema = "runreport.schema"
)

// Encoding is a file format that tables are exported in. Several goroutines may write a table that
// is settled.
type Encoding struct {
	Name, Extension string
	Write           func(w io.Writer, t Named) error
}

// Encodings lists the export formats.
func Encodings() []Encoding {
	return []Encoding{
		{"Parquet", ".parquet", writeParquet},
		{"Arrow IPC", ".arrow", writeIPC},
		{"CSV", ".csv", writeCSV},
	}
}

// Settle gives every column a place for each row. A table to which nothing is added after it may
// be read and written out by several goroutines.
func (n Named) Settle() {
	for _, c := range ragged(n.table) {
		c.settle(n.Len())
	}
}

// Schema is the table's Arrow schema, a column a line.
func (n Named) Schema() string {
	var b strings.Builder
	docs := n.Columns()
	for i, c := range columns(n.table) {
		fmt.Fprintf(&b, "%s: %s\n", docs[i].Name, c.dataType())
	}
	return b.String()
}

// schema is the table's Arrow schema, with what each column means.
func (n Named) schema() *arrow.Schema {
	docs := n.Columns()
	fields := make([]arrow.Field, len(docs))
	for i, c := range ragged(n.table) {
		fields[i] = arrow.Field{Name: docs[i].Name, Type: c.dataType(), Nullable: true,
			Metadata: arrow.NewMetadata([]string{"doc"}, []string{docs[i].Doc})}
	}
	about := arrow.NewMetadata([]string{aboutTable, aboutSchema}, []string{n.Name, VersionOf(n.Name)})
	return arrow.NewSchema(fields, &about)
}

// record wraps the table's columns as one Arrow record batch.
func (n Named) record() arrow.Record {
	cols := columns(n.table)
	arrays := make([]arrow.Array, len(cols))
	for i, c := range cols {
		arrays[i] = c.array()
	}
	return array.NewRecord(n.schema(), arrays, int64(n.Len()))
}

func writeIPC(w io.Writer, t Named) error {
	rec := t.record()
	defer rec.Release()
	out, err := ipc.NewFileWriter(&positioned{Writer: w}, ipc.WithSchema(rec.Schema()), ipc.WithZstd())
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	if err := out.Write(rec); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return out.Close()
}

// positioned knows at which byte of a file it writes, which is all that Arrow seeks.
type positioned struct {
	io.Writer
	at int64
}

func (p *positioned) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	p.at += int64(n)
	return n, err
}

func (p *positioned) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("what is written is not gone back in")
	}
	return p.at, nil
}

// Text is the table as JSON, one row after another: for people and for tests.
func (n Named) Text() string {
	rec := n.record()
	defer rec.Release()
	var b strings.Builder
	if err := array.RecordToJSON(rec, &b); err != nil {
		return err.Error()
	}
	return b.String()
}
