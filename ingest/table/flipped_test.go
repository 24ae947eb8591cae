package table

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/compress"

	"runreport/unit/tier"
)

// A part of which one byte is another is read with as many rows as before, or refused and
// leaves none: half a table would be taken for a whole one.
func TestFlippedBytesOfAPart(t *testing.T) {
	tier.Seconds(t)
	s := sample("a")
	for _, tab := range s.Tables() {
		if tab.Name != "attempts" && tab.Name != "cycles" {
			continue
		}
		for name, codec := range map[string]compress.Compression{"plain": compress.Codecs.Uncompressed, "packed": compress.Codecs.Zstd} {
			var b bytes.Buffer
			if err := writeParquetBy(codec, &b, tab); err != nil {
				t.Fatal(err)
			}
			part := bytes.Clone(b.Bytes())
			refused := 0
			for i := 0; i < len(part); i += 11 { // all bytes take half a minute, and hold as well
				flip := []byte{1, 6, 0x80}[i%3]
				part[i] ^= flip
				n, want := tab.empty(), tab.Len()
				err := n.Read(part)
				if err != nil {
					refused++
					want = 0
				}
				if n.Len() != want {
					t.Fatalf("%s %s, byte %d ^ %d: %d rows, %v", name, tab.Name, i, flip, n.Len(), err)
				}
				part[i] ^= flip
			}
			if refused < len(part)/11/5 {
				t.Errorf("%s %s: of %d flips only %d were refused", name, tab.Name, len(part)/11, refused)
			}
		}
	}
}
