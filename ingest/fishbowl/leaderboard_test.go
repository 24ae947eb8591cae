package fishbowl

import (
	"fmt"
	"strings"
	"testing"
)

// boardSchema is the engine's table; row writes one of its rows.
const boardSchema = `; CREATE TABLE leaderboard_entries ("offset" INTEGER PRIMARY KEY, run_id VARCHAR, session_id VARCHAR, scenario VARCHAR, seed VARCHAR,
	competition_kind VARCHAR, teams TEXT, symmetric_seats TEXT, "cast" TEXT, winner VARCHAR, winner_kind VARCHAR, winning_model VARCHAR, winning_models TEXT,
	reason VARCHAR, turns INTEGER, tokens INTEGER, started_at DATETIME, finished_at DATETIME, recorded_at DATETIME)`

func boardRow(run, winner, kind, models string, turns, tokens int, finished string) string {
	return fmt.Sprintf(`; INSERT INTO leaderboard_entries VALUES (NULL, '%s', NULL, 'duel', 'A walk', 'versus', '{"spy":["ada"],"herd":["bo","cy"]}', NULL,
		'{"ada":{"model_endpoint":null,"model_profile":"fast","model":"m-fast"}}', '%s', '%s', NULL, '%s', 'verdict', %d, %d,
		'2026-05-01 10:00:00.250000', '2026-05-01 %s', '2026-05-01 10:01:00.000000')`, run, winner, kind, models, turns, tokens, finished)
}

// The engine writes a row of the leaderboard from the run's result. The event counts, and
// a row that says otherwise is a finding.
func TestLeaderboard(t *testing.T) {
	won := begin("r1") + end("e1", "r1", 31, "verdict", `"herd"`, `"team"`, `["host/m-big"]`)
	const at = "10:00:31.250000"
	other := begin("r2") + end("f1", "r2", 40, "verdict", `"spy"`, `"team"`, `["m-fast"]`)
	for _, c := range []struct {
		name, lines, rows string
		codes             string
		claims            string
	}{
		{"agrees", won, boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at), "map[]",
			"winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"another winner", won, boardRow("r1", "spy", "team", `["host/m-big"]`, 2, 900, at), "map[fishbowl_leaderboard_differs:1]",
			"winner=spy winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"other counts and models", won, boardRow("r1", "herd", "team", `["m-fast"]`, 3, 901, at), "map[fishbowl_leaderboard_differs:3]",
			"winner=herd winner_kind=team winning_models=m-fast reason=verdict turns=3 tokens=901"},
		{"no winner", won, boardRow("r1", "", "team", `["host/m-big"]`, 2, 900, at), "map[fishbowl_leaderboard_differs:1]",
			"winner= winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"no models", won, boardRow("r1", "herd", "team", `[]`, 2, 900, at), "map[]",
			"winner=herd winner_kind=team winning_models= reason=verdict turns=2 tokens=900"},
		{"of an earlier result", begin("r1") + end("e1", "r1", 20, "verdict", `"herd"`, `"team"`, `["host/m-big"]`) + end("e2", "r1", 31, "verdict", `"herd"`, `"team"`, `["host/m-big"]`),
			boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, "10:00:20.250000"), "map[fishbowl_leaderboard_differs:1]",
			"winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"a run that never finished", begin("r1"), boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at), "map[fishbowl_leaderboard_differs:1]",
			"winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"a decided run is missing", won + other, boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at), "map[fishbowl_leaderboard_missing:1]",
			"winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"a run without a winner needs no row", won + begin("r2") + end("f1", "r2", 40, "tick_cap", "null", "null", "[]"),
			boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at), "map[]",
			"winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
		{"a run that nobody has seen", won, boardRow("r1", "herd", "team", `["host/m-big"]`, 2, 900, at) + boardRow("r9", "ada", "agent", `["m-fast"]`, 2, 900, at),
			"map[fishbowl_leaderboard_without_run:1]", "winner=herd winner_kind=team winning_models=host/m-big reason=verdict turns=2 tokens=900"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := layouts[0]
			l.schema = strings.Split(l.schema, "CREATE TABLE alembic_version")[0] + strings.TrimPrefix(boardSchema, ";") + c.rows
			res := load(t, named{"logs/ledger.db", database(t, l, c.lines, false)})
			equal(t, "findings", fmt.Sprint(res.Codes()), c.codes)
			var claims []string
			for row := range res.Set.Claims.Len() {
				claims = append(claims, res.Set.Claims.Field.At(row)+"="+res.Set.Claims.Text.At(row))
			}
			equal(t, "claims", strings.Join(claims, " "), c.claims)
			equal(t, "units", len(res.Units), strings.Count(c.lines, `"run.started"`)+strings.Count(c.codes, "without_run"))
			equal(t, "runs", res.Set.Runs.Len(), strings.Count(c.lines, `"run.started"`))
			equal(t, "last_at is that of the last event", strings.Contains(res.Set.Runs.LastAt.At(0).String(), "10:01:00"), false)
		})
	}
}

// A copy of the database that is older than the ledger contradicts nothing.
func TestOldLeaderboard(t *testing.T) {
	lines := begin("r1") + end("e1", "r1", 20, "verdict", `"ada"`, `"agent"`, `["m-fast"]`)
	l := layouts[0]
	l.schema = strings.Split(l.schema, "CREATE TABLE alembic_version")[0] + strings.TrimPrefix(boardSchema, ";") +
		boardRow("r1", "ada", "agent", `["m-fast"]`, 2, 900, "10:00:20.250000")
	store := named{"logs/a.db", database(t, l, lines, false)}
	res := load(t, store, named{"logs/b.jsonl", lines + end("e2", "r1", 120, "verdict", `"bo"`, `"agent"`, `["host/m-big"]`)})
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[fishbowl_result_changed:1]")
	// The row of the database counts, though its events stand in the ledger too.
	res = load(t, store, named{"logs/b.jsonl", lines + said("e2", "r1", "agent.spoke", "ada", 30, `{"text":"x"}`)}, named{"logs/c.jsonl", lines})
	res.Want(t, "[logs/b.jsonl logs/a.db] [logs/c.jsonl]", "Runs", "files", "superseded_files")
}

// A run is missing on a leaderboard only if its last result is in that database.
func TestLeaderboardOfAnEarlierResult(t *testing.T) {
	lines := begin("r1") + end("e1", "r1", 20, "verdict", `"ada"`, `"agent"`, `["m-fast"]`) +
		begin("r2") + end("f1", "r2", 31, "verdict", `"herd"`, `"team"`, `["host/m-big"]`)
	l := layouts[0]
	l.schema = strings.Split(l.schema, "CREATE TABLE alembic_version")[0] + strings.TrimPrefix(boardSchema, ";") +
		boardRow("r2", "herd", "team", `["host/m-big"]`, 2, 900, "10:00:31.250000")
	store := named{"logs/a.db", database(t, l, lines, false)}
	equal(t, "the database alone", fmt.Sprint(load(t, store).Codes()), "map[fishbowl_leaderboard_missing:1]")
	again := named{"logs/b.jsonl", begin("r1") + end("e2", "r1", 120, "verdict", `"ada"`, `"agent"`, `["m-fast"]`)}
	equal(t, "with a later result elsewhere", fmt.Sprint(load(t, store, again).Codes()), "map[]")
}
