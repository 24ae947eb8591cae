package fishbowl

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"runreport/ingest/table"
)

// layout is one of the two ways in which the engine keeps its ledger in a database.
type layout struct {
	name, schema string
	at           func(time.Time) string // how it writes a time
}

var layouts = []layout{
	{"with an ORM", `CREATE TABLE events (
		"offset" INTEGER NOT NULL, id VARCHAR(64) NOT NULL, run_id VARCHAR NOT NULL, turn INTEGER NOT NULL, kind VARCHAR NOT NULL, actor VARCHAR NOT NULL,
		payload TEXT NOT NULL, created_at DATETIME NOT NULL, schema_version INTEGER DEFAULT '1' NOT NULL, session_id VARCHAR, model_profile VARCHAR, model_id VARCHAR,
		PRIMARY KEY ("offset"), UNIQUE (id));
		CREATE INDEX ix_events_run_id ON events (run_id);
		CREATE TABLE alembic_version (version_num VARCHAR);
		INSERT INTO alembic_version VALUES ('0001')`,
		func(t time.Time) string { return t.Format("2006-01-02 15:04:05.000000") }},
	{"by hand", `CREATE TABLE events (
		offset INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, run_id TEXT NOT NULL, turn INTEGER NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL,
		payload TEXT NOT NULL, created_at TEXT NOT NULL, schema_version INTEGER NOT NULL DEFAULT 1);
		ALTER TABLE events ADD COLUMN session_id TEXT; ALTER TABLE events ADD COLUMN model_profile TEXT; ALTER TABLE events ADD COLUMN model_id TEXT`,
		func(t time.Time) string { return t.Format("2006-01-02T15:04:05.999999+00:00") }},
}

// envelope is an event as its line has it.
type envelope struct {
	ID        string          `json:"id"`
	RunID     string          `json:"run_id"`
	Turn      int             `json:"turn"`
	Kind      string          `json:"kind"`
	Actor     string          `json:"actor"`
	Payload   json.RawMessage `json:"payload"`
	CreatedAt time.Time       `json:"created_at"`
	Version   int             `json:"schema_version"`
	Session   *string         `json:"session_id"`
	Profile   *string         `json:"model_profile"`
	Model     *string         `json:"model_id"`
}

// database makes a ledger of the lines and returns its bytes. Rows are written in
// the opposite order when told so, with the same offsets.
func database(t *testing.T, l layout, lines string, backwards bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ledger.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	exec := func(query string, args ...any) {
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	schema := l.schema
	if backwards {
		schema = strings.Replace(schema, "offset INTEGER PRIMARY KEY AUTOINCREMENT", "offset BIGINT PRIMARY KEY", 1)
	}
	exec(schema)
	all := strings.Split(strings.TrimSpace(lines), "\n")
	for i := range all {
		n := i
		if backwards {
			n = len(all) - 1 - i
		}
		var e envelope
		if err := json.Unmarshal([]byte(all[n]), &e); err != nil {
			t.Fatal(err)
		}
		exec(`INSERT INTO events VALUES(?,?,?,?,?,?,?,?,?,?,?,?)`, n+1, e.ID, e.RunID, e.Turn, e.Kind, e.Actor, string(e.Payload), l.at(e.CreatedAt), e.Version, e.Session, e.Profile, e.Model)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// tablesOf is every table but sources and findings as text, without where its rows
// come from.
func tablesOf(s *table.Set) string {
	place := regexp.MustCompile(`"line":(null|\d+),|\.(jsonl|db)`)
	var b strings.Builder
	for _, n := range s.Tables() {
		if n.Name != "sources" && n.Name != "findings" {
			fmt.Fprintf(&b, "%s\n%s\n", n.Name, place.ReplaceAllString(n.Text(), ""))
		}
	}
	return b.String()
}

// ledgerLines are two interleaved runs, one of which goes on behind its result.
func ledgerLines() string {
	return begin("r1") + begin("r2") +
		said("e1", "r1", "agent.spoke", "ada", 10, `{"text":"Maps \"lie\".\nAll of them: 😀","mood":"calm","thought":"tea"}`) +
		said("e2", "r2", "clue.found.again", "bo", 11, `{"text":"x","clue":{"rope":[1,2.50,null]},"scores":"7"}`, "created_at", "2026-05-01T10:00:11Z") +
		end("e3", "r1", 20, "budget", "null", "null", "[]") +
		said("e4", "r1", "judge.verdict", "judge", 30, `{"text":"Bo.","winner":"herd","scores":{"bo":12,"ada":-1}}`) +
		end("e5", "r1", 31, "verdict", `"herd"`, `"team"`, `["host/m-big"]`) +
		said("e6", "r1", "agent.spoke", "bo", 5, `{"text":"Told you."}`)
}

func TestTheSameRunFromEveryStore(t *testing.T) {
	lines := ledgerLines()
	want := load(t, named{"logs/ledger.jsonl", lines})
	equal(t, "fates", want.Fates(), [4]int64{8, 0, 0, 0})
	codes := fmt.Sprint(want.Codes())
	for _, l := range layouts {
		for _, backwards := range []bool{false, true} {
			got := load(t, named{"logs/ledger.db", database(t, l, lines, backwards)})
			if len(got.Files) != 1 || got.Files[0].Format != databaseFormat {
				t.Fatalf("%s: not recognised", l.name)
			}
			if a, b := tablesOf(got.Set), tablesOf(want.Set); a != b {
				t.Errorf("%s, backwards %v:\n%s\nas lines:\n%s", l.name, backwards, a, b)
			}
			equal(t, l.name+": fates", got.Fates(), want.Fates())
			equal(t, l.name+": findings", strings.Replace(fmt.Sprint(got.Codes()), " tables_not_read:1", "", 1), codes)
			s := &got.Set.Sources
			equal(t, "records", s.Records.At(0), 8)
			if _, ok := s.Lines.Get(0); ok {
				t.Error("a database has no lines")
			}
		}
	}
}

func TestAStoreBesideItsLines(t *testing.T) {
	lines := ledgerLines()
	half := strings.Join(strings.SplitAfter(lines, "\n")[:5], "")
	res := load(t, named{"logs/1.jsonl", half}, named{"logs/2.db", database(t, layouts[0], lines, false)}, named{"logs/3.db", database(t, layouts[1], lines, false)})
	equal(t, "runs", res.Set.Runs.Len(), 2)
	equal(t, "fates", res.Fates(), [4]int64{8, 13, 0, 0})
	if n := res.Codes()[idReused.Name]; n > 0 {
		t.Errorf("%d events differ between lines and stores", n)
	}
}

func TestOddStores(t *testing.T) {
	exec := func(statements ...string) string {
		path := filepath.Join(t.TempDir(), "x.db")
		db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	const old = `CREATE TABLE events (offset INTEGER PRIMARY KEY, id TEXT, run_id TEXT, turn INTEGER, kind TEXT, actor TEXT, payload TEXT, created_at TEXT)`
	row := func(payload, at string) string {
		return "INSERT INTO events VALUES(1,'e','r',0,'run.started','conductor'," + payload + "," + at + ")"
	}
	started := `'` + duel + `'`
	for _, c := range []struct {
		name, codes string
		statements  []string
		events      int
	}{
		{"the first columns only", "map[]", []string{old, row(started, "'2026-05-01 10:00:00'")}, 1},
		{"a payload that is no JSON", "map[bad_value:1 missing_field:1]", []string{old, row(`'{"scenario":'`, "'2026-05-01 10:00:00'")}, 1},
		{"a key twice in a payload", "map[duplicate_key:1]", []string{old, row(`'{"scenario":"a","scenario":"b"}'`, "'2026-05-01 10:00:00'")}, 0},
		{"a payload as a blob", "map[]", []string{old, row("CAST("+started+" AS BLOB)", "'2026-05-01 10:00:00'")}, 1},
		{"nothing but NULL", "map[missing_field:7]", []string{old, "INSERT INTO events VALUES(1,NULL,NULL,NULL,NULL,NULL,NULL,NULL)"}, 1},
		{"a time that is none", "map[bad_value:1 missing_field:1]", []string{old, row(started, "'yesterday'")}, 1},
		{"a view in the ledger's place", "", []string{"CREATE VIEW events AS SELECT 1 AS offset, 'r' AS run_id, 'a.b' AS kind"}, 0},
		{"another application's events", "", []string{"CREATE TABLE events(id, card_id, message)"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := load(t, named{"x.db", exec(c.statements...)})
			if c.codes == "" {
				equal(t, "files claimed", len(res.Files), 0)
				return
			}
			equal(t, "events", res.Set.Events.Len(), c.events)
			equal(t, "findings", fmt.Sprint(res.Codes()), c.codes)
		})
	}
}
