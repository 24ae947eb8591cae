package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// forgedGroup is a group of rows of one column, whose pages are anywhere in the part.
type forgedGroup struct {
	rows     int
	from, to int
}

// forgeGroups is a part of one column of a table whose pages and groups of rows are as they are
// given.
func forgeGroups(t *testing.T, table, name string, pages []byte, groups []forgedGroup) []byte {
	t.Helper()
	n, _ := Empty(table)
	var node schema.Node
	for i, c := range columns(n.table) {
		if n.Columns()[i].Name == name {
			var err error
			if node, err = c.node(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Repeated, schema.FieldList{node}, -1)
	if err != nil {
		t.Fatal(err)
	}
	footer := metadata.NewFileMetadataBuilder(schema.NewSchema(root), parquet.NewWriterProperties(), nil)
	for i, g := range groups {
		group := footer.AppendRowGroup()
		group.SetNumRows(g.rows)
		info := metadata.ChunkMetaInfo{NumValues: int64(g.rows), DataPageOffset: int64(4 + g.from), CompressedSize: int64(g.to - g.from), UncompressedSize: 1}
		if err := group.NextColumnChunk().Finish(info, false, false, metadata.EncodingStats{}, nil); err != nil {
			t.Fatal(err)
		}
		if err := group.Finish(1, int16(i)); err != nil {
			t.Fatal(err)
		}
	}
	about, err := footer.Finish()
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBufferString("PAR1")
	b.Write(pages)
	size, err := about.WriteTo(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append(binary.LittleEndian.AppendUint32(b.Bytes(), uint32(size)), "PAR1"...)
}

// A page without values takes five bytes of a file, and one place in a file can be the pages of
// every group: what is remembered of them is bounded like what they hold.
func TestPagesWithoutValuesAreBounded(t *testing.T) {
	empty := strings.Repeat("\x5c\x15\x00\x00\x00", 1<<17)
	part := forgeGroups(t, "runs", "reason", []byte(empty), make([]forgedGroup, 0))
	if err := (Named{"runs", "", &Runs{}}).Read(part); err != nil {
		t.Fatalf("no groups: %v", err)
	}
	var groups []forgedGroup
	for range 100 {
		groups = append(groups, forgedGroup{1, 0, len(empty)})
	}
	last := "\x15\x00\x15\x0e\x15\x0e\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x00\x00" + "\x02\x00\x00\x00\x02\x01" + "\x00"
	for i := range groups {
		groups[i].to += len(last)
	}
	part = forgeGroups(t, "runs", "reason", []byte(empty+last), groups)
	var err error
	if got := taken(func() { err = (Named{"runs", "", &Runs{}}).Read(part) }); got > 200<<20 || !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d bytes were allocated for a part of %d, %v", got, len(part), err)
	}
}

// A group of rows has a dictionary of its own: values that name one are not looked up in that of
// the group before, nor in that of the column before.
func TestAGroupWithoutADictionary(t *testing.T) {
	header := func(kind, size, values, encoding byte) string {
		of := "\x2c" // DataPageHeader, else DictionaryPageHeader
		levels := "\x15\x06\x15\x06"
		if kind == dictionaryPage {
			of, levels = "\x4c", ""
		}
		return "\x15" + string(rune(2*kind)) + "\x15" + string(rune(2*size)) + "\x15" + string(rune(2*size)) + of +
			"\x15" + string(rune(2*values)) + "\x15" + string(rune(2*encoding)) + levels + "\x00\x00"
	}
	value := "\x02\x00\x00\x00\x02\x01" + "\x01\x02\x00" // one level, 1; places of one bit: one 0
	for _, c := range []struct{ table, column, word string }{
		{"runs", "reason", "\x03\x00\x00\x00one"},
		{LogsName, "records", "\x03\x00\x00\x00one"},
		{"attempts", "duration_s", "\x00\x00\x00\x00\x00\x00\xf0\x3f"},
	} {
		dict := header(dictionaryPage, byte(len(c.word)), 1, plain) + c.word
		data := header(dataPage, byte(len(value)), 1, runDictionary) + value
		all := forgedGroup{1, 0, len(dict + data)}
		part := forgeGroups(t, c.table, c.column, []byte(dict+data), []forgedGroup{all, all})
		n, _ := Empty(c.table)
		if err := n.Read(part); err != nil || n.Len() != 2 {
			t.Errorf("%s: with dictionaries: %d rows, %v", c.column, n.Len(), err)
		}
		part = forgeGroups(t, c.table, c.column, []byte(dict+data), []forgedGroup{all, {1, len(dict), len(dict + data)}})
		n, _ = Empty(c.table)
		if err := n.Read(part); err == nil {
			t.Errorf("%s: a value of no dictionary is read, %d rows", c.column, n.Len())
		}
		for range 3 { // whatever the memory for pages was used for
			n, _ = Empty(c.table)
			if err := n.Read(forgeGroups(t, c.table, c.column, []byte(data), []forgedGroup{{1, 0, len(data)}})); err == nil {
				t.Errorf("%s: a value of no dictionary at all is read", c.column)
			}
		}
	}
}
