// Package clean takes secrets out of what is read from one file, before anything is made of it or stored.
package clean

import (
	"sync"

	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/redact"
)

// Redacted says that secrets were taken out.
var Redacted = &record.Code{
	Name:     "redacted",
	Severity: record.Info,
	Means:    "secrets, e-mail addresses or home folders that were taken out before anything was written",
	Do:       "if one of them was real, change it: the log still holds it",
}

// Cleaner takes secrets out of what is read from one file, before anything is made of it
// or stored. Each distinct text is counted once.
type Cleaner struct {
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

// New makes a Cleaner for the file, and has the file's texts redacted before they
// are cut while it is read. It is nil if r is nil: then secrets are kept.
func New(r *redact.Redactor, f *record.File) *Cleaner {
	if r == nil {
		return nil
	}
	c := &Cleaner{redactor: r}
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
func (c *Cleaner) quiet(text string) bool {
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

func (c *Cleaner) count(text string, hits []redact.Hit) string {
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

// Records takes secrets out of records of the file, in their order. It is nothing to a nil
// Cleaner.
func (c *Cleaner) Records(list []*record.Record) {
	if c != nil {
		c.by.Records(list)
	}
}

// text is the text without secrets. Where two short texts become the same, the later one
// gets a number, so that two steps stay two. Example: "ask ada@x.example" and
// "ask bob@x.example" become "ask [redacted: e-mail]" and "ask [redacted: e-mail] (2)". A text that stood as JSON
// before becomes what it became there.
func (c *Cleaner) text(key, text string) string {
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

// Redact takes secrets out of what was read and is still in the file, and says how many
// there were in all of it.
func (c *Cleaner) Redact(f *record.File) {
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
			f.Add(&record.Finding{Code: Redacted, Seen: rule.Name + ": " + rule.Means, Count: n})
		}
	}
}

// json redacts JSON, or what a finding quotes of it.
func (c *Cleaner) json(at keyedText) string {
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
