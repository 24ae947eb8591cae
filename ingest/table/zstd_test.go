package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/compress"

	"runreport/unit/tier"
)

// Parts are named by their hashes, so the bytes must not depend on what an encoder was used
// for before, nor on what else it compresses at the same time.
func TestSharedEncoderGivesTheBytesOfAFreshOne(t *testing.T) {
	tier.Seconds(t)
	random := rand.New(rand.NewPCG(1, 2))
	var pages [][]byte
	for _, size := range []int{0, 1, 17, 300, 4096, 70_000, 300_000, 1 << 20} {
		words := make([]byte, size)
		for i := range words {
			words[i] = "abcdefgh"[random.IntN(8)]
		}
		noise := make([]byte, size)
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		pages = append(pages, words, noise, bytes.Repeat([]byte("2026-04-22"), size/10), append(bytes.Clone(words[size/2:]), words...))
	}
	shared, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	own, ok := shared.(*boundedZstd)
	if !ok {
		t.Fatalf("the codec is %T", shared)
	}
	var all sync.WaitGroup
	for worker := range 3 {
		all.Go(func() {
			order := rand.New(rand.NewPCG(3, uint64(worker))).Perm(2 * len(pages))
			for _, i := range order {
				page := pages[i%len(pages)]
				want := own.Codec.EncodeLevel(nil, page, compress.DefaultCompressionLevel)
				if got := shared.EncodeLevel(nil, page, compress.DefaultCompressionLevel); !bytes.Equal(got, want) {
					t.Errorf("a page of %d bytes: %d bytes, of a fresh encoder %d", len(page), len(got), len(want))
				}
			}
		})
	}
	all.Wait()
}

// A page is decoded to the length that its header says. One that is damaged or holds more is
// refused, and other levels are those of Arrow.
func TestPagesAreDecodedInTheirBounds(t *testing.T) {
	shared, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	page := bytes.Repeat([]byte("2026-04-22 step "), 5000)
	packed := shared.EncodeLevel(nil, page, compress.DefaultCompressionLevel)
	decode := func(size int, b []byte) (out []byte, err error) {
		err = walk(func() { out = shared.Decode(make([]byte, size), b) })
		return out, err
	}
	if got, err := decode(len(page), packed); err != nil || !bytes.Equal(got, page) {
		t.Errorf("%d of %d bytes, %v", len(got), len(page), err)
	}
	if got, err := decode(len(page)-1, packed); err == nil {
		t.Errorf("%d bytes where %d are said", len(got), len(page)-1)
	}
	if got, err := decode(len(page), packed[:len(packed)/2]); err == nil {
		t.Errorf("%d bytes of half a page", len(got))
	}
	mixed := append(bytes.Clone(page), bytes.Repeat([]byte("abcabdabeabf"), 3000)...)
	for level := 1; level < 10; level++ {
		want := shared.(*boundedZstd).Codec.EncodeLevel(nil, mixed, level)
		if got := shared.EncodeLevel(nil, mixed, level); !bytes.Equal(got, want) {
			t.Errorf("level %d: %d bytes, of Arrow %d", level, len(got), len(want))
		}
	}
}

// someSteps is a table of the size that parts of a small history have.
func someSteps() Named {
	s := &Set{}
	for i := range 2000 {
		row := s.Steps.Add(Place{Source: i % 40, Line: int64(i)})
		s.Steps.Run.Set(row, fmt.Sprintf("run-%d", i/10))
		s.Steps.Step.Set(row, fmt.Sprintf("step-%d", i%10))
		s.Steps.DurationS.Set(row, float64(i)/7)
	}
	return s.Tables()[2]
}

// A part has two pages or more for each of its columns: an encoder for each of them would
// be more than a hundred times what is encoded.
func TestEncodingAPartTakesLittleMemory(t *testing.T) {
	n := someSteps()
	if _, err := n.Encode(); err != nil { // makes the encoder
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := n.Encode(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("%d MiB for a part of %s with %d rows", took>>20, n.Name, n.Len())
	}
}

func BenchmarkEncodePart(b *testing.B) {
	n := someSteps()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := n.Encode(); err != nil {
			b.Fatal(err)
		}
	}
}
