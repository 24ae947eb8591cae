package table

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// runsNamed is a set with a run of each subject.
func runsNamed(subjects ...string) *Set {
	s := &Set{}
	for i, name := range subjects {
		s.Runs.StableSubject.Set(s.Runs.Add(Place{Line: int64(i)}), name)
	}
	return s
}

// The runs of a part get a subject, and those of others keep theirs.
func TestNameSubject(t *testing.T) {
	for _, c := range []struct {
		from, to int32
		name     string
		changed  bool
		want     string
	}{{0, 3, "x", true, "[x x x]"}, {1, 2, "x", true, "[a x b]"}, {0, 2, "a", false, "[a a b]"}, {1, 3, "a", true, "[a a a]"}, {1, 1, "x", false, "[a a b]"}} {
		s := runsNamed("a", "a", "b")
		p := Part{Set: s}
		p.From[tableOfRuns], p.To[tableOfRuns] = c.from, c.to
		changed := p.NameSubject(c.name)
		var got []string
		for row := range s.Runs.Len() {
			got = append(got, s.Runs.StableSubject.At(row))
		}
		if fmt.Sprint(got) != c.want || changed != c.changed {
			t.Errorf("%d to %d are %s: %q, changed %v", c.from, c.to, c.name, got, changed)
		}
	}
}

// Parts of one set that follow each other are one, and all others stay apart.
func TestAppendingParts(t *testing.T) {
	a, b := runsNamed("a", "b", "c"), runsNamed("d")
	part := func(s *Set, from, to int32) Part {
		p := Part{Set: s}
		p.From[tableOfRuns], p.To[tableOfRuns] = from, to
		return p
	}
	for _, c := range []struct {
		parts []Part
		want  string
	}{
		{[]Part{part(a, 0, 1), part(a, 1, 3)}, "[0 3]"}, {[]Part{part(a, 0, 1), part(a, 2, 3)}, "[0 1][2 3]"}, {[]Part{part(a, 0, 1), part(b, 1, 1)}, "[0 1][1 1]"}, {[]Part{part(a, 0, 1), part(a, 1, 2), part(a, 2, 3), part(b, 0, 1)}, "[0 3][0 1]"},
	} {
		var parts []Part
		for _, p := range c.parts {
			parts = Append(parts, p)
		}
		got := ""
		for _, p := range parts {
			got += fmt.Sprintf("[%d %d]", p.From[tableOfRuns], p.To[tableOfRuns])
		}
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A row has a line where its place has one.
func TestPlaces(t *testing.T) {
	s := &Set{}
	for _, line := range []int64{0, 1, 7} {
		s.Runs.Add(Place{Source: 3, Line: line})
	}
	for row, want := range []string{"0 false", "1 true", "7 true"} {
		line, ok := s.Runs.Line.Get(row)
		if got := fmt.Sprint(line, " ", ok); got != want || s.Runs.Place(row) != (Place{Source: 3, Line: line}) {
			t.Errorf("row %d: %s, want %s; place %v", row, got, want, s.Runs.Place(row))
		}
	}
}

// Sets that are joined keep their rows with what was given and what was not, at whatever places
// the bits of one begin in the other.
func TestJoinAtEveryPlace(t *testing.T) {
	for first := range 18 {
		for second := range 18 {
			var all Set
			var want []string
			var sets []*Set
			for at, n := range []int{first, second} {
				s := &Set{}
				for i := range n {
					row := s.Runs.Add(Place{})
					if i%3 != at {
						s.Runs.TotalSteps.Set(row, int64(100*at+i))
						s.Runs.Reason.Set(row, fmt.Sprint("r", i%4))
						want = append(want, fmt.Sprint(100*at+i, " r", i%4))
					} else {
						want = append(want, "-")
					}
				}
				sets = append(sets, s)
			}
			all.Join(sets...)
			var got []string
			for row := range all.Runs.Len() {
				n, ok := all.Runs.TotalSteps.Get(row)
				if text, given := all.Runs.Reason.Get(row); ok && given {
					got = append(got, fmt.Sprint(n, " ", text))
				} else {
					got = append(got, "-")
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d and %d rows: %q, want %q", first, second, got, want)
			}
		}
	}
}

// A join that takes the rows over gives the same as one that copies them.
func TestTakenPartsAreThoseThatAreCopied(t *testing.T) {
	make3 := func() []Part {
		var parts []Part
		for i, names := range [][]string{{"a", "b", "a"}, {"b", "c"}, {"d", "a", "d", "e"}} {
			s := runsNamed(names...)
			for row := range s.Runs.Len() {
				s.Runs.Key.Set(row, fmt.Sprintf("k%d%d", i, row))
				s.Runs.StartedAt.Set(row, time.Unix(int64(i), 0))
			}
			parts = append(parts, s.Whole())
		}
		parts[0].Renamed = map[string]string{"k00": "first"}
		parts[1].Renamed = map[string]string{"k10": "other"}
		return parts
	}
	var copied, taken Set
	copied.JoinParts(make3())
	taken.TakeParts(make3())
	text := func(s *Set) string {
		return s.Tables()[slices.IndexFunc(s.Tables(), func(n Named) bool { return n.Name == "runs" })].Text()
	}
	for _, s := range []*Set{&copied, &taken} {
		if first, other := s.Runs.Key.At(0), s.Runs.Key.At(3); first != "first" || other != "other" {
			t.Errorf("the renamed runs are %s and %s", first, other)
		}
	}
	if text(&copied) != text(&taken) || copied.Runs.StableSubject.At(8) != "e" || copied.Runs.Len() != 9 {
		t.Errorf("copied:\n%s\ntaken:\n%s", text(&copied), text(&taken))
	}
}
