package crabyard

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

// tables are those of the database that tell about runs, with the kind of their
// rows. The others hold accounts and secrets and are never read.
var tables = map[string]*record.Kind{
	"cards":                      card,
	"run_attempts":               attempt,
	"events":                     cardEvent,
	"interactive_sessions":       interactiveSession,
	"interactive_session_events": sessionEvent,
	"audit_events":               auditEvent,
	"settings":                   setting,
}

var tableKinds = []*record.Kind{card, attempt, cardEvent, interactiveSession, sessionEvent, auditEvent, setting}

// isBoard goes by the table of attempts, or, as a database was before it had one and
// as a dump's beginning may show no more, by those of cards and their messages.
func isBoard(h *source.Head) bool {
	return h.Table("run_attempts").Has("card_id", "attempt") || h.Table("cards").Has("lane", "repo", "policy") ||
		h.Table("events").Has("card_id", "message") || h.Table("interactive_session_events").Has("session_id", "message")
}

func isDatabase(h *source.Head) bool { return h.Database && isBoard(h) }

// isDump also takes rows whose columns are named behind the beginning, or nowhere.
func isDump(h *source.Head) bool {
	return !h.Database && (isBoard(h) || h.Table("run_attempts").Name != "")
}

func readDatabase(db *sqlite.DB, f *record.File) {
	var left []string
	for _, t := range db.Tables() {
		kind := tables[t.Name]
		if kind == nil {
			left = append(left, t.Name)
			continue
		}
		for row, err := range db.Rows(t) {
			addRow(f, kind, row, err)
		}
	}
	leave(f, left)
}

func readDump(text []byte, f *record.File) {
	var left []string
	met := map[string]bool{}
	wanted := func(table string) bool {
		if tables[table] == nil && !met[table] {
			met[table] = true
			left = append(left, table)
		}
		return tables[table] != nil
	}
	for row, err := range sqlite.Dump(text, wanted) {
		if err != nil {
			record.BrokenRow(f, err)
			continue
		}
		addRow(f, tables[row.Table.Name], row, nil)
	}
	leave(f, left)
}

func addRow(f *record.File, kind *record.Kind, row sqlite.Row, err error) {
	if err != nil {
		record.BrokenRow(f, err)
		return
	}
	date(f.AddRow(kind.Name, row.Object(), row.Line))
}

// leave tells of the tables that were not read, but for those in which a database
// keeps its own books.
func leave(f *record.File, names []string) {
	record.LeftTables(f, slices.DeleteFunc(names, func(n string) bool {
		return n == "d1_migrations" || strings.HasPrefix(n, "sqlite_") || strings.HasPrefix(n, "_cf_")
	}))
}

// addAnswered adds a row of an answer, which does not say what table it is from.
func addAnswered(f *record.File, raw jsontext.Value) {
	keys := map[string]bool{}
	for _, e := range record.Entries(raw) {
		keys[e.Key] = true
	}
	name := "row"
	if kind := kindOf(func(key string) bool { return keys[key] }); kind != nil {
		name = kind.Name
	}
	date(f.AddRow(name, raw, 0))
}

// kindOf is the kind of a row that has these columns; nil when it is none of them.
func kindOf(has func(column string) bool) *record.Kind {
	for _, k := range []struct {
		kind    *record.Kind
		columns []string
	}{
		{attempt, []string{"card_id", "attempt"}},
		{attempt, []string{"card_id", "last_heartbeat_at"}},
		{card, []string{"repo", "lane"}},
		{interactiveSession, []string{"id", "repo", "last_seen_at", "stopped_at"}},
		{cardEvent, []string{"card_id", "message"}},
		{sessionEvent, []string{"session_id", "message"}},
		{auditEvent, []string{"actor", "message", "created_at"}},
		{setting, []string{"key", "value"}},
	} {
		if !slices.ContainsFunc(k.columns, func(c string) bool { return !has(c) }) {
			return k.kind
		}
	}
	return nil
}

// isAnswer reports whether the database was asked for anything about cards. Settings
// and messages alone could be anybody's.
func isAnswer(h *source.Head) bool {
	return slices.ContainsFunc(h.Rows, func(row source.Object) bool {
		kind := kindOf(func(column string) bool { return row.Has(column) })
		return kind != nil && kind != auditEvent && kind != setting
	})
}
