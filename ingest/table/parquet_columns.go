package table

import (
	"errors"
	"math"
	"slices"
	"unicode/utf8"
)

// putPage makes the values those of the rows of a page that are given. Null rows have the zero
// value. A column without any value takes no room, else that of all rows at once.
func (c *cells[T]) putPage(rows span, all, given int, value func(i int) T) {
	if len(c.vals) == 0 {
		c.vals = make([]T, all)
	}
	next, dense := 0, given == rows.len()
	for row := rows.from; row < rows.to; row++ {
		if dense || c.valid.has(row) {
			c.vals[row] = value(next)
			next++
		}
	}
}

func (c *Int) read(l *leafReader) error {
	return l.readWords(&c.valid, func(rows span, given pageWords) {
		if given.places == nil || !narrow(given.low, 2) || !narrow(given.high, 2) {
			putNumbers(&c.numbers, rows, l.rows, given.low, given.high, given.each(l.room))
			return
		}
		for i, at := range given.places {
			given.places[i] = int32(given.words[at])
		}
		putNumbers(&c.numbers, rows, l.rows, given.low, given.high, given.places)
	})
}

// putNumbers is putPage for numbers, which lie between two.
func putNumbers[T int32 | uint64](n *numbers, rows span, all int, low, high int64, given []T) {
	n.takes(low)
	n.takes(high)
	if n.size() == 0 {
		n.b = make([]byte, all<<n.log)
	}
	fillNumbers(n, rows, given)
}

func (c *Time) read(l *leafReader) error {
	return l.readWords(&c.valid, func(rows span, given pageWords) {
		all := given.each(l.room)
		c.putPage(rows, l.rows, len(all), func(i int) int64 { return int64(all[i]) })
	})
}

// read leaves what is no number null, as Set does: a part may have been written by others.
func (c *Float) read(l *leafReader) error {
	err := l.readWords(&c.valid, func(rows span, given pageWords) {
		all := given.each(l.room)
		c.putPage(rows, l.rows, len(all), func(i int) float64 { return math.Float64frombits(all[i]) })
	})
	for row, v := range c.vals {
		if v-v != 0 {
			c.vals[row] = 0
			c.valid.clear(row)
		}
	}
	return err
}

func (c *Bool) read(l *leafReader) error {
	none := func(_ []byte, n int) error {
		if n > 0 {
			return errors.New("a dictionary of truth values")
		}
		return nil
	}
	return l.flat(false, &c.valid, none, func(rows span, v pageValues) error {
		if v.dictionary || len(v.b) < (v.n+7)/8 {
			return errShort
		}
		c.putPage(rows, l.rows, v.n, func(i int) bool { return bitmap(v.b).has(i) })
		return nil
	})
}

// read takes the texts of each dictionary once, for all of its rows.
func (c *String) read(l *leafReader) error {
	room := l.room
	var moved []int32 // from the dictionary of the group to that of the column
	same := true      // they are the same places, as those of the first group mostly are
	dictionary := func(b []byte, n int) (err error) {
		room.texts, err = texts(b, n, room.texts)
		defer clear(room.texts)
		moved, same = slices.Grow(moved[:0], len(room.texts)), true
		if l.part.own && len(c.dict) == 0 && !slices.ContainsFunc(room.texts, isOdd) {
			c.dict = slices.Clone(room.texts) // they differ, and need not be looked for
			for i := range c.dict {
				moved = append(moved, int32(i))
			}
			return err
		}
		for i, text := range room.texts {
			at := c.intern(text, false)
			same = same && int(at) == i
			moved = append(moved, at)
		}
		return err
	}
	return l.flat(false, &c.valid, dictionary, func(rows span, v pageValues) (err error) {
		if v.dictionary {
			room.places, err = v.places(room.places, len(moved))
			if !same {
				for i, at := range room.places {
					room.places[i] = moved[at]
				}
			}
		} else {
			room.places = room.places[:0]
			all := string(v.b)
			err = eachBytes(v.b, v.n, func(from, to int) { room.places = append(room.places, c.intern(all[from:to], true)) })
		}
		if err != nil {
			return err
		}
		putNumbers(&c.numbers, rows, l.rows, 0, int64(slices.Max(room.places)), room.places)
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
		dict, err = slicesOf(b, n)
		return err
	}
	return l.flat(true, &c.valid, dictionary, func(rows span, v pageValues) error {
		given, err := v.bytes(dict, l.room)
		if err != nil {
			return err
		}
		c.putPage(rows, l.rows, v.n, func(i int) []byte { return given[i] })
		return nil
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
		var values []string
		if v.dictionary {
			values, err = v.texts(dict, l.room)
		} else {
			values, err = texts(v.b, v.n, nil)
		}
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
