package crabyard

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// wantElements holds elements and what is wrong with the file against those that should be: each fault
// by a part of what it says.
func wantElements(t *testing.T, text string, f *record.File, elements []string, want, faults string) {
	t.Helper()
	var wrong []string
	for _, n := range f.Findings() {
		wrong = append(wrong, n.Seen)
	}
	expected := slices.DeleteFunc(strings.Split(faults, "; "), func(s string) bool { return s == "" })
	same := slices.EqualFunc(wrong, expected, strings.Contains)
	if got := strings.Join(elements, " "); got != want || !same {
		t.Errorf("%s: elements %q with the faults %q, want %q with %q", text, got, wrong, want, expected)
	}
}

// Where a text breaks off or holds something else, the elements before it count, and what is wrong
// is said once.
func TestElementsOfDocuments(t *testing.T) {
	const none = "no list of records in the document"
	for _, c := range []struct{ text, elements, fault string }{
		{``, ``, ""},
		{` `, ``, ""},
		{`[1,2]`, `1 2`, ""},
		{`[1,2] [3]`, `1 2 3`, ""},
		{`{"runs":[1,2]}`, `1 2`, ""},
		{`{"runs":[]}`, ``, ""},
		{`{"cap":{"runs":[7]},"runs":[1]}{"runs":[2]}`, `1 2`, ""},
		{`{"runs":[1],"runs":[2],"cap":3}`, `1`, "a list given twice"},
		{`{"runs":[1],"runs":[2]}[3]`, `1 3`, "a list given twice"},
		{`{"runs":[1],"runs":[2}`, `1`, "a list given twice; invalid character"},
		{`{"runs":[1],"runs":`, `1`, "a list given twice; unexpected EOF"},
		{`7`, ``, none},
		{`[1] null [2]`, `1`, none},
		{`{}`, ``, none},
		{`{} [1]`, ``, none},
		{`{"cap":1}`, ``, none},
		{`{"runs":{"a":1}}`, ``, none},
		{`{"runs":null}`, ``, none},
		{`{`, ``, "unexpected EOF"},
		{`{"cap"`, ``, "unexpected EOF"},
		{`{"cap":`, ``, "unexpected EOF"},
		{`{"cap":}`, ``, "invalid character"},
		{`{"cap":1 2}`, ``, "invalid character"},
		{`{1:2}`, ``, "must be a string"},
		{`{"runs":[1]`, `1`, "unexpected EOF"},
		{`{"runs":[1]]`, `1`, "invalid character"},
		{`{"runs":[1`, `1`, "unexpected EOF"},
		{`{"runs":[1,`, `1`, "unexpected EOF"},
		{`{"runs":[1,tru`, `1`, "unexpected EOF"},
		{`[1,}`, `1`, "invalid character"},
		{`[1`, `1`, "unexpected EOF"},
		{`[1]oops`, `1`, "invalid character"},
		{`{"runs": [{"id": "CY-1-R1", "cardId": "CY`, ``, `unexpected EOF within "/runs/0/cardId"`},
	} {
		var elements []string
		f := &record.File{}
		each([]byte(c.text), f, "runs", func(raw jsontext.Value) { elements = append(elements, string(raw)) })
		wantElements(t, c.text, f, elements, c.elements, c.fault)
	}
}

// Answers may lie in one list or stand one behind another.
func TestElementsOfAnswers(t *testing.T) {
	for _, c := range []struct{ text, elements, fault string }{
		{``, ``, ""},
		{`{"results":[1,2],"success":true}`, `1 2`, ""},
		{`[{"results":[1]},{"results":[2]}]`, `1 2`, ""},
		{`[{"results":[1]}] [{"results":[2]}] {"results":[3]}`, `1 2 3`, ""},
		{`[]`, ``, ""},
		{`[{"success":true}]`, ``, "no list of records in the document"},
		{`[{"results":[1]},7,{"results":[2]}]`, `1`, "no list of records in the document"},
		{`[{"results":[1]}`, `1`, "unexpected EOF"},
		{`[{"results":[1,`, `1`, "unexpected EOF"},
		{`{"results":[1]}]`, `1`, "invalid character"},
		{`[{"results":[1]},oops]`, `1`, "invalid character"},
		{`{"results": [{"id": "CY-1-R1", "cardId": "CY-1`, ``, `unexpected EOF within "/results/0/cardId"`},
	} {
		var elements []string
		f := &record.File{}
		eachAnswer([]byte(c.text), f, func(raw jsontext.Value) { elements = append(elements, string(raw)) })
		wantElements(t, c.text, f, elements, c.elements, c.fault)
	}
}

// A session is told by its lines, of which other programs have some keys too.
func TestWhatIsASession(t *testing.T) {
	for line, want := range map[string]string{
		`{"actor":"agent","message":"x","createdAt":1}`:                "crabyard-session",
		`{"actor":"agent","message":"x","created_at":1}`:               "crabyard-session",
		`{"actor":"agent","message":"x"}`:                              "",
		`{"actor":"agent","createdAt":1}`:                              "",
		`{"message":"x","createdAt":1}`:                                "",
		`{"actor":"agent","message":"x","createdAt":1,"kind":"k"}`:     "",
		`{"actor":"agent","message":"x","createdAt":1,"event":"e"}`:    "",
		`{"actor":"agent","message":"x","createdAt":1,"type":"t"}`:     "",
		`{"actor":"agent","message":"x","createdAt":1,"level":"info"}`: "",
	} {
		res := load(t, named{"x.jsonl", line + "\n"})
		got := ""
		for _, f := range res.Files {
			got = f.Format.Name
		}
		equal(t, line, got, want)
	}
}

// The folder of an installation is above cards and orgs, and a folder of a card is none.
func TestFolderOfAnInstallation(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "yard": "yard", "yard/cards": "yard", "yard/cards/CY-1": "yard", "yard/orgs/acme/boards": "yard",
		"cards": "", "a/orgs/b/cards": "a",
		"yard/CY-12": "yard", "CY-12": "", "yard/CY-12/logs": "yard/CY-12/logs", "yard/discards": "yard/discards",
		"yard/logs": "yard/logs",
	} {
		equal(t, dir, home(dir), want)
	}
}

// What an attempt says of itself: its status, why, and what somebody asked for.
func TestTextOfAnAttempt(t *testing.T) {
	for text, want := range map[string]string{
		`{"status":"failed"}`:                                      "failed",
		`{"status":"failed","error":"no disk"}`:                    "failed: no disk",
		`{"status":"failed","controlIntent":"stop"}`:               "failed; asked for: stop",
		`{"status":"failed","error":"no","controlIntent":"pause"}`: "failed: no; asked for: pause",
		`{}`: "",
	} {
		r := (&record.File{Format: &record.Format{}}).AddObject(attempt, jsontext.Value(text), 0)
		if r == nil {
			t.Fatalf("%s is not read", text)
		}
		equal(t, text, attemptText(r), want)
	}
}

// What a runtime offers is what its row says; where that says nothing, what the product fills in.
func TestWhatARuntimeOffers(t *testing.T) {
	for _, c := range []struct {
		text, key  string
		yes, known bool
	}{
		{`{"runtime":"container"}`, "terminal", false, false},
		{`{"runtime":"container","capabilities":{}}`, "terminal", true, true},
		{`{"runtime":"container","capabilities":{}}`, "takeover", false, true},
		{`{"runtime":"crabbox","capabilities":{}}`, "takeover", true, true},
		{`{"runtime":"other","capabilities":{}}`, "terminal", false, false},
		{`{"runtime":"container","capabilities":{"terminal":false}}`, "terminal", false, true},
		{`{"runtime":"container","capabilities":{"takeover":true}}`, "takeover", true, true},
		{`{"runtime":"container","capabilities":{"takeover":true}}`, "terminal", false, false},
	} {
		r := (&record.File{Format: &record.Format{}}).AddObject(attempt, jsontext.Value(c.text), 0)
		if yes, known := offers(r, c.key); yes != c.yes || known != c.known {
			t.Errorf("%s: %s is offered %v, known %v; want %v, %v", c.text, c.key, yes, known, c.yes, c.known)
		}
	}
}
