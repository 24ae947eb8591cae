package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// Rows of a unit lie in the month in which it began, fresh ones apart, and stored ones nowhere.
// Rows of no unit lie in the month of their file's latest event.
func TestPartitionsOfUnits(t *testing.T) {
	s := &table.Set{}
	for i, system := range []string{"kahn", ""} {
		row := s.Sources.Add(table.Place{Source: i})
		s.Sources.Source.Set(row, int64(i))
		s.Sources.Path.Set(row, fmt.Sprintf("logs/%d.jsonl", i))
		s.Sources.System.SetText(row, system)
	}
	may, june := time.Date(2026, 5, 31, 23, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 1, 0, 0, 0, time.UTC)
	for line, key := range []string{"loose", "fresh", "stored", "late"} {
		row := s.Runs.Add(table.Place{Source: 0, Line: int64(line)})
		s.Runs.Key.Set(row, key)
		s.Runs.System.Set(row, "kahn")
		if key == "late" { // it has no start
			s.Runs.LastAt.Set(row, june)
		} else {
			s.Runs.StartedAt.Set(row, may)
			s.Runs.LastAt.Set(row, june)
		}
	}
	cycle := s.Cycles.Add(table.Place{Source: 0, Line: 5})
	s.Cycles.Key.Set(cycle, "cycle")
	s.Cycles.StartedAt.Set(cycle, may)
	for i, e := range []struct {
		source int
		run    string
		at     time.Time
	}{{0, "loose", may}, {0, "fresh", may}, {0, "stored", june}, {0, "", june}, {0, "late", may}, {1, "nowhere", may}, {1, "", time.Time{}}} {
		row := s.Events.Add(table.Place{Source: e.source, Line: int64(10 + i)})
		s.Events.Run.SetText(row, e.run)
		s.Events.At.Set(row, e.at)
	}
	fresh := &table.Sealed{}
	fresh.Run.Set(fresh.Add(table.Place{Source: 0, Line: 1}), "fresh")

	place := s.Placing()
	for key, want := range map[string]string{"loose": "kahn 2026-05 true", "late": "kahn 2026-06 true", "cycle": "kahn 2026-05 true", "nowhere": "  false"} {
		system, month, ok := place.Of(key)
		if got := fmt.Sprint(system, " ", month, " ", ok); got != want {
			t.Errorf("%s is of %s, want %s", key, got, want)
		}
	}
	var got []string
	for _, p := range place.Later(map[string]table.Storing{"fresh": table.Fresh, "stored": table.Stored}, fresh) {
		got = append(got, fmt.Sprintf("%s %s %s sealed=%v rows=%d", p.Name, p.System, p.Month, p.Sealed > 0, p.Len()))
	}
	want := []string{
		"sources kahn 2026-06 sealed=false rows=1", "sources none 2026-05 sealed=false rows=1",
		"runs kahn 2026-05 sealed=false rows=1", "runs kahn 2026-05 sealed=true rows=1", "runs kahn 2026-06 sealed=false rows=1",
		"cycles kahn 2026-05 sealed=false rows=1",
		"events kahn 2026-05 sealed=false rows=1", "events kahn 2026-05 sealed=true rows=1", "events kahn 2026-06 sealed=false rows=2", "events none 2026-05 sealed=false rows=2",
		"sealed kahn 2026-05 sealed=true rows=1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, p := range s.Partitions() {
		if p.Name == "events" && p.System == "kahn" && p.Month == "2026-05" && (p.Sealed > 0 || p.Len() != 3) {
			t.Errorf("%d events of May, sealed %v", p.Len(), p.Sealed)
		}
	}
	if a, b := table.SourceID("logs/0.jsonl"), table.SourceID("logs/1.jsonl"); a < 0 || a == b || a != table.SourceID("logs/0.jsonl") {
		t.Errorf("the files have the numbers %d and %d", a, b)
	}
}

// Keys, of cycles and of files too, stay one to one, whatever becomes of the texts.
func TestRewriteKeepsEveryKeyApart(t *testing.T) {
	s := &table.Set{}
	for i, text := range []string{"ada", "bo", "word"} {
		s.Sources.Path.Set(s.Sources.Add(table.Place{Source: i}), text)
		s.Cycles.Key.Set(s.Cycles.Add(table.Place{Source: i}), text)
		s.Runs.Key.Set(s.Runs.Add(table.Place{Source: i}), text)
		s.Runs.Files.Set(i, []string{text})
		s.Runs.Subject.Set(i, text)
	}
	s.Rewrite(func(text string) string {
		if text == "word" {
			return text
		}
		return "x"
	}, func(text string, n int) string { return fmt.Sprint(text, n) })
	for what, c := range map[string]struct{ got, want string }{
		"files":    {cells(3, s.Sources.Path.Get), "x, x2, word"},
		"cycles":   {cells(3, s.Cycles.Key.Get), "x, x2, word"},
		"runs":     {cells(3, s.Runs.Key.Get), "x, x2, word"},
		"subjects": {cells(3, s.Runs.Subject.Get), "x, x, word"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", what, c.got, c.want)
		}
	}
}

// A published run goes by what lasts of its subject, without the folders of either.
func TestPublishedSubjects(t *testing.T) {
	for _, c := range []struct{ subject, stable, want, lasts string }{
		{"nightly/07/shop", "team/till", "till", "till"},
		{"nightly/07/shop", "", "shop", "shop"},
		{"shop", "till", "till", "till"},
		{`logs\07\shop\ in a/b/`, "", "shop in b", "shop in b"},
		{"/", "", "/", "/"},
		{"/shop", "", "shop", "shop"},
	} {
		s := &table.Set{}
		row := s.Runs.Add(table.Place{})
		s.Runs.Subject.Set(row, c.subject)
		s.Runs.StableSubject.Set(row, c.stable)
		s.Runs.StableSubject.Set(s.Runs.Add(table.Place{}), "of no subject/x")
		s.Publish()
		same(t, cells(2, s.Runs.Subject.Get), c.want+", -")
		if got := s.Runs.StableSubject.At(0); got != c.lasts {
			t.Errorf("%s lasts as %s, want %s", c.subject, got, c.lasts)
		}
	}
}

// A published key keeps its system, and a path its ending.
func TestPublishedKeysAndPaths(t *testing.T) {
	s := &table.Set{}
	for i, key := range []string{"kahn:a/b", "a/b:c", `a\b:c`, "plain"} {
		s.Runs.Key.Set(s.Runs.Add(table.Place{}), key)
		s.Runs.Superseded.Set(i, []string{"a/b.log", "c"})
	}
	s.Publish()
	for row, prefix := range []string{"kahn:", "", "", ""} {
		rest, ok := strings.CutPrefix(s.Runs.Key.At(row), prefix)
		if !ok || len(rest) != 12 || strings.Trim(rest, "0123456789abcdef") != "" {
			t.Errorf("the key %s", s.Runs.Key.At(row))
		}
	}
	if files := s.Runs.Superseded.At(0); len(files[0]) != 16 || !strings.HasSuffix(files[0], ".log") || len(files[1]) != 12 {
		t.Errorf("the files %v", files)
	}
}

// A place with many rows has several parts: the rows of a unit, or of a file, lie in one of them.
func TestPartsOfManyRows(t *testing.T) {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
	s.Sources.System.Set(0, "kahn")
	for _, run := range []string{"one", "two", "three"} {
		row := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(row, run)
		s.Runs.System.Set(row, "kahn")
	}
	for _, run := range []string{"one", "two", "one", "three", "two", "", "three", ""} {
		row := s.Events.Add(table.Place{})
		if run != "" {
			s.Events.Run.Set(row, run)
		}
	}
	for most, want := range map[int]string{0: "8", 2: "4 4", 3: "4 4", 1: "2 2 2 2"} {
		p := s.Placing()
		p.Most = most
		var got []string
		for _, part := range p.Later(nil, nil) {
			if part.Name == "events" {
				got = append(got, fmt.Sprint(part.Len()))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("at most %d rows: parts of %s, want %s", most, strings.Join(got, " "), want)
		}
	}
	var groups []string
	for _, part := range s.Placing().Later(map[string]table.Storing{"one": table.Fresh, "two": table.Fresh + 1, "three": table.Stored}, nil) {
		if part.Name == "events" {
			groups = append(groups, fmt.Sprint(part.Sealed, ":", part.Len()))
		}
	}
	if got := strings.Join(groups, " "); got != "0:2 1:2 2:2" {
		t.Errorf("groups %s", got)
	}
}
