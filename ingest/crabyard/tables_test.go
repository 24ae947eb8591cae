package crabyard

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/table"
)

// tablesOf is every table but sources and findings as text, without where its rows
// come from.
func tablesOf(s *table.Set) string {
	place := regexp.MustCompile(`"(source|line)":(null|\d+),?|"files":\[[^\]]*\],`)
	var b strings.Builder
	for _, n := range s.Tables() {
		if n.Name != "sources" && n.Name != "findings" {
			fmt.Fprintf(&b, "%s\n%s\n", n.Name, place.ReplaceAllString(n.Text(), ""))
		}
	}
	return b.String()
}

// differ says where two texts of tables first differ.
func differ(t *testing.T, what, got, want string) {
	t.Helper()
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			t.Errorf("%s: line %d:\n%s\nwant:\n%s", what, i, x, y)
			return
		}
	}
}

func TestTheSameHistoriesInEveryForm(t *testing.T) {
	s := histories()
	want := load(t, s.answers(t, "logs")...)
	equal(t, "runs", want.Set.Runs.Len(), 3)
	equal(t, "attempts", want.Set.Attempts.Len(), 4)
	codes := fmt.Sprint(want.Codes())
	equal(t, "findings", codes, "map[]")
	for _, form := range []struct{ name, format, text string }{
		{"board.db", "crabyard-db", s.database(t)},
		{"export.sql", "crabyard-sql", s.export(false)},
		{"named.sql", "crabyard-sql", s.export(true)},
		{"dump.sql", "crabyard-sql", s.dump()},
		{"answer.json", "crabyard-runs", s.answered(t)},
	} {
		t.Run(form.name, func(t *testing.T) {
			got := load(t, named{"logs/" + form.name, form.text})
			if len(got.Files) != 1 {
				t.Fatal("nobody claims it")
			}
			equal(t, "format", got.Files[0].Format.Name, form.format)
			equal(t, "findings", fmt.Sprint(got.Codes()), codes)
			equal(t, "fates", got.Fates(), [4]int64{4, 0, 0, 0})
			src := &got.Set.Sources
			equal(t, "records", src.Records.At(0), 4)
			if _, ok := src.Lines.Get(0); ok {
				t.Error("a form without lines has lines")
			}
			differ(t, "tables", tablesOf(got.Set), tablesOf(want.Set))
		})
	}
}

func TestTheWholeBoardInEveryForm(t *testing.T) {
	s := whole()
	want := load(t, named{"logs/board.db", s.database(t)})
	equal(t, "fates", want.Fates(), [4]int64{29, 0, 0, 0})
	equal(t, "findings", fmt.Sprint(want.Codes()), "map[tables_not_read:1]")
	for _, form := range []named{{"logs/export.sql", s.export(true)}, {"logs/dump.sql", s.dump()}, {"logs/answer.json", s.answered(t)}} {
		got := load(t, form)
		equal(t, form.path+": fates", got.Fates(), want.Fates())
		differ(t, form.path, tablesOf(got.Set), tablesOf(want.Set))
	}
	set := want.Set
	for _, n := range set.Tables() {
		if text := n.Text(); strings.Contains(text, "secret") || strings.Contains(text, "Acme") {
			t.Errorf("%s holds what must not be copied:\n%s", n.Name, text)
		}
	}
	r := &set.Runs
	var runs []string
	for row := range r.Len() {
		runs = append(runs, r.Kind.At(row)+" "+r.ID.At(row)+" "+r.Subject.At(row)+" "+r.Status.At(row))
	}
	equal(t, "runs", strings.Join(runs, ", "), "card CY-101 acme/app completed, card CY-102 acme/site review, card CY-103 acme/app running, card CY-104 acme/site Todo, session IS-7  finished, session IS-8  unfinished")

	e := &set.Events
	about := map[string]string{}
	for row := range e.Len() {
		if e.Kind.At(row) != "card_event" {
			continue
		}
		n := "-"
		if k, ok := e.Attempt.Get(row); ok {
			n = fmt.Sprint(k)
		}
		run := strings.TrimPrefix(e.Run.At(row), "crabyard:logs/")
		about[run] += n + " "
		if e.At.At(row).IsZero() || e.Actor.At(row) == "" {
			t.Errorf("the message %q has neither time nor actor", e.Text.At(row))
		}
	}
	equal(t, "attempts of messages", fmt.Sprint(about), "map[CY-101:- - 1 1 1 1 - 2 2 2 -  CY-102:1 1  CY-104:- ]")

	c := &set.Claims
	var claims []string
	for row := range c.Len() {
		claims = append(claims, fmt.Sprintf("%s %s %s=%g", c.Run.At(row), c.By.At(row), c.Field.At(row), c.Number.At(row)))
	}
	equal(t, "claims", strings.Join(claims, ", "), "crabyard:logs/board settings cap=2, crabyard:logs/board settings stall_ms=120000")
}

func TestSettings(t *testing.T) {
	quiet := func(stall string) map[string]int64 {
		s := whole()
		for _, row := range s.rows["settings"] {
			if row[0] == "stall_ms" {
				row[1] = stall
			}
		}
		// The running attempt was last heard of four minutes before the last message.
		s.add("events", int64(50), "CY-104", "maria", "watch attached", int64(base+1730_000))
		res := load(t, named{"board.db", s.database(t)})
		return res.Codes()
	}
	for stall, want := range map[string]string{
		"120000": "map[crabyard_heartbeat_overdue:1 tables_not_read:1]", "600000": "map[tables_not_read:1]",
		"60000": "map[crabyard_heartbeat_overdue:1 tables_not_read:1]", "59999": "map[crabyard_stall_ignored:1 tables_not_read:1]",
		"59000": "map[crabyard_stall_ignored:1 tables_not_read:1]", "soon": "map[crabyard_setting:1 tables_not_read:1]",
	} {
		equal(t, "stall_ms "+stall, fmt.Sprint(quiet(stall)), want)
	}
}

// A setting that is no number is told in at most 80 characters, and each table that is not read once.
func TestFindingsOfTables(t *testing.T) {
	s := whole()
	for _, row := range s.rows["settings"] {
		if row[0] == "cap" {
			row[1] = strings.Repeat("9a", 60)
		}
	}
	text := s.export(false) + "CREATE TABLE notes (id INTEGER);\nINSERT INTO notes VALUES(1);\nINSERT INTO notes VALUES(2);\nCREATE TABLE d1_migrations (id INTEGER);\nINSERT INTO d1_migrations VALUES(1);\n"
	res := load(t, named{"board.sql", text})
	seen := strings.Join(res.Rows(t, "Findings", "code", "seen"), "\n")
	if want := "crabyard_setting cap: " + strings.Repeat("9a", 40) + "…"; !strings.Contains(seen+"\n", want+"\n") {
		t.Errorf("%q is not in\n%s", want, seen)
	}
	if strings.Count(seen, "notes") != 1 || strings.Contains(seen, "d1_migrations") {
		t.Errorf("tables that are not read:\n%s", seen)
	}
}

func TestExportsOfOneBoard(t *testing.T) {
	early, late := whole(), whole()
	early.rows["events"] = early.rows["events"][:9]
	early.rows["run_attempts"] = slices.Clone(early.rows["run_attempts"])[:3]
	early.rows["run_attempts"][1] = slices.Clone(late.rows["run_attempts"][1])
	review := early.rows["run_attempts"][1]
	review[4], review[12], review[14] = "review", int64(base+1400_000), int64(base+1400_000)
	for i, row := range early.rows["settings"] {
		if row[0] == "cap" {
			early.rows["settings"][i] = []any{"cap", "20"}
		}
	}
	early.rows["interactive_session_events"] = early.rows["interactive_session_events"][:2]
	alone := load(t, named{"logs/b.db", late.database(t)})
	for _, files := range [][]named{
		{{"logs/a.sql", early.export(false)}, {"logs/b.db", late.database(t)}},
		{{"logs/a.db", late.database(t)}, {"logs/b.sql", early.export(true)}},
	} {
		both := load(t, files...)
		n := both.Fates()
		equal(t, "kept", n[0], alone.Fates()[0])
		equal(t, "all", n[0]+n[1]+n[2]+n[3], int64(29+22))
		codes := both.Codes()
		equal(t, "review overwritten", codes[reviewOverwritten.Name], 1)
		superseded := regexp.MustCompile(`"superseded_files":(null|\[[^\]]*\]),`)
		a, b := superseded.ReplaceAllString(tablesOf(both.Set), ""), superseded.ReplaceAllString(tablesOf(alone.Set), "")
		differ(t, "tables", a, b)
	}
}

func TestDatabaseBesideOtherForms(t *testing.T) {
	s := whole()
	files := append(s.answers(t, "logs"), named{"logs/board.db", s.database(t)},
		named{"logs/session.ndjson", fmt.Sprintf(`{"actor":"maria","message":"session requested","createdAt":%d}`+"\n", base+10_000)},
		named{"logs/state.json", board(strings.Replace(onBoard("CY-102", "Human Review", "null", "03:11:40 operator takeover granted", "03:15:00 run review", "03:15:00 run review"),
			fmt.Sprintf(`"startedAt":%d`, base), fmt.Sprintf(`"startedAt":%d`, base+2000_000), 1))}) // the state is the latest export of the card
	res := load(t, files...)
	r := &res.Set.Runs
	equal(t, "runs", r.Len(), 6)
	equal(t, "attempts", res.Set.Attempts.Len(), 4)
	count := 0
	for row := range res.Set.Events.Len() {
		if res.Set.Events.Text.At(row) == "run review" {
			count++
		}
	}
	equal(t, "messages that only the state gives", count, 2)
	n := res.Fates()
	equal(t, "kept", n[0], int64(res.Set.Events.Len()))
	for row := range r.Len() {
		if r.ID.At(row) == "IS-7" && len(r.Superseded.At(row)) != 1 {
			t.Errorf("the log of the session is counted twice: %v", r.Files.At(row))
		}
	}
}

func TestOldDatabases(t *testing.T) {
	s := newStore()
	ddl := strings.Replace(attemptsTable, "error TEXT, selection_reason TEXT, capabilities_json TEXT NOT NULL DEFAULT '{}',", "error TEXT,", 1)
	s.table("run_attempts", ddl, attemptColumns[:16]...)
	for _, row := range histories().rows["run_attempts"] {
		s.add("run_attempts", row[:16]...)
	}
	res := load(t, named{"logs/old.db", s.database(t)})
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[]")
	if _, ok := res.Set.Attempts.Capabilities.Get(0); ok {
		t.Error("an old row says what its runtime offers")
	}
	// Columns that came later are filled in by the product when it is asked.
	filled := whole()
	filled.rows["run_attempts"] = nil
	for _, row := range histories().rows["run_attempts"] {
		row[16], row[17] = nil, "{}"
		filled.add("run_attempts", row...)
	}
	res = load(t, named{"logs/filled.db", filled.database(t)})
	a := &res.Set.Attempts
	equal(t, "container", strings.Join(a.Capabilities.At(0), " "), "terminal logs artifacts")
	equal(t, "crabbox", strings.Join(a.Capabilities.At(2), " "), "terminal takeover vnc desktop logs artifacts")
	first := newStore()
	first.table("cards", whole().ddl["cards"], whole().cols["cards"]...)
	first.rows["cards"] = whole().rows["cards"]
	res = load(t, named{"logs/first.db", first.database(t)})
	equal(t, "runs before there were attempts", res.Set.Runs.Len(), 4)
}

func TestBrokenForms(t *testing.T) {
	s := histories()
	export := s.export(false)
	answer := s.answered(t)
	database := s.database(t)
	for _, c := range []struct {
		name, text, codes string
		kept, rejected    int64
	}{
		{"an export that is cut in a row", export[:strings.Index(export, "'CY-102-R1'")+30], "map[bad_row:1]", 2, 1},
		{"an export with a row of no literals", strings.Replace(export, "'CY-102',1,", "'CY-102',(SELECT 1),", 1), "map[bad_row:1]", 3, 1},
		{"an export without its schema", regexp.MustCompile(`(?s)CREATE TABLE.*?\);\n`).ReplaceAllString(export, ""), "map[bad_row:4]", 0, 4},
		{"an answer that is cut", answer[:strings.Index(answer, "CY-102-R1")], "map[broken_document:1]", 2, 1},
		{"an answer to a question of one's own", `[{"results":[{"card_id":"CY-1","attempt":1,"tries":3}],"success":true}]`, "map[missing_field:6 never_started:1]", 1, 0},
		{"an answer with other rows too", `[{"results":[{"n":3}],"success":true},` + answer[1:], "map[unknown_kind:1]", 5, 0},
		{"a database that is cut", database[:len(database)-100], "map[broken_document:1]", 4, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := load(t, named{"logs/x", c.text})
			if len(res.Files) != 1 {
				t.Fatal("nobody claims it")
			}
			n := res.Fates()
			equal(t, "kept", n[0], c.kept)
			equal(t, "rejected", n[3], c.rejected)
			equal(t, "findings", fmt.Sprint(res.Codes()), c.codes)
			equal(t, "records", res.Set.Sources.Records.At(0), n[0]+n[3])
		})
	}
}
