package table

import (
	"bytes"
	"encoding/binary"
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

// Runs that are read in pieces have the numbers of those that are read at once, and so have their bits.
func TestRunsInPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for bits := range uint(33) {
		var b []byte
		n := 0
		for n < 3000 {
			if count := 1 + random.IntN(200); random.IntN(2) == 0 {
				b = binary.AppendUvarint(b, uint64(count)<<1)
				b = append(b, make([]byte, (bits+7)/8)...)
				if bits > 0 && random.IntN(2) == 0 {
					b[len(b)-int(bits+7)/8] = 1
				}
				n += count
			} else {
				count = 1 + count/8
				b = binary.AppendUvarint(b, uint64(count)<<1|1)
				for range count * int(bits) {
					b = append(b, byte(random.Uint32()))
				}
				n += 8 * count
			}
		}
		whole := make([]int32, n)
		high, err := (&runs{b: b, bits: bits}).fill(whole)
		if err != nil {
			t.Fatal(err)
		}
		most, highest := []int{1, 7, 64, 1000}[bits%4], uint32(0)
		pieces := make([]int32, n)
		for r, from := (&runs{b: b, bits: bits}), 0; from < n; from += most {
			some, err := r.fill(pieces[from:min(n, from+most)])
			if err != nil {
				t.Fatal(err)
			}
			highest = max(highest, some)
		}
		if !slices.Equal(whole, pieces) || high != highest {
			t.Fatalf("%d bits: pieces of %d have other numbers, at most %d and %d", bits, most, highest, high)
		}
		if bits != 1 {
			continue
		}
		for _, first := range []int{0, 3} {
			valid := bitmap{}
			r, set := &runs{b: b, bits: 1}, 0
			for from := 0; from < n; from += most {
				to := min(n, from+most)
				some, err := r.bitmap(&valid, span{first + from, first + to}, first+n)
				if err != nil {
					t.Fatal(err)
				}
				set += some
			}
			for i, level := range whole {
				if valid.has(first+i) != (level == 1) {
					t.Fatalf("bit %d is %v", i, valid.has(first+i))
				}
				set -= int(level)
			}
			if set != 0 {
				t.Errorf("%d bits too many", set)
			}
		}
	}
}

// A packed run that is cut off is an error in whatever piece it ends.
func TestRunsCutOffInPieces(t *testing.T) {
	b := append([]byte{4<<1 | 1}, make([]byte, 11)...) // 32 numbers of three bits take twelve bytes
	r := &runs{b: b, bits: 3}
	for from := 0; from < 32; from += 8 {
		_, err := r.fill(make([]int32, 8))
		if (err != nil) != (from == 24) {
			t.Errorf("numbers from %d on: %v", from, err)
		}
	}
}

// Columns of as many texts as numbers of one and two bytes have places are read as they were written, also from
// several groups of rows whose dictionaries are in other orders.
func TestDictionariesAtTheEdges(t *testing.T) {
	for _, n := range []int{127, 128, 129, 32_768, 32_769} {
		var parts [][]byte
		var want []string
		for group := range 3 {
			logs := &Logs{}
			for i := range n {
				text := fmt.Sprint("text ", i)
				switch {
				case group == 1 && i+1 < n: // texts that are new to the column, but for the last
					text = fmt.Sprint("late ", i)
				case group > 0:
					text = fmt.Sprint("text ", (n-i+group)%n)
				}
				logs.Path.Set(logs.Add(Place{}), text)
				want = append(want, text)
			}
			var part bytes.Buffer
			if err := writeParquetBy(compress.Codecs.Uncompressed, &part, logs.Named()); err != nil { // packed, so many look like a bomb
				t.Fatal(err)
			}
			parts = append(parts, part.Bytes())
		}
		all, err := Concat(parts)
		if err != nil {
			t.Fatal(err)
		}
		for k, part := range [][]byte{parts[0], all} {
			var got Logs
			if err := got.Named().Read(part); err != nil {
				t.Fatal(err)
			}
			for row := range got.Len() {
				if text := got.Path.At(row); text != want[row] {
					t.Fatalf("%d texts, %d groups: row %d is %q, want %q", n, 1+2*k, row, text, want[row])
				}
			}
		}
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
			for first := range 4 {
				got := make([]int32, n)
				unpackBits(b[:(uint(first+n)*bits+7)/8], bits, first, got) // not a byte more than they take
				longer := make([]int32, n)
				unpackBits(b, bits, first, longer)
				for i := range got {
					if want := int32(digits(uint(first+i)*bits, bits)); got[i] != want || longer[i] != want {
						t.Fatalf("number %d of %d from %d on, of %d bits: %d and %d, want %d", i, n, first, bits, got[i], longer[i], want)
					}
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
			for _, size := range []int64{700, 1 << 20} { // many pages, and one of more values than are read at once
				name := fmt.Sprintf("dictionary %t, %s, pages of %d bytes", dictionary, codec, size)
				var b bytes.Buffer
				err := writeColumns(&b, want, parquet.WithDictionaryDefault(dictionary), parquet.WithCompression(codec),
					parquet.WithDataPageSize(size), parquet.WithBatchSize(64))
				if err != nil {
					t.Fatal(err)
				}
				var got Logs
				if err := got.Named().Read(b.Bytes()); err != nil || got.Len() != want.Len() {
					t.Fatalf("%s: %d rows, %v", name, got.Len(), err)
				}
				if got.Named().Digest() != want.Digest() {
					t.Errorf("%s: other rows", name)
				}
				var some Logs
				if err := some.Named().ReadColumns(b.Bytes(), func(c string) bool { return c == "path" }); err != nil {
					t.Fatal(err)
				}
				if some.Len() != want.Len() || some.Path.At(5) != logs.Path.At(5) || some.Format.At(5) != "" || some.Source.At(5) != 0 {
					t.Errorf("%s: one column is not read alone", name)
				}
			}
		}
	}
}
