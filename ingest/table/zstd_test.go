package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/compress"
)

// Parts are named by their hashes, so the bytes must not depend on what an encoder was used
// for before, nor on what else it compresses at the same time.
func TestSharedEncoderGivesTheBytesOfAFreshOne(t *testing.T) {
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
