package redact

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON is [Redactor.Text] for a text of JSON, which may be cut at either end or broken.
// Its strings are searched as they read, so that "\u0067hp_…" is found, and as what
// is given to their keys. Then all of it is searched as it is written.
func (r *Redactor) JSON(s string) (out string, hits []Hit) { return r.JSONOf("", s) }

// JSONOf is JSON for what is given to a name: the value of a key that stands elsewhere.
func (r *Redactor) JSONOf(name, s string) (out string, hits []Hit) {
	c := counter{rules: r.rules}
	for range maxPasses {
		again := r.text(r.strings(name, s, &c), &c)
		if again == s {
			break
		}
		s = again
	}
	return s, c.hits()
}

// QuietJSON reports that JSONOf leaves a text of JSON as it is, whatever the name is. Like Quiet it is quick: it says no of
// all JSON that has strings other than keys.
//
//	{"open": 4, "found": [1, 2]}    is quiet
//	{"open": "four"}                is not known to be quiet
func (r *Redactor) QuietJSON(s string) bool {
	for i := strings.IndexByte(s, '"'); i >= 0; {
		n := strings.IndexByte(s[i+1:], '"')
		if n < 0 || !isKey(s, i+1+n) {
			return false
		}
		i += n + 2
		if n = strings.IndexByte(s[i:], '"'); n < 0 {
			break
		}
		i += n
	}
	return strings.IndexByte(s, '\\') < 0 && r.Quiet(s)
}

// TextOf is [Redactor.Text] for what is given to a name: "hunter2" is a word, and the
// value of the key "db_password" is a secret.
func (r *Redactor) TextOf(name, s string) (out string, hits []Hit) {
	c := counter{rules: r.rules}
	return r.textOf(name, s, &c), c.hits()
}

func (r *Redactor) textOf(name, s string, c *counter) string {
	if rule, ok := r.given(name, s); ok {
		c.add(rule)
		return r.rules[rule].With
	}
	return r.text(s, c)
}

// given tells by which rule all of s is a secret, as the value of a name.
func (r *Redactor) given(name, s string) (rule int, ok bool) {
	if s == "" || !Names(name) || strings.HasPrefix(s, marker) {
		return 0, false
	}
	a := assignment{name: name, end: len(s), value: s[:min(len(s), maxJudged)], keyed: true, quoted: true, tight: true}
	for i := range r.rules {
		if judge := r.rules[i].judge; judge != nil && judge(&a) {
			return r.byShape(s, match{i, 0, len(s)}).rule, true
		}
	}
	return 0, false
}

// minString is the shortest string of JSON that is searched by itself: none that is
// shorter says of itself that it is a secret.
const minString = 8

// strings searches the strings of JSON, each as it reads.
func (r *Redactor) strings(name, s string, c *counter) string {
	var out []byte
	done := 0
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			break
		}
		start := i + n + 1
		end := stringEnd(s, start)
		said := s[start:end]
		key := isKey(s, end)
		if strings.IndexByte(said, '\\') >= 0 {
			said = unescape(said)
		}
		clean := said
		switch {
		case key:
			name = said
			clean = r.text(said, c)
		case name != "" && Names(name):
			clean = r.textOf(name, said, c)
		case len(said) >= minString:
			clean = r.text(said, c)
		}
		if clean != said {
			quoted, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(clean, "\uFFFD")) // it is valid now
			out = append(append(out, s[done:start]...), quoted[1:len(quoted)-1]...)
			done = end
		}
		if !key && endsMember(s, end+1) {
			name = ""
		}
		i = end + 1
	}
	if done == 0 {
		return s
	}
	return string(append(out, s[done:]...))
}

// stringEnd gives the place of the quote that ends the string at i, or the end of what
// there is of it.
func stringEnd(s string, i int) int {
	for from := i; ; i++ {
		n := strings.IndexByte(s[i:], '"')
		if n < 0 {
			return len(s)
		}
		i += n
		if !escaped(s, from, i) {
			return i
		}
	}
}

// escaped reports whether an odd number of backslashes stands before i.
func escaped(s string, from, i int) bool {
	n := 0
	for i-n > from && s[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// isKey reports whether a colon follows the quote at i.
func isKey(s string, i int) bool {
	i = skipBlanks(s, min(i+1, len(s)))
	return i < len(s) && s[i] == ':'
}

// endsMember reports whether the value of a key ends before i. The strings of a list
// are all given to its key.
func endsMember(s string, i int) bool {
	i = skipBlanks(s, min(i, len(s)))
	if i < len(s) && s[i] == ',' {
		next := skipBlanks(s, i+1)
		return next >= len(s) || s[next] != '"' || isKey(s, stringEnd(s, next+1))
	}
	return true
}

// unescape gives what a string of JSON reads. Of one that is cut within an escape it is
// what stands before, and one that is none reads as it is written.
func unescape(s string) string {
	for _, text := range []string{s, s[:strings.LastIndexByte(s, '\\')]} {
		quoted := make([]byte, 0, len(text)+2)
		quoted = append(append(append(quoted, '"'), text...), '"')
		if jsontext.Value(quoted).IsValid(jsontext.AllowInvalidUTF8(true)) {
			b, _ := jsontext.AppendUnquote(nil, quoted) // broken text becomes replacement characters
			return string(b)
		}
	}
	return s
}
