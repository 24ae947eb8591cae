package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// bitsOf is the bitmap of a text of 0 and 1, row 0 first.
func bitsOf(text string) (b bitmap) {
	for i, c := range text {
		if c == '1' {
			b.set(i)
		}
	}
	return b
}

// shownBits are the first n bits as a text.
func shownBits(b bitmap, n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteByte('0' + map[bool]byte{true: 1}[b.has(i)])
	}
	return out.String()
}

// Filling sets the bits of a span and no others, and full says whether all bits of one are set,
// wherever in its bytes it begins and ends.
func TestFillAndFull(t *testing.T) {
	for from := range 20 {
		for to := from; to <= 34; to++ {
			var b bitmap
			b.fill(from, to)
			if got, want := shownBits(b, 48), strings.Repeat("0", from)+strings.Repeat("1", to-from)+strings.Repeat("0", 48-to); got != want {
				t.Fatalf("%d to %d: %s, want %s", from, to, got, want)
			}
			if len(b) > (to+7)/8 {
				t.Fatalf("%d to %d: %d bytes", from, to, len(b))
			}
			if !b.full(span{from, to}) || b.full(span{from, to + 1}) || from > 0 && b.full(span{from - 1, to}) {
				t.Fatalf("%d to %d is not full, or more is", from, to)
			}
			for gap := from; gap < to; gap++ {
				c := slices.Clone(b)
				if c.clear(gap); c.full(span{from, to}) || c.has(gap) {
					t.Fatalf("%d to %d is full without %d", from, to, gap)
				}
			}
		}
	}
	var b bitmap
	b.or(3, 0)
	if b != nil {
		t.Error("no bits take room")
	}
	if b.room(17); cap(b) < 3 || len(b) != 0 {
		t.Errorf("room for %d bytes, want 3", cap(b))
	}
}

// Bits are joined from any place to any place, and those behind the span are left out.
func TestJoinedBits(t *testing.T) {
	from := strings.Repeat("1011001110001111010110"+"00000000000000000000000000", 3) // longer than two words
	o := bitsOf(from)
	for first := range 12 {
		for last := first; last <= len(from); last++ {
			for at := range 10 {
				var b bitmap
				b.fill(0, at)
				b.join(o, span{first, last}, at)
				want := strings.Repeat("1", at) + from[first:last]
				if got := shownBits(b, len(want)+9); got != want+"000000000" {
					t.Fatalf("%d to %d at %d: %s, want %s", first, last, at, got, want)
				}
				if most := (strings.LastIndex(want, "1") + 8) / 8; len(b) != most {
					t.Fatalf("%d to %d at %d takes %d bytes, want %d", first, last, at, len(b), most)
				}
			}
		}
	}
	var b bitmap
	b.join(bitsOf("1"), span{0, 20}, 0) // rows that were never set need not be there
	if got := shownBits(b, 20); got != "1"+strings.Repeat("0", 19) {
		t.Errorf("a short bitmap: %s", got)
	}
}

// What is not set is counted, wherever the bits end.
func TestNulls(t *testing.T) {
	for _, text := range []string{"", "1", "0", "10110011", "1111111100000000111", strings.Repeat("110", 30)} {
		for n := range len(text) + 20 {
			want := n - strings.Count(text[:min(n, len(text))], "1")
			if got := nulls(bitsOf(text), n); got != want {
				t.Errorf("%d of %s: %d, want %d", n, text, got, want)
			}
			for from := range n {
				want := strings.Count(text[min(from, len(text)):min(n, len(text))], "1")
				if got := bitsOf(text).count(span{from, n}); got != want {
					t.Errorf("%d to %d of %s: %d, want %d", from, n, text, got, want)
				}
			}
		}
	}
}

// Rows side by side are found that have one number, or none, at every width.
func TestSameUntil(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, high := range widths {
		var n numbers
		var want []string // of each row, as a text
		for len(want) < 3000 {
			v, given := []int64{0, 1, high, -high}[random.IntN(4)], random.IntN(4) > 0
			for range 1 + random.IntN(20) {
				if given {
					n.put(len(want), v)
					want = append(want, fmt.Sprint(v))
				} else {
					want = append(want, "null")
				}
			}
		}
		for range 7 { // never set
			want = append(want, "null")
		}
		for row := range want {
			for _, end := range []int{row + 1, min(row+5, len(want)), len(want)} {
				next := row + 1
				for next < end && want[next] == want[row] {
					next++
				}
				if got := n.sameUntil(row, end); got != next {
					t.Fatalf("up to %d: row %d of %d is like those before %d, want %d", high, row, end, got, next)
				}
			}
		}
	}
	var b bitmap
	b.fill(5, 200)
	for from := range 220 {
		for _, to := range []int{from, from + 1, from + 60, 220} {
			want := from
			for want < to && b.has(want) {
				want++
			}
			if got := b.firstNull(span{from, to}); got != want {
				t.Fatalf("the first null of rows %d to %d is %d, want %d", from, to, got, want)
			}
		}
	}
	var n numbers // rows of 0 and null, which have one number
	n.put(0, 0)
	n.put(3, 0)
	if got := n.sameUntil(0, 4); got != 1 {
		t.Errorf("0, null, null, 0: %d, want 1", got)
	}
	if got := n.sameUntil(1, 4); got != 3 {
		t.Errorf("null, null, 0: %d, want 3", got)
	}
}

// One number fills some rows, which become as wide as it needs, and no others.
func TestRepeat(t *testing.T) {
	for _, wide := range widths {
		for from := range 10 {
			for to := from + 1; to < 40; to++ {
				n := numbers{b: bytes.Repeat([]byte{7}, 40)}
				n.valid.fill(0, 40)
				n.repeat(span{from, to}, wide)
				for row := range 40 {
					want := int64(7)
					if row >= from && row < to {
						want = wide
					}
					if got := n.at(row); got != want {
						t.Fatalf("%d from %d to %d: row %d is %d, want %d", wide, from, to, row, got, want)
					}
				}
			}
		}
	}
}

// widths are numbers that make a column of each width.
var widths = []int64{1, 1000, 100_000, 1 << 40}

// The numbers of rows that have one are given and filled in again, at every width, with nulls and without.
func TestNumbersThatAreGiven(t *testing.T) {
	for _, high := range widths[:3] {
		for _, nulls := range []bool{false, true} {
			var n numbers
			var want []int32
			for row := range 20 {
				if nulls && row%3 == 1 {
					continue
				}
				v := int64(row)
				if row == 12 {
					v = high
				}
				n.put(row, v)
				if row >= 5 && row < 15 {
					want = append(want, int32(v))
				}
			}
			got := n.given(span{5, 15}, &[]int32{7, 7, 7})
			if !slices.Equal(*got, want) {
				t.Errorf("up to %d, nulls %v: %d, want %d", high, nulls, *got, want)
			}
			for i := range want {
				want[i] = int32(min(high, int64(100-i)))
			}
			fillNumbers(&n, span{5, 15}, want)
			next := 0
			for row := range 20 {
				v, ok := n.get(row)
				inside := row >= 5 && row < 15
				switch {
				case ok != (!nulls || row%3 != 1):
					t.Errorf("up to %d: row %d is there: %v", high, row, ok)
				case ok && inside && v != int64(want[next]):
					t.Errorf("up to %d, nulls %v: row %d is %d, want %d", high, nulls, row, v, want[next])
				case ok && !inside && v != int64(row):
					t.Errorf("up to %d, nulls %v: row %d became %d", high, nulls, row, v)
				}
				if ok && inside {
					next++
				}
			}
		}
	}
}

// Numbers are joined between columns of any two widths, behind a gap, and without the rows that
// the other one does not have.
func TestJoinedNumbers(t *testing.T) {
	for _, own := range widths {
		for _, other := range widths {
			var n, o numbers
			n.put(0, own)
			for row := range 6 {
				o.put(row, other-int64(row))
			}
			o.valid.clear(3)
			n.joinNumbers(&o, span{2, 9}, target{at: 3, all: 10})
			for row, want := range map[int]string{
				0: fmt.Sprint(own, true), 1: "0 false", 2: "0 false", 3: fmt.Sprint(other-2, true), 4: "0 false",
				5: fmt.Sprint(other-4, true), 6: fmt.Sprint(other-5, true), 7: "0 false",
			} {
				v, ok := n.get(row)
				if !ok {
					v = 0
				}
				if got := fmt.Sprint(v, ok); got != want {
					t.Errorf("%d and %d: row %d is %s, want %s", own, other, row, got, want)
				}
			}
			if n.size() != 7 {
				t.Errorf("%d and %d: %d rows, want 7", own, other, n.size())
			}
			before := n.size()
			if n.joinNumbers(&o, span{6, 9}, target{at: 8, all: 12}); n.size() != before {
				t.Errorf("%d and %d: rows that are not there became %d", own, other, n.size()-before)
			}
			if all := n.int64s(span{5, 7}, make([]int64, 9)); !slices.Equal(all, []int64{other - 4, other - 5}) {
				t.Errorf("%d and %d: %d", own, other, all)
			}
		}
	}
}

// A list takes the place of the one before in its row, and in no other. Rows that follow each
// other have one list where theirs are the same.
func TestListsAreReplaced(t *testing.T) {
	var c Strings
	c.Set(0, []string{"a"})
	c.Set(1, []string{"a"})
	if len(c.lists) != 1 {
		t.Errorf("%d lists, want 1", len(c.lists))
	}
	c.Set(1, []string{"x"}) // of its own from now on
	c.Set(1, []string{"b"})
	if len(c.lists) != 2 {
		t.Errorf("%d lists, want 2", len(c.lists))
	}
	c.Set(0, []string{"c", "d"})
	if fmt.Sprint(c.At(0), c.At(1)) != "[c d] [b]" {
		t.Errorf("%v, %v", c.At(0), c.At(1))
	}
	var into Strings
	into.Set(0, []string{"x"})
	into.join(&c, span{0, 2}, nil, target{at: 1, all: 3})
	into.join(&Strings{}, span{0, 2}, nil, target{at: 3, all: 5})
	if fmt.Sprint(into.At(0), into.At(1), into.At(2)) != "[x] [c d] [b]" || into.size() != 3 {
		t.Errorf("%d rows: %v %v %v", into.size(), into.At(0), into.At(1), into.At(2))
	}
}

// Texts that are copied from another column are looked up once: where they are in this one is
// known by their place in the other, whatever was set between.
func TestCopiesOfTexts(t *testing.T) {
	var from, c String
	for row, text := range []string{"a", "b", "a", "c"} {
		from.Set(row, text)
	}
	c.SetFrom(0, &from, 1)
	c.SetFrom(1, &from, 0)
	c.SetFrom(2, &from, 2)
	if fmt.Sprint(c.dict, c.copied.places, c.copied.n) != "[b a] [2 1] 2" {
		t.Errorf("texts %q, places %d, %d of them from there", c.dict, c.copied.places, c.copied.n)
	}
	c.Set(3, "c")
	c.SetFrom(4, &from, 3)
	if fmt.Sprint(c.dict, c.copied.places) != "[b a c] [2 1 3]" || c.At(4) != "c" {
		t.Errorf("texts %q, places %d", c.dict, c.copied.places)
	}
	var other String
	other.Set(0, "b")
	c.SetFrom(5, &other, 0)
	if c.copied.from != &other || fmt.Sprint(c.dict) != "[b a c]" || c.At(5) != "b" {
		t.Errorf("texts %q after another column", c.dict)
	}
	c.SetFrom(6, &other, 9) // null
	if _, ok := c.Get(6); ok {
		t.Error("null was copied as a text")
	}
}

// An index holds each text once, at its first place, and has free slots whatever is added.
func TestTextIndex(t *testing.T) {
	x := indexOf([]string{"a", "b", "a", "c"})
	dict := []string{"a", "b", "a", "c"}
	for text, want := range map[string]int32{"a": 0, "b": 1, "c": 3, "d": -1, "": -1} {
		if got := x.find(dict, text, hashOf(text)); got != want {
			t.Errorf("%q is at %d, want %d", text, got, want)
		}
	}
	if x.taken != 3 || len(x.slots) != 32 {
		t.Errorf("%d of %d slots are taken", x.taken, len(x.slots))
	}
	// At most three quarters are taken: 24 of 32, then 48 of 64.
	for n, want := range map[int]int{24: 32, 25: 64, 48: 64, 49: 128} {
		var x textIndex
		x.grow(0)
		for i := range n {
			x.add(hashOf(fmt.Sprint(i)), int32(i))
		}
		if len(x.slots) != want || x.taken != n {
			t.Errorf("%d texts: %d of %d slots are taken, want %d", n, x.taken, len(x.slots), want)
		}
	}
	for n, want := range map[int]int{23: 32, 24: 64, 100: 256} {
		var x textIndex
		x.grow(0)
		if x.room(n); len(x.slots) != want {
			t.Errorf("room for %d: %d slots, want %d", n, len(x.slots), want)
		}
	}
}

// A run of a hybrid encoding is a number again and again, or groups of eight packed ones; what
// breaks off is an error, and nothing of it is given.
func TestNextRun(t *testing.T) {
	for name, c := range map[string]struct {
		b      []byte
		bits   uint
		most   int
		n      int
		same   uint32
		packed int // bytes
		rest   int
	}{
		"repeated":           {[]byte{5 << 1, 9, 1}, 8, 100, 5, 9, 0, 1},
		"repeated, cut":      {[]byte{5 << 1, 9}, 8, 3, 3, 9, 0, 0},
		"repeated, 9 bits":   {[]byte{1 << 1, 1, 1}, 9, 1, 1, 257, 0, 0},
		"repeated, 8 bits":   {[]byte{1 << 1, 1, 1}, 8, 1, 1, 1, 0, 1},
		"packed":             {[]byte{3, 1, 2, 7}, 2, 100, 8, 0, 2, 1},
		"packed, cut":        {[]byte{3, 1, 2}, 2, 4, 4, 0, 2, 0},
		"packed, half there": {[]byte{3, 1}, 2, 4, 4, 0, 1, 0},
		"packed, too short":  {[]byte{3, 1}, 2, 5, 0, 0, 0, 0},
		"no run":             {[]byte{0, 7}, 8, 5, 0, 0, 0, 1},
		"no number":          {[]byte{2}, 8, 5, 0, 0, 0, 0},
		"nothing":            {nil, 8, 5, 0, 0, 0, 0},
	} {
		r := &runs{b: c.b, bits: c.bits}
		n, at, packed, err := r.next(c.most)
		if n != c.n || at != 0 || r.same != c.same || len(packed) != c.packed || len(r.b) != c.rest || (err == nil) != (c.n > 0) {
			t.Errorf("%s: %d numbers, %d, %d bytes packed, %d left, %v", name, n, r.same, len(packed), len(r.b), err)
		}
	}
}

// A column of texts is as wide as the places of its dictionary need: 128 texts are places up to 127,
// which one byte holds.
func TestWidthOfJoinedTexts(t *testing.T) {
	for n, want := range map[int]int{1: 1, 127: 1, 128: 1, 129: 2, 32_768: 2, 32_769: 4} {
		var from, into, adopted String
		for row := range n {
			from.Set(row, fmt.Sprint("text ", row))
		}
		into.join(&from, span{0, n}, nil, target{at: 0, all: n})
		adopted.adopt(&from, span{0, n})
		adopted.join(&from, span{0, n}, nil, target{at: 0, all: n})
		for name, c := range map[string]*String{"joined": &into, "adopted": &adopted} {
			if got := 1 << c.log; got != want || c.At(n-1) != fmt.Sprint("text ", n-1) || len(c.dict) != n {
				t.Errorf("%d texts, %s: %d bytes a row, want %d; the last is %s", n, name, got, want, c.At(n-1))
			}
		}
	}
}
