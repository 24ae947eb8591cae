package table

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
)

// What a part says of its columns is true, wherever its pages end: engines pass over groups of rows by the
// least and the largest value, and answer IS NULL by the number of nulls.
func TestStatisticsAreTrue(t *testing.T) {
	texts := func(row int) (string, bool) {
		switch {
		case row%5 == 0:
			return "", true
		case row%7 == 0:
			return "", false
		}
		return fmt.Sprint("text ", row%50), true
	}
	type column struct {
		leaf     string
		get      func(row int) (string, bool)
		set      func(s *Set, row int, text string)
		min, max func(metadata.TypedStatistics) string
	}
	bytesOf := func(get func(*metadata.ByteArrayStatistics) parquet.ByteArray) func(metadata.TypedStatistics) string {
		return func(s metadata.TypedStatistics) string { return string(get(s.(*metadata.ByteArrayStatistics))) }
	}
	textColumn := func(leaf string, get func(int) (string, bool), set func(s *Set, row int, text string)) column {
		return column{leaf, get, set, bytesOf((*metadata.ByteArrayStatistics).Min), bytesOf((*metadata.ByteArrayStatistics).Max)}
	}
	columns := []column{
		textColumn("step", texts, func(s *Set, row int, text string) { s.Attempts.Step.Set(row, text) }),
		textColumn("error", func(row int) (string, bool) { return "", row%3 == 0 }, func(s *Set, row int, text string) { s.Attempts.Error.Set(row, text) }),
		textColumn("model", func(row int) (string, bool) { return "m", true }, func(s *Set, row int, text string) { s.Attempts.Model.Set(row, text) }),
		textColumn("reason", func(int) (string, bool) { return "", false }, nil),
		textColumn("capabilities.list.element", texts, func(s *Set, row int, text string) { s.Attempts.Capabilities.Set(row, []string{text}) }),
		{"exit_code", func(row int) (string, bool) { return fmt.Sprintf("%04d", row*37%5000), row%4 > 0 },
			func(s *Set, row int, text string) {
				number, _ := strconv.ParseInt(text, 10, 64)
				s.Attempts.ExitCode.Set(row, number)
			},
			func(s metadata.TypedStatistics) string {
				return fmt.Sprintf("%04d", s.(*metadata.Int64Statistics).Min())
			},
			func(s metadata.TypedStatistics) string {
				return fmt.Sprintf("%04d", s.(*metadata.Int64Statistics).Max())
			}},
	}
	for _, dictionary := range []bool{true, false} {
		for rows := 1; rows < 2400; rows += []int{1, 31, 32}[rows%3] {
			s := &Set{}
			for range rows {
				s.Attempts.Add(Place{})
			}
			for _, c := range columns {
				for row := range rows {
					if text, given := c.get(row); given {
						c.set(s, row, text)
					}
				}
			}
			var b bytes.Buffer
			if err := writeColumns(&b, s.Tables()[3], parquet.WithDictionaryDefault(dictionary), parquet.WithDataPageSize(300), parquet.WithBatchSize(64)); err != nil {
				t.Fatal(err)
			}
			r, err := file.NewParquetReader(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			group := r.MetaData().RowGroup(0)
			for _, c := range columns {
				low, high, nulls := "", "", int64(0)
				given := false
				for row := range rows {
					text, ok := c.get(row)
					switch {
					case !ok:
						nulls++
						continue
					case !given:
						low, high, given = text, text, true
					}
					low, high = min(low, text), max(high, text)
				}
				chunk, err := group.ColumnChunk(r.MetaData().Schema.ColumnIndexByName(c.leaf))
				if err != nil {
					t.Fatal(err)
				}
				is, err := chunk.Statistics()
				if err != nil || is == nil {
					t.Fatalf("%d rows, %s: no statistics, %v", rows, c.leaf, err)
				}
				name := fmt.Sprintf("%d rows, dictionary %v, %s", rows, dictionary, c.leaf)
				if is.HasNullCount() && is.NullCount() != nulls {
					t.Errorf("%s: %d nulls, want %d", name, is.NullCount(), nulls)
				}
				if is.HasMinMax() && !given {
					t.Errorf("%s: from %q to %q, where none is given", name, c.min(is), c.max(is))
				}
				if is.HasMinMax() && (c.min(is) != low || c.max(is) != high) {
					t.Errorf("%s: from %q to %q, want %q to %q", name, c.min(is), c.max(is), low, high)
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}
