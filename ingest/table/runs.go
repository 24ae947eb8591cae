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
}

var errRuns = errors.New("a run that does not end")

// next is the next run, of at most so many numbers: all are the same, or packed holds them.
func (r *runs) next(most int) (n int, same uint32, packed []byte, err error) {
	head, size := binary.Uvarint(r.b)
	if size <= 0 {
		return 0, 0, nil, errRuns
	}
	r.b = r.b[size:]
	count := head >> 1
	if count == 0 || count > 1<<32 {
		return 0, 0, nil, errRuns
	}
	if head&1 == 0 {
		width := int(r.bits+7) / 8
		if len(r.b) < width {
			return 0, 0, nil, errRuns
		}
		for i := range width {
			same |= uint32(r.b[i]) << (8 * i)
		}
		r.b = r.b[width:]
		return int(min(count, uint64(most))), same, nil, nil
	}
	// The numbers that fill the last group up may be left out at the end of a page.
	n = int(min(8*count, uint64(most)))
	width := int(min(count*uint64(r.bits), uint64(len(r.b))))
	if width < (n*int(r.bits)+7)/8 {
		return 0, 0, nil, errRuns
	}
	packed, r.b = r.b[:width], r.b[width:]
	return n, 0, packed, nil
}

// fill reads as many numbers as there is room for. high is the largest of them, as one without a sign.
func (r *runs) fill(into []int32) (high uint32, err error) {
	for len(into) > 0 {
		n, same, packed, err := r.next(len(into))
		if err != nil {
			return 0, err
		}
		if packed == nil {
			for i := range into[:n] {
				into[i] = int32(same)
			}
			high = max(high, same)
		} else {
			unpackBits(packed, r.bits, into[:n])
			for _, v := range into[:n] {
				high = max(high, uint32(v))
			}
		}
		into = into[n:]
	}
	return high, nil
}

// unpackBits reads numbers of so many bits, the lowest bits of a byte first. Four of up to 16 bits that begin with
// every fourth lie within eight bytes.
func unpackBits(b []byte, bits uint, into []int32) {
	mask, i := uint64(1)<<bits-1, 0
	if bits <= 16 {
		for ; len(into)-i >= 4; i += 4 {
			at := uint(i) * bits
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
		at := uint(i) * bits
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
	for at := rows.from; at < rows.to; {
		n, same, packed, err := r.next(rows.to - at)
		if err != nil {
			return 0, err
		}
		switch {
		case packed != nil:
			valid.room(all)
			valid.join(packed, span{0, n}, at)
			set += n - nulls(packed, n)
		case same == 1:
			valid.room(all)
			valid.fill(at, at+n)
			set += n
		case same != 0:
			return 0, errRuns
		}
		at += n
	}
	return set, nil
}
