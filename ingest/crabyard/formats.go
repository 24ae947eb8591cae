package crabyard

import (
	"regexp"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "crabyard"

// System is Crabyard.
var System = &record.System{
	Name: system, Title: "Crabyard, a board of cards that agents work on",
	Formats: []*record.Format{runsFormat, stateFormat, sessionFormat, databaseFormat, dumpFormat},
	Codes:   codes,
	Words:   vocabulary,
	Counts:  counts,
	Stitch:  stitch, Assemble: assemble, Home: home, Links: links,
}

var runsFormat = &record.Format{
	Name: "crabyard-runs", System: system, Title: "a card's attempts, as GET /api/cards/:id/runs answers, or rows of the tables, as wrangler d1 execute --json does",
	Container: record.Document, Kinds: tableKinds, Is: func(h *source.Head) bool { return isRuns(h) || isAnswer(h) }, Read: readRuns,
}

var stateFormat = &record.Format{
	Name: "crabyard-state", System: system, Title: "the board, as GET /api/state answers",
	Container: record.Document, Kinds: []*record.Kind{card, attempt, cardEvent}, Is: isState, Read: readState,
}

var sessionFormat = &record.Format{
	Name: "crabyard-session", System: system, Title: "events of one interactive session, one JSON object a line",
	Container: record.Lines, Kinds: []*record.Kind{sessionEvent}, TimeKey: "createdAt", Is: isSession,
	KindOf: func(m record.Members) (string, bool) {
		return sessionEvent.Name, !m.Has("actor") && !m.Has("message") && !m.Has("createdAt")
	},
}

var databaseFormat = &record.Format{
	Name: "crabyard-db", System: system, Title: "the product's own database, a file of SQLite or D1",
	Container: record.Database, Kinds: tableKinds, Is: isDatabase, ReadTables: readDatabase,
}

var dumpFormat = &record.Format{
	Name: "crabyard-sql", System: system, Title: "the database as SQL text, as wrangler d1 export or the .dump of sqlite3 writes it",
	Container: record.Prose, Kinds: tableKinds, Is: isDump, Read: readDump,
}

var (
	cardID    = regexp.MustCompile(`^CY-\d+$`)
	attemptID = regexp.MustCompile(`^(.+)-R([1-9]\d{0,8})$`)
)

// isRuns goes by the first attempt of the list, as far as it was written; an empty
// list is only a history when nothing else is in the document.
func isRuns(h *source.Head) bool {
	if h.Doc == nil || h.Doc.HasAny("cards", "bugs", "records") {
		return false
	}
	if h.Items != nil {
		return h.Items.HasAny("cardId", "card_id") && h.Items.HasAny("attempt", "runtime", "status") || attemptID.MatchString(h.Items.Text("id"))
	}
	list, ok := h.Doc["runs"]
	return ok && len(h.Doc) == 1 && strings.Join(strings.Fields(string(list)), "") == "[]"
}

func isState(h *source.Head) bool {
	return h.Doc.Has("cards") && h.Items.Has("id") && (h.Items.Has("run") || h.Items.Has("lane", "logs"))
}

func isSession(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		return o.Has("actor", "message") && o.HasAny("createdAt", "created_at") && !o.HasAny("kind", "event", "type", "level")
	})
}

// home is the folder that holds one installation's exports: the one with cards/ or
// orgs/ in it, else the file's own, without a last part that names a card.
func home(dir string) string {
	for at := 0; ; {
		part, _, more := strings.Cut(dir[at:], "/")
		if part == "cards" || part == "orgs" || !more && strings.HasPrefix(part, "CY-") && cardID.MatchString(part) {
			return dir[:max(0, at-1)]
		}
		if !more {
			return dir
		}
		at += len(part) + 1
	}
}
