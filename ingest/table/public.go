package table

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
)

// unpublished are the columns that Publish empties: texts as logs have them, of errors and
// reasons above all, and who took part. By table and column.
var unpublished = map[string][]string{
	"runs":        {"reason", "stitched_by"},
	"steps":       {"reason"},
	"attempts":    {"error", "reason", "operator"},
	"checks":      {"reason", "tail"},
	"transitions": {"reason"},
	"cycles":      {"symptom", "files_changed", "commit"},
	"verdicts":    {"reason"},
	"findings":    {"message", "seen", "expected"},
	"events":      {"at_text", "actor", "text", "extra"},
}

// paths are the columns whose values are paths, or lists of them.
var paths = map[string][]string{
	"sources":      {"path", "group"},
	"runs":         {"files", "superseded_files"},
	"steps":        {"file"},
	"cycles":       {"files", "superseded_files"},
	"measurements": {"baseline"},
	"bugs":         {"file"},
}

// Publish leaves out what an open site does not show: texts of errors and all else that
// quotes a log, paths, and operators. Keys that hold a path get others, the same for the
// same key in every report. Example: the run kahn:nightly/shop/3 becomes
// kahn:1f0c8e2a9b34, its file nightly/shop/t.jsonl becomes 5d41402abc4b.jsonl.
func (s *Set) Publish() {
	s.shortSubjects()
	s.untold()
	for _, t := range s.Tables() {
		docs := t.Columns()
		for i, c := range ragged(t.table) {
			name := docs[i].Name
			switch {
			case slices.Contains(unpublished[t.Name], name):
				empty(c, t.Len())
			case slices.Contains(paths[t.Name], name):
				renamed(c, publicPath)
			case name == "run" || name == "cycle_key":
				renamed(c, publicKey)
			case t.Name == "checks" && name == "name":
				renamed(c, withoutFolders)
			}
		}
	}
}

// shortSubjects names every run by what lasts of its subject, which is the path of a folder
// where the log has no name for it.
func (s *Set) shortSubjects() {
	r := &s.Runs
	for row := range r.Len() {
		subject, given := r.Subject.Get(row)
		if !given {
			continue
		}
		if stable, ok := r.StableSubject.Get(row); ok && stable != "" {
			subject = stable
		}
		r.Subject.Set(row, withoutFolders(subject))
		r.StableSubject.Set(row, withoutFolders(subject))
	}
	r.Subject.forget()
	r.StableSubject.forget()
}

// untold empties what logs state in words about themselves, and what assertions expect;
// numbers and verdicts, which
// have a topic, are compared with what the events say.
func (s *Set) untold() {
	c := &s.Claims
	for row := range c.Len() {
		if _, compared := c.Topic.Get(row); !compared {
			c.Text.pad(row + 1)
			c.Text.valid.clear(row)
		}
	}
	c.Text.forget()
	k := &s.Checks
	for row := range k.Len() {
		if k.Kind.At(row) == "assertion" { // its name is what it expects, in words
			k.Name.Set(row, "assertion")
		}
	}
	k.Name.forget()
}

// forget drops the strings that no row has any more, so that they are in no export.
func (c *String) forget() {
	used := make([]bool, len(c.dict))
	for row := range c.size() {
		if c.valid.has(row) {
			used[c.at(row)] = true
		}
	}
	for i := range c.dict {
		if !used[i] && c.dict[i] != "" {
			c.own()
			c.dict[i] = ""
		}
	}
	c.index, c.copied = textIndex{}, copies{}
}

// empty makes a column of n nulls.
func empty(c column, n int) {
	switch c := c.(type) {
	case *String:
		*c = String{}
	case *Strings:
		*c = Strings{}
	}
	c.pad(n)
}

// renamed replaces every string of a column.
func renamed(c column, f func(string) string) {
	switch c := c.(type) {
	case *String:
		c.forget()
		c.own()
		for i, text := range c.dict {
			if text != "" {
				c.dict[i] = f(text)
			}
		}
	case *Strings:
		for _, list := range c.lists {
			for i, text := range list {
				list[i] = f(text)
			}
		}
	}
}

// sum is a short name for a text that does not tell it.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:6])
}

func publicPath(p string) string { return sum(p) + path.Ext(p) }

// publicKey keeps the system of a key.
func publicKey(key string) string {
	system, rest, ok := strings.Cut(key, ":")
	if !ok || strings.ContainsAny(system, "/\\") {
		return sum(key)
	}
	return system + ":" + sum(rest)
}

// withoutFolders cuts every word that holds a path to its last part.
func withoutFolders(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		if j := strings.LastIndexAny(strings.TrimRight(w, "/\\"), "/\\"); j >= 0 {
			words[i] = strings.TrimRight(w, "/\\")[j+1:]
		}
	}
	return strings.Join(words, " ")
}
