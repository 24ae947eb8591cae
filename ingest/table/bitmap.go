package table

import "slices"

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

func (b bitmap) has(i int) bool {
	at := uint(i) / 8 // as in set: a number without a sign is divided by a shift alone
	return at < uint(len(b)) && b[at]>>(uint(i)%8)&1 != 0
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
