package run

import (
	"slices"
	"strings"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// bug is one bug of a run, by all lists that name it.
type bug struct {
	id, level string
	state     table.BugState
	said      bool // a list says something of its state, in whatever words
	listed    bool // it is in the list that counts
}

// bugs are the entries of the list that counts, and what other lists say about them.
type bugs struct {
	list   []*bug
	ids    sheet.Places[string]
	named  []*bug         // by the place of their id
	buffer []bug          // for the next ones
	saidBy string         // the list that counts
	at     *record.Record // its place
}

// bugsOf are the bugs of a run. The list that counts is the first of BUGS.md, the manifest,
// tdd-results.json, the tracker in PROGRESS.md, and the ids that the log names. Entries
// that are retracted, false positives or duplicates stay, with that state. What became of
// a bug is told by recheck-results.json first, then by the list that counts, then by the
// others.
func bugsOf(log *events, docs *companion.Documents) bugs {
	var b bugs
	sources := []struct {
		name         string
		rows         []*record.Record
		id, severity string
		status       []string // keys
	}{
		{"BUGS.md", docs.Bugs(), "id", "severity", []string{"status"}},
		{"bugs_manifest.json", docs.Listed(), "id", "severity", []string{"status", "disposition"}},
		{"tdd-results.json", items(docs.Tdd, "bugs"), "id", "severity", []string{"verdict"}},
		{"PROGRESS.md", docs.Tracked, "id", "severity", []string{"status"}},
		{"finding_logged", log.found, "finding_id", "severity", nil},
	}
	for _, rec := range items(docs.Recheck, "results") {
		if id := rec.Str("id"); id != "" && b.find(id) == nil {
			b.of(id).state = sheet.StateOf(rec.Str("status"), "")
		}
	}
	for _, s := range sources {
		for _, rec := range s.rows {
			id := rec.Str(s.id)
			if !strings.HasPrefix(id, "BUG-") || b.saidBy != "" && b.saidBy != s.name && b.find(id) == nil {
				continue
			}
			if b.saidBy == "" {
				b.saidBy, b.at = s.name, rec
			}
			x := b.merge(id, rec.Str(s.severity), texts(rec, s.status), b.saidBy == s.name)
			if s.name != "BUGS.md" {
				continue
			}
			if dismissed, _ := rec.Bool("dismissed"); dismissed && x.state.IsBug() {
				x.state = table.BugRetracted
			}
		}
	}
	return b
}

// find is the bug of that id; nil where no list has named it.
func (b *bugs) find(id string) *bug {
	if at := b.ids.Find(id); at >= 0 {
		return b.named[at]
	}
	return nil
}

// of is the bug of that id.
func (b *bugs) of(id string) *bug {
	at, isNew := b.ids.Place(id)
	if isNew {
		if len(b.buffer) == 0 {
			b.named, b.buffer = slices.Grow(b.named, 8), make([]bug, 8)
		}
		b.buffer[0].id = id
		b.named, b.buffer = append(b.named, &b.buffer[0]), b.buffer[1:]
	}
	return b.named[at]
}

// merge adds what a list says of a bug to what is known of it. An entry of the list that
// counts is listed.
func (b *bugs) merge(id, severity, status string, listed bool) *bug {
	x := b.of(id)
	if listed && !x.listed {
		b.list, x.listed = append(b.list, x), true
	}
	if x.level == "" {
		x.level = sheet.LevelOf(severity)
	}
	x.said = x.said || status != ""
	if x.state == "" {
		x.state = sheet.StateOf(status, severity)
	}
	return x
}

// texts is the first of the fields that has a text.
func texts(rec *record.Record, keys []string) string {
	for _, key := range keys {
		if text := rec.Str(key); text != "" {
			return text
		}
	}
	return ""
}

// items are the objects of a list in a document; none where there is no document.
func items(doc *record.Record, key string) []*record.Record {
	if doc == nil {
		return nil
	}
	return doc.Items(key)
}
