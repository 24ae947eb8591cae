package table

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// bitmap is a validity bitmap in Arrow's layout, least significant bit first.
type bitmap []byte

func (b *bitmap) set(i int) {
	if at := uint(i) / 8; at < uint(len(*b)) {
		(*b)[at] |= 1 << (uint(i) % 8)
		return
	}
	b.or(i/8, 1<<(i%8))
}

func (b *bitmap) or(i int, bits byte) {
	if bits == 0 {
		return
	}
	for len(*b) <= i {
		*b = append(*b, 0)
	}
	(*b)[i] |= bits
}

func (b bitmap) clear(i int) {
	if i/8 < len(b) {
		b[i/8] &^= 1 << (i % 8)
	}
}

// room makes room for so many bits.
func (b *bitmap) room(bits int) { *b = slices.Grow(*b, max(0, (bits+7)/8-len(*b))) }

// fill sets the bits from one up to another.
func (b *bitmap) fill(from, to int) {
	for ; from < to && from%8 > 0; from++ {
		b.set(from)
	}
	for ; from+8 <= to; from += 8 {
		b.or(from/8, 0xff)
	}
	for ; from < to; from++ {
		b.set(from)
	}
}

// lastIn is the last of the rows whose bit is set; one before the first where there is none.
func (b bitmap) lastIn(rows span) int {
	last := min(rows.to, 8*len(b)) - 1
	for last >= rows.from && !b.has(last) {
		if last%8 == 7 && b[last/8] == 0 {
			last -= 7
		}
		last--
	}
	return max(last, rows.from-1)
}

// wordBits is how many bits eight bytes have at least from any bit of their first one on.
const wordBits = 57

// word is the wordBits bits from bit i on, and what else the same bytes have; bits behind the end are 0.
func (b bitmap) word(i int) uint64 {
	if from := b[i/8:]; len(from) >= 8 {
		return binary.LittleEndian.Uint64(from) >> (i % 8)
	}
	var last [8]byte
	copy(last[:], b[i/8:])
	return binary.LittleEndian.Uint64(last[:]) >> (i % 8)
}

// orWord sets the bits from bit i on that the word, of at most wordBits bits, has. Those that it sets are there.
func (b bitmap) orWord(i int, word uint64) {
	word <<= i % 8
	if into := b[i/8:]; len(into) >= 8 {
		binary.LittleEndian.PutUint64(into, binary.LittleEndian.Uint64(into)|word)
		return
	}
	for at := i / 8; word != 0; at, word = at+1, word>>8 {
		b[at] |= byte(word)
	}
}

func (b bitmap) has(i int) bool {
	at := uint(i) / 8 // as in set: a number without a sign is divided by a shift alone
	return at < uint(len(b)) && b[at]>>(uint(i)%8)&1 != 0
}

// firstNull is the first of the rows whose bit is not set; the one behind them where there is none.
func (b bitmap) firstNull(rows span) int {
	for from := rows.from; from < min(rows.to, 8*len(b)); from += wordBits {
		if n := bits.TrailingZeros64(^b.word(from)); n < wordBits {
			return min(rows.to, from+n)
		}
	}
	return min(rows.to, max(rows.from, 8*len(b)))
}

// count is how many of the rows have their bit set.
func (b bitmap) count(rows span) (n int) {
	for from, to := rows.from, min(rows.to, 8*len(b)); from < to; from += wordBits {
		n += bits.OnesCount64(b.word(from) & (1<<min(to-from, wordBits) - 1))
	}
	return n
}

// full reports whether the bits of all rows are set.
func (b bitmap) full(rows span) bool {
	row := rows.from
	for ; row < rows.to && row%8 != 0; row++ {
		if !b.has(row) {
			return false
		}
	}
	for ; row+8 <= rows.to; row += 8 {
		if row/8 >= len(b) || b[row/8] != 0xff {
			return false
		}
	}
	for ; row < rows.to; row++ {
		if !b.has(row) {
			return false
		}
	}
	return true
}
