package failure

import (
	"strings"
	"testing"
)

func BenchmarkTelling(b *testing.B) {
	tail := strings.Repeat("    at step 12 of the build, module shop/cart loaded in 33 ms\nchecking price list 12\n", 40) + "Timeout 30000 ms exceeded\nexit status 1\n"
	b.SetBytes(int64(len(tail)))
	for b.Loop() {
		Normalise(new(reader).errorOf(source{text: tail, output: true}).text)
	}
}
