package demo

import (
	"encoding/hex"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// stream is a source of random draws that belongs to one run, one file or one
// benchmark alone. Only integers are drawn, so that every machine draws the same.
type stream struct{ *rand.Rand }

// newStream returns the stream of the n-th member of a family under a seed.
func newStream(seed uint64, family string, n int) stream {
	h := fnv.New64a()
	h.Write([]byte(family)) // a hash never fails to write
	s := mix(seed ^ h.Sum64())
	return stream{rand.New(rand.NewPCG(s, mix(s+uint64(n))))}
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014): neighbouring
// seeds become unrelated ones.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// chance is true in perMille of a thousand draws.
func (s stream) chance(perMille int) bool { return s.IntN(1000) < perMille }

// between draws an integer from lo to hi, both included.
func (s stream) between(lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// around draws a duration from 75 % to 125 % of typical, one time in twenty
// two to three times that, in whole milliseconds.
func (s stream) around(typical time.Duration) time.Duration {
	share := s.between(7500, 12500)
	if s.chance(50) {
		share *= s.between(2, 3)
	}
	return (typical * time.Duration(share) / 10000).Truncate(time.Millisecond)
}

// uuid draws a random identifier in the form of a version 4 UUID.
func (s stream) uuid() string {
	var b [16]byte
	for i := range b {
		b[i] = byte(s.Uint32())
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	x := hex.EncodeToString(b[:])
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

// pick draws one of the choices.
func pick[T any](s stream, choices []T) T { return choices[s.IntN(len(choices))] }
