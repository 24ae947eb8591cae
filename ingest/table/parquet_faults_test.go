package table

import (
	"bytes"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// Of several columns that cannot be read the first is told, whichever they are.
func TestTheFirstFaultyColumnIsTold(t *testing.T) {
	named := shelfSet(40).Tables()[tableOfRuns]
	part, err := named.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.NewParquetReader(bytes.NewReader(part))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	docs := named.Columns()
	last := len(docs) - 1
	for _, broken := range [][]int{{0}, {1}, {1, 2}, {3, last}, {2, 3, 5}, {last}} {
		pages, err := checkPages(part, r.MetaData())
		if err != nil {
			t.Fatal(err)
		}
		own := ragged(named.table)
		for _, i := range broken {
			leaf := r.MetaData().Schema.ColumnIndexByName(own[i].leaf(docs[i].Name))
			of := pages.of(0, leaf)
			for p := range of {
				of[p].body, of[p].packed = []byte{1}, false
			}
		}
		fault := named.empty().readColumns(r.MetaData(), pages, func(string) bool { return true })
		if want := "column " + docs[broken[0]].Name + ": "; fault == nil || !strings.HasPrefix(fault.Error(), want) {
			t.Errorf("columns %v are broken: %v, want %s…", broken, fault, want)
		}
	}
}
