package table

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"runreport/unit/spill"
)

// numbers are integers of 1, 2, 4 or 8 bytes each: as few as the one takes that needs most. Most
// columns are numbers of attempts, exit codes or places in a dictionary of a dozen texts, and a
// hundred thousand runs have millions of each.
//
//	1, 2, null, 3      4 bytes
//	1, 2, null, 300    8 bytes
type numbers struct {
	b     []byte
	log   uint8 // each is 1<<log bytes, the least significant first
	valid bitmap
}

// size is how many there are. Like those of cells, rows that were never set need not be there.
func (n *numbers) size() int { return len(n.b) >> n.log }

// at is the number of the row, whether it is given or not.
func (n *numbers) at(row int) int64 {
	switch n.log {
	case 0:
		return int64(int8(n.b[row]))
	case 1:
		return int64(int16(binary.LittleEndian.Uint16(n.b[row<<1:])))
	case 2:
		return int64(int32(binary.LittleEndian.Uint32(n.b[row<<2:])))
	}
	return int64(binary.LittleEndian.Uint64(n.b[row<<3:]))
}

// sameUntil is the first row behind a row, of those before end, that has another number or is null where that one is
// not. Rows of one unit, and of one file, lie side by side.
//
//	5, 5, 0, null, null    from row 0 it is row 2, from row 2 row 3
func (n *numbers) sameUntil(row, end int) int {
	next := row + 1
	if _, given := n.get(row); !given {
		for next < end {
			if _, given := n.get(next); given {
				break
			}
			next++
		}
		return next
	}
	end = min(end, n.size())
	for far := 16; next < end; far *= 2 { // as far as rows are alike: behind them may be any number of others
		stop := min(end, next+far)
		given := n.valid.firstNull(span{next, stop}) // a null may have the same number
		next += commonPrefix(n.b[(next-1)<<n.log:given<<n.log], n.b[next<<n.log:given<<n.log]) >> n.log
		if next < stop {
			break
		}
	}
	return next
}

// commonPrefix is how many bytes two lists begin with alike.
func commonPrefix(a, b []byte) int {
	at := 0
	for end := min(len(a), len(b)); at < end; at += 8 {
		if end-at < 8 {
			for at < end && a[at] == b[at] {
				at++
			}
			return at
		}
		if other := binary.LittleEndian.Uint64(a[at:]) ^ binary.LittleEndian.Uint64(b[at:]); other != 0 {
			return at + bits.TrailingZeros64(other)/8
		}
	}
	return at
}

// repeat makes the numbers of some rows that are there the same.
func (n *numbers) repeat(rows span, v int64) {
	n.takes(v)
	n.set(rows.from, v)
	b := n.b[rows.from<<n.log : rows.to<<n.log]
	for done := 1 << n.log; done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
}

// set sets the number of a row that is there.
func (n *numbers) set(row int, v int64) {
	switch n.log {
	case 0:
		n.b[row] = byte(v)
	case 1:
		binary.LittleEndian.PutUint16(n.b[row<<1:], uint16(v))
	case 2:
		binary.LittleEndian.PutUint32(n.b[row<<2:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(n.b[row<<3:], uint64(v))
	}
}

// takes makes the numbers as wide as the value needs.
func (n *numbers) takes(v int64) {
	if !narrow(v, n.log) {
		n.widen(needs(v, n.log), nil)
	}
}

// narrow reports whether the value fits into 1<<log bytes.
func narrow(v int64, log uint8) bool { return v>>(8<<log-1) == v>>63 }

// needs is the least log, from the given one on, at which the value fits.
func needs(v int64, log uint8) uint8 {
	for !narrow(v, log) {
		log++
	}
	return log
}

// widen makes each number 1<<log bytes, if it is less; a long list of them lies in room then.
func (n *numbers) widen(log uint8, room *spill.Room) {
	if log <= n.log {
		return
	}
	b := spill.Make[byte](room, cap(n.b)>>n.log<<log)
	wide := numbers{b: b[:n.size()<<log], log: log, valid: n.valid}
	for row := range n.size() {
		wide.set(row, n.at(row))
	}
	*n = wide
}

// add adds a row, whose number it is.
func (n *numbers) add(v int64) {
	n.takes(v)
	n.append(v)
}

// append is add for a number that is not too wide.
func (n *numbers) append(v int64) {
	switch n.log {
	case 0:
		n.b = append(n.b, byte(v))
	case 1:
		n.b = binary.LittleEndian.AppendUint16(n.b, uint16(v))
	case 2:
		n.b = binary.LittleEndian.AppendUint32(n.b, uint32(v))
	default:
		n.b = binary.LittleEndian.AppendUint64(n.b, uint64(v))
	}
}

func (n *numbers) put(row int, v int64) {
	n.valid.set(row)
	n.takes(v)
	n.pad(row)
	if row == n.size() {
		n.append(v)
	} else {
		n.set(row, v)
	}
}

func (n *numbers) get(row int) (int64, bool) {
	if !n.valid.has(row) || row >= n.size() {
		return 0, false
	}
	return n.at(row), true
}

func (n *numbers) pad(rows int) {
	if more := rows - n.size(); more > 0 {
		n.b = append(n.b, make([]byte, more<<n.log)...)
	}
}

func (n *numbers) settle(rows int) {
	n.pad(rows)
	n.valid = n.valid.grown(rows)
}

// reserve makes room for all rows and pads up to where more are joined.
func (n *numbers) reserve(to target) {
	n.b = withRoom(n.b, to.all<<n.log, to.room)
	n.valid = withRoom(n.valid, (to.all+7)/8, to.room)
	n.pad(to.at)
}

// room makes room like that of cells, at the width that the other column came to have.
func (n *numbers) room(like column) {
	if o, ok := like.(interface{ integers() *numbers }); ok && o.integers().size() > 0 {
		other := o.integers()
		n.widen(other.log, nil)
		n.reserve(target{all: other.size() + other.size()/16})
	}
}

func (n *numbers) integers() *numbers { return n }

func (n *numbers) more(rows int) {
	if len(n.b) > 0 {
		n.b = slices.Grow(n.b, rows<<n.log)
		n.valid = slices.Grow(n.valid, rows/8)
	}
}

func (n *numbers) joinNumbers(o *numbers, rows span, to target) {
	end := min(rows.to, o.size())
	if end <= rows.from {
		return
	}
	n.widen(o.log, to.room)
	n.reserve(to)
	if o.log == n.log {
		n.b = append(n.b, o.b[rows.from<<o.log:end<<o.log]...)
	} else {
		for row := rows.from; row < end; row++ {
			n.add(o.at(row))
		}
	}
	n.valid.join(o.valid, span{rows.from, end}, to.at)
}

func (n *numbers) joined(take bool) {
	if take {
		*n = numbers{}
	}
}

// int64s are the numbers of the rows, in the room.
func (n *numbers) int64s(rows span, room []int64) []int64 {
	all := room[:rows.len()]
	for i := range all {
		all[i] = n.at(rows.from + i)
	}
	return all
}

// given are the numbers of those of the rows that have one, in the given room. None of them is
// of more than 32 bits.
func (n *numbers) given(rows span, room *[]int32) *[]int32 {
	all := slices.Grow((*room)[:0], rows.len())
	dense := n.valid.full(rows)
	switch {
	case dense && n.log == 0:
		for _, v := range n.b[rows.from:rows.to] {
			all = append(all, int32(int8(v)))
		}
	case dense && n.log == 1:
		for row := rows.from; row < rows.to; row++ {
			all = append(all, int32(int16(binary.LittleEndian.Uint16(n.b[row<<1:]))))
		}
	default:
		for row := rows.from; row < rows.to; row++ {
			if dense || n.valid.has(row) {
				all = append(all, int32(n.at(row)))
			}
		}
	}
	*room = all
	return room
}

// fillNumbers makes the numbers those of the rows that have one, which are there and as wide as
// the numbers need.
func fillNumbers[T int32 | int64](n *numbers, rows span, given []T) {
	if len(given) < rows.len() {
		next := 0
		for row := rows.from; row < rows.to; row++ {
			if n.valid.has(row) {
				n.set(row, int64(given[next]))
				next++
			}
		}
		return
	}
	b := n.b[rows.from<<n.log : rows.to<<n.log]
	switch n.log {
	case 0:
		for i, v := range given {
			b[i] = byte(v)
		}
	case 1:
		for i, v := range given {
			binary.LittleEndian.PutUint16(b[i<<1:], uint16(v))
		}
	case 2:
		for i, v := range given {
			binary.LittleEndian.PutUint32(b[i<<2:], uint32(v))
		}
	default:
		for i, v := range given {
			binary.LittleEndian.PutUint64(b[i<<3:], uint64(v))
		}
	}
}

func (n *numbers) leaf(name string) string { return name }
