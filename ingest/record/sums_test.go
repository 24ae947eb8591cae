package record

import (
	"strings"
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

// A value has one hash, whether it is hashed in place, as long ones are, or as a copy.
func TestLongValuesHaveTheSameHash(t *testing.T) {
	for _, key := range []string{"", "k", strings.Repeat("key", 100)} {
		for _, n := range []int{0, 1, 200, 239, 240, 241, 1023, 1024, 1025, maxReused - 2, maxReused - 1, maxReused, 3*maxReused + 7} {
			text := `"` + strings.Repeat("a ü", n)[:n] + `"`
			x := &member{key: key, raw: []byte(text)}
			want := xxh3.HashString128(key + "\x00" + text)
			if got := x.longHash(); got != want {
				t.Errorf("key of %d bytes, text of %d: in place %v, want %v", len(key), n, got, want)
			}
			if got := (&memory{}).hash(x); got != want {
				t.Errorf("key of %d bytes, text of %d: %v, want %v", len(key), n, got, want)
			}
		}
	}
	loose := `{"a": [1, "b c"],` + strings.Repeat(" ", maxReused) + `"d": 2}`
	want := xxh3.HashString128("k\x00" + `{"a":[1,"b c"],"d":2}`)
	if got := (&memory{}).hash(&member{key: "k", raw: []byte(loose)}); got != want {
		t.Error("white space is in the hash of a long object")
	}
}
