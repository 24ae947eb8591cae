package harbor

import (
	"runreport/ingest/record"
	"runreport/ingest/trial"
)

// reader reads a document that is one record of the kind.
func reader(kind *record.Kind) func([]byte, *record.File) {
	return func(text []byte, f *record.File) {
		rest := trial.Document(text, f, nil)
		if len(rest) == 0 {
			return
		}
		r := f.AddObject(kind, rest, 0)
		if r == nil {
			return
		}
		switch kind {
		case trialKind:
			if r.At = r.Time("finished_at"); r.At.IsZero() {
				r.At = r.Time("started_at")
			}
		case lockKind:
			r.At = r.Time("created_at")
		}
	}
}
