package table

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestRewriteKeepsKeysApart(t *testing.T) {
	s := &Set{}
	for _, run := range []string{"ada@x", "bo@x", "ada@x"} {
		row := s.Events.Add(Place{})
		s.Events.Run.Set(row, run)
		s.Events.Actor.Set(row, run)
		row = s.Attempts.Add(Place{})
		s.Attempts.Run.Set(row, run)
		row = s.Cycles.Add(Place{})
		s.Cycles.Benchmarks.Set(row, []string{run, "plain"})
	}
	s.Rewrite(func(text string) string {
		if strings.Contains(text, "@") {
			return "[mail]"
		}
		return text
	}, func(text string, n int) string { return fmt.Sprintf("%s #%d", text, n) })
	var keys, others, actors []string
	for row := range s.Events.Len() {
		keys = append(keys, s.Attempts.Run.At(row))
		others = append(others, s.Events.Run.At(row))
		actors = append(actors, s.Events.Actor.At(row))
	}
	if want := []string{"[mail]", "[mail] #2", "[mail]"}; !reflect.DeepEqual(keys, want) || !reflect.DeepEqual(others, want) {
		t.Errorf("keys %v and %v, want %v", keys, others, want)
	}
	if want := []string{"[mail]", "[mail]", "[mail]"}; !reflect.DeepEqual(actors, want) {
		t.Errorf("actors %v, want %v", actors, want)
	}
	if got := s.Cycles.Benchmarks.At(1); !reflect.DeepEqual(got, []string{"[mail]", "plain"}) {
		t.Errorf("list %v", got)
	}
}

// One key that does not stay makes all of them be told apart, in whatever table and column it is.
func TestAnyLoudKeyIsHeard(t *testing.T) {
	for name, put := range map[string]func(s *Set, key string){
		"events":  func(s *Set, key string) { s.Events.Run.Set(s.Events.Add(Place{}), key) },
		"cycles":  func(s *Set, key string) { s.Cycles.Key.Set(s.Cycles.Add(Place{}), key) },
		"sources": func(s *Set, key string) { s.Sources.Path.Set(s.Sources.Add(Place{}), key) },
	} {
		s := &Set{}
		for _, key := range []string{"plain", "[mail]"} {
			s.Runs.Key.Set(s.Runs.Add(Place{}), key)
		}
		put(s, "ada@x")
		RewriteLoud(s, func(text string) bool { return !strings.Contains(text, "@") }, func(text string) string {
			return strings.ReplaceAll(text, "ada@x", "[mail]")
		}, func(text string, n int) string { return fmt.Sprintf("%s #%d", text, n) })
		got := []string{s.Runs.Key.At(0), s.Runs.Key.At(1), s.Events.Run.At(0), s.Cycles.Key.At(0), s.Sources.Path.At(0)}
		want := []string{"plain", "[mail]", "", "", ""}
		want[map[string]int{"events": 2, "cycles": 3, "sources": 4}[name]] = "[mail] #2"
		if name == "sources" { // which come first
			want[1], want[4] = "[mail] #2", "[mail]"
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("a loud key in %s: %q, want %q", name, got, want)
		}
	}
}

// A key that stays as it is and one that becomes the same are two, whichever comes first.
func TestRewriteKeepsKeysApartFromThoseThatStay(t *testing.T) {
	for _, c := range []struct{ keys, want []string }{
		{[]string{"ada@x", "[mail]", "bo@x"}, []string{"[mail]", "[mail] #2", "[mail] #3"}},
		{[]string{"[mail]", "ada@x", "[mail]"}, []string{"[mail]", "[mail] #2", "[mail]"}},
		{[]string{"plain", "[mail]", "plain"}, []string{"plain", "[mail]", "plain"}},
	} {
		for _, told := range []bool{false, true} { // which keys stay
			s := &Set{}
			for _, key := range c.keys {
				row := s.Runs.Add(Place{})
				s.Runs.Key.Set(row, key)
				s.Runs.ID.Set(row, key)
			}
			RewriteLoud(s, func(text string) bool { return told && !strings.Contains(text, "@") }, func(text string) string {
				if strings.Contains(text, "@") {
					return "[mail]"
				}
				return text
			}, func(text string, n int) string { return fmt.Sprintf("%s #%d", text, n) })
			var got []string
			for row := range c.keys {
				got = append(got, s.Runs.Key.At(row))
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%q are %q, want %q; it is told which stay: %v", c.keys, got, c.want, told)
			}
		}
	}
}
