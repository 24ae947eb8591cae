package crabyard

import (
	"testing"

	"runreport/ingest/record"
)

// The card that a row is about, and the number of an attempt: by their fields, else by the id of
// the attempt.
func TestCardsOfAttempts(t *testing.T) {
	of := func(k *record.Kind, text string) *record.Record {
		f := &record.File{Format: stateFormat}
		return f.AddObject(k, []byte(text), 1)
	}
	for _, c := range []struct {
		kind   *record.Kind
		text   string
		card   string
		number int64 // 0: none
	}{
		{card, `{"id":"CY-101","cardId":"CY-9"}`, "CY-101", 0},
		{attempt, `{"id":"CY-101-R2","cardId":"CY-7","attempt":3}`, "CY-7", 3},
		{attempt, `{"id":"CY-101-R2"}`, "CY-101", 2},
		{attempt, `{"id":"CY-101-R12","attempt":0}`, "CY-101", 12},
		{attempt, `{"id":"CY-101"}`, "", 0},
		{cardEvent, `{"id":"CY-101-R2"}`, "", 0}, // an id of its own

		{cardEvent, `{"cardId":"CY-7"}`, "CY-7", 0},
	} {
		r, n := of(c.kind, c.text), int64(0)
		if r == nil {
			t.Fatalf("%s is not read", c.text)
		}
		if c.kind == attempt {
			n, _ = numberOf(r)
		}
		if got := cardOf(r); got != c.card || n != c.number {
			t.Errorf("%s %s: of card %q, number %d; want %q, %d", c.kind.Name, c.text, got, n, c.card, c.number)
		}
	}
}

// A session is named by its folder of the archive, else by its file.
func TestNamesOfSessions(t *testing.T) {
	for file, want := range map[string]string{
		"orgs/acme/interactive-sessions/s1/v2/events.ndjson": "s1, folder of the archive",
		"interactive-sessions/s1/events.ndjson":              "s1, folder of the archive",
		"interactive-sessions/s1.ndjson":                     "s1, one file",
		"logs/s1.ndjson.gz":                                  "s1, one file",
		"logs/s1.jsonl.zst":                                  "s1, one file",
		"s1.log":                                             "s1.log, one file",
	} {
		name, evidence := sessionName(file)
		equal(t, file, name+", "+evidence, want)
	}
}
