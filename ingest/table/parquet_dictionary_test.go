package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// Texts too long for a dictionary are written as the Parquet writer writes the dictionary.
func TestLongTextsAreWrittenAsTheirDictionary(t *testing.T) {
	s := &Set{}
	for i := range 2000 {
		row := s.Attempts.Add(Place{Line: int64(i + 1)})
		s.Attempts.Step.Set(row, fmt.Sprint("step ", i%7))
		if i%3 > 0 {
			s.Attempts.Error.Set(row, fmt.Sprint(i%700, strings.Repeat(" late", 500)))
		}
	}
	n := s.Tables()[3]
	var got buffer
	if err := writeParquetBy(compress.Codecs.Zstd, &got, n); err != nil {
		t.Fatal(err)
	}
	rec := n.record()
	defer rec.Release()
	var want buffer
	how := append(plainWhereLarge(rec), parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCreatedBy("runreport"))
	if len(how) < 3 {
		t.Fatal("every dictionary is small")
	}
	out, err := pqarrow.NewFileWriter(rec.Schema(), unclosed{&want}, parquet.NewWriterProperties(how...), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(out.AppendKeyValueMetadata(aboutTable, n.Name), out.AppendKeyValueMetadata(aboutSchema, SchemaVersion), out.Write(rec), out.Close())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("%d other bytes than the %d of the Parquet writer", got.Len(), want.Len())
	}
}

// The names of the tests in a report of some 10 MB are many distinct texts, which take no
// longer than others.
func TestVeryManyTextsAreWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("it encodes a large column")
	}
	s := &Set{}
	for i := range 100_000 {
		s.Steps.Step.Set(s.Steps.Add(Place{}), fmt.Sprint("com.acme.shop.checkout.Suite › case ", i))
	}
	begun := time.Now()
	part, err := s.Tables()[2].Encode()
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
	back := &Set{}
	if err := back.Tables()[2].Read(part); err != nil || back.Steps.Step.At(99_999) != s.Steps.Step.At(99_999) {
		t.Error("what was read is not what was written: ", err)
	}
}

// The same table has the same bytes however often it is written, also where columns have more
// distinct values than a dictionary holds: 131,072 numbers, or texts of 1 MiB.
func TestEncodeIsStable(t *testing.T) {
	if testing.Short() {
		t.Skip("it encodes large columns many times")
	}
	s := &Set{}
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i := range 150_000 {
		row := s.Steps.Add(Place{Source: i % 40, Line: int64(i)})
		s.Steps.Run.SetText(row, fmt.Sprintf("run-%d", i/3))
		s.Steps.Step.Set(row, fmt.Sprintf("step-%d", i%10))
		s.Steps.StartedAt.Set(row, day.Add(time.Duration(i)*time.Second))
		s.Steps.DurationS.Set(row, float64(i)/7)
	}
	n := s.Tables()[2]
	first, err := n.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for range 12 { // two encodings of a column stand in either order half of the time
		again, err := n.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatal("the same table has other bytes")
		}
	}
	back := &Set{}
	if err := back.Tables()[2].Read(first); err != nil {
		t.Fatal(err)
	}
	if n.Text() != back.Tables()[2].Text() {
		t.Error("what was read is not what was written")
	}
}
