package table

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// part fills a set with rows whose columns are given now and then.
func part(name string, rows int) *Set {
	s := &Set{}
	for i := range rows {
		e := &s.Events
		row := e.Add(Place{Source: i, Line: int64(i % 3)})
		e.Run.Set(row, name)
		if i%2 == 0 {
			e.Text.Set(row, fmt.Sprint(name, i%5))
		}
		if i%7 == 6 {
			e.At.Set(row, time.Unix(int64(i), 0))
		}
	}
	return s
}

// rowsOf tells the rows of events one by one.
func rowsOf(sets ...*Set) []string {
	var out []string
	for _, s := range sets {
		e := &s.Events
		for row := range e.Len() {
			text, given := e.Text.Get(row)
			out = append(out, fmt.Sprint(e.Place(row), e.Run.At(row), text, given, e.At.At(row).Unix()))
		}
	}
	return out
}

func TestJoinKeepsEveryRow(t *testing.T) {
	for first := range 20 {
		for second := range 20 {
			parts := []*Set{part("a", first), part("b", second), {}, part("c", 9)}
			atOnce, oneByOne := &Set{}, &Set{}
			atOnce.Join(parts...)
			for _, p := range parts {
				oneByOne.Join(p)
			}
			want := rowsOf(parts...)
			for name, s := range map[string]*Set{"at once": atOnce, "one by one": oneByOne} {
				if diff := cmp.Diff(want, rowsOf(s)); diff != "" {
					t.Fatalf("%d and %d rows, joined %s:\n%s", first, second, name, diff)
				}
			}
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	var parts []*Set
	for i := range 50 {
		parts = append(parts, part(fmt.Sprint("run ", i), 2000))
	}
	b.ReportAllocs()
	for b.Loop() {
		var s Set
		s.Join(parts...)
		if s.Events.Len() != 50*2000 {
			b.Fatal(s.Events.Len())
		}
	}
}
