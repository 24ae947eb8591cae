package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
)

func TestRuns(t *testing.T) {
	for name, c := range map[string]struct {
		b    []byte
		bits uint
		want []int32
		ok   bool
	}{
		"one number again and again": {[]byte{5 << 1, 1}, 1, []int32{1, 1, 1, 1, 1}, true},
		"a group of eight":           {[]byte{3, 0b00100111}, 1, []int32{1, 1, 1, 0, 0, 1, 0, 0}, true},
		"a part of a group":          {[]byte{3, 0b00100111}, 1, []int32{1, 1, 1}, true},
		"a group that is cut off":    {[]byte{3, 0x21, 0x43}, 4, []int32{1, 2, 3, 4}, true},
		"across bytes":               {[]byte{3, 0b10001000, 0b11000110, 0b11111010}, 3, []int32{0, 1, 2, 3, 4, 5, 6, 7}, true},
		"two bytes wide":             {[]byte{2 << 1, 0x34, 0x12}, 13, []int32{0x1234, 0x1234}, true},
		"no bits":                    {[]byte{4 << 1}, 0, []int32{0, 0, 0, 0}, true},
		"two runs":                   {[]byte{2 << 1, 3, 3, 0b11100100, 0}, 2, []int32{3, 3, 0, 1, 2, 3}, true},
		"more than is asked for":     {[]byte{9 << 1, 1}, 1, []int32{1, 1}, true},

		"nothing":               {nil, 1, []int32{0}, false},
		"too few":               {[]byte{2 << 1, 1}, 1, []int32{1, 1, 1}, false},
		"a run of none":         {[]byte{0, 1, 2 << 1, 1}, 1, []int32{1, 1}, false},
		"a group of none":       {[]byte{1}, 1, []int32{1, 1}, false},
		"a run without number":  {[]byte{2 << 1, 1}, 9, []int32{1, 1}, false},
		"a group too short":     {[]byte{3, 0xff}, 4, []int32{15, 15, 15}, false},
		"a length of ten bytes": {bytes.Repeat([]byte{0xff}, 10), 1, []int32{1}, false},
		"a length of eleven":    {bytes.Repeat([]byte{0xff}, 11), 1, []int32{1}, false},
	} {
		got := make([]int32, len(c.want))
		high, err := (&runs{b: c.b, bits: c.bits}).fill(got)
		if (err == nil) != c.ok || c.ok && !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if c.ok && int32(high) != slices.Max(c.want) {
			t.Errorf("%s: at most %d", name, high)
		}
	}
	if _, err := (&runs{b: []byte{2 << 1, 2}, bits: 2}).bitmap(&bitmap{}, span{0, 2}, 2); err == nil {
		t.Error("a level of 2 is that of a value or of null")
	}
}

// Numbers of every width are unpacked as their bits say, wherever the bytes end.
func TestUnpackedBits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, 200)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	digits := func(at, n uint) (v uint64) { // of so many bits from one on
		for i := range n {
			v |= uint64(b[(at+i)/8]>>((at+i)%8)&1) << i
		}
		return v
	}
	for bits := range uint(33) {
		for n := range 45 {
			got := make([]int32, n)
			unpackBits(b[:(uint(n)*bits+7)/8], bits, got) // not a byte more than they take
			longer := make([]int32, n)
			unpackBits(b, bits, longer)
			for i := range got {
				if want := int32(digits(uint(i)*bits, bits)); got[i] != want || longer[i] != want {
					t.Fatalf("number %d of %d, of %d bits: %d and %d, want %d", i, n, bits, got[i], longer[i], want)
				}
			}
		}
	}
}

// Columns of many pages are read as they were written, with a dictionary and without.
func TestColumnsOfManyPages(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	logs := &Logs{}
	for i := range 9000 {
		row := logs.Add(Place{Source: random.IntN(1 << (1 + i/500)), Line: int64(i % 7)})
		if i/1000%3 == 1 { // pages of nothing but null
			continue
		}
		logs.Path.Set(row, fmt.Sprint("p", random.IntN(1+i/3)))
		logs.Format.Set(row, "x")
		logs.From.Set(row, random.Int64()-random.Int64())
		logs.Whole.Set(row, random.IntN(3) > 0)
		logs.LastAt.Set(row, time.UnixMicro(random.Int64N(1<<50)))
		if random.IntN(4) > 0 {
			list := make([]string, random.IntN(5))
			for j := range list {
				list[j] = fmt.Sprint("branch=", random.IntN(90))
			}
			logs.Labels.Set(row, list)
			logs.Records.Set(row, bytes.Repeat([]byte{byte(i)}, random.IntN(40)))
		}
	}
	want := logs.Named()
	for _, dictionary := range []bool{true, false} {
		for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Zstd} {
			var b bytes.Buffer
			err := writeColumns(&b, want, parquet.WithDictionaryDefault(dictionary), parquet.WithCompression(codec),
				parquet.WithDataPageSize(700), parquet.WithBatchSize(64))
			if err != nil {
				t.Fatal(err)
			}
			var got Logs
			if err := got.Named().Read(b.Bytes()); err != nil || got.Len() != want.Len() {
				t.Fatalf("dictionary %t, %s: %d rows, %v", dictionary, codec, got.Len(), err)
			}
			if got.Named().Digest() != want.Digest() {
				t.Errorf("dictionary %t, %s: other rows", dictionary, codec)
			}
			var some Logs
			if err := some.Named().ReadColumns(b.Bytes(), func(c string) bool { return c == "path" }); err != nil {
				t.Fatal(err)
			}
			if some.Len() != want.Len() || some.Path.At(5) != logs.Path.At(5) || some.Format.At(5) != "" || some.Source.At(5) != 0 {
				t.Errorf("dictionary %t, %s: one column is not read alone", dictionary, codec)
			}
		}
	}
}
