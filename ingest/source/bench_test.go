package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// BenchmarkSmallFile is what a small file costs before its records are read.
func BenchmarkSmallFile(b *testing.B) {
	var text strings.Builder
	for i := range 14 {
		fmt.Fprintf(&text, `{"ts":"2025-09-28T23:47:00.541Z","run_id":"lantern-docs","event":"node_transition","node_id":"n%d","from":"pending","to":"ready","attempt":1}`+"\n", i)
	}
	name := write(b, []byte(text.String()))
	b.ReportAllocs()
	for b.Loop() {
		in, err := Open(name)
		if err != nil {
			b.Fatal(err)
		}
		head, err := in.Head("kahn.jsonl")
		if err != nil || len(slices.Collect(head.Lines())) != headObjects {
			b.Fatal(err, len(slices.Collect(head.Lines())))
		}
		head.Release()
		in.Close()
	}
}
