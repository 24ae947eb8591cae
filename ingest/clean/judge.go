package clean

import (
	"runreport/ingest/record"
	"runreport/ingest/redact"
)

// Judge tells whether records are without secrets, whatever was read before them. One
// goroutine at a time uses it.
type Judge struct {
	by    *record.Rewriter
	found bool // a secret, in the records that are looked at
}

// Judge is one for some records of the file; nil where secrets are kept.
func (c *Cleaner) Judge() *Judge {
	if c == nil {
		return nil
	}
	j := &Judge{}
	quiet := map[keyedText]bool{}
	type redactFunc func(key, text string) (string, []redact.Hit)
	look := func(redacted redactFunc, isQuiet func(text string) bool) func(key, text string) string {
		return func(key, text string) string {
			if isQuiet(text) {
				return text
			}
			at := keyedText{redact.SecretName(key), text}
			if !quiet[at] {
				_, hits := redacted(at.key, text)
				quiet[at] = len(hits) == 0
				j.found = j.found || len(hits) > 0
			}
			return text
		}
	}
	j.by = &record.Rewriter{
		Text:   look(c.redactor.TextOf, func(string) bool { return false }),
		JSON:   look(c.redactor.JSONOf, c.redactor.QuietJSON),
		Quiet:  c.redactor.Quiet,
		Secret: &secretFields,
	}
	return j
}

// Quiet reports whether there is no secret in the records.
func (j *Judge) Quiet(list []*record.Record) bool {
	if j == nil {
		return true
	}
	j.found = false
	j.by.Records(list)
	return !j.found
}
