package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A footer counts rows and groups by their fields alone: a number under another id, or a field of that
// id and another type, is kept as the first part has it.
func TestFooterOfOtherFields(t *testing.T) {
	footer := func(rows int64, rowsOf thriftType, more int64) []byte {
		var w thriftWriter
		w.inside(func() {
			number(&w, 1, 2)
			w.field(fileSchema, thriftBinary)
			w.b = append(w.b, 1, 's')
			w.field(fileRows, rowsOf)
			w.integer(rows)
			w.field(fileGroups, thriftList)
			w.list(2)
			w.b = append(w.b, 0, 0) // two groups without a field
			number(&w, 9, more)
		})
		return w.b
	}
	for _, c := range []struct {
		of   thriftType
		want int64 // rows
	}{{thriftInt64, 12}, {thriftInt32, 0}} {
		var s footerSum
		err := walk(func() { s.add(footer(5, c.of, 100), 0, 300); s.add(footer(7, c.of, 200), 1000, 300) })
		if err != nil || s.rows != c.want || s.count != 4 || len(s.fields) != 5 {
			t.Errorf("%d rows in %d groups, %d fields, %v; want %d in 4", s.rows, s.count, len(s.fields), err, c.want)
		}
		last := s.fields[len(s.fields)-1]
		if last.id != 9 || !bytes.Equal(last.value, []byte{200, 1}) { // 100 in zigzag
			t.Errorf("the field %d is %x", last.id, last.value)
		}
	}
	other := bytes.Replace(footer(5, thriftInt64, 1), []byte{1, 's'}, []byte{1, 't'}, 1)
	var s footerSum
	err := walk(func() { s.add(footer(5, thriftInt64, 1), 0, 300); s.add(other, 0, 300) })
	if err == nil || !strings.Contains(err.Error(), "the columns are those of another table") {
		t.Errorf("another schema: %v", err)
	}
	var none thriftWriter
	none.inside(func() { number(&none, fileRows, 5) })
	if err := walk(func() { new(footerSum).add(none.b, 0, 300) }); err == nil {
		t.Error("a footer without a schema is taken")
	}
}

// Where the footer of a part begins, by its length, which may be all of it.
func TestBeginOfAFooter(t *testing.T) {
	for _, c := range []struct {
		part string
		want int // -1: an error
	}{
		{"PAR1" + "ab" + "\x02\x00\x00\x00PAR1", 4}, {"PAR1" + "abc" + "\x02\x00\x00\x00PAR1", 5},
		{"PAR1" + "\x00\x00\x00\x00PAR1", 4}, {"PAR1" + "ab" + "\x03\x00\x00\x00PAR1", -1},
		{"PAR1\x00\x00\x00PAR1", -1},
		{"PAR2" + "ab" + "\x02\x00\x00\x00PAR1", -1}, {"PAR1" + "ab" + "\x02\x00\x00\x00PAR2", -1}, {"", -1},
		{"PAR1" + "ab" + "\xff\xff\xff\xffPAR1", -1},
	} {
		got, err := footerAt([]byte(c.part))
		if err != nil {
			got = -1
		}
		if got != c.want {
			t.Errorf("%q: at %d, %v; want %d", c.part, got, err, c.want)
		}
	}
	if _, err := Concat(nil); err == nil {
		t.Error("no part is one")
	}
	for size, want := range map[int64]int64{0: 1 << 20, 1: 1<<20 + 64, 1 << 20: 65 << 20, 1 << 40: 1 << 30} {
		if got := Room(size); got != want {
			t.Errorf("a part of %d bytes may hold %d, want %d", size, got, want)
		}
	}
}

// Texts are rewritten where they are loud, and what becomes the same key is told apart, in the order
// in which it was met.
func TestRewritingOfTexts(t *testing.T) {
	var before heard
	asked := 0
	quiet := func(text string) bool { asked++; return strings.HasPrefix(text, "q") }
	first := before.loud([]string{"qa", "b", "qc", "d"}, quiet)
	if !slices.Equal(first.isLoud, []bool{false, true, false, true}) || asked != 4 {
		t.Errorf("loud %v, asked %d times", first.isLoud, asked)
	}
	// Texts that come in the same order, with a few of them missing, are not asked for again.
	second := first.loud([]string{"qa", "qc", "d", "e"}, quiet)
	if !slices.Equal(second.isLoud, []bool{false, false, true, true}) || asked != 5 {
		t.Errorf("loud %v, asked %d times, want 5", second.isLoud, asked)
	}
	many := heard{all: strings.Fields("a b c d e f g h i j"), isLoud: make([]bool, 10)}
	for text, want := range map[string]int{"h": 0, "i": 1} { // the eighth is looked at, and none behind it
		asked = 0
		if many.loud([]string{text}, quiet); asked != want {
			t.Errorf("%s: asked %d times, want %d", text, asked, want)
		}
	}
	o := oneToOne{
		f:           func(s string) string { return strings.TrimRight(s, "0123456789") },
		distinguish: func(s string, n int) string { return fmt.Sprint(s, "#", n) },
		count:       map[string]int{},
	}
	for _, c := range [][2]string{{"a1", "a"}, {"a2", "a#2"}, {"a", "a#3"}, {"a1", "a"}, {"b", "b"}, {"b7", "b#2"}} {
		if got := o.change(c[0]); got != c[1] {
			t.Errorf("%s becomes %s, want %s", c[0], got, c[1])
		}
	}
}

// A duration is long above the limit, not at it, and only in rows behind the mark. Those that are dropped are
// told. The keys of a part are those of its rows, each once.
func TestLongDurations(t *testing.T) {
	s := &Set{}
	for i, run := range []string{"a", "a", "b"} {
		row := s.Steps.Add(Place{Line: int64(i + 1)})
		s.Steps.Run.Set(row, run)
		s.Steps.DurationS.Set(row, float64(10*(i+1)))
	}
	for limit, want := range map[float64]bool{30: false, 29: true, 9: true} {
		if got := s.Longer(limit, Marks{}); got != want {
			t.Errorf("longer than %g s: %v", limit, got)
		}
	}
	at := s.Marks()
	if s.Longer(1, at) {
		t.Error("rows before the mark are looked at")
	}
	s.Steps.DurationS.Set(s.Steps.Add(Place{}), 5)
	if !s.Longer(4, at) || s.Longer(5, at) {
		t.Error("a row behind the mark is not looked at, or 5 s are longer than 5 s")
	}
	var reported []string
	s.DropLonger(15, Marks{}, func(column, run string, at Place, seconds float64) {
		reported = append(reported, fmt.Sprint(column, " ", run, " ", at.Line, " ", seconds))
	})
	if want := []string{"duration_s a 2 20", "duration_s b 3 30"}; !slices.Equal(reported, want) || s.Longer(15, Marks{}) {
		t.Errorf("dropped %q, want %q", reported, want)
	}
	if v, ok := s.Steps.DurationS.Get(0); !ok || v != 10 {
		t.Errorf("the first duration is %v, %v", v, ok)
	}
	part := Part{Set: s, To: s.Marks()}
	if keys := part.Keys(); !slices.Equal(keys, []string{"a", "b"}) {
		t.Errorf("keys %q", keys)
	}
}
