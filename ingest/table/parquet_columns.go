package table

import (
	"errors"
	"math"
	"slices"
	"unicode/utf8"
)

// putPage makes the values those of some rows of a page that are given. Null rows have the zero
// value. A column without any value takes no room, else that of all rows at once.
func (c *cells[T]) putPage(rows span, all int, given []T) {
	if len(c.vals) == 0 {
		c.vals = make([]T, all)
	}
	if len(given) == rows.len() {
		copy(c.vals[rows.from:], given)
		return
	}
	next := 0
	for row := rows.from; row < rows.to; row++ {
		if c.valid.has(row) {
			c.vals[row] = given[next]
			next++
		}
	}
}

func (c *Int) read(l *leafReader) error {
	return l.readWords(&c.valid, func(rows span, given []int64) {
		widest := int64(0)
		for _, v := range given {
			widest |= v ^ v>>63 // a negative number takes as many bits as the one that is left of it
		}
		putNumbers(&c.numbers, rows, l.rows, widest, given)
	})
}

// putNumbers is putPage for numbers, none of which takes more bytes than a given one.
func putNumbers[T int32 | int64](n *numbers, rows span, all int, widest int64, given []T) {
	n.takes(widest)
	if n.size() == 0 {
		n.b = make([]byte, all<<n.log)
	}
	fillNumbers(n, rows, given)
}

func (c *Time) read(l *leafReader) error {
	return l.readWords(&c.valid, func(rows span, given []int64) { c.putPage(rows, l.rows, given) })
}

// read leaves what is no number null, as Set does: a part may have been written by others.
func (c *Float) read(l *leafReader) error {
	return l.readWords(&c.valid, func(rows span, given []int64) {
		floats := l.room.floats[:len(given)]
		odd := false
		for i, v := range given {
			floats[i] = math.Float64frombits(uint64(v))
			odd = odd || floats[i]-floats[i] != 0
		}
		if c.putPage(rows, l.rows, floats); !odd {
			return
		}
		for row := rows.from; row < rows.to; row++ {
			if v := c.vals[row]; v-v != 0 {
				c.vals[row] = 0
				c.valid.clear(row)
			}
		}
	})
}

func (c *Bool) read(l *leafReader) error {
	none := func(_ []byte, n int) error {
		if n > 0 {
			return errors.New("a dictionary of truth values")
		}
		return nil
	}
	return l.flat(false, &c.valid, none, func(rows span, v *pageValues) error {
		if v.places != nil || len(v.b) < (v.before+v.n+7)/8 {
			return errShort
		}
		given := l.room.truths[:v.n]
		for i := range given {
			given[i] = bitmap(v.b).has(v.before + i)
		}
		c.putPage(rows, l.rows, given)
		return nil
	})
}

// read takes the texts of each dictionary once, for all of its rows.
func (c *String) read(l *leafReader) error {
	room := l.room
	var moved []int32 // from the dictionary of the group to that of the column
	high := int32(0)  // of these
	same := true      // they are the same places, as those of the first group mostly are
	dictionary := func(b []byte, n int) (err error) {
		room.texts, err = texts(b, n, room.texts)
		defer clear(room.texts)
		moved, same, high = slices.Grow(moved[:0], len(room.texts)), true, 0
		if l.part.own && len(c.dict) == 0 && !slices.ContainsFunc(room.texts, isOdd) {
			c.dict, c.doubled = slices.Clone(room.texts), true // they differ, and need not be looked for
			for i := range c.dict {
				moved = append(moved, int32(i))
			}
			high = int32(len(c.dict)) - 1
			return err
		}
		for i, text := range room.texts {
			at := c.intern(text, false)
			same, high = same && int(at) == i, max(high, at)
			moved = append(moved, at)
		}
		return err
	}
	return l.flat(false, &c.valid, dictionary, func(rows span, v *pageValues) (err error) {
		if v.places == nil {
			end, err := eachBytes(v.b, v.n, func(int, int) {})
			if err != nil {
				return err
			}
			given, all := room.places[:0], string(v.b[:end])
			_, err = eachBytes(v.b, v.n, func(from, to int) { given = append(given, c.intern(all[from:to], true)) })
			v.b = v.b[end:]
			putNumbers(&c.numbers, rows, l.rows, int64(slices.Max(given)), given)
			return err
		}
		given, err := v.at(room.places[:], len(moved))
		if err != nil {
			return err
		}
		if !same {
			for i, at := range given {
				given[i] = moved[at]
			}
		}
		putNumbers(&c.numbers, rows, l.rows, int64(high), given)
		return nil
	})
}

// isOdd reports whether a column holds the text in another form.
func isOdd(text string) bool { return !utf8.ValidString(text) }

// read reads bytes. They are those of the pages: a million rows may name one long value of a
// dictionary.
func (c *Bytes) read(l *leafReader) error {
	var dict [][]byte
	dictionary := func(b []byte, n int) (err error) {
		dict, _, err = slicesOf(b, n)
		return err
	}
	return l.flat(true, &c.valid, dictionary, func(rows span, v *pageValues) error {
		given, err := v.bytes(dict, l.room)
		if err == nil {
			c.putPage(rows, l.rows, given)
		}
		return err
	})
}

// read reads lists. Equal texts of a dictionary share their bytes.
func (c *Strings) read(l *leafReader) error {
	var dict []string
	dictionary := func(b []byte, n int) (err error) {
		dict, err = texts(b, n, nil)
		return err
	}
	row := -1
	var list []string // of the row, which may go on in the next page; nil: it is null
	done := func() {
		if list != nil && row < l.rows {
			c.Set(row, list)
		}
		list = nil
	}
	err := l.each(false, dictionary, func(p page, b []byte) error {
		given, repeated, v, err := l.entries(p, b)
		if err != nil {
			return err
		}
		values, err := v.texts(dict, l.room)
		if err != nil {
			return err
		}
		for i, level := range given {
			if repeated[i] == 0 {
				done()
				row++
			}
			switch {
			case row < 0:
				return errors.New("a list without a beginning")
			case level == levelEmpty:
				list = []string{}
			case level == levelText:
				list = append(list, values[0])
				values = values[1:]
			}
		}
		return nil
	})
	done()
	return errors.Join(err, l.whole(row+1))
}
