package fishbowl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// Who can win a run: members of a team, and seats that differ by their model only. A member of
// two teams is of the first that names it.
func TestSeats(t *testing.T) {
	for _, c := range []struct{ name, competition, want string }{
		{"no competition", `null`, "ada - ?, bo - ?"},
		{"no teams and no seats", `{"kind":"judged"}`, "ada - ?, bo - ?"},
		{"one team", `{"kind":"versus","teams":{"spy":["ada"]}}`, "ada spy yes, bo - no"},
		{"a member of two", `{"kind":"versus","teams":{"spy":["ada"],"herd":["ada","bo"]}}`, "ada spy yes, bo herd yes"},
		{"seats", `{"kind":"judged","symmetric_seats":["bo"]}`, "ada - no, bo - yes"},
		{"a team and a seat", `{"kind":"judged","teams":{"spy":["ada"]},"symmetric_seats":["bo"]}`, "ada spy yes, bo - yes"},
	} {
		start := `{"scenario":"duel","cast":{"ada":{"model":"m-1"},"bo":{"model":"m-2"}},"competition":` + c.competition + `}`
		res := load(t, named{"x.jsonl", said("e", "r", "run.started", "conductor", 0, start)})
		cast := castOf(res.Units[0].Records[0])
		var got []string
		for _, s := range cast.seats {
			can, team := map[bool]string{false: "no", true: "yes"}[s.competes], s.team
			if !s.known {
				can = "?"
			}
			if team == "" {
				team = "-"
			}
			got = append(got, strings.Join([]string{s.name, team, can}, " "))
		}
		equal(t, c.name, strings.Join(got, ", "), c.want)
	}
	if c := castOf(nil); len(c.seats) > 0 || c.kindOf("ada") != "" || c.models("ada", "agent") != nil {
		t.Errorf("a run without a start has the cast %v", c)
	}
}

// Scores are held to 0 to 10, in the order of names, of those in the cast.
func TestScores(t *testing.T) {
	two := cast{seats: []seat{{name: "ada"}, {name: "bo"}}, place: map[string]int{"ada": 0, "bo": 1}}
	for _, c := range []struct {
		cast        cast
		given, want string
		touched     bool
	}{
		{two, `{"bo":3,"ada":0}`, `{"ada":0,"bo":3}`, false},
		{two, `{"ada":10,"bo":10.5}`, `{"ada":10,"bo":10}`, true},
		{two, `{"ada":-0.5}`, `{"ada":0}`, true},
		{two, `{"ada":1,"zoe":2}`, `{"ada":1}`, true},
		{two, `{"ada":"much"}`, ``, true},
		{two, `{"zoe":2}`, ``, true},
		{two, `{}`, ``, false},
		{cast{}, `{"zoe":2,"ada":11}`, `{"ada":10,"zoe":2}`, true}, // nobody knows who takes part
		{cast{}, `{"zoe":2}`, `{"zoe":2}`, false},
	} {
		got, touched := c.cast.scores([]byte(c.given))
		if got != c.want || touched != c.touched {
			t.Errorf("%s with %d seats: %s, changed %v; want %s, %v", c.given, len(c.cast.seats), got, touched, c.want, c.touched)
		}
	}
}

// What the name of a winner means, and with which models it won.
func TestWinners(t *testing.T) {
	c := cast{seats: []seat{{model: "m-1"}, {model: "m-2"}, {}, {model: "m-3"}}, place: map[string]int{"ada": 0, "bo": 1, "cy": 2, "both": 3},
		teams: map[string][]string{"herd": {"cy", "bo", "ada"}, "both": {"bo"}, "none": {"cy"}}}
	for winner, want := range map[string]string{
		"ada": "agent m-1", "cy": "agent ", "herd": "team m-2 m-1", "both": "agent m-3", "none": "team ", "zoe": " ",
	} {
		kind := c.kindOf(winner)
		equal(t, winner, kind+" "+strings.Join(c.models(winner, kind), " "), want)
	}
}

// Ledgers belong together by their runs: by ids, and by how a run without one starts.
func TestTiesOfLedgers(t *testing.T) {
	spoke := func(id, run string) string { return said(id, run, "agent.spoke", "ada", 10, `{"text":"x"}`) }
	start := func(id string) string { return said(id, "", "run.started", "conductor", 0, duel) }
	for _, c := range []struct {
		name, want string
		one, other string
	}{
		{"one run", "a.jsonl b.jsonl", begin("r") + spoke("1", "r"), spoke("2", "r")},
		{"two runs", "", begin("r") + spoke("1", "r"), begin("s") + spoke("2", "s")},
		{"the second of two", "a.jsonl b.jsonl", begin("q") + begin("r"), begin("r")},
		{"events without a run", "", spoke("1", ""), spoke("1", "")},
		{"starts without a run", "a.jsonl b.jsonl", start("1") + spoke("2", ""), start("1")},
		{"other starts without a run", "", start("1"), start("2")},
	} {
		t.Run(c.name, func(t *testing.T) {
			ingesttest.WantTies(t, System, c.want, ingesttest.File{Path: "a.jsonl", Text: c.one}, ingesttest.File{Path: "b.jsonl", Text: c.other})
		})
	}
}

// Of several rows about one run that counts which was written last. A row goes to the run of its
// own file before one of its folder.
func TestRowsOfSeveralLeaderboards(t *testing.T) {
	won := begin("r1") + end("e1", "r1", 31, "verdict", `"herd"`, `"team"`, `["host/m-big"]`)
	store := func(rows string) string {
		l := layouts[0]
		l.schema = strings.Split(l.schema, "CREATE TABLE alembic_version")[0] + strings.TrimPrefix(boardSchema, ";") + rows
		return database(t, l, won, false)
	}
	const at = "10:00:31.250000"
	row := boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at)
	other := strings.Replace(strings.Replace(row, "'herd', 'team'", "'spy', 'team'", 1), "2026-05-01 10:01:00", "2026-05-01 10:02:00", 1)
	for _, c := range []struct {
		name       string
		one, other string
		winner     string
		fates      [4]int64 // the two events of both copies, and the rows
	}{
		{"a copy", row, row, "herd", [4]int64{3, 3, 0, 0}},
		{"a later row in the other file", row, other, "spy", [4]int64{3, 2, 1, 0}},
		{"a later row in the first file", other, row, "spy", [4]int64{3, 2, 1, 0}},
	} {
		res := load(t, named{"a.db", store(c.one)}, named{"b.db", store(c.other)})
		claims := &res.Set.Claims
		var winners []string
		for i := range claims.Len() {
			field := claims.Field.At(i)
			if field == "winner" {
				winners = append(winners, claims.Text.At(i))
			}
			if n, given := claims.Number.Get(i); given != slices.Contains([]string{"turns", "tokens"}, field) || given && fmt.Sprint(n) != claims.Text.At(i) {
				t.Errorf("%s: %s is the number %v, stated %v", c.name, field, n, given)
			}
		}
		equal(t, c.name+": winners", strings.Join(winners, " "), c.winner)
		equal(t, c.name+": fates", res.Fates(), c.fates)
	}
}
