package table

import (
	"encoding/binary"
	"errors"
)

// runs are numbers of a few bits each as Parquet packs levels and places in a dictionary: runs
// of one number, and groups of eight numbers one behind the other.
//
//	0x0a 0x01         5 times 1, since the last bit of the length is 0
//	0x03 0b00100111   a group of eight: 1, 1, 1, 0, 0, 1, 0, 0
type runs struct {
	b    []byte
	bits uint // of each number, at most 32

	left   uint64 // how many numbers of the run that was begun were not read yet
	same   uint32 // what they all are
	packed []byte // the numbers of the run, and of those that were read; nil: they are all the same
	at     int
}

var errRuns = errors.New("a run that does not end")

// begin reads how the next run begins.
func (r *runs) begin() error {
	head, size := binary.Uvarint(r.b)
	if size <= 0 {
		return errRuns
	}
	r.b = r.b[size:]
	count := head >> 1
	if count == 0 || count > 1<<32 {
		return errRuns
	}
	if head&1 == 0 {
		width := int(r.bits+7) / 8
		if len(r.b) < width {
			return errRuns
		}
		r.left, r.same, r.packed = count, 0, nil
		for i := range width {
			r.same |= uint32(r.b[i]) << (8 * i)
		}
		r.b = r.b[width:]
		return nil
	}
	// The numbers that fill the last group up may be left out at the end of a page.
	width := int(min(count*uint64(r.bits), uint64(len(r.b))))
	r.left, r.packed, r.at = 8*count, r.b[:width:width], 0
	r.b = r.b[width:]
	return nil
}

// next is how many numbers of one run come next, of at most so many: all are r.same, or they are those of packed from
// the one on that at says.
func (r *runs) next(most int) (n, at int, packed []byte, err error) {
	if r.left == 0 {
		if err := r.begin(); err != nil {
			return 0, 0, nil, err
		}
	}
	n, at = int(min(r.left, uint64(most))), r.at
	r.left -= uint64(n)
	if r.packed == nil {
		return n, 0, nil, nil
	}
	if r.at += n; len(r.packed) < (r.at*int(r.bits)+7)/8 {
		return 0, 0, nil, errRuns
	}
	return n, at, r.packed, nil
}

// fill reads as many numbers as there is room for. high is the largest of them, as one without a sign.
func (r *runs) fill(into []int32) (high uint32, err error) {
	for len(into) > 0 {
		n, at, packed, err := r.next(len(into))
		if err != nil {
			return 0, err
		}
		if packed == nil {
			for i := range into[:n] {
				into[i] = int32(r.same)
			}
			high = max(high, r.same)
		} else {
			unpackBits(packed, r.bits, at, into[:n])
			for _, v := range into[:n] {
				high = max(high, uint32(v))
			}
		}
		into = into[n:]
	}
	return high, nil
}

// unpackBits reads numbers of so many bits from one on, the lowest bits of a byte first. Four of up to 14 bits lie
// within eight bytes wherever they begin.
func unpackBits(b []byte, bits uint, first int, into []int32) {
	mask, i := uint64(1)<<bits-1, 0
	if bits <= 14 {
		for ; len(into)-i >= 4; i += 4 {
			at := uint(first+i) * bits
			if uint(len(b)) < at/8+8 {
				break
			}
			word := binary.LittleEndian.Uint64(b[at/8:]) >> (at % 8)
			four := into[i : i+4 : i+4]
			four[0] = int32(word & mask)
			four[1] = int32(word >> bits & mask)
			four[2] = int32(word >> (2 * bits) & mask)
			four[3] = int32(word >> (3 * bits) & mask)
		}
	}
	for ; i < len(into); i++ {
		at := uint(first+i) * bits
		var word uint64 // 64 bits from the byte on in which the number begins: it has at most 7+32 of them
		if from := b[at/8:]; len(from) >= 8 {
			word = binary.LittleEndian.Uint64(from)
		} else {
			for j, v := range from {
				word |= uint64(v) << (8 * j)
			}
		}
		into[i] = int32(word >> (at % 8) & mask)
	}
}

// bitmap sets the bits of the rows whose level is 1, in a bitmap of so many rows, and says how
// many they are.
func (r *runs) bitmap(valid *bitmap, rows span, all int) (set int, err error) {
	for row := rows.from; row < rows.to; {
		n, at, packed, err := r.next(rows.to - row)
		if err != nil {
			return 0, err
		}
		switch {
		case packed != nil:
			valid.room(all)
			valid.join(packed, span{at, at + n}, row)
			set += bitmap(packed).count(span{at, at + n})
		case r.same == 1:
			valid.room(all)
			valid.fill(row, row+n)
			set += n
		case r.same != 0:
			return 0, errRuns
		}
		row += n
	}
	return set, nil
}
