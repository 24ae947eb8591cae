package crabyard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

func readRuns(text []byte, f *record.File) {
	if answerHead.Match(text) {
		eachAnswer(text, f, func(raw jsontext.Value) { addAnswered(f, raw) })
		return
	}
	each(text, f, "runs", func(raw jsontext.Value) { addAttempt(f, raw) })
}

func readState(text []byte, f *record.File) {
	each(text, f, "cards", func(raw jsontext.Value) { addCard(f, raw) })
}

// addAttempt adds an attempt.
func addAttempt(f *record.File, raw jsontext.Value) { date(f.AddObject(attempt, raw, 0)) }

// stamps are the times of a kind of record. The latest of them is the record's own,
// since rows are changed in place.
var stamps = map[*record.Kind][]string{
	attempt:   {"updatedAt", "endedAt", "lastHeartbeatAt", "startedAt", "createdAt"},
	card:      {"updatedAt", "startedAt", "createdAt"},
	cardEvent: {"createdAt"},

	interactiveSession: {"updatedAt", "stoppedAt", "lastSeenAt", "createdAt"},
	sessionEvent:       {"createdAt"},
	auditEvent:         {"createdAt"},
}

// date gives the record its time. What a session's row has beside the declared columns may
// be a token and is dropped here, before anything keeps it.
func date(r *record.Record) {
	if r == nil {
		return
	}
	r.At = latest(r, stamps[r.Kind]...)
	if r.Kind == interactiveSession {
		r.Extra = ""
	}
}

var logLine = regexp.MustCompile(`(?s)^(\d\d:\d\d:\d\d) (.*)$`)

// addCard adds a card, its latest attempt and the messages about it.
func addCard(f *record.File, raw jsontext.Value) {
	r := f.AddObject(card, raw, 0)
	if r == nil {
		return
	}
	date(r)
	if run := r.Raw("run"); run != nil {
		addAttempt(f, run)
	}
	for _, line := range r.List("logs") {
		values := map[string]record.Value{"cardId": r.Value("id"), "message": record.TextValue(line)}
		if m := logLine.FindStringSubmatch(line); m != nil {
			values["clock"], values["message"] = record.TextValue(m[1]), record.TextValue(m[2])
		}
		f.AddValues(cardEvent, 0, values)
	}
}

// latest is the latest of the record's times; the zero time when it has none.
func latest(r *record.Record, keys ...string) (last time.Time) {
	for _, key := range keys {
		if at := stamp(r, key); at.After(last) {
			last = at
		}
	}
	return last
}

// stamp is one of the record's times; the zero time when it is absent.
func stamp(r *record.Record, key string) time.Time { return r.Time(key) }

var (
	errNoList = errors.New("no list of records in the document")
	errTwice  = fmt.Errorf("a list given twice: %w", jsontext.ErrDuplicateName)
)

// each hands out the elements of the list under key, or of a list that is all there
// is, of every document in the text. Where the text breaks off, what stands before
// counts and the rest is one rejected record.
func each(text []byte, f *record.File, key string, yield func(jsontext.Value)) {
	// Each record is held to strict JSON when it is added; here a fault in one must
	// not end the reading of the others.
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		err := document(d, f, key, yield)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			f.Broken(0, err)
			return
		}
	}
}

// answerHead is how the document begins with which the database answers a question.
var answerHead = regexp.MustCompile(`^\s*(?:\[\s*)?\{\s*"(?:results|success|meta)"\s*:`)

// eachAnswer hands out the rows of every list of results in the text.
func eachAnswer(text []byte, f *record.File, yield func(jsontext.Value)) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		var err error
		if k := d.PeekKind(); k == '[' || k == ']' {
			_, err = d.ReadToken()
		} else {
			err = document(d, f, "results", yield)
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			f.Broken(0, err)
			return
		}
	}
}

// document reads one document; io.EOF when there is none left.
func document(d *jsontext.Decoder, f *record.File, key string, yield func(jsontext.Value)) error {
	switch d.PeekKind() {
	case '[':
		return list(d, yield)
	case '{':
	default:
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		return errNoList
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	found := false
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return broken(err)
		}
		if name.String() != key {
			if err := d.SkipValue(); err != nil {
				return broken(err)
			}
			continue
		}
		if found { // readers disagree about which of two lists counts: the first does
			f.Broken(0, errTwice)
			if err := d.SkipValue(); err != nil {
				return broken(err)
			}
			continue
		}
		found = true
		if d.PeekKind() != '[' {
			return errNoList
		}
		if err := list(d, yield); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return broken(err)
	}
	if !found {
		return errNoList
	}
	return nil
}

func list(d *jsontext.Decoder, yield func(jsontext.Value)) error {
	if _, err := d.ReadToken(); err != nil {
		return broken(err)
	}
	for d.PeekKind() != ']' {
		raw, err := d.ReadValue()
		if err != nil {
			return broken(err)
		}
		yield(raw)
	}
	_, err := d.ReadToken()
	return broken(err)
}

// broken tells a document that ends too early from one that is not there at all.
func broken(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
