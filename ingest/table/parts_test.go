package table

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Parts of sets are joined in any order, to the rows that they would have by themselves.
func TestJoinPartsKeepsTheirRows(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		sets := make([]*Set, 1+rnd.IntN(3))
		var parts []Part
		for i := range sets {
			s := &Set{}
			sets[i] = s
			for range rnd.IntN(12) {
				from := s.Marks()
				s.Join(part(fmt.Sprint("run ", i), rnd.IntN(20)))
				parts = append(parts, Part{Set: s, From: from, To: s.Marks()})
			}
		}
		rnd.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var want []string
		var merged []Part
		for _, p := range parts {
			all := rowsOf(p.Set)
			want = append(want, all[p.From[len(p.From)-1]:p.To[len(p.To)-1]]...)
			merged = Append(merged, p)
		}
		for name, join := range map[string]func(*Set){
			"one by one": func(s *Set) {
				for _, p := range parts {
					s.JoinParts([]Part{p})
				}
			},
			"at once": func(s *Set) { s.JoinParts(merged) },
		} {
			got := &Set{}
			join(got)
			if diff := cmp.Diff(want, rowsOf(got)); diff != "" {
				t.Fatalf("round %d, joined %s:\n%s", round, name, diff)
			}
		}
		taken := &Set{}
		taken.TakeParts(merged)
		if diff := cmp.Diff(want, rowsOf(taken)); diff != "" {
			t.Fatalf("round %d, taken:\n%s", round, diff)
		}
	}
}

func TestJoinPartsRenamesRuns(t *testing.T) {
	s := part("a", 3)
	s.Join(part("b", 2))
	got := &Set{}
	got.JoinParts([]Part{{Set: s, To: s.Marks(), Renamed: map[string]string{"b": "b#2", "b0": "never: a text is no key"}}})
	want := &Set{}
	want.Join(part("a", 3))
	want.Join(part("b", 2))
	for row := range want.Events.Len() {
		key := want.Events.Run.At(row)
		if key == "b" {
			key = "b#2"
		}
		if got := got.Events.Run.At(row); got != key {
			t.Errorf("row %d is of %s, want %s", row, got, key)
		}
		if got, want := got.Events.Text.At(row), want.Events.Text.At(row); got != want {
			t.Errorf("row %d says %q, want %q", row, got, want)
		}
	}
}
