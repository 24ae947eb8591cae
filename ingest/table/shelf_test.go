package table

import (
	"fmt"
	"testing"
	"time"
	"unsafe"

	"runreport/unit/spill"
)

// shelfSet is some runs with rows in tables that have columns of every type.
func shelfSet(runs int) *Set {
	s, at := &Set{}, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i := range runs {
		key := fmt.Sprintf("kahn:nightly/%d", i)
		run := s.Runs.Add(Place{Source: i % 3, Line: int64(i)})
		s.Runs.Key.Set(run, key)
		s.Runs.StartedAt.Set(run, at.Add(time.Duration(i)*time.Hour))
		s.Runs.Files.Set(run, []string{fmt.Sprint("f", i%3)})
		for n := range i % 4 {
			step := s.Steps.Add(Place{Source: i % 3, Line: int64(i * n)})
			s.Steps.Run.Set(step, key)
			s.Steps.Step.Set(step, fmt.Sprint("step ", n))
			s.Steps.Retryable.Set(step, n > 0)
			if n%2 == 0 {
				s.Steps.DurationS.Set(step, float64(i)/3)
				s.Steps.Attempts.Set(step, int64(i*n))
			}
		}
		attempt := s.Attempts.Add(Place{})
		s.Attempts.Run.Set(attempt, key)
	}
	return s
}

func sameTables(t *testing.T, name string, got, want *Set) {
	t.Helper()
	for i, all := range got.Tables() {
		if other := want.Tables()[i]; all.Digest() != other.Digest() {
			t.Errorf("%s: %s has other rows", name, all.Name)
		}
	}
}

// Rows in files can be read, changed, added to and joined like others, until they are taken over.
func TestShelvedRows(t *testing.T) {
	const runs = 700
	for _, c := range []struct {
		name   string
		change func(*Set)
	}{
		{"as they are", func(*Set) {}},
		{"another text", func(s *Set) { s.Runs.StableSubject.Set(3, "shop"); s.Steps.Step.Set(5, "step 0") }},
		{"a wider number", func(s *Set) { s.Steps.Attempts.Set(2, 1<<40) }},
		{"a new row", func(s *Set) {
			run := s.Runs.Add(Place{Line: 9})
			s.Runs.Key.Set(run, "kahn:late")
			s.Runs.Files.Set(run, nil)
			step := s.Steps.Add(Place{})
			s.Steps.Run.Set(step, "kahn:later") // in one dictionary alone
			s.Steps.DurationS.Set(step, 7)
		}},
	} {
		got, want, room := shelfSet(runs), shelfSet(runs), spill.Always()
		files := Shelve(got, room)
		if files != (spill.Bytes() > 0) || files && got.Room != room {
			t.Errorf("%s: shelved %t, %d bytes in files", c.name, files, spill.Bytes())
		}
		sameTables(t, c.name, got, want)
		c.change(got)
		c.change(want)
		sameTables(t, c.name+", changed", got, want)

		joined, plain := &Set{Room: spill.Always()}, &Set{}
		plain.Join(want, want)
		joined.Join(got)
		joined.TakeParts([]Part{got.Whole()})
		sameTables(t, c.name+", joined", joined, plain)
		if n := got.Runs.Len(); files && n != 0 {
			t.Errorf("%s: %d runs are left where their file was closed", c.name, n)
		}
		if joined.Room.Close(); spill.Bytes() != 0 {
			t.Errorf("%s: %d bytes lie in files at the end", c.name, spill.Bytes())
		}
	}
	if Shelve(&Set{}, spill.Always()) || Shelve(shelfSet(9), nil) {
		t.Error("no rows, or no room, and yet they are shelved")
	}
}

// A dictionary that several columns have is changed for one of them alone.
func TestChangesOfASharedDictionary(t *testing.T) {
	taken := func() *Set {
		s := &Set{}
		s.TakeParts([]Part{shelfSet(40).Whole()})
		if !s.Attempts.Run.shared || &s.Attempts.Run.dict[0] != &s.Runs.Key.dict[0] {
			t.Fatal("equal dictionaries are not one")
		}
		return s
	}
	for _, c := range []struct {
		name   string
		change func(*Set)
	}{
		{"published", (*Set).Publish},
		{"a text more in one", func(s *Set) { s.Attempts.Run.Set(3, "kahn:other") }},
		{"a text more in each", func(s *Set) { s.Attempts.Run.Set(3, "kahn:a"); s.Runs.Key.Set(3, "kahn:b") }},
		{"a text less", func(s *Set) { s.Attempts.Run.Set(3, "kahn:nightly/2"); s.Attempts.Run.forget() }},
		{"rewritten", func(s *Set) {
			s.Attempts.Run.rewrite(nil, func(text string) string { return text + "!" })
		}},
	} {
		got, want := taken(), shelfSet(40)
		c.change(got)
		c.change(want)
		sameTables(t, c.name, got, want)
	}
}

// Keys in another order than that of the runs share the bytes of theirs all the same, once sets are taken.
func TestKeysInAnotherOrderShareBytes(t *testing.T) {
	const n = 40
	from, to := &Set{}, &Set{}
	for i := range n {
		row := from.Runs.Add(Place{})
		from.Runs.Key.Set(row, fmt.Sprint("run ", i))
	}
	for i := range n {
		row := from.Attempts.Add(Place{})
		from.Attempts.Run.Set(row, fmt.Sprint("run ", n-1-i))
	}
	to.TakeParts([]Part{from.Whole()})
	bytes := map[*byte]bool{}
	for _, key := range to.Runs.Key.dict {
		bytes[unsafe.StringData(key)] = true
	}
	for row := range n {
		key := to.Attempts.Run.At(row)
		if want := fmt.Sprint("run ", n-1-row); key != want || !bytes[unsafe.StringData(key)] {
			t.Errorf("row %d: %q, want %q with the bytes of the run's key", row, key, want)
		}
	}
}
