package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A column with very many texts has each of them once, in the order of rows, also after its
// dictionary was rewritten and when another column with the same texts takes it over.
func TestManyTextsStandOnce(t *testing.T) {
	const n = 5000
	s := &Set{}
	for i := range 3 * n {
		row := s.Steps.Add(Place{})
		s.Steps.Step.Set(row, fmt.Sprint("step ", i%n))
		s.Steps.StableStep.SetFrom(row, &s.Steps.Step, row)
		if i == n {
			s.Rewrite(func(text string) string { return "a " + text }, func(text string, n int) string { return fmt.Sprint(text, n) })
		}
	}
	want := func(t *testing.T, c *String, texts int) {
		t.Helper()
		if len(c.dict) != texts {
			t.Fatalf("%d texts in the dictionary, want %d", len(c.dict), texts)
		}
		for row := range 3 * n {
			text := fmt.Sprint("step ", row%n)
			if row <= n {
				text = "a " + text
			}
			if got := c.At(row); got != text {
				t.Fatalf("row %d: %q, want %q", row, got, text)
			}
		}
	}
	want(t, &s.Steps.Step, 2*n)
	want(t, &s.Steps.StableStep, 2*n)

	whole, again := &Set{}, &Set{}
	again.Join(s) // as texts are looked up
	whole.TakeParts([]Part{s.Whole()})
	want(t, &again.Steps.Step, 2*n)
	want(t, &whole.Steps.Step, 2*n)
	if i := whole.Steps.Step.intern("a step 7", true); i != 7 {
		t.Errorf("a text of the dictionary is at %d", i)
	}
	if i := whole.Steps.Step.intern("another", true); int(i) != 2*n {
		t.Errorf("a new text is at %d", i)
	}
}

// A dictionary with texts that no row has, or in another order, is not taken over.
func TestDictionaryOfOtherRowsIsNotTaken(t *testing.T) {
	s := &Set{}
	for _, text := range []string{"gone", "b", "a"} {
		s.Steps.Step.Set(s.Steps.Add(Place{}), text)
	}
	s.Steps.Step.Set(0, "a")
	into := &Set{}
	into.TakeParts([]Part{s.Whole()})
	if got := fmt.Sprint(into.Steps.Step.dict); got != "[a b]" {
		t.Errorf("the dictionary is %s, want [a b]", got)
	}
}

// Names that differ in one byte only, wherever it is, have different hashes.
func TestHashesOfShortTexts(t *testing.T) {
	hashes, n := map[uint32]bool{}, 0
	for length := range 24 {
		for at := range length {
			for c := range 64 {
				text := []byte("abcdefghijklmnopqrstuvwx"[:length])
				text[at] = byte('0' + c)
				if c == 'a'-'0'+at {
					continue // the same one for each place
				}
				hashes[hashOf(string(text))] = true
				n++
			}
		}
	}
	if len(hashes) < n-n/500 {
		t.Errorf("%d texts have %d hashes", n, len(hashes))
	}
}

// A text is at the first of its places in the dictionary, whatever was set before it: also where the one behind the
// text that was set last is the same, which became so by a change.
func TestFirstOfEqualTexts(t *testing.T) {
	upper := func(text string) string { return strings.ToUpper(text) }
	for _, more := range []int{0, 100} { // looked through, and looked up
		var c, of, adopted String
		for row, text := range []string{"B", "a", "b", "c"} {
			c.Set(row, text)
		}
		for row := range more {
			c.Set(4+row, fmt.Sprint(row))
		}
		c.rewrite(nil, upper) // B, A, B, C
		of = c
		adopted.adopt(&of, span{0, of.size()})
		for name, c := range map[string]*String{"changed": &c, "adopted": &adopted} {
			for _, x := range []struct {
				text string
				at   int32
			}{{"A", 1}, {"B", 0}, {"A", 1}, {"C", 3}, {"B", 0}} {
				if at := c.intern(x.text, true); at != x.at {
					t.Errorf("%s, %d more: %s is at %d, want %d", name, more, x.text, at, x.at)
				}
			}
		}
	}
}

// The texts of a column without equal ones are where they were set first, in any order.
func TestTextsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 100 {
		var c String
		first := map[string]int32{}
		next, texts := 0, 1+r.IntN(2+round)
		for range 300 {
			if next = (next + 1) % texts; r.IntN(4) == 0 {
				next = r.IntN(texts)
			}
			text := fmt.Sprint("text ", next)
			if _, known := first[text]; !known {
				first[text] = int32(len(first))
			}
			if at := c.intern(text, true); at != first[text] {
				t.Fatalf("%s is at %d, want %d", text, at, first[text])
			}
		}
	}
}
