package inspect

import (
	"bytes"
	"errors"
	"io"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/trial"
)

func readLog(text []byte, f *record.File) {
	rest := trial.Document(text, f, func(_ string, raw jsontext.Value) { addSample(f, sampleKind, raw) }, "samples")
	if len(rest) == 0 {
		return
	}
	r := f.AddObject(logKind, rest, 0)
	if r == nil {
		return
	}
	if e := r.Item("eval"); e != nil {
		r.At = e.Time("created")
	}
	if end := completed(r); end.After(r.At) {
		r.At = end
	}
}

// completed is when the eval ended; the zero time where it does not say.
func completed(r *record.Record) time.Time { return statTime(r, "completed_at") }

func statTime(r *record.Record, key string) time.Time {
	s := r.Item("stats")
	if s == nil || s.Str(key) == "" {
		return time.Time{}
	}
	at, _, _ := record.ParseTime(s.Str(key))
	return at
}

func readSample(text []byte, f *record.File) {
	if rest := trial.Document(text, f, nil); len(rest) > 0 {
		addSample(f, sampleKind, rest)
	}
}

func addSample(f *record.File, kind *record.Kind, raw jsontext.Value) {
	if raw.Kind() != '{' {
		f.Reject(notAnElement, 0, f.Cut(string(raw), 80), "an object")
		return
	}
	r := f.AddObject(kind, raw, 0)
	if r == nil {
		return
	}
	if kind != reductionKind {
		if r.At = r.Time("completed_at"); r.At.IsZero() {
			r.At = r.Time("started_at")
		}
	}
}

// readList reads a document that is a list of records.
func readList(kind *record.Kind) func([]byte, *record.File) {
	return func(text []byte, f *record.File) {
		d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		_, err := d.ReadToken()
		for err == nil && d.PeekKind() != ']' {
			var raw jsontext.Value
			if raw, err = d.ReadValue(); err == nil {
				addSample(f, kind, raw)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			f.Broken(0, io.ErrUnexpectedEOF)
		case err != nil:
			f.Broken(0, err)
		}
	}
}
