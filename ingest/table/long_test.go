package table

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// A column of long values, as the records of logs are, is hashed like one of short values, written
// a page at a time, and without statistics, in which its least and its greatest value would stand.
func TestLongBytes(t *testing.T) {
	const rows = 40
	l := &Logs{}
	n := l.Named()
	var plain []byte // of the column alone
	plain = append(plain, rows)
	for i := range rows {
		row, value := l.Add(Place{}), bytes.Repeat([]byte{byte(i)}, 100<<10)
		if i == 7 {
			value = []byte("short")
		}
		if i != 3 {
			l.Records.Set(row, value)
			plain = appendText(append(plain, 1), value)
		} else {
			plain = append(plain, 0)
		}
	}
	d := digester{h: sha256.New()}
	l.Records.digest(&d)
	d.h.Write(d.b)
	if [sha256.Size]byte(d.h.Sum(nil)) != sha256.Sum256(plain) {
		t.Error("the digest of long values is not that of their bytes")
	}

	part, err := n.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back := &Logs{}
	if err := back.Named().Read(part); err != nil || back.Named().Digest() != n.Digest() || back.Records.At(3) != nil {
		t.Errorf("what was read is not what was written: %v", err)
	}
	r, err := file.NewParquetReader(bytes.NewReader(part))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	group := r.RowGroup(0)
	at := group.MetaData().Schema.ColumnIndexByName("records")
	about, err := group.MetaData().ColumnChunk(at)
	if err != nil {
		t.Fatal(err)
	}
	if set, err := about.StatsSet(); err != nil || set {
		t.Errorf("statistics %t, %v", set, err)
	}
	pages, err := group.GetColumnPageReader(at)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for pages.Next() {
		sizes = append(sizes, len(pages.Page().Data()))
	}
	if len(sizes) < 3 {
		t.Errorf("pages of %v bytes", sizes)
	}
	for _, size := range sizes {
		if size > 3<<20 {
			t.Errorf("a page of %d bytes", size)
		}
	}
}
