package table

import (
	"fmt"
	"math/rand/v2"
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

// Texts are joined from any rows, whether all or some of them are null and however wide the
// places in their dictionaries are.
func TestTextsAreJoined(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		texts, rows, nulls int // one row in so many is null; 0: none
	}{{3, 40, 0}, {3, 40, 3}, {3, 40, 1}, {300, 900, 0}, {300, 900, 5}, {40_000, 80_000, 0}, {40_000, 80_000, 50}} {
		var from, into String
		var want []string
		into.Set(0, "text 1")
		for row := range c.rows {
			if c.nulls == 0 || random.IntN(c.nulls) > 0 {
				from.Set(row, fmt.Sprint("text ", random.IntN(c.texts)))
			}
		}
		from.pad(c.rows)
		at := 1
		for range 4 {
			rows := span{random.IntN(20), c.rows - random.IntN(20)}
			into.join(&from, rows, map[string]string{"text 2": "other"}, target{at: at, all: at + rows.len()})
			for row := rows.from; row < rows.to; row++ {
				text, ok := from.Get(row)
				if text == "text 2" {
					text = "other"
				}
				want = append(want, fmt.Sprint(text, ok))
			}
			at += rows.len()
		}
		for i, text := range want {
			if got, ok := into.Get(i + 1); fmt.Sprint(got, ok) != text {
				t.Fatalf("%+v: row %d is %s, %v, want %s", c, i, got, ok, text)
			} else if !ok && into.at(i+1) != 0 {
				t.Fatalf("%+v: row %d is null, and has a place in the dictionary", c, i)
			}
		}
		if first := into.At(0); first != "text 1" {
			t.Errorf("%+v: the row before is %s", c, first)
		}
	}
}

// Room is made in columns that will have values and in no others: for as many as the other set
// has and a sixteenth more, or for as many as are said.
func TestRoomForRows(t *testing.T) {
	from, into := &Set{}, &Set{}
	for i := range 1600 {
		row := from.Steps.Add(Place{Line: int64(i + 1)})
		from.Steps.Step.Set(row, "s")
		from.Steps.DurationS.Set(row, 1)
	}
	into.RoomLike(from)
	rooms := func(s *Steps) map[string]int {
		return map[string]int{
			"line":             cap(s.Line.b) >> s.Line.log,
			"step":             cap(s.Step.b) >> s.Step.log,
			"duration_s":       cap(s.DurationS.vals),
			"bits of step":     8 * cap(s.Step.valid),
			"bits of duration": 8 * cap(s.DurationS.valid),
		}
	}
	for name, got := range rooms(&into.Steps) {
		if got < 1700 || got > 2400 {
			t.Errorf("room for %d values of %s, want some 1700", got, name)
		}
	}
	if into.Steps.Line.log != 1 || into.Steps.Len() != 0 || into.Steps.Line.size() != 0 {
		t.Errorf("%d bytes for a line of 1600, %d rows", 1<<into.Steps.Line.log, into.Steps.Len())
	}
	if n := cap(into.Steps.Kind.b) + cap(into.Steps.StartedAt.vals) + cap(into.Runs.Source.b); n != 0 {
		t.Errorf("room for %d values that nobody has", n)
	}
	row := into.Steps.Add(Place{Line: 9})
	into.Steps.Step.Set(row, "s")
	into.Steps.DurationS.Set(row, 2)
	Reserve(&into.Steps, 8000)
	for name, got := range rooms(&into.Steps) {
		if got < 8000 || got > 12_000 {
			t.Errorf("room for %d more values of %s, want some 8000", got, name)
		}
	}
	n := cap(into.Steps.Kind.b) + cap(into.Steps.StartedAt.vals)
	if n != 0 || into.Steps.Len() != 1 || into.Steps.DurationS.At(0) != 2 {
		t.Errorf("room for %d values that nobody has, %d rows", n, into.Steps.Len())
	}
}

// The keys that a table has are those of the runs, or some of them, in their order or in another one. Joined by
// the keys of the runs they are what they are when each is looked up.
func TestKeysAreJoinedByThoseOfTheRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 200 {
		parts := func() (parts []Part) {
			random := rand.New(rand.NewPCG(7, uint64(round)))
			gaps := round%2 == 0
			for range 2 + random.IntN(3) {
				s := &Set{}
				for range random.IntN(40) {
					key := fmt.Sprint("run ", random.IntN(60))
					if !gaps || random.IntN(8) > 0 {
						s.Runs.Key.Set(s.Runs.Add(Place{}), key)
					}
					for range random.IntN(3) {
						s.Events.Run.Set(s.Events.Add(Place{}), key)
					}
					if !gaps || random.IntN(10) > 0 {
						s.Steps.Run.Set(s.Steps.Add(Place{}), key)
					}
				}
				part := s.Whole()
				if random.IntN(3) == 0 {
					part.Renamed = map[string]string{"run 3": "run 3~2"}
				}
				parts = append(parts, part)
			}
			return parts
		}
		var taken, joined Set
		taken.TakeParts(parts())
		joined.JoinParts(parts())
		for i, tables := range [][2]*String{{&taken.Runs.Key, &joined.Runs.Key}, {&taken.Events.Run, &joined.Events.Run}, {&taken.Steps.Run, &joined.Steps.Run}} {
			got, want := tables[0], tables[1]
			if diff := cmp.Diff(want.dict, got.dict); diff != "" {
				t.Fatalf("round %d, table %d: dictionary\n%s", round, i, diff)
			}
			for row := range want.size() {
				if got.At(row) != want.At(row) {
					t.Fatalf("round %d, table %d, row %d: %s, want %s", round, i, row, got.At(row), want.At(row))
				}
			}
		}
		// What is added to one later is of no other.
		taken.Events.Run.Set(taken.Events.Add(Place{}), "one more")
		taken.Steps.Run.Set(taken.Steps.Add(Place{}), fmt.Sprint("run ", random.IntN(60)))
		for row := range joined.Runs.Len() {
			if got, want := taken.Runs.Key.At(row), joined.Runs.Key.At(row); got != want {
				t.Fatalf("round %d: run %d is %s afterwards, want %s", round, row, got, want)
			}
		}
	}
}
