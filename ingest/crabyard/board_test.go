package crabyard

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// store is the content of a database: its tables with their rows, from which every
// form that it may come in is made.
type store struct {
	tables []string
	ddl    map[string]string
	cols   map[string][]string
	rows   map[string][][]any
}

func newStore() *store {
	return &store{ddl: map[string]string{}, cols: map[string][]string{}, rows: map[string][][]any{}}
}

// table adds a table. The columns are those of the statement, named once more so
// that the test reads nothing back with what it tests.
func (s *store) table(name, ddl string, columns ...string) {
	s.tables = append(s.tables, name)
	s.ddl[name], s.cols[name] = ddl, columns
}

func (s *store) add(table string, values ...any) { s.rows[table] = append(s.rows[table], values) }

const attemptsTable = `CREATE TABLE run_attempts (
  id TEXT PRIMARY KEY,
  card_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  runtime TEXT NOT NULL,
  status TEXT NOT NULL, -- one of eight
  control_intent TEXT, lease_id TEXT, attach_url TEXT, vnc_url TEXT,
  operator TEXT,
  last_heartbeat_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  error TEXT, selection_reason TEXT, capabilities_json TEXT NOT NULL DEFAULT '{}',
  FOREIGN KEY (card_id) REFERENCES cards(id), UNIQUE (card_id, attempt))`

var attemptColumns = []string{"id", "card_id", "attempt", "runtime", "status", "control_intent", "lease_id", "attach_url", "vnc_url", "operator",
	"last_heartbeat_at", "started_at", "ended_at", "created_at", "updated_at", "error", "selection_reason", "capabilities_json"}

// histories are three cards: one that stalled and then went through, one that a
// person took over, one that runs.
func histories() *store {
	s := newStore()
	s.table("run_attempts", attemptsTable, attemptColumns...)
	const container = `{"terminal":true,"takeover":false,"vnc":false,"desktop":false,"logs":true,"artifacts":true}`
	const crabbox = `{"terminal":true,"takeover":true,"vnc":true,"desktop":true,"logs":true,"artifacts":true}`
	try := func(card string, n int, runtime, status string, operator any, start, beat, end int, why any, offers string) {
		var ended any = int64(base + end*1000)
		if active(status) {
			ended = nil
		}
		at := int64(base + start*1000)
		s.add("run_attempts", fmt.Sprintf("%s-R%d", card, n), card, int64(n), runtime, status, nil, nil, nil, nil, operator,
			int64(base+beat*1000), at, ended, at, int64(base+end*1000), why, "it's the\ndefault", offers)
	}
	try("CY-101", 1, "container", "stalled", nil, 10, 70, 900, "heartbeat timeout", container)
	try("CY-101", 2, "container", "completed", nil, 1000, 1300, 1500, nil, container)
	try("CY-102", 1, "crabbox", "review", "maria", 20, 400, 500, nil, crabbox)
	try("CY-103", 1, "container", "running", nil, 1400, 1490, 1490, nil, container)
	return s
}

// whole adds the rest of the database to the histories.
func whole() *store {
	s := newStore()
	s.table("d1_migrations", "CREATE TABLE d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)", "id", "name")
	s.add("d1_migrations", int64(1), "0001_initial.sql")
	s.table("settings", "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)", "key", "value")
	s.add("settings", "org", "Acme")
	s.add("settings", "cap", "2")
	s.add("settings", "stall_ms", "120000")
	s.table("users", "CREATE TABLE users (subject TEXT PRIMARY KEY, email TEXT)", "subject", "email")
	s.add("users", "github:1", "secret@example.org")
	s.table("cards", "CREATE TABLE IF NOT EXISTS \"cards\" (id TEXT PRIMARY KEY, title TEXT NOT NULL, prompt TEXT NOT NULL, repo TEXT NOT NULL, source TEXT NOT NULL, runtime TEXT NOT NULL, policy TEXT NOT NULL, lane TEXT NOT NULL, owner TEXT NOT NULL, started_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, last_event TEXT, changed_files TEXT NOT NULL DEFAULT '[]', diff_patch TEXT NOT NULL DEFAULT '', active_run_id TEXT)",
		"id", "title", "prompt", "repo", "source", "runtime", "policy", "lane", "owner", "started_at", "created_at", "updated_at", "last_event", "changed_files", "diff_patch", "active_run_id")
	for i, lane := range []string{"Done", "Human Review", "Running", "Todo"} {
		id := fmt.Sprintf("CY-%d", 101+i)
		s.add("cards", id, "Card "+id, "secret prompt", []string{"acme/app", "acme/site"}[i%2], "Prompt", "auto", "open_pr", lane, "maria", int64(base), int64(base), int64(base+1500_000), "moved", `[{"path":"secret.go"}]`, "secret patch", id+"-R1")
	}
	h := histories()
	s.table("run_attempts", attemptsTable, attemptColumns...)
	s.rows["run_attempts"] = h.rows["run_attempts"]
	s.table("events", "CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, card_id TEXT NOT NULL, actor TEXT NOT NULL, message TEXT NOT NULL, created_at INTEGER NOT NULL, FOREIGN KEY (card_id) REFERENCES cards(id))", "id", "card_id", "actor", "message", "created_at")
	for i, e := range []struct {
		card, actor, message string
		at                   int
	}{
		{"CY-101", "maria", "card created", 0}, {"CY-101", "maria", "repo allowlist ok", 1},
		{"CY-101", "maria", "scheduler queued acme/app", 10_001}, {"CY-101", "maria", "heartbeat ok", 10_003}, {"CY-101", "maria", "heartbeat ok", 70_000},
		{"CY-102", "maria", "operator takeover granted", 300_000}, {"CY-102", "maria", "run review", 500_000},
		{"CY-101", "system", "stalled; heartbeat timeout", 900_000}, {"CY-101", "maria", "capacity blocked at cap 2", 950_000},
		{"CY-101", "maria", "scheduler queued acme/app", 1000_001}, {"CY-101", "maria", "run completed", 1500_000}, {"CY-101", "maria", "moved to Done", 1499_999},
		{"CY-101", "maria", "moved to Todo", 1600_000}, {"CY-104", "maria", "card created", 2},
	} {
		s.add("events", int64(i+1), e.card, e.actor, e.message, int64(base+e.at))
	}
	s.table("audit_events", "CREATE TABLE audit_events (id INTEGER PRIMARY KEY AUTOINCREMENT, actor TEXT NOT NULL, message TEXT NOT NULL, created_at INTEGER NOT NULL)", "id", "actor", "message", "created_at")
	s.add("audit_events", int64(1), "maria", "policy updated cap=2 retention=30 merge=guarded", int64(base+5000))
	s.table("interactive_session_events", "CREATE TABLE interactive_session_events (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, actor TEXT NOT NULL, message TEXT NOT NULL, created_at INTEGER NOT NULL, event_key TEXT, event_type TEXT NOT NULL DEFAULT 'message')", "id", "session_id", "actor", "message", "created_at", "event_key", "event_type")
	s.add("interactive_session_events", int64(1), "IS-7", "maria", "session requested", int64(base+10_000), nil, "message")
	s.add("interactive_session_events", int64(2), "IS-8", "omar", "session requested", int64(base+11_000), nil, "message")
	s.add("interactive_session_events", int64(3), "IS-7", "maria", "stopped", int64(base+90_000), nil, "message")
	return s
}

// file is the store as a database file, by its path.
func (s *store) file(t testing.TB, extra ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "board.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)")
	if err != nil {
		t.Fatal(err)
	}
	exec := func(query string, args ...any) {
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	for _, name := range s.tables {
		exec(s.ddl[name])
	}
	for _, name := range s.tables {
		for _, row := range s.rows[name] {
			exec("INSERT INTO "+name+" VALUES(?"+strings.Repeat(",?", len(row)-1)+")", row...)
		}
	}
	for _, e := range extra {
		exec(e)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func (s *store) database(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(s.file(t))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// export is the store as wrangler d1 export writes it; named is whether each row
// names its columns, as newer versions do.
func (s *store) export(named bool) string {
	var b strings.Builder
	b.WriteString("PRAGMA defer_foreign_keys=TRUE;\n")
	s.statements(&b, named)
	b.WriteString("DELETE FROM sqlite_sequence;\nINSERT INTO \"sqlite_sequence\" VALUES('events',14);\nCREATE INDEX idx_events_card ON events(card_id, created_at);\n")
	return b.String()
}

// dump is the store as the .dump of sqlite3 writes it.
func (s *store) dump() string {
	var b strings.Builder
	b.WriteString("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
	s.statements(&b, false)
	b.WriteString("CREATE TRIGGER keep AFTER DELETE ON events BEGIN INSERT INTO events VALUES(1,'x','x','never',0); END;\nCOMMIT;\n")
	return b.String()
}

func (s *store) statements(b *strings.Builder, named bool) {
	for _, name := range s.tables {
		b.WriteString(s.ddl[name] + ";\n")
		for _, row := range s.rows[name] {
			fmt.Fprintf(b, "INSERT INTO %q ", name)
			if named {
				b.WriteString(`("` + strings.Join(s.cols[name], `","`) + `") `)
			}
			var values []string
			for _, v := range row {
				values = append(values, literal(v))
			}
			b.WriteString("VALUES(" + strings.Join(values, ",") + ");\n")
		}
	}
}

func literal(v any) string {
	switch x := v.(type) {
	case nil:
		return "NULL"
	case string:
		text := "'" + strings.ReplaceAll(x, "'", "''") + "'"
		if strings.Contains(x, "\n") {
			return "replace(" + strings.ReplaceAll(text, "\n", `\n`) + `,'\n',char(10))`
		}
		return text
	}
	return fmt.Sprint(v)
}

// answered is the store as wrangler d1 execute --json answers, one statement a table.
func (s *store) answered(t testing.TB) string {
	t.Helper()
	type result struct {
		Results []map[string]any `json:"results"`
		Success bool             `json:"success"`
		Meta    map[string]any   `json:"meta"`
	}
	var all []result
	for _, name := range s.tables {
		if tables[name] == nil {
			continue
		}
		r := result{Results: []map[string]any{}, Success: true, Meta: map[string]any{"duration": 0.5}}
		for _, row := range s.rows[name] {
			o := map[string]any{}
			for i, c := range s.cols[name] {
				o[c] = row[i]
			}
			r.Results = append(r.Results, o)
		}
		all = append(all, r)
	}
	b, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// answers are the histories as the API gives them, newest attempt first, one file a
// card.
func (s *store) answers(t testing.TB, dir string) (files []named) {
	t.Helper()
	byCard := map[string][]map[string]any{}
	var cards []string
	for _, row := range s.rows["run_attempts"] {
		o := map[string]any{}
		for i, c := range attemptColumns {
			o[camel(c)] = row[i]
		}
		o["capabilities"] = json.RawMessage(row[len(row)-1].(string))
		delete(o, "capabilitiesJson")
		card := row[1].(string)
		if byCard[card] == nil {
			cards = append(cards, card)
		}
		byCard[card] = append([]map[string]any{o}, byCard[card]...)
	}
	for _, card := range cards {
		b, err := json.Marshal(map[string]any{"runs": byCard[card]})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, named{dir + "/cards/" + card + "/runs.json", string(b)})
	}
	return files
}
