package crabyard

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// sessionTables is a dump with one session's row, its messages, and a card that waited.
const sessionTables = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE interactive_sessions (id TEXT, repo TEXT, branch TEXT, runtime TEXT, command TEXT, prompt TEXT, owner TEXT, status TEXT, attach_url TEXT, share_token_hash TEXT,
 control_requested_by TEXT, control_requested_at INTEGER, controller TEXT, control_granted_at INTEGER, created_at INTEGER, updated_at INTEGER, last_seen_at INTEGER, stopped_at INTEGER);
INSERT INTO interactive_sessions VALUES('IS-7','acme/app','main','crabbox','codex --yolo','Fix SECRET','maria','stopped','ssh://SECRET','SECRET','omar',1777000100000,'omar',1777000120000,1777000000000,1777000300000,1777000290000,1777000300000);
INSERT INTO interactive_sessions VALUES('IS-8','acme/lib','main','container','codex','x','omar','ready',NULL,NULL,NULL,NULL,NULL,NULL,1777000400000,1777000500000,1777000500000,NULL);
INSERT INTO interactive_sessions VALUES('IS-9','acme/lib','main','container','codex','x','omar','failed',NULL,NULL,NULL,NULL,NULL,NULL,1777000400000,1777000500000,1777000500000,1777000460000);
CREATE TABLE interactive_session_events (id INTEGER, session_id TEXT, actor TEXT, message TEXT, created_at INTEGER);
INSERT INTO interactive_session_events VALUES(1,'IS-7','maria','session requested',1777000000000);
INSERT INTO interactive_session_events VALUES(2,'IS-7','omar','attached',1777000090000);
INSERT INTO interactive_session_events VALUES(3,'IS-7','omar','control requested',1777000100000);
INSERT INTO interactive_session_events VALUES(4,'IS-7','maria','control approved',1777000120000);
INSERT INTO interactive_session_events VALUES(5,'IS-7','omar','stopped',1777000299000);
CREATE TABLE run_attempts (id TEXT, card_id TEXT, attempt INTEGER, runtime TEXT, status TEXT, operator TEXT, capabilities_json TEXT, last_heartbeat_at INTEGER, started_at INTEGER, ended_at INTEGER, created_at INTEGER, updated_at INTEGER);
INSERT INTO run_attempts VALUES('CY-101-R1','CY-101',1,'crabbox','review','maria','{}',1777000200000,1777000100000,1777000210000,1777000100000,1777000210000);
CREATE TABLE events (id INTEGER, card_id TEXT, actor TEXT, message TEXT, created_at INTEGER);
INSERT INTO events VALUES(1,'CY-101','maria','capacity blocked at cap 2',1777000010000);
INSERT INTO events VALUES(2,'CY-101','maria','capacity blocked at cap 2',1777000020000);
INSERT INTO events VALUES(3,'CY-101','omar','watch attached',1777000150000);
INSERT INTO events VALUES(4,'CY-101','maria','operator takeover granted',1777000160000);
INSERT INTO events VALUES(5,'CY-101','maria','operator takeover granted',1777000170000);
`

// The row of a session and its messages are one run; takeovers, requests and blocked starts
// are counted.
func TestSessionsAndPeople(t *testing.T) {
	res := load(t, named{"board/d1.sql", sessionTables})
	r := &res.Set.Runs
	var runs []string
	for row := range r.Len() {
		seconds, _ := r.DurationS.Get(row)
		runs = append(runs, fmt.Sprint(r.Kind.At(row), " ", r.ID.At(row), " ", r.Subject.At(row), " ", r.Variant.At(row), " ", r.Status.At(row), " ", r.Result.At(row), " ", seconds))
	}
	equal(t, "runs", strings.Join(runs, "\n"), "card CY-101  crabbox review passed 110\nsession IS-7 acme/app crabbox stopped unknown 300\n"+
		"session IS-8 acme/lib container ready open 0\nsession IS-9 acme/lib container failed failed 60")
	var counts []string
	c := &res.Set.Counts
	for row := range c.Len() {
		counts = append(counts, fmt.Sprint(c.Run.At(row), " ", c.Name.At(row), " ", c.Value.At(row)))
	}
	equal(t, "counts", strings.Join(counts, "\n"), "crabyard:board/CY-101 takeovers 2\ncrabyard:board/CY-101 attached 1\ncrabyard:board/CY-101 capacity_blocks 2\n"+
		"crabyard:board/IS-7 takeovers 1\ncrabyard:board/IS-7 control_requests 1\ncrabyard:board/IS-7 attached 1")
	for _, n := range res.Set.Tables() {
		if strings.Contains(n.Text(), "SECRET") {
			t.Errorf("the table %s has what is not to be copied", n.Name)
		}
	}
}

// A log of the archive and the database beside it tell of one session; the copy of the
// database that was changed last counts.
func TestSessionFromArchiveAndDatabase(t *testing.T) {
	older := strings.NewReplacer("'stopped','ssh", "'ready','ssh", "1777000300000,1777000290000,1777000300000)", "1777000200000,1777000200000,NULL)").Replace(sessionTables)
	log := `{"actor":"maria","message":"session requested","createdAt":1777000000000}` + "\n" + `{"actor":"omar","message":"attached","createdAt":1777000090000}` + "\n"
	res := load(t, named{"board/1.sql", older}, named{"board/2.sql", sessionTables}, named{"board/orgs/acme/interactive-sessions/IS-7/1/events.ndjson", log})
	r := &res.Set.Runs
	sessions := 0
	for row := range r.Len() {
		if r.ID.At(row) == "IS-7" {
			sessions++
			equal(t, "status", r.Status.At(row), "stopped")
		}
	}
	equal(t, "sessions", sessions, 1)
	if n := res.Codes()["duplicate_key"]; n > 0 {
		t.Error("a finding about a duplicate")
	}
}

// Two boards both have an IS-7: a row is about the session of its own folder, and elsewhere about one
// that began at the moment of its creation.
func TestSessionsOfOneNameOnTwoBoards(t *testing.T) {
	const row = 1777000000 // when the session of the table was created, in seconds
	withoutMessages := regexp.MustCompile(`INSERT INTO interactive_session_events .*\n`).ReplaceAllString(sessionTables, "")
	for _, c := range []struct {
		board string
		after int
		want  string
	}{
		{"board", 0, "IS-7 stopped"},
		{"board", 3600, "IS-7 stopped"}, // the first messages are missing
		{"other", 0, "IS-7 stopped"},
		{"other", 59, "IS-7 stopped"},
		{"other", 60, "IS-7 unfinished, IS-7 stopped"},
		{"other", -60, "IS-7 unfinished, IS-7 stopped"},
		{"other", 86400, "IS-7 unfinished, IS-7 stopped"},
	} {
		log := fmt.Sprintf(`{"actor":"maria","message":"session requested","createdAt":%d}`+"\n", (row+c.after)*1000)
		res := load(t, named{"board/d1.sql", withoutMessages},
			named{c.board + "/orgs/acme/interactive-sessions/IS-7/1/events.ndjson", log})
		var got []string
		for _, name := range res.Rows(t, "Runs", "id", "status") {
			if strings.HasPrefix(name, "IS-7") {
				got = append(got, name)
			}
		}
		equal(t, fmt.Sprint(c.board, " after ", c.after), strings.Join(got, ", "), c.want)
	}
}

// An attempt without an error has that of the message about it.
func TestErrorFromMessages(t *testing.T) {
	for message, want := range map[string]string{
		"stalled; heartbeat timeout": "heartbeat timeout", "operator marked stalled": "operator marked stalled", "watch attached": "",
	} {
		res := load(t, named{"board/d1.sql", `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE run_attempts (id TEXT, card_id TEXT, attempt INTEGER, runtime TEXT, status TEXT, last_heartbeat_at INTEGER, started_at INTEGER, ended_at INTEGER, created_at INTEGER, updated_at INTEGER);
INSERT INTO run_attempts VALUES('CY-101-R1','CY-101',1,'crabbox','stalled',1777000200000,1777000100000,1777000510000,1777000100000,1777000510000);
CREATE TABLE events (id INTEGER, card_id TEXT, actor TEXT, message TEXT, created_at INTEGER);
INSERT INTO events VALUES(1,'CY-101','system','` + message + `',1777000510000);
`})
		equal(t, "attempt after "+message, res.Set.Attempts.Error.At(0), want)
		equal(t, "run after "+message, res.Set.Runs.Reason.At(0), want)
	}
}

// The last of several messages about a stall counts.
func TestLastErrorFromMessages(t *testing.T) {
	res := load(t, named{"board/d1.sql", `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE run_attempts (id TEXT, card_id TEXT, attempt INTEGER, runtime TEXT, status TEXT, started_at INTEGER, ended_at INTEGER, created_at INTEGER, updated_at INTEGER);
INSERT INTO run_attempts VALUES('CY-101-R1','CY-101',1,'crabbox','stalled',1777000100000,1777000510000,1777000100000,1777000510000);
CREATE TABLE events (id INTEGER, card_id TEXT, actor TEXT, message TEXT, created_at INTEGER);
INSERT INTO events VALUES(1,'CY-101','system','stalled; heartbeat timeout',1777000400000);
INSERT INTO events VALUES(2,'CY-101','system','stalled; out of disk',1777000500000);
`})
	equal(t, "error", res.Set.Attempts.Error.At(0), "out of disk")
}

// An attempt has its own error before what messages say, and none where it did not fail or stall.
func TestErrorOfAnAttempt(t *testing.T) {
	for _, c := range []struct{ status, own, want string }{
		{"stalled", "out of memory", "out of memory"}, {"stalled", "", "heartbeat timeout"}, {"failed", "", "heartbeat timeout"}, {"completed", "", ""}, {"completed", "late", "late"},
	} {
		res := load(t, named{"board/d1.sql", `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE run_attempts (id TEXT, card_id TEXT, attempt INTEGER, runtime TEXT, status TEXT, error TEXT, started_at INTEGER, ended_at INTEGER, created_at INTEGER, updated_at INTEGER);
INSERT INTO run_attempts VALUES('CY-101-R1','CY-101',1,'crabbox','` + c.status + `','` + c.own + `',1777000100000,1777000510000,1777000100000,1777000510000);
CREATE TABLE events (id INTEGER, card_id TEXT, actor TEXT, message TEXT, created_at INTEGER);
INSERT INTO events VALUES(1,'CY-101','system','stalled; heartbeat timeout',1777000510000);
`})
		equal(t, c.status+" with the error "+c.own, res.Set.Attempts.Error.At(0), c.want)
	}
}

// A session counts wherever its row stands among the rows of other tables.
func TestSessionsBehindOtherTables(t *testing.T) {
	const pragma = "PRAGMA defer_foreign_keys=TRUE;\n"
	sessions, cards, _ := strings.Cut(strings.TrimPrefix(sessionTables, pragma), "CREATE TABLE run_attempts")
	res := load(t, named{"board/d1.sql", pragma + "CREATE TABLE run_attempts" + cards + sessions})
	equal(t, "runs", strings.Join(res.Rows(t, "Runs", "id", "status"), ", "), "CY-101 review, IS-7 stopped, IS-8 ready, IS-9 failed")
}

// What is read of a session in a file is found again in another one by the session's name: that in
// its row or its messages, else that of the archive's folder or of the file.
func TestNamesThatTieSessions(t *testing.T) {
	const message = `{"actor":"maria","message":"session requested","createdAt":1777000000000}` + "\n"
	for _, c := range []struct {
		file named
		want string
	}{
		{named{"board/d1.sql", sessionTables}, "IS-7 IS-8 IS-9"},
		{named{"board/orgs/acme/interactive-sessions/IS-7/1/events.ndjson", message}, "IS-7"},
		{named{"board/s1.ndjson", message}, "s1"},
		{named{"board/s1.ndjson", strings.Replace(message, "{", `{"sessionId":"IS-8",`, 1)}, "IS-8"},
	} {
		var names []string
		for _, l := range links(load(t, c.file).Files[0]) {
			if name, ok := strings.CutPrefix(l.Name, "session\x00"); ok {
				names = append(names, name)
			}
		}
		equal(t, c.file.path, strings.Join(names, " "), c.want)
	}
}
