package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A column that takes over texts of another has them as if each had been set, in the same
// dictionary, whatever else is set in between and whatever became of the other's texts.
func TestTextsOfAnotherColumn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		var from, other, got, want String
		var rows []string
		for row := range 200 {
			text := fmt.Sprint("name ", r.IntN(60))
			from.Set(row, text)
			switch n := r.IntN(100); {
			case n < round%3: // 0: no other way to set a text
				got.Set(row, text+"!")
				want.Set(row, text+"!")
				rows = append(rows, text+"!")
			case n < 2*(round%3):
				other.Set(row, text+"?")
				got.SetFrom(row, &other, row)
				want.Set(row, text+"?")
				rows = append(rows, text+"?")
			default:
				at := r.IntN(row + 1)
				got.SetFrom(row, &from, at)
				want.Set(row, from.At(at))
				rows = append(rows, from.At(at))
			}
			if r.IntN(200) == 0 {
				upper := func(text string) string { return strings.ToUpper(text) }
				for _, c := range []*String{&from, &other, &got, &want} {
					c.rewrite(nil, upper)
				}
				for i := range rows {
					rows[i] = strings.ToUpper(rows[i])
				}
			}
		}
		for row, text := range rows {
			if got.At(row) != text {
				t.Fatalf("round %d: row %d is %q, want %q", round, row, got.At(row), text)
			}
		}
		if !slices.Equal(got.dict, want.dict) {
			t.Fatalf("round %d: dictionary\n%q, want\n%q", round, got.dict, want.dict)
		}
		if got.joined(true); got.copied.from != nil {
			t.Error("a column that was given up knows where its texts were from")
		}
	}
}

// What is quiet is asked once for a text of columns of one order, and what is not is rewritten
// in each of them.
func TestQuietTextsAreAskedForOnce(t *testing.T) {
	s, asked := &Set{}, make(chan string, 1000)
	for i := range 50 {
		row := s.Steps.Add(Place{})
		word := "step"
		if i%7 == 0 {
			word = "loud"
		}
		s.Steps.Step.Set(row, fmt.Sprint(word, " ", i))
		s.Steps.StableStep.SetFrom(row, &s.Steps.Step, row)
		if i%5 > 0 { // not all of them have an attempt
			s.Attempts.Step.SetFrom(s.Attempts.Add(Place{}), &s.Steps.Step, row)
		}
	}
	var changed []string
	RewriteLoud(s, func(text string) bool {
		asked <- text
		return !strings.HasPrefix(text, "loud")
	}, func(text string) string {
		changed = append(changed, text)
		return "[" + text + "]"
	}, nil)
	if len(asked) != 50+8+6 { // those that are loud, 8 steps of which 6 have an attempt, are asked for again
		t.Errorf("%d questions, want 64", len(asked))
	}
	var want []string
	for i := range 3 * 50 {
		if n := i % 50; n%7 == 0 && (i < 100 || n%5 > 0) {
			want = append(want, fmt.Sprintf("loud %d", n))
		}
	}
	if !slices.Equal(changed, want) {
		t.Errorf("changed are %q, want %q", changed, want)
	}
	for row := range s.Attempts.Len() {
		if text := s.Attempts.Step.At(row); strings.HasPrefix(text, "loud") {
			t.Errorf("row %d of attempts is %q still", row, text)
		}
	}
}
