package table

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"github.com/zeebo/xxh3"
)

// byArrow is the part that Arrow's writer of whole records makes of the table, packed by zstd.
func byArrow(t *testing.T, n Named) []byte { return packedByArrow(t, n, compress.Codecs.Zstd) }

func packedByArrow(t *testing.T, n Named, codec compress.Compression) []byte {
	t.Helper()
	rec := n.record()
	defer rec.Release()
	var b bytes.Buffer
	props := parquet.NewWriterProperties(append(plainWhereLarge(n), parquet.WithCompression(codec), parquet.WithCreatedBy(createdBy))...)
	schema := pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema())
	out, err := pqarrow.NewFileWriter(rec.Schema(), &unclosed{Writer: &b}, props, schema)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(out.Write(rec), out.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The bytes are those of Arrow's writer of whole records: of columns of every type, with null,
// empty and repeated values, more of them than a page holds, in dictionaries and without.
func TestPartsAreThoseOfArrow(t *testing.T) {
	all := map[string]Named{}
	many := 5000
	if testing.Short() {
		many = 1000
	}
	for _, rows := range []int{0, 1, 7, many} {
		s := &Set{}
		logs := &Logs{}
		for _, n := range append(s.Tables(), logs.Named()) {
			places := rand.New(rand.NewPCG(1, 2))
			for range rows {
				n.table.rows().Add(Place{Source: places.IntN(9), Line: places.Int64N(5000)})
			}
			docs := layoutOf(reflect.TypeOf(n.table).Elem()).docs
			for at, c := range ragged(n.table) {
				// By the column's name, so that a new one leaves the values of others as they are.
				seed := xxh3.HashString(n.Name + "." + docs[at].Name)
				random, i := rand.New(rand.NewPCG(seed, 2)), int(seed%42)
				for row := range rows {
					if i%7 == 3 || i%3 > 0 && random.IntN(3) == 0 { // some columns are empty, some full
						continue
					}
					switch c := c.(type) {
					case *Int:
						c.Set(row, random.Int64N(int64(1)<<(i%40)))
					case *Float:
						c.Set(row, float64(random.IntN(1000))/7)
					case *Bool:
						c.Set(row, random.IntN(2) == 0)
					case *Time:
						c.Set(row, time.UnixMicro(random.Int64N(1<<50)))
					case *Bytes:
						c.Set(row, make([]byte, random.IntN(600)))
					case *String:
						c.Set(row, strings.Repeat("é", random.IntN(4))+fmt.Sprint(random.IntN(1+i*i)))
					case *Strings:
						list := make([]string, random.IntN(4))
						for j := range list {
							list[j] = fmt.Sprint(random.IntN(50))
						}
						c.Set(row, list)
					}
				}
			}
			all[fmt.Sprintf("%s, %d rows", n.Name, rows)] = n
		}
	}
	long := &Set{}
	for i := range 2000 {
		row := long.Attempts.Add(Place{Line: int64(i + 1)})
		long.Attempts.Step.Set(row, fmt.Sprint("step ", i%7))
		if i%3 > 0 {
			long.Attempts.Error.Set(row, fmt.Sprint(i%700, strings.Repeat(" late", 500)))
		}
	}
	all["texts too long for a dictionary"] = long.Tables()[3]
	if len(plainWhereLarge(long.Tables()[3])) == 0 {
		t.Fatal("every dictionary is small")
	}
	for name, n := range all {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := writeParquetBy(compress.Codecs.Zstd, &got, n); err != nil {
				t.Fatal(err)
			}
			if want := byArrow(t, n); !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%d other bytes than the %d of Arrow", got.Len(), len(want))
			}
			back := n.empty()
			if err := back.Read(got.Bytes()); errors.Is(err, ErrTooLarge) {
				return // Encode does not compress it
			} else if err != nil {
				t.Fatal(err)
			}
			if n.Text() != back.Text() {
				t.Error("what was read is not what was written")
			}
		})
	}
}

// Of a column so much is counted as a dictionary of its distinct values takes, as far as the limit:
// 8 bytes for a number, 4 and its length for a text.
func TestDistinct(t *testing.T) {
	var number Int
	var at Time
	var fraction Float
	var text String
	var list Strings
	var raw Bytes
	var truth Bool
	for row := range 12 {
		number.Set(row, int64(row%5))
		at.Set(row, time.UnixMicro(int64(row%5)))
		fraction.Set(row, float64(row%5)/2)
		word := "abcde"[:1+row%5] // 15 bytes in all
		text.Set(row, word)
		list.Set(row, []string{word, "a"})
		raw.Set(row, []byte(word))
		truth.Set(row, row%2 == 0)
	}
	for _, c := range []struct {
		name       string
		column     column
		limit, all int64
		some       int64 // as far as the limit
	}{
		{"numbers", &number, 24, 40, 24},
		{"times", &at, 24, 40, 24},
		{"fractions", &fraction, 23, 40, 24},
		{"texts", &text, 18, 35, 18}, // of 1, 2 and 3 bytes: 5 + 6 + 7
		{"lists", &list, 12, 35, 18},
		{"bytes", &raw, 11, 35, 11},
		{"truth values", &truth, 1, 0, 0},
	} {
		if got := c.column.distinct(12 * 8); got != c.all {
			t.Errorf("%s take %d bytes, want %d", c.name, got, c.all)
		}
		if got := c.column.distinct(12*8 + 1); got < c.all || got > 12*8 {
			t.Errorf("%s take %d bytes where all rows take less than is asked for, want %d or some more", c.name, got, c.all)
		}
		if got := c.column.distinct(c.limit); got != c.some {
			t.Errorf("%s take %d bytes as far as %d, want %d", c.name, got, c.limit, c.some)
		}
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

// Nothing of a part's bytes is held on to once it was read, packed or not: those of the next one take
// their place.
func TestReadingKeepsNothingOfAPart(t *testing.T) {
	s, logs := &Set{}, &Logs{}
	fillRandom(rand.New(rand.NewPCG(1, 2)), s)
	for i := range 9 {
		row := logs.Add(Place{})
		logs.Path.Set(row, fmt.Sprint("a/", i))
		logs.Records.Set(row, fmt.Append(nil, "records ", i%4))
	}
	for _, from := range append(s.Tables(), logs.Named()) {
		for _, codec := range []compress.Compression{compress.Codecs.Zstd, compress.Codecs.Uncompressed} {
			b := packedByArrow(t, from, codec)
			got := from.empty()
			if err := got.Read(b); err != nil {
				t.Fatal(err)
			}
			for i := range b {
				b[i] = 0xa5
			}
			if from.Digest() != got.Digest() || from.Text() != got.Text() {
				t.Errorf("%s, %s: the rows changed with the bytes of the part", from.Name, codec)
			}
		}
	}
}

// A dictionary of another program may hold a text twice. That of the column does not: where it was written
// again places would be those of other texts.
func TestADictionaryThatHoldsATextTwice(t *testing.T) {
	logs := &Logs{}
	for _, text := range []string{"text-a", "text-b", "text-c", "text-b", "text-c"} {
		logs.Path.Set(logs.Add(Place{}), text)
	}
	b := packedByArrow(t, logs.Named(), compress.Codecs.Uncompressed)
	b = bytes.ReplaceAll(b, []byte("text-b"), []byte("text-a"))
	b = bytes.ReplaceAll(b, []byte(createdBy), []byte("different"))
	for range 2 {
		var got Logs
		if err := got.Named().Read(b); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for row := range got.Len() {
			texts = append(texts, got.Path.At(row))
		}
		if have := strings.Join(texts, " "); have != "text-a text-a text-c text-a text-c" {
			t.Errorf("read %s", have)
		}
		var err error
		if b, err = got.Named().Encode(); err != nil {
			t.Fatal(err)
		}
	}
}
