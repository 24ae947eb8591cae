package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/table"
)

// told is the links of units as a part stores them: key, system and file of each, in their order. A
// unit behind + is one more key of the unit before, and one without a key is a row of the file.
func told(units ...string) table.Partition {
	l := &table.Links{}
	order := int64(-1)
	for _, u := range units {
		at := strings.Split(strings.TrimPrefix(u, "+"), "|")
		if !strings.HasPrefix(u, "+") {
			order++
		}
		row := l.Add(table.Place{Source: int(table.SourceID(at[2]))})
		l.Unit.SetText(row, at[0])
		l.System.Set(row, at[1])
		l.Order.Set(row, order)
	}
	return table.Partition{Named: l.Named(), System: table.NoSystem, Month: "undated"}
}

// gather puts the parts together, of which each call is given some of its own.
func gather(parts []table.Partition) (*table.Set, error) {
	return table.Gather([]string{"crabyard", "kahn"}, table.EventFields, func(name string) (all []table.Partition, err error) {
		for _, p := range parts {
			if p.Name == name {
				all = append(all, p)
			}
		}
		return all, nil
	})
}

const (
	shop = "nightly/shop/a.jsonl"
	till = "nightly/till/b.jsonl"
)

// eventsOf are the partitions of two files' events: those of three units in two months, and of none.
func eventsOf() []table.Partition {
	s := nights()
	for _, e := range []struct {
		source    int
		line      int64
		run, text string
	}{
		{1, 9, "", "of no unit"}, {0, 5, "kahn:nightly/shop/2", "second"}, {0, 6, "kahn:nightly/shop/2", "second again"},
		{0, 2, "kahn:nightly/shop/1", "first"}, {0, 3, "", "of no unit either"}, {1, 1, "kahn:till", "third"},
	} {
		row := s.Events.Add(table.Place{Source: e.source, Line: e.line})
		s.Events.Run.SetText(row, e.run)
		s.Events.Text.Set(row, e.text)
	}
	s.Runs.StartedAt.Set(0, noon.AddDate(0, 2, 0)) // the first unit is stored behind the others
	return s.Partitions()
}

// Rows stand as one reading has them, in whatever parts and order they were stored: files first, then
// units by system, file and their own order, of which keys of one unit share a place.
func TestGather(t *testing.T) {
	first, second, third := "kahn:nightly/shop/1|kahn|"+shop, "kahn:nightly/shop/2|kahn|"+shop, "kahn:till|kahn|"+till
	for name, c := range map[string]struct {
		units []string
		want  string
	}{
		"by file": {[]string{first, second, third}, "of no unit either, of no unit, first, second, second again, third"},
		"by their own order in a file": {[]string{second, first, third},
			"of no unit either, of no unit, second, second again, first, third"},
		"the order of another file does not count": {[]string{third, first, second},
			"of no unit either, of no unit, first, second, second again, third"},
		"systems first": {[]string{first, second, "kahn:till|crabyard|" + till},
			"of no unit either, of no unit, third, first, second, second again"},
		"rows of files do not count": {[]string{"|oven|" + shop, second, "|kahn|" + till, first, third},
			"of no unit either, of no unit, second, second again, first, third"},
		"two keys of one unit stay as they are stored": {[]string{second, "+" + first, third},
			"of no unit either, of no unit, second, second again, first, third"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, backwards := range []bool{false, true} {
				parts := append(eventsOf(), told(c.units...))
				if backwards && !strings.Contains(name, "stored") {
					slices.Reverse(parts)
				}
				s, err := gather(parts)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for row := range s.Events.Len() {
					got = append(got, s.Events.Text.At(row))
				}
				if got := strings.Join(got, ", "); got != c.want {
					t.Errorf("backwards %t: %s, want %s", backwards, got, c.want)
				}
				if got := cells(s.Sources.Len(), s.Sources.Path.Get); got != shop+", "+till {
					t.Errorf("files %q", got)
				}
				for row := range s.Runs.Len() {
					want := int64(0)
					if s.Runs.Key.At(row) == "kahn:till" {
						want = 1
					}
					if got := s.Runs.Source.At(row); got != want {
						t.Errorf("%s is from file %d, want %d", s.Runs.Key.At(row), got, want)
					}
				}
			}
		})
	}
}

// Where the order cannot be told, there is none.
func TestGatherWithoutOrder(t *testing.T) {
	first, second, third := "kahn:nightly/shop/1|kahn|"+shop, "kahn:nightly/shop/2|kahn|"+shop, "kahn:till|kahn|"+till
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		units []string
		says  string
	}{
		"a unit that is not told":     {[]string{first, third}, `runs name unit "kahn:nightly/shop/2", which is not there`},
		"a unit that is told twice":   {[]string{first, second, third, first}, `unit "kahn:nightly/shop/1" is told twice`},
		"a system that is not known":  {[]string{first, second, "kahn:till|oven|" + till}, `system "oven"`},
		"a file that is not there":    {[]string{first, second, "kahn:till|kahn|c.jsonl"}, "links name a file that is not there"},
		"parts that cannot be opened": {nil, ""},
	} {
		s, err := gather(append(eventsOf(), told(c.units...)))
		if c.units == nil {
			s, err = table.Gather(nil, table.EventFields, func(string) ([]table.Partition, error) { return nil, broken })
			if s != nil || !errors.Is(err, broken) {
				t.Errorf("%s: %v, %v", name, s, err)
			}
			continue
		}
		if s != nil || !errors.Is(err, table.ErrOrder) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v; want %s", name, s, err, c.says)
		}
	}
}

// What cannot be read of a table ends the gathering, with the error.
func TestGatherOfUnreadableParts(t *testing.T) {
	broken := errors.New("broken")
	for _, unreadable := range []string{"sources", table.LinksName, "runs", "events"} {
		s, err := table.Gather([]string{"kahn"}, table.EventFields, func(name string) ([]table.Partition, error) {
			if name == unreadable {
				return nil, broken
			}
			return nil, nil
		})
		if s != nil || !errors.Is(err, broken) {
			t.Errorf("%s: %v, %v", unreadable, s, err)
		}
	}
}
