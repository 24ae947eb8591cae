package record

import (
	"testing"

	"github.com/zeebo/xxh3"
)

// Every sum is new once, the sum zero too, in the memory that is given and after the set has grown out of it.
func TestSums(t *testing.T) {
	var room [16]xxh3.Uint128
	for _, room := range [][]xxh3.Uint128{nil, room[:]} {
		s := NewSums(1, room)
		for round := range 2 {
			for i := range uint64(1000) {
				if isNew := s.Add(xxh3.Uint128{Hi: i / 10, Lo: i % 10 * 8}); isNew != (round == 0) {
					t.Fatalf("sum %d is new in round %d: %v", i, round, isNew)
				}
			}
		}
	}
	if room[8].Lo != 8 {
		t.Errorf("the memory that was given has %v", room)
	}
}
