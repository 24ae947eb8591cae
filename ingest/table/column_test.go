package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow/array"
)

// A value is there where it was set and nowhere else, whatever the order and the gaps.
func TestCells(t *testing.T) {
	for _, rows := range [][]int{{0}, {0, 1, 2}, {7}, {8}, {3, 1, 2}, {15, 16}, {0, 31}, {5, 5}} {
		var c Int
		for i, row := range rows {
			c.Set(row, int64(100+i))
		}
		for row := range 40 {
			want, given := int64(0), false
			for i, r := range rows {
				if r == row {
					want, given = int64(100+i), true
				}
			}
			if v, ok := c.Get(row); v != want || ok != given || c.At(row) != want {
				t.Errorf("%v: row %d is %d, %v", rows, row, v, ok)
			}
		}
		highest := slices.Max(rows) + 1
		if n := nulls(c.valid, highest); n != highest-len(slices.Compact(slices.Sorted(slices.Values(rows)))) {
			t.Errorf("%v: %d nulls of %d", rows, n, highest)
		}
		if b := c.valid.grown(highest); len(b) != (highest+7)/8 {
			t.Errorf("%v: %d bytes for %d rows", rows, len(b), highest)
		}
		c.valid.clear(rows[0])
		if _, ok := c.Get(rows[0]); ok {
			t.Errorf("%v: row %d is there after it was taken out", rows, rows[0])
		}
		c.valid.clear(1000)
	}
}

// Texts are stored once each, however many there are, and what is no text is made one.
func TestTexts(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 100} {
		var c, from String
		for i := range 3 * n {
			c.Set(i, fmt.Sprint("text ", i%n))
		}
		for i := range 3 * n {
			if got := c.At(i); got != fmt.Sprint("text ", i%n) {
				t.Fatalf("%d texts: row %d is %q", n, i, got)
			}
		}
		if len(c.dict) != n {
			t.Errorf("%d texts are stored %d times", n, len(c.dict))
		}
		from.SetFrom(0, &c, n-1)
		from.SetFrom(1, &c, 1000)
		from.SetText(2, "")
		from.Set(3, "")
		var got []string
		for row := range 4 {
			text, ok := from.Get(row)
			got = append(got, fmt.Sprint(text, " ", ok))
		}
		if want := []string{fmt.Sprint("text ", n-1, " true"), " false", " false", " true"}; !slices.Equal(got, want) {
			t.Errorf("%d texts: %q", n, got)
		}
		c.Set(0, "a\xffb")
		c.Set(1, "a\uFFFDb")
		if c.At(0) != "a\uFFFDb" || len(c.dict) != n+1 {
			t.Errorf("%d texts: %q, %d texts", n, c.At(0), len(c.dict))
		}
	}
	var s Strings
	list := []string{"a", "b\xff"}
	s.Set(0, list)
	s.Set(1, []string{})
	s.Set(2, nil)
	if got := s.At(0); got[1] != "b\uFFFD" || list[1] != "b\xff" {
		t.Errorf("%q, and what it was made of: %q", got, list)
	}
	if _, ok := s.Get(1); !ok {
		t.Error("an empty list is none")
	}
	if _, ok := s.Get(2); ok {
		t.Error("none is a list")
	}
	var f Float
	zero := 0.0
	for i, v := range []float64{1, 1 / zero, -1 / zero, zero / zero, 0} {
		f.Set(i, v)
	}
	for i, want := range []bool{true, false, false, false, true} {
		if _, ok := f.Get(i); ok != want {
			t.Errorf("number %d is there: %v", i, ok)
		}
	}
}

// Columns are the same in arrow, with their nulls.
func TestArrays(t *testing.T) {
	var i Int
	var f Float
	var b Bool
	var at Time
	var list Strings
	var text String
	var raw Bytes
	when := time.Date(2026, 5, 1, 10, 0, 0, 5000, time.UTC)
	for _, row := range []int{0, 2, 9} {
		i.Set(row, int64(row))
		f.Set(row, float64(row)/2)
		b.Set(row, row == 2)
		at.Set(row, when)
		list.Set(row, []string{"a", fmt.Sprint(row)})
		text.Set(row, fmt.Sprint("t", row))
		raw.Set(row, []byte{byte(row)})
	}
	for name, c := range map[string]struct {
		column column
		want   string
	}{
		"Int": {&i, "0,-,2,-,-,-,-,-,-,9"}, "Float": {&f, "0,-,1,-,-,-,-,-,-,4.5"}, "Bool": {&b, "false,-,true,-,-,-,-,-,-,false"}, "Time": {&at, "2026-05-01 10:00:00.000005Z,-,2026-05-01 10:00:00.000005Z,-,-,-,-,-,-,2026-05-01 10:00:00.000005Z"},
		"Strings": {&list, `["a","0"],-,["a","2"],-,-,-,-,-,-,["a","9"]`}, "Bytes": {&raw, "AA==,-,Ag==,-,-,-,-,-,-,CQ=="},
	} {
		a := c.column.array()
		var got []string
		for row := range a.Len() {
			if a.IsNull(row) {
				got = append(got, "-")
				continue
			}
			got = append(got, a.ValueStr(row))
		}
		if strings.Join(got, ",") != c.want || a.NullN() != 7 {
			t.Errorf("%s: %s with %d nulls", name, strings.Join(got, ","), a.NullN())
		}
	}
	a := text.array().(*array.Dictionary)
	words := a.Dictionary().(*array.String)
	for row := range 10 {
		want, given := text.Get(row)
		if a.IsNull(row) == given || given && words.Value(a.GetValueIndex(row)) != want {
			t.Errorf("text %d is another one", row)
		}
	}
	if a.NullN() != 7 || a.Len() != 10 {
		t.Errorf("%d texts with %d nulls", a.Len(), a.NullN())
	}
}

// The rows that are picked are those of the other table, and the digest is that of its values.
func TestPicking(t *testing.T) {
	s := &Set{}
	day := func(d int) time.Time { return time.Date(2026, 5, d, 0, 0, 0, 0, time.UTC) }
	for i := range 5 {
		row := s.Runs.Add(Place{Source: i % 2, Line: int64(i)})
		if i != 3 {
			s.Runs.Key.Set(row, fmt.Sprint("k", i))
			s.Runs.StartedAt.Set(row, day(10-i))
			s.Runs.TotalSteps.Set(row, int64(i))
			s.Runs.Files.Set(row, []string{fmt.Sprint("f", i)})
			s.Runs.Snapshots.Set(row, i == 2)
			s.Runs.DurationS.Set(row, float64(i))
		}
	}
	s.Runs.EndedAt.Set(4, day(20))
	runs := s.Tables()[slices.IndexFunc(s.Tables(), func(n Named) bool { return n.Name == "runs" })]
	first, last := runs.Span()
	if !first.Equal(day(6)) || !last.Equal(day(20)) {
		t.Errorf("from %v to %v", first, last)
	}
	picked := runs.Pick([]int{4, 3, 0})
	p := picked.table.(*Runs)
	if p.Len() != 3 || p.Key.At(0) != "k4" || p.Key.At(2) != "k0" || p.TotalSteps.At(0) != 4 || p.Files.At(0)[0] != "f4" || p.DurationS.At(0) != 4 || p.Snapshots.Is(0) {
		t.Errorf("%d rows: %q, %q", p.Len(), p.Key.At(0), p.Key.At(2))
	}
	if _, ok := p.Key.Get(1); ok {
		t.Error("a row without a key has one")
	}
	if got := runs.RowsOf(func(source int64) bool { return source == 1 }); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("rows of a source: %v", got)
	}
	again := picked.Pick([]int{0, 1, 2})
	if again.Digest() != picked.Digest() || picked.Digest() == runs.Digest() || runs.Pick([]int{0, 3, 4}).Digest() == picked.Digest() {
		t.Error("a digest is not that of the values in their order")
	}
	empty := runs.Pick(nil)
	if first, last := empty.Span(); empty.Len() != 0 || !first.IsZero() || !last.IsZero() {
		t.Errorf("nothing: %d rows from %v to %v", empty.Len(), first, last)
	}
	// Each value is part of the digest.
	for name, change := range map[string]func(*Runs){
		"a text": func(r *Runs) { r.Key.Set(0, "x") }, "a number": func(r *Runs) { r.TotalSteps.Set(0, 7) }, "a time": func(r *Runs) { r.StartedAt.Set(0, day(1)) }, "a list": func(r *Runs) { r.Files.Set(0, []string{"f", "4"}) },
		"a truth value": func(r *Runs) { r.Snapshots.Set(0, true) }, "a fraction": func(r *Runs) { r.DurationS.Set(0, 4.5) }, "what was not given": func(r *Runs) { r.Key.Set(1, "") },
	} {
		other := runs.Pick([]int{4, 3, 0})
		if change(other.table.(*Runs)); other.Digest() == picked.Digest() {
			t.Errorf("%s is no part of the digest", name)
		}
	}
}
