package table

import (
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/klauspost/compress/zstd"
)

// pageEncoder compresses the pages of all parts. Arrow's codec makes an encoder, of some
// megabytes, for every page, which was three quarters of all memory that storing a history
// took. The bytes are the same.
var pageEncoder = sync.OnceValue(func() *zstd.Encoder {
	z, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err) // an option that the library does not know
	}
	return z
})

// EncodeLevel compresses a page.
func (c *boundedZstd) EncodeLevel(dst, src []byte, level int) []byte {
	if level != compress.DefaultCompressionLevel {
		return c.Codec.EncodeLevel(dst, src, level)
	}
	return pageEncoder().EncodeAll(src, dst[:0])
}
