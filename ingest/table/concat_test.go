package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/unit/tier"
)

// Files that are put one behind the other hold the rows of all of them, in their order.
func TestConcat(t *testing.T) {
	at := time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)
	events := func(run string, n int) Named {
		s := &Set{}
		for i := range n {
			row := s.Events.Add(Place{Source: i, Line: int64(i)})
			s.Events.Run.Set(row, run)
			s.Events.Text.SetText(row, fmt.Sprint("text ", i%7))
			if i%3 > 0 {
				s.Events.At.Set(row, at.Add(time.Duration(i)*time.Second))
			}
		}
		return Named{"events", "", &s.Events}
	}
	want, parts := events("", 0), [][]byte(nil)
	for i, n := range []int{1, 5, 3000, 2} { // the third is compressed
		part := events(fmt.Sprint("run ", i), n)
		b, err := part.Encode()
		if err != nil {
			t.Fatal(err)
		}
		part.CopyTo(want)
		parts = append(parts, b)
	}
	all, err := Concat(parts)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := Empty("events")
	if err := got.Read(all); err != nil {
		t.Fatal(err)
	}
	if got.Len() != 3008 || got.Digest() != want.Digest() {
		t.Errorf("%d rows, other than the %d of the parts", got.Len(), want.Len())
	}
	twice, err := Concat([][]byte{all, parts[0]})
	if err != nil {
		t.Fatal(err)
	}
	events("run 0", 1).CopyTo(want)
	got, _ = Empty("events")
	if err := got.Read(twice); err != nil || got.Digest() != want.Digest() {
		t.Errorf("put together twice: %d rows, %v", got.Len(), err)
	}
}

func TestConcatRefuses(t *testing.T) {
	s := &Set{}
	s.Runs.Key.Set(s.Runs.Add(Place{}), "a")
	runs, err := (Named{"runs", "", &s.Runs}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	s.Steps.Run.Set(s.Steps.Add(Place{}), "a")
	steps, err := (Named{"steps", "", &s.Steps}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	deep := append([]byte(magic), bytes.Repeat([]byte{0x1c}, 1000)...) // a structure in a structure in a structure
	deep = append(binary.LittleEndian.AppendUint32(deep, 1000), magic...)
	for name, parts := range map[string][][]byte{
		"a footer of no end": {deep},
		"none":               nil,
		"nothing":            {runs, nil},
		"of another table":   {runs, steps},
		"cut at the front":   {runs[len(runs)/2:]},
		"cut off":            {runs[:len(runs)-9]},
		"a damaged footer":   {append(append([]byte{}, runs[:len(runs)-40]...), runs[len(runs)-20:]...)},
	} {
		if b, err := Concat(parts); err == nil {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
}

// Parts of long values that are packed to little are put together as far as Read takes the whole:
// it has room for a mebibyte and 64 times its length.
func TestConcatOfPackedParts(t *testing.T) {
	logs := &Logs{}
	logs.Records.Set(logs.Add(Place{Line: 1}), make([]byte, 450_000))
	part, err := logs.Named().Encode()
	if err != nil || len(part) > 10_000 {
		t.Fatalf("a part of %d bytes, %v", len(part), err)
	}
	for n, good := range map[int]bool{1: true, 2: true, 6: false} {
		all, err := Concat(slices.Repeat([][]byte{part}, n))
		var got Logs
		read := got.Named().Read(all)
		if (err == nil) != good || !good && !errors.Is(err, ErrTooLarge) || (read == nil) != good || good && got.Len() != n {
			t.Errorf("%d parts: %v; %d rows, %v", n, err, got.Len(), read)
		}
	}
}

// Whatever byte of a footer is another, Concat returns.
func TestConcatOfDamagedFooters(t *testing.T) {
	tier.Seconds(t)
	s := &Set{}
	s.Runs.Key.Set(s.Runs.Add(Place{}), "a")
	whole, err := (Named{"runs", "", &s.Runs}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	from, err := footerAt(whole)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := from; at < len(whole); at++ {
		for _, flip := range []byte{1, 0x80, 0xff} {
			part := bytes.Clone(whole)
			part[at] ^= flip
			if _, err := Concat([][]byte{part, part}); err != nil {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// A field of the footer that this program does not know, as a truth value, is kept.
func TestConcatOfFootersWithMore(t *testing.T) {
	runs := &Runs{}
	runs.Key.Set(runs.Add(Place{}), "a")
	part, err := Named{"runs", "", runs}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	from, err := footerAt(part)
	if err != nil {
		t.Fatal(err)
	}
	more := append(bytes.Clone(part[:len(part)-footerTail-1]), 0x91, 0) // nine ids on, true; the end
	more = append(binary.LittleEndian.AppendUint32(more, uint32(len(more)-from)), magic...)
	all, err := Concat([][]byte{more, part, more})
	if err != nil || bytes.Count(all, []byte{0x91, 0}) < 1 {
		t.Fatalf("%d bytes, %v", len(all), err)
	}
	var got Runs
	if err := (Named{"runs", "", &got}).Read(all); err != nil || got.Len() != 3 || got.Key.At(2) != "a" {
		t.Errorf("%d rows, %v", got.Len(), err)
	}
}

// number is a field of 64 bits of a footer, and the id of the one before it is 0.
func number(w *thriftWriter, id, v int64) {
	w.field(id, thriftInt64)
	w.integer(v)
}

// fieldsOf tells the fields of a structure: id:number, or id{…} for a structure or a list of some.
func fieldsOf(w *thriftWalker) string {
	var all []string
	w.fields(func(id int64, of thriftType) {
		switch of {
		case thriftStruct:
			all = append(all, fmt.Sprintf("%d{%s}", id, fieldsOf(w)))
		case thriftList:
			_, n := w.list()
			for range n {
				all = append(all, fmt.Sprintf("%d{%s}", id, fieldsOf(w)))
			}
		default:
			all = append(all, fmt.Sprint(id, ":", w.integer()))
		}
	})
	return strings.Join(all, " ")
}

// A group of rows that moves by 1000 bytes says so of its columns and pages. Its number and where
// indexes of its pages lie are left out: they are of another file. Ids are those of parquet.thrift.
func TestFooterOfAGroupThatMoves(t *testing.T) {
	for _, c := range []struct {
		name                   string
		data, dict, compressed int64
		want                   string // "": it is refused
	}{
		{"a dictionary", 110, 100, 40, "9:1110 11:1100"},
		{"a dictionary at the end", 100, 110, 40, "9:1100 11:1110"},
		{"none", 100, 0, 40, "9:1100 11:0"},
		{"up to the end", 100, 0, 200, "9:1100 11:0"},
		{"at the beginning", 4, 0, 296, "9:1004 11:0"},
		{"nothing", 300, 0, 0, "9:1300 11:0"},
		{"beyond the end", 100, 0, 201, ""},
		{"a dictionary up to the end", 110, 100, 200, "9:1110 11:1100"},
		{"a dictionary behind values", 110, 120, 191, ""},
		{"before the beginning", 3, 0, 40, ""},
		{"less than nothing", 100, 0, -1, ""},
		{"behind the end", 301, 0, 0, ""},
	} {
		var w thriftWriter
		w.inside(func() {
			w.field(groupColumns, thriftList)
			w.list(1)
			w.inside(func() {
				number(&w, columnOffset, 100)
				w.field(columnMeta, thriftStruct)
				w.inside(func() {
					for _, f := range [][2]int64{{1, 77}, {metaValues, 5}, {metaUncompressed, 50}, {metaCompressed, c.compressed},
						{metaData, c.data}, {metaIndex, 120}, {metaDictionary, c.dict}, {metaBloom, 130}, {15, 9}, {16, 8}} {
						number(&w, f[0], f[1])
					}
				})
				for id := int64(4); id < 9; id++ {
					number(&w, id, 10*id)
				}
			})
			for _, f := range [][2]int64{{2, 50}, {3, 5}, {groupOffset, 100}, {6, 40}, {groupOrdinal, 3}, {8, 1}} {
				number(&w, f[0], f[1])
			}
		})
		var sum footerSum
		got := ""
		err := walk(func() { sum.groups.inside(func() { sum.group(&thriftWalker{b: w.b}, 1000, 300) }) })
		if err == nil {
			got = fieldsOf(&thriftWalker{b: sum.groups.b})
		}
		want := ""
		if c.want != "" {
			want = fmt.Sprintf("1{2:1100 3{1:77 5:5 6:50 7:%d %s 15:9 16:8} 8:80} 2:50 3:5 5:1100 6:40 8:1",
				c.compressed, c.want)
		}
		if got != want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, want)
		}
		if want != "" && sum.holds != 3*50+8*5 {
			t.Errorf("%s: it may need %d bytes, want 190", c.name, sum.holds)
		}
	}
}
