package ingest

import (
	"sync"

	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
)

var redacted = &record.Code{
	Name:     "redacted",
	Severity: record.Info,
	Means:    "secrets, e-mail addresses or home folders that were taken out before anything was written",
	Do:       "if one of them was real, change it: the log still holds it",
}

// cleaner takes secrets out of what is read from one file, before anything is made of it
// or stored. Each distinct text is counted once.
type cleaner struct {
	redactor     *redact.Redactor
	texts, jsons map[keyedText]string // what became of them; nil: nothing yet, as same and counts
	quietTexts   int                  // texts that the rules were applied to for nothing and that are not in texts
	same         map[string]int       // how many texts became the same
	by           record.Rewriter

	mu     sync.Mutex
	counts map[string]int64
}

// keyedText is a text and the key that it stands under. The key is "" unless it is one
// that names a secret, as "password" does.
type keyedText struct{ key, text string }

// newCleaner makes a cleaner for the file, and has the file's texts redacted before they
// are cut while it is read. The cleaner is nil where secrets are kept.
func (o Options) newCleaner(f *record.File) *cleaner {
	if o.redactor == nil {
		return nil
	}
	c := &cleaner{redactor: o.redactor}
	c.by = record.Rewriter{
		Text:   c.text,
		JSON:   func(key, json string) string { return c.json(keyedText{redact.SecretName(key), json}) },
		Quiet:  c.redactor.Quiet,
		Secret: &secretFields,
		Seen:   func(text string) string { return c.json(keyedText{"", text}) },
	}
	f.Clean = func(text string) string { return c.count(c.redactor.JSON(text)) }
	f.CleanPage = func(text string) string { return c.count(c.redactor.Page(text)) }
	f.Quiet = c.quiet
	return c
}

// quiet reports that no secret is in the text, whatever key it stands under. The rules are applied to short texts only. A
// reader of a file remembers the answer for most of these, since the same values stand on many lines.
func (c *cleaner) quiet(text string) bool {
	if len(text) > maxExamined {
		return c.redactor.Quiet(text)
	}
	return c.redactor.Clean(text)
}

// maxExamined is how long a text may be, in bytes, that quiet applies the rules to.
const maxExamined = 64

// keep remembers in one of the maps what became of a text.
func keep(in *map[keyedText]string, at keyedText, out string) string {
	if *in == nil { // most files are small, and nothing of them is looked at closely
		*in = map[keyedText]string{}
	}
	(*in)[at] = out
	return out
}

func (c *cleaner) count(text string, hits []redact.Hit) string {
	if len(hits) > 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.counts == nil {
			c.counts = map[string]int64{}
		}
	}
	for _, h := range hits {
		c.counts[h.Rule] += int64(h.Count)
	}
	return text
}

// secretFields are the fields of any kind whose keys name a secret.
var secretFields = record.SecretFields{Names: func(key string) bool { return redact.SecretName(key) != "" }}

// records takes secrets out of records of the file, in their order. It is nothing to a nil
// cleaner.
func (c *cleaner) records(list []*record.Record) {
	if c != nil {
		c.by.Records(list)
	}
}

// text is the text without secrets. Where two short texts become the same, the later one
// gets a number, so that two steps stay two. Example: "ask ada@x.example" and
// "ask bob@x.example" become "ask [redacted: e-mail]" and "ask [redacted: e-mail] (2)". A text that stood as JSON
// before becomes what it became there.
func (c *cleaner) text(key, text string) string {
	at := keyedText{redact.SecretName(key), text}
	if out, ok := c.jsons[at]; ok {
		return out
	}
	if out, ok := c.texts[at]; ok {
		return out
	}
	out, hits := c.redactor.TextOf(at.key, text)
	if len(hits) == 0 && len(text) <= maxName && c.quietTexts < fewTexts {
		c.quietTexts++
		return out
	}
	c.count(out, hits)
	if out != text && len(text) <= maxName {
		if c.same == nil {
			c.same = map[string]int{}
		}
		c.same[out]++
		if n := c.same[out]; n > 1 {
			out = naming.Numbered(out, n)
		}
	}
	return keep(&c.texts, at, out)
}

// redact takes secrets out of what was read and is still in the file, and says how many
// there were in all of it.
func (c *cleaner) redact(f *record.File) {
	if c == nil {
		return
	}
	f.Clean, f.CleanPage, f.Quiet = nil, nil, nil
	f.Rewrite(&c.by)
	if len(c.counts) == 0 {
		return
	}
	for _, rule := range redact.Rules() {
		if n := c.counts[rule.Name]; n > 0 {
			f.Add(&record.Finding{Code: redacted, Seen: rule.Name + ": " + rule.Means, Count: n})
		}
	}
}

// json redacts JSON, or what a finding quotes of it.
func (c *cleaner) json(at keyedText) string {
	if c.redactor.QuietJSON(at.text) {
		return at.text
	}
	if out, ok := c.jsons[at]; ok {
		return out
	}
	return keep(&c.jsons, at, c.count(c.redactor.JSONOf(at.key, at.text)))
}

// fewTexts is how many short texts without secrets a file has that are not remembered: applying the rules to one
// again takes as long as remembering it, and most files are small. What is repeated on many lines is remembered soon.
const fewTexts = 64

// maxName is how long a text can be that is somebody's name, in bytes.
const maxName = 120

// redact takes out of the tables what came to be a secret only when texts were put
// together, counts what it took, and returns how much that was.
func (res *Result) redact(s *table.Set) (taken int) {
	counts := map[string]int{}
	table.RewriteLoud(s, res.redactor.Clean, func(text string) string {
		out, hits := res.redactor.Text(text)
		for _, h := range hits {
			counts[h.Rule] += h.Count
			taken += h.Count
		}
		return out
	}, naming.Numbered)
	for _, rule := range redact.Rules() {
		if n := counts[rule.Name]; n > 0 {
			record.Finding{
				Code:  redacted,
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

// withoutSecrets is the error with a text that may be shown: it can quote what it is
// about.
func (res *Result) withoutSecrets(err error) error {
	if res.redactor == nil {
		return err
	}
	text := err.Error()
	if out, _ := res.redactor.Text(text); out != text {
		return cleanError{err, out}
	}
	return err
}
