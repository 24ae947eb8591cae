package redact

import "strings"

// longLine is a line of a page that its readers may cut, in bytes.
const longLine = 1 << 10

// Page takes secrets out of a page before its readers go through it line by line and
// cut long lines: a private key has many, and "value: …" is known by the line before.
// Lines keep their numbers: as many line breaks stay as there were. People stay, except
// in long lines: they are for [Redactor.Text], text by text.
func (r *Redactor) Page(s string) (out string, hits []Hit) {
	c := counter{rules: r.rules}
	s = r.blocks(s, &c)
	if !hasLongLine(s) {
		return s, c.hits()
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		if len(line) > longLine {
			text := strings.TrimRight(line, "\r\n")
			line = r.text(text, &c) + line[len(text):]
		}
		b.WriteString(line)
	}
	return b.String(), c.hits()
}

func hasLongLine(s string) bool {
	for line := range strings.Lines(s) {
		if len(line) > longLine {
			return true
		}
	}
	return false
}

// blocks replaces the secrets of a page.
func (r *Redactor) blocks(s string, c *counter) string {
	var out []byte
	written := 0
	for done := 0; ; {
		m, ok := r.next(s, done)
		if !ok {
			break
		}
		done = max(m.end, m.start+1)
		if r.rules[m.rule].person {
			continue
		}
		c.add(m.rule)
		out = append(append(out, s[written:m.start]...), r.rules[m.rule].With...)
		out = append(out, strings.Repeat("\n", strings.Count(s[m.start:m.end], "\n"))...)
		written = m.end
	}
	if out == nil {
		return s
	}
	return string(append(out, s[written:]...))
}
