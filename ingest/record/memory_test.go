package record

import (
	"fmt"
	"strings"
	"testing"
)

// The texts of a file keep what they say, whatever texts follow: short ones, which are kept
// once, and long ones up to more than a block.
func TestTextsStay(t *testing.T) {
	m := &memory{}
	var kept, want []string
	for round := range 3 {
		for _, n := range []int{0, 1, 3, 4, 7, 8, maxSymbol, maxSymbol + 1, textBlock / 8, textBlock/8 + 1, textBlock + 1} {
			text := strings.Repeat(string(rune('a'+round)), n)
			kept, want = append(kept, m.symbol([]byte(text))), append(want, text)
		}
	}
	for i := range kept {
		if kept[i] != want[i] {
			t.Errorf("a text of %d bytes became one of %d", len(want[i]), len(kept[i]))
		}
	}
}

// A list has its records and no others, however many they are.
func TestListsOfRecords(t *testing.T) {
	for _, n := range []int{1, 128, 129, 1024, 1025, 3000} {
		m, given := &memory{}, make([]*Record, n)
		for i := range given {
			given[i] = &Record{Line: int64(i)}
		}
		list := m.list(given)
		clear(given) // the caller uses its list again
		other := m.list([]*Record{{Line: -1}})
		if len(list) != n || list[0].Line != 0 || list[n-1].Line != int64(n-1) || other[0].Line != -1 {
			t.Errorf("%d records became %d", n, len(list))
		}
	}
}

// A name is a kind of the format that is asked for, whatever formats and names were asked
// for before.
func TestKindsByName(t *testing.T) {
	a := &Format{Kinds: []*Kind{{Name: "run"}, {Name: "only a"}}}
	b := &Format{Kinds: []*Kind{{Name: "run"}}}
	m := &memory{}
	for range maxKinds + 2 {
		m.kind(a, fmt.Sprint("made up ", len(m.kinds)))
	}
	for _, c := range []struct {
		format *Format
		name   string
		want   *Kind
	}{{a, "run", a.Kinds[0]}, {a, "only a", a.Kinds[1]}, {b, "run", b.Kinds[0]}, {b, "only a", nil}, {a, "only a", a.Kinds[1]}, {a, "", nil}} {
		if got := m.kind(c.format, c.name); got != c.want {
			t.Errorf("%q: %v, want %v", c.name, got, c.want)
		}
		if len(m.kinds) > maxKinds {
			t.Errorf("%d names are remembered", len(m.kinds))
		}
	}
}
