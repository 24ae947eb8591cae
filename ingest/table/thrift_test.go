package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Values of the compact protocol of Thrift are passed over as its document writes them.
func TestSkip(t *testing.T) {
	for _, c := range []struct {
		name   string
		of     thriftType
		inList bool
		b      string
		want   int // bytes that are passed over; -1: it is damaged
	}{
		{"true in its field", 1, false, "", 0}, {"false in its field", 2, false, "", 0}, {"true in a list", 1, true, "\x01", 1}, {"false in a list", 2, true, "\x02", 1}, {"a truth value that is missing", 1, true, "", -1},
		{"a byte", 3, false, "\x07", 1}, {"no byte", 3, false, "", -1}, {"16 bits", 4, false, "\x80\x01", 2}, {"32 bits", 5, false, "\x7f", 1}, {"64 bits", 6, false, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10},
		{"a number without an end", 6, false, "\x80\x80", -1}, {"a number too long", 6, false, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", -1}, {"a double", 7, false, "12345678", 8}, {"a double cut off", 7, false, "1234567", -1},
		{"a text", 8, false, "\x03abc", 4}, {"an empty text", 8, false, "\x00", 1}, {"a text cut off", 8, false, "\x03ab", -1},
		{"a list", 9, false, "\x25\x02\x80\x01", 4}, {"a long list", 9, false, "\xf3\x0f" + strings.Repeat("x", 15), 17}, {"a set of truth values", 10, false, "\x21\x01\x02", 3}, {"a list cut off", 9, false, "\x35\x01\x01", -1},
		{"a list longer than the text", 9, false, "\xf5\xff\xff\x03", -1}, {"an empty list", 9, false, "\x05", 1},
		{"an empty map", 11, false, "\x00", 1}, {"a map", 11, false, "\x02\x85\x01a\x02\x01b\x04", 8}, {"a map of truth values", 11, false, "\x01\x12\x01\x02", 4}, {"a map cut off", 11, false, "\x02\x85\x01a\x02", -1},
		{"an empty structure", 12, false, "\x00", 1}, {"a structure", 12, false, "\x15\x02\x18\x01a\x11\x00", 7}, {"a field far off", 12, false, "\x05\x20\x07\x00", 4}, {"a structure in one", 12, false, "\x1c\x15\x02\x00\x00", 5}, {"a structure without an end", 12, false, "\x15\x02", -1},
		{"no type", 13, false, "\x00\x00\x00", -1}, {"the type 0", 0, false, "\x00", -1},
	} {
		w := &thriftWalker{b: []byte(c.b)}
		err := walk(func() { w.skip(c.of, c.inList) })
		if c.want < 0 {
			if !errors.Is(err, errThrift) {
				t.Errorf("%s: passed over %d of %d bytes, %v", c.name, w.at, len(c.b), err)
			}
			continue
		}
		if err != nil || w.at != c.want || w.depth != 0 {
			t.Errorf("%s: %v, at %d of %d, want %d; depth %d", c.name, err, w.at, len(c.b), c.want, w.depth)
		}
		if err := walk(w.end); (err == nil) != (c.want == len(c.b)) {
			t.Errorf("%s: at its end: %v", c.name, err)
		}
	}
	for n, good := range map[int]bool{16: true, 17: false} {
		for name, b := range map[string]string{"structures": strings.Repeat("\x1c", n-1) + strings.Repeat("\x00", n), "lists": strings.Repeat("\x19", n-1) + "\x05"} {
			of := map[string]thriftType{"structures": thriftStruct, "lists": thriftList}[name]
			w := &thriftWalker{b: []byte(b)}
			if err := walk(func() { w.skip(of, false) }); (err == nil) != good {
				t.Errorf("%d %s in each other: %v", n, name, err)
			}
		}
	}
}

// Fields and lists are written as they are read.
func TestThriftIsReadBack(t *testing.T) {
	for _, ids := range [][]int64{{1, 2, 3}, {15, 30, 45}, {16, 17}, {5, 5, 3}, {1, 17, 33}} {
		var w thriftWriter
		w.inside(func() {
			for _, id := range ids {
				w.field(id, thriftInt64)
				w.integer(-id)
			}
		})
		r := &thriftWalker{b: w.b}
		var got []string
		err := walk(func() {
			r.fields(func(id int64, of thriftType) { got = append(got, fmt.Sprint(id, " ", of, " ", r.integer())) })
			r.end()
		})
		var want []string
		for _, id := range ids {
			want = append(want, fmt.Sprint(id, " 6 ", -id))
		}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || w.last != 0 {
			t.Errorf("%v: %v: %q, last %d", ids, err, got, w.last)
		}
	}
	for n, want := range map[int]string{0: "\x0c", 14: "\xec", 15: "\xfc\x0f", 300: "\xfc\xac\x02"} {
		var w thriftWriter
		w.list(n)
		r := &thriftWalker{b: append(bytes.Clone(w.b), make([]byte, n)...)}
		var of thriftType
		size := 0
		err := walk(func() { of, size = r.list() })
		if string(w.b) != want || err != nil || of != thriftStruct || size != n {
			t.Errorf("a list of %d: %x, read as %d of %d, %v", n, w.b, size, of, err)
		}
	}
	for v, want := range map[int64]string{0: "\x00", -1: "\x01", 1: "\x02", 64: "\x80\x01", -64: "\x7f"} {
		var w thriftWriter
		w.integer(v)
		if string(w.b) != want {
			t.Errorf("%d is written %x, want %x", v, w.b, want)
		}
	}
}

// A number of 32 bits is of that type and fits.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		of   thriftType
		v    int64
		good bool
	}{
		{thriftInt32, 5, true}, {thriftInt32, 1<<31 - 1, true}, {thriftInt32, -1 << 31, true}, {thriftInt32, 1 << 31, false},
		{thriftInt32, -1<<31 - 1, false}, {thriftInt64, 5, false}, {thriftInt16, 5, false},
	} {
		var w thriftWriter
		w.integer(c.v)
		var got int32
		err := walk(func() { got = (&thriftWalker{b: w.b}).short(c.of) })
		if (err == nil) != c.good || c.good && int64(got) != c.v {
			t.Errorf("%d of type %d: %d, %v", c.v, c.of, got, err)
		}
	}
}
