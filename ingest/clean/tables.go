package clean

import (
	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
)

// Tables takes out of the tables what came to be a secret only when texts were put
// together, counts what it took as findings, and returns how much that was.
func Tables(r *redact.Redactor, s *table.Set) (taken int) {
	counts := map[string]int{}
	table.RewriteLoud(s, r.Clean, func(text string) string {
		out, hits := r.Text(text)
		for _, h := range hits {
			counts[h.Rule] += h.Count
			taken += h.Count
		}
		return out
	}, naming.Numbered)
	for _, rule := range redact.Rules() {
		if n := counts[rule.Name]; n > 0 {
			record.Finding{
				Code:  Redacted,
				Seen:  rule.Name + ": " + rule.Means,
				Count: int64(n),
			}.Fill(&s.Findings, 0, "")
		}
	}
	return taken
}

// cleanError is a fault whose text has no secrets, home folders and addresses.
type cleanError struct {
	error
	text string
}

func (e cleanError) Error() string { return e.text }
func (e cleanError) Unwrap() error { return e.error }

// Error is the error with a text that may be shown: it can quote what it is
// about. It is the error itself if r is nil: then secrets are kept.
func Error(r *redact.Redactor, err error) error {
	if r == nil {
		return err
	}
	text := err.Error()
	if out, _ := r.Text(text); out != text {
		return cleanError{err, out}
	}
	return err
}
