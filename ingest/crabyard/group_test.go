package crabyard

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// created is an attempt that was created at second n of the tests' day.
func created(card string, number, n int) string {
	return try(card, number, "review", "createdAt", fmt.Sprint(base+n*1000))
}

// Which files tell of one card, and which of them only repeat others.
func TestFilesOfCards(t *testing.T) {
	const events = "PRAGMA defer_foreign_keys=TRUE;\n" +
		"CREATE TABLE events (id INTEGER, card_id TEXT, actor TEXT, message TEXT, created_at INTEGER);\n" +
		"INSERT INTO events VALUES(1,'CY-1','maria','watch attached',1777000150000);\n"
	first := answer(created("CY-1", 1, 1))
	todo := board(onBoard("CY-1", "Todo", "null"))
	later := board(onBoard("CY-1", "Running", "null"), onBoard("CY-2", "Todo", try("CY-2", 1, "review")))
	undated := answer(try("CY-1", 1, "review", "createdAt", "null"))
	var copies []named
	var repeated []string
	for i := range 12 {
		copies = append(copies, named{fmt.Sprintf("%02d.json", i), answer(created("CY-1", 2, 2), created("CY-1", 1, 1))})
		repeated = append(repeated, copies[i].path)
	}
	for _, c := range []struct {
		name  string
		files []named
		want  string // of each card its files and those that repeat others
	}{
		{"attempts without a time", []named{{"a/r.json", undated}, {"b/r.json", undated}},
			"CY-1 [a/r.json] -; CY-1 [b/r.json] -"},
		{"one attempt in two folders", []named{{"a/r.json", first}, {"b/r.json", first}}, "CY-1 [a/r.json] [b/r.json]"},
		{"a third file that contradicts the second", []named{{"a/x.json", first},
			{"a/y.json", answer(created("CY-1", 2, 2))}, {"a/z.json", answer(created("CY-1", 2, 3))}},
			"CY-1 [a/x.json a/y.json] -; CY-1 [a/z.json] -"},
		{"messages alone", []named{{"a/e.sql", events}, {"a/r.json", first}}, "CY-1 [a/e.sql a/r.json] -"},
		{"cards alone", []named{{"a/a.json", todo}, {"a/b.json", later}}, "CY-1 [a/b.json] [a/a.json]; CY-2 [a/b.json] -"},
		{"many copies", copies, "CY-1 [00.json] [" + strings.Join(repeated[1:], " ") + "]"},
	} {
		cards := load(t, c.files...).Rows(t, "Runs", "id", "files", "superseded_files")
		equal(t, c.name, strings.Join(cards, "; "), c.want)
	}
}

// Files of two folders are of one card where they have an attempt of the same number and time, or the
// card itself, created at the same time.
func TestTiesOfCards(t *testing.T) {
	one := answer(created("CY-1", 1, 1))
	card := board(onBoard("CY-1", "Todo", "null"))
	later := strings.Replace(card, fmt.Sprintf(`"createdAt":%d`, base), fmt.Sprintf(`"createdAt":%d`, base+1), 1)
	const tied = "a/r.json b/r.json"
	for _, c := range []struct{ name, one, other, want string }{
		{"the same attempt", one, answer(created("CY-1", 1, 1)), tied},
		{"another number", one, answer(created("CY-1", 2, 1)), ""},
		{"another time", one, answer(created("CY-1", 1, 2)), ""},
		{"an attempt at another card", one, answer(created("CY-2", 1, 1)), ""},
		{"the same card", card, card, tied},
		{"a card created later", card, later, ""},
		{"another card", card, board(onBoard("CY-2", "Todo", "null")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ingesttest.WantTies(t, System, c.want, ingesttest.File{Path: "a/r.json", Text: c.one},
				ingesttest.File{Path: "b/r.json", Text: c.other})
		})
	}
}

// Two logs are of one session where they begin with the same words of the same person at the same time.
func TestBeginningsOfSessions(t *testing.T) {
	line := func(actor, message string, at int) string {
		return fmt.Sprintf(`{"actor":%q,"message":%q,"createdAt":%d}`+"\n", actor, message, base+at)
	}
	for _, c := range []struct {
		name, other string
		want        int
	}{
		{"the same", line("maria", "session requested", 0), 1},
		{"another person", line("omar", "session requested", 0), 2},
		{"other words", line("maria", "attached", 0), 2},
		{"another time", line("maria", "session requested", 1), 2},
	} {
		res := load(t, named{"a/s1.ndjson", line("maria", "session requested", 0)}, named{"b/s2.ndjson", c.other})
		equal(t, c.name, res.Set.Runs.Len(), c.want)
	}
}
