package table

import (
	"hash/maphash"
	"math/bits"
)

// textIndex finds the texts of a dictionary. It is a table of places with a part of each
// text's hash beside it: 8 bytes a slot that the collector of garbage need not look at, and
// no text is read again when the table grows. A map takes some 40 bytes for each text.
type textIndex struct {
	slots []textSlot // a power of two of them, at most three quarters taken; none: there is no index
	taken int
}

// textSlot is free where at is 0.
type textSlot struct {
	hash uint32
	at   int32 // in the dictionary, counted from 1
}

// What is drawn changes where a text is looked for, and nothing else.
var (
	textSeed  = maphash.MakeSeed()
	shortSeed = [2]uint64{maphash.String(textSeed, "first"), maphash.String(textSeed, "last")}
)

// hashOf is a hash of the text. Most texts are names of at most 16 bytes, which are two numbers.
func hashOf(text string) uint32 {
	n := len(text)
	var first, last uint64
	switch {
	case n > 16:
		return uint32(maphash.String(textSeed, text))
	case n >= 8:
		first, last = eight(text), eight(text[n-8:])
	default:
		for i := range n {
			first = first<<8 | uint64(text[i])
		}
	}
	high, low := bits.Mul64(first^shortSeed[0]^uint64(n), last^shortSeed[1])
	return uint32(high ^ low ^ low>>32)
}

// eight is the first eight bytes of the text as a number.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// indexOf is the index of a dictionary.
func indexOf(dict []string) (x textIndex) {
	x.grow(2 * len(dict))
	for i, text := range dict {
		if hash := hashOf(text); x.find(dict, text, hash) < 0 {
			x.add(hash, int32(i))
		}
	}
	return x
}

// find is where the text is in the dictionary; -1 where it is not.
func (x *textIndex) find(dict []string, text string, hash uint32) int32 {
	mask := uint32(len(x.slots) - 1)
	for i := hash & mask; x.slots[i].at != 0; i = (i + 1) & mask {
		if s := x.slots[i]; s.hash == hash && dict[s.at-1] == text {
			return s.at - 1
		}
	}
	return -1
}

// add adds a text that is not in the index.
func (x *textIndex) add(hash uint32, at int32) {
	if 4*(x.taken+1) > 3*len(x.slots) {
		x.grow(2 * len(x.slots))
	}
	x.put(textSlot{hash, at + 1})
	x.taken++
}

// room makes room for n more texts.
func (x *textIndex) room(n int) {
	if all := x.taken + n; 4*(all+1) > 3*len(x.slots) {
		x.grow(all + all/2)
	}
}

func (x *textIndex) put(s textSlot) {
	mask := uint32(len(x.slots) - 1)
	i := s.hash & mask
	for x.slots[i].at != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = s
}

// grow makes room for at least n slots.
func (x *textIndex) grow(n int) {
	size := 32
	for size < n {
		size *= 2
	}
	old := x.slots
	x.slots = make([]textSlot, size)
	for _, s := range old {
		if s.at != 0 {
			x.put(s)
		}
	}
}
