package render

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Patterns that begin at the start of a text.
var (
	listMarker = regexp.MustCompile(`^\(?[0-9A-Za-z]{1,9}[.)](?: |$)`)
	moduleWord = regexp.MustCompile(`^(?:import|export)`)
)

// shortcode is what becomes a picture on many hosts: :name:, where the last colon may
// be one of ours behind the text. Of numbers only two are names.
var shortcode = regexp.MustCompile(`^:(?:[A-Za-z0-9_+-]*[A-Za-z_+-][A-Za-z0-9_+-]*|100|1234)(?::|$)`)

// zeroWidthSpace parts what hosts would find: they look for mentions, references, addresses
// and shortcodes in the text that Markdown gave, where entities no longer count;
// only a character in between keeps them from finding one.
const zeroWidthSpace = "\u200B"

// escape writes a text of a report as Markdown that reads as that text and as
// nothing else, wherever it stands: at the start of a line, in a heading, an item,
// a table cell, an image's description or an HTML element.
//
// What can take part in a construct becomes a decimal entity: the one form that
// CommonMark, GFM, kramdown, Python-Markdown, MyST, MDX, and the template
// languages that run over Markdown files (Liquid, Jinja, Hugo shortcodes) all
// leave alone. Code spans and fences are none of that: templates run inside them.
//
// What stays as it is cannot do harm where it stands:
//   - letters, digits, space (never two, never at either end: no indented code, no
//     hard break), everything beyond ASCII that can be seen;
//   - , ; ' " ( ) and a lone / which begin nothing, since [ ] < > & { } are encoded;
//   - . unless it ends a list marker or follows www;
//   - - + = % ! ? inside a text, not doubled where that means something (--8<--,
//     ++x++, ==x==, but not a == b), and - + before a digit (-3 s is no list item);
//   - : before a space, the end or a digit, so neither a scheme nor a directive nor
//     :100:, and a time of day and the line of a file can be read in the source;
//   - _ between letters or digits, where no dialect reads emphasis.
//
// Always encoded: \ ` * ~ ^ | < > & { } [ ] # $ @, and the first letter of import
// and export at the start, which MDX takes for a module. A zero width space in
// @name, #1, GH-1, https://, www. and :name: keeps hosts from finding a mention, a
// reference, an address or an emoji; one in \" and its like keeps Sphinx, which sets
// typographic quotation marks, from taking the backslash away. Invisible characters
// show as legible writes them, so a zero width space in the result is always one of
// these.
func escape(s string) string { return escaped(s, found) }

// escaped is escape with a zero width space behind every s[i] that is live.
func escaped(s string, live func(s string, i int) bool) string {
	s = strings.Join(strings.Fields(legible(s)), " ")
	marker := len(listMarker.FindString(s))
	var b strings.Builder
	for i, r := range s {
		c := byte(r)
		switch {
		case r >= utf8.RuneSelf, r == ' ':
			b.WriteRune(r)
		case alphanumeric(c):
			if i == 0 && moduleWord.MatchString(s) {
				entity(&b, c)
			} else {
				b.WriteByte(c)
			}
		case i < marker || !harmless(s, i):
			if c == '.' && afterWWW(s, i) {
				b.WriteString(zeroWidthSpace)
			}
			entity(&b, c)
		default:
			b.WriteByte(c)
		}
		if r < utf8.RuneSelf && live(s, i) {
			b.WriteString(zeroWidthSpace)
		}
	}
	return b.String()
}

// harmless says that the punctuation at s[i] may stay as it is.
func harmless(s string, i int) bool {
	c, before, after := s[i], at(s, i-1), at(s, i+1)
	ends := after == 0 || after == ' '
	switch c {
	case ',', ';', '\'', '"', '(', ')':
		return true
	case '/':
		return i > 0 || after != '/'
	case '.':
		return !afterWWW(s, i)
	case '-', '+':
		return (i > 0 || digit(after)) && before != c && after != c && !(c == '-' && found(s, i))
	case '=':
		return i > 0 && (before != ')' && before != '=' && after != '=' || comparison(s, i))
	case '%', '?':
		return i > 0
	case '!':
		return i > 0 && ends
	case ':':
		return i > 0 && (ends || digit(after) && !found(s, i))
	case '_':
		return alphanumeric(before) && alphanumeric(after)
	}
	return false
}

// comparison says that s[i] is of an == between spaces, which marks no text: what it would mark
// begins behind it and ends before it.
func comparison(s string, i int) bool {
	return strings.HasPrefix(s[i-1:], " == ") || i > 1 && strings.HasPrefix(s[i-2:], " == ")
}

// found says that a host would find something of its own at s[i]: a mention, a
// reference, an emoji, an escape.
func found(s string, i int) bool {
	after := at(s, i+1)
	switch s[i] {
	case '@':
		return alphanumeric(after)
	case '#':
		return digit(after)
	case '-':
		return i >= 2 && strings.EqualFold(s[i-2:i], "GH") && !alphanumeric(at(s, i-3)) && digit(after)
	case ':':
		return strings.HasPrefix(s[i:], "://") || shortcode.MatchString(s[i:])
	case '{': // Docusaurus takes {#x} at the end of a heading for its id
		return after == '#'
	case '\\':
		return after == 0 || strings.IndexByte("\\\"'.-`", after) >= 0
	}
	return false
}

func afterWWW(s string, i int) bool { return i >= 3 && strings.EqualFold(s[i-3:i], "www") }

// at is s[i], or 0 beyond either end.
func at(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func alphanumeric(c byte) bool {
	return digit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func entity(b *strings.Builder, c byte) { fmt.Fprintf(b, "&#%d;", c) }
