package table

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// plainWhereLarge says which columns are written without a dictionary: those whose
// dictionary would outgrow its limit. The Parquet writer would begin them with one, go on
// without, and list both encodings in the footer in the order of a Go map, so that the same
// table had other bytes each time.
func plainWhereLarge(rec arrow.Record) []parquet.WriterProperty {
	var plain []parquet.WriterProperty
	for i, field := range rec.Schema().Fields() {
		if dictionaryFits(rec.Column(i), parquet.DefaultDictionaryPageSizeLimit) {
			continue
		}
		path := field.Name
		if field.Type.ID() == arrow.LIST {
			path += ".list.element"
		}
		plain = append(plain, parquet.WithDictionaryFor(path, false))
	}
	return plain
}

// dictionaryFits reports whether the distinct values of the array take less than so many
// bytes: texts with four bytes for their length each, numbers eight.
func dictionaryFits(a arrow.Array, limit int64) bool {
	size := int64(0)
	switch a := a.(type) {
	case *array.Dictionary:
		words := a.Dictionary().(*array.String)
		for i := 0; i < words.Len() && size < limit; i++ {
			size += int64(len(words.Value(i))) + 4
		}
	case *array.List:
		return dictionaryFits(a.ListValues(), limit)
	case *array.String:
		seen := map[string]bool{}
		for i := 0; i < a.Len() && size < limit; i++ {
			if word := a.Value(i); !seen[word] {
				seen[word] = true
				size += int64(len(word)) + 4
			}
		}
	case *array.Binary:
		seen := map[string]bool{}
		for i := 0; i < a.Len() && size < limit; i++ {
			if word := a.Value(i); !seen[string(word)] {
				seen[string(word)] = true
				size += int64(len(word)) + 4
			}
		}
	case *array.Boolean:
	default: // eight bytes each: whole numbers, fractions, times
		seen := map[int64]bool{}
		for _, v := range arrow.Int64Traits.CastFromBytes(a.Data().Buffers()[1].Bytes())[:a.Len()] {
			if !seen[v] {
				seen[v] = true
				if size += 8; size >= limit {
					break
				}
			}
		}
	}
	return size < limit
}

// writeColumns is out.Write, with the texts in place of dictionaries that are not written as
// such. The Parquet writer would look them up in a buffer that it copies for each text: 220 s
// for the 70,000 names of the tests in a report of 10 MB. The bytes are the same.
func writeColumns(out *pqarrow.FileWriter, rec arrow.Record) error {
	for from := int64(0); from == 0 || from < rec.NumRows(); from += parquet.DefaultMaxRowGroupLen {
		out.NewRowGroup()
		for _, column := range rec.Columns() {
			to := min(from+parquet.DefaultMaxRowGroupLen, rec.NumRows())
			if err := writeColumn(out, column, from, to); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeColumn(out *pqarrow.FileWriter, column arrow.Array, from, to int64) error {
	part := array.NewSlice(column, from, to)
	defer part.Release()
	if d, ok := part.(*array.Dictionary); ok && !dictionaryFits(column, parquet.DefaultDictionaryPageSizeLimit) {
		texts := textsOf(d)
		defer texts.Release()
		return out.WriteColumnData(texts)
	}
	return out.WriteColumnData(part)
}

// textsOf is the text of each row.
func textsOf(d *array.Dictionary) arrow.Array {
	words := d.Dictionary().(*array.String)
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	b.Reserve(d.Len())
	for row := range d.Len() {
		if d.IsNull(row) {
			b.AppendNull()
		} else {
			b.Append(words.Value(d.GetValueIndex(row)))
		}
	}
	return b.NewArray()
}
